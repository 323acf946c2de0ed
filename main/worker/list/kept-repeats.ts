/** The groups of repeats that the user keeps as they are, as the project's file stores them: their sheet rows by rule. */
import { z } from 'zod';
import { PAGE_ROWS } from '../../../shared/contract/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';

const NAME = 'keptRepeats';
const Stored = z.record(z.string(), z.array(z.array(z.int())));
type Stored = z.infer<typeof Stored>;

/** The rows of a group by which it is known: those that a page shows of it. */
export const MOST_SHOWN_REPEATS = PAGE_ROWS / 2;

const keyOf = (rows: readonly number[]): string => rows.slice(0, MOST_SHOWN_REPEATS).join(' ');

const stored = (file: Pick<ProjectFile, 'getValue'>): Stored => Stored.safeParse(file.getValue(NAME)).data ?? {};

/** Whether a group of sheet rows, in their order, is kept. A group that gained or lost a row is another one. */
export function keptRepeats(file: Pick<ProjectFile, 'getValue'>, code: string): (rows: readonly number[]) => boolean {
  const kept = new Set(stored(file)[code]?.map(keyOf));
  return (rows) => kept.has(keyOf(rows));
}

/** Keeps a group, or asks about it again. Call it in a transaction. */
export function keepRepeats(file: Pick<ProjectFile, 'getValue' | 'putValue'>, code: string, rows: readonly number[], keep: boolean): void {
  const all = stored(file);
  const others = (all[code] ?? []).filter((one) => keyOf(one) !== keyOf(rows));
  file.putValue(NAME, { ...all, [code]: keep ? [...others, [...rows]] : others } satisfies Stored);
}

/** Call it in the transaction that gives the rows other fields. */
export function forgetKeptRepeats(file: Pick<ProjectFile, 'putValue'>): void {
  file.putValue(NAME, {} satisfies Stored);
}

/** Copies the decisions of a list to a copy of the list. */
export function copyKeptRepeats(from: Pick<ProjectFile, 'getValue'>, to: Pick<ProjectFile, 'putValue'>): void {
  to.putValue(NAME, stored(from));
}
