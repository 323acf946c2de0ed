/** Counts the people of an account by when they were last screened, and writes those who are due as the list of a new draft. */
import { FIELD_INDEX, FIELD_KEYS, type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { PARSE_ERROR, sendsPseudonyms } from '../../../shared/mapping/index.ts';
import { dueGroup } from '../../../shared/plan/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { CountedList, PlanDraftInput } from '../../worker-protocol/index.ts';
import { detectLayout } from '../list/detect-layout.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import { StoredRowWriter } from '../list/stored-row-writer.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';
import { PeopleCensus, readable } from './people-census.ts';

/** The heading is in sheet row 1. */
const HEADING_ROW = 1;
const SHOWN_FIRST = 30;
/** Number of blocks from which the columns are detected. */
const DESCRIBED_BLOCKS = 10;

export const census: Task<'census'> = async (input, context) => {
  return await Promise.resolve(new PeopleCensus(input, context).counts());
};

export const planDraft: Task<'planDraft'> = async (input, context) => {
  const due = dueRows(input, context);
  const count = due.reduce((sum, rows) => sum + rows.length, 0);
  if (count === 0) return null;
  using file = new ProjectFile(input.target, 'create');
  const sources = input.lists.filter((_, index) => due[index]!.length > 0);
  const fields = fieldsOf(sources);
  const headers = fields.map((field) => fieldOf(field).label);
  const firstRows: { row: number; cells: string[] }[] = [];
  file.begin();
  file.clear('rows', 'check', 'edits');
  const writer = new StoredRowWriter(file);
  let last = 0;
  const add = (cells: string[]) => {
    last += 1;
    writer.add(last, cells);
    if (firstRows.length < SHOWN_FIRST) firstRows.push({ row: last, cells });
  };
  add(headers);
  for (const [index, rows] of due.entries())
    readable(input.lists[index]!, () => {
      for (const values of valuesIn(input.lists[index]!, rows, context)) {
        add(fields.map((field) => values(field)));
        context.progress(last - HEADING_ROW, count, 'rows');
      }
    });
  writer.finish();
  file.commit();
  const blocks = file.places('rows').slice(0, DESCRIBED_BLOCKS).map(({ seq }) => new RowBlock(file.read('rows', seq)!)); // prettier-ignore
  const { suggestions } = detectLayout(blocks, HEADING_ROW, null).suggestion;
  const pseudonyms = sources.some(({ list }) => sendsPseudonyms(list.plan, list.sheetLayout.headers));
  return await Promise.resolve({ rows: count, headers, fields, suggestions, firstRows, pseudonyms });
};

/** For each list, the sheet rows with the newest values of the people who are due, ascending. */
function dueRows(input: PlanDraftInput, context: TaskContext): Uint32Array[] {
  const rows: number[][] = input.lists.map(() => []);
  for (const person of new PeopleCensus(input, context).planned())
    if (dueGroup(person, input.settings, input.today) !== null) rows[person.list]!.push(person.row);
  return rows.map((numbers) => Uint32Array.from(numbers).sort());
}

/** The fields that at least one list fills, in the order of the interface. */
function fieldsOf(lists: readonly CountedList[]): FieldKey[] {
  const filled = new Set<FieldKey>(['constituentId']);
  for (const counted of lists)
    readable(counted, () => {
      using file = new ProjectFile(counted.list.file, 'read');
      const edits = new Edits(file);
      const { mapper } = new RecordReader(counted.list.plan, edits);
      for (const field of [...mapper.fields, ...mapper.receiving]) filled.add(field);
      for (const field of FIELD_KEYS) if (edits.corrects(FIELD_INDEX[field])) filled.add(field);
    });
  return FIELD_KEYS.filter((field) => filled.has(field));
}

/** Returns the value of a field. */
type Values = (field: FieldKey) => string;

/**
 * The cleaned and corrected values of some rows of a list, by field. Valid until the next iteration. A number or date that could not be
 * parsed is empty, because the draft might parse its text differently.
 */
function* valuesIn({ list }: CountedList, wanted: Uint32Array, { signal }: TaskContext): Generator<Values> {
  if (wanted.length === 0) return;
  using file = new ProjectFile(list.file, 'read');
  const records = new RecordReader(list.plan, new Edits(file));
  let at = 0;
  for (const { seq, high } of file.places('rows')) {
    if (at === wanted.length) return;
    if (wanted[at]! > high) continue;
    signal.throwIfAborted();
    const block = new RowBlock(file.read('rows', seq)!);
    for (let row = 0; row < block.rowCount && at < wanted.length; row++) {
      if (block.rowNumber(row) !== wanted[at]) continue;
      at += 1;
      const { values, parseErrors } = records.of(block, row);
      yield (field) => {
        const index = FIELD_INDEX[field];
        const isKept = parseErrors[index] === PARSE_ERROR.none || fieldOf(field).type === 'text' || fieldOf(field).type === 'email';
        return isKept ? values[index]! : '';
      };
    }
  }
}
