/** Score settings: a project's optional scoreConfiguration (section 2.3), and the defaults. */
import * as z from 'zod';

// Bounded, so that no sum exceeds the range of a number.
const weight = z.number().min(0).max(1_000_000);
const amount = z.number().min(0).max(1_000_000_000_000);

/** Two numbers in ascending order. */
const limits = z.tuple([amount, amount]).refine(([low, high]) => low < high, { message: 'the first limit must be below the second' });

const someWeight = (weights: Record<string, number>) => Object.values(weights).some((value) => value > 0);
const NO_WEIGHT = { message: 'one of the weights must be above 0' };
const code = z.string().trim().min(1).max(50);
const description = z.string().max(255);

/** A scoreConfiguration as callers send it. Every part is optional, but a part that is present must be complete. */
export const ScoreConfiguration = z
  .strictObject({
    primaryAffinity: code,
    primaryAffinityDescription: description,
    secondaryAffinity: code,
    secondaryAffinityDescription: description,
    minimumConfidenceOfMatch: z.number().min(0).max(100).describe('on the scale of confidenceOfMatch, 0 to 100'),
    scoreWeights: z.strictObject({ propensity: weight, affinity: weight, capacity: weight }).refine(someWeight, NO_WEIGHT),
    scoreCapacityLimits: limits.describe('USD of five-year gift capacity: rating 1 up to the first, 4 from the second on'),
    recencyFrequencyMonetary: z
      .strictObject({
        weights: z.strictObject({ recency: weight, frequency: weight, monetary: weight }).refine(someWeight, NO_WEIGHT),
        recencyLimits: limits.describe('days since the most recent gift: score 4 up to the first, 1 from the second on'),
        frequencyLimits: limits.describe('gifts: score 1 up to the first, 4 from the second on'),
        monetaryLimits: limits.describe('USD given in total: score 1 up to the first, 4 from the second on'),
      })
      .partial(),
  })
  .partial();

export type ScoreConfigurationInput = z.infer<typeof ScoreConfiguration>;

type Limits = readonly [number, number];

/** Complete settings, as the scoring uses them. */
export interface ScoreSettings {
  readonly primaryAffinity: string;
  readonly primaryAffinityDescription: string;
  readonly secondaryAffinity: string | null;
  readonly secondaryAffinityDescription: string | null;
  readonly minimumConfidenceOfMatch: number;
  readonly scoreWeights: { readonly propensity: number; readonly affinity: number; readonly capacity: number };
  readonly scoreCapacityLimits: Limits;
  readonly recencyFrequencyMonetary: {
    readonly weights: { readonly recency: number; readonly frequency: number; readonly monetary: number };
    readonly recencyLimits: Limits;
    readonly frequencyLimits: Limits;
    readonly monetaryLimits: Limits;
  };
}

/** The settings "configured in the service's application", for a project without its own. */
export const DEFAULT_SETTINGS: ScoreSettings = {
  primaryAffinity: 'PHILANTHROPY',
  primaryAffinityDescription: 'Philanthropy in general',
  secondaryAffinity: null,
  secondaryAffinityDescription: null,
  minimumConfidenceOfMatch: 30,
  scoreWeights: { propensity: 1, affinity: 1, capacity: 1 },
  scoreCapacityLimits: [5_000, 500_000],
  recencyFrequencyMonetary: {
    weights: { recency: 1, frequency: 1, monetary: 1 },
    recencyLimits: [180, 1_825],
    frequencyLimits: [1, 20],
    monetaryLimits: [100, 25_000],
  },
};

/** A project's settings: its own configuration, completed with the defaults. */
export function settingsOf(configuration: ScoreConfigurationInput | null): ScoreSettings {
  if (configuration === null) return DEFAULT_SETTINGS;
  const { recencyFrequencyMonetary: rfm, ...own } = configuration;
  return {
    ...DEFAULT_SETTINGS,
    ...defined(own),
    // A description belongs to its code, so do not combine the default description with another affinity.
    ...(own.primaryAffinity !== undefined && { primaryAffinityDescription: own.primaryAffinityDescription ?? own.primaryAffinity }),
    ...(own.secondaryAffinity !== undefined && { secondaryAffinityDescription: own.secondaryAffinityDescription ?? own.secondaryAffinity }),
    recencyFrequencyMonetary: { ...DEFAULT_SETTINGS.recencyFrequencyMonetary, ...defined(rfm ?? {}) },
  };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}
