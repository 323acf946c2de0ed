/** What the results show about the order by which the people were chosen. */
import { z } from 'zod';
import { countText, numberText } from '../base/index.ts';
import { DECILES } from './settings.ts';

/** With fewer scored people, a sample cannot show whether the order was right. */
const LEAST_TO_JUDGE = 20;

/** A group of people and its results. Capacities are in dollars. */
const Yield = z.strictObject({
  /** All people of the group, sent or not. */
  people: z.int(),
  sent: z.int(),
  scored: z.int(),
  sum: z.number(),
  /** The median capacity of those who have one; null if nobody has. */
  median: z.number().nullable(),
  /** People in the top group by capacity. */
  top: z.int(),
});
export type Yield = z.infer<typeof Yield>;

/** Null if everyone was sent, for a pilot, and if nobody has a numeric capacity. */
export const OrderResults = z
  .strictObject({
    /** From A to J; empty for fewer than `LEAST_FOR_DECILES` people. */
    deciles: z.array(Yield.extend({ decile: z.enum(DECILES) })),
    /** The people above the cut. `below`: the people below it, of whom only the sample was sent. */
    above: Yield,
    below: Yield,
  })
  .nullable();
export type OrderResults = z.infer<typeof OrderResults>;

/** 12 of 240 (5%) */
const shareText = ({ top, scored }: Yield) =>
  `${numberText(top)} of ${numberText(scored)} scored${scored === 0 ? '' : ` (${Math.round((top / scored) * 100)}%)`}`;
const isOrAre = ({ top }: Yield): string => (top === 1 ? 'is' : 'are');

/** Sentences about whether the order was useful. `money`: formats an amount. */
export function orderResultSentences(order: OrderResults, money: (amount: number) => string): string[] {
  if (order === null) return [];
  const { above, below } = order;
  const group = 'in the top group by capacity';
  if (below.people === 0) return [`Above the cut ${shareText(above)} ${isOrAre(above)} ${group}. Nobody was below it`];
  if (below.sent === 0)
    return [
      `Above the cut ${shareText(above)} ${isOrAre(above)} ${group}. Nobody below it was sampled, so nothing shows whether the order was right`,
    ];
  const medians = above.median === null || below.median === null ? [] : [above.median, below.median].map(money);
  return [
    `Above the cut ${shareText(above)} ${isOrAre(above)} ${group}; in the sample below it ${shareText(below)}`,
    ...(medians.length === 0
      ? []
      : [
          `Of those with a capacity, half of the people above the cut have ${medians[0]} or more; in the sample below it ${medians[1]} or more`,
        ]),
    ...(below.scored < LEAST_TO_JUDGE
      ? [`The sample has ${countText(below.scored, 'scored person', 'scored people')}: too few to tell whether the order was right`]
      : []),
  ];
}

/** The lines of a table: the deciles, the people above the cut, and the sample below it. */
export function orderLines(order: NonNullable<OrderResults>): (Yield & { readonly label: string })[] {
  return [
    ...order.deciles.map(({ decile, ...line }) => ({ ...line, label: decile })),
    { ...order.above, label: 'Above the cut' },
    ...(order.below.people === 0 ? [] : [{ ...order.below, label: 'Sample below the cut' }]),
  ];
}

/** The headings of that table after the label. */
export const ORDER_HEADINGS = ['People', 'Sent', 'Scored', 'Capacity', 'Median', 'In the top group'] as const;
