/** A first pass over the people of a workbook: the top prospects, the people in each range, and columns with one value for all. */
import { capacityColumn } from '../../../shared/results/index.ts';
import type { ListExportInput, WorkbookExport } from '../../worker-protocol/index.ts';
import { listIndexOf } from '../result-file/result-file.ts';
import { Judgments, MARK } from '../review/judgments.ts';
import type { TaskContext } from '../threads/task-context.ts';
import { usedScores } from './export-columns.ts';
import { type ExportList, type ListRow, type OutcomeText, outcomeText } from './export-list.ts';
import { type CapacityRange, CapacityRanges } from './capacity-ranges.ts';
import { officerText } from './office-cells.ts';

/** With fewer scored people than this, there are only `FEW_PROSPECTS` top prospects. */
const MANY_SCORED = 500;
const FEW_PROSPECTS = 25;
const MAX_PROSPECTS = 50;

/** One of the top prospects. `amount`: the number that people are sorted by. */
export interface Prospect extends ListRow {
  readonly amount: number;
  /** The verdict on the match, one of `MARK`. */
  readonly verdict: number;
}

/** The people in the office's top two bands of capacity. */
export interface TopBands {
  /** The names of the bands, and the lowest amount of the last band. */
  readonly words: string;
  readonly least: number;
  /** The lowest amount of the highest band. */
  readonly first: number;
  readonly people: number;
  /** Number of people by officer, '' for people without an officer; null if there are no officers. */
  readonly officers: ReadonlyMap<string, number> | null;
}

/** Columns in which everyone has the same value. */
export interface ConstantColumns {
  readonly sheet: ReadonlySet<number>;
  /** Indexes in the score columns of the list. */
  readonly scores: ReadonlySet<number>;
  readonly outcome: boolean;
}

export interface PeopleScan {
  readonly rows: number;
  /** Number of rows with scores from an earlier screening, and of scored rows whose profile the user joined by order. */
  readonly earlier: number;
  readonly byOrder: number;
  /** Scored people with a verdict that the profile is someone else's. They are not included in `scored`, `top` and `ranges`. */
  readonly judgedWrong: number;
  /** People with scores, including scores from earlier screenings. */
  readonly scored: number;
  /** The part of `scored` with scores of an earlier screening. The report does not include them. */
  readonly scoredEarlier: number;
  /** Index of the column that people are sorted by; -1 if there is none. */
  readonly sortedBy: number;
  /** The people with the largest amounts, in descending order. People with equal amounts are in sheet order. */
  readonly top: readonly Prospect[];
  /** The ranges of capacity, the highest first; empty if they cannot be determined. */
  readonly ranges: readonly CapacityRange[];
  /** Null if the office does not rate the capacity. */
  readonly topBands: TopBands | null;
  readonly constant: ConstantColumns;
}

/** A column that has had the same value in all rows so far. */
interface Candidate {
  readonly of: 'sheet' | 'scores';
  readonly column: number;
  /** Null until the first row that can have a value. */
  value: string | null;
}

/** Keeps the first `most` items with the largest amounts. */
class Largest {
  private readonly most: number;
  private readonly items: Prospect[] = [];

  constructor(most: number) {
    this.most = most;
  }

  add(row: ListRow, amount: number, verdict: number): void {
    const { items, most } = this;
    if (items.length === most && amount <= items[most - 1]!.amount) return;
    let at = items.length;
    while (at > 0 && items[at - 1]!.amount < amount) at -= 1;
    items.splice(at, 0, { ...row, amount, verdict });
    if (items.length > most) items.pop();
  }

  first(count: number): readonly Prospect[] {
    return this.items.slice(0, count);
  }
}

/** The column that people are sorted by: the capacity, else the first numeric column among the most relevant scores. */
function sortingColumn({ scoreColumns }: ExportList, input: WorkbookExport): number {
  const keys = scoreColumns.map(({ key }) => key);
  const capacity = keys.indexOf(capacityColumn(keys) ?? '');
  if (capacity >= 0 && scoreColumns[capacity]!.type === 'number') return capacity;
  return keys.indexOf(usedScores(scoreColumns, input).find((key) => scoreColumns[keys.indexOf(key)]?.type === 'number') ?? '');
}

/** Removes the columns that have a different value in this row. */
function keepEqual(candidates: Candidate[], list: ExportList, row: ListRow): void {
  let kept = 0;
  const scores = list.scoresOf(row);
  const { block } = row;
  for (const candidate of candidates) {
    const { column } = candidate;
    let text: string | null = null;
    if (candidate.of === 'sheet') text = block.text(row.row, column);
    else if (scores !== null) {
      const at = list.columnIn(scores, column);
      if (at >= 0) text = scores.block.text(scores.row, at);
    }
    if (text !== null) {
      if (candidate.value === null) candidate.value = text;
      else if (candidate.value !== text) continue;
    }
    candidates[kept++] = candidate;
  }
  candidates.length = kept;
}

