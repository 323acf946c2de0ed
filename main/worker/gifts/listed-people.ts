/** The people of a list by their IDs. Numbers count IDs, from 0; rows with the same ID have the same number. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { type MappedRecord, type MappingPlan, withoutGifts } from '../../../shared/mapping/index.ts';
import { HashTable64 } from '../../matching/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import { DataRows } from '../list/stored-rows.ts';
import type { StartHelper } from '../threads/helper-thread.ts';
import { type IdArrays, idArrays, IdHasher } from './id-hashes.ts';
import { type ListedSource, readListedIds } from './listed-ids.ts';

const ID = FIELD_INDEX.constituentId;
/** IDs that a message shows. */
const SHOWN_IDS = 3;
/** IDs that are looked up together. */
const TOGETHER = 128;

type ReadIds = Awaited<ReturnType<typeof readListedIds>>;

export class ListedPeople {
  /** Numbers of IDs of the list are below this one; others have come from gifts. */
  readonly count: number;
  /** The columns of the widest row. */
  readonly width: number;
  readonly firstIds: readonly string[];
  /** By position of a stored row: the number of its ID; -1 for a row without one, or that is not of the list. */
  readonly byPosition: Int32Array;
  /** By position of a stored row: the total that the list itself has. */
  readonly totals: Float64Array;
  private table = new HashTable64();
  private readonly hasher = new IdHasher();
  private readonly asked = idArrays(1);
  private all = 0;
  private prefetched = 0;

  private constructor({ positions, totals, width, ...ids }: ReadIds, people: number, firstIds: readonly string[]) {
    this.totals = totals;
    this.width = width;
    this.firstIds = firstIds;
    this.table.expect(people);
    this.byPosition = new Int32Array(positions);
    for (let from = 0; from < positions; from += TOGETHER) {
      const some = Math.min(TOGETHER, positions - from);
      this.prepare(ids.firsts.subarray(from), some);
      for (let at = from; at < from + some; at++) this.byPosition[at] = this.add(ids, at);
    }
    this.count = this.all;
  }

  /** @throws as `readListedIds`. */
  static async read(file: ProjectFile, edits: Edits, source: ListedSource, signal: AbortSignal, startHelper: StartHelper) {
    const ids = await readListedIds(file, edits, source, signal, startHelper);
    return new ListedPeople(ids, source.sheetLayout.rows, firstIdsOf(file, edits, source));
  }

  /** Loads what `add` needs into the processor's cache, for the first halves of some hashes. */
  prepare(firsts: Int32Array, count: number): void {
    // Stored so that V8 cannot drop the loop.
    this.prefetched = this.table.touch(firsts, count);
  }

  /** The number of the ID at a position, a new one for an ID that is not known yet; -1 without an ID. */
  add({ firsts, seconds }: IdArrays, at: number): number {
    const [a, b] = [firsts[at]!, seconds[at]!];
    if (a === 0 && b === 0) return -1;
    const known = this.table.add(a, b, this.all);
    return known >= 0 ? known : this.all++;
  }

  /** Whether the ID of a record is known. */
  has(record: MappedRecord): boolean {
    this.hasher.put(record, this.asked, 0);
    const [a, b] = [this.asked.firsts[0]!, this.asked.seconds[0]!];
    return (a !== 0 || b !== 0) && this.table.get(a, b) >= 0;
  }

  /** Frees what finds people by ID: no further gift is added. */
  forgetIds(): void {
    this.table = new HashTable64();
  }

  /** How many IDs have been seen, on the list and in gifts. */
  get seen(): number {
    return this.all;
  }
}

/** The first IDs of the list, for a message. */
function firstIdsOf(file: ProjectFile, edits: Edits, { sheetLayout, plan }: ListedSource): string[] {
  const records = new RecordReader(withoutGifts(plan), edits, new Set([ID]));
  const list = new DataRows(sheetLayout);
  const found: string[] = [];
  for (const { bytes } of file.chunks('rows')) {
    const block = new RowBlock(bytes);
    for (let row = 0; row < block.rowCount && found.length < SHOWN_IDS; row++) {
      const id = list.has(block, row) ? records.of(block, row).values[ID]! : '';
      if (id !== '') found.push(id);
    }
    if (found.length === SHOWN_IDS) break;
  }
  return found;
}

/** A plan that reads the ID from the first column of a row. */
export const ID_PLAN = (cleaning: MappingPlan['cleaning']): MappingPlan => ({
  columns: [{ column: 0, to: { kind: 'field', field: 'constituentId' }, settled: true, dateOrder: null, decimal: 'point' }],
  combinations: [],
  constants: [],
  cleaning,
});
