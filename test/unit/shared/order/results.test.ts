/** What the results say about the order that chose the people, with few or extreme numbers. */
import { describe, expect, it } from 'vitest';
import { type OrderResults, orderLines, orderResultSentences } from '../../../../shared/order/index.ts';

type Order = NonNullable<OrderResults>;
const dollars = (amount: number): string => `$${amount}`;
const group = (scored: number, top: number, more: Partial<Order['above']> = {}): Order['above'] => ({
  people: scored,
  sent: scored,
  scored,
  sum: scored * 10,
  median: scored === 0 ? null : 10,
  top,
  ...more,
});
const sentences = (above: Order['above'], below: Order['below']): string[] => orderResultSentences({ deciles: [], above, below }, dollars);

describe('the sentences about an order', () => {
  it('compare those above the cut with the sample, and conclude nothing from fewer than 20 scored people', () => {
    const compared = ['Above the cut 12 of 60 scored (20%) are in the top group by capacity; in the sample below it 1 of 20 scored (5%)'];
    const medians = 'Of those with a capacity, half of the people above the cut have $10 or more; in the sample below it $10 or more';
    expect(sentences(group(60, 12), group(20, 1, { people: 900 }))).toEqual([...compared, medians]);
    expect(sentences(group(60, 12), group(19, 1, { people: 900, sent: 20 })).at(-1)).toBe(
      'The sample has 19 scored people: too few to tell whether the order was right',
    );
    expect(sentences(group(60, 12), group(1, 0)).at(-1)).toBe(
      'The sample has 1 scored person: too few to tell whether the order was right',
    );
  });

  it('say that nobody was below the cut, or that nobody below it was sampled', () => {
    expect(sentences(group(60, 12), group(0, 0))).toEqual([
      'Above the cut 12 of 60 scored (20%) are in the top group by capacity. Nobody was below it',
    ]);
    expect(sentences(group(4, 1), group(0, 0))).toEqual([
      'Above the cut 1 of 4 scored (25%) is in the top group by capacity. Nobody was below it',
    ]);
    expect(sentences(group(60, 12), group(0, 0, { people: 900 }))).toEqual([
      'Above the cut 12 of 60 scored (20%) are in the top group by capacity. Nobody below it was sampled, so nothing shows whether the order was right',
    ]);
  });

  it('have no share of nobody, and no median where nobody has a capacity', () => {
    expect(sentences(group(0, 0, { people: 9, sent: 9 }), group(0, 0, { people: 90, sent: 5 }))).toEqual([
      'Above the cut 0 of 0 scored are in the top group by capacity; in the sample below it 0 of 0 scored',
      'The sample has 0 scored people: too few to tell whether the order was right',
    ]);
    expect(orderResultSentences(null, dollars)).toEqual([]);
  });
});

it('the table has no line for a sample of nobody', () => {
  const labels = (below: Order['below']) => orderLines({ deciles: [], above: group(3, 1), below }).map(({ label }) => label);
  expect(labels(group(0, 0))).toEqual(['Above the cut']);
  expect(labels(group(0, 0, { people: 4 }))).toEqual(['Above the cut', 'Sample below the cut']);
});
