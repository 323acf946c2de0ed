/** The values that a gift file gives a row. */
import { FIELD_INDEX, type FieldKey } from '../fields/index.ts';
import { type MappedRecord, PARSE_ERROR, addChange, clearValue } from './mapped-record.ts';
import type { ParseOptions } from './number-parsing.ts';
import { parseValue } from './parsing.ts';
import type { GiftSource, MappingPlan } from './plan.ts';

/** The fields of the columns of a gift file, in their order. The fields of one gift are in one group, because they come from one source. */
const GROUPS: readonly (readonly FieldKey[])[] = [
  ['rfmFirstGiftValue', 'rfmFirstGiftDate'],
  ['rfmMostRecentGiftValue', 'rfmMostRecentGiftDate'],
  ['rfmLargestGiftValue', 'rfmLargestGiftDate'],
  ['rfmTotalGiftCount'],
  ['rfmTotalGiftValue'],
];
export const GIFT_COLUMNS: readonly FieldKey[] = GROUPS.flat();

/** The fields whose values from the sheet decide about a field, when the sheet wins; without the field itself. */
export const withGift = (key: FieldKey, { gifts }: Pick<MappingPlan, 'gifts'>): readonly FieldKey[] =>
  gifts === undefined ? [] : (GROUPS.find((group) => group.includes(key)) ?? []).filter((other) => other !== key);

/** A plan without its columns of gifts, as for a list that does not have them. */
export function withoutGifts(plan: MappingPlan): MappingPlan {
  const { gifts: _gifts, ...own } = plan;
  return own;
}

interface Group {
  readonly fields: readonly number[];
  readonly columns: readonly number[];
}

/** Fills the giving fields of rows whose sheet values have been mapped. */
export class GiftValues {
  private readonly groups: readonly Group[];
  private readonly listWins: boolean;
  /** The column of the number of gifts, which every person with gifts has. */
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
