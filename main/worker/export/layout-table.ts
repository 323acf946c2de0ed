/**
 * The rows of a layout for another system: its columns, and one row per person or per score. It has only scored people, and holds back
 * people whose row could harm data in the other system.
 */
import { looksLikeFormula } from '../../../shared/base/index.ts';
import { FIELD_INDEX, FIELDS } from '../../../shared/fields/index.ts';
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import { ratingText } from '../../../shared/ratings/index.ts';
import { addressHeadings, columnsShownFirst, findScore, layoutProblem, OFFICER_KEY, ratedColumn } from '../../../shared/results/index.ts';
import { type HeldBack, noneHeldBack, shortenedTo } from '../../../shared/write-back/index.ts';
import { hashOf } from '../../../shared/rules/index.ts';
import type { DateOrder } from '../../../shared/numbers/index.ts';
import { idKeyOf, longSalesforceId } from '../../../shared/transforms/index.ts';
import { HashTable64 } from '../../matching/index.ts';
import { CellKind } from '../../spreadsheet/index.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/index.ts';
import type { ListExportInput } from '../../worker-protocol/index.ts';
import type { RecordReader } from '../list/record-reader.ts';
import type { BlockRow } from '../list/stored-rows.ts';
import { isOrganizationRecord } from '../results/person-flags.ts';
import type { TaskContext } from '../threads/task-context.ts';
import { ReviewedRows } from './reviewed-rows.ts';
import { chosenScores, scoreIndexes } from './export-columns.ts';
import type { ExportList, ListRow, Table } from './export-list.ts';
import { LayoutLimits } from './layout-limits.ts';
import { LayoutNotation } from './layout-notation.ts';
import {
  type Column,
  type Filler,
  isEmpty,
  type LayoutCell,
  type LayoutColumn,
  type LayoutLine,
  type LayoutPerson,
  type LineScore,
  NO_CELL,
  textCell,
} from './layout-lines.ts';
import { dateOrderIn, titleIn } from './layout-sheet.ts';
import { officerText } from './office-cells.ts';

export type LayoutInput = Extract<ListExportInput, { readonly kind: 'layout' }>;

const ID = FIELD_INDEX.constituentId;
/** Fields that name a person. */
const NAMING = (['constituentId', 'primaryFirst', 'primaryMiddle', 'primaryLast', 'businessName'] as const).map(
  (field) => FIELD_INDEX[field],
);
/** Headings that Salesforce uses for its record ID. The long form of the ID stays unique even if a program ignores case. */
const SALESFORCE_ID_TITLE = /^(?:(?:contact|account|record) ?)?id(?: ?\(18\))?$/i;
const isId = ({ from }: Pick<Column, 'from'>): boolean => from.kind === 'field' && from.field === 'constituentId';

/** The results of a first pass over the list: the columns that are left out, and the IDs that several people share. */
interface FirstPass {
  readonly emptyColumns: readonly string[];
  readonly repeatedIds: HashTable64 | null;
}

export class LayoutTable implements Table {
  /** Number of scored people. `heldBack` counts those of them who are held back, each under the first reason. */
  people = 0;
  readonly heldBack = noneHeldBack();
  /** Number of written lines with a text that a spreadsheet program would run as a formula. */
  formulas = 0;
  /** Titles of the columns that are left out, because the other system would delete values for their empty cells. */
  readonly emptyColumns: readonly string[];
  readonly columns: readonly WriteColumn[];
  /** The titles of the values that each person can have: scores, in a layout with one row per score; otherwise columns. */
  readonly valueTitles: readonly string[];
  /** For each of `valueTitles`: true if everyone has the same value, so that it cannot tell people apart. */
  readonly isShared: readonly boolean[];
  /** True when the other system matches the rows to its people by constituent ID. */
  readonly joinsById: boolean;
  readonly limits: LayoutLimits;
  private readonly notation: LayoutNotation;
  private readonly list: ExportList;
  private readonly input: LayoutInput;
  private readonly repeatedIds: HashTable64 | null;
  readonly reviewed: ReviewedRows;
  private readonly layoutColumns: readonly LayoutColumn[];
  /** The scores that get their own row, in a layout with one row per score. */
  private readonly scores: readonly LineScore[];
  /** Indexes of the columns that contain a person's values. */
  private readonly valueColumns: readonly number[];
  private readonly records: RecordReader;
  /** The row of `record`, which is kept for the next call. */
  private block: ListRow['block'] | null = null;
  private row = -1;
  private record: MappedRecord | null = null;

