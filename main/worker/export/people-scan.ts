/** A first pass over the people of a workbook: who has the most, how many are in each range, and which columns say nothing. */
import { capacityColumn } from '../../../shared/results/index.ts';
import type { ListExportInput, WorkbookExport } from '../../worker-protocol/index.ts';
import { listIndexOf } from '../result-file/result-file.ts';
import { Judgments, MARK } from '../review/judgments.ts';
import type { TaskContext } from '../threads/task-context.ts';
import { usedScores } from './export-columns.ts';
import { type ExportList, type ListRow, type OutcomeText, outcomeText } from './export-list.ts';
import { type CapacityRange, CapacityRanges } from './capacity-ranges.ts';
import { officerText } from './office-cells.ts';

/** Below this many scored people, `FEW_PROSPECTS` of them are the top. */
const MANY_SCORED = 500;
const FEW_PROSPECTS = 25;
const MOST_PROSPECTS = 50;

/** A person among the top prospects. `amount`: the number that people are sorted by. */
export interface Prospect extends ListRow {
  readonly amount: number;
  /** The verdict about the match, one of `MARK`. */
  readonly verdict: number;
}

/** The people in the office's first two bands of capacity. */
export interface TopBands {
  /** The words of the bands, and the amount from which people are in them. */
  readonly words: string;
  readonly least: number;
  /** The lowest amount of the first band. */
  readonly first: number;
  readonly people: number;
  /** People by officer, '' for nobody; null without officers. */
  readonly officers: ReadonlyMap<string, number> | null;
}

/** Columns with one value for everyone. */
export interface ConstantColumns {
  readonly sheet: ReadonlySet<number>;
  /** By position in the score columns of the list. */
  readonly scores: ReadonlySet<number>;
  readonly outcome: boolean;
}

export interface PeopleScan {
  readonly rows: number;
  /** Rows with scores of an earlier screening, and scored rows whose profile the user joined to them by order. */
  readonly earlier: number;
  readonly byOrder: number;
  /** Scored people whose profile is of somebody else by a verdict: they are not among the scored, in the top or in a range. */
  readonly judgedWrong: number;
  /** People with scores, earlier ones included. */
  readonly scored: number;
  /** Position of the number that people are sorted by; -1 without one. */
  readonly sortedBy: number;
  /** The largest amounts first, equal ones in the order of the sheet. */
  readonly top: readonly Prospect[];
  /** The ranges of capacity, the highest first; empty when the answer does not say how to make them. */
  readonly ranges: readonly CapacityRange[];
  /** Null without a rating of the capacity. */
  readonly topBands: TopBands | null;
  readonly constant: ConstantColumns;
}

/** A column that has had one value so far. */
interface Candidate {
  readonly of: 'sheet' | 'scores';
  readonly column: number;
  /** Null before the first person who can have a value. */
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

/** The column that people are sorted by: the capacity, else the first number that people use. */
function sortingColumn({ scoreColumns }: ExportList, input: WorkbookExport): number {
  const keys = scoreColumns.map(({ key }) => key);
  const capacity = keys.indexOf(capacityColumn(keys) ?? '');
  if (capacity >= 0 && scoreColumns[capacity]!.type === 'number') return capacity;
  return keys.indexOf(usedScores(scoreColumns, input).find((key) => scoreColumns[keys.indexOf(key)]?.type === 'number') ?? '');
}

/** Removes the columns that differ in this row. */
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

/** The verdict about the match of a scored row, one of `MARK`. */
function verdictsOf({ screening }: ExportList, { verdicts }: ListExportInput): (row: ListRow) => number {
  const judgments = new Judgments(screening);
  judgments.take(verdicts);
  if (verdicts.rows.length === 0) return () => MARK.none;
  const { rows } = screening.results;
  return ({ block, row, outcome }) =>
    outcome === 'scored' ? (judgments.marks[listIndexOf(rows, block.rowNumber(row))] ?? MARK.none) : MARK.none;
}

/** Bands that hold the top prospects. */
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
  const largest = new Largest(MOST_PROSPECTS);
  const outcomes = new Set<OutcomeText>();
  const candidates: Candidate[] = [
    ...list.headers.map((_, column): Candidate => ({ of: 'sheet', column, value: null })),
    ...list.scoreColumns.map((_, column): Candidate => ({ of: 'scores', column, value: null })),
  ];
  const verdictOf = verdictsOf(list, input);
  const topCounts = new TopCounts(list, ranges);
  let wrong = 0;
  let scored = 0;
  let earlier = 0;
  let byOrder = 0;
  // The pass that writes the rows shows the progress.
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
    sortedBy,
    top: largest.first(scored < MANY_SCORED ? FEW_PROSPECTS : MOST_PROSPECTS),
    ranges: ranges.all(),
    topBands: topCounts.all(),
    constant: { sheet: constant('sheet'), scores: constant('scores'), outcome: rows > 1 && outcomes.size === 1 },
  };
}
