/** Polls the service until it is done, then fetches the results: every answer is read to its end and stored in one commit. */
import { AppError } from '../../shared/base/errors.ts';
import { type Counts, isProcessed, isStranger, LOOKS, type RunningAt } from '../../shared/project/project.ts';
import type { RemoteProject } from '../../shared/results/answers.ts';
import type { Host, RunningTask } from '../platform/ports.ts';
import type { CollectAnswer, PartSoFar } from '../worker-protocol/results.ts';
import type { AnswerStream } from '../service/client.ts';
import { lookUp, strangerIn } from './lookup.ts';
import { MOST_WAIT_MS, nextFetch, nextPoll } from './polling.ts';
import { markedName, StepCanceled, type StepContext, type SubmissionService } from './step-context.ts';

/** A service without a report of row errors: reading it is optional (section 4, step 6). */
const NO_REPORT: readonly unknown[] = [405, 410, 501];
/** No report, or not yet. */
const NOT_FOUND = 404;

/** Pages of one answer that are read: a million profiles by the hundred. */
const MOST_PAGES = 10_000;

const number = (value: number) => value.toLocaleString('en-US');

/** Waits until the next poll is due, then polls. */
export async function poll(step: StepContext, state: RunningAt<'processing'>): Promise<void> {
  const { deps, project } = step;
  const client = await step.client();
  // A clock that was set back must not turn a minute into a day.
  await step.wait(Math.min(state.nextPollAt - deps.clock.now(), MOST_WAIT_MS));
  const look = step.observation(await client.project(state.remoteId, step.signal));
  const nextPollAt = look.at + nextPoll(state.polls + 1, deps.connections.row(project.connectionId).kind, deps.random);
  const submission = isProcessed(look.status) ? { processedOnService: client.servedAt } : {};
  await step.recordEvent({ type: 'polled', look, nextPollAt }, strangerIn(state, look), { submission });
}

