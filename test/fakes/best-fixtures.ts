/** A draft of which the best are chosen: the numbers add up to those of its cost. */
import type { CostView } from '../../shared/contract/index.ts';
import { type BestSettings, DECILES, INITIAL_WEIGHTS, chosenOf, isPilot, sampledBelow, strataOf } from '../../shared/order/index.ts';

const GIVING = [5_610_000, 1_520_000, 930_000, 640_000, 440_000, 310_000, 200_000, 130_000, 80_000, 30_000] as const;

/** As the page offers them first, with a seed that is always the same. */
export const BEST_SETTINGS: BestSettings = {
  by: { kind: 'weights', weights: INITIAL_WEIGHTS },
  cut: { kind: 'decile', last: 'E' },
  sample: 0.05,
  seed: 4127,
};

/** The cost with only the people who come first. */
export function withBest(cost: CostView, settings: BestSettings | null): CostView {
  if (settings === null) return cost;
  const people = cost.rowsToSend;
  const isOfPilot = isPilot(settings);
  const chosen = chosenOf(people, settings, people);
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
      without: [],
      people,
      chosen,
      sampled,
      notChosen: people - rowsToSend,
      giving: GIVING.reduce<number>((sum, one) => sum + one, 0),
      givingChosen: 9_140_000,
      deciles: isOfPilot ? null : deciles,
      pilot: isOfPilot ? { known: 0, drawn: chosen, named: 0, notFound: 0 } : null,
      before: null,
    },
  };
}
