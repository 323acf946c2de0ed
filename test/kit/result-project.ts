/**
 * A project with results, created by the application's own tasks in this process: a list from a CSV file, treated as sent, and answers that
 * a test provides as bytes. No service, thread or window.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ExportFormat, OrderJoinView, ResultsView } from '../../shared/contract/index.ts';
import type { Body } from '../../shared/project/project-shapes.ts';
import type { Conditions } from '../../shared/results/result-shapes.ts';
import type { ProjectFileRef } from '../../main/worker-protocol/list.ts';
import { collect } from '../../main/worker/collect/collect.ts';
import { encode } from '../../main/worker/submit/encode.ts';
import { exportResults } from '../../main/worker/export/export.ts';
import { load } from '../../main/worker/import/load.ts';
import { type CheckRequest, NO_INPUTS } from '../../main/worker-protocol/check.ts';
import type { CollectResult } from '../../main/worker-protocol/results.ts';
import { NO_VERDICTS, type PackedVerdicts } from '../../main/worker-protocol/review.ts';
import { type KnownScreening, NO_OFFICE, type OfficeColumns } from '../../main/worker-protocol/queries.ts';
import type { AnswerOf, Answers, AskOf, QueryName, TaskName } from '../../main/worker-protocol/tasks.ts';
import type { ExportContents, ExportReport } from '../../main/worker-protocol/export.ts';
import { query } from '../../main/worker/query/open-project.ts';
import { workerPool } from './test-ports.ts';
import type { ImportResult, LoadInput } from '../../main/worker-protocol/import.ts';
import type { ServingContext } from '../../main/worker/threads/task-context.ts';
import { quietContext } from './task-context.ts';
import { UNWATCHED } from '../../main/worker/threads/unwatched.ts';

/** A context for a task that answers queries: `run` gets a function that asks, and the task ends when `run` returns. */
function contextFor<N extends TaskName>(
  run: (...served: Parameters<ServingContext<N>['serve']>) => void | Promise<void>,
): ServingContext<N> {
  return {
    ...quietContext,
    serve: async (answers, write) => {
      await run(answers, write);
    },
  };
}

/** Prefix of the IDs of rows without one. */
export const ROW_ID_PREFIX = 'row-K7M2Q9XA-';

const cell = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** CSV text of rows of cells. */
export const csvOf = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.map(cell).join(',')).join('\r\n');

export interface ServiceAnswers {
  readonly profiles: string | Buffer | Iterable<Buffer>;
  readonly errors?: string | Buffer | undefined;
  readonly contentType?: string;
  /** Number of valid rows according to the service; null when it returns none. */
  readonly validRows?: number | null;
  readonly rowBase?: 'find' | 'zero' | 'one' | 'sheet';
  /** Bytes per write. */
  readonly chunk?: number;
}

type TableExport = Extract<ExportContents, { readonly kind: 'list' | 'scoresById' }>;
type WorkbookExport = Extract<ExportContents, { readonly kind: 'workbook' }>;
type LayoutExport = Extract<ExportContents, { readonly kind: 'layout' }>;

/** The options of an export; by default it contains the whole list. */
type ExportOptions = { readonly rowsPerSheet?: number; readonly paper?: 'letter' | 'a4' } & (
  | Partial<TableExport>
  | ({ readonly kind: 'workbook' } & Partial<WorkbookExport>)
  | (Pick<LayoutExport, 'kind' | 'layout'> & Partial<LayoutExport>)
  | { readonly kind: 'refusedRows' }
  | Omit<Extract<ExportContents, { readonly kind: 'comparison' }>, 'summary'>
);

const OPTIONS = { sendErrors: false, resendRecent: false };
const PREFERENCES = { shown: null, columns: [], segments: [] };
const SENT = { projectId: 'p', name: 'A test', at: null, own: 0, isAdopted: false, rowBase: null, later: [] };
/** What the application adds to a query of a project that was sent without errors, by a user without preferences. */
export const OVERVIEW = { options: OPTIONS, preferences: PREFERENCES, sent: SENT, verdicts: NO_VERDICTS, office: NO_OFFICE };

/** A screening with which a query compares. */
export const known = (project: ResultProject): KnownScreening => ({
  projectId: 'other',
  name: 'Before',
  at: null,
  source: project.request,
});

interface OfOffice {
  readonly office: OfficeColumns;
  readonly verdicts: PackedVerdicts;
}

/** A query, in which office columns and verdicts may be missing; by default there are none. */
type Asked<K extends QueryName<'query'>> = Omit<AskOf<'query', K>, keyof OfOffice> &
  Partial<Pick<AskOf<'query', K>, keyof OfOffice & keyof AskOf<'query', K>>>;

type Reader = (input: LoadInput) => Promise<ImportResult>;

const readHere: Reader = (input) => load(input, quietContext);

/** Imports in worker threads like the application, which checks a long list in two threads. */
export const readInThreads: Reader = async (input) => {
  const pool = workerPool();
  try {
    return await pool.spawn('load', input).result;
  } finally {
    await pool.close();
  }
};