/** Fetches profiles and row errors from the beginning; results of an earlier fetch that are missing in this one are kept. */
export async function collect(step: StepContext, state: RunningAt<'collecting'>): Promise<void> {
  const { deps, project } = step;
  const { tries = 0, missing: owed = 0 } = state;
  const client = await step.client();
  await step.wait(nextFetch(tries, deps.connections.row(project.connectionId).kind, deps.random), missingText(owed));
  const remote = await client.project(state.remoteId, step.signal);
  const inList = remote.name === null ? await lookUp(client, state, step.signal) : null;
  const look = step.observation({ ...remote, name: remote.name ?? inList?.name ?? null });
  const listed = inList?.listed ?? null;
  if (isStranger(state, look.name ?? null, listed)) {
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
  // Once every profile is here, only reasons of refused rows are missing, and a fetch at any later time brings them.
  const missing = missingProfiles === 0 && waitedMs >= LOOKS.reportMs ? 0 : due;
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
  // Merged before the state says so, because a project that is done is not merged again at once.
  await deps.merge.mergeIntoRoot(project.id);
  await step.recordEvent({ type: 'collected', counts }, detail, change);
  storeRecordPrice(step, counts, validRows, balance);
  deps.events.emit('run.completed', { id: project.id });
  deps.host.notify(
    'Screening finished',
    `${number(counts.scored)} row${counts.scored === 1 ? '' : 's'} scored, ${number(counts.refused)} refused, ${number(counts.unknown)} unknown.`,
  );
}

/** Tells the user why the results are fetched again. */
const missingText = (missing: number) =>
  `${number(missing)} ${missing === 1 ? 'row is' : 'rows are'} neither scored nor refused. The service is asked again.`;

/** Where results are fetched from and which task writes them. */
export interface ResultsSource {
  readonly client: Pick<SubmissionService, 'project' | 'profiles' | 'errors'>;
  /** The service's id of the project. */
  readonly remoteId: string;
  /** The project as the service has just described it; without it the service is asked. */
  readonly remote?: RemoteProject;
  /** Rows that were sent. */
  readonly rows: number;
  /** Starts the worker's task that writes into the project's file. */
  readonly spawn: () => RunningTask<'collect'>;
  readonly host: Pick<Host, 'keepAwake'>;
  readonly signal: AbortSignal;
  /** Bytes so far of the answer that is being read; `total` null when the service does not say. */
  readonly progress: (done: number, total: number | null) => void;
}

/** The result of a fetch, with the service's count of valid rows and whether a report of row errors was read. */
export interface FetchedResults extends CollectAnswer {
  readonly validRows: number | null;
  readonly report: 'not needed' | 'none' | 'read';
  /** Rows whose profile or refusal the service may still give. */
  readonly due: number;
}

/**
 * Reads profiles and row errors (section 4, #7 and #8) into the project's file, in one commit at the end. Costs nothing and may
 * be repeated. @throws StepCanceled when `signal` is aborted; ANSWER_TRUNCATED when an answer is cut off; whatever the client and
 * the task throw.
 */
export async function fetchResults(source: ResultsSource): Promise<FetchedResults> {
  const { client, remoteId, rows, host, signal } = source;
  const remote = source.remote ?? (await client.project(remoteId, signal));
  const task = source.spawn();
  const awake = host.keepAwake();
  const { validRows } = remote;
  try {
    await readPages({ task, part: 'profiles', source, expected: validRows }, await client.profiles(remoteId, signal));
    // Errors are asked for unless the service says that every row it was sent is valid.
    const clean = validRows === rows;
    const errors = clean ? 'not needed' : await errorReport(client, remoteId, signal);
    const refused = validRows === null ? null : rows - validRows;
    if (typeof errors === 'object') await readPages({ task, part: 'errors', source, expected: refused }, errors);
    if (signal.aborted) throw new StepCanceled();
    const answer = await task.ask({ ask: 'settle', validRows });
    const due = errors === 'unknown here' ? answer.missingProfiles : answer.missing;
    return { ...answer, due, validRows, report: typeof errors === 'object' ? 'read' : clean ? 'not needed' : 'none' };
  } finally {
    task.cancel();
    awake();
  }
}

/** The report of row errors; `unknown here` where the service has none at all. */
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

/** A part of the results as it is read. */
interface Part {
  readonly task: RunningTask<'collect'>;
  readonly part: 'profiles' | 'errors';
  readonly source: ResultsSource;
  /** Entries that the service's own count announces; null when it announces none. */
  readonly expected: number | null;
}

/** Reads an answer with the pages that follow it, where the service gives a long list in pages (section 4.1 leaves that open). */
async function readPages(part: Part, first: AnswerStream): Promise<void> {
  let soFar = await take(part, first);
  const itemsPerPage = soFar.entries;
  const more = () => soFar.more ?? (part.expected !== null && soFar.entries < part.expected);
  for (let page = 1; page <= MOST_PAGES && itemsPerPage > 0 && more(); page++) {
    const answer = await pageOf(first, page, itemsPerPage);
    if (answer === null) return;
    const before = soFar.entries;
    const latest = await take(part, answer, true);
    // Pages count from 0 or from 1: page 1 may be the one that came first. Any later page that tells nothing new ends the list.
    if (page > 1 && latest.entries === before) return;
    // A page that came before is left before its envelope is read: what the envelope said then still holds.
    if (latest.repeats !== true) soFar = latest;
  }
}

/** A later page of an answer; null where the service has no such page. */
async function pageOf(first: AnswerStream, page: number, itemsPerPage: number): Promise<AnswerStream | null> {
  try {
    return await first.page(page, itemsPerPage);
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_REFUSED') return null;
    throw error;
  }
}

/**
 * Hands the bytes of one page to the worker as they come; one that came before is left as soon as it shows. @throws ANSWER_TRUNCATED
 * when they do not come whole.
 */
async function take({ task, part, source }: Part, answer: AnswerStream, isLater = false): Promise<PartSoFar> {
  const { signal } = source;
  let taken = 0;
  let isKnown = !isLater;
  try {
    await task.ask({ ask: 'begin', part, contentType: answer.contentType });
    for await (const chunk of answer.chunks) {
      if (signal.aborted) throw new StepCanceled();
      taken += chunk.length;
      await task.write(new Uint8Array(chunk));
      source.progress(taken, answer.contentLength);
      if (isKnown) continue;
      const soFar = await task.ask({ ask: 'so-far' });
      isKnown = soFar.repeats !== null;
      if (soFar.repeats !== true) continue;
      answer.chunks.destroy();
      return soFar;
    }
  } catch (error) {
    answer.chunks.destroy();
    if (signal.aborted) throw new StepCanceled();
    if (error instanceof AppError) throw error;
    throw truncated(
      'The answer of the service was cut off before its end. What was kept before is unharmed; it is asked for again.',
      error,
    );
  }
  if (answer.contentLength !== null && answer.contentLength !== taken)
    throw truncated('The answer of the service was shorter than it said. It is asked for again.');
  return await task.ask({ ask: 'end' });
}

/** Stores what a record costs on this connection, if two balances show it and the account paid for nothing else in between. */
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
  // Where refused rows cost as well, the price of a row sent is the plain number.
  const each = charged % counts.submitted === 0 ? charged / counts.submitted : charged / records;
  if (!paidForOthers) deps.connections.setCreditsPerRecord(project.connectionId, Number(each.toPrecision(4)));
}
