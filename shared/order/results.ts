/** What a screening shows about the order that chose its people. */
import { z } from 'zod';
import { countText, numberText } from '../base/index.ts';
import { DECILES } from './settings.ts';

/** Fewer scored people of a sample are too few to judge an order by. */
const LEAST_TO_JUDGE = 20;

/** Capacities are in dollars. */
const Yield = z.strictObject({
  /** In the order, sent or not. */
  people: z.int(),
  sent: z.int(),
  scored: z.int(),
  sum: z.number(),
  /** Of those with a capacity; null where nobody has one. */
  median: z.number().nullable(),
  /** People of the top group by capacity. */
  top: z.int(),
});
export type Yield = z.infer<typeof Yield>;

/** Null for a list of which everyone was sent, for a pilot, and where nobody has a capacity in numbers. */
export const OrderResults = z
  .strictObject({
    /** In their order; empty below `LEAST_FOR_DECILES` people. */
    deciles: z.array(Yield.extend({ decile: z.enum(DECILES) })),
    /** Above the cut, and the people below it, of whom the sample was sent. */
    above: Yield,
    below: Yield,
  })
  .nullable();
export type OrderResults = z.infer<typeof OrderResults>;

/** 12 of 240 (5%) */
const shareText = ({ top, scored }: Yield) =>
  `${numberText(top)} of ${numberText(scored)} scored${scored === 0 ? '' : ` (${Math.round((top / scored) * 100)}%)`}`;
const isOrAre = ({ top }: Yield): string => (top === 1 ? 'is' : 'are');

/** Plain sentences about whether the order was worth it. `money`: writes an amount. */
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

/** The lines of a table: the deciles, then those above the cut and the sample below it. */
export function orderLines(order: NonNullable<OrderResults>): (Yield & { readonly label: string })[] {
  return [
    ...order.deciles.map(({ decile, ...line }) => ({ ...line, label: decile })),
    { ...order.above, label: 'Above the cut' },
    ...(order.below.people === 0 ? [] : [{ ...order.below, label: 'Sample below the cut' }]),
  ];
}

/** The headings of that table after the label. */
export const ORDER_HEADINGS = ['People', 'Sent', 'Scored', 'Capacity', 'Median', 'In the top group'] as const;
