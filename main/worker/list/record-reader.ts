/** Reads stored rows as mapped records with the user's corrections, for checks, pages, the body and results. */
import {
  type MappedRecord,
  type RowMapper,
  applyOverride,
  compileMapping,
  createMappedRecord,
  withholdFuture,
} from '../../../shared/mapping/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { CellKind, type RowBlock } from '../../spreadsheet/index.ts';
import type { Edits } from './edits.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import { packedDay } from '../../../shared/numbers/index.ts';
import { type RowIdSource, rowIdOf } from './row-ids.ts';

const ID = FIELD_INDEX.constituentId;

/** What a record depends on when it is sent, in addition to the plan. */
export type SentSource = RowIdSource & Pick<ListSource, 'today'>;

export class RecordReader {
  readonly mapper: RowMapper;
  readonly plan: ListSource['plan'];
  private readonly edits: Edits;
  /** Indexes of the fields of the list. */
  private readonly fields: readonly number[];
  private readonly record = createMappedRecord();
  private block: RowBlock | null = null;
  private row = 0;
  /** The day of the last call of `sent`, as text and packed. */
  private today = '';
  private packedToday = 0;
  private readonly override = (record: MappedRecord, field: number, text: string): void => this.mapper.override(record, field, text);
  private readonly isNumber = (column: number): boolean => this.block!.kind(this.row, column) === CellKind.Number;
  private readonly cell = (column: number): string => this.block!.text(this.row, column);

  /** `only`: indexes of the fields to read; null for all. */
  constructor(plan: ListSource['plan'], edits: Edits, only: ReadonlySet<number> | null = null) {
    this.mapper = compileMapping(plan, only);
    this.plan = plan;
    this.fields = this.mapper.fields.map((field) => FIELD_INDEX[field]);
    this.edits = edits;
  }

  /**
   * The record of a row as it is sent. A row without a constituent ID gets a generated one, because without an ID no profile could be
   * matched to the row (docs/adr/0001).
   */
  sent(block: RowBlock, row: number, source: SentSource): MappedRecord {
    const record = this.of(block, row);
    if (record.values[ID] === '') applyOverride(record, ID, rowIdOf(source, block.rowNumber(row), record));
    if (source.today !== this.today) {
      this.today = source.today;
      this.packedToday = packedDay(source.today);
    }
    withholdFuture(record, this.packedToday);
    return record;
  }

  /** The record of a row. The reader reuses one record, which is valid until the next call. */
  of(block: RowBlock, row: number): MappedRecord {
    this.block = block;
    this.row = row;
    this.mapper.map(this.cell, this.record, this.isNumber);
    const rowNumber = block.rowNumber(row);
    this.edits.apply(rowNumber, this.record, this.override);
    this.edits.serviceMessages.mark(rowNumber, this.record, this.fields);
    return this.record;
  }

  isCorrected(rowNumber: number): boolean {
    return this.edits.isCorrected(rowNumber);
  }

  /** The sheet row that is sent in place of a merged row; null for other rows. */
  mergedInto(rowNumber: number): number | null {
    return this.edits.mergedInto(rowNumber);
  }

  /** The service's messages about a field that still apply, for the row of the last call of `of`; null for none. */
  messagesOn(rowNumber: number, field: number): string | null {
    return this.edits.serviceMessages.on(rowNumber, field, this.record, this.fields);
  }
}
