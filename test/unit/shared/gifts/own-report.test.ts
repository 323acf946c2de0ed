/** The totals of the user's own report, and amounts as texts. */
import { describe, expect, test } from 'vitest';
import { centsText, compareReport, GiftLines, moneyText, withLines } from '../../../../shared/gifts/index.ts';

const line = (key: string, gifts: number, sum: string, counted: boolean) => ({
  key,
  label: key,
  gifts,
  sum,
  counted,
  why: counted ? null : 'left out',
  canCount: true,
  rows: [],
});
const view = {
  counted: { gifts: 38_580, sum: '10466440', firstDay: null, lastDay: null },
  lines: [line('type:cash', 22_914, '6214380', true), line('type:refund', 97, '-18940', false), line('below-zero', 34, '-4105', false)],
};

describe('the totals of a report', () => {
  test.each([
    ['equal to one line that is left out, in sum and count', '$10,462,335', '38,614', -410_500, 34, 'below-zero'],
    ['equal to one line that counts', '4,252,060', '15666', -621_438_000, -22_914, 'type:cash'],
    ['equal in sum only', '10462335', '38580', -410_500, 0, null],
    ['equal in count only', '10466440', '38614', 0, 34, null],
    ['that agree', '$10,466,440.00', '38 580', 0, 0, null],
    ['without a count', '10462335', '', -410_500, null, null],
    ['that cannot be read', 'ten', 'many', null, null, null],
  ])('%s', (_, sum, gifts, cents, more, key) => {
    const found = compareReport(view, { sum, gifts });
    expect([found.cents, found.gifts, found.line?.key ?? null]).toEqual([cents, more, key]);
  });
});

test.each([
  ['1250', '$', '$1,250'],
  ['1250.5', 'USD', '$1,250.50'],
  ['-18940', '$', '−$18,940'],
  ['0.05', 'EUR', '€0.05'],
  ['1020.5', '', '1,020.50'],
  ['-5', '', '−5'],
  ['12', 'POINTS', '12 POINTS'],
  ['5,50 GBP', '$', '5,50 GBP'],
  ['1.250', '$', '1.250'],
])('%s in %j is %s', (plain, currency, text) => {
  expect(moneyText(plain, currency)).toBe(text);
});

const full = { ...view, file: '', sheet: '', sheets: [], headings: [], columns: {}, certain: [], dateOrder: null, unclearDates: null, decimal: 'point' as const, unclearAmounts: null, gifts: 0, currency: '$', onList: { gifts: 0, people: 0 }, notOnList: { gifts: 0, people: 0, firstIds: [] }, withoutGifts: 0, nothingJoins: null, examples: [] }; // prettier-ignore

test('other lines change the totals immediately', () => {
  const { counted, lines } = withLines(full, { 'type:cash': false, 'below-zero': true });
  expect([counted.gifts, counted.sum]).toEqual([34, '-4105']);
  expect(lines.map((one) => [one.key, one.counted])).toEqual([
    ['below-zero', true],
    ['type:cash', false],
    ['type:refund', false],
  ]);
});

test.each([
  ['Cash off', { 'type:cash': false }],
  ['the smaller one off, and a promise on', { 'type:check': false, 'type:pledge': true }],
  ['two with the same sum', { 'type:cash': false, 'type:stock': false }],
  ['amounts below zero on', { 'below-zero': true, 'type:cash': false }],
])('lines are immediately in the order that they have after the file was read: %s', (_, choices) => {
  const read = new GiftLines();
  for (const type of ['Stock', 'Pledge', 'Check', 'Cash'])
    read.add(type, '', '$', type === 'Check' ? 300 : type === 'Pledge' ? 90_000 : 4000);
  read.add('Check', '', '$', -100);
  read.addUnusable('noDate', 9);
  const viewOf = (chosen: Readonly<Record<string, boolean>>) =>
    read.list(chosen).map(({ cents, ...rest }) => ({ ...rest, rows: [], sum: cents === null ? null : centsText(cents) }));
  const keysOf = (lines: readonly { readonly key: string }[]) => lines.map(({ key }) => key);
  const there = withLines({ ...full, lines: viewOf({}) }, choices);
  expect(keysOf(there.lines)).toEqual(keysOf(viewOf(choices)));
  expect(keysOf(withLines(there, {}).lines)).toEqual(keysOf(viewOf({})));
});
