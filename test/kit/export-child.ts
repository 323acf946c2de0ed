/** Exports the results that an order file describes when a message arrives, so a test can kill the process before or during the export. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { exportOrder, type ExportOrder } from './result-project.ts';

const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ExportOrder;
const begin = once(process, 'message');
process.send?.('ready');
await begin;
await exportOrder(order);
process.exit(0);
