/** Watching the service at work, then fetching what it made: the whole answer, compared and kept in one commit. */
import { AppError } from '../../shared/base/errors.ts';
import { type Counts, isProcessed, isStranger, LOOKS, type RunningAt } from '../../shared/project/project.ts';
import type { RemoteProject } from '../../shared/results/answers.ts';
import type { Host, RunningTask } from '../platform/ports.ts';
import type { CollectAnswer, PartSoFar } from '../worker-protocol/results.ts';
import type { AnswerStream } from '../service/client.ts';
import { lookUp, strangerIn } from './lookup.ts';
import { MOST_REST_MS, nextFetch, nextPoll } from './polling.ts';
import { Overtaken, type Step, type SubmissionService } from './step-context.ts';

/** A service without a report of row errors: reading it is optional (section 4, step 6). */
const NO_REPORT: readonly unknown[] = [405, 410, 501];
/** No report, or not yet. */
const NOT_FOUND = 404;

/** Pages of one answer that are read: a million profiles by the hundred. */
const MOST_PAGES = 10_000;

const number = (value: number) => value.toLocaleString('en-US');

/** Waits until the next poll is due and makes it. */
export async function poll(step: Step, state: RunningAt<'processing'>): Promise<void> {
  const { world, project } = step;
  const client = await step.client();
  // A calendar that was set back must not turn a minute into a day.
  await step.rest(Math.min(state.nextPollAt - world.clock.now(), MOST_REST_MS));
  const look = step.look(await client.project(state.remoteId, step.signal));
  const nextPollAt = look.at + nextPoll(state.polls + 1, world.connectionKind(project.connectionId), world.random);
  const facts = { processedOnService: client.servedAt };
  await step.enter({ type: 'polled', look, nextPollAt }, strangerIn(state, look), isProcessed(look.status) ? { facts } : {});
}

/** Fetches profiles and row errors from the start; what came before and does not come again is kept. */
export async function collect(step: Step, state: RunningAt<'collecting'>): Promise<void> {
  const { world, project } = step;
  const { tries = 0, missing: owed = 0 } = state;
  const client = await step.client();
  await step.rest(nextFetch(tries, world.connectionKind(project.connectionId), world.random), missingText(owed));
  const remote = await client.project(state.remoteId, step.signal);
  const inList = remote.name === null ? await lookUp(client, state, step.signal) : null;
  const look = step.look({ ...remote, name: remote.name ?? inList?.name ?? null });
  const listed = inList?.listed ?? null;
  if (isStranger(state, look.name ?? null, listed)) {
    await step.enter({ type: 'looked', look, marker: world.nameOnService(project), listed }, strangerIn(state, look, listed));
    return;
  }
  const { counts, rowBase, due, missingProfiles, validRows, report } = await fetchResults({
    client,
    remoteId: state.remoteId,
    remote,
    rows: state.body.rows,
    spawn: () =>
      world.spawnWorker('collect', { ...world.recipe(project.id), rowBase: world.rowBase(project.connectionId), body: state.body }),
    host: world.host,
    signal: step.signal,
    progress: (done, total) => {
      step.tell({ kind: 'collecting', done, total, unit: 'bytes' });
    },
  });
  const waitedMs = tries === 0 ? 0 : (state.waitedMs ?? 0) + (look.after ?? 0);
  // Once every profile is here, only words about refused rows are missing, and a fetch at any later time brings them.
  const missing = missingProfiles === 0 && waitedMs >= LOOKS.reportMs ? 0 : due;
  if (missing > 0 && tries > 0) {
    await step.enter({ type: 'fell-short', counts, missing, after: look.after ?? 0 }, { validRows, report }, { facts: { rowBase } });
    return;
  }
  const balance = (await client.credits(step.signal).catch(() => null))?.remaining ?? null;
  if (balance !== null) world.credits(project.connectionId, balance);
  const told = { validRows, balance, report };
  const change = { facts: { creditsAfter: balance, rowBase } };
  if (missing > 0) {
    await step.enter({ type: 'fell-short', counts, missing, after: 0 }, told, change);
    return;
  }
  await world.collected(project.id);
  await step.enter({ type: 'collected', counts }, told, change);
  learnCost(step, counts, validRows, balance);
  await world.done(project.id);
  world.host.notify(
    'Screening finished',
    `${number(counts.scored)} row${counts.scored === 1 ? '' : 's'} scored, ${number(counts.refused)} refused, ${number(counts.unknown)} unknown.`,
  );
}

/** Why missing rows are asked for again, for a person who watches. */
const missingText = (missing: number) =>
  `${number(missing)} ${missing === 1 ? 'row is' : 'rows are'} neither scored nor refused. The service is asked again.`;

/** Where results are fetched from and who writes them. */
export interface ResultsSource {
  readonly client: Pick<SubmissionService, 'project' | 'profiles' | 'errors'>;
  /** The service's id of the project. */
  readonly remoteId: string;
  /** What the service has just said of the project; it is asked when this is left out. */
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

/** What a fetch came to, with the service's count of valid rows and whether a report of row errors was read. */
export interface FetchedResults extends CollectAnswer {
  readonly validRows: number | null;
  readonly report: 'not needed' | 'none' | 'read';
  /** Rows whose profile or refusal the service may still give. */
  readonly due: number;
}

/**
 * Reads profiles and row errors (section 4, #7 and #8) into the project's file, in one commit at the end. Costs nothing and may
 * be repeated. @throws Overtaken when `signal` is aborted; ANSWER_TRUNCATED when an answer is cut off; whatever the client and
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
    if (signal.aborted) throw new Overtaken();
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
      if (signal.aborted) throw new Overtaken();
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
    if (signal.aborted) throw new Overtaken();
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

/** Remembers what a record costs on this connection, where two balances show it and its account paid for nothing else between them. */
function learnCost(step: Step, counts: Counts, validRows: number | null, balance: number | null): void {
  const { world, id } = step;
  const project = world.history.project(id);
  const { creditsBefore = null, startedAt = null } = project?.facts ?? {};
  if (project === null || creditsBefore === null || balance === null || startedAt === null) return;
  const charged = creditsBefore - balance;
  const records = validRows ?? counts.scored + counts.unmatched;
  if (charged <= 0 || records <= 0) return;
  const account = world.accountOf(project.connectionId);
  const beside = world.history
    .projects()
    .some(
      (other) =>
        other.id !== id &&
        account.has(other.connectionId) &&
        other.facts.startedAt !== null &&
        (other.facts.processedAt === null || other.facts.processedAt >= startedAt),
    );
  // Where refused rows cost as well, the price of a row sent is the plain number.
  const each = charged % counts.submitted === 0 ? charged / counts.submitted : charged / records;
  if (!beside) world.learn(project.connectionId, Number(each.toPrecision(4)));
}