  private constructor(list: ExportList, input: LayoutInput, { emptyColumns, repeatedIds }: FirstPass, reviewed: ReviewedRows) {
    const { layout } = input;
    const { results } = list.screening;
    const keys = results.columns.map(({ key }) => key);
    this.notation = new LayoutNotation(layout, list.screening.source);
    this.list = list;
    this.input = input;
    this.emptyColumns = emptyColumns;
    this.repeatedIds = repeatedIds;
    this.reviewed = reviewed;
    this.joinsById = layout.columns.some(isId);
    const fields = layout.columns.flatMap(({ from }) => (from.kind === 'field' ? [FIELD_INDEX[from.field]] : []));
    this.records = list.screening.recordsOf(new Set([...NAMING, ...fields]));
    this.layoutColumns = layout.columns
      .map((column) => ({
        ...column,
        title: titleIn(list.screening, column),
        score: column.from.kind === 'score' ? findScore(column.from.key, keys) : -1,
        sheet: column.from.kind === 'sheet' ? list.headers.indexOf(column.from.header) : -1,
        fill: column.from.kind === 'score' ? this.fillerOf(column.from.key, keys) : null,
        isSalesforceId: isId(column) && (layout.id.startsWith('salesforce') || SALESFORCE_ID_TITLE.test(column.title)),
        same: this.sameCell(column.from),
        dateOrder: dateOrderIn(list.screening, column),
        isDay: column.from.kind === 'field' && FIELDS[FIELD_INDEX[column.from.field]]!.type === 'date',
      }))
      .filter(({ title }) => !emptyColumns.includes(title));
    this.limits = new LayoutLimits(this.layoutColumns, layout.partsBy);
    this.scores = this.lineScores(keys);
    this.valueColumns = this.layoutColumns.flatMap((column, at) => {
      const isValue = layout.rows === 'score' ? column.from.kind === 'scoreValue' : !isId(column);
      return isValue ? [at] : [];
    });
    this.isShared =
      layout.rows === 'score'
        ? this.scores.map(() => false)
        : this.valueColumns.map((at) => ['day', 'text'].includes(this.layoutColumns[at]!.from.kind));
    this.valueTitles =
      layout.rows === 'score' ? this.lineTitles.map(({ title }) => title) : this.valueColumns.map((at) => this.layoutColumns[at]!.title);
    this.columns = this.layoutColumns.map(({ title, score, words }) =>
      score >= 0 && words === undefined && results.columns[score]!.type !== 'text' ? { title } : { title, style: 'text' },
    );
  }

  private sameCell(from: Column['from']): LayoutCell | null {
    if (from.kind === 'text') return textCell(from.text);
    return from.kind === 'day' ? textCell(this.day) : null;
  }

  private lineScores(keys: readonly string[]): LineScore[] {
    const { input } = this;
    const { columns } = this.list.screening.results;
    const lineOf = (key: string, title: string, words?: Column['words']): LineScore[] => {
      const fill = this.fillerOf(key, keys);
      return fill === null ? [] : [{ key, title, words, fill }];
    };
    const { scores } = input.layout;
    if (scores !== undefined) return scores.flatMap(({ key, title, words }) => lineOf(key, title, words));
    const shown = input.columns ?? scoreIndexes(columns, columnsShownFirst(keys)).map((index) => keys[index]!);
    const { positions, titles } = chosenScores(columns, { columns: shown, titles: input.titles });
    return positions.flatMap((position, at) => lineOf(keys[position]!, titles[at]!));
  }

