/** Fetches profiles and row errors into the project's file: reads every answer to its end, and stores everything in one commit. */
import { AppError } from '../../shared/base/index.ts';
import type { RemoteProject } from '../../shared/results/index.ts';
import type { Host, RunningTask } from '../platform/index.ts';
import { type AnswerStream, isMissingEndpoint, readLaterPages } from '../service/index.ts';
import type { CollectResult, PartProgress } from '../worker-protocol/index.ts';
import { StepCanceled, type SubmissionService } from './step-context.ts';

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

/** The result of a fetch, with the service's count of valid rows and what became of the report of row errors. */
export interface FetchedResults extends CollectResult {
  readonly validRows: number | null;
  readonly report: 'not needed' | 'none' | 'read' | 'not understood';
  /** Rows whose profile or refusal can still arrive. */
  readonly due: number;
}

/**
 * Reads profiles and row errors (section 4, #7 and #8) into the project's file. Can be repeated.
 * @throws StepCanceled when the signal is aborted; ANSWER_TRUNCATED when an answer is cut off; what the client and the
 * task throw.
 */
export async function fetchResults(source: ResultsSource): Promise<FetchedResults> {
  const { client, remoteId, rows, host, signal } = source;
  const remote = source.remote ?? (await client.project(remoteId, signal));
  const task = source.spawn();
  const awake = host.keepAwake();
  const { validRows } = remote;
  try {
    // If the service does not count its valid rows, every row can have a profile.
    const profiles = await readPages(
      { task, part: 'profiles', source, expected: validRows ?? rows },
      await client.profiles(remoteId, signal),
    );
    if (!profiles.isUnderstood)
      throw new AppError(
        'RESPONSE_UNEXPECTED',
        'The service was asked for the profiles, and its answer cannot be understood: it holds no list. The results saved before are unchanged.',
        { path: '[]' },
      );
    // Errors are needed unless the service counts every sent row as valid and sends a profile of each.
    const clean = validRows === rows && profiles.rows >= rows;
    const errors = clean ? 'not needed' : await errorReport(client, remoteId, signal, validRows === rows);
    const expected = rows - (validRows ?? profiles.rows);
    const isReport = typeof errors === 'object' && (await readPages({ task, part: 'errors', source, expected }, errors)).isUnderstood;
    if (signal.aborted) throw new StepCanceled();
    const answer = await task.ask('settle', { validRows });
    // The report can still become available, unless the service has no such endpoint or its report is not understood.
    const due = errors === 'unknown here' || (typeof errors === 'object' && !isReport) ? answer.missingProfiles : answer.missing;
    const report = typeof errors === 'object' ? (isReport ? 'read' : 'not understood') : clean ? 'not needed' : 'none';
    return { ...answer, due, validRows, report };
  } finally {
    task.cancel();
    awake();
    // When the task has ended, it has closed the project's file, so the project can be removed.
    await task.result.catch(() => undefined);
  }
}

/** The report of row errors. `unknown here`: the service has no such endpoint. `isExtra`: the service counts every row as valid. */
async function errorReport(
  client: Pick<SubmissionService, 'errors'>,
  remoteId: string,
  signal: AbortSignal,
  isExtra: boolean,
): Promise<AnswerStream | 'unknown here' | 'not yet'> {
  try {
    return await client.errors(remoteId, signal);
  } catch (error) {
    const status = error instanceof AppError ? error.details.status : null;
    // The report of row errors is optional (section 4, step 6), and may not exist yet.
    if (status === 404) return 'not yet';
    if (isMissingEndpoint(status)) return 'unknown here';
    // The profiles must not wait for a report that may not exist.
    if (isExtra && error instanceof AppError) return 'not yet';
    throw error;
  }
}

const truncated = (message: string, cause?: unknown) => new AppError('ANSWER_TRUNCATED', message, {}, { cause });

/** A part of the results that is being read. */
interface Part {
  readonly task: RunningTask<'collect'>;
  readonly part: 'profiles' | 'errors';
  readonly source: ResultsSource;
  /** How many rows can have an entry, by the service's own count if it has one. */
  readonly expected: number;
}

/**
 * Reads an answer and its later pages: a service may split a long list into pages (section 4.1). `isUnderstood` is about the first page.
 */
async function readPages(part: Part, first: AnswerStream): Promise<PartProgress> {
  const state = await readPage(part, first);
  const isMore = ({ more, rows }: PartProgress) => more ?? rows < part.expected;
  const last = await readLaterPages(first, state, (page) => readPage(part, page, true), isMore);
  return { ...last, isUnderstood: state.isUnderstood };
}

/**
 * Passes the bytes of one page to the worker as they arrive, and stops early at a repeated page.
 * @throws ANSWER_TRUNCATED when the page is incomplete.
 */
async function readPage({ task, part, source }: Part, answer: AnswerStream, isLater = false): Promise<PartProgress> {
  const { signal } = source;
  let bytesRead = 0;
  let isKnown = !isLater;
  try {
    await task.ask('begin', { part, contentType: answer.contentType, headers: answer.pageHeaders });
    for await (const chunk of answer.chunks) {
      if (signal.aborted) throw new StepCanceled();
      bytesRead += chunk.length;
      await task.write(chunk);
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
      'The answer of the service was cut off. The results saved before are unchanged. Screening Desk requests the answer again.',
      error,
    );
  }
  return await task.ask('end', null);
}
