/**
 * The Scores sheet of a workbook that the user passes on: who the person is, the most relevant scores, then the file's other columns in
 * their order, and all other scores. Columns in which everyone has the same value come last.
 */
import type { FieldKey } from '../../../shared/fields/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import { CellKind } from '../../spreadsheet/index.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/index.ts';
import type { WorkbookExport } from '../../worker-protocol/index.ts';
import { personName } from '../list/person-texts.ts';
import type { RecordReader } from '../list/record-reader.ts';
import { chosenScores, scoreColumns, uniqueTitles, usedScores } from './export-columns.ts';
import { type ExportList, type ListRow, outcomeText, type RowScores, type Table } from './export-list.ts';
import type { ConstantColumns } from './people-scan.ts';
import { noteCells, type OfficeCell, officeCells } from './office-cells.ts';
import { DAY_TITLE, OUTCOME_TITLE, WHY_TITLE } from './score-table.ts';

/** Indexes of the record's fields that the sheet shows. */
const SHOWN_FIELDS: ReadonlySet<number> = new Set(
  (['primaryFirst', 'primaryMiddle', 'primaryLast', 'businessName', 'city'] as const).map((field) => FIELD_INDEX[field]),
);

/** A column of the sheet, and how to write its cell for a row. */
interface LeanColumn extends WriteColumn {
  readonly write: (writer: RowWriter, row: ListRow, record: () => MappedRecord, scores: RowScores | null) => void;
  /** Index of the column of the file that it copies. */
  readonly own?: number;
  /** Index of the score column of the list that it shows. */
  readonly score?: number;
  /** True if everyone has the same value. */
  readonly isConstant: boolean;
}

/** The column of the file that alone feeds a field; -1 if there is none. */
function columnOf(list: ExportList, field: FieldKey): number {
  const { mapper, plan } = list.screening.records;
  const [column = -1, ...more] = mapper.columnsOf(field);
  const isDirect = plan.columns.some((one) => one.column === column && one.to.kind === 'field' && one.to.field === field);
  return isDirect && more.length === 0 ? column : -1;
}

/** A column of the file, unchanged. */
const ownColumn = (title: string, column: number, isConstant: boolean): LeanColumn => ({
  title,
  isConstant,
  own: column,
  write: (writer, { block, row }) => writer.cells(block, row, column, column + 1),
});

type Write = LeanColumn['write'];

/** Writes the score columns `from` to `to` (exclusive) of the list, all at once if the score block has them in this order. */
const scoreStep =
  (list: ExportList, from: number, to: number): Write =>
  (writer, _row, _record, scores) => {
    if (scores !== null && scores.positions === undefined) writer.cells(scores.block, scores.row, from, to);
    else
      for (let position = from; position < to; position++) {
        const column = scores === null ? -1 : list.columnIn(scores, position);
        if (scores === null || column < 0) writer.empty();
        else writer.cells(scores.block, scores.row, column, column + 1);
      }
  };

/** The steps that write the columns. Columns that are adjacent in the file or in the scores are copied together. */
function stepsOf(list: ExportList, columns: readonly LeanColumn[]): Write[] {
  const steps: Write[] = [];
  for (let at = 0; at < columns.length;) {
    const { own, score, write } = columns[at]!;
    let end = at + 1;
    if (own !== undefined) while (columns[end]?.own === own + end - at) end += 1;
    else if (score !== undefined) while (columns[end]?.score === score + end - at) end += 1;
    const count = end - at;
    if (own !== undefined) steps.push((writer, { block, row }) => writer.cells(block, row, own, own + count));
    else steps.push(score === undefined ? write : scoreStep(list, score, score + count));
    at = end;
  }
  return steps;
}

/** ID, name and city. `moved`: the columns of the file that are used for them. */
function identityColumns(list: ExportList): {
  readonly columns: readonly LeanColumn[];
  readonly frozen: number;
  readonly moved: ReadonlySet<number>;
} {
  const { headers, screening } = list;
  const [id, city] = [columnOf(list, 'constituentId'), columnOf(list, 'city')];
  const hasName = (title: string) => headers.some((header) => header.trim().toLowerCase() === title.toLowerCase());
  const name: LeanColumn = {
    title: hasName('Name') ? 'Person' : 'Name',
    style: 'name',
    isConstant: false,
    write: (writer, _, record) => writer.text(personName(record())),
  };
  const ids: LeanColumn[] =
    id < 0
      ? []
      : [{ title: headers[id]!, style: 'text', isConstant: false, write: (writer, { block, row }) => writer.text(block.text(row, id)) }];
  const cities: LeanColumn[] =
    city >= 0
      ? [ownColumn(headers[city]!, city, false)]
      : screening.records.mapper.columnsOf('city').length === 0
        ? []
        : [
            {
              title: 'City',
              style: 'text',
              isConstant: false,
              write: (writer, _, record) => writer.text(record().values[FIELD_INDEX.city]!),
            },
          ];
  return { columns: [...ids, name, ...cities], frozen: ids.length + 1, moved: new Set([id, city]) };
}

