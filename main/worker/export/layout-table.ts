/** The rows of a layout for another system: its columns, and a row per person or per score. It has scored people only. */
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/index.ts';
import { columnsShownFirst, dayText, findScore } from '../../../shared/results/index.ts';
import { longSalesforceId } from '../../../shared/transforms/index.ts';
import { CellKind } from '../../spreadsheet/index.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/index.ts';
import type { ListExportInput } from '../../worker-protocol/index.ts';
import type { BlockRow } from '../list/stored-rows.ts';
import type { TaskContext } from '../threads/task-context.ts';
import { type ChosenScores, chosenScores, scoreIndexes } from './export-columns.ts';
import type { ExportList, ListRow, Table } from './export-list.ts';

type LayoutInput = Extract<ListExportInput, { readonly kind: 'layout' }>;
type LayoutSource = LayoutInput['layout']['columns'][number]['from'];

/** A column of a layout. `score` and `sheet`: position of the score or the sheet's column that fills it, -1 for none. */
interface LayoutColumn {
  readonly title: string;
  readonly from: LayoutSource;
  readonly score: number;
  readonly sheet: number;
  readonly isSalesforceId: boolean;
}

/** A cell of a layout; '' for an empty one. */
interface LayoutCell {
  readonly kind: CellKind;
  readonly text: string;
}

const ID = FIELD_INDEX.constituentId;
const NO_CELL: LayoutCell = { kind: CellKind.Empty, text: '' };
const textCell = (text: string): LayoutCell => ({ kind: CellKind.Text, text });
const isEmpty = ({ text }: LayoutCell): boolean => text.trim() === '';

export class LayoutTable implements Table {
  /** Scored people without an ID, whom the table leaves out. */
  withoutId = 0;
  /** Rows that the table leaves out because the other system would remove a value by their empty cell. */
  withEmptyCell = 0;
  /** Titles of the columns that the table leaves out for the same reason. */
  readonly emptyColumns: readonly string[];
  readonly columns: readonly WriteColumn[];
  private readonly list: ExportList;
  private readonly input: LayoutInput;
  private readonly layoutColumns: readonly LayoutColumn[];
  /** The scores that get a row each in a layout with a row per score. */
  private readonly scores: ChosenScores;
  /** True when the other system joins the rows to its people by their constituent ID. */
  private readonly joinsById: boolean;

  private constructor(list: ExportList, input: LayoutInput, emptyColumns: readonly string[]) {
    const { results } = list.screening;
    const keys = results.columns.map(({ key }) => key);
    this.list = list;
    this.input = input;
    this.emptyColumns = emptyColumns;
    this.joinsById = input.layout.columns.some(({ from }) => from.kind === 'field' && from.field === 'constituentId');
    this.layoutColumns = input.layout.columns
      .map(({ title, from }) => ({
        title: from.kind === 'field' ? this.headingOf(from, title) : title,
        from,
        score: from.kind === 'score' ? findScore(from.key, keys) : -1,
        sheet: from.kind === 'sheet' ? list.headers.indexOf(from.header) : -1,
        // Data Loader calls the record ID "Id". Its long form stays the same record where case is lost.
        isSalesforceId: title === 'Id' && from.kind === 'field' && from.field === 'constituentId',
      }))
      .filter(({ title }) => !emptyColumns.includes(title));
    const shown = input.columns ?? scoreIndexes(results.columns, columnsShownFirst(keys)).map((index) => keys[index]!);
    this.scores = chosenScores(results.columns, { columns: shown, titles: input.titles });
    this.columns = this.layoutColumns.map(({ title, score }) =>
      score >= 0 && results.columns[score]!.type !== 'text' ? { title } : { title, style: 'text' },
    );
  }

  /**
   * The table of a layout. Where the other system removes a value by an empty cell, the table leaves out the columns
   * that most of its rows have no value for.
   */
  static async create(list: ExportList, input: LayoutInput, context: TaskContext): Promise<LayoutTable> {
    const table = new LayoutTable(list, input, []);
    return input.layout.removesByEmptyCell === true ? new LayoutTable(list, input, await table.findEmptyColumns(context)) : table;
  }

