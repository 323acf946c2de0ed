/** The list on its way: measured once, then sent as exactly those bytes, the last of them only after "closing" is on the disk. */
import { createHash } from 'node:crypto';
import { AppError } from '../../shared/base/errors.ts';
import type { Body, RunningAt } from '../../shared/project/project.ts';
import { patience } from './polling.ts';
import { settle } from './reconcile.ts';
import type { Step } from './step-context.ts';

/** Measures the exact body and claims the list for this project: the same list goes to the same account once. */
export async function prepare(step: Step): Promise<void> {
  const { world, project } = step;
  const format = world.listFormat(project.connectionId);
  const { sendErrors, again, limit } = project.facts;
  const choice = { sendErrors, again, limit };
  const task = world.spawnWorker('encode', { ...world.recipe(project.id), choice, format, mode: 'measure' }, ({ done, total, unit }) => {
    step.tell({ kind: 'preparing', done, total, unit });
  });
  const body = await stoppable(task, step.signal);
  if (body === null) throw new AppError('NOTHING_TO_SEND', 'No row is left to send.');
  const claim = { sha256: body.sha256, repeat: project.facts.repeat };
  const entered = await step.enter({ type: 'prepared', body, marker: world.nameOnService(project) }, {}, { claim });
  if (entered !== null) return;
  const message = sentBefore(world.history.sentBefore(project.connectionId, body.sha256, project.id));
  await step.enter({ type: 'not-prepared' }, { code: 'SENT_BEFORE' }, { facts: { notice: { code: 'SENT_BEFORE', message } } });
}

/** Why a list that was sent before is not sent again, for a person. */
export function sentBefore(before: { readonly name: string } | null): string {
  const as = before === null ? '' : `, as “${before.name}”`;
  return `This very list was sent before${as}. Sending it again would be charged again, so nothing was sent. Say so if it is meant.`;
}

/** Sends the list. Whatever comes of it is entered; a list that did not come through is sent again after a while. */
export async function add(step: Step, state: RunningAt<'adding'>): Promise<void> {
  const { world, project } = step;
  const { body, remoteId, tries = 0 } = state;
  const client = await step.client();
  if (tries > 0) await step.rest(patience(tries, world.random), 'The list did not come through and is sent once more.');
  step.tell({ kind: 'sending', done: 0, total: body.bytes, unit: 'bytes' });
  await step.enter({ type: 'intend' }, { what: 'add', remoteId, sha256: body.sha256, bytes: body.bytes, rows: body.rows });
  const { sendErrors, again, limit } = project.facts;
  const choice = { sendErrors, again, limit };
  const task = world.spawnWorker('encode', { ...world.recipe(project.id), choice, format: body.format, mode: 'stream', body });
  const awake = world.host.keepAwake();
  try {
    const contentType = body.format === 'csv' ? 'text/csv' : 'application/json';
    const chunks = bodyOf(step, task.bytes, body);
    const outcome = await client.addList(remoteId, { contentType, bytes: body.bytes, chunks }, step.signal);
    await settle(step, outcome, () => ({ type: 'added' }));
  } finally {
    task.cancel();
    awake();
  }
}

/**
 * The body's bytes, counted and digested once more while they leave. The last part is handed over only when the whole is
 * what was measured, and only after "closing" is on the disk: until then the list is provably incomplete.
 */
async function* bodyOf(step: Step, chunks: AsyncIterable<Uint8Array>, body: Body): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let sent = 0;
  for await (const chunk of chunks) {
    digest.update(chunk);
    const end = sent + chunk.length;
    if (end >= body.bytes) {
      if (end > body.bytes || digest.digest('hex') !== body.sha256)
        throw new AppError('PROJECT_FILE_DAMAGED', 'The list is no longer the one that was measured, so its last part was kept back.');
      await step.enter({ type: 'closing' }, {});
      yield chunk;
      step.tell({ kind: 'sending', done: end, total: body.bytes, unit: 'bytes' });
      return;
    }
    yield chunk;
    sent = end;
    step.tell({ kind: 'sending', done: sent, total: body.bytes, unit: 'bytes' });
  }
  throw new AppError('PROJECT_FILE_DAMAGED', 'The list came out shorter than it was measured.');
}

/** A task's answer; the task is cancelled with the signal. */
async function stoppable<T>(task: { readonly result: Promise<T>; cancel(): void }, signal: AbortSignal): Promise<T> {
  const stop = () => {
    task.cancel();
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await task.result;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
