/** The rows of a list that are sent: selected by the check, read as records, and stored as the sheet row of each list index. */
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/index.ts';
import { type MappedRecord, applyOverride, sendsPseudonyms, withholdFields } from '../../../shared/mapping/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { ListSource, SubmitOptions } from '../../worker-protocol/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import { byListIndex, numbersOf, type SheetRow, type SheetRows } from '../list/ordinals.ts';
import type { StoredRow } from '../list/stored-rows.ts';
import { Pseudonyms } from './pseudonyms.ts';

const ID = FIELD_INDEX.constituentId;

/** Number of sent rows per chunk. */
const LIST_CHUNK = 65_536;

/** A sent row; `record` is valid until the next iteration. */
export interface SentRow extends StoredRow {
  readonly rowNumber: number;
  readonly record: MappedRecord;
}

/** The blocks and rows that are sent, in sheet order. */
export function* locateSentRows(file: ProjectFile, options: SubmitOptions): Generator<StoredRow> {
  const reader = new CheckGroupReader(file);
  let left = options.maxRows ?? Number.POSITIVE_INFINITY;
  for (const { place, bytes } of file.chunks('rows')) {
    const block = new RowBlock(bytes);
    const group = reader.block(place.seq);
    if (group === null) throw new RangeError(`the check of chunk ${place.seq} is missing`);
    for (let row = 0; row < block.rowCount && left > 0; row++) {
      if (!group.isSent(row, options)) continue;
      left -= 1;
      yield { block, seq: place.seq, row };
    }
    if (left <= 0) return;
  }
}

/**
 * The rows that are sent, in sheet order. Every call yields the same rows and records.
 * @param pseudonyms what replaces the IDs; null keeps the IDs of the sheet
 * @param neverSent fields that are left empty
 */
export function* recordsToSend(
  file: ProjectFile,
  source: Pick<ListSource, 'plan' | 'today' | 'rowIdPrefix' | 'rowIdForm'>,
  options: SubmitOptions,
  pseudonyms: Pseudonyms | null,
  neverSent: readonly FieldKey[] = [],
): Generator<SentRow> {
  const records = new RecordReader(source.plan, new Edits(file));
  for (const at of locateSentRows(file, options)) {
    const record = records.sent(at.block, at.row, source);
    if (pseudonyms !== null) applyOverride(record, ID, pseudonyms.of(record.values[ID]!));
    withholdFields(record, neverSent);
    yield { ...at, rowNumber: at.block.rowNumber(at.row), record };
  }
}

/** The rows as they would be sent now, in sheet order. */
export function sentRows(
  file: ProjectFile,
  source: ListSource,
  options: SubmitOptions,
  neverSent: readonly FieldKey[] = [],
): Generator<SentRow> {
  const isPseudonymous = sendsPseudonyms(source.plan, source.sheetLayout.headers);
  return recordsToSend(file, source, options, isPseudonymous ? new Pseudonyms(source.file.key) : null, neverSent);
}

/** Stores the sheet row of each list index. Results refer to rows by list index or by ID. */
export function writeSentRows(file: ProjectFile, numbers: Uint32Array): void {
  file.transaction(() => {
    file.clear('list');
    for (let first = 0, seq = 0; first < numbers.length; first += LIST_CHUNK, seq++) {
      const part = numbers.slice(first, first + LIST_CHUNK);
      file.write('list', { seq, first, count: part.length, low: part[0]!, high: part.at(-1)! }, new Uint8Array(part.buffer));
    }
  });
}

/** The sheet rows of the list as sent. If the file was opened as tolerant, rows in damaged chunks are 0. */
export function readSentRows(file: ProjectFile): SheetRows {
  const last = file.places('list').at(-1);
  const numbers = byListIndex<SheetRow>(last === undefined ? 0 : last.first + last.count);
  for (const { place, bytes } of file.passingChunks('list')) numbers.set(numbersOf(bytes), place.first);
  return numbers;
}
