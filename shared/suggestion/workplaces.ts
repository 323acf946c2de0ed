/** Offers the address of the workplace, or of a season, for rows in which the person has no other address. */
import { type Combination, type HeadingWord, columnLetters, knownFieldOf, parseHeading } from '../mapping/index.ts';
import { countText, numberText } from '../base/index.ts';
import { type FieldKey, fieldOf } from '../fields/index.ts';
import { cleanText } from '../transforms/index.ts';
import { contradiction } from './contradictions.ts';
import type { Decision } from './candidates.ts';
import { meaningOf } from './heading-parser.ts';

/** The meanings of words for a workplace. */
const WORKPLACE = new Set(['business', 'work', 'office', 'employer']);
const SEASON = new Set(['seasonal', 'vacation', 'summer', 'winter']);

/** An address that is used where there is no other. */
interface OtherAddress {
  readonly names: (word: HeadingWord) => boolean;
  /** What it is, behind "this one". */
  readonly is: string;
}
const OTHER_ADDRESSES: readonly OtherAddress[] = [
  { names: ({ meaning }) => meaning !== null && WORKPLACE.has(meaning), is: 'of a workplace' },
  { names: ({ word }) => SEASON.has(word), is: 'for a part of the year' },
];
/** The parts that show that a row has an address. */
const SHOWN_BY: readonly FieldKey[] = ['street', 'city', 'postalCode'];

/** The part of such an address that a heading names: "Business City", "Zip/Postal Code - Work"; null for other headings. */
function partOf({ profile }: Decision, { names }: OtherAddress): FieldKey | null {
  const words = parseHeading(profile.header);
  const rest = words.filter((one) => !names(one)).map(({ word }) => word);
  if (rest.length === 0 || rest.length === words.length) return null;
  const heading = rest.join(' ');
  const meaning = meaningOf(heading)?.to;
  const field = knownFieldOf(heading) ?? (meaning?.kind === 'field' ? meaning.field : null);
  return field !== null && fieldOf(field).group === 'address' ? field : null;
}

/** By examined row: whether one of the columns has a value. */
const filledIn = (columns: readonly (Decision | undefined)[]): ((row: number) => boolean) => {
  return (row) => columns.some((one) => one !== undefined && cleanText(one.profile.aligned[row] ?? '') !== '');
};

/** The columns of such an address by field, and the examined rows that have no address but this one. */
interface Filling {
  readonly columns: ReadonlyMap<FieldKey, Decision>;
  readonly rows: readonly number[];
  readonly is: string;
}

function fillingOf(other: OtherAddress, own: ReadonlyMap<FieldKey, Decision>, decisions: readonly Decision[]): Filling | null {
  const columns = new Map<FieldKey, Decision>();
  for (const decision of decisions) {
    const { to, sensitive, profile } = decision;
    if (to.kind !== 'none' || sensitive || profile.filled === 0) continue;
    const field = partOf(decision, other);
    if (field !== null && own.has(field) && !columns.has(field) && contradiction(field, profile) === null) columns.set(field, decision);
  }
  const street = columns.get('street');
  if (street === undefined || !(columns.has('city') || columns.has('postalCode'))) return null;
  const hasOwn = filledIn(SHOWN_BY.map((field) => own.get(field)));
  const rows = street.profile.aligned.flatMap((_, row) => (!hasOwn(row) && filledIn([street])(row) ? [row] : []));
  return rows.length === 0 ? null : { columns, rows, is: other.is };
}

/**
 * Maps the columns of a workplace or a season to the fields of the address if they fill rows without another address. If both do, the
 * one that fills more rows is used. Returns all combinations. The row mapper never mixes the parts of two addresses.
 */
export function fillAddress(decisions: readonly Decision[], joined: readonly Combination[], within: string): readonly Combination[] {
  const own = new Map<FieldKey, Decision>();
  for (const decision of decisions) {
    const { to } = decision;
    if (to.kind === 'field' && fieldOf(to.field).group === 'address' && !own.has(to.field)) own.set(to.field, decision);
  }
  const street = own.get('street');
  const isJoined = joined.some(({ field }) => fieldOf(field).group === 'address');
  if (street === undefined || street.typeColumn !== undefined || isJoined) return joined;
  const [filling] = OTHER_ADDRESSES.flatMap((other) => fillingOf(other, own, decisions) ?? []).toSorted(
    (one, other) => other.rows.length - one.rows.length,
  );
  if (filling === undefined) return joined;
  const named = `${columnLetters(street.profile.column)} (${street.profile.header})`;
  const { aligned, looked } = street.profile;
  const counted = aligned.length < looked ? ` in the first ${numberText(aligned.length)} rows` : within;
  const combinations = [...filling.columns].map(([field, decision]): Combination => {
    decision.to = { kind: 'field', field };
    decision.certainty = 'likely';
    decision.reason = `Used where ${named} and the other parts of that address are empty`;
    decision.fills = filling.rows.filter(filledIn([decision])).length;
    return { field, columns: [own.get(field)!.profile.column, decision.profile.column], how: 'firstFilled', separator: ' ' };
  });
  const count = countText(filling.rows.length, 'row has', 'rows have');
  filling.columns.get('street')!.remark = `${count} no address but this one ${filling.is}${counted}: the service may not find people there`;
  return [...joined, ...combinations];
}
