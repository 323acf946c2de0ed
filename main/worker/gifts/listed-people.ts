/** The people of a list by ID. Each different ID has a number, from 0. Rows with the same ID have the same number. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { createMappedRecord, type MappedRecord, type MappingPlan, withoutGifts } from '../../../shared/mapping/index.ts';
import { HashTable64 } from '../../matching/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import type { ChunkPlace, ProjectFile } from '../../store/project-file/index.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import { readKeys } from '../check/key-chunks.ts';
import { areIdsStored } from '../check/recheck-basis.ts';
import type { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import { DataRows } from '../list/stored-rows.ts';
import { IdHashes } from './id-hashes.ts';
import { OwnTotals } from './own-totals.ts';

const ID = FIELD_INDEX.constituentId;
/** Number of IDs that a message shows. */
const SHOWN_IDS = 3;

/** `plan`: without the columns of gifts. */
type List = Pick<ListSource, 'sheetLayout' | 'plan'> & {
  readonly file: ProjectFile;
  readonly edits: Edits;
  readonly signal: AbortSignal;
};

export class ListedPeople {
  /** Numbers below this one are IDs of the list. Higher ones are IDs that only gifts have. */
  count = 0;
  /** Number of columns of the widest row; null if the rows were not read. */
  width: number | null = null;
  readonly firstIds: string[] = [];
  /** By position of a stored row: the number of its ID; -1 for a row without an ID, or one that does not belong to the list. */
  readonly byPosition: Int32Array;
  /** By position of a stored row: the total in the list itself. */
  readonly totals: Float64Array;
  private table = new HashTable64();
  private readonly asked = new IdHashes();
  private all = 0;

  constructor(file: ProjectFile, input: ListSource, edits: Edits, signal: AbortSignal) {
    const { sheetLayout } = input;
    // Plus 1, because a full table grows even when an ID that is added is already known.
    this.table.expect(sheetLayout.rows + 1);
    const plan = withoutGifts(input.plan);
    const places = file.places('rows');
    const last = places.at(-1);
    this.byPosition = new Int32Array(last === undefined ? 0 : last.first + last.count).fill(-1);
    this.totals = new Float64Array(this.byPosition.length);
    const list = { file, sheetLayout, plan, edits, signal };
    const totals = new OwnTotals(plan, edits);
    const isStored = areIdsStored(file, list);
    if (isStored) this.readKeys(list);
    if (!isStored || totals.exist) this.readRows(list, isStored ? null : new RecordReader(plan, edits, new Set([ID])), totals);
    this.count = this.all;
    if (this.count > 0) this.readFirstIds(list, places);
  }

  /** Adds the IDs from the match keys that the check stored, which are a tenth of the size of the rows. */
  private readKeys({ file, signal }: List): void {
    const ids = new IdHashes();
    for (const { place, bytes } of file.passingChunks('keys')) {
      signal.throwIfAborted();
      ids.clear();
      ids.addKeys(readKeys(bytes));
      this.addAll(ids, place);
    }
  }

  /** Reads totals, and also IDs unless `records` is null. */
  private readRows({ file, sheetLayout, signal }: List, records: RecordReader | null, totals: OwnTotals): void {
    const list = new DataRows(sheetLayout);
    const nobody = createMappedRecord();
    const ids = new IdHashes();
    let width = 0;
    for (const { place, bytes } of file.passingChunks('rows')) {
      signal.throwIfAborted();
      const block = new RowBlock(bytes);
      width = Math.max(width, block.columnCount);
      if (records !== null) {
        ids.clear();
        for (let row = 0; row < block.rowCount; row++) ids.add(list.has(block, row) ? records.of(block, row) : nobody);
        this.addAll(ids, place);
      }
      if (!totals.exist) continue;
      for (let row = 0; row < block.rowCount; row++)
        if (this.byPosition[place.first + row]! >= 0) this.totals[place.first + row] = totals.of(block, row);
    }
    this.width = width;
  }

  private addAll(ids: IdHashes, { first, count }: ChunkPlace): void {
    this.prepare(ids);
    for (let row = 0; row < count; row++) this.byPosition[first + row] = this.add(ids, row);
  }

  private readFirstIds({ file, plan, edits }: List, places: readonly ChunkPlace[]): void {
    const records = new RecordReader(plan, edits, new Set([ID]));
    for (const { seq, first } of places) {
      const block = new RowBlock(file.read('rows', seq)!);
      for (let row = 0; row < block.rowCount; row++) {
        if (this.byPosition[first + row]! < 0) continue;
        this.firstIds.push(records.of(block, row).values[ID]!);
        if (this.firstIds.length === SHOWN_IDS) return;
      }
    }
  }

  /** Must be called before `add` for these IDs. */
  prepare(ids: IdHashes): void {
    ids.prefetch(this.table);
  }

  /** The number of the ID at index `at`. An unknown ID gets a new number; -1 without an ID. */
  add(ids: IdHashes, at: number): number {
    const number = ids.numberIn(this.table, at, this.all);
    if (number === this.all) this.all += 1;
    return number;
  }

  /** Whether the ID of a record is on the list or in the gifts read so far. */
  has(record: MappedRecord): boolean {
    this.asked.clear();
    this.asked.add(record);
    return this.asked.findIn(this.table, 0) >= 0;
  }

  /** Frees the memory of the lookup by ID. No more gifts can be added. */
  forgetIds(): void {
    this.table = new HashTable64();
  }

  /** Number of different IDs so far, on the list and in gifts. */
  get seen(): number {
    return this.all;
  }
}

/** A plan that reads the ID from the first column of a row. */
export const idPlan = (cleaning: MappingPlan['cleaning']): MappingPlan => ({
  columns: [{ column: 0, to: { kind: 'field', field: 'constituentId' }, settled: true, dateOrder: null, decimal: 'point' }],
  combinations: [],
  constants: [],
  cleaning,
});
