/** The outcome of a proof, as it is stored and shown. */
import { z } from 'zod';
import { ColumnKey, Layout } from '../results/index.ts';
import { ProofState } from './proof.ts';

/** `people`: people with a value in this state; for `there`, people with all values there. */
const ProofCount = z.strictObject({ values: z.int(), people: z.int() });

export const Proof = z.strictObject({
  /** The layout at that time. With `columns` and `titles`, it can be written again. */
  layout: Layout,
  columns: z.array(ColumnKey).nullable(),
  titles: z.record(z.string(), z.string()),
  /** The name of the export that was compared. */
  file: z.string(),
  at: z.number(),
  /** When the export was made, according to its file, in milliseconds since 1970; null if not known. */
  madeAt: z.number().nullable(),
  /** When the last file for the other system was written; null for none. */
  writtenAt: z.number().nullable(),
  people: z.int(),
  values: z.int(),
  counts: z.record(ProofState, ProofCount),
  valueTitles: z.array(z.string()),
  /** Titles of values that the export has no column for. They are not among the counts. */
  notCompared: z.array(z.string()),
  /** The values that were cut by a limit of their field. `most`: the number of characters that it takes. */
  cuts: z.array(z.strictObject({ title: z.string(), most: z.int(), values: z.int() })),
  /** Which value to keep where they differ, by the key from `choiceOf`. */
  choices: z.record(z.string(), z.enum(['ours', 'theirs'])),
});
export type Proof = z.infer<typeof Proof>;

/** Tolerance for differing clocks of file systems and other computers, in milliseconds. */
const SAME_TIME = 60_000;

/** True when the export is older than the file for the other system, so it cannot contain the values of that file. */
export const isOlderThanFile = ({ madeAt, writtenAt }: Pick<Proof, 'madeAt' | 'writtenAt'>): boolean =>
  madeAt !== null && writtenAt !== null && madeAt + SAME_TIME < writtenAt;

/** Which of two different values to keep. Without a choice, nobody has looked at them yet. */
export const KeptValue = z.enum(['ours', 'theirs']);
export type KeptValue = z.infer<typeof KeptValue>;

/** The key of a person's value in `choices`. */
export const choiceOf = (row: number, value: number): string => `${row}:${value}`;

/** How many choices are for our value, and for theirs. */
export function chosenValues({ choices }: Pick<Proof, 'choices'>): Record<KeptValue, number> {
  const all = Object.values(choices);
  const ours = all.filter((keep) => keep === 'ours').length;
  return { ours, theirs: all.length - ours };
}

/** Whether a repair file contains a value. `states`: the states to repair. A choice about a different value takes precedence. */
export function isRepaired(
  { choices }: Pick<Proof, 'choices'>,
  states: readonly ProofState[],
  row: number,
  { value, state }: { readonly value: number; readonly state: ProofState },
): boolean {
  if (state !== 'different') return states.includes(state);
  const keep = choices[choiceOf(row, value)];
  return keep === undefined ? states.includes(state) : keep === 'ours';
}

/** The columns of an export that contain the values, as the user chose. Positions from 0. */
export const ExportPlaces = z.strictObject({
  id: z.int().min(0),
  /** If each value has a row: the columns with the title and the text. Otherwise null. */
  line: z.strictObject({ title: z.int().min(0), text: z.int().min(0) }).nullable(),
  /** If each value has a column: these columns. */
  values: z.array(z.strictObject({ title: z.string(), column: z.int().min(0) })).max(500),
});
export type ExportPlaces = z.infer<typeof ExportPlaces>;

/** A value that did not arrive. `found`: the value in the other system; for `elsewhere`, the ID of the record that has it. */
const ProofValue = z.strictObject({ value: z.int(), state: ProofState, wrote: z.string(), found: z.string() });

export const ProofPerson = z.strictObject({
  row: z.int().min(1),
  id: z.string(),
  name: z.string(),
  /** The state under which the person is counted. */
  state: ProofState,
  values: z.array(ProofValue),
});
export type ProofPerson = z.infer<typeof ProofPerson>;