/** Returns the verdict on the match of a row, one of `MARK`. */
function verdictsOf({ screening }: ExportList, { verdicts }: ListExportInput): (row: ListRow) => number {
  const judgments = new Judgments(screening);
  judgments.take(verdicts);
  const { rows } = screening.results;
  return ({ block, row, outcome, prior }) => {
    if (prior?.isWrong === true) return MARK.wrong;
    return verdicts.rows.length > 0 && outcome === 'scored'
      ? (judgments.marks[listIndexOf(rows, block.rowNumber(row))] ?? MARK.none)
      : MARK.none;
  };
}

/** The number of bands, from the highest, that `TopBands` covers. */
const TOP_BANDS = 2;

class TopCounts {
  private readonly steps: NonNullable<CapacityRanges['bands']>['steps'];
  private readonly officerOf: ((row: ListRow) => string) | null;
  private readonly officers = new Map<string, number>();
  private people = 0;

  constructor(list: ExportList, { bands }: CapacityRanges) {
    this.steps = bands?.steps.slice(0, TOP_BANDS) ?? [];
    this.officerOf = list.screening.columns.office.hasOfficers ? officerText(list) : null;
  }

  add(row: ListRow, amount: number): void {
    const least = this.steps.at(-1)?.from;
    if (least === undefined || amount < least) return;
    this.people += 1;
    if (this.officerOf === null) return;
    const officer = this.officerOf(row);
    this.officers.set(officer, (this.officers.get(officer) ?? 0) + 1);
  }

  all(): TopBands | null {
    const [first] = this.steps;
    const last = this.steps.at(-1);
    if (first === undefined || last === undefined) return null;
    const { people, officers } = this;
    const words = this.steps.map((step) => step.code || step.label).join(' and ');
    return { words, least: last.from, first: first.from, people, officers: this.officerOf === null ? null : officers };
  }
}

export async function scanPeople(list: ExportList, input: ListExportInput & WorkbookExport, context: TaskContext): Promise<PeopleScan> {
  const sortedBy = sortingColumn(list, input);
  const ranges = new CapacityRanges(list, sortedBy);
  const largest = new Largest(MAX_PROSPECTS);
  const outcomes = new Set<OutcomeText>();
  const candidates: Candidate[] = [
    ...list.headers.map((_, column): Candidate => ({ of: 'sheet', column, value: null })),
    ...list.scoreColumns.map((_, column): Candidate => ({ of: 'scores', column, value: null })),
  ];
  const verdictOf = verdictsOf(list, input);
  const topCounts = new TopCounts(list, ranges);
  let wrong = 0;
  let scored = 0;
  let scoredEarlier = 0;
  let earlier = 0;
  let byOrder = 0;
  // This pass does not report progress, because the pass that writes the rows does.
  const quiet: TaskContext = { ...context, signal: context.signal, progress: () => undefined };
  const rows = await list.forEachRow(input, quiet, (row) => {
    outcomes.add(outcomeText(row));
    keepEqual(candidates, list, row);
    if (row.prior !== null) earlier += 1;
    if (row.isByOrder && row.outcome === 'scored') byOrder += 1;
    const verdict = verdictOf(row);
    if (verdict === MARK.wrong) wrong += 1;
    else if (row.outcome === 'scored' || row.outcome === 'earlier') {
      scored += 1;
      if (row.outcome === 'earlier') scoredEarlier += 1;
      const text = list.scoreText(row, sortedBy);
      const amount = text === '' ? Number.NaN : Number(text);
      if (!Number.isNaN(amount)) {
        largest.add(row, amount, verdict);
        ranges.add(row, amount);
        topCounts.add(row, amount);
      }
    }
    return 1;
  });
  const constant = (of: Candidate['of']) =>
    new Set(rows < 2 ? [] : candidates.filter((candidate) => candidate.of === of).map(({ column }) => column));
  return {
    rows,
    earlier,
    byOrder,
    judgedWrong: wrong,
    scored,
    scoredEarlier,
    sortedBy,
    top: largest.first(scored < MANY_SCORED ? FEW_PROSPECTS : MAX_PROSPECTS),
    ranges: ranges.all(),
    topBands: topCounts.all(),
    constant: { sheet: constant('sheet'), scores: constant('scores'), outcome: rows > 1 && outcomes.size === 1 },
  };
}
