/** Divides an export by officer, for example into a zip with a file for each of them. */
import { AppError, countText } from '../../../shared/base/index.ts';
import { OFFICER_KEY, type ResultFilter, type ResultSelection } from '../../../shared/results/index.ts';
import { fileNameOf } from '../../platform/index.ts';
import { ZipOfFiles } from '../../spreadsheet/write/index.ts';
import type { ListExportInput } from '../../worker-protocol/index.ts';
import type { TaskContext } from '../threads/task-context.ts';
import type { ExportList } from './export-list.ts';

export type PeopleInput = Extract<ListExportInput, { readonly kind: 'workbook' | 'list' | 'scoresById' }>;

/** The name for people without an officer. */
export const UNASSIGNED = 'Unassigned';
/** Maximum number of officers who get their own sheet or file. */
const MAX_OFFICERS = 100;

interface OfficerPeople {
  /** '' for people without an officer. */
  readonly name: string;
  readonly people: number;
  /** True if this officer has the person in the sheet row. */
  readonly has: (row: number) => boolean;
  readonly chosen: Omit<ResultSelection, 'outcome'> & { readonly kind: 'segment' };
}

/**
 * Each officer of the exported people who were scored, with the conditions for their people. People without an officer come first, the
 * others by officer's name.
 * @throws INPUT_INVALID for more than `MAX_OFFICERS`.
 */
export function officersOf(list: ExportList, input: PeopleInput): readonly OfficerPeople[] {
  const among = input.people.kind === 'segment' ? input.people : { kind: 'segment' as const, filters: [], find: '' };
  const column = list.screening.columns.column(OFFICER_KEY);
  if (column.type !== 'text') return [];
  const selections = list.judgedSelections(input);
  const { filters, find, chosen } = among;
  // Filters treat M. TRASK and M. Trask as the same officer.
  const firsts = new Map<string, number>();
  const firstOf = Uint32Array.from(column.texts, (text, rank) => {
    const key = text.trim().toLowerCase();
    if (!firsts.has(key)) firsts.set(key, rank);
    return firsts.get(key)!;
  });
  const counts = new Map<number, number>();
  for (const item of selections.select({ outcome: 'scored', filters, find, ...(chosen === undefined ? {} : { chosen }) })) {
    const rank = firstOf[column.ranks[selections.positionIn(column, 'scored', item)]!]!;
    counts.set(rank, (counts.get(rank) ?? 0) + 1);
  }
  if (counts.size > MAX_OFFICERS)
    throw new AppError(
      'INPUT_INVALID',
      `There are ${countText(counts.size, 'officer')}, and an export is divided among at most ${MAX_OFFICERS}. Filter the people, or export without dividing them.`,
    );
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([rank, people]) => {
      const name = column.texts[rank]!;
      const filter: ResultFilter = rank === 0 ? { kind: 'empty', column: OFFICER_KEY } : { kind: 'is', column: OFFICER_KEY, value: name };
      return {
        name,
        people,
        has: (row) => firstOf[column.ranks[row]!] === rank,
        chosen: { ...among, filters: [...filters, filter] },
      };
    });
}

/**
 * Writes a zip with a file for each officer. `write` writes one of these files. Returns the total number of rows.
 * @throws INPUT_INVALID; WriteError
 */
export async function writeOfficerFiles<I extends PeopleInput & { readonly target: string; readonly format: string }>(
  list: ExportList,
  input: I,
  context: TaskContext,
  write: (input: I, context: TaskContext) => Promise<number>,
): Promise<number> {
  const officers = officersOf(list, input);
  const total = officers.reduce((sum, { people }) => sum + people, 0);
  const quiet: TaskContext = { ...context, signal: context.signal, progress: () => undefined };
  const zip = await ZipOfFiles.create(input.target);
  try {
    let rows = 0;
    for (const { name, has, chosen } of officers) {
      context.signal.throwIfAborted();
      // Officers must not see verdicts about people of other officers.
      const given = input.given.filter(({ row }) => has(row));
      // Prefixed, because some names are not valid file names on Windows.
      const file = `Scores - ${name === '' ? UNASSIGNED : fileNameOf(name, 'Officer')}`;
      rows += await zip.add(file, input.format, (target) => write({ ...input, target, given, people: chosen }, quiet));
      context.progress(rows, total, 'rows');
    }
    await zip.finish();
    return rows;
  } catch (error) {
    await zip.abort();
    throw error;
  }
}
