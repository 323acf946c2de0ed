/** Polls the service until it is done, then fetches the results: every answer is read to its end and stored in one commit. */
import { countText } from '../../shared/base/text.ts';
import { AppError } from '../../shared/base/errors.ts';
import { type Counts, isProcessed, isOtherProject, EVIDENCE_NEEDED, type RunningAt } from '../../shared/project/project.ts';
import type { RemoteProject } from '../../shared/results/project-answer.ts';
import type { Host, RunningTask } from '../platform/ports.ts';
import type { CollectResult, PartProgress } from '../worker-protocol/results.ts';
import type { AnswerStream } from '../service/client.ts';
import { lookUp, strangerIn } from './lookup.ts';
import { MOST_WAIT_MS, nextFetch, nextPoll } from './polling.ts';
import { markedName, StepCanceled, type StepContext, type SubmissionService } from './step-context.ts';

/** A service without a report of row errors: reading it is optional (section 4, step 6). */
const NO_REPORT: readonly unknown[] = [405, 410, 501];
/** No report, or not yet. */
const NOT_FOUND = 404;

/** The most pages of one answer: a million profiles by the hundred. */
const MOST_PAGES = 10_000;

export async function poll(step: StepContext, state: RunningAt<'processing'>): Promise<void> {
  const { deps, project } = step;
  const client = await step.client();
  // Limits the wait, because a clock that was set back could turn a minute into a day.
  await step.wait(Math.min(state.nextPollAt - deps.clock.now(), MOST_WAIT_MS));
  const look = step.observation(await client.project(state.remoteId, step.signal));
  const nextPollAt = look.at + nextPoll(state.polls + 1, deps.connections.row(project.connectionId).kind, deps.random);
  const submission = isProcessed(look.status) ? { processedOnService: client.servedAt } : {};
  await step.recordEvent({ type: 'polled', look, nextPollAt }, strangerIn(state, look), { submission });
}

/** Fetches profiles and row errors from the beginning; keeps results of an earlier fetch that are missing in this one. */
export async function collect(step: StepContext, state: RunningAt<'collecting'>): Promise<void> {
  const { deps, project } = step;
  const { tries = 0, missing: owed = 0 } = state;
  const client = await step.client();
  await step.wait(nextFetch(tries, deps.connections.row(project.connectionId).kind, deps.random), missingText(owed));
  const remote = await client.project(state.remoteId, step.signal);
  const inList = remote.name === null ? await lookUp(client, state, step.signal) : null;
  const look = step.observation({ ...remote, name: remote.name ?? inList?.name ?? null });
  const listed = inList?.listed ?? null;
  if (isOtherProject(state, look.name ?? null, listed)) {
    await step.recordEvent({ type: 'looked', look, marker: markedName(project), listed }, strangerIn(state, look, listed));
    return;
  }
  const { counts, rowBase, due, missingProfiles, validRows, report } = await fetchResults({
    client,
    remoteId: state.remoteId,
    remote,
    rows: state.body.rows,
    spawn: () =>
      deps.spawnWorker('collect', {
        ...deps.store.source(deps.store.get(project.id)),
        rowBase: deps.connections.row(project.connectionId).settings.rowBase,
        body: state.body,
      }),
    host: deps.host,
    signal: step.signal,
    progress: (done, total) => {
      step.setActivity({ kind: 'collecting', done, total, unit: 'bytes' });
    },
  });
  const waitedMs = tries === 0 ? 0 : (state.waitedMs ?? 0) + (look.after ?? 0);
  // With every profile stored, only reasons of refused rows are missing, and any later fetch can add them.
  const missing = missingProfiles === 0 && waitedMs >= EVIDENCE_NEEDED.reportMs ? 0 : due;
  if (missing > 0 && tries > 0) {
    await step.recordEvent(
      { type: 'fell-short', counts, missing, after: look.after ?? 0 },
      { validRows, report },
      { submission: { rowBase } },
    );
    return;
  }
  const balance = (await client.credits(step.signal).catch(() => null))?.remaining ?? null;
  if (balance !== null) deps.connections.noteCredits(project.connectionId, balance);
  const detail = { validRows, balance, report };
  const change = { submission: { creditsAfter: balance, rowBase } };
  if (missing > 0) {
    await step.recordEvent({ type: 'fell-short', counts, missing, after: 0 }, detail, change);
    return;
  }
  // Merged before the state is `done`, because nothing merges a finished project until the next start.
  await deps.merge.mergeIntoRoot(project.id);
  await step.recordEvent({ type: 'collected', counts }, detail, change);
  storeRecordPrice(step, counts, validRows, balance);
  deps.events.emit('run.completed', { id: project.id });
}

