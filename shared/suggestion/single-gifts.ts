/** Detects lists with one row for each gift, in which amounts are not totals of the givers, whatever their heading says. */
import { type FieldKey, fieldOf } from '../fields/index.ts';
import { readAmount } from '../numbers/index.ts';
import { idKeyOf } from '../transforms/index.ts';
import type { Decision } from './candidates.ts';
import type { ColumnProfile } from './column-profile.ts';

/** What identifies a person, most certain first. Only the first one that the list has is used, because a couple can share an email. */
const PERSON: readonly (readonly FieldKey[])[] = [['constituentId'], ['primaryFirst', 'primaryLast', 'street'], ['personalEmail']];
/** Headings of the parts of one payment. */
const PAYMENT_PART = /(?:^|[^a-z])(?:fees?|net|charges?)(?:[^a-z]|$)/i;
/**
 * At least one in this many people must have several rows. Fewer can be duplicates in a list of people, and those can have different
 * amounts too.
 */
const REPEATED = 50;
/** Minimum number of rows to prove a sum. */
const FEWEST = 3;

const amountsOf = ({ aligned }: ColumnProfile): (number | null)[] =>
  aligned.map((text) => {
    const plain = readAmount(text, 'point');
    return plain === null ? null : Number(plain);
  });

/** True when enough people have several rows, and the amounts of most of them differ. */
function differsByRow(total: ColumnProfile, decisions: readonly Decision[]): boolean {
  const columnOf = (key: FieldKey) => decisions.find(({ to }) => to.kind === 'field' && to.field === key)?.profile;
  const keys = PERSON.find((one) => one.every((key) => columnOf(key) !== undefined));
  if (keys === undefined) return false;
  const columns = keys.map((key) => columnOf(key)!);
  const isEmail = keys[0] === 'personalEmail';
  const amounts = new Map<string, string[]>();
  for (const [row, amount] of total.aligned.entries()) {
    const person = columns.map((column) => idKeyOf(column.aligned[row] ?? '').toLowerCase()).join('\n');
    if (isEmail && !person.includes('@')) continue;
    if (person.trim() !== '' && amount.trim() !== '') amounts.set(person, [...(amounts.get(person) ?? []), amount.trim()]);
  }
  const several = [...amounts.values()].filter((one) => one.length > 1);
  const differing = several.filter((one) => new Set(one).size > 1);
  return several.length >= amounts.size / REPEATED && differing.length > several.length / 2;
}

/** True when the amount is the sum of two columns in each row, for example of a fee and the net amount. */
function hasFee(total: ColumnProfile, decisions: readonly Decision[]): boolean {
  const sums = amountsOf(total);
  const parts = decisions.filter(({ profile }) => profile !== total && profile.filled > 0 && profile.shares.amount > 0.5);
  return parts.some(({ profile: one }) => {
    if (!PAYMENT_PART.test(one.header)) return false;
    const fees = amountsOf(one);
    return parts.some(({ profile: other }) => {
      if (other === one) return false;
      const rest = amountsOf(other);
      const known = sums.flatMap((sum, row) =>
        sum === null || fees[row] == null || rest[row] == null ? [] : [sum - fees[row] - rest[row]],
      );
      return known.length >= FEWEST && known.every((left) => Math.abs(left) < 0.005);
    });
  });
}

/** Unmaps columns that are mapped to a total but have amounts of single gifts. The user can still choose the total. */
export function rejectSingleGifts(decisions: readonly Decision[]): void {
  for (const decision of decisions) {
    const { to, profile } = decision;
    if (to.kind !== 'field' || fieldOf(to.field).gift !== 'total') continue;
    const byPerson = differsByRow(profile, decisions);
    if (!byPerson && !hasFee(profile, decisions)) continue;
    decision.to = { kind: 'none' };
    decision.certainty = 'likely';
    decision.alternatives.unshift(to);
    decision.reason = byPerson
      ? 'The rows of one person have different amounts: single gifts, not a total'
      : 'With a fee in each row: single gifts, not a total';
  }
}
