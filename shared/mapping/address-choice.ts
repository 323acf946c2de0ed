/** Chooses which address of a row is sent, by the columns that say the type of each address: Home, Business, Former. */
import { type FieldKey, fieldsOf } from '../fields/index.ts';
import { ADDRESS_USE, addressUse } from '../transforms/index.ts';
import type { ColumnPlan, MappingPlan } from './plan.ts';

const OF_ADDRESS: readonly FieldKey[] = fieldsOf({ group: 'address' });

/** The columns of an address whose type is in a column too. */
export interface TypedAddress {
  /** The position of the column with the types. */
  readonly type: number;
  readonly columns: readonly number[];
}

/** The addresses of a plan that have a type column for their street, in sheet order. */
export function typedAddresses({ columns, combinations }: MappingPlan): readonly TypedAddress[] {
  const combined = new Map(combinations.flatMap(({ field, columns: parts }) => parts.map((column) => [column, field] as const)));
  const fieldIn = ({ column, to }: ColumnPlan): FieldKey | undefined =>
    combined.get(column) ?? (to.kind === 'field' ? to.field : undefined);
  const typesOfStreets = new Set(columns.flatMap((one) => (fieldIn(one) === 'street' ? (one.typeColumn ?? []) : [])));
  return [...typesOfStreets].map((type) => ({
    type,
    columns: columns.flatMap((one) => {
      const field = one.typeColumn === type ? fieldIn(one) : undefined;
      return field !== undefined && OF_ADDRESS.includes(field) ? [one.column] : [];
    }),
  }));
}

type ReadCell = (column: number) => string;

/**
 * Returns a function that hides the cells of all addresses of a row except the one that is sent; null when the plan has no type columns.
 * Home comes before other addresses of the person, and those before the workplace. Of equal types, the first is sent.
 */
export function chooseAddress(plan: MappingPlan): ((cell: ReadCell) => ReadCell) | null {
  const addresses = typedAddresses(plan);
  if (addresses.length === 0) return null;
  const typeOf = new Map(addresses.flatMap(({ type, columns }) => columns.map((column) => [column, type] as const)));
  let source: ReadCell = () => '';
  let chosen = -1;
  const read: ReadCell = (column) => {
    const type = typeOf.get(column);
    return type === undefined || type === chosen ? source(column) : '';
  };
  return (cell) => {
    source = cell;
    chosen = -1;
    let best: number = ADDRESS_USE.none;
    for (const { type, columns } of addresses) {
      const use = addressUse(cell(type));
      if (use >= best || columns.every((column) => cell(column) === '')) continue;
      best = use;
      chosen = type;
    }
    return read;
  };
}
