/** Copies a list or some of its rows (refused, not chosen, or a part) into a new list. The rows keep their sheet row numbers. */
import { FIELD_KEYS, isFieldKey } from '../../../shared/fields/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { DerivedRows, ListSource, ProjectFileRef, SubmitOptions } from '../../worker-protocol/index.ts';
import { copyBest } from '../list/best-rows.ts';
import { Edits } from '../list/edits.ts';
import { copyKeptRepeats } from '../list/kept-repeats.ts';
import { type Correction, editCounts, storeEditCounts } from '../list/stored-edits.ts';
import { locateSentRows, sentRows } from '../submit/sent-rows.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { SendOptions } from '../../../shared/rows/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { listIndexOf, type StoredRowError, ResultFile } from './result-file.ts';
import { StoredRowWriter } from '../list/stored-row-writer.ts';
import { rowText, type ServiceMessage, writeServiceMessages } from '../list/service-messages.ts';
import type { Task } from '../threads/task-context.ts';

/** Refused sheet rows with their row errors. */
function refusedRows(results: ResultFile): Map<number, readonly StoredRowError[]> {
  const refused = new Map<number, readonly StoredRowError[]>();
  results.rows.forEach((row, index) => {
    if (results.outcome(index) === 'refused') refused.set(row, results.errors().get(index) ?? []);
  });
  return refused;
}

/** The sheet rows of one part of the rows to send. They have no row errors. */
function partRows(file: ProjectFile, source: ListSource, { options, from, count }: Extract<DerivedRows, { kind: 'part' }>) {
  const rows = new Map<number, readonly StoredRowError[]>();
  let at = 0;
  for (const { rowNumber } of sentRows(file, source, { ...options, maxRows: from + count })) if (at++ >= from) rows.set(rowNumber, []);
  return rows;
}

/** The sheet rows that were not chosen. */
function restRows(file: ProjectFile, options: SendOptions) {
  const rows = new Map<number, readonly StoredRowError[]>();
  const reader = new CheckGroupReader(file);
  for (const { place, bytes } of file.chunks('rows')) {
    const block = new RowBlock(bytes);
    const group = reader.block(place.seq);
    for (let row = 0; row < block.rowCount; row++) if (group?.notSentAs(row, options) === 'notChosen') rows.set(block.rowNumber(row), []);
  }
  return rows;
}

/** Copies the stored list, with the user's edits and the service's messages about its rows. */
function copyList(from: ProjectFile, to: ProjectFile, signal: AbortSignal): void {
  to.transaction(() => {
    for (const stream of ['rows', 'edits', 'said'] as const) {
      to.clear(stream);
      for (const { place, bytes } of from.chunks(stream)) {
        signal.throwIfAborted();
        to.write(stream, place, bytes);
      }
    }
    const counts = editCounts(from);
    if (counts !== null) storeEditCounts(to, counts);
    copyBest(from, to);
    copyKeptRepeats(from, to);
  });
}

const fieldIndex = (field: string | null) => (field !== null && isFieldKey(field) ? FIELD_KEYS.indexOf(field) : -1);

/** Copies rows of `source` into a new list `target`: headings, cells, corrections, and the service's messages about refused rows. */
export const deriveRows: Task<'deriveRows'> = async ({ source, target, which, without }, context) => {
  using from = new ProjectFile(source.file, 'read');
  using to = new ProjectFile(target, 'create');
  if (which.kind === 'all') {
    copyList(from, to, context.signal);
    return { rows: source.sheetLayout.rows };
  }
  const rows =
    which.kind === 'refused'
      ? refusedRows(new ResultFile(from))
      : which.kind === 'rest'
        ? restRows(from, which.options)
        : partRows(from, source, which);
  // These rows are empty, because a person was erased.
  for (const row of without) rows.delete(row);
  const edits = new Edits(from);
  const records = new RecordReader(source.plan, edits);
  const copies = new StoredRowWriter(to);
  const messages: ServiceMessage[] = [];
  const corrections: Correction[] = [];
  const anyway: number[] = [];
  /** Rows of people who asked not to be screened, by the user's reason for sending them. */
  const objected = new Map<string, number[]>();
  const heading = source.sheetLayout.headerRow ?? 0;
  to.begin();
  to.clear('rows', 'check', 'edits', 'list', 'profiles', 'scores', 'matches', 'rowErrors', 'said');
  for (const { place, bytes } of from.chunks('rows')) {
    context.signal.throwIfAborted();
    const block = new RowBlock(bytes);
    for (let row = 0; row < block.rowCount; row++) {
      const rowNumber = block.rowNumber(row);
      const errors = rows.get(rowNumber);
      if (rowNumber > heading && errors === undefined) continue;
      copies.copy(block, row);
      if (errors === undefined || rowNumber <= heading) continue;
      corrections.push(...edits.correctionsOf(rowNumber));
      const reason = edits.reasonOf(rowNumber);
      if (reason !== null) {
        const same = objected.get(reason) ?? [];
        same.push(rowNumber);
        objected.set(reason, same);
      } else if (edits.isSentAnyway(rowNumber)) anyway.push(rowNumber);
      const record = records.of(block, row);
      for (const { field, message } of errors) {
        const index = fieldIndex(field);
        messages.push({ row: rowNumber, field: index, words: message, sent: index < 0 ? rowText(record) : record.values[index]! });
      }
    }
    // Rows up to the headings do not belong to the list, so the count can exceed the total.
    context.progress(Math.min(place.first + place.count, source.sheetLayout.rows), source.sheetLayout.rows, 'rows');
  }
  copies.finish();
  writeServiceMessages(to, messages);
  const made = new Edits(to);
  if (corrections.length > 0) made.add(to, { kind: 'correct', label: 'the corrections made before', corrections });
  if (anyway.length > 0)
    made.add(to, { kind: 'leaveOut', label: 'the rows sent anyway', rows: anyway, anyway, leaveOut: false, as: 'byHand' });
  for (const [reason, of] of objected)
    made.add(to, { kind: 'leaveOut', label: 'the rows sent for a reason', rows: of, objected: of, reason, leaveOut: false, as: 'byHand' });
  to.commit();
  return await Promise.resolve({ rows: rows.size });
};

/** The sheet rows that the list would send, but that already have a profile in `target`, the project that they came from. */
export function rowsScoredIn(file: ProjectFile, target: ProjectFileRef, options: SubmitOptions): number[] {
  const first = new ProjectFile(target, 'read');
  try {
    const results = new ResultFile(first);
    const scored: number[] = [];
    for (const { block, row } of locateSentRows(file, options)) {
      const index = listIndexOf(results.rows, block.rowNumber(row));
      if (index >= 0 && results.matches[index] !== 0) scored.push(block.rowNumber(row));
    }
    return scored;
  } finally {
    first.close();
  }
}
