/**
 * The application in a separate process, for tests that kill it. Follows the order in DESK_CHILD, and then those on standard input, one a
 * line. Prints lines of JSON: the report of each order, and when its folder is closed. It handles kill points in the journal itself; the
 * parent's relay handles those on the wire.
 */
import { createInterface } from 'node:readline';
import { followOrder, openDesk } from './desk-order.ts';
import type { DeskOrder } from './desk-process.ts';
import { JournalWatch, watchJournal } from './journal-watch.ts';
import { lentPool } from './lent-pool.ts';
import { ownWorkerPool } from './test-ports.ts';

let watch: JournalWatch | null = null;
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const die = () => {
  process.kill(process.pid, 'SIGKILL');
  // Wait for the signal to arrive without doing anything else.
  for (;;);
};

watchJournal(() => watch);
const pool = ownWorkerPool();

async function follow(order: DeskOrder): Promise<void> {
  watch = new JournalWatch(order.kill ?? null, die, (point) => {
    if (order.trace === true) say({ point });
  });
  const desk = await openDesk(order, lentPool(pool));
  say({ report: await followOrder(order, desk) });
  await desk.application.close();
  say({ closed: true });
}

await follow(JSON.parse(process.env['DESK_CHILD'] ?? '{}') as DeskOrder);
for await (const line of createInterface({ input: process.stdin })) await follow(JSON.parse(line) as DeskOrder);
await pool.close();