const missingText = (missing: number) =>
  `${countText(missing, 'row is', 'rows are')} neither scored nor refused. Screening Desk asks the service again.`;

/** Where results are fetched from and which task writes them. */
export interface ResultsSource {
  readonly client: Pick<SubmissionService, 'project' | 'profiles' | 'errors'>;
  /** The service's ID of the project. */
  readonly remoteId: string;
  /** The service's latest record of the project; when missing, `fetchResults` reads it. */
  readonly remote?: RemoteProject;
  /** Rows that were sent. */
  readonly rows: number;
  /** Starts the worker task that writes into the project's file. */
  readonly spawn: () => RunningTask<'collect'>;
  readonly host: Pick<Host, 'keepAwake'>;
  readonly signal: AbortSignal;
  /** Bytes read of the current answer; `total` is null when the service does not report it. */
  readonly progress: (done: number, total: number | null) => void;
}

/** The result of a fetch, with the service's count of valid rows and whether a report of row errors was read. */
export interface FetchedResults extends CollectResult {
  readonly validRows: number | null;
  readonly report: 'not needed' | 'none' | 'read';
  /** Rows whose profile or refusal can still arrive. */
  readonly due: number;
}

/**
 * Reads profiles and row errors (section 4, #7 and #8) into the project file, in one commit at the end. Can be
 * repeated. @throws StepCanceled on abort; ANSWER_TRUNCATED when an answer is cut off; as client and task.
 */
export async function fetchResults(source: ResultsSource): Promise<FetchedResults> {
  const { client, remoteId, rows, host, signal } = source;
  const remote = source.remote ?? (await client.project(remoteId, signal));
  const task = source.spawn();
  const awake = host.keepAwake();
  const { validRows } = remote;
  try {
    await readPages({ task, part: 'profiles', source, expected: validRows }, await client.profiles(remoteId, signal));
    // Errors are needed unless the service counts every sent row as valid.
    const clean = validRows === rows;
    const errors = clean ? 'not needed' : await errorReport(client, remoteId, signal);
    const refused = validRows === null ? null : rows - validRows;
    if (typeof errors === 'object') await readPages({ task, part: 'errors', source, expected: refused }, errors);
    if (signal.aborted) throw new StepCanceled();
    const answer = await task.ask('settle', { validRows });
    const due = errors === 'unknown here' ? answer.missingProfiles : answer.missing;
    return { ...answer, due, validRows, report: typeof errors === 'object' ? 'read' : clean ? 'not needed' : 'none' };
  } finally {
    task.cancel();
    awake();
    // Its file is closed then: the project may be removed next.
    await task.result.catch(() => undefined);
  }
}

/** `unknown here`: the service has no such report. */
async function errorReport(
  client: Pick<SubmissionService, 'errors'>,
  remoteId: string,
  signal: AbortSignal,
): Promise<AnswerStream | 'unknown here' | 'not yet'> {
  try {
    return await client.errors(remoteId, signal);
  } catch (error) {
    const status = error instanceof AppError ? error.details.status : null;
    if (NO_REPORT.includes(status)) return 'unknown here';
    if (status === NOT_FOUND) return 'not yet';
    throw error;
  }
}

const truncated = (message: string, cause?: unknown) => new AppError('ANSWER_TRUNCATED', message, {}, { cause });

