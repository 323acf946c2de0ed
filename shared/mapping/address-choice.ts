/**
 * Chooses which address of a row is sent: by the columns that say the type of each address (Home, Business, Former), or the first one that
 * has a street.
 */
import { type FieldKey, fieldsOf } from '../fields/index.ts';
import { ADDRESS_USE, addressUse, isMissing } from '../transforms/index.ts';
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

/** True if the column feeds no other field, which would lose its text when the address is hidden. */
const feedsOnly = ({ columns, combinations }: MappingPlan, field: FieldKey, column: number): boolean =>
  columns.every(({ column: at, to }) => at !== column || to.kind === 'none' || (to.kind === 'field' && to.field === field)) &&
  combinations.every((one) => one.field === field || !one.columns.includes(column));

/**
 * The columns of addresses without types whose parts replace each other, in the order of preference: the first columns of the combinations
 * are one address, the second columns the next. Empty if only one part has further columns, or if a column also feeds another field.
 */
export function replacingAddresses(plan: MappingPlan): readonly (readonly number[])[] {
  if (typedAddresses(plan).length > 0) return [];
  const parts = plan.combinations.filter(({ field, how }) => how === 'firstFilled' && OF_ADDRESS.includes(field));
  const street = parts.find(({ field }) => field === 'street');
  if (street === undefined || parts.length < 2) return [];
  if (!parts.every(({ field, columns }) => columns.every((column) => feedsOnly(plan, field, column)))) return [];
  const ordered = [street, ...parts.filter((part) => part !== street)];
  return street.columns.map((_, at) => ordered.flatMap(({ columns }) => columns[at] ?? []));
}

type ReadCell = (column: number) => string;

/**
 * Returns a function that hides the cells of all addresses of a row except the one that is sent, so that the parts of two are never mixed;
 * null when a row has only one address. With types, home comes before other addresses of the person, and those before the workplace; of
 * equal types, the first is sent. Without types, it is the first with a street, or else the first with any part.
 */
export function chooseAddress(plan: MappingPlan): ((cell: ReadCell) => ReadCell) | null {
  const addresses = typedAddresses(plan);
  if (addresses.length === 0) return chooseFilled(replacingAddresses(plan));
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

const isEmpty = (text: string): boolean => text === '' || text.trim() === '' || isMissing(text.trim());

/** `addresses`: the columns of each, with the street first. */
function chooseFilled(addresses: readonly (readonly number[])[]): ((cell: ReadCell) => ReadCell) | null {
  if (addresses.length === 0) return null;
  const ownerOf = new Map(addresses.flatMap((columns, at) => columns.map((column) => [column, at] as const)));
  let source: ReadCell = () => '';
  let chosen = 0;
  const read: ReadCell = (column) => {
    const owner = ownerOf.get(column);
    return owner === undefined || owner === chosen ? source(column) : '';
  };
  return (cell) => {
    source = cell;
    chosen = addresses.findIndex(([street]) => !isEmpty(cell(street!)));
    if (chosen < 0) chosen = addresses.findIndex((columns) => columns.some((column) => !isEmpty(cell(column))));
    return read;
  };
}
