/**
 * The application in a separate process, for tests that kill it. Follows the order in DESK_CHILD, and then those on standard input, one a
 * line. Prints lines of JSON: the report of each order, and when its folder is closed. It handles kill points in the journal itself; the
 * parent's relay handles those on the wire.
 */
import { createInterface } from 'node:readline';
import { createApplication } from '../../main/create-application.ts';
import { ProjectTable } from '../../main/store/app-database/project-table.ts';
import { NO_POLICY, parsePolicy } from '../../shared/policy/policy.ts';
import { isRunning } from '../../shared/project/state-properties.ts';
import type { DeskOrder } from './desk-process.ts';
import { type JournalMoment, type KillPoint, momentOf } from './kill-points.ts';
import { importList, callOf, reportOf, sendAgain, sendList, sendRest, rootProject } from './desk-actions.ts';
import { lentPool } from './lent-pool.ts';
import { fastClock, keptLog, memorySecrets, testPorts, ownWorkerPool } from './test-ports.ts';

let order: DeskOrder;
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const die = () => {
  process.kill(process.pid, 'SIGKILL');
  // Wait for the signal to arrive without doing anything else.
  for (;;);
};

/** The journal entries of the order, by event. */
const counts = new Map<JournalMoment, number>();

/** Counts journal entries, and ends the process before or after the commit of the chosen one. */
function watchJournal(): void {
  const advance = Object.getOwnPropertyDescriptor(ProjectTable.prototype, 'advance')?.value as ProjectTable['advance'];
  const reached = (event: JournalMoment, at: 'before' | 'after') => {
    const occurrence = counts.get(event) ?? 0;
    if (order.trace === true) say({ point: { kind: 'journal', event, occurrence, at } satisfies KillPoint });
    const { kill } = order;
    if (kill?.kind === 'journal' && kill.event === event && kill.occurrence === occurrence && kill.at === at) die();
  };
  ProjectTable.prototype.advance = function (...step) {
    const [, , entry] = step;
    const event = momentOf(entry.event);
    counts.set(event, (counts.get(event) ?? 0) + 1);
    reached(event, 'before');
    const entered = advance.apply(this, step);
    reached(event, 'after');
    return entered;
  };
}

watchJournal();
const pool = ownWorkerPool();

async function follow(): Promise<void> {
  counts.clear();
  const log = keptLog();
  const application = await createApplication(
    testPorts(order.dataDir, lentPool(pool), {
      clock: fastClock(order.speed),
      secrets: memorySecrets(order.token),
      log,
      policy: order.policy === undefined ? NO_POLICY : parsePolicy('the policy', order.policy),
    }),
  );
  const call = callOf(application);

  if (order.act === 'make') {
    const { baseUrl = '', list = '', timeouts, listFormat = 'json' } = order;
    await importList(application, list, baseUrl, { listFormat, ...(timeouts === undefined ? {} : { timeouts }) });
  }
  if (order.act === 'send') await sendList(call, order.name, order.pilot);
  if (order.act === 'resume') {
    const { id, state } = await rootProject(call);
    // The process was killed before the decision was stored, so the decision is made again.
    if (state.at === 'draft') await sendList(call, order.name, order.pilot);
    else if (!isRunning(state) && (state.at === 'paused' || state.at === 'needs-token')) await call('project.resume', { id });
  }
  if (order.act === 'decide' && order.choice !== undefined)
    await call('project.decide', { id: (await rootProject(call)).id, choice: order.choice });
  await application.idle();
  if (order.isCompared === true) await sendAgain(application);
  if (order.pilot !== undefined) await sendRest(application);
  say({ report: await reportOf(call, log.errors) });
  await application.close();
  say({ closed: true });
}

order = JSON.parse(process.env['DESK_CHILD'] ?? '{}') as DeskOrder;
await follow();
for await (const line of createInterface({ input: process.stdin })) {
  order = JSON.parse(line) as DeskOrder;
  await follow();
}
await pool.close();
