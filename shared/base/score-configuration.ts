/** scoreConfiguration of the project-creation body (section 2.3). */
import { z } from 'zod';

const limits = z.tuple([z.number(), z.number()]);

/** Every part is optional. The service recommends its own settings and advises against supplying this in most cases. */
export const ScoreConfiguration = z.strictObject({
  primaryAffinity: z.string().optional(),
  primaryAffinityDescription: z.string().optional(),
  secondaryAffinity: z.string().optional(),
  secondaryAffinityDescription: z.string().optional(),
  minimumConfidenceOfMatch: z.number().optional(),
  scoreWeights: z.strictObject({ propensity: z.number(), affinity: z.number(), capacity: z.number() }).partial().optional(),
  scoreCapacityLimits: limits.optional(),
  recencyFrequencyMonetary: z
    .strictObject({
      weights: z.strictObject({ recency: z.number(), frequency: z.number(), monetary: z.number() }).partial().optional(),
      recencyLimits: limits.optional(),
      frequencyLimits: limits.optional(),
      monetaryLimits: limits.optional(),
    })
    .optional(),
});
export type ScoreConfiguration = z.infer<typeof ScoreConfiguration>;