/** All chosen scores. `used`: the most relevant ones, in their order. `raw`: the others, in the order of the data. */
function scoresOf(list: ExportList, input: WorkbookExport, constant: ConstantColumns) {
  const chosen = chosenScores(list.scoreColumns, input);
  const columns = scoreColumns(list.scoreColumns, chosen, [], new Set(input.bars)).map(
    (column, at): LeanColumn & { readonly key: string } => {
      const position = chosen.positions[at]!;
      return {
        ...column,
        ...(column.style === 'text' ? ({ style: 'padded' } as const) : {}),
        key: list.scoreColumns[position]!.key,
        isConstant: constant.scores.has(position),
        score: position,
        write: scoreStep(list, position, position + 1),
      };
    },
  );
  const used = usedScores(list.scoreColumns, input).flatMap((key) => columns.find((column) => column.key === key) ?? []);
  return { used, raw: columns.filter((column) => !used.includes(column)) };
}

/** A column that the office added. */
const officeColumn = ({ title, text }: OfficeCell): LeanColumn => ({
  title,
  style: 'padded',
  isConstant: false,
  write: (writer, row) => writer.text(text(row)),
});

/** The outcome, the reason why a row was not sent, and the day only if earlier scores are included. */
function outcomeColumns(list: ExportList, { people, day: scoredOn }: WorkbookExport, constant: ConstantColumns): LeanColumn[] {
  const outcome: LeanColumn = {
    title: OUTCOME_TITLE,
    style: 'padded',
    isConstant: constant.outcome,
    write: (writer, row) => writer.text(outcomeText(row)),
  };
  const why: LeanColumn = { title: WHY_TITLE, isConstant: constant.outcome, write: (writer, row) => writer.text(row.why) };
  const day: LeanColumn = {
    title: DAY_TITLE,
    isConstant: false,
    write: (writer, { prior, outcome: of }) => {
      const scored = prior?.day ?? (of === 'scored' ? scoredOn : '');
      if (scored === '') writer.empty();
      else writer.cell(CellKind.Date, scored);
    },
  };
  return [outcome, ...(people.kind === 'everyone' ? [why] : []), ...(list.hasPriorScores ? [day] : [])];
}

export class LeanTable implements Table {
  readonly columns: readonly LeanColumn[];
  /** Columns that stay visible when the user scrolls: up to the name. */
  readonly frozenColumns: number;
  /** Columns that are printed: who the person is, the most relevant scores, and the outcome. */
  readonly printedColumns: number;
  private readonly list: ExportList;
  private readonly steps: readonly Write[];
  /** Reads only the fields that `columns` show. */
  private readonly records: RecordReader;

  constructor(list: ExportList, input: WorkbookExport, constant: ConstantColumns) {
    this.list = list;
    const { headers } = list;
    const who = identityColumns(list);
    const { used, raw } = scoresOf(list, input, constant);
    const [outcome, ...afterOutcome] = outcomeColumns(list, input, constant);
    const own = headers.flatMap((title, column) => (who.moved.has(column) ? [] : [ownColumn(title, column, constant.sheet.has(column))]));
    const office = officeCells(list).map(officeColumn);
    const printed = [...who.columns, ...[...used, ...office, outcome!].filter(({ isConstant }) => !isConstant)];
    const others = [...afterOutcome, ...noteCells(input).map(officeColumn), ...own, ...raw].filter(({ isConstant }) => !isConstant);
    const constants = [...used, outcome!, ...afterOutcome, ...own, ...raw].filter(({ isConstant }) => isConstant);
    const all = [...printed, ...others, ...constants];
    // The file's own headings must not change, so only the other titles get a suffix.
    const ofFile = new Set([...who.columns.filter(({ title }) => headers.includes(title)), ...own]);
    const titles = uniqueTitles(
      all.filter((column) => !ofFile.has(column)).map(({ title }) => title),
      headers,
    );
    let next = 0;
    this.columns = all.map((column) => (ofFile.has(column) ? column : { ...column, title: titles[next++]! }));
    this.steps = stepsOf(list, this.columns);
    this.records = list.screening.recordsOf(SHOWN_FIELDS);
    this.frozenColumns = who.frozen;
    this.printedColumns = printed.length;
  }

  write(writer: RowWriter, row: ListRow): number | Promise<number> {
    const { list, records } = this;
    let record: MappedRecord | null = null;
    const recordOf = () => (record ??= records.of(row.block, row.row));
    const scores = list.scoresOf(row);
    writer.beginRow();
    for (const write of this.steps) write(writer, row, recordOf, scores);
    return writer.endRow()?.then(() => 1) ?? 1;
  }
}
