/** The groups of repeats that the user keeps as they are: their sheet rows by rule, as stored in the project's file. */
import { z } from 'zod';
import { PAGE_ROWS } from '../../../shared/contract/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';

const NAME = 'keptRepeats';
const Stored = z.record(z.string(), z.array(z.array(z.int())));
type Stored = z.infer<typeof Stored>;

/** Number of first rows that identify a group. A page shows the same number of its rows. */
export const MAX_SHOWN_REPEATS = PAGE_ROWS / 2;

const keyOf = (rows: readonly number[]): string => rows.slice(0, MAX_SHOWN_REPEATS).join(' ');

const stored = (file: Pick<ProjectFile, 'getValue'>): Stored => Stored.safeParse(file.getValue(NAME)).data ?? {};

/** Whether a group of sheet rows is kept. A group is identified by its first `MAX_SHOWN_REPEATS` rows, in order. */
export function keptRepeats(file: Pick<ProjectFile, 'getValue'>, code: string): (rows: readonly number[]) => boolean {
  const kept = new Set(stored(file)[code]?.map(keyOf));
  return (rows) => kept.has(keyOf(rows));
}

/** Keeps a group, or makes it undecided again. Must be called in a transaction. */
export function keepRepeats(file: Pick<ProjectFile, 'getValue' | 'putValue'>, code: string, rows: readonly number[], keep: boolean): void {
  const all = stored(file);
  const others = (all[code] ?? []).filter((one) => keyOf(one) !== keyOf(rows));
  file.putValue(NAME, { ...all, [code]: keep ? [...others, [...rows]] : others } satisfies Stored);
}

/** Must be called in the transaction that changes the mapping of the rows. */
export function forgetKeptRepeats(file: Pick<ProjectFile, 'putValue'>): void {
  file.putValue(NAME, {} satisfies Stored);
}

/** Copies the decisions about a list to a copy of the list. */
export function copyKeptRepeats(from: Pick<ProjectFile, 'getValue'>, to: Pick<ProjectFile, 'putValue'>): void {
  to.putValue(NAME, stored(from));
}
