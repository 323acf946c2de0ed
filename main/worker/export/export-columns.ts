/** The columns of an export: which scores, under which titles, with which styles. */
import { AppError } from '../../../shared/base/errors.ts';
import { titlesOf } from '../../../shared/results/scores.ts';
import type { WriteColumn } from '../../spreadsheet/write/row-writer.ts';
import type { ListExportInput } from '../../worker-protocol/export.ts';
import type { ResultFile, ScoreColumns } from '../results/result-file.ts';

/** Columns that a sheet of a workbook can have. */
const MOST_COLUMNS = 16_384;

/** Positions of the chosen score columns, in the order in which they were chosen; all in the order of the data when none were. */
export function chosenScores(columns: ScoreColumns, keys: readonly string[] | null): number[] {
  if (keys === null) return columns.map((_, index) => index);
  const at = new Map(columns.map(({ key }, index) => [key, index]));
  return [...new Set(keys)].flatMap((key) => at.get(key) ?? []);
}

/** Each title as it is, or with what tells it from the one before: two columns of a file may not bear the same name. */
export function uniqueTitles(titles: readonly string[], taken: Iterable<string> = []): string[] {
  const used = new Set(taken);
  return titles.map((title) => {
    let free = title;
    if (used.has(free)) free = `${title} (screening)`;
    for (let number = 2; used.has(free); number++) free = `${title} (${number})`;
    used.add(free);
    return free;
  });
}

export interface ScoreChoice {
  readonly positions: readonly number[];
  readonly titles: readonly string[];
}

/** The chosen scores with the titles that the person gave, else those that were found. */
export function scoreChoice(results: Pick<ResultFile, 'columns'>, input: Pick<ListExportInput, 'columns' | 'titles'>): ScoreChoice {
  const found = titlesOf(results.columns.map(({ key }) => key));
  const positions = chosenScores(results.columns, input.columns);
  return {
    positions,
    titles: positions.map((position) => {
      const { key } = results.columns[position]!;
      return input.titles[key] ?? found.get(key) ?? key;
    }),
  };
}

/** The scores as columns of a table that has these titles already. */
export function scoreColumns(
  results: Pick<ResultFile, 'columns'>,
  { positions, titles }: ScoreChoice,
  taken: readonly string[],
  bars: ReadonlySet<string>,
): WriteColumn[] {
  return uniqueTitles(titles, taken).map((title, at): WriteColumn => {
    const { key, type, min, max } = results.columns[positions[at]!]!;
    if (type === 'text') return { title, style: 'text' };
    // A bar says how much, so it begins at nothing where there is nothing below it.
    return bars.has(key) && type === 'number' ? { title, bar: { min: min !== null && min >= 0 ? 0 : null, max } } : { title };
  });
}

/** Ends in TARGET_UNWRITABLE when a sheet cannot hold so many columns. */
export function requireWidth(columns: number): void {
  if (columns > MOST_COLUMNS)
    throw new AppError(
      'TARGET_UNWRITABLE',
      `A sheet of a workbook holds at most 16,384 columns, and these are ${columns.toLocaleString('en-US')}. Choose fewer score columns, or CSV.`,
    );
}
