/** Keeps the columns of an address together, so that another address of the sheet never fills its gaps. */
import { type FieldKind, fieldOf } from '../fields/index.ts';
import { toField, type Candidate, type Decision } from './candidates.ts';
import type { ColumnProfile } from './column-profile.ts';
import { columnLetters, knownFieldOf, otherFieldOf } from '../mapping/index.ts';
import { addressPartOf, meaningOf } from './heading-parser.ts';

/** More than any preference between two headings for one field, but less than the difference between a filled and an empty column. */
const SAME_ADDRESS = 350;
const PARTS: ReadonlySet<FieldKind> = new Set(['streetLine2', 'city', 'state', 'postalCode', 'country']);
/** Words for the constituent's own address. A street without such a word can belong to it too. */
const OWN = new Set(['', 'home', 'mailing', 'primary', 'preferred', 'permanent', 'constituent', 'donor', 'contact']);

const kindOf = ({ to }: Pick<Candidate, 'to'>): FieldKind | null => (to.kind === 'field' ? fieldOf(to.field).kind : null);

/** Ranks the candidates of the best street's address before those of other addresses. */
export function inOneAddress(candidates: readonly Candidate[]): readonly Candidate[] {
  const streets = candidates.filter((candidate) => kindOf(candidate) === 'street');
  if (streets.length === 0) return candidates;
  const best = streets.reduce((one, other) => (other.score > one.score ? other : one));
  const { group } = addressPartOf(best.profile.header);
  return candidates.map((candidate) => {
    const kind = kindOf(candidate);
    if (kind === null || !PARTS.has(kind) || addressPartOf(candidate.profile.header).group !== group) return candidate;
    return { ...candidate, score: candidate.score + SAME_ADDRESS };
  });
}

/** The number at the end of a heading: "City 2", "Zip2", or "City (2)" for a repeated heading; null for none. */
function numberOf(header: string): number | null {
  const digit = /(?<!\d)(\d)\)?\s*$/.exec(header)?.[1];
  return digit === undefined ? null : Number(digit);
}

const PLACES: ReadonlySet<FieldKind> = new Set(['city', 'state', 'postalCode', 'country']);

/** The part of an address that a heading names; null for any other heading. Further street lines count as the second one. */
function namedPart(header: string): 'street' | 'streetLine2' | 'place' | null {
  const meaning = meaningOf(header)?.to;
  const field = knownFieldOf(header) ?? otherFieldOf(header) ?? (meaning?.kind === 'field' ? meaning.field : null);
  if (field === null) return addressPartOf(header).line > 2 && /street|addr/i.test(header) ? 'streetLine2' : null;
  const { kind } = fieldOf(field);
  if (kind === 'street' || kind === 'streetLine2') return kind;
  return PLACES.has(kind) ? 'place' : null;
}

/**
 * Sets "Address 2" aside if there is a "City 2": it is then the street of a second address, not the second line of the first. Because the
 * heading alone is ambiguous, it must follow the city, state or ZIP of the previous address, or those must be numbered too.
 */
export function setLaterAddressesAside(decisions: readonly Decision[]): void {
  const parts = decisions.flatMap((decision) => {
    const part = decision.closed ? null : namedPart(decision.profile.header);
    return part === null ? [] : [{ decision, part, number: numberOf(decision.profile.header) }];
  });
  const places = parts.filter(({ part }) => part === 'place');
  const isNumbered = places.some(({ number }) => number === 1);
  for (const [at, { decision, part, number }] of parts.entries()) {
    const place = places.find((one) => number !== null && number > 1 && one.number === number)?.decision.profile;
    if (part !== 'streetLine2' || place === undefined) continue;
    const followsPlace = parts[at - 1]?.part === 'place';
    if (!followsPlace && (!isNumbered || /line/i.test(decision.profile.header))) continue;
    decision.alternatives.push(toField('street2'));
    decision.closed = true;
    decision.certainty = 'sure';
    decision.reason = `Belongs to another address, as ${columnLetters(place.column)} (${place.header}) does`;
  }
}

const HOUSE = /^\d+[A-Za-z]?\s+\S*\p{L}{2}/u;
const MOST = 0.6;

/** The share of filled values that begin with a house number. */
function houses({ aligned }: ColumnProfile): number {
  const filled = aligned.filter((value) => value.trim() !== '');
  return filled.length < 3 ? 0 : filled.filter((value) => HOUSE.test(value.trim())).length / filled.length;
}

/** Unmaps the second street line if it belongs to another address than the street. */
export function keepSecondLine(decisions: readonly Decision[]): void {
  const columnOf = (kind: FieldKind) => decisions.find((decision) => kindOf(decision) === kind);
  const [street, second] = [columnOf('street'), columnOf('streetLine2')];
  if (street === undefined || second === undefined) return;
  const [own, other] = [addressPartOf(street.profile.header).group, addressPartOf(second.profile.header).group];
  const hasStreet = (group: string) =>
    decisions.some(({ to, alternatives, profile }) => {
      const names = [to, ...alternatives].some((target) => target.kind === 'field' && target.field === 'street');
      return names && profile !== second.profile && profile !== street.profile && addressPartOf(profile.header).group === group;
    });
  // Other languages have their own words for the second line: "Complément", "Zusatz".
  const isSame =
    own === other ||
    (OWN.has(own) && otherFieldOf(second.profile.header) === 'street2') ||
    (OWN.has(own) && OWN.has(other) && (own === '' || other === '') && !hasStreet(other));
  const named = `${columnLetters(street.profile.column)} (${street.profile.header})`;
  if (isSame && (houses(second.profile) < MOST || houses(street.profile) < MOST)) return;
  second.alternatives.unshift(second.to);
  second.to = { kind: 'none' };
  second.certainty = 'sure';
  second.reason = `Belongs to another address than the street in ${named}`;
}
