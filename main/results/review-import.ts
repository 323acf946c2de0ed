/** Imports the verdicts that a colleague entered in the sheet To review. A verdict applies only to the pair that its row names by code. */
import type { Input, Output } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import {
  areSameVerdict,
  LONGEST_NOTE,
  REASON_TEXTS,
  REVIEW_COLUMNS as C,
  VERDICT_TEXTS,
  type Verdict,
  type VerdictKind,
} from '../../shared/review/index.ts';
import type { ProjectQueries } from '../checking/index.ts';
import { type SpawnWorker, taskRows } from '../platform/index.ts';
import type { FileTokens } from '../projects/index.ts';
import type { ReviewVerdicts } from './review-verdicts.ts';
import type { ScreeningResults } from './screening-results.ts';
import type { VerdictBooks } from './verdict-books.ts';

export interface ReviewImportDeps {
  readonly files: FileTokens;
  readonly spawnWorker: SpawnWorker;
  readonly queries: ProjectQueries;
  readonly results: ScreeningResults;
  readonly review: ReviewVerdicts;
  readonly verdicts: VerdictBooks;
}

const MAX_LISTED = 200;

/** A row of the file with a verdict. `line`: counted from 1. */
interface Filled {
  readonly line: number;
  readonly row: number;
  readonly pair: string;
  readonly name: string;
  readonly verdict: Verdict;
}

const plain = (text: string) => text.trim().toLowerCase();

/** The key for a word of a choice list; undefined for any other word. */
const keyOf = <K extends string>(texts: Readonly<Record<K, string>>, word: string): K | undefined =>
  (Object.keys(texts) as K[]).find((key) => plain(texts[key]) === plain(word) || key === plain(word));

/** Fills a missing reason and note of a verdict from the same verdict of somebody else. */
const completed = ({ is, reason, note }: Verdict, other: Verdict): Verdict => ({
  is,
  reason: reason ?? other.reason,
  note: note === '' ? other.note : note,
});

/** The keyboard shortcuts of Review. People also type them in a sheet without the choice list, such as CSV. */
const LETTERS: Readonly<Record<VerdictKind, string>> = { right: 'R', wrong: 'W', unsure: 'U' };

/** The index of each column of the sheet, from 0; -1 if it is missing. */
type Columns = Readonly<Record<keyof typeof C, number>>;

/** Null for a row that does not have the headings that a verdict needs. */
function columnsIn(cells: readonly string[]): Columns | null {
  const entries = Object.entries(C).map(([key, title]) => [key, cells.findIndex((cell) => plain(cell) === plain(title))]);
  const columns = Object.fromEntries(entries) as Columns;
  return columns.row >= 0 && columns.verdict >= 0 && columns.pair >= 0 ? columns : null;
}

export class ReviewImport {
  private readonly deps: ReviewImportDeps;

  constructor(deps: ReviewImportDeps) {
    this.deps = deps;
  }

  /**
   * Stores the verdicts of a file in one step.
   * @throws NOT_FOUND; NOT_NOW before the project has its results; INPUT_INVALID for a file without the columns of the sheet.
   */
  async read({ id, file: token, take }: Input<'review.import'>): Promise<Output<'review.import'>> {
    const { files, queries, results, review, verdicts } = this.deps;
    results.done(id);
    const file = files.take(token);
    try {
      const { filled, unknown } = await this.rowsOf(file.path, file.name);
      const { pairs } = await queries.ask(id, 'pairs', { rows: [...new Set(filled.map(({ row }) => row))] });
      const present = new Map(pairs.map(({ row, pair }) => [row, pair]));
      const fitting = filled.filter(({ row, pair }) => present.get(row) === pair);
      const nobody = filled.filter(({ row, pair }) => present.get(row) !== pair);
      const byRow = Map.groupBy(fitting, ({ row }) => row);
      const twice = [...byRow].filter(([, lines]) => lines.some(({ verdict }) => verdict.is !== lines[0]!.verdict.is));
      const once = [...byRow]
        .filter(([, lines]) => lines.every(({ verdict }) => verdict.is === lines[0]!.verdict.is))
        .map(([, lines]) => lines.at(-1)!);
      const book = verdicts.of(id);
      const hereOf = (pair: string) => book.of(pair)?.after ?? null;
      const isOther = ({ pair, verdict }: Filled) => (hereOf(pair)?.is ?? verdict.is) !== verdict.is;
      const after = (here: Verdict | null, { verdict }: Filled): Verdict => {
        if (here === null || (here.is !== verdict.is && take === 'file')) return verdict;
        return here.is === verdict.is ? completed(here, verdict) : here;
      };
      const chosen = new Map(
        once.filter((one) => !areSameVerdict(after(hereOf(one.pair), one), hereOf(one.pair))).map((one) => [one.row, one]),
      );
      const { rows } =
        chosen.size === 0
          ? { rows: [] }
          : await review.change(id, 'imported', file.name, [...chosen.keys()], (row, pair) => {
              const one = chosen.get(row)!;
              const here = hereOf(pair);
              // Somebody may have judged the pair since the file was read.
              return one.pair === pair ? after(here, one) : here;
            });
      const conflictRows = once.filter(isOther).map((one) => ({ row: one.row, here: hereOf(one.pair)!, file: one.verdict }));
      return {
        changed: rows.length,
        same: once.length - rows.length - conflictRows.length,
        nobody: nobody.slice(0, MAX_LISTED).map(({ line, row, name }) => ({ line, text: `row ${row}, ${name}` })),
        twice: twice.slice(0, MAX_LISTED).map(([row, lines]) => ({ row, verdicts: lines.map(({ verdict }) => verdict.is) })),
        unknown: unknown.slice(0, MAX_LISTED),
        unread: nobody.length + twice.reduce((sum, [, lines]) => sum + lines.length, 0) + unknown.length,
        conflicts: take === null ? conflictRows.slice(0, MAX_LISTED) : [],
      };
    } finally {
      await files.deleteSpooledCopy(file);
    }
  }

  /** The rows with a verdict, and the rows with a word that is not known. */
  private async rowsOf(
    path: string,
    name: string,
  ): Promise<{ readonly filled: Filled[]; readonly unknown: { line: number; text: string }[] }> {
    const task = this.deps.spawnWorker('rows', { path, name, options: {} });
    const filled: Filled[] = [];
    const unknown: { line: number; text: string }[] = [];
    let columns: Columns | null = null;
    let line = 0;
    for await (const cells of taskRows(task)) {
      line += 1;
      if (columns === null) {
        columns = columnsIn(cells);
        continue;
      }
      const places = columns;
      const cell = (key: keyof Columns) => cells[places[key]]?.trim() ?? '';
      if (cell('verdict') === '') continue;
      const is = keyOf(VERDICT_TEXTS, cell('verdict')) ?? keyOf(LETTERS, cell('verdict'));
      const reason = cell('reason') === '' ? null : keyOf(REASON_TEXTS, cell('reason'));
      if (is === undefined || reason === undefined) unknown.push({ line, text: is === undefined ? cell('verdict') : cell('reason') });
      else
        filled.push({
          line,
          row: Number(cell('row')) || 0,
          pair: cell('pair').replace(/^P-/, ''),
          name: cell('name'),
          verdict: { is, reason, note: cell('note').slice(0, LONGEST_NOTE) },
        });
    }
    await task.result;
    if (columns === null)
      throw new AppError(
        'INPUT_INVALID',
        `The file has no columns “${C.row}”, “${C.verdict}” and “${C.pair}”. Use the file that Review saved.`,
      );
    return { filled, unknown };
  }
}
