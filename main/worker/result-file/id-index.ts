/** Finds people by ID without reading the list. Hashes are grouped in buckets, with one chunk of the project file per bucket. */
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/index.ts';
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import { idKeyOf } from '../../../shared/transforms/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import { Edits } from '../list/edits.ts';
import { type ListIndex, numbersOf, type SheetRow } from '../list/ordinals.ts';
import { rowIn } from '../list/stored-rows.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import { RecordReader } from '../list/record-reader.ts';

const ID = FIELD_INDEX.constituentId;

/** Approximate number of IDs per bucket. */
const IDS_PER_BUCKET = 4096;

/** FNV-1a over the text's code units, with its bits mixed. Equal hashes prove nothing, so callers must compare the IDs. */
function hashOf(id: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) h = Math.imul(h ^ id.charCodeAt(at), 0x01000193);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 12)) >>> 0;
}

/** Builds the index from the IDs of a list, in list order. */
export class IdIndexWriter {
  private readonly hashes: Uint32Array;
  private readonly has: Uint8Array;
  private length = 0;

  constructor(length: number) {
    this.hashes = new Uint32Array(length);
    this.has = new Uint8Array(length);
  }

  /** Adds the ID of the next list index; null when the row does not have its own ID. */
  add(id: string | null): void {
    if (id !== null) {
      this.hashes[this.length] = hashOf(idKeyOf(id));
      this.has[this.length] = 1;
    }
    this.length += 1;
  }

  /** Writes the index, and replaces an earlier one. */
  write(file: ProjectFile): void {
    const buckets = Math.max(1, Math.ceil(this.length / IDS_PER_BUCKET));
    const counts = new Uint32Array(buckets);
    for (let index = 0; index < this.length; index++) if (this.has[index] === 1) counts[this.hashes[index]! % buckets]! += 1;
    const parts = Array.from(counts, (count) => new Uint32Array(count * 2));
    const filled = new Uint32Array(buckets);
    for (let index = 0; index < this.length; index++) {
      if (this.has[index] === 0) continue;
      const bucket = this.hashes[index]! % buckets;
      const at = filled[bucket]!;
      parts[bucket]![at] = this.hashes[index]!;
      parts[bucket]![at + 1] = index;
      filled[bucket] = at + 2;
    }
    file.clear('ids');
    for (const [seq, part] of parts.entries())
      file.write('ids', { seq, first: 0, count: part.length / 2, low: 0, high: 0 }, new Uint8Array(part.buffer));
  }
}

/** List indexes that may have the ID. The caller must compare the IDs. Null when the file has no index. */
export function listIndexesOf(file: ProjectFile, id: string): ListIndex[] | null {
  const buckets = file.places('ids').length;
  if (buckets === 0) return null;
  const hash = hashOf(idKeyOf(id));
  const bytes = file.read('ids', hash % buckets);
  const pairs = bytes === null ? new Uint32Array() : numbersOf(bytes);
  const indexes: ListIndex[] = [];
  for (let at = 0; at < pairs.length; at += 2) if (pairs[at] === hash) indexes.push(pairs[at + 1]! as ListIndex);
  return indexes;
}

/** Sets `present` to 1 for the IDs that the index may contain. Reads each bucket only once. */
export function markPresent(file: ProjectFile, ids: readonly string[], present: Uint8Array): void {
  const buckets = file.places('ids').length;
  if (buckets === 0) return;
  const wanted = ids.map((id, at) => {
    const hash = hashOf(idKeyOf(id));
    return { at, hash, bucket: hash % buckets };
  });
  let read = -1;
  let bucketHashes = new Set<number>();
  for (const { at, hash, bucket } of wanted.toSorted((a, b) => a.bucket - b.bucket)) {
    if (bucket !== read) {
      const bytes = file.read('ids', bucket);
      const pairs = bytes === null ? new Uint32Array() : numbersOf(bytes);
      bucketHashes = new Set(pairs.filter((_, index) => index % 2 === 0));
      read = bucket;
    }
    if (bucketHashes.has(hash)) present[at] = 1;
  }
}

/** The IDs of these rows in the sheet, in the order of `rows`; '' for none. */
export function* listIds(file: ProjectFile, plan: ListSource['plan'], rows: Uint32Array): Generator<string> {
  for (const { record } of listRecords(file, plan, rows, ['constituentId'])) yield record?.values[ID] ?? '';
}

/**
 * Some fields of the records of `rows` (sheet rows, ascending), in that order. `record` is valid until the next iteration. It is null for a
 * row that is not in the file.
 */
export function* listRecords(
  file: ProjectFile,
  plan: ListSource['plan'],
  rows: Uint32Array,
  fields: readonly FieldKey[],
): Generator<{ readonly rowNumber: SheetRow; readonly record: MappedRecord | null }> {
  const records = new RecordReader(plan, new Edits(file), new Set(fields.map((field) => FIELD_INDEX[field])));
  let at = 0;
  for (const place of file.places('rows')) {
    if (at >= rows.length || rows[at]! > place.high) continue;
    const block = new RowBlock(file.read('rows', place.seq)!);
    for (; at < rows.length && rows[at]! <= place.high; at++) {
      const row = rowIn(block, rows[at]!);
      yield { rowNumber: rows[at]! as SheetRow, record: row < 0 ? null : records.of(block, row) };
    }
  }
  for (; at < rows.length; at++) yield { rowNumber: rows[at]! as SheetRow, record: null };
}
