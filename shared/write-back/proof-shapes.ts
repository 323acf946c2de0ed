/** The outcome of a proof, as it is stored and shown. */
import { z } from 'zod';
import { ColumnKey, Layout } from '../results/index.ts';
import { ProofState } from './proof.ts';

/** `people`: with a value in this state; for `there`, with every value there. */
const ProofCount = z.strictObject({ values: z.int(), people: z.int() });

export const Proof = z.strictObject({
  /** The layout as it was then, with what it needs to be written again. */
  layout: Layout,
  columns: z.array(ColumnKey).nullable(),
  titles: z.record(z.string(), z.string()),
  /** The name of the export that was compared. */
  file: z.string(),
  at: z.number(),
  people: z.int(),
  values: z.int(),
  counts: z.record(ProofState, ProofCount),
  valueTitles: z.array(z.string()),
  /** Titles of values that the export has no column for. They are not among the counts. */
  notCompared: z.array(z.string()),
  /** By value: the characters that the other system kept of the texts that it cut. */
  cuts: z.array(z.strictObject({ title: z.string(), most: z.int(), values: z.int() })),
});
export type Proof = z.infer<typeof Proof>;

/** A value that is not there. `found`: what the other system has; of `elsewhere`, the ID of the record that has it. */
const ProofValue = z.strictObject({ value: z.int(), state: ProofState, wrote: z.string(), found: z.string() });

export const ProofPerson = z.strictObject({
  row: z.int().min(1),
  id: z.string(),
  name: z.string(),
  /** The state under which they count. */
  state: ProofState,
  values: z.array(ProofValue),
});
export type ProofPerson = z.infer<typeof ProofPerson>;