/** A part of the results during reading. */
interface Part {
  readonly task: RunningTask<'collect'>;
  readonly part: 'profiles' | 'errors';
  readonly source: ResultsSource;
  /** Entries according to the service's own count; null when it has none. */
  readonly expected: number | null;
}

/** Reads an answer and its further pages, for services that split a long list into pages (section 4.1 allows it). */
async function readPages(part: Part, first: AnswerStream): Promise<void> {
  let soFar = await take(part, first);
  const itemsPerPage = soFar.entries;
  const more = () => soFar.more ?? (part.expected !== null && soFar.entries < part.expected);
  for (let page = 1; page <= MOST_PAGES && itemsPerPage > 0 && more(); page++) {
    const answer = await pageOf(first, page, itemsPerPage);
    if (answer === null) return;
    const before = soFar.entries;
    const latest = await take(part, answer, true);
    // Pages count from 0 or from 1, so page 1 can repeat the first one. Any later page without new entries ends the
    // list.
    if (page > 1 && latest.entries === before) return;
    // Reading of a repeated page stops before its envelope, so the previous envelope is still valid.
    if (latest.repeats !== true) soFar = latest;
  }
}

/** A later page of an answer; null when the service has no such page. */
async function pageOf(first: AnswerStream, page: number, itemsPerPage: number): Promise<AnswerStream | null> {
  try {
    return await first.page(page, itemsPerPage);
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_REFUSED') return null;
    throw error;
  }
}

/**
 * Passes the bytes of one page to the worker as they arrive, and stops early at a repeated page. @throws
 * ANSWER_TRUNCATED when the page is incomplete.
 */
async function take({ task, part, source }: Part, answer: AnswerStream, isLater = false): Promise<PartProgress> {
  const { signal } = source;
  let bytesRead = 0;
  let isKnown = !isLater;
  try {
    await task.ask('begin', { part, contentType: answer.contentType });
    for await (const chunk of answer.chunks) {
      if (signal.aborted) throw new StepCanceled();
      bytesRead += chunk.length;
      await task.write(new Uint8Array(chunk));
      source.progress(bytesRead, answer.contentLength);
      if (isKnown) continue;
      const progress = await task.ask('progress', null);
      isKnown = progress.repeats !== null;
      if (progress.repeats !== true) continue;
      answer.chunks.destroy();
      return progress;
    }
  } catch (error) {
    answer.chunks.destroy();
    if (signal.aborted) throw new StepCanceled();
    if (error instanceof AppError) throw error;
    throw truncated(
      'The answer of the service was cut off. The results kept before are unchanged. Screening Desk requests the answer again.',
      error,
    );
  }
  if (answer.contentLength !== null && answer.contentLength !== bytesRead)
    throw truncated('The answer of the service was shorter than announced. Screening Desk requests it again.');
  return await task.ask('end', null);
}

/**
 * Stores the price of a record on this connection, if two balances show it and the account paid for nothing else in
 * between.
 */
function storeRecordPrice(step: StepContext, counts: Counts, validRows: number | null, balance: number | null): void {
  const { deps, id } = step;
  const project = deps.store.find(id);
  const { creditsBefore = null, startedAt = null } = project?.submission ?? {};
  if (project === null || creditsBefore === null || balance === null || startedAt === null) return;
  const charged = creditsBefore - balance;
  const records = validRows ?? counts.scored + counts.unmatched;
  if (charged <= 0 || records <= 0) return;
  const account = deps.connections.accountOf(project.connectionId);
  const paidForOthers = deps.store
    .all()
    .some(
      (other) =>
        other.id !== id &&
        account.has(other.connectionId) &&
        other.submission.startedAt !== null &&
        (other.submission.processedAt === null || other.submission.processedAt >= startedAt),
    );
  if (paidForOthers || deps.database.hasSingleCallSince(account, startedAt)) return;
  // If refused rows cost as well, the price per sent row is a whole number.
  const each = charged % counts.submitted === 0 ? charged / counts.submitted : charged / records;
  deps.connections.setCreditsPerRecord(project.connectionId, Number(each.toPrecision(4)));
}
