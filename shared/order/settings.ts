/** The settings for who is sent first: the order of the people, the cut, and the sample below the cut. */
import { z } from 'zod';

/** Factors that put people first. Each has a weight from 0 to `MAX_WEIGHT`. */
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

export const MAX_WEIGHT = 3;
const Weight = z.int().min(0).max(MAX_WEIGHT);
const Weights = z.strictObject({ total: Weight, recency: Weight, gifts: Weight, readiness: Weight, neverScreened: Weight });
export type Weights = z.infer<typeof Weights>;

export const INITIAL_WEIGHTS: Weights = { total: 3, recency: 2, gifts: 1, readiness: 2, neverScreened: 1 };

/** From A, the first people in the order, to J. */
export const DECILES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'] as const;
const Decile = z.enum(DECILES);
export type Decile = z.infer<typeof Decile>;

/** Lists with fewer people are not divided into deciles. */
export const LEAST_FOR_DECILES = 100;

export const MAX_SEED = 999_999;
export const INITIAL_SAMPLE = 0.05;

/** The most IDs and rows that name people for a pilot. */
export const MAX_NAMED = 1_000;
const LONGEST_ID = 200;

/**
 * A pilot: people whom the office knows, and a sample of all kinds of people. `column`: position from 0; each person with a text in it is
 * known, and the text says why. `ids`: constituent IDs. `rows`: sheet rows.
 */
const Pilot = z.strictObject({
  kind: z.literal('pilot'),
  column: z.int().min(0).nullable(),
  ids: z.array(z.string().min(1).max(LONGEST_ID)).max(MAX_NAMED),
  rows: z.array(z.int().min(1)).max(MAX_NAMED),
});

export const OrderSettings = z.strictObject({
  /**
   * `column`: position in the file, from 0. The largest numbers or newest days come first, and other texts are in alphabetical order.
   * `smallestFirst`: reversed, for example for ranks.
   */
  by: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('weights'), weights: Weights }),
    z.strictObject({ kind: z.literal('column'), column: z.int().min(0), smallestFirst: z.boolean() }),
    Pilot,
  ]),
  /**
   * Who is above the cut: a number of people, everyone down to a decile, or as many as possible while `keep` credits are left (the sample
   * included).
   */
  cut: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('people'), people: z.int().min(1) }),
    z.strictObject({ kind: z.literal('decile'), last: Decile }),
    z.strictObject({ kind: z.literal('balance'), keep: z.int().min(0) }),
  ]),
  /** The share of the people below the cut who are sent as a sample, from 0 to 1. */
  sample: z.number().min(0).max(1),
  /** The same seed draws the same people from the same order. */
  seed: z.int().min(0).max(MAX_SEED),
});
export type OrderSettings = z.infer<typeof OrderSettings>;

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
 * How a column of the file is read for an order. `ranges`: by the lower end of a range, such as `$25K - $50K`. `empty`: people without a
 * value. `unread`: people whose value is of another kind than most. Both come last.
 */
export const ColumnReading = z.strictObject({
  as: z.enum(['numbers', 'days', 'ranges', 'texts']),
  empty: z.int(),
  unread: z.int(),
});
export type ColumnReading = z.infer<typeof ColumnReading>;

/** The result of the settings for a list. `chosen`, `sampled` and `notChosen` add up to `people`, which is everyone who could be sent. */
export const BestOutcome = z.strictObject({
  settings: OrderSettings,
  /** The heading of the column in the settings; null without a column. */
  heading: z.string().nullable(),
  /** Null for weights, and for a pilot. */
  column: ColumnReading.nullable(),
  /** Factors without effect, because the list has no values for them. */
  without: z.array(z.enum(FACTORS)),
  people: z.int(),
  /** Above the cut. */
  chosen: z.int(),
  sampled: z.int(),
  notChosen: z.int(),
  /** People below the cut who rank equal to the last person above it. Only the order of the list decided between them. */
  tied: z.int(),
  /** Total given by all people. `givingChosen`: by the people above the cut. */
  giving: z.number(),
  givingChosen: z.number(),
  /** From A to J; null for fewer than `LEAST_FOR_DECILES` people. */
  deciles: z.array(DecileCounts).nullable(),
  /**
   * Null unless it is a pilot. `known` and `drawn` add up to `chosen`. `named`: all known people who can be sent. `notFound`: IDs and rows
   * of people who cannot be sent or are not in the list.
   */
  pilot: z.strictObject({ known: z.int(), drawn: z.int(), named: z.int(), notFound: z.int() }).nullable(),
  /** If a change of the list changed the number of people who are sent: the number before. Otherwise null. */
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

/** The settings without these IDs in the people named for a pilot. */
export const withoutNamed = (settings: OrderSettings, ids: readonly string[]): OrderSettings =>
  settings.by.kind === 'pilot' ? { ...settings, by: { ...settings.by, ids: settings.by.ids.filter((id) => !ids.includes(id)) } } : settings;

export const isPilot = ({ by }: Pick<OrderSettings, 'by'>): boolean => by.kind === 'pilot';

/** Why the settings give no order; null if they do. `without`: factors for which the list has no values. */
export function bestProblem({ by }: Pick<OrderSettings, 'by'>, without: readonly Factor[] = []): string | null {
  if (by.kind !== 'weights') return null;
  const weighted = FACTORS.filter((factor) => by.weights[factor] > 0);
  if (weighted.length === 0) return 'Give one of them a weight';
  if (weighted.some((factor) => !without.includes(factor))) return null;
  return GIFT_FACTORS.every((factor) => without.includes(factor))
    ? 'No gifts in this list: add a gift file, or give one of the others a weight'
    : `The list has no values for ${weighted.map((factor) => `“${FACTOR_TEXTS[factor]}”`).join(' and ')}. Give one of the others a weight`;
}
