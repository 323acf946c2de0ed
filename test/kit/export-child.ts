/** Exports the results that an order file describes, once a message comes, so that a test can kill it before or meanwhile. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { exportOrder, type ExportOrder } from './result-project.ts';

const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ExportOrder;
const begin = once(process, 'message');
process.send?.('ready');
await begin;
await exportOrder(order);
process.exit(0);
