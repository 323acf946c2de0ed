/**
 * The application in a process of its own, for tests that kill it. What to do stands in DESK_CHILD, one line of JSON comes back
 * when it is done. A kill point in its journal is reached in here, one on the wire is reached in the relay of the parent.
 */
import { createApplication } from '../../main/app.ts';
import { callThrough } from '../../main/dispatch.ts';
import { History } from '../../main/store/history.ts';
import type { Input, MethodName, Output } from '../../shared/contract.ts';
import { isRunning } from '../../shared/project.ts';
import type { DeskOrder, DeskReport } from './desk-process.ts';
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
    const event = typeof entry.detail['what'] === 'string' ? `${entry.event}-${entry.detail['what']}` : entry.event;
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
const call = <N extends MethodName>(method: N, input: Input<N>): Promise<Output<N>> =>
  callThrough((name, value) => application.call(name, value), method, input);

async function projectId(): Promise<string> {
  const [project] = await call('projects.list', {});
  if (project === undefined) throw new Error('the folder holds no project');
  return project.id;
}

/** Brings the list and sets the connection, up to the moment before a person says "send". */
async function make(): Promise<void> {
  const { baseUrl = '', list = '', timeouts, listFormat = 'json' } = order;
  const { id: connectionId } = await call('connections.add', { name: 'Service', baseUrl });
  await call('connections.change', {
    id: connectionId,
    settings: { listFormat, rowBase: 'find', ...(timeouts === undefined ? {} : { timeouts }) },
  });
  const { token } = await application.offerFile(list, 'list.csv');
  const { id } = await call('projects.create', { file: token, connectionId });
  await application.idle();
  await call('projects.change', { id, sendErrors: true });
}

async function send(): Promise<void> {
  const id = await projectId();
  if (order.name !== undefined) await call('projects.change', { id, name: order.name });
  const { rowsToSend } = await call('cost.get', { id });
  const { connection } = await call('projects.get', { id });
  await call('project.send', { id, rows: rowsToSend, connectionId: connection.id });
}

async function report(): Promise<DeskReport> {
  const id = await projectId();
  const { state, notice, creditsCharged } = await call('projects.get', { id });
  const timeline = await call('project.timeline', { id });
  const scores: Record<string, string> = {};
  if (state.at === 'done') {
    const { columns } = await call('results.get', { id });
    const key = columns.find((column) => /overallScore$/i.test(column.key))?.key ?? '';
    for (let offset = 0; ; offset += 200) {
      const selection = { outcome: 'scored' as const, filters: [], find: '' };
      const { rows, total } = await call('results.page', { id, selection, columns: [key], sort: null, offset, limit: 200 });
      for (const row of rows) scores[String(row.row)] = row.cells[0] ?? '';
      if (offset + rows.length >= total) break;
    }
  }
  return {
    state,
    notice,
    creditsCharged,
    scores,
    timeline: timeline.map(({ title, evidence }) => (evidence === null ? title : `${title} – ${evidence}`)),
    defects: log.errors.map(String),
  };
}

if (order.act === 'make') await make();
if (order.act === 'send') await send();
if (order.act === 'resume') {
  const id = await projectId();
  const { state } = await call('projects.get', { id });
  // killed before its word was on the disk, the person says it again
  if (state.at === 'draft') await send();
  else if (!isRunning(state) && (state.at === 'paused' || state.at === 'needs-token')) await call('project.resume', { id });
}
if (order.act === 'decide' && order.choice !== undefined) await call('project.decide', { id: await projectId(), choice: order.choice });
await application.idle();
say({ report: await report() });
await application.close();
await pool.close();
