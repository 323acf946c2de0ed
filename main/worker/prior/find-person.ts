/** Finds one person in earlier screenings, before the user screens that person individually. */
import { isDamage } from '../../../shared/base/index.ts';
import { FIELD_INDEX as F, FIELD_KEYS } from '../../../shared/fields/index.ts';
import { type MappedTexts, applyOverride, createMappedRecord } from '../../../shared/mapping/index.ts';
import { idKey, nameAndZip } from '../../../shared/rules/index.ts';
import { searchWords } from '../../../shared/transforms/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { FoundPerson, ListInProgress, PersonSearch } from '../../worker-protocol/index.ts';
import { FIRST_INDEX, type ListIndex, NO_INDEX } from '../list/ordinals.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import { TextSearch } from '../list/text-search.ts';
import { locateSentRows } from '../submit/sent-rows.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';
import { ScreeningReader } from '../results/screening-reader.ts';

const NAME_FIELDS: ReadonlySet<number> = new Set([F.primaryFirst, F.primaryLast, F.postalCode]);

/** Number of rows between two checks whether the search was canceled. */
const ROWS_PER_TURN = 4096;

type SearchContext = Pick<TaskContext, 'signal' | 'progress'>;

/** The list index of the first row with the same name and ZIP that the service did not refuse; -1 if there is none. */
function indexByName(screening: ScreeningReader, wanted: string, lastName: string, { signal, progress }: SearchContext): ListIndex {
  const { file, source, blocks, results } = screening;
  const records = new RecordReader(source.plan, new Edits(file), NAME_FIELDS);
  const search = new TextSearch(records, searchWords(lastName));
  let index = FIRST_INDEX;
  for (const { seq, high } of blocks.places) {
    // `progress` also receives messages, such as a cancellation.
    progress(index, results.rows.length, 'rows');
    signal.throwIfAborted();
    if (index >= results.rows.length) return NO_INDEX;
    if (results.rows[index]! > high) continue;
    const block = blocks.block(seq);
    for (let row = 0; row < block.rowCount && index < results.rows.length; row++) {
      if (block.rowNumber(row) !== results.rows[index]) continue;
      const at = index;
      index++;
      if (results.outcome(at) === 'refused' || !search.matches(block, row)) continue;
      if (nameAndZip(records.of(block, row)) === wanted) return at;
    }
    // Sent rows that are missing in the file cannot be compared.
    while (index < results.rows.length && results.rows[index]! <= high) index++;
  }
  return NO_INDEX;
}

function findIn(screening: ScreeningReader, person: MappedTexts, context: SearchContext): Omit<FoundPerson, 'list'> | null {
  const { results, blocks, records } = screening;
  const id = idKey(person);
  const byId = id === '' ? NO_INDEX : screening.find(id);
  // The service does not charge for a refused row, so that person was not screened.
  const isById = byId >= 0 && results.outcome(byId) !== 'refused';
  const name = nameAndZip(person);
  const index = isById ? byId : name === '' ? NO_INDEX : indexByName(screening, name, person.values[F.primaryLast]!, context);
  const at = index < 0 ? null : blocks.find(results.rows[index]!);
  if (at === null) return null;
  const { values } = records.of(at.block, at.row);
  const record = FIELD_KEYS.map((field, position) => ({ field, value: values[position]! })).filter(({ value }) => value !== '');
  return { row: results.rows[index]!, by: isById ? 'id' : 'name', record };
}

/** Looks for a person in a list without results yet. Each of its rows may be charged. */
function findInProgress(
  { list, options }: ListInProgress,
  person: MappedTexts,
  { signal, progress }: SearchContext,
): Omit<FoundPerson, 'list'> | null {
  using file = new ProjectFile(list.file, 'read');
  const records = new RecordReader(list.plan, new Edits(file));
  const [id, name] = [idKey(person), nameAndZip(person)];
  let read = 0;
  for (const { block, row } of locateSentRows(file, options)) {
    if (++read % ROWS_PER_TURN === 0) {
      progress(read, list.sheetLayout.rows, 'rows');
      signal.throwIfAborted();
    }
    const record = records.of(block, row);
    const isById = id !== '' && idKey(record) === id;
    if (!isById && (name === '' || nameAndZip(record) !== name)) continue;
    const { values } = record;
    const shown = FIELD_KEYS.map((field, position) => ({ field, value: values[position]! })).filter(({ value }) => value !== '');
    return { row: block.rowNumber(row), by: isById ? 'id' : 'name', record: shown };
  }
  return null;
}

function personOf({ person }: PersonSearch): MappedTexts {
  const record = createMappedRecord();
  for (const { field, value } of person) applyOverride(record, F[field], value);
  return record;
}

/** Stops at the first screening that has the person. Skips damaged project files and counts them. */
export const findPerson: Task<'findPerson'> = (input, context) => {
  const person = personOf(input);
  let unread = 0;
  for (const [list, running] of input.inProgress.entries()) {
    context.signal.throwIfAborted();
    try {
      const found = findInProgress(running, person, context);
      if (found !== null) return Promise.resolve({ found: { list, ...found }, unread });
    } catch (error) {
      if (!isDamage(error)) throw error;
      unread += 1;
    }
  }
  for (const [list, source] of input.screenings.entries()) {
    context.signal.throwIfAborted();
    try {
      const screening = new ScreeningReader(source);
      try {
        const found = findIn(screening, person, context);
        if (found !== null) return Promise.resolve({ found: { list: input.inProgress.length + list, ...found }, unread });
      } finally {
        screening.close();
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      unread += 1;
    }
  }
  return Promise.resolve({ found: null, unread });
};