/** An imported list, ready for answers and queries. */
export class ResultProject {
  readonly folder: string;
  readonly request: CheckRequest;
  /** The list as it was sent. */
  readonly body: Body;

  private constructor(folder: string, request: CheckRequest, body: Body) {
    this.folder = folder;
    this.request = request;
    this.body = body;
  }

  /** Imports CSV text; all rows without errors count as sent. */
  static async of(csv: string | Buffer, sendErrors = true, read: Reader = readHere): Promise<ResultProject> {
    const folder = mkdtempSync(join(tmpdir(), 'desk-results-'));
    const path = join(folder, 'list.csv');
    writeFileSync(path, csv);
    return await ResultProject.read(folder, path, sendErrors, read);
  }

  /** The same for an existing file. */
  static async ofFile(path: string, read: Reader = readHere): Promise<ResultProject> {
    return await ResultProject.read(mkdtempSync(join(tmpdir(), 'desk-results-')), path, true, read);
  }

  /** A project that another process imported, in that process's folder. */
  static reopen(folder: string, kept: SavedRequest): ResultProject {
    return new ResultProject(folder, requestOf(kept), kept.body);
  }

  private static async read(folder: string, path: string, sendErrors: boolean, read: Reader): Promise<ResultProject> {
    const file: ProjectFileRef = { path: join(folder, 'project.sqlite'), projectId: 'p', key: randomBytes(32) };
    const today = '2026-11-20';
    const { sheetLayout, plan } = await read({ path, name: basename(path), file, options: {}, today, inputs: NO_INPUTS });
    const request = { file, sheetLayout, plan, today, rowIdPrefix: ROW_ID_PREFIX, inputs: NO_INPUTS };
    const body = await encode({ ...request, options: { sendErrors, resendRecent: false }, format: 'json', mode: 'measure' }, quietContext);
    return new ResultProject(folder, request, body!);
  }

  /** Passes a service's answers to the collect task and returns its result. */
  async collect(answers: ServiceAnswers): Promise<CollectResult> {
    const { profiles, errors, contentType = 'application/json', validRows = null, chunk = 1 << 16 } = answers;
    let settled: CollectResult | null = null;
    const context = contextFor<'collect'>(async (collecting, write) => {
      const feed = async (part: 'profiles' | 'errors', given: string | Buffer | Iterable<Buffer>) => {
        await collecting.begin({ part, contentType, headers: {} }, UNWATCHED);
        for (const bytes of typeof given === 'string' || Buffer.isBuffer(given) ? [Buffer.from(given)] : given)
          for (let at = 0; at < bytes.length; at += chunk) await write!(Buffer.from(bytes.subarray(at, at + chunk)));
        await collecting.end(null, UNWATCHED);
      };
      await feed('profiles', profiles);
      if (errors !== undefined) await feed('errors', errors);
      settled = await collecting.settle({ validRows }, UNWATCHED);
    });
    await collect({ ...this.request, rowBase: answers.rowBase ?? 'find', body: this.body }, context);
    return settled!;
  }

  /** Opens the project for one query. */
  async ask<K extends QueryName<'query'>>(query: K, input: Asked<K>): Promise<AnswerOf<'query', K>> {
    let answer: AnswerOf<'query', K> | null = null;
    await this.answering(async (answers) => {
      answer = await answers[query](
        { office: NO_OFFICE, verdicts: NO_VERDICTS, ...(input as object) } as unknown as AskOf<'query', K>,
        UNWATCHED,
      );
    });
    return answer!;
  }

  /** The results as a user without preferences sees them. */
  async results(): Promise<ResultsView> {
    return await this.ask('results.get', OVERVIEW);
  }

  /** `own`: the number of rows that the project itself sent. */
  async orderJoin(own: number): Promise<OrderJoinView> {
    return await this.ask('results.orderJoin', { options: OPTIONS, sent: { ...SENT, own } });
  }

  /** How many scored rows meet each set of conditions. */
  async counts(conditions: readonly Conditions[]): Promise<number[]> {
    const segments = conditions.map((one, at) => ({ ...one, id: String(at), name: String(at) }));
    const counted = await this.ask('segments.list', { options: OPTIONS, verdicts: NO_VERDICTS, preferences: { ...PREFERENCES, segments } });
    return counted.map(({ rows }) => rows);
  }

  /** Keeps the project open while `run` asks queries. */
  async answering(run: (answers: Answers<'query'>) => Promise<void>): Promise<void> {
    await query(this.request, contextFor<'query'>(run));
  }

  /** Exports to a file with this name and returns its path. */
  /** `format`: of the files in a ZIP; by default the file extension decides. */
  async export(name: string, options: ExportOptions = {}, format?: ExportFormat): Promise<string> {
    return (await this.exportCounted(name, options, format)).path;
  }