  /** The filler for a score, a rating or the officer; null if the list has no such column. */
  private fillerOf(key: string, keys: readonly string[]): Filler | null {
    const { list } = this;
    const { office } = list.screening.columns;
    if (key === OFFICER_KEY) {
      const officerOf = officerText(list);
      return office.hasOfficers ? (row) => textCell(officerOf(row)) : null;
    }
    const rating = office.rating(key);
    if (rating === null && ratedColumn(key) !== null) return null;
    const position = findScore(rating?.column ?? key, keys);
    if (position < 0) return null;
    if (rating === null) return (_, scores) => this.copyOf(scores, position);
    return (_, scores) => textCell(scores === null ? '' : ratingText(rating, scores.block.text(scores.row, position)));
  }

  /** The problem because of which this layout cannot be written for this list; null if there is none. */
  get problem(): string | null {
    const { headers, screening } = this.list;
    return layoutProblem(this.input.layout, addressHeadings(headers, screening.source.plan), this.ownIdHeading);
  }

  /** The scores that have their own row, with their keys. */
  get lineTitles(): readonly { readonly key: string; readonly title: string }[] {
    return this.scores.map(({ key, title }) => ({ key, title }));
  }

  /** Creates the table of a layout, after a first pass over the list if the layout needs one. */
  static async create(list: ExportList, input: LayoutInput, context: TaskContext): Promise<LayoutTable> {
    const reviewed = new ReviewedRows(list.screening, input.verdicts);
    const table = new LayoutTable(list, input, { emptyColumns: [], repeatedIds: null }, reviewed);
    const removes = input.layout.removesByEmptyCell === true && input.layout.rows === 'person';
    return table.joinsById || removes ? new LayoutTable(list, input, await table.firstPass(removes, context), reviewed) : table;
  }

  /**
   * If the other system deletes values for empty cells, finds the columns that most rows have no value for. Also finds the IDs that several
   * people of the list share, including people outside the segment, because the other system knows only one person by that ID.
   */
  private async firstPass(removes: boolean, context: TaskContext): Promise<FirstPass> {
    const { list, input, joinsById } = this;
    const ids = new HashTable64();
    const repeatedIds = new HashTable64();
    const emptyCells = this.columns.map(() => 0);
    const noteId = (id: string) => {
      const { a, b } = hashOf('i', idKeyOf(id));
      if (ids.add(a, b, 0) >= 0) repeatedIds.add(a, b, 0);
    };
    const isSegment = joinsById && input.segment !== null;
    if (isSegment)
      await list.forEachRow({ ...input, segment: null }, context, (row) => {
        const id = this.hasRow(row) ? this.idOf(row) : '';
        if (id !== '') noteId(id);
        return 0;
      });
    const rows = await list.forEachRow(input, context, (row) => {
      if (!this.hasRow(row)) return 0;
      const id = joinsById ? this.idOf(row) : '';
      if (joinsById && id === '') return 0;
      if (joinsById && !isSegment) noteId(id);
      if (!removes) return 0;
      const scores = this.list.screening.results.scores(row.profile);
      for (const [at, column] of this.layoutColumns.entries()) if (this.isEmptyAt(column, row, scores)) emptyCells[at]! += 1;
      return 1;
    });
    return { emptyColumns: this.columns.filter((_, at) => emptyCells[at]! * 2 > rows).map(({ title }) => title), repeatedIds };
  }

  /** The headings under which another file can have the ID: the layout's heading and the list's heading. */
  get idHeadings(): readonly string[] {
    return [...this.layoutColumns.filter(isId).map(({ title }) => title), this.ownIdHeading].filter((heading) => heading !== '');
  }

  private get ownIdHeading(): string {
    const [column] = this.list.screening.records.mapper.columnsOf('constituentId');
    return column === undefined ? '' : (this.list.headers[column] ?? '');
  }

