/**
 * Creates the list of a project that was not sent from here, if its file is missing: the rows that profiles and row errors show. Profiles
 * without a constituent ID remain without a row.
 */
import { createHash } from 'node:crypto';
import { FIELD_KEYS, type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { type EchoedRecord, nameKey, parseJson, readEchoedRecord } from '../../../shared/results/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import { FIRST_PROFILE } from '../list/ordinals.ts';
import { StoredRowWriter } from '../list/stored-row-writer.ts';
import { writeSentRows } from '../submit/sent-rows.ts';
import { storeMeasured } from '../submit/sent-list.ts';
import type { Task } from '../threads/task-context.ts';
import { ResultFile } from '../result-file/result-file.ts';

/** The last column, which tells where the service shows the row. It prevents a row that has only an ID from being treated as blank. */
const SHOWN_BY = 'Shown by';
/** The heading is in sheet row 1. */
const FIRST_ROW = 2;
const SHOWN_FIRST = 30;

export const writeList: Task<'writeList'> = async ({ file: ref, isNew, list }) => {
  const file = new ProjectFile(ref, isNew ? 'create' : 'write');
  try {
    const numbers = Uint32Array.from({ length: list.rows }, (_, index) => index + FIRST_ROW);
    file.transaction(() => {
      writeSentRows(file, numbers);
      storeMeasured(file, list);
    });
    return await Promise.resolve(null);
  } finally {
    file.close();
  }
};

/** Writes records as a sheet with the names of the fields as headings. */
class RecordWriter {
  private readonly writer: StoredRowWriter;
  private readonly columns: readonly FieldKey[];
  private readonly digest = createHash('sha256');
  readonly firstRows: { row: number; cells: string[] }[] = [];
  rows = 0;
  bytes = 0;

  constructor(file: ProjectFile, columns: readonly FieldKey[]) {
    this.writer = new StoredRowWriter(file);
    this.columns = columns;
    this.write(1, [...columns.map((key) => fieldOf(key).label), SHOWN_BY]);
  }

  add(record: EchoedRecord, shownBy: string): void {
    this.rows += 1;
    this.write(this.rows + FIRST_ROW - 1, [...this.columns.map((key) => record[key] ?? ''), shownBy]);
  }

  private write(row: number, cells: string[]): void {
    if (this.firstRows.length < SHOWN_FIRST) this.firstRows.push({ row, cells });
    const text = `${JSON.stringify(cells)}\n`;
    this.digest.update(text);
    this.bytes += Buffer.byteLength(text);
    this.writer.add(row, cells);
  }

  finish(): string {
    this.writer.finish();
    return this.digest.digest('hex');
  }
}

function* recordsIn(results: ResultFile, signal: AbortSignal): Generator<EchoedRecord> {
  for (let profile = FIRST_PROFILE; profile <= results.profiles; profile++) {
    signal.throwIfAborted();
    const json = results.profileJson(profile);
    const record = json === null ? null : readEchoedRecord(parseJson(json));
    if (record !== null) yield record;
  }
}

const nameOf = ({ primaryFirst = '', primaryLast = '' }: EchoedRecord) => nameKey(primaryFirst, primaryLast);

export const listProfiles: Task<'listProfiles'> = async (ref, context) => {
  using file = new ProjectFile(ref, 'write');
  using before = new ProjectFile(ref, 'read');
  const results = new ResultFile(before);
  const used = new Set<FieldKey>();
  for (const record of recordsIn(results, context.signal)) for (const key of FIELD_KEYS) if (record[key] !== undefined) used.add(key);
  const errors = [...results.errors().values()].flat();
  const refusedIds = new Set(errors.flatMap(({ id }) => (id === null || id.trim() === '' ? [] : [id.trim()])));
  if (refusedIds.size > 0) used.add('constituentId');
  if (used.size === 0) return await Promise.resolve(null);
  file.begin();
  file.clear('rows', 'list', 'profiles', 'scores', 'columns', 'matches', 'rowErrors', 'ids');
  const writer = new RecordWriter(
    file,
    FIELD_KEYS.filter((key) => used.has(key)),
  );
  /** The name of the first profile with each ID. */
  const names = new Map<string, string | null>();
  for (const record of recordsIn(results, context.signal)) {
    const id = record.constituentId!;
    const name = nameOf(record);
    // Profiles of the same person make one row. Two people with the same ID make two rows, which are distinguished by name.
    if (names.has(id) && names.get(id) === name) continue;
    if (!names.has(id)) names.set(id, name);
    writer.add(record, 'Profile');
    context.progress(writer.rows, results.profiles, 'rows');
  }
  for (const id of refusedIds) if (!names.has(id)) writer.add({ constituentId: id }, 'Row error');
  const sha256 = writer.finish();
  file.commit();
  return { body: { rows: writer.rows, bytes: writer.bytes, sha256, format: 'json' }, firstRows: writer.firstRows };
};
