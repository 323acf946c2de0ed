/** The total that the list itself has for each person, to find out whose total changes most. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { compileMapping, createMappedRecord, type MappingPlan } from '../../../shared/mapping/index.ts';
import { CellKind, type RowBlock } from '../../spreadsheet/index.ts';
import type { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import { ReadOnce } from './read-once.ts';

const FIELD = 'rfmTotalGiftValue';
const TOTAL = FIELD_INDEX[FIELD];

/** A total that cannot be read is treated as 0. */
const amountOf = (value: string | undefined): number => {
  const amount = Number(value);
  return Number.isFinite(amount) ? amount : 0;
};

/** The only column that the total depends on; -1 if it depends on anything else. */
function onlyColumn({ columns, combinations, constants }: MappingPlan): number {
  const feeding = columns.filter(({ to }) => to.kind === 'field' && to.field === FIELD);
  const isAlone =
    feeding.length === 1 && !combinations.some(({ field }) => field === FIELD) && !constants.some(({ field }) => field === FIELD);
  return isAlone && feeding[0]!.currency?.column == null ? feeding[0]!.column : -1;
}

export class OwnTotals {
  /** Whether any row can have a total. */
  readonly exist: boolean;
  private readonly records: RecordReader;
  private readonly edits: Edits;
  private readonly column: number;
  private readonly texts: ReadOnce<number>;
  private readonly numbers: ReadOnce<number>;

  /** `plan`: without the columns of gifts. */
  constructor(plan: MappingPlan, edits: Edits) {
    this.edits = edits;
    this.records = new RecordReader(plan, edits, new Set([TOTAL]));
    this.exist = this.records.mapper.fields.includes(FIELD) || edits.corrects(TOTAL);
    this.column = onlyColumn(plan);
    const record = createMappedRecord();
    const mapper = compileMapping(plan, new Set([TOTAL]));
    const read = (isNumber: boolean) => (text: string) => {
      mapper.map(
        (column) => (column === this.column ? text : ''),
        record,
        () => isNumber,
      );
      return amountOf(record.values[TOTAL]);
    };
    this.texts = new ReadOnce(read(false));
    this.numbers = new ReadOnce(read(true));
  }

  of(block: RowBlock, row: number): number {
    if (this.column < 0 || this.edits.isCorrected(block.rowNumber(row))) return amountOf(this.records.of(block, row).values[TOTAL]);
    const isNumber = block.kind(row, this.column) === CellKind.Number;
    return (isNumber ? this.numbers : this.texts).of(block, row, this.column);
  }
}
