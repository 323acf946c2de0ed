/** Keeps the columns of one address together: another address of the sheet never fills the gaps of the first. */
import { fieldOf, type FieldKind } from '../fields/table.ts';
import type { Candidate, Decision } from './candidates.ts';
import type { ColumnProfile } from './columns.ts';
import { columnLetters } from './headers.ts';
import { addressPartOf } from './heading-parser.ts';

/** More than any preference between two headings of one field, less than values against none. */
const SAME_ADDRESS = 350;
const PARTS: ReadonlySet<FieldKind> = new Set(['streetLine2', 'city', 'state', 'postalCode', 'country']);
/** Words for the constituent's own address: a street without such a word can belong to the same one. */
const OWN = new Set(['', 'home', 'mailing', 'primary', 'preferred', 'permanent', 'constituent', 'donor', 'contact']);

const kindOf = ({ to }: Pick<Candidate, 'to'>): FieldKind | null => (to.kind === 'field' ? fieldOf(to.field).kind : null);

/** The candidates with those of the best street's address ranked before those of other addresses. */
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

const HOUSE = /^\d+[A-Za-z]?\s+\S*\p{L}{2}/u;
const MOST = 0.6;

/** The share of filled values that begin with a house number. */
function houses({ aligned }: ColumnProfile): number {
  const filled = aligned.filter((value) => value.trim() !== '');
  return filled.length < 3 ? 0 : filled.filter((value) => HOUSE.test(value.trim())).length / filled.length;
}

/** Takes the second line away from a column that is not of the address that supplies the street. */
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
  const isSame = own === other || (OWN.has(own) && OWN.has(other) && (own === '' || other === '') && !hasStreet(other));
  const named = `${columnLetters(street.profile.column)} (${street.profile.header})`;
  if (isSame && (houses(second.profile) < MOST || houses(street.profile) < MOST)) return;
  second.alternatives.unshift(second.to);
  second.to = { kind: 'none' };
  second.certainty = 'sure';
  second.reason = `Belongs to another address than the street in ${named}`;
}
