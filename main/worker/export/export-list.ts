/** The rows of an export in sheet order, each with its outcome and its scores. */
import { rowName } from '../../../shared/base/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { idKeyOf } from '../../../shared/transforms/index.ts';
import type { ChosenConditions } from '../../../shared/results/index.ts';
import { whyNotSent } from '../../../shared/rows/index.ts';
import { NOT_PART } from '../../../shared/view-texts/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { ExportInput, ListExportInput } from '../../worker-protocol/index.ts';
import { FIRST_INDEX, type ListIndex, NO_INDEX, NO_PROFILE, type ProfileNumber } from '../list/ordinals.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { type BlockRow, DataRows } from '../list/stored-rows.ts';
import { PriorScores, type PriorScore } from '../prior/prior-scores.ts';
import { listIndexOf, type ScoreColumns } from '../result-file/result-file.ts';
import { ResultSelections } from '../results/result-selections.ts';
import { Judgments, MARK } from '../review/judgments.ts';
import { ScreeningReader } from '../results/screening-reader.ts';
import type { TaskContext } from '../threads/task-context.ts';
import type { Damage } from './intact.ts';

const ID = FIELD_INDEX.constituentId;
/** The texts of outcomes in cells. */
const OUTCOME_TEXTS = {
  scored: 'Scored',
  byOrder: 'Scored, joined by order',
  refused: 'Not accepted',
  unknown: 'Without a result',
  leftOut: 'Not sent',
  earlier: 'Scored before',
  merged: 'Scored with another row',
  damaged: 'Damaged in the project’s file',
} as const;

export type OutcomeText = (typeof OUTCOME_TEXTS)[keyof typeof OUTCOME_TEXTS];

/** The text of a row's outcome in a cell. */
export const outcomeText = ({ outcome, isByOrder }: ListRow): OutcomeText =>
  OUTCOME_TEXTS[outcome === 'scored' && isByOrder ? 'byOrder' : outcome];

/** A row of the list with its outcome. */
export interface ListRow extends BlockRow {
  readonly outcome: Exclude<keyof typeof OUTCOME_TEXTS, 'byOrder'>;
  /** True when the user joined the profile to the row by order. */
  readonly isByOrder: boolean;
  /** Why the row was not sent; empty if it was sent. */
  readonly why: string;
  /** The profile of the row, or of the row that was sent in its place. */
  readonly profile: ProfileNumber;
  /** True for a merged row that has the same constituent ID as the row that was sent in its place. */
  readonly repeatsId: boolean;
  /** The scores from an earlier screening, for a row that was not sent because it has not changed. */
  readonly prior: PriorScore | null;
}

/** The scores of a row. `positions`: maps each score column of the list to its column in the block, if they differ. */
export type RowScores = BlockRow & { readonly positions?: readonly number[] };

/** A table of the export. */
export interface Table {
  readonly columns: readonly WriteColumn[];
  /** Writes the table rows of one list row. Returns their number, as a promise only when the disk is slower, because rows are many. */
  write(writer: RowWriter, row: ListRow): number | Promise<number>;
}

/** The list being exported. */
export class ExportList {
  readonly screening: ScreeningReader;
  /** Score columns of the project, followed by columns that only earlier screenings have. */
  readonly scoreColumns: ScoreColumns;
  /** The parts of the file that are damaged, which the export leaves out. */
  readonly damage: Damage;
  /** Number of rows that were written with the scores of an earlier screening. */
  scoredBefore = 0;
  /** Number of rows that were written with a profile that the user joined by order. */
  joinedByOrder = 0;
  private readonly file: ProjectFile;
  private readonly prior: PriorScores | null;

  constructor(
    file: ProjectFile,
    input: Exclude<ExportInput, { readonly kind: 'comparison' | 'cleanedList' | 'toReview' }>,
    damage: Damage,
  ) {
    this.file = file;
    this.damage = damage;
    this.screening = new ScreeningReader(input, file);
    if ('office' in input) this.screening.columns.useOffice(input.office);
    const { columns } = this.screening.results;
    const screenings = 'people' in input && input.people.kind === 'everyone' ? input.people.priorScores : [];
    this.prior = screenings.length === 0 ? null : new PriorScores(screenings, columns);
    this.scoreColumns = this.prior === null ? columns : [...columns, ...this.prior.more];
  }

  /** True when the export adds scores from earlier screenings. */
  get hasPriorScores(): boolean {
    return this.prior !== null;
  }

  /** Headings of the sheet. */
  get headers(): readonly string[] {
    return this.screening.source.sheetLayout.headers;
  }

  close(): void {
    this.prior?.close();
  }

  /** The scores of a row and where they are; null for a row without scores. */
  scoresOf({ profile, prior }: ListRow): RowScores | null {
    if (prior !== null) return prior;
    return profile === NO_PROFILE ? null : this.screening.results.scores(profile);
  }

  /** The column of a score block that contains a score column of the list; -1 if there is none. */
  columnIn({ positions }: RowScores, position: number): number {
    if (positions !== undefined) return positions[position] ?? -1;
    return position < this.screening.results.columns.length ? position : -1;
  }

  /** The text of a row in a score column of the list; '' if there is none. */
  scoreText(row: ListRow, position: number): string {
    const scores = position < 0 ? null : this.scoresOf(row);
    const column = scores === null ? -1 : this.columnIn(scores, position);
    return scores === null || column < 0 ? '' : scores.block.text(scores.row, column);
  }

