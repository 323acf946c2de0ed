/**
 * Merges a row with another row of the same person or of the person's spouse. The first row keeps its ID and values, and the other one only
 * fills its empty fields.
 */
import { FIELD_INDEX as F, FIELD_KEYS, type FieldKey, fieldsOf } from '../fields/index.ts';
import { areFormsOfOneName } from '../transforms/index.ts';
import { plain, streetKey, zipKey } from './match-keys.ts';

/** The values of a record, by field index. */
type Values = readonly string[];

export type MergeKind = 'samePerson' | 'couple';

export interface Merge {
  readonly kind: MergeKind;
  /** The new values of the first row. */
  readonly corrections: readonly (readonly [FieldKey, string])[];
}

interface Name {
  readonly first: string;
  readonly last: string;
}

const primaryOf = (values: Values): Name => ({ first: plain(values[F.primaryFirst]!), last: plain(values[F.primaryLast]!) });

/** The spouse. A spouse with only a first name gets the last name of the constituent. */
const spouseOf = (values: Values): Name => {
  const first = plain(values[F.spouseFirst]!);
  return { first, last: plain(values[F.spouseLast]!) || (first === '' ? '' : plain(values[F.primaryLast]!)) };
};

const isNone = ({ first, last }: Name): boolean => first === '' && last === '';

/** True if the first names are equal, one is the beginning of the other, both are forms of the same name, or one is missing. */
const firstsAgree = (one: string, other: string): boolean =>
  one.startsWith(other) || other.startsWith(one) || areFormsOfOneName(one, other);

const areSamePerson = (one: Name, other: Name): boolean => one.last === other.last && firstsAgree(one.first, other.first);

const SPOUSE_FROM_PRIMARY: readonly (readonly [FieldKey, FieldKey])[] = [
  ['spouseFirst', 'primaryFirst'],
  ['spouseMiddle', 'primaryMiddle'],
  ['spouseLast', 'primaryLast'],
  ['spouseMaiden', 'primaryMaiden'],
];

/** Fields that belong together and are only filled together: the city of one address must not complete the street of another. */
const ADDRESS = fieldsOf({ group: 'address' });
const UNITS: readonly (readonly FieldKey[])[] = (() => {
  const together: readonly (readonly FieldKey[])[] = [
    ADDRESS,
    ['businessName', 'businessTitle'],
    ...(['first', 'latest', 'largest', 'total'] as const).map((gift) => fieldsOf({ gift })),
  ];
  const alone = FIELD_KEYS.filter((key) => !together.some((keys) => keys.includes(key)));
  return [...together, ...alone.map((key) => [key])];
})();

const areAlike = (field: FieldKey, one: string, other: string): boolean =>
  field === 'street' ? streetKey(one) === streetKey(other) : plain(one) === plain(other);

/** True for rows with different addresses. A missing street or ZIP is not a difference. */
function liveApart(one: Values, other: Values): boolean {
  const differ = (a: string, b: string): boolean => a !== '' && b !== '' && a !== b;
  return differ(streetKey(one[F.street]!), streetKey(other[F.street]!)) || differ(zipKey(one[F.postalCode]!), zipKey(other[F.postalCode]!));
}

/** The values for the empty fields of a unit; none if the rows contradict each other in this unit. */
function filling(unit: readonly FieldKey[], kept: Values, other: Values): (readonly [FieldKey, string])[] {
  const contradicts = unit.some((key) => {
    const [one, two] = [kept[F[key]]!, other[F[key]]!];
    return one !== '' && two !== '' && !areAlike(key, one, two);
  });
  if (contradicts) return [];
  return unit.flatMap((key) => (kept[F[key]] === '' && other[F[key]] !== '' ? [[key, other[F[key]]!] as const] : []));
}

/** The names that show which person or business a row is about. */
export interface NamesOfRow extends Name {
  readonly business: string;
}

export const namesOf = (values: Values): NamesOfRow => ({ ...primaryOf(values), business: plain(values[F.businessName]!) });

/**
 * True for names of the same person, or of no person and the same business. A row without any name never matches a row that has only a
 * first name.
 */
export const nameOnePerson = (one: NamesOfRow, other: NamesOfRow): boolean =>
  isNone(one) || isNone(other) ? isNone(one) && isNone(other) && one.business === other.business : areSamePerson(one, other);

/** True when both rows name the same person, or no person and the same business. */
export const holdOnePerson = (values: Values, other: Values): boolean => nameOnePerson(namesOf(values), namesOf(other));

/**
 * How two rows become one; null if they contain more than one couple, or two people with different addresses. `kept` and `other`: the
 * values of mapped records by field index. For a couple, only name and address are taken over, not email, phone, business and gifts of the
 * other person.
 */
export function mergeOf(kept: Values, other: Values): Merge | null {
  const [one, two] = [primaryOf(kept), primaryOf(other)];
  const [spouse, otherSpouse] = [spouseOf(kept), spouseOf(other)];
  if (holdOnePerson(kept, other)) {
    if (!isNone(spouse) && !isNone(otherSpouse) && !areSamePerson(spouse, otherSpouse)) return null;
    return { kind: 'samePerson', corrections: UNITS.flatMap((unit) => filling(unit, kept, other)) };
  }
  if (one.first === '' || two.first === '' || one.last === '' || two.last === '') return null;
  if (!isNone(spouse) && !areSamePerson(spouse, two)) return null;
  if (!isNone(otherSpouse) && !areSamePerson(otherSpouse, one)) return null;
  if (liveApart(kept, other)) return null;
  const names = SPOUSE_FROM_PRIMARY.flatMap(([to, from]) =>
    kept[F[to]] === '' && other[F[from]] !== '' ? [[to, other[F[from]]!] as const] : [],
  );
  return { kind: 'couple', corrections: [...names, ...filling(ADDRESS, kept, other)] };
}
