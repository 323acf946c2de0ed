/** Whom a list sends first: the order of its people, where it is cut, and the sample of those below the cut. */
import { z } from 'zod';

/** What puts people first. Each counts from 0 to 3. */
export const FACTORS = ['total', 'recency', 'gifts', 'readiness', 'neverScreened'] as const;
export type Factor = (typeof FACTORS)[number];

/** Factors that need gifts in the list. */
export const GIFT_FACTORS: readonly Factor[] = ['total', 'recency', 'gifts'];

export const FACTOR_TEXTS: Readonly<Record<Factor, string>> = {
  total: 'Total given',
  recency: 'Latest gift, newer first',
  gifts: 'Number of gifts',
  readiness: 'Complete for a match',
  neverScreened: 'Never screened before',
};

export const MOST_WEIGHT = 3;
const Weight = z.int().min(0).max(MOST_WEIGHT);
const Weights = z.strictObject({ total: Weight, recency: Weight, gifts: Weight, readiness: Weight, neverScreened: Weight });
export type Weights = z.infer<typeof Weights>;

export const INITIAL_WEIGHTS: Weights = { total: 3, recency: 2, gifts: 1, readiness: 2, neverScreened: 1 };

/** From A, the people who come first, to J. */
export const DECILES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'] as const;
const Decile = z.enum(DECILES);
export type Decile = z.infer<typeof Decile>;

/** A list with fewer people has no deciles, only the order. */
export const LEAST_FOR_DECILES = 100;

export const MOST_SEED = 999_999;
export const INITIAL_SAMPLE = 0.05;

/** The most IDs and rows that name people for a pilot. */
export const MOST_NAMED = 1_000;
const LONGEST_ID = 200;

/**
 * A pilot: people whom the office knows, and a sample of all kinds of people. `column`: counted from 0; each person with a text in it is
 * known, and the text says why. `ids`: constituent IDs. `rows`: rows of the sheet.
 */
const Pilot = z.strictObject({
  kind: z.literal('pilot'),
  column: z.int().min(0).nullable(),
  ids: z.array(z.string().min(1).max(LONGEST_ID)).max(MOST_NAMED),
  rows: z.array(z.int().min(1)).max(MOST_NAMED),
});

export const BestSettings = z.strictObject({
  /**
   * `column`: of the file, counted from 0. Numbers: largest first; days: newest first; other texts in their alphabetical order.
   * `smallestFirst`: the other way around, for ranks.
   */
  by: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('weights'), weights: Weights }),
    z.strictObject({ kind: z.literal('column'), column: z.int().min(0), smallestFirst: z.boolean() }),
    Pilot,
  ]),
  /** The people above the cut: a number, those down to a decile, or as many as leave these credits after the sample. */
  cut: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('people'), people: z.int().min(1) }),
    z.strictObject({ kind: z.literal('decile'), last: Decile }),
    z.strictObject({ kind: z.literal('balance'), keep: z.int().min(0) }),
  ]),
  /** The share of the people below the cut that is sent along, from 0 to 1. */
  sample: z.number().min(0).max(1),
  /** The same seed draws the same people from the same order. */
  seed: z.int().min(0).max(MOST_SEED),
});
export type BestSettings = z.infer<typeof BestSettings>;

/** Amounts are in the currency of the file. */
const DecileCounts = z.strictObject({
  decile: Decile,
  people: z.int(),
  sent: z.int(),
  giving: z.number(),
  /** People whose record is ready for a match. */
  ready: z.int(),
});
export type DecileCounts = z.infer<typeof DecileCounts>;

/**
 * How a column of the file gives an order. `ranges`: numbers, or the lower end of a range: `$25K - $50K`. `empty`: people with nothing in it;
 * `unread`: with something else than most have. Both come last.
 */
export const ColumnReading = z.strictObject({
  as: z.enum(['numbers', 'days', 'ranges', 'texts']),
  empty: z.int(),
  unread: z.int(),
});
export type ColumnReading = z.infer<typeof ColumnReading>;

/** What became of the settings in a list. `chosen`, `sampled` and `notChosen` add up to `people`, all who could be sent. */
export const BestOutcome = z.strictObject({
  settings: BestSettings,
  /** The heading of the column that gives the order; null for weights. */
  heading: z.string().nullable(),
  /** Null for weights, and for a pilot. */
  column: ColumnReading.nullable(),
  /** Factors that count nothing, because the list has no value for them. */
  without: z.array(z.enum(FACTORS)),
  people: z.int(),
  /** Above the cut. */
  chosen: z.int(),
  sampled: z.int(),
  notChosen: z.int(),
  /** People below the cut who come as early as the last one above it, so that the order of the list decided. */
  tied: z.int(),
  /** Total given by all, and by those above the cut. */
  giving: z.number(),
  givingChosen: z.number(),
  /** In their order; null below `LEAST_FOR_DECILES` people. */
  deciles: z.array(DecileCounts).nullable(),
  /**
   * Of a pilot; null for an order. `known` and `drawn` add up to `chosen`. `named`: all who are known and can be sent. `notFound`: IDs and
   * rows that name nobody who can be sent.
   */
  pilot: z.strictObject({ known: z.int(), drawn: z.int(), named: z.int(), notFound: z.int() }).nullable(),
  /** How many were sent along by the former order, when the list has changed since and that changed the number; null otherwise. */
  before: z.int().nullable(),
});
export type BestOutcome = z.infer<typeof BestOutcome>;

/** The IDs in a text, one a line or separated by commas, semicolons or tabs, each once. */
export const idsIn = (text: string): string[] => [
  ...new Set(
    text
      .replace(/^\uFEFF/, '')
      .split(/[\r\n,;\t]+/)
      .map((id) => id.trim().slice(0, LONGEST_ID))
      .filter((id) => id !== ''),
  ),
];

/** The settings without these IDs among those that name people for a pilot. */
export const withoutNamed = (settings: BestSettings, ids: readonly string[]): BestSettings =>
  settings.by.kind === 'pilot' ? { ...settings, by: { ...settings.by, ids: settings.by.ids.filter((id) => !ids.includes(id)) } } : settings;

export const isPilot = ({ by }: Pick<BestSettings, 'by'>): boolean => by.kind === 'pilot';

/** Why settings give no order; null for those that do. `without`: factors for which the list has no value. */
export function bestProblem({ by }: Pick<BestSettings, 'by'>, without: readonly Factor[] = []): string | null {
  if (by.kind !== 'weights') return null;
  const weighted = FACTORS.filter((factor) => by.weights[factor] > 0);
  if (weighted.length === 0) return 'Give one of them a weight';
  if (weighted.some((factor) => !without.includes(factor))) return null;
  return GIFT_FACTORS.every((factor) => without.includes(factor))
    ? 'No gifts in this list: add a gift file, or give one of the others a weight'
    : `The list has no values for ${weighted.map((factor) => `“${FACTOR_TEXTS[factor]}”`).join(' and ')}. Give one of the others a weight`;
}
