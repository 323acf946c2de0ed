/** The options that choose the people of a list who are sent this time. */
import { AppError } from '../../shared/base/index.ts';
import {
  type BestSettings,
  DECILES,
  type Decile,
  FACTORS,
  INITIAL_SAMPLE,
  INITIAL_WEIGHTS,
  MOST_SEED,
  MOST_WEIGHT,
  type Weights,
  bestProblem,
} from '../../shared/order/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import { columnNamed } from './mapping-options.ts';

const KEEP = 'keep:';
const WHOLE = /^\d{1,9}$/;

function cutOf(text: string): BestSettings['cut'] {
  const decile = text.toUpperCase() as Decile;
  if (DECILES.includes(decile)) return { kind: 'decile', last: decile };
  const kept = text.startsWith(KEEP) ? text.slice(KEEP.length) : null;
  if (kept !== null && WHOLE.test(kept)) return { kind: 'balance', keep: Number(kept) };
  if (WHOLE.test(text) && Number(text) > 0) return { kind: 'people', people: Number(text) };
  throw new AppError('USAGE', `--best “${text}”: it must be a number of people, a decile from A to J, or ${KEEP} and the credits to keep.`);
}

/** Those that are named; all others have no weight. */
function weightsOf(text: string): Weights {
  const weights: Weights = { total: 0, recency: 0, gifts: 0, readiness: 0, neverScreened: 0 };
  for (const part of text.split(',')) {
    const [name = '', weight = ''] = part.split('=').map((word) => word.trim());
    const factor = FACTORS.find((one) => one === name);
    if (factor === undefined || !/^\d$/.test(weight) || Number(weight) > MOST_WEIGHT)
      throw new AppError(
        'USAGE',
        `--weights “${part.trim()}”: it must be NAME=0 to NAME=${MOST_WEIGHT}, with one of ${FACTORS.join(', ')}.`,
      );
    weights[factor] = Number(weight);
  }
  return weights;
}

function sampleOf(text: string): number {
  const percent = /^(\d{1,3}(?:\.\d+)?)%$/.exec(text)?.[1];
  if (percent === undefined || Number(percent) > 100)
    throw new AppError('USAGE', `--sample-below “${text}”: it must be a share such as 5%, or 0% for none.`);
  return Number(percent) / 100;
}

function seedOf(text: string): number {
  if (!WHOLE.test(text) || Number(text) > MOST_SEED)
    throw new AppError('USAGE', `--seed “${text}”: it must be a number from 0 to ${MOST_SEED}.`);
  return Number(text);
}

/** `column`: the heading or letter of the column that gives the order; null: the weights do. */
interface Wanted {
  readonly settings: BestSettings;
  readonly column: string | null;
}

/**
 * What the options ask for; null: everyone.
 * @throws USAGE
 */
export function bestOf({ values }: Pick<Call, 'values'>): Wanted | null {
  const { best, weights, 'order-by': column = null, 'sample-below': sample, seed } = values;
  if (best === undefined) {
    const alone = ['weights', 'order-by', 'sample-below', 'seed'].find((name) => values[name] !== undefined);
    if (alone !== undefined) throw new AppError('USAGE', `--${alone} belongs to --best, which says how many people are sent.`);
    return null;
  }
  if (weights !== undefined && column !== null) throw new AppError('USAGE', 'Use either --weights or --order-by, not both.');
  const settings: BestSettings = {
    by: { kind: 'weights', weights: weights === undefined ? INITIAL_WEIGHTS : weightsOf(weights) },
    cut: cutOf(best),
    sample: sample === undefined ? INITIAL_SAMPLE : sampleOf(sample),
    // Printed with the price, so that the same people can be drawn again.
    seed: seed === undefined ? Math.floor(Math.random() * (MOST_SEED + 1)) : seedOf(seed),
  };
  const problem = bestProblem(settings);
  if (problem !== null) throw new AppError('USAGE', `--weights: ${problem}.`);
  return { settings, column };
}

/**
 * Chooses whom a draft sends.
 * @throws USAGE for an unknown column; INPUT_INVALID when the options choose nobody
 */
export async function chooseBest(desk: Desk, id: string, wanted: Wanted | null): Promise<void> {
  if (wanted === null) return;
  const { settings, column } = wanted;
  const by =
    column === null
      ? settings.by
      : { kind: 'column' as const, column: columnNamed(await desk.call('columns.get', { id }), column, `--order-by “${column}”`) };
  await desk.call('cost.choose', { id, best: { ...settings, by } });
}
