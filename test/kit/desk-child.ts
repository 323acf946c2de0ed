/**
 * The application in a process of its own, for tests that kill it. What to do stands in DESK_CHILD, one line of JSON comes back
 * when it is done. A kill point in its journal is reached in here, one on the wire is reached in the relay of the parent.
 */
import { createApplication } from '../../main/app.ts';
import { History } from '../../main/store/app-database/history.ts';
import { isRunning } from '../../shared/project/project.ts';
import type { DeskOrder } from './desk-process.ts';
import { bringList, callOf, reportOf, sendList, theProject } from './desk-use.ts';
import { fastClock, keptLog, memorySecrets, testPorts, workerPool } from './desk-ports.ts';

const order = JSON.parse(process.env['DESK_CHILD'] ?? '{}') as DeskOrder;
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const die = () => {
  process.kill(process.pid, 'SIGKILL');
  // the signal is on its way; nothing may happen before it arrives
  for (;;);
};

/** Counts the entries of the journal by their event, and ends the process before or after the commit of the one that is meant. */
function watchJournal(): void {
  const counts = new Map<string, number>();
  const advance = Object.getOwnPropertyDescriptor(History.prototype, 'advance')?.value as History['advance'];
  const reached = (event: string, at: 'before' | 'after') => {
    const occurrence = counts.get(event) ?? 0;
    if (order.trace === true) say({ point: { kind: 'journal', event, occurrence, at } });
    const { kill } = order;
    if (kill?.kind === 'journal' && kill.event === event && kill.occurrence === occurrence && kill.at === at) die();
  };
  History.prototype.advance = function (id, state, entry, change) {
    const event = entry.event.type === 'intend' ? `intend-${entry.event.what}` : entry.event.type;
    counts.set(event, (counts.get(event) ?? 0) + 1);
    reached(event, 'before');
    const entered = advance.call(this, id, state, entry, change);
    reached(event, 'after');
    return entered;
  };
}

watchJournal();
const pool = workerPool();
const log = keptLog();
const application = await createApplication(
  testPorts(order.dataDir, pool, { clock: fastClock(order.speed), secrets: memorySecrets(order.token), log }),
);
const call = callOf(application);

if (order.act === 'make') {
  const { baseUrl = '', list = '', timeouts, listFormat = 'json' } = order;
  await bringList(application, list, baseUrl, { listFormat, ...(timeouts === undefined ? {} : { timeouts }) });
}
if (order.act === 'send') await sendList(call, order.name);
if (order.act === 'resume') {
  const { id, state } = await theProject(call);
  // killed before its word was on the disk, the person says it again
  if (state.at === 'draft') await sendList(call, order.name);
  else if (!isRunning(state) && (state.at === 'paused' || state.at === 'needs-token')) await call('project.resume', { id });
}
if (order.act === 'decide' && order.choice !== undefined)
  await call('project.decide', { id: (await theProject(call)).id, choice: order.choice });
await application.idle();
say({ report: await reportOf(call, log.errors) });
await application.close();
await pool.close();
