/**
 * The list as it is sent. Each column that feeds a field has the cleaned and corrected value under its own heading. A column that is split
 * is replaced by its fields. All other columns are unchanged.
 */
import { FIELDS, FIELD_INDEX, FIELD_KEYS, type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { type MappedRecord, type MappingPlan, PARSE_ERROR, SPLITTER_FIELDS } from '../../../shared/mapping/index.ts';
import { whyNotSent } from '../../../shared/rows/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { ExportInput, ListSource } from '../../worker-protocol/index.ts';
import { type BlockCheck, CheckGroupReader } from '../check/check-group-reader.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { TaskContext } from '../threads/task-context.ts';
import { requireWidth, uniqueTitles } from './export-columns.ts';

export type CleanedInput = Extract<ExportInput, { readonly kind: 'cleanedList' }>;

/** The content of a column of the file: a field of the record, or a column of the sheet unchanged. */
type CleanedColumn = { readonly title: string } & ({ readonly field: FieldKey } | { readonly column: number });

/** The field of each column that alone feeds one. For a combination of columns, the field belongs to its first column. */
function fieldsOfColumns({ columns, combinations }: MappingPlan): Map<number, FieldKey> {
  const fields = new Map<number, FieldKey>();
  const placed = new Set<FieldKey>(combinations.map(({ field }) => field));
  for (const { field, columns } of combinations) fields.set(columns[0]!, field);
  for (const { column, to } of columns) {
    if (to.kind !== 'field' || placed.has(to.field) || fields.has(column)) continue;
    placed.add(to.field);
    fields.set(column, to.field);
  }
  return fields;
}

/** @param filled fields without a column of their own that have a value in some row */
function cleanedColumns(plan: MappingPlan, headers: readonly string[], filled: ReadonlySet<FieldKey>): CleanedColumn[] {
  const own = fieldsOfColumns(plan);
  const placed = new Set<FieldKey>(own.values());
  const splits = new Map(plan.columns.flatMap(({ column, to }) => (to.kind === 'split' ? [[column, to.splitter] as const] : [])));
  const columns: CleanedColumn[] = [];
  const add = (field: FieldKey) => {
    placed.add(field);
    columns.push({ title: fieldOf(field).label, field });
  };
  for (const [column, title] of headers.entries()) {
    const field = own.get(column);
    const splitter = splits.get(column);
    if (field !== undefined) columns.push({ title, field });
    else if (splitter === undefined) columns.push({ title, column });
    else for (const part of SPLITTER_FIELDS[splitter]) if (filled.has(part) && !placed.has(part)) add(part);
  }
  for (const field of FIELD_KEYS) if (filled.has(field) && !placed.has(field)) add(field);
  const titles = uniqueTitles(columns.map(({ title }) => title));
  return columns.map((one, at) => ({ ...one, title: titles[at]! }));
}

/** The rows of the list, in sheet order. */
function* rowsOf(file: ProjectFile): Generator<{ readonly block: RowBlock; readonly row: number; readonly check: BlockCheck }> {
  const checked = new CheckGroupReader(file);
  for (const { place, bytes } of file.chunks('rows')) {
    const block = new RowBlock(bytes);
    const check = checked.block(place.seq);
    if (check === null) throw new RangeError(`the check of chunk ${place.seq} is missing`);
    for (let row = 0; row < block.rowCount; row++) if (check.isRow(row)) yield { block, row, check };
  }
}

/** The fields without their own column that have a value in some row. Stops reading once every such field has one. */
function filledFields(file: ProjectFile, { plan }: Pick<ListSource, 'plan'>, edits: Edits): ReadonlySet<FieldKey> {
  const own = new Set(fieldsOfColumns(plan).values());
  const empty = new Set(FIELD_KEYS.filter((field) => !own.has(field)));
  const filled = new Set<FieldKey>();
  const records = new RecordReader(plan, edits);
  const { fields, receiving } = records.mapper;
  for (const field of empty)
    if (!fields.includes(field) && !receiving.includes(field) && !edits.corrects(FIELD_INDEX[field])) empty.delete(field);
  for (const { block, row } of empty.size === 0 ? [] : rowsOf(file)) {
    const { values } = records.of(block, row);
    for (const field of empty)
      if (values[FIELD_INDEX[field]] !== '') {
        empty.delete(field);
        filled.add(field);
      }
    if (empty.size === 0) break;
  }
  return filled;
}

function writeField(writer: RowWriter, { values, parseErrors }: MappedRecord, field: FieldKey): void {
  const index = FIELD_INDEX[field];
  const value = values[index]!;
  const { type } = FIELDS[index]!;
  if (value === '') writer.empty();
  else if (parseErrors[index] !== PARSE_ERROR.none) writer.text(value);
  else if (type === 'date') writer.date(value);
  else if (type === 'amount' || type === 'count') writer.number(value);
  else writer.text(value);
}

const STYLES: Readonly<Record<(typeof FIELDS)[number]['type'], WriteColumn['style'] | null>> = {
  text: 'text',
  email: 'text',
  date: null,
  amount: null,
  count: 'integer',
};

/** A table of the cleaned list. */
export interface CleanedTable {
  readonly columns: readonly WriteColumn[];
  /** Returns the number of rows. */
  write(writer: RowWriter, context: TaskContext): Promise<number>;
}

/** The table of a checked list, with the reason for each row that is not sent. */
export function cleanedTable(file: ProjectFile, input: CleanedInput): CleanedTable {
  // A draft can be changed during the export. `hold` keeps the list as it was at the start.
  file.hold();
  const edits = new Edits(file);
  const columns = cleanedColumns(input.plan, input.sheetLayout.headers, filledFields(file, input, edits));
  const [whyTitle] = uniqueTitles(
    [input.isSent ? 'Why it was not sent' : 'Why it is not sent'],
    columns.map(({ title }) => title),
  );
  const written = columns.map((column): WriteColumn => {
    const style = 'field' in column ? STYLES[fieldOf(column.field).type] : null;
    return style === null || style === undefined ? { title: column.title } : { title: column.title, style };
  });
  requireWidth(written.length + 1);
  return {
    columns: [...written, { title: whyTitle! }],
    write: async (writer, context) => {
      const records = new RecordReader(input.plan, edits);
      let rows = 0;
      for (const { block, row, check } of rowsOf(file)) {
        const record = records.of(block, row);
        writer.beginRow();
        for (const column of columns) {
          if ('field' in column) writeField(writer, record, column.field);
          else writer.cells(block, row, column.column, column.column + 1);
        }
        const why = check.notSentAs(row, input.options);
        if (why === null) writer.empty();
        else writer.text(whyNotSent(why));
        const wait = writer.endRow();
        if (wait !== undefined) await wait;
        rows += 1;
        if (rows % 1000 === 0) {
          context.signal.throwIfAborted();
          context.progress(rows, input.sheetLayout.rows, 'rows');
        }
      }
      return rows;
    },
  };
}
