/** Exports the results that an order file describes and reports when it begins, so that a test can kill it. */
import { readFileSync } from 'node:fs';
import { exportOrder, type ExportOrder } from './result-project.ts';

const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ExportOrder;
process.send?.('begun');
await exportOrder(order);
process.exit(0);
