/** The steps that measure the list and send exactly those bytes. The last bytes are sent only after "closing" is on disk. */
import { createHash } from 'node:crypto';
import { AppError, countText, numberText } from '../../shared/base/index.ts';
import { type Body, type RunningAt, claimedSha256, comparedPilot, firstPartOf } from '../../shared/project/index.ts';
import { readHeadingAnswer } from '../../shared/mapping/index.ts';
import { abortableResult } from '../platform/index.ts';
import { nameOnServiceOf, submitOptionsOf } from '../projects/index.ts';
import { backoffDelay } from './delays.ts';
import { recordOutcome } from './reconcile.ts';
import type { StepContext } from './step-context.ts';

/**
 * Measures the exact body and claims the list for this project: the same list is sent only once to an account.
 * @throws NOTHING_TO_SEND; INPUT_INVALID when the list is not what the user saw; POLICY_INVALID; POLICY_REFUSED.
 */
export async function prepare(step: StepContext): Promise<void> {
  const { deps, project } = step;
  const { settings } = deps.connections.row(project.connectionId);
  const format = project.options.listFormat ?? settings.listFormat;
  const headings = settings.csvHeadings ?? {};
  const neverSent = deps.connections.neverSent(project.connectionId);
  const list = deps.store.get(project.id);
  const { check } = deps.store.listState(list);
  const agreed = check === null ? null : { edited: check.edited, best: check.best?.rows ?? null };
  const task = deps.spawnWorker(
    'encode',
    { ...deps.store.source(list), options: submitOptionsOf(project), format, headings, neverSent, agreed, mode: 'measure' },
    ({ done, total, unit }) => step.setActivity({ kind: 'preparing', done, total, unit }),
  );
  const body = await abortableResult(task, step.signal);
  if (body === null) throw new AppError('NOTHING_TO_SEND', 'No rows are left to send.');
  // The policy may have changed since the user sent the list, or its first part.
  deps.policy.assertRows(rowsOfScreening(step, body.rows));
  const { confirmedRows } = project.submission;
  if (confirmedRows !== null && body.rows !== confirmedRows)
    throw new AppError(
      'INPUT_INVALID',
      `You agreed to send ${countText(confirmedRows, 'row')}, and the list now has ${numberText(body.rows)}. Nothing was sent. Review the cost again.`,
    );
  const besides = comparedPilot(project.lineage);
  const claim = { sha256: claimedSha256(body), allowDuplicate: project.options.allowDuplicate, besides };
  const state = await step.recordEvent({ type: 'prepared', body, nameOnService: nameOnServiceOf(project) }, {}, { claim });
  if (state !== null) return;
  const message = sentBeforeMessage(deps.database.claims.sentBefore(project.connectionId, claim.sha256, project.id, besides));
  await step.recordEvent({ type: 'not-prepared' }, { code: 'SENT_BEFORE' }, { lastError: { code: 'SENT_BEFORE', message } });
}

/** The number of rows of a list in all of its parts. `rows`: those of this project. */
function rowsOfScreening({ deps, project }: StepContext, rows: number): number {
  const others = deps.store.all().filter((one) => one.id !== project.id && firstPartOf(one) === firstPartOf(project));
  return others.reduce((sum, { submission, source }) => sum + (submission.confirmedRows ?? source.rows ?? 0), rows);
}

/** `before`: the project that sent the list, if it is known. */
export function sentBeforeMessage(before: { readonly name: string } | null): string {
  const name = before === null ? '' : `, as “${before.name}”`;
  return `This list was sent before${name}. You would be charged again, so nothing was sent. Confirm if you want to send it again.`;
}

/** Sends the list and records the outcome. If the list did not arrive, the next attempt follows after a wait. */
export async function add(step: StepContext, state: RunningAt<'adding'>): Promise<void> {
  const { deps, project } = step;
  const { body, remoteId, tries = 0 } = state;
  const client = await step.client();
  if (tries > 0) await step.wait(backoffDelay(tries, deps.random), 'The list did not get through, so it is being sent again.');
  step.setActivity({ kind: 'sending', done: 0, total: body.bytes, unit: 'bytes' });
  await step.recordEvent({ type: 'intend' }, { what: 'add', remoteId, sha256: body.sha256, bytes: body.bytes, rows: body.rows });
  const task = deps.spawnWorker('encode', {
    ...deps.store.source(deps.store.get(project.id)),
    options: submitOptionsOf(project),
    format: body.format,
    mode: 'stream',
    body,
  });
  const awake = deps.host.keepAwake();
  try {
    const contentType = body.format === 'csv' ? 'text/csv' : 'application/json';
    const chunks = bodyOf(step, task.bytes, body);
    const outcome = await client.addList(remoteId, { contentType, bytes: body.bytes, chunks }, step.signal);
    await recordOutcome(step, outcome, () => ({ type: 'added' }));
    if (body.format === 'csv' && outcome.outcome === 'refused')
      deps.connections.setHeadingAnswer(project.connectionId, readHeadingAnswer(outcome.texts, body.headings ?? {}));
  } finally {
    task.cancel();
    awake();
    await task.result.catch(() => undefined);
  }
}

/**
 * The bytes of the body, counted and hashed again. Yields the last chunk only when all bytes match the measured body and "closing" is on
 * disk: until then, the service cannot hold the complete list.
 */
async function* bodyOf(step: StepContext, chunks: AsyncIterable<Uint8Array>, body: Body): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let sent = 0;
  for await (const chunk of chunks) {
    digest.update(chunk);
    const end = sent + chunk.length;
    if (end >= body.bytes) {
      if (end > body.bytes || digest.digest('hex') !== body.sha256)
        throw new AppError('PROJECT_FILE_DAMAGED', 'The list changed after it was measured, so its last part was not sent.');
      await step.recordEvent({ type: 'closing' }, {});
      yield chunk;
      step.setActivity({ kind: 'sending', done: end, total: body.bytes, unit: 'bytes' });
      return;
    }
    yield chunk;
    sent = end;
    step.setActivity({ kind: 'sending', done: sent, total: body.bytes, unit: 'bytes' });
  }
  throw new AppError('PROJECT_FILE_DAMAGED', 'The list is shorter than it was when it was measured.');
}
