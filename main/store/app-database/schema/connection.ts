/** What the JSON columns of a connection store. */
import { z } from 'zod';
import { CsvHeadings } from '../../../../shared/mapping/index.ts';

const Seconds = z.number();

export const StoredSettings = z.strictObject({
  listFormat: z.enum(['json', 'csv']),
  rowBase: z.enum(['find', 'zero', 'one', 'sheet']),
  timeouts: z
    .strictObject({ connect: Seconds, read: Seconds, idle: Seconds, create: Seconds, add: Seconds, process: Seconds })
    .partial()
    .optional(),
  /** Days for which people count as recently screened. */
  recencyDays: z.int().optional(),
  /** Headings of a list in CSV that differ from the names of their fields. */
  csvHeadings: CsvHeadings.optional(),
  /** Rows that the service takes in one project. */
  maxRows: z.int().optional(),
});
export type StoredSettings = z.infer<typeof StoredSettings>;

export const StoredCredits = z.strictObject({ remaining: z.number().nullable(), raw: z.string().nullable(), readAt: z.number() });
export type StoredCredits = z.infer<typeof StoredCredits>;

/** The last test of a connection. `failure` null: the service answered. */
export const StoredTest = z.strictObject({
  at: z.number(),
  /** How long the answer took, in milliseconds. */
  ms: z.number(),
  failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type StoredTest = z.infer<typeof StoredTest>;

/** An account that the connection reached under another address or organization. */
export const FormerAccount = z.strictObject({ baseUrl: z.string(), organization: z.string().nullable() });
export type FormerAccount = z.infer<typeof FormerAccount>;