  /** Selections without people who have a verdict that the profile is someone else's. */
  judgedSelections({ verdicts }: Pick<ListExportInput, 'verdicts'>): ResultSelections {
    const judgments = new Judgments(this.screening);
    judgments.take(verdicts);
    const selections = new ResultSelections(this.screening);
    selections.leaveOut((at) => judgments.marks[at] === MARK.wrong);
    return selections;
  }

  /** Writes the rows of the input. Returns the number of table rows. */
  async write(table: Table, input: ListExportInput, writer: RowWriter, context: TaskContext): Promise<number> {
    this.joinedByOrder = 0;
    this.scoredBefore = 0;
    const count = (row: ListRow, rows: number) => {
      if (rows > 0 && row.isByOrder && row.outcome === 'scored') this.joinedByOrder += 1;
      if (row.prior !== null) this.scoredBefore += 1;
      return rows;
    };
    return await this.forEachRow(input, context, (row) => {
      const rows = table.write(writer, row);
      return typeof rows === 'number' ? count(row, rows) : rows.then((written) => count(row, written));
    });
  }

  /**
   * Visits the rows of the input in sheet order. Returns the sum of the results of `visit`. `isWanted` is called with row numbers in the
   * same order. Rows for which it returns false are skipped.
   */
  async forEachRow(
    input: ListExportInput,
    context: TaskContext,
    visit: (row: ListRow) => number | Promise<number>,
    isWanted: ((rowNumber: number) => boolean) | null = null,
  ): Promise<number> {
    const { results, records, blocks } = this.screening;
    const segment = segmentOf(input);
    const only = segment === null ? null : this.judgedSelections(input).marked(segment);
    let index = FIRST_INDEX;
    let done = 0;
    let written = 0;
    const checked = new CheckGroupReader(this.file);
    const dataRows = new DataRows(input.sheetLayout);
    for (const { place: chunk, bytes } of this.file.chunks('rows')) {
      context.signal.throwIfAborted();
      const group = checked.block(chunk.seq);
      const block = new RowBlock(bytes);
      for (let row = 0; row < block.rowCount; row++) {
        const number = block.rowNumber(row);
        if (!(group?.isRow(row) ?? dataRows.has(block, row))) continue;
        // `results.rows` lacks sent rows that are damaged.
        while (results.rows[index]! < number) index++;
        const wasSent = results.rows[index] === number;
        const own = wasSent ? index : NO_INDEX;
        if (wasSent) index++;
        done += 1;
        if (isWanted !== null && !isWanted(number)) continue;
        const into = wasSent ? null : records.mergedInto(number);
        const from = into === null ? own : listIndexOf(results.rows, into);
        if (only !== null && only[from] !== 1) continue;
        const standIn = into === null ? { seq: chunk.seq, block, row } : blocks.find(into);
        const prior = wasSent || standIn === null || !this.screening.hasBaselineScores(standIn) ? null : this.priorScoreOf(standIn);
        const outcome = this.outcomeOf(own, from, prior);
        const why = wasSent
          ? this.screening.isNotPart(own)
            ? NOT_PART
            : ''
          : group === null
            ? OUTCOME_TEXTS.damaged
            : whyNotSent(group.notSentAs(row, input.options), into === null ? null : rowName(into, input.sheetLayout.appended));
        const profile = from === NO_INDEX ? NO_PROFILE : results.matches[from]!;
        const repeatsId = outcome === 'merged' && this.haveSameId({ block, row }, into!);
        const isByOrder = from !== NO_INDEX && results.isByOrder(from);
        const visited = visit({ block, row, outcome, isByOrder, why, profile, repeatsId, prior });
        written += typeof visited === 'number' ? visited : await visited;
      }
      context.progress(done, input.sheetLayout.rows, 'rows');
    }
    return written;
  }

  /** `own`: the list index of the row. `from`: the list index of the row that has its profile. */
  private outcomeOf(own: ListIndex, from: ListIndex, prior: PriorScore | null): ListRow['outcome'] {
    const { results } = this.screening;
    if (this.isDamaged(own)) return 'damaged';
    if (own !== NO_INDEX) return this.screening.isNotPart(own) ? 'leftOut' : results.outcome(own);
    if (prior !== null) return 'earlier';
    return from !== NO_INDEX && results.outcome(from) === 'scored' ? 'merged' : 'leftOut';
  }

  /** Whether damage makes the outcome of a row unknown. `index`: its list index. */
  private isDamaged(index: ListIndex): boolean {
    const { damage } = this;
    const { results } = this.screening;
    if (damage.size === 0) return false;
    if (index === NO_INDEX) return damage.has('list');
    const profile = results.matches[index]!;
    if (profile === 0) return damage.has('matches') || damage.has('rowErrors');
    return damage.has('scoreColumns') || (damage.has('scores') && results.scores(profile) === null);
  }

  private idOf({ block, row }: BlockRow): string {
    return this.screening.records.of(block, row).values[ID]!;
  }

  private priorScoreOf(row: BlockRow): PriorScore | null {
    return this.prior === null ? null : this.prior.find(this.idOf(row));
  }

  private haveSameId(one: BlockRow, otherRow: number): boolean {
    const id = idKeyOf(this.idOf(one));
    const other = this.screening.blocks.find(otherRow);
    return other !== null && idKeyOf(this.idOf(other)) === id;
  }
}

/** The conditions of the exported rows; null for all rows. */
function segmentOf(input: ListExportInput): ChosenConditions | null {
  if (input.kind === 'layout') return input.segment;
  return input.people.kind === 'segment' ? input.people : null;
}
