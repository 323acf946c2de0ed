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
  /** When the export was made, as its file says; null where that is not known. Milliseconds since 1970. */
  madeAt: z.number().nullable(),
  /** When the last file was written for the other system; null where none was. */
  writtenAt: z.number().nullable(),
  people: z.int(),
  values: z.int(),
  counts: z.record(ProofState, ProofCount),
  valueTitles: z.array(z.string()),
  /** Titles of values that the export has no column for. They are not among the counts. */
  notCompared: z.array(z.string()),
  /** By value: the characters that the other system kept of the texts that it cut. */
  cuts: z.array(z.strictObject({ title: z.string(), most: z.int(), values: z.int() })),
  /** Choices for different values, by `choiceOf`. */
  choices: z.record(z.string(), z.enum(['ours', 'theirs'])),
});
export type Proof = z.infer<typeof Proof>;

/** Clocks of file systems and of other computers differ by as much, in milliseconds. */
const SAME_TIME = 60_000;

/** True when the export is older than the file that was written for the other system, so that it cannot have its values. */
export const isOlderThanFile = ({ madeAt, writtenAt }: Pick<Proof, 'madeAt' | 'writtenAt'>): boolean =>
  madeAt !== null && writtenAt !== null && madeAt + SAME_TIME < writtenAt;

/** Whose value stays where the other system has a different one; without a choice, nobody looked yet. */
export const Keep = z.enum(['ours', 'theirs']);
export type Keep = z.infer<typeof Keep>;

/** The name of a value of a person among the choices. */
export const choiceOf = (row: number, value: number): string => `${row}:${value}`;

/** How many of the different values are chosen as ours, and as theirs. */
export function chosenValues({ choices }: Pick<Proof, 'choices'>): Record<Keep, number> {
  const all = Object.values(choices);
  const ours = all.filter((keep) => keep === 'ours').length;
  return { ours, theirs: all.length - ours };
}

/** Whether a repair file has a value. `states`: those that it has; a choice for a different value wins. */
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

/** Where an export has the values, as the user chose it: positions of its columns from 0. */
export const ExportPlaces = z.strictObject({
  id: z.int().min(0),
  /** Where each value has a row: the columns with its title and its text. */
  line: z.strictObject({ title: z.int().min(0), text: z.int().min(0) }).nullable(),
  /** Where each value has a column. */
  values: z.array(z.strictObject({ title: z.string(), column: z.int().min(0) })).max(500),
});
export type ExportPlaces = z.infer<typeof ExportPlaces>;

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
