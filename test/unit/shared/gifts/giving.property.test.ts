/** What each person has given, compared with an independent calculation from all gifts at once. */
import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { GiftLines, GivingLedger, giftTexts, reasonOf } from '../../../../shared/gifts/index.ts';

const TYPES = [
  'Cash',
  'Pay-Cash',
  'Pledge',
  'Refund',
  'Soft Credit',
  'Matching Gift',
  'Recurring Gift',
  'Recurring Gift Pay-Cash',
] as const;

const gift = record({
  person: integer({ min: 0, max: 5 }),
  type: constantFrom(...TYPES),
  currency: constantFrom('USD', 'USD', 'USD', 'EUR'),
  // Few days and amounts, so ties are frequent.
  day: constantFrom('2019-02-28', '2020-02-29', '2020-03-01', '2024-12-31'),
  cents: constantFrom(-5000, -1, 0, 1, 999, 1000, 10_000, 123_456_789_01),
});
type Gift = typeof gift extends { generate: (...args: never[]) => { value: infer G } } ? G : never;

/** Calculates with decimal texts, sorted lists, and integers of any size. */
function expected(gifts: readonly Gift[], isCounted: (gift: Gift) => boolean): string[] | null {
  const counted = gifts.filter(isCounted);
  if (counted.length === 0) return null;
  const decimal = (cents: bigint) => {
    const [sign, size] = cents < 0n ? ['-', -cents] : ['', cents];
    return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`.replace(/\.?0+$/, (end) =>
      end.startsWith('.') ? '' : end.replace(/0+$/, ''),
    );
  };
  const positive = counted.filter(({ cents }) => cents > 0);
  const byDay = positive.toSorted((a, b) => a.day.localeCompare(b.day) || b.cents - a.cents);
  const first = byDay[0];
  const latest = positive.toSorted((a, b) => b.day.localeCompare(a.day) || b.cents - a.cents)[0];
  const largest = positive.toSorted((a, b) => b.cents - a.cents || b.day.localeCompare(a.day))[0];
  const pair = (one: Gift | undefined) => (one === undefined ? ['', ''] : [decimal(BigInt(one.cents)), one.day]);
  const sum = counted.reduce((all, { cents }) => all + BigInt(cents), 0n);
  return [...pair(first), ...pair(latest), ...pair(largest), String(counted.length), sum < 0n ? '' : decimal(sum)];
}

test('2,000 random gift files give every person what an independent calculation says', () => {
  assert(
    property(array(gift, { maxLength: 60 }), array(boolean(), { minLength: 9, maxLength: 9 }), (gifts, ticks) => {
      const lines = new GiftLines();
      const ledger = new GivingLedger();
      for (const { person, type, currency, day, cents } of gifts)
        ledger.add(person, lines.add(type, '', currency, cents), Number(day.replaceAll('-', '')), cents);
      const choices = Object.fromEntries(
        [...TYPES.map((type) => `type:${type.toLowerCase()}`), 'below-zero'].map((key, at) => [key, ticks[at]!]),
      );
      const more = gifts.reduce((all, { currency }) => all + (currency === 'USD' ? 1 : -1), 0);
      const main = more === 0 ? gifts[0]?.currency : more > 0 ? 'USD' : 'EUR';
      const recurring = gifts.some(({ type }) => type === 'Recurring Gift Pay-Cash');
      const isCounted = ({ type, currency, cents }: Gift) =>
        currency === main && choices[cents < 0 && reasonOf(type, recurring) === null ? 'below-zero' : `type:${type.toLowerCase()}`]!;
      for (let person = 0; person <= 5; person++) {
        const giving = ledger.of(person, lines.counts(choices));
        const own = gifts.filter((one) => one.person === person);
        expect(giving === null ? null : giftTexts(giving)).toEqual(expected(own, isCounted));
      }
      const counted = lines.list(choices).filter((line) => line.counted);
      expect(counted.reduce((all, line) => all + line.gifts, 0)).toBe(gifts.filter(isCounted).length);
      expect(counted.reduce((all, line) => all + BigInt(line.cents!), 0n)).toBe(
        gifts.filter(isCounted).reduce((all, { cents }) => all + BigInt(cents), 0n),
      );
    }),
    { numRuns: 2000 },
  );
});
