/** Receives a list: checks each record and its ID, and stores the records in blocks that stay invisible. */
import { FIELD_INDEX, MAX_RECORDS } from '../shared/fields/index.ts';
import { checkRecord, reportedValue, type RecordValues } from './checks.ts';
import { ErrorResponse } from './error-response.ts';
import type { InvalidRow, EncodedBlock } from './list-store.ts';
import type { PracticeStore } from './store.ts';
import { UniqueIds } from './unique-ids.ts';

/** Records per block, which is compressed and encrypted as a unit. */
const BLOCK = 128;

/** Blocks per transaction: enough to spread its cost, few enough not to delay other calls. */
const BLOCKS_AT_ONCE = 32;

export interface UploadOptions {
  /** The latest date that is not in the future. */
  readonly today: string;
  /** Rows beyond this number are checked but not stored, to imitate a service that loses the rest of a list; null stores all. */
  readonly keepRows: number | null;
}

/** The outcome of an upload. */
export interface UploadResult {
  readonly listId: number;
  readonly total: number;
  readonly valid: number;
}

export class ListUpload {
  private readonly store: PracticeStore;
  private readonly options: UploadOptions;
  private readonly listId: number;
  private readonly ids = new UniqueIds();
  private received = 0;
  private valid = 0;
  private blocks = 0;
  private firstRow = 0;
  private records: (RecordValues | null)[] = [];
  private refusals: InvalidRow[] = [];
  /** Blocks to store in the next transaction. They are already encoded, so that the garbage collector has no objects to scan. */
  private waiting: EncodedBlock[] = [];

  constructor(store: PracticeStore, options: UploadOptions) {
    this.store = store;
    this.options = options;
    this.listId = store.lists.begin();
  }

  /**
   * Adds the next record. `columnCount`: number of cells of its line when it differs from the headings; otherwise null.
   * @throws ErrorResponse 413 above the maximum number of records of a project
   */
  add(record: Readonly<Record<string, unknown>>, columnCount: number | null): void {
    const row = this.received++;
    if (this.received > MAX_RECORDS) {
      throw new ErrorResponse(413, 'too_many_records', `A project accepts at most ${MAX_RECORDS} records. Nothing was stored.`);
    }
    const { values, issues } = checkRecord(record, this.options.today);
    const id = values[FIELD_INDEX.constituentId];
    if (typeof id === 'string' && id !== '' && !this.ids.add(id)) {
      const message = 'Constituent ID is already used in an earlier row.';
      issues.push({ field: 'constituentId', code: 'duplicate', message, value: reportedValue(id) });
    }
    if (columnCount !== null) {
      issues.push({
        field: '',
        code: 'column_count',
        message: 'The number of cells in the line differs from the number of headings.',
        value: columnCount,
      });
    }
    if (this.options.keepRows !== null && row >= this.options.keepRows) return;
    if (issues.length === 0) {
      this.records.push(values);
    } else {
      this.records.push(null);
      this.refusals.push({ row, constituentId: typeof id === 'string' ? id : null, issues });
    }
    if (this.records.length >= BLOCK) this.closeBlock();
  }

  /**
   * Stores the remaining records; the list stays invisible.
   * @throws ErrorResponse 400 for a list without records
   */
  finish(): UploadResult {
    if (this.received === 0) throw new ErrorResponse(400, 'list_empty', 'The list has no records. Nothing was stored.');
    if (this.records.length > 0) this.closeBlock();
    this.flush();
    return { listId: this.listId, total: this.firstRow, valid: this.valid };
  }

  discard(): void {
    this.waiting = [];
    this.store.lists.drop(this.listId);
  }

  private closeBlock(): void {
    const validCount = this.records.length - this.refusals.length;
    const block = { firstRow: this.firstRow, validCount, records: this.records, refusals: this.refusals };
    this.waiting.push(this.store.lists.encode(this.listId, this.blocks++, block));
    this.firstRow += this.records.length;
    this.valid += validCount;
    this.records = [];
    this.refusals = [];
    if (this.waiting.length >= BLOCKS_AT_ONCE) this.flush();
  }

  private flush(): void {
    this.store.lists.append(this.listId, this.waiting);
    this.waiting = [];
  }
}
