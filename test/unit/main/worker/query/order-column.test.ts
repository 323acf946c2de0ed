/** A column of the file as the order of the people: numbers, days, ranges and words as offices write them. */
import { expect, it } from 'vitest';
import { columnOrder } from '../../../../../main/worker/query/order-column.ts';
import { ranked, addPoints } from '../../../../../shared/order/index.ts';

/** The texts in their order, and how they were read. */
function ordered(texts: readonly string[], column?: Parameters<typeof columnOrder>[1]) {
  const { numbers, reading } = columnOrder(texts, column);
  const points = new Float64Array(texts.length);
  addPoints(points, numbers, 1);
  return { order: [...ranked(points)].map((at) => texts[at]), ...reading };
}
const none = { empty: 0, unread: 0 };

it.each([
  ['numbers', ['$1,250.00', '', '900', '$12,000', 'unknown', '100.50'], ['$12,000', '$1,250.00', '900', '100.50', '', 'unknown'], 1, 1],
  ['numbers', ['7%', '85.5 %', '100%', '0%'], ['100%', '85.5 %', '7%', '0%'], 0, 0],
  ['numbers', ['1.234,50 €', '99,90 €', '2.000,00 €'], ['2.000,00 €', '1.234,50 €', '99,90 €'], 0, 0],
  ['numbers', ['USD 500', '1.5M', '20K', '(300)', '-10'], ['1.5M', '20K', 'USD 500', '-10', '(300)'], 0, 0],
  ['days', ['12/31/2023', '01/15/2024', '2024-02-01', 'never'], ['2024-02-01', '01/15/2024', '12/31/2023', 'never'], 0, 1],
  ['days', ['31/12/2023', '13/01/2024', '02/05/2024'], ['02/05/2024', '13/01/2024', '31/12/2023'], 0, 0],
  [
    'ranges',
    ['$25,000 - $49,999', '$1M+', '$500K-$1M', '$100K to $250K', 'Unrated'],
    ['$1M+', '$500K-$1M', '$100K to $250K', '$25,000 - $49,999', 'Unrated'],
    0,
    1,
  ],
  ['texts', ['Major', 'annual', '', 'Board', 'Annual'], ['annual', 'Annual', 'Board', 'Major', ''], 1, 0],
] as const)('%s: %j', (as, texts, order, empty, unread) => {
  expect(ordered(texts)).toEqual({ order, as, empty, unread });
});

it('reads a mapped column as the list does', () => {
  const column = { column: 0, to: { kind: 'none' }, settled: true, dateOrder: 'dmy', decimal: null } as const;
  const days = ['03/02/2024', '02/03/2024'];
  expect(ordered(days).order).toEqual(['03/02/2024', '02/03/2024']);
  expect(ordered(days, column).order).toEqual(['02/03/2024', '03/02/2024']);
  const amounts = ['1.500', '900'];
  expect(ordered(amounts, { ...column, dateOrder: null, decimal: 'point' }).order).toEqual(['900', '1.500']);
});

it('a sentence that begins with a number is not a range', () => {
  const sentence = '500 to be paid over the coming three years, as agreed in May';
  expect(ordered(['$25K - $50K', sentence, '$1K+'])).toEqual({
    order: ['$25K - $50K', '$1K+', sentence],
    as: 'ranges',
    empty: 0,
    unread: 1,
  });
});

it('keeps the order of the list for equal texts, and for an empty column', () => {
  expect(ordered(['5', '5.0', '$5.00', '6'])).toEqual({ order: ['6', '5', '5.0', '$5.00'], as: 'numbers', ...none });
  expect(ordered(['', ''])).toEqual({ order: ['', ''], as: 'texts', empty: 2, unread: 0 });
  expect(ordered(['B', 'Annual', 'annual', 'Annual']).order).toEqual(['Annual', 'annual', 'Annual', 'B']);
  // Half of the texts is not most of them.
  expect(ordered(['3', 'B', '10', 'A'])).toMatchObject({ as: 'texts', order: ['3', '10', 'A', 'B'] });
});
