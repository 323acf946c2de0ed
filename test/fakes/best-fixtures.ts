/** A draft that sends only the people who come first; the numbers agree with those of its cost. */
import type { CostView } from '../../shared/contract/index.ts';
import {
  type OrderSettings,
  type OrderResults,
  DECILES,
  INITIAL_WEIGHTS,
  chosenOf,
  isPilot,
  sampledBelow,
  strataOf,
} from '../../shared/order/index.ts';

const GIVING = [5_610_000, 1_520_000, 930_000, 640_000, 440_000, 310_000, 200_000, 130_000, 80_000, 30_000] as const;

/** The settings that the page offers first, with a fixed seed. */
export const BEST_SETTINGS: OrderSettings = {
  by: { kind: 'weights', weights: INITIAL_WEIGHTS },
  cut: { kind: 'decile', last: 'E' },
  sample: 0.05,
  seed: 4127,
};

/** The cost with only the people who come first. */
export function withBest(cost: CostView, settings: OrderSettings | null): CostView {
  if (settings === null) return cost;
  const people = cost.rowsToSend;
  const isOfPilot = isPilot(settings);
  const promised = cost.running.reduce((sum, { credits }) => sum + credits, 0);
  const keep = settings.cut.kind === 'balance' ? settings.cut.keep : 0;
  const chosen = chosenOf(people, settings, Math.max(0, (cost.balance?.remaining ?? 0) - promised - keep));
  const sampled = sampledBelow(people, chosen, settings.sample);
  const rowsToSend = chosen + sampled;
  const ends = strataOf(people);
  const deciles = DECILES.map((decile, at) => {
    const from = ends[at - 1] ?? 0;
    const size = ends[at]! - from;
    const above = Math.max(0, Math.min(size, chosen - from));
    return { decile, people: size, sent: above + Math.round((size - above) * settings.sample), giving: GIVING[at]!, ready: size - 10 * at };
  });
  return {
    ...cost,
    rowsToSend,
    estimate: rowsToSend,
    leftOut: [...cost.leftOut, { reason: 'notChosen', rows: people - rowsToSend }],
    best: {
      settings,
      heading: null,
      column: null,
      without: [],
      people,
      chosen,
      sampled,
      notChosen: people - rowsToSend,
      tied: 0,
      giving: GIVING.reduce<number>((sum, one) => sum + one, 0),
      givingChosen: 9_140_000,
      deciles: isOfPilot ? null : deciles,
      pilot: isOfPilot ? { known: 0, drawn: chosen, named: 0, notFound: 0 } : null,
      before: null,
    },
  };
}

const CAPACITY = [52, 31, 22, 17, 13] as const;
const yieldOf = (people: number, sent: number, sum: number, median: number, top: number) => ({
  people,
  sent,
  scored: sent,
  sum,
  median,
  top,
});

/** The results of the order of the invented screening: the first half was sent, and a sample of the others. */
export const ORDER_RESULTS: NonNullable<OrderResults> = {
  deciles: DECILES.map((decile, at) => {
    const above = CAPACITY[at];
    return above === undefined
      ? { decile, ...yieldOf(486, 24, 1_900_000 - at * 100_000, 62_000 - at * 2000, 0) }
      : { decile, ...yieldOf(486, 462, above * 1_000_000, above * 6000, 40 - at * 8) };
  }),
  above: yieldOf(2430, 2310, 135_000_000, 140_000, 120),
  below: yieldOf(2430, 121, 6_500_000, 48_000, 0),
};
