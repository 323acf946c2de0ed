/** The people of a list by their IDs. Numbers count IDs, from 0; rows with the same ID have the same number. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { createMappedRecord, type MappedRecord, type MappingPlan, withoutGifts } from '../../../shared/mapping/index.ts';
import { HashTable64 } from '../../matching/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import type { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import { DataRows } from '../list/stored-rows.ts';
import { IdHashes } from './id-hashes.ts';

const ID = FIELD_INDEX.constituentId;
const TOTAL = FIELD_INDEX.rfmTotalGiftValue;
/** IDs that a message shows. */
const SHOWN_IDS = 3;

export class ListedPeople {
  /** Numbers of IDs of the list are below this one; others have come from gifts. */
  count = 0;
  /** The columns of the widest row. */
  width = 0;
  readonly firstIds: string[] = [];
  /** By position of a stored row: the number of its ID; -1 for a row without one, or that is not of the list. */
  readonly byPosition: Int32Array;
  /** By position of a stored row: the total that the list itself has. */
  readonly totals: Float64Array;
  private table = new HashTable64();
  private readonly asked = new IdHashes();
  private all = 0;

  constructor(file: ProjectFile, input: ListSource, edits: Edits, signal: AbortSignal) {
    this.table.expect(input.sheetLayout.rows);
    const records = new RecordReader(withoutGifts(input.plan), edits, new Set([ID, TOTAL]));
    const list = new DataRows(input.sheetLayout);
    const nobody = createMappedRecord();
    const last = file.places('rows').at(-1);
    this.byPosition = new Int32Array(last === undefined ? 0 : last.first + last.count).fill(-1);
    this.totals = new Float64Array(this.byPosition.length);
    const ids = new IdHashes();
    for (const { place, bytes } of file.passingChunks('rows')) {
      signal.throwIfAborted();
      const block = new RowBlock(bytes);
      this.width = Math.max(this.width, block.columnCount);
      ids.clear();
      for (let row = 0; row < block.rowCount; row++) {
        const isListed = list.has(block, row);
        const record = isListed ? records.of(block, row) : nobody;
        ids.add(record);
        if (!isListed) continue;
        this.totals[place.first + row] = Number(record.values[TOTAL]);
        if (record.values[ID] !== '' && this.firstIds.length < SHOWN_IDS) this.firstIds.push(record.values[ID]!);
      }
      this.prepare(ids);
      for (let row = 0; row < block.rowCount; row++) this.byPosition[place.first + row] = this.add(ids, row);
    }
    this.count = this.all;
  }

  /** Call it before `add` for some IDs. */
  prepare(ids: IdHashes): void {
    ids.prefetch(this.table);
  }

  /** The number of the ID at a place, a new one for an ID that is not known yet; -1 without an ID. */
  add(ids: IdHashes, at: number): number {
    const number = ids.numberIn(this.table, at, this.all);
    if (number === this.all) this.all += 1;
    return number;
  }

  /** Whether the ID of a record is known. */
  has(record: MappedRecord): boolean {
    this.asked.clear();
    this.asked.add(record);
    return this.asked.findIn(this.table, 0) >= 0;
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

/** A plan that reads the ID from the first column of a row. */
export const ID_PLAN = (cleaning: MappingPlan['cleaning']): MappingPlan => ({
  columns: [{ column: 0, to: { kind: 'field', field: 'constituentId' }, settled: true, dateOrder: null, decimal: 'point' }],
  combinations: [],
  constants: [],
  cleaning,
});
