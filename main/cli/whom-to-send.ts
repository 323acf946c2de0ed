/** The options that choose which people of a list are sent this time. */
import { AppError } from '../../shared/base/index.ts';
import {
  type OrderSettings,
  DECILES,
  type Decile,
  FACTORS,
  INITIAL_SAMPLE,
  INITIAL_WEIGHTS,
  MAX_SEED,
  MAX_WEIGHT,
  type Weights,
  bestProblem,
} from '../../shared/order/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import { readIds } from './id-list.ts';
import { columnNamed } from './mapping-options.ts';

const KEEP = 'keep:';
const WHOLE = /^\d{1,9}$/;

function cutOf(text: string): OrderSettings['cut'] {
  const decile = text.toUpperCase() as Decile;
  if (DECILES.includes(decile)) return { kind: 'decile', last: decile };
  const kept = text.startsWith(KEEP) ? text.slice(KEEP.length) : null;
  if (kept !== null && WHOLE.test(kept)) return { kind: 'balance', keep: Number(kept) };
  if (WHOLE.test(text) && Number(text) > 0) return { kind: 'people', people: Number(text) };
  throw new AppError('USAGE', `--best “${text}”: it must be a number of people, a decile from A to J, or ${KEEP} and the credits to keep.`);
}

/** The weights that are named; all others are 0. */
function weightsOf(text: string): Weights {
  const weights: Weights = { total: 0, recency: 0, gifts: 0, readiness: 0, neverScreened: 0 };
  const seen = new Set<string>();
  for (const part of text.split(',')) {
    const [name = '', weight = ''] = part.split('=').map((word) => word.trim());
    const factor = FACTORS.find((one) => one === name);
    if (factor === undefined || !/^\d$/.test(weight) || Number(weight) > MAX_WEIGHT)
      throw new AppError(
        'USAGE',
        `--weights “${part.trim()}”: it must be NAME=0 to NAME=${MAX_WEIGHT}, with one of ${FACTORS.join(', ')}.`,
      );
    if (seen.has(factor)) throw new AppError('USAGE', `--weights “${text}”: ${factor} has two weights. Give it one.`);
    seen.add(factor);
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
  if (!WHOLE.test(text) || Number(text) > MAX_SEED)
    throw new AppError('USAGE', `--seed “${text}”: it must be a number from 0 to ${MAX_SEED}.`);
  return Number(text);
}

/** `column`: the heading or letter of the column with the order, or with the people the user knows; null: none. */
interface Wanted {
  readonly settings: OrderSettings;
  readonly column: string | null;
  readonly smallestFirst: boolean;
}

/** Options that require --best or --pilot. */
const BELONGING = {
  best: ['weights', 'order-by', 'sample-below', 'seed'],
  pilot: ['know-column', 'know-ids', 'seed'],
} as const;

function assertBelong(values: Call['values']): void {
  if (values['best'] !== undefined && values['pilot'] !== undefined) throw new AppError('USAGE', 'Use either --best or --pilot, not both.');
  const used = values['best'] === undefined ? (values['pilot'] === undefined ? [] : BELONGING.pilot) : BELONGING.best;
  const alone = [...BELONGING.best, ...BELONGING.pilot].find((name) => values[name] !== undefined && !used.includes(name as never));
  if (alone === 'seed') throw new AppError('USAGE', '--seed belongs to --best or --pilot, which say how many people are sent.');
  if (alone !== undefined) {
    const of = (BELONGING.pilot as readonly string[]).includes(alone) ? '--pilot' : '--best';
    throw new AppError('USAGE', `--${alone} belongs to ${of}, which says how many people are sent.`);
  }
}

function pilotSize(text: string): number {
  if (!WHOLE.test(text) || Number(text) === 0) throw new AppError('USAGE', `--pilot “${text}”: it must be a number of people.`);
  return Number(text);
}

/**
 * The choice according to the options; null: everyone.
 * @throws USAGE; what reading the file of --know-ids throws
 */
export function bestOf({ values, flags }: Pick<Call, 'values' | 'flags'>): Wanted | null {
  assertBelong(values);
  const smallestFirst = flags.has('smallest-first');
  if (smallestFirst && values['order-by'] === undefined)
    throw new AppError('USAGE', '--smallest-first belongs to --order-by, which names the column.');
  const { best, pilot, weights, 'order-by': orderBy, 'sample-below': sample, seed: seedText } = values;
  if (best === undefined && pilot === undefined) return null;
  // The seed is printed with the price, so that the same people can be drawn again.
  const seed = seedText === undefined ? Math.floor(Math.random() * (MAX_SEED + 1)) : seedOf(seedText);
  if (pilot !== undefined) {
    const { 'know-ids': file, 'know-column': column = null } = values;
    const by = { kind: 'pilot' as const, column: null, ids: file === undefined ? [] : readIds(file), rows: [] };
    return { settings: { by, cut: { kind: 'people', people: pilotSize(pilot) }, sample: 0, seed }, column, smallestFirst: false };
  }
  if (weights !== undefined && orderBy !== undefined) throw new AppError('USAGE', 'Use either --weights or --order-by, not both.');
  const settings: OrderSettings = {
    by: { kind: 'weights', weights: weights === undefined ? INITIAL_WEIGHTS : weightsOf(weights) },
    cut: cutOf(best!),
    sample: sample === undefined ? INITIAL_SAMPLE : sampleOf(sample),
    seed,
  };
  const problem = bestProblem(settings);
  if (problem !== null) throw new AppError('USAGE', `--weights: ${problem}.`);
  return { settings, column: orderBy ?? null, smallestFirst };
}

/**
 * Applies the choice to a draft.
 * @throws USAGE for an unknown column; INPUT_INVALID when the options choose nobody
 */
export async function chooseBest(desk: Desk, id: string, wanted: Wanted | null): Promise<void> {
  if (wanted === null) return;
  const { settings, column, smallestFirst } = wanted;
  let { by } = settings;
  if (column !== null) {
    const option = `--${by.kind === 'pilot' ? 'know-column' : 'order-by'} “${column}”`;
    const found = columnNamed(await desk.call('columns.get', { id }), column, option);
    by = by.kind === 'pilot' ? { ...by, column: found } : { kind: 'column', column: found, smallestFirst };
  }
  await desk.call('cost.choose', { id, best: { ...settings, by } });
}
