/** What the JSON columns of a connection store. */
import { z } from 'zod';

export const StoredCredits = z.strictObject({ remaining: z.number().nullable(), raw: z.string().nullable(), readAt: z.number() });
export type StoredCredits = z.infer<typeof StoredCredits>;

/** The last test of a connection. `failure` is null if the service answered. */
export const StoredTest = z.strictObject({
  at: z.number(),
  /** How long the answer took, in milliseconds. */
  ms: z.number(),
  failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type StoredTest = z.infer<typeof StoredTest>;

/** An account that the connection reached earlier, under another address or organization. */
export const FormerAccount = z.strictObject({ baseUrl: z.string(), organization: z.string().nullable() });
export type FormerAccount = z.infer<typeof FormerAccount>;