  /** The heading of the column with the day of the screening; null when the layout has none. */
  get dayHeading(): string | null {
    return this.layoutColumns.find(({ from }) => from.kind === 'day')?.title ?? null;
  }

  /** In a layout with one row per score, the headings of the columns with the scores' titles and values. */
  get lineHeadings(): { readonly title: string; readonly value: string } {
    const titleOf = (kind: Column['from']['kind']) => this.layoutColumns.find(({ from }) => from.kind === kind)?.title ?? '';
    return { title: titleOf('scoreTitle'), value: titleOf('scoreValue') };
  }

  /** The day of the screening in the date format of the layout. */
  get day(): string {
    return this.notation.day(this.input.day);
  }

  /** The record of a row, with the person's name and the fields of the layout. Valid until the next call. */
  recordOf({ block, row }: BlockRow): MappedRecord {
    if (this.record === null || block !== this.block || row !== this.row) {
      this.record = this.records.of(block, row);
      this.block = block;
      this.row = row;
    }
    return this.record;
  }

  async write(writer: RowWriter, row: ListRow): Promise<number> {
    const person = this.person(row);
    if (person === null || person.why !== null) return 0;
    for (const { cells } of person.lines) await this.writeLine(writer, cells);
    return person.lines.length;
  }

  async writeLine(writer: RowWriter, cells: readonly LayoutCell[]): Promise<void> {
    writer.beginRow();
    for (const { kind, text } of cells) writer.cell(text === '' ? CellKind.Empty : kind, text);
    if (cells.some(({ text }) => looksLikeFormula(text))) this.formulas += 1;
    const wait = writer.endRow();
    if (wait !== undefined) await wait;
  }

  /** The person of a row; null for a row that is not in the table. Counts the person. */
  person(row: ListRow): LayoutPerson | null {
    if (!this.hasRow(row)) return null;
    this.people += 1;
    const id = this.idOf(row);
    const lines = this.linesOf(row);
    const why = this.reasonFor(row, id, lines);
    if (why !== null) this.heldBack[why] += 1;
    return { id, why, lines };
  }

  /** The values of a person in the order of `valueTitles`; '' where there is none. */
  valuesOf({ lines }: Pick<LayoutPerson, 'lines'>): string[] {
    if (this.input.layout.rows === 'person') return this.valueColumns.map((at) => lines[0]!.cells[at]!.text);
    const values = this.scores.map(() => '');
    const [at] = this.valueColumns;
    if (at !== undefined) for (const { cells, score } of lines) values[score] = cells[at]!.text;
    return values;
  }

  /** The lines of a person with only some of their values. `isWanted` gets an index in `valueTitles`. */
  linesWith(
    { lines }: Pick<LayoutPerson, 'lines'>,
    isWanted: (value: number) => boolean,
    textOf: (value: number, text: string) => string,
  ): LayoutLine[] {
    return lines.flatMap((line): LayoutLine[] => {
      if (line.score >= 0 && !isWanted(line.score)) return [];
      const cells = line.cells.map((cell, at) => {
        const value = line.score >= 0 ? (this.valueColumns.includes(at) ? line.score : -1) : this.valueColumns.indexOf(at);
        if (value < 0) return cell;
        const text = textOf(value, cell.text);
        return text === cell.text ? cell : textCell(text);
      });
      return [{ ...line, cells }];
    });
  }

  /** The first reason to hold back a person; null if there is none. */
  private reasonFor({ block, row }: BlockRow, id: string, lines: readonly LayoutLine[]): HeldBack | null {
    const { layout } = this.input;
    const judged = this.reviewed.reasonFor(block.rowNumber(row));
    if (judged !== null) return judged;
    if (this.joinsById) {
      // The other system could not match the person, or would create a new one.
      if (id === '') return 'noId';
      const { a, b } = hashOf('i', idKeyOf(id));
      if (this.repeatedIds !== null && this.repeatedIds.get(a, b) >= 0) return 'sameId';
    }
    if (layout.individualsOnly === true && isOrganizationRecord(this.recordOf({ block, row }))) return 'organization';
    if (lines.length === 0) return 'noScore';
    if (layout.removesByEmptyCell === true && lines.some(({ cells }) => cells.some(isEmpty))) return 'empty';
    return this.limits.tooLong(lines).length > 0 ? 'tooLong' : null;
  }

