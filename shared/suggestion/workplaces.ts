/** Offers the address of the workplace for rows in which the person has no other address. */
import { type Combination, columnLetters, knownFieldOf, parseHeading } from '../mapping/index.ts';
import { countText, numberText } from '../base/index.ts';
import { type FieldKey, fieldOf } from '../fields/index.ts';
import { cleanText } from '../transforms/index.ts';
import { contradiction } from './contradictions.ts';
import type { Decision } from './candidates.ts';
import { meaningOf } from './heading-parser.ts';

/** The meanings of words for a workplace. */
const WORKPLACE = new Set(['business', 'work', 'office', 'employer']);
/** The parts that show that a row has an address. */
const SHOWN_BY: readonly FieldKey[] = ['street', 'city', 'postalCode'];

/** The part of an address that the heading of a workplace names: "Business City", "Zip/Postal Code - Work"; null for other headings. */
function partOf({ profile }: Decision): FieldKey | null {
  const words = parseHeading(profile.header);
  const rest = words.filter(({ meaning }) => meaning === null || !WORKPLACE.has(meaning)).map(({ word }) => word);
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

/**
 * Maps the columns of a workplace to the fields of the address if they fill rows without another address. Returns all combinations. The row
 * mapper never mixes the parts of two addresses.
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
  const work = new Map<FieldKey, Decision>();
  for (const decision of decisions) {
    const { to, sensitive, profile } = decision;
    if (to.kind !== 'none' || sensitive || profile.filled === 0) continue;
    const field = partOf(decision);
    if (field !== null && own.has(field) && !work.has(field) && contradiction(field, profile) === null) work.set(field, decision);
  }
  const workStreet = work.get('street');
  if (workStreet === undefined || !(work.has('city') || work.has('postalCode'))) return joined;
  const hasOwn = filledIn(SHOWN_BY.map((field) => own.get(field)));
  const rows = street.profile.aligned.flatMap((_, row) => (!hasOwn(row) && filledIn([workStreet])(row) ? [row] : []));
  if (rows.length === 0) return joined;
  const named = `${columnLetters(street.profile.column)} (${street.profile.header})`;
  const { aligned, looked } = street.profile;
  const counted = aligned.length < looked ? ` in the first ${numberText(aligned.length)} rows` : within;
  const combinations = [...work].map(([field, decision]): Combination => {
    decision.to = { kind: 'field', field };
    decision.certainty = 'likely';
    decision.reason = `Used where ${named} and the other parts of that address are empty`;
    decision.fills = rows.filter(filledIn([decision])).length;
    return { field, columns: [own.get(field)!.profile.column, decision.profile.column], how: 'firstFilled', separator: ' ' };
  });
  const count = countText(rows.length, 'row has', 'rows have');
  workStreet.remark = `${count} no address but this one of a workplace${counted}: the service may not find people there`;
  return [...joined, ...combinations];
}
