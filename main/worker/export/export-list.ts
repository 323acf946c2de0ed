/** Writes the rows of an export: the list with its scores, scores by ID, or the rows of a layout for another system. */
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/table.ts';
import { idKeyOf, longSalesforceId } from '../../../shared/transforms/salesforce-ids.ts';
import { dayText, findScore } from '../../../shared/results/layouts.ts';
import type { ChosenConditions } from '../../../shared/results/result-shapes.ts';
import { columnsShownFirst } from '../../../shared/results/scores.ts';
import { whyNotSent } from '../../../shared/rows/disposition-text.ts';
import { CellKind, RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/row-writer.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import { Edits } from '../list/edits.ts';
import { PriorScores, type PriorScore } from '../prior/prior-scores.ts';
import type { Damage } from './intact.ts';
import { type ChosenScores, chosenScores, scoreColumns, scoreIndexes, uniqueTitles } from './export-columns.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { DataRows, RowBlocks } from '../list/stored-rows.ts';
import type { ExportInput, ListExportInput } from '../../worker-protocol/export.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { ListSource } from '../../worker-protocol/list.ts';
import { listIndexOf, type ResultFile } from '../results/result-file.ts';
import { ResultPages } from '../results/result-pages.ts';
import type { TaskContext } from '../threads/task-context.ts';

const OUTCOME_TITLE = 'Screening outcome';
const WHY_TITLE = 'Why it was not sent';
const DAY_TITLE = 'Scored on';
const OUTCOMES = {
  scored: 'Scored',
  byOrder: 'Scored, joined by order',
  refused: 'Refused',
  unknown: 'Unknown',
  leftOut: 'Not sent',
  earlier: 'Scored before',
  merged: 'Scored with another row',
  damaged: 'Damaged in the project’s file',
} as const;
const ID = FIELD_INDEX.constituentId;
/** No list index. */
const NOWHERE = -1;

/** The inputs whose rows are those of a table. */
type TableInput = Exclude<ListExportInput, { readonly kind: 'layout' }>;
type LayoutInput = Extract<ListExportInput, { readonly kind: 'layout' }>;

/** A cell of a layout; '' for an empty one. */
interface LayoutCell {
  readonly kind: CellKind;
  readonly text: string;
}
const NO_CELL: LayoutCell = { kind: CellKind.Empty, text: '' };

/** True for a layout whose rows the other system joins to its people by their constituent ID. */
const joinsById = ({ columns }: LayoutInput['layout']): boolean =>
  columns.some(({ from }) => from.kind === 'field' && from.field === 'constituentId');

/** A row of the list with its outcome. */
interface ListRow {
  readonly block: RowBlock;
  readonly row: number;
  readonly outcome: Exclude<keyof typeof OUTCOMES, 'byOrder'>;
  /** True when the user joined the profile to the row by order. */
  readonly isByOrder: boolean;
  /** Why it was not sent; empty for a row that was sent. */
  readonly why: string;
  /** The profile of the row, or of the row that stands for it; 0 without one. */
  readonly profile: number;
  /** True for a merged row with the constituent ID of the row that stands for it. */
  readonly repeatsId: boolean;
  /** The scores of an earlier screening for a row that was not sent because it is unchanged. */
  readonly earlier: PriorScore | null;
}

/** True for scored people, and for merged ones with an ID of their own. */
const isOfLayout = ({ layout }: Pick<LayoutInput, 'layout'>, { outcome, repeatsId }: ListRow): boolean =>
  outcome === 'merged' ? joinsById(layout) && !repeatsId : outcome === 'scored';

/** A table of the export. */
export interface Table {
  readonly columns: readonly WriteColumn[];
  /** Writes the table rows of one list row. Returns their number. */
  write(writer: RowWriter, row: ListRow): Promise<number>;
}

/** The list being exported. */
export class ExportList {
  readonly results: ResultFile;
  readonly blocks: RowBlocks;
  readonly records: RecordReader;
  readonly original: readonly string[];
  private readonly source: ListSource;
  private readonly file: ProjectFile;
  private readonly pages: ResultPages;
  private readonly earlier: PriorScores | null;
  private withEarlier = 0;
  /** Rows that were written with a profile that the user joined to them by order. */
  joinedByOrder = 0;
  /** Scored people whom a layout leaves out because they have no ID. */
  withoutId = 0;
  /** Rows that a layout leaves out because the other system would remove a value by their empty cell. */
  withEmptyCell = 0;
  /** Titles of the columns that a layout leaves out for the same reason. */
  readonly emptyColumns: string[] = [];
  /** What of the file is damaged and left out. */
  readonly damage: Damage;
  /** Columns of the project's own results, then those that only earlier screenings have. */
  private readonly scored: Pick<ResultFile, 'columns'>;

  constructor(file: ProjectFile, input: Exclude<ExportInput, { readonly kind: 'comparison' | 'cleanedList' }>, damage: Damage) {
    this.file = file;
    this.damage = damage;
    this.source = input;
    this.blocks = new RowBlocks(file);
    this.records = new RecordReader(input.plan, new Edits(file));
    this.pages = new ResultPages(file, this.blocks, this.records, input.sheetLayout);
    this.results = this.pages.results;
    this.original = input.sheetLayout.headers;
    const { columns } = this.results;
    const priorScores = 'people' in input && input.people.kind === 'everyone' ? input.people.priorScores : [];
    this.earlier = priorScores.length === 0 ? null : new PriorScores(priorScores, columns);
    this.scored = { columns: this.earlier === null ? columns : [...columns, ...this.earlier.more] };
  }

  close(): void {
    this.earlier?.close();
  }

  /** Rows that were written with the scores of an earlier screening. */
  get scoredBefore(): number {
    return this.withEarlier;
  }

  /** The score columns of the input, from the project and the earlier screenings. */
  scoresOf(input: TableInput): ChosenScores {
    return chosenScores(this.scored, input);
  }

  table(input: ListExportInput): Table {
    switch (input.kind) {
      case 'list':
        return this.sheetTable(input);
      case 'scoresById':
        return this.keyedTable(input);
      case 'layout':
        return this.layoutTable(input);
    }
  }

  private scores(writer: RowWriter, { profile, earlier }: ListRow, { positions }: ChosenScores): void {
    const own = profile === 0 ? null : this.results.scores(profile);
    const at = earlier ?? own;
    const most = this.results.columns.length;
    for (const position of positions) {
      const index = earlier === null ? (position < most ? position : -1) : earlier.positions[position]!;
      if (at === null || index < 0) writer.empty();
      else writer.cell(at.block.kind(at.row, index), at.block.text(at.row, index));
    }
  }

  /** A segment has no rows that were not sent. The day is a column only when earlier scores are included. */
  private outcomeTitles({ people }: TableInput, usedTitles: readonly string[]): string[] {
    const why = people.kind === 'everyone' ? [WHY_TITLE] : [];
    return uniqueTitles([OUTCOME_TITLE, ...why, ...(this.earlier === null ? [] : [DAY_TITLE])], usedTitles);
  }

  private outcome(writer: RowWriter, { outcome, isByOrder, why, earlier }: ListRow, { people, day: scoredOn }: TableInput): void {
    writer.text(OUTCOMES[outcome === 'scored' && isByOrder ? 'byOrder' : outcome]);
    if (people.kind === 'everyone') {
      if (why === '') writer.empty();
      else writer.text(why);
    }
    if (this.earlier === null) return;
    const day = earlier?.day ?? (outcome === 'scored' ? scoredOn : '');
    if (day === '') writer.empty();
    else writer.cell(CellKind.Date, day);
  }

  private sheetTable(input: TableInput): Table {
    const { original } = this;
    const bars = new Set(input.bars);
    const scores = this.scoresOf(input);
    const outcome = this.outcomeTitles(input, original);
    return {
      columns: [
        ...original.map((title) => ({ title })),
        ...outcome.map((title) => ({ title })),
        ...scoreColumns(this.scored, scores, [...original, ...outcome], bars),
      ],
      write: async (writer, row) => {
        writer.beginRow();
        writer.cells(row.block, row.row, 0, original.length);
        this.outcome(writer, row, input);
        this.scores(writer, row, scores);
        const wait = writer.endRow();
        if (wait !== undefined) await wait;
        return 1;
      },
    };
  }

  /** The heading of the constituent ID column. */
  private get idTitle(): string {
    const [column] = this.records.mapper.columnsOf('constituentId');
    return (column === undefined ? undefined : this.original[column]) ?? 'Constituent ID';
  }

  private keyedTable(input: TableInput): Table {
    const { idTitle } = this;
    const scores = this.scoresOf(input);
    const outcome = this.outcomeTitles(input, [idTitle]);
    return {
      columns: [
        { title: idTitle, style: 'text' },
        ...outcome.map((title) => ({ title })),
        ...scoreColumns(this.scored, scores, [idTitle, ...outcome], new Set(input.bars)),
      ],
      write: async (writer, row) => {
        writer.beginRow();
        writer.text(this.records.sent(row.block, row.row, this.source.rowIdPrefix).values[ID]!);
        this.outcome(writer, row, input);
        this.scores(writer, row, scores);
        const wait = writer.endRow();
        if (wait !== undefined) await wait;
        return 1;
      },
    };
  }

  /** The title of a layout's column for a field: the heading of the sheet where the layout takes it. */
  private headingOf(
    { field, headings = [] }: { readonly field: FieldKey; readonly headings?: readonly string[] | undefined },
    title: string,
  ): string {
    const [column] = this.records.mapper.columnsOf(field);
    const own = column === undefined ? '' : (this.original[column] ?? '').trim();
    return headings.find((heading) => heading.toLowerCase() === own.toLowerCase()) ?? title;
  }

  /**
   * Finds the columns that a layout leaves out because most of its rows have no value there and the other system would
   * remove the one that it has. Call it before `table`.
   */
  async findEmptyColumns(input: LayoutInput, context: TaskContext): Promise<void> {
    if (input.layout.removesByEmptyCell !== true) return;
    const { columns, rowsOf } = this.layoutRows(input);
    const empty = columns.map(() => 0);
    let rows = 0;
    await this.forEachRow(input, context, (row) => {
      for (const cells of this.canBeJoined(input, row) ? rowsOf(row) : []) {
        rows += 1;
        for (const [at, { text }] of cells.entries()) if (text.trim() === '') empty[at]! += 1;
      }
      return Promise.resolve(0);
    });
    for (const [at, { title }] of columns.entries()) if (empty[at]! * 2 > rows) this.emptyColumns.push(title);
  }

  /** False for a person whom the other system could join to nobody, or make a new person of. */
  private canBeJoined({ layout }: LayoutInput, { block, row }: ListRow): boolean {
    return !joinsById(layout) || this.records.of(block, row).values[ID]!.trim() !== '';
  }

  /** The columns of a layout, and the cells of each of its rows. It has scored people only. */
  private layoutRows({ layout, columns: keys, titles, day }: LayoutInput) {
    const { results } = this;
    const paths = results.columns.map(({ key }) => key);
    const allColumns = layout.columns.map(({ title, from }) => ({
      title: from.kind === 'field' ? this.headingOf(from, title) : title,
      from,
      score: from.kind === 'score' ? findScore(from.key, paths) : -1,
      sheet: from.kind === 'sheet' ? this.original.indexOf(from.header) : -1,
      // Data Loader calls the record ID "Id". Its long form stays the same record where case is lost.
      isSalesforceId: title === 'Id' && from.kind === 'field' && from.field === 'constituentId',
    }));
    const columns = allColumns.filter(({ title }) => !this.emptyColumns.includes(title));
    const shown = keys ?? scoreIndexes(results.columns, columnsShownFirst(paths)).map((index) => paths[index]!);
    const each = chosenScores(results, { columns: shown, titles });
    const cell = (kind: CellKind, text: string): LayoutCell => {
      const isDay = kind === CellKind.Date || kind === CellKind.DateTime;
      return isDay && layout.dates !== 'iso' ? { kind: CellKind.Text, text: dayText(text, layout.dates) } : { kind, text };
    };
    const plain = (text: string): LayoutCell => ({ kind: CellKind.Text, text });
    const cellsOf = (row: ListRow, one: { readonly title: string; readonly index: number } | null): LayoutCell[] => {
      const at = results.scores(row.profile);
      const score = (index: number) =>
        at === null || index < 0 ? NO_CELL : cell(at.block.kind(at.row, index), at.block.text(at.row, index));
      const { values } = this.records.of(row.block, row.row);
      return columns.map(({ from, score: index, sheet, isSalesforceId }) => {
        if (from.kind === 'score') return score(index);
        if (from.kind === 'sheet') return sheet < 0 ? NO_CELL : cell(row.block.kind(row.row, sheet), row.block.text(row.row, sheet));
        if (isSalesforceId) return plain(longSalesforceId(values[ID]!.trim()));
        if (from.kind === 'field') return plain(values[FIELD_INDEX[from.field]]!);
        if (from.kind === 'text') return plain(from.text);
        if (from.kind === 'day') return plain(dayText(day, layout.dates));
        if (from.kind === 'scoreTitle') return plain(one?.title ?? '');
        return one === null ? NO_CELL : score(one.index);
      });
    };
    const rowsOf = (row: ListRow): LayoutCell[][] => {
      if (!isOfLayout({ layout }, row)) return [];
      if (layout.rows === 'person') return [cellsOf(row, null)];
      const at = results.scores(row.profile);
      return each.positions.flatMap((index, order) =>
        at === null || at.block.text(at.row, index) === '' ? [] : [cellsOf(row, { title: each.titles[order]!, index })],
      );
    };
    return { columns, rowsOf };
  }

  private layoutTable(input: LayoutInput): Table {
    const { columns, rowsOf } = this.layoutRows(input);
    return {
      columns: columns.map(({ title, score: index }) => ({
        title,
        ...(index >= 0 && this.results.columns[index]!.type !== 'text' ? {} : { style: 'text' as const }),
      })),
      write: async (writer, row) => {
        if (!isOfLayout(input, row)) return 0;
        if (!this.canBeJoined(input, row)) {
          this.withoutId += 1;
          return 0;
        }
        let written = 0;
        for (const cells of rowsOf(row)) {
          if (input.layout.removesByEmptyCell === true && cells.some(({ text }) => text.trim() === '')) {
            this.withEmptyCell += 1;
            continue;
          }
          writer.beginRow();
          for (const { kind, text } of cells) writer.cell(text === '' ? CellKind.Empty : kind, text);
          const wait = writer.endRow();
          if (wait !== undefined) await wait;
          written += 1;
        }
        return written;
      },
    };
  }

  /** Whether damage hides the outcome of a row. `index`: its list index; null for a row that is not among those that were sent. */
  private isDamaged(index: number | null): boolean {
    const { damage, results } = this;
    if (damage.size === 0) return false;
    if (index === null) return damage.has('list');
    const profile = results.matches[index]!;
    if (profile === 0) return damage.has('matches') || damage.has('rowErrors');
    return damage.has('scoreColumns') || (damage.has('scores') && results.scores(profile) === null);
  }

  private priorScoreOf({ block, row }: { readonly block: RowBlock; readonly row: number }): PriorScore | null {
    return this.earlier === null ? null : this.earlier.find(this.records.of(block, row).values[ID]!);
  }

  private haveSameId(one: { readonly block: RowBlock; readonly row: number }, otherRow: number): boolean {
    const id = idKeyOf(this.records.of(one.block, one.row).values[ID]!);
    const other = this.blocks.find(otherRow);
    return other !== null && idKeyOf(this.records.of(other.block, other.row).values[ID]!) === id;
  }

  /** Writes the list rows of the input. Returns the number of table rows. */
  async write(table: Table, input: ListExportInput, writer: RowWriter, context: TaskContext): Promise<number> {
    return await this.forEachRow(input, context, async (row) => {
      const rows = await table.write(writer, row);
      if (rows > 0 && row.isByOrder && row.outcome === 'scored') this.joinedByOrder += 1;
      return rows;
    });
  }

  /** Visits the list rows of the input in sheet order. Returns the sum of what `visit` returns. */
  private async forEachRow(input: ListExportInput, context: TaskContext, visit: (row: ListRow) => Promise<number>): Promise<number> {
    const { results } = this;
    const segment = segmentOf(input);
    const only = segment === null ? null : this.pages.marked(segment);
    let index = 0;
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
        // Sent rows that are damaged are not among the rows.
        while (results.rows[index]! < number) index += 1;
        const sent = results.rows[index] === number;
        const at = index;
        if (sent) index += 1;
        done += 1;
        const into = sent ? null : this.records.mergedInto(number);
        const from = sent ? at : into === null ? NOWHERE : listIndexOf(results.rows, into);
        if (only !== null && only[from] !== 1) continue;
        const standIn = into === null ? { seq: chunk.seq, block, row } : this.blocks.find(into);
        const earlier = sent || standIn === null || !this.pages.hasBaselineScores(standIn) ? null : this.priorScoreOf(standIn);
        if (earlier !== null) this.withEarlier += 1;
        const isScored = from !== NOWHERE && results.outcome(from) === 'scored';
        const unsent = earlier !== null ? 'earlier' : isScored ? 'merged' : 'leftOut';
        const outcome = this.isDamaged(sent ? at : null) ? 'damaged' : sent ? results.outcome(at) : unsent;
        const why = sent ? '' : group === null ? OUTCOMES.damaged : whyNotSent(group.notSentAs(row, input.options), into);
        const profile = from === NOWHERE ? 0 : results.matches[from]!;
        const repeatsId = outcome === 'merged' && this.haveSameId({ block, row }, into!);
        const isByOrder = from !== NOWHERE && results.isByOrder(from);
        written += await visit({ block, row, outcome, isByOrder, why, profile, repeatsId, earlier });
      }
      context.progress(done, input.sheetLayout.rows, 'rows');
    }
    return written;
  }
}

/** The conditions of the exported rows; null for all rows. */
function segmentOf(input: ListExportInput): ChosenConditions | null {
  if (input.kind === 'layout') return input.segment;
  return input.people.kind === 'segment' ? input.people : null;
}
