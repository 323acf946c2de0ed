/** The values that a gift file gives a row. */
import { FIELD_INDEX, type FieldKey } from '../fields/index.ts';
import { type MappedRecord, PARSE_ERROR, addChange, clearValue } from './mapped-record.ts';
import type { ParseOptions } from './number-parsing.ts';
import { parseValue } from './parsing.ts';
import type { GiftSource, MappingPlan } from './plan.ts';

/** The fields that a gift file fills, in column order. The fields of one gift are a group, because they must come from the same source. */
const GROUPS: readonly (readonly FieldKey[])[] = [
  ['rfmFirstGiftValue', 'rfmFirstGiftDate'],
  ['rfmMostRecentGiftValue', 'rfmMostRecentGiftDate'],
  ['rfmLargestGiftValue', 'rfmLargestGiftDate'],
  ['rfmTotalGiftCount'],
  ['rfmTotalGiftValue'],
];
export const GIFT_COLUMNS: readonly FieldKey[] = GROUPS.flat();

/** The other fields of a field's group. When the sheet wins, a value in one of them keeps the gift file out of all of them. */
export const withGift = (key: FieldKey, { gifts }: Pick<MappingPlan, 'gifts'>): readonly FieldKey[] =>
  gifts === undefined ? [] : (GROUPS.find((group) => group.includes(key)) ?? []).filter((other) => other !== key);

/** The plan without the columns of the gift file. */
export function withoutGifts(plan: MappingPlan): MappingPlan {
  const { gifts: _gifts, ...own } = plan;
  return own;
}

interface Group {
  readonly fields: readonly number[];
  readonly columns: readonly number[];
}

/** Fills the giving fields of a row after its sheet values have been mapped. */
export class GiftValues {
  private readonly groups: readonly Group[];
  private readonly listWins: boolean;
  /** The column with the number of gifts. It is filled for every person with gifts. */
  private readonly counts: number;
  private readonly options: ParseOptions;

  constructor({ first, wins }: GiftSource, options: ParseOptions) {
    this.listWins = wins === 'list';
    this.options = options;
    const columnOf = (key: FieldKey) => first + GIFT_COLUMNS.indexOf(key);
    this.counts = columnOf('rfmTotalGiftCount');
    this.groups = GROUPS.map((group) => ({ fields: group.map((key) => FIELD_INDEX[key]), columns: group.map(columnOf) }));
  }

  fill(record: MappedRecord, cell: (column: number) => string): void {
    if (cell(this.counts) === '') return;
    for (const { fields, columns } of this.groups) {
      if (this.listWins && fields.some((field) => record.values[field] !== '')) continue;
      for (const [at, field] of fields.entries()) {
        if (record.changes[field] !== 0 || record.parseErrors[field] !== PARSE_ERROR.none) {
          record.changes[field] = 0;
          record.parseErrors[field] = PARSE_ERROR.none;
          addChange(record, field, 0);
        }
        const text = cell(columns[at]!);
        if (text === '') clearValue(record, field);
        else parseValue(record, field, text, this.options);
      }
    }
  }
}