  /** True for a scored person, and for a merged person with another ID if rows are matched by ID. */
  private hasRow({ outcome, repeatsId }: ListRow): boolean {
    return outcome === 'merged' ? this.joinsById && !repeatsId : outcome === 'scored';
  }

  private idOf(row: BlockRow): string {
    return this.recordOf(row).values[ID]!.trim();
  }

  private linesOf(row: ListRow): LayoutLine[] {
    const { layout } = this.input;
    const scores = this.list.screening.results.scores(row.profile);
    if (layout.rows === 'person') return [{ cells: this.cellsOf(row, scores, -1), score: -1 }];
    return this.scores.flatMap(({ fill }, at): LayoutLine[] => {
      if (isEmpty(fill(row, scores))) return [];
      const cells = this.cellsOf(row, scores, at);
      // Leaves out the line, but not the person.
      return layout.removesByEmptyCell === true && cells.some(isEmpty) ? [] : [{ cells, score: at }];
    });
  }

  /** `at`: index of the score that the line is for; -1 in a layout with one row per person. */
  private cellsOf(row: ListRow, scores: BlockRow | null, at: number): LayoutCell[] {
    return this.layoutColumns.map((column) => {
      const cell = this.cellOf(column, row, scores, at);
      const { most = Infinity, shortens } = column;
      return shortens === true && cell.text.length > most ? textCell(shortenedTo(cell.text, most)) : cell;
    });
  }

  /** Whether a cell is empty. Does not read its value if the cell's kind is enough. */
  private isEmptyAt(column: LayoutColumn, row: ListRow, scores: BlockRow | null): boolean {
    const isPlain = scores !== null && column.score >= 0 && column.from.kind === 'score' && ratedColumn(column.from.key) === null;
    const kind = isPlain ? scores.block.kind(scores.row, column.score) : CellKind.Text;
    if (kind === CellKind.Empty) return true;
    return kind === CellKind.Text && isEmpty(this.cellOf(column, row, scores, -1));
  }

  private cellOf(layoutColumn: LayoutColumn, row: ListRow, scores: BlockRow | null, at: number): LayoutCell {
    const { from, isSalesforceId, fill, sheet, same, dateOrder, isDay } = layoutColumn;
    const { notation } = this;
    if (same !== null) return same;
    const score = this.scores[at];
    switch (from.kind) {
      case 'score':
        return fill === null ? NO_CELL : notation.inWords(fill(row, scores), layoutColumn);
      case 'sheet':
        return notation.inWords(this.copyOf(row, sheet, dateOrder), layoutColumn);
      case 'field': {
        if (from.field === 'constituentId') return textCell(isSalesforceId ? longSalesforceId(this.idOf(row)) : this.idOf(row));
        const value = this.recordOf(row).values[FIELD_INDEX[from.field]]!;
        return notation.inWords(textCell(isDay ? notation.day(value) : value), layoutColumn);
      }
      case 'scoreTitle':
        return textCell(score?.title ?? '');
      case 'scoreValue':
        return score === undefined
          ? NO_CELL
          : notation.inWords(score.fill(row, scores), { words: score.words ?? layoutColumn.words, known: layoutColumn.known });
      default:
        return NO_CELL;
    }
  }

  private copyOf(at: BlockRow | null, column: number, order: DateOrder | null = null): LayoutCell {
    return at === null || column < 0 ? NO_CELL : this.notation.copy(at.block.kind(at.row, column), at.block.text(at.row, column), order);
  }
}
