/** The check of a list as it is stored. */
import { z } from 'zod';
import { Field } from '../../../../shared/mapping/index.ts';
import { BestOutcome } from '../../../../shared/order/index.ts';
import type { FactsCode } from '../../../../shared/rows/index.ts';

const RuleHead = z.object({ code: z.string(), severity: z.enum(['error', 'warning', 'note']), title: z.string(), rows: z.int() });
const Example = z.object({ before: z.string(), after: z.string().nullable() });
const Fix = z.object({ id: z.string(), label: z.string(), bulk: z.boolean() });

const RuleCount = RuleHead.extend({
  leftOut: z.int(),
  fields: z.array(z.object({ field: Field, rows: z.int() })),
  example: Example.extend({ field: Field.nullable() }).nullable(),
  fix: Fix.extend({ safe: z.boolean() }).nullable(),
  leaveOut: z.string().nullable(),
  sendAnyway: z.string().nullable(),
  gain: z.int(),
});
type RuleCount = z.infer<typeof RuleCount>;

const Code = z.int().transform((code) => code as FactsCode);
/** Everything that decides what a check finds in the rows of a list. */
const CheckKey = z.object({
  /** YYYY-MM-DD. Gifts after this day are in the future. */
  day: z.string(),
  /** Digest of the mapping. */
  mapping: z.string(),
  /** Digest of the other inputs. */
  inputs: z.string(),
  /** ID of the program's build. */
  build: z.string(),
});
export type CheckKey = z.infer<typeof CheckKey>;

export const StoredCheck = z.object({
  rules: z.array(RuleCount),
  undo: z.string().nullable(),
  redo: z.string().nullable(),
  /** The fields that are sent. */
  fields: z.array(Field),
  histogram: z.array(z.tuple([Code, z.int()]).readonly()).readonly(),
  /** The choice of the people who are sent this time, and what it is based on; null: everyone. */
  best: BestOutcome.extend({ basis: z.string(), rows: z.string(), isStale: z.boolean() }).nullable(),
  /** The stamp of the last edit that the check includes; null before the first edit. Checks of older programs do not have it. */
  edited: z.string().nullable().default(null),
  key: CheckKey,
});
export type StoredCheck = z.infer<typeof StoredCheck>;
