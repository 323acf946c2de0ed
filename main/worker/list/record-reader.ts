/** Stored rows → drafts of records, with a person's corrections over them: the one way for check, pages, body and results. */
import { applyOverride, compileMapping, createMappedRecord, type MappedRecord, type RowMapper } from '../../../shared/mapping/mapping.ts';
import { FIELD_INDEX } from '../../../shared/fields/table.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { Edits } from './edits.ts';
import type { ListSource } from '../../worker-protocol/list.ts';

const ID = FIELD_INDEX.constituentId;

export class RecordReader {
  readonly mapper: RowMapper;
  readonly plan: ListSource['plan'];
  private readonly edits: Edits;
  /** Indexes of the fields of the list. */
  private readonly fields: readonly number[];
  private readonly draft = createMappedRecord();
  private block: RowBlock | null = null;
  private row = 0;
  private readonly override = (draft: MappedRecord, field: number, text: string): void => {
    this.mapper.override(draft, field, text);
  };
  private readonly cell = (column: number): string => this.block!.text(this.row, column);

  /** `only`: indexes of the fields that are asked for; left out: all of them. */
  constructor(plan: ListSource['plan'], edits: Edits, only: ReadonlySet<number> | null = null) {
    this.mapper = compileMapping(plan, only);
    this.plan = plan;
    this.fields = this.mapper.fields.map((field) => FIELD_INDEX[field]);
    this.edits = edits;
  }

  /**
   * The draft of a row as it is sent. A row without a constituent ID gets one from its row number: without it no profile could be
   * joined to the row (docs/adr/0001). `rowIdPrefix` is that of the list's recipe.
   */
  sent(block: RowBlock, row: number, rowIdPrefix: string): MappedRecord {
    const draft = this.of(block, row);
    if (draft.values[ID] === '') applyOverride(draft, ID, rowIdPrefix + String(block.rowNumber(row)));
    return draft;
  }

  /** The draft of a row; one draft is used for all, so it is good until the next call. */
  of(block: RowBlock, row: number): MappedRecord {
    this.block = block;
    this.row = row;
    this.mapper.map(this.cell, this.draft);
    const rowNumber = block.rowNumber(row);
    this.edits.apply(rowNumber, this.draft, this.override);
    this.edits.serviceMessages.mark(rowNumber, this.draft, this.fields);
    return this.draft;
  }

  /** True for a row that a person has corrected in some field. */
  isCorrected(rowNumber: number): boolean {
    return this.edits.isCorrected(rowNumber);
  }

  /** What the service said of a field when the row was sent before, while it still holds; null when nothing. Reads the row of the last `of`. */
  messagesOn(rowNumber: number, field: number): string | null {
    return this.edits.serviceMessages.on(rowNumber, field, this.draft, this.fields);
  }
}