  /** Exports to a file with this name, and returns what the layout leaves out. */
  async exportCounted(
    name: string,
    options: ExportOptions = {},
    format: ExportFormat = name.endsWith('.csv') ? 'csv' : name.endsWith('.jsonl') ? 'jsonl' : 'xlsx',
  ): Promise<ExportReport & { readonly path: string }> {
    const target = join(this.folder, name);
    const { rowsPerSheet, paper, ...contents } = options;
    const pages = { ...(rowsPerSheet === undefined ? {} : { rowsPerSheet }), ...(paper === undefined ? {} : { paper }) };
    const report = await exportResults({ ...this.request, ...contentsOf(contents), ...pages, target, format }, quietContext);
    return { ...report, path: target };
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const MARKER = 'K7M2Q9XA';
const SUMMARY = ['A test.'];
/** The inputs of an export that a test seldom changes. */
export const EXPORT_INPUTS = {
  options: OPTIONS,
  columns: null,
  titles: {},
  day: '2026-11-19',
  verdicts: NO_VERDICTS,
  office: NO_OFFICE,
  notes: null,
};

const TABLE = {
  people: { kind: 'everyone', priorScores: [] },
  bars: [],
  given: [],
  marker: MARKER,
  summary: SUMMARY,
  settings: [{ label: 'Rows with errors', value: 'Left out' }],
  isIntactOnly: false,
  byOfficer: null,
} as const;

function contentsOf(options: ExportOptions): ExportContents {
  switch (options.kind) {
    case 'layout':
      return { ...EXPORT_INPUTS, segment: null, verdicts: NO_VERDICTS, ...options };
    case 'refusedRows':
      return { marker: MARKER, ...options };
    case 'comparison':
      return { summary: SUMMARY, ...options };
    case 'workbook':
      return { ...EXPORT_INPUTS, ...TABLE, name: 'A test', shown: null, order: null, report: null, record: [], ...options };
    default:
      return { ...EXPORT_INPUTS, ...TABLE, kind: 'list', ...options };
  }
}

/** A serializable project for another process; the key is an array of bytes. */
export type SavedRequest = Omit<CheckRequest, 'file'> & {
  readonly file: Omit<ProjectFileRef, 'key'> & { readonly key: readonly number[] };
  readonly body: Body;
};

/** The serializable form of a project. */
export const savedRequest = ({ request: { file, ...rest }, body }: ResultProject): SavedRequest => ({
  ...rest,
  file: { ...file, key: [...file.key] },
  body,
});

const requestOf = ({ file, sheetLayout, plan, today, rowIdPrefix, inputs }: SavedRequest): CheckRequest => {
  return { file: { ...file, key: Uint8Array.from(file.key) }, sheetLayout, plan, today, rowIdPrefix, inputs };
};

/** An export for a separate process. */
export interface ExportOrder {
  readonly request: SavedRequest;
  readonly target: string;
}

/** Runs the order; writes the same workbook as `ResultProject.export` without options. */
export async function exportOrder({ request, target }: ExportOrder): Promise<void> {
  await exportResults({ ...requestOf(request), ...contentsOf({}), target, format: 'xlsx' }, quietContext);
}

/** An invented list with the headings of a CRM export, including columns that are not sent. */
export function listRows(count: number): string[][] {
  const head = ['Constituent ID', 'First Name', 'Last Name', 'Address', 'City', 'State', 'ZIP', 'Gift officer', 'Class year'];
  const rows = Array.from({ length: count }, (_, index) => [
    `C-${String(index + 1).padStart(5, '0')}`,
    ['Ada', 'Grace', 'Édith', 'Mary'][index % 4]!,
    ['Lovelace', 'Hopper', 'Stein', 'Shelley', 'Ó Briain'][index % 5]!,
    `${index + 1} Elm Street`,
    ['Boston', 'Worcester', 'Salem'][index % 3]!,
    'MA',
    `0${2108 + (index % 90)}`,
    ['J. Castellan', 'P. Osei', ''][index % 3]!,
    String(1960 + (index % 50)),
  ]);
  return [head, ...rows];
}

/** A profile with common scores for the person at this list index. */
export function profileFor(index: number): Record<string, unknown> {
  return {
    id: `prf-${index + 1}`,
    constituentId: `C-${String(index + 1).padStart(5, '0')}`,
    mostRecentScore: {
      overallScore: 1 + ((index * 7) % 31) / 10,
      dateScored: `2026-11-${String(1 + (index % 19)).padStart(2, '0')}`,
      scoreDetails: {
        propensityRating: 1 + (index % 4),
        affinityRating: 1 + (Math.floor(index / 3) % 4),
        capacityRating: 4 - (Math.floor(index / 2) % 4),
        capacityValue: 4000 + index * 250,
        capacityRange: index % 2 === 0 ? '$50K - $100K' : '$250K - $500K',
      },
      rfmDetails: { rfmScore: index % 5 },
      plannedGivingDetails: { bequest: index % 3 === 0 },
    },
    pendingScore: null,
  };
}