  private async findEmptyColumns(context: TaskContext): Promise<string[]> {
    const emptyCells = this.columns.map(() => 0);
    const rows = await this.list.forEachRow(this.input, context, (row) => {
      const tableRows = this.canBeJoined(row) ? this.rowsOf(row) : [];
      for (const cells of tableRows) for (const [at, cell] of cells.entries()) if (isEmpty(cell)) emptyCells[at]! += 1;
      return Promise.resolve(tableRows.length);
    });
    return this.columns.filter((_, at) => emptyCells[at]! * 2 > rows).map(({ title }) => title);
  }

  /** The title of a column for a field: the heading of the sheet where the layout accepts it. */
  private headingOf(
    { field, headings = [] }: { readonly field: FieldKey; readonly headings?: readonly string[] | undefined },
    title: string,
  ): string {
    const [column] = this.list.screening.records.mapper.columnsOf(field);
    const own = column === undefined ? '' : (this.list.headers[column] ?? '').trim();
    return headings.find((heading) => heading.toLowerCase() === own.toLowerCase()) ?? title;
  }

  async write(writer: RowWriter, row: ListRow): Promise<number> {
    if (!this.hasRow(row)) return 0;
    if (!this.canBeJoined(row)) {
      this.withoutId += 1;
      return 0;
    }
    let written = 0;
    for (const cells of this.rowsOf(row)) {
      if (this.input.layout.removesByEmptyCell === true && cells.some(isEmpty)) {
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
  }

  /** True for a scored person, and for a merged one with an ID of their own. */
  private hasRow({ outcome, repeatsId }: ListRow): boolean {
    return outcome === 'merged' ? this.joinsById && !repeatsId : outcome === 'scored';
  }

  /** False for a person whom the other system could join to nobody, or make a new person of. */
  private canBeJoined({ block, row }: BlockRow): boolean {
    return !this.joinsById || this.list.screening.records.of(block, row).values[ID]!.trim() !== '';
  }

  private rowsOf(row: ListRow): LayoutCell[][] {
    if (!this.hasRow(row)) return [];
    const scores = this.list.screening.results.scores(row.profile);
    if (this.input.layout.rows === 'person') return [this.cellsOf(row, scores, null)];
    return this.scores.positions.flatMap((position, at) =>
      scores === null || scores.block.text(scores.row, position) === ''
        ? []
        : [this.cellsOf(row, scores, { title: this.scores.titles[at]!, position })],
    );
  }

  /** `score`: the one that the row is for in a layout with a row per score. */
  private cellsOf(
    { block, row }: BlockRow,
    scores: BlockRow | null,
    score: { readonly title: string; readonly position: number } | null,
  ): LayoutCell[] {
    const { layout, day } = this.input;
    const { values } = this.list.screening.records.of(block, row);
    return this.layoutColumns.map((column) => {
      const { from } = column;
      switch (from.kind) {
        case 'score':
          return this.copyOf(scores, column.score);
        case 'sheet':
          return this.copyOf({ block, row }, column.sheet);
        case 'field':
          return textCell(column.isSalesforceId ? longSalesforceId(values[ID]!.trim()) : values[FIELD_INDEX[from.field]]!);
        case 'text':
          return textCell(from.text);
        case 'day':
          return textCell(dayText(day, layout.dates));
        case 'scoreTitle':
          return textCell(score?.title ?? '');
        case 'scoreValue':
          return this.copyOf(scores, score?.position ?? -1);
      }
    });
  }

  /** A copy of a cell, with a date in the form of the layout. */
  private copyOf(at: BlockRow | null, column: number): LayoutCell {
    if (at === null || column < 0) return NO_CELL;
    const { dates } = this.input.layout;
    const kind = at.block.kind(at.row, column);
    const text = at.block.text(at.row, column);
    const isDay = kind === CellKind.Date || kind === CellKind.DateTime;
    return isDay && dates !== 'iso' ? textCell(dayText(text, dates)) : { kind, text };
  }
}
