/** The score columns of an export: their selection, titles, styles and cells. */
import { AppError, numberText } from '../../../shared/base/index.ts';
import { columnsShownFirst, isMoney, titlesOf } from '../../../shared/results/index.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/index.ts';
import type { ListExportInput, WorkbookExport } from '../../worker-protocol/index.ts';
import type { BlockRow } from '../list/stored-rows.ts';
import type { ScoreColumns } from '../result-file/result-file.ts';

/** Maximum number of columns in a sheet of a workbook. */
const MAX_COLUMNS = 16_384;

/** Indexes of the chosen score columns in the chosen order. For null, all columns in the order of the data. */
export function scoreIndexes(columns: ScoreColumns, keys: readonly string[] | null): number[] {
  if (keys === null) return columns.map((_, index) => index);
  const at = new Map(columns.map(({ key }, index) => [key, index]));
  return [...new Set(keys)].flatMap((key) => at.get(key) ?? []);
}

/** Adds a suffix to each title that is already used, because a file must not have the same title twice. */
export function uniqueTitles(titles: readonly string[], usedTitles: Iterable<string> = []): string[] {
  const used = new Set(usedTitles);
  return titles.map((title) => {
    let free = title;
    if (used.has(free)) free = `${title} (screening)`;
    for (let number = 2; used.has(free); number++) free = `${title} (${number})`;
    used.add(free);
    return free;
  });
}

/** The keys of the most relevant scores, in order: the chosen ones, else those that the user shows, else the default ones. */
export function usedScores(columns: ScoreColumns, { columns: chosen, shown }: Pick<WorkbookExport, 'columns' | 'shown'>): string[] {
  const keys = columns.map(({ key }) => key);
  const used = (chosen ?? shown ?? []).filter((key) => keys.includes(key));
  return used.length > 0 ? [...new Set(used)] : columnsShownFirst(keys);
}

export interface ChosenScores {
  readonly positions: readonly number[];
  readonly titles: readonly string[];
}

/** The title that the user gave a score; undefined if none. A service can name a score "constructor", which every object has. */
export const givenTitle = (titles: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(titles, key) ? titles[key] : undefined;

/** The chosen scores with the user's titles, or the default ones. */
export function chosenScores(columns: ScoreColumns, input: Pick<ListExportInput, 'columns' | 'titles'>): ChosenScores {
  const defaults = titlesOf(columns.map(({ key }) => key));
  const positions = scoreIndexes(columns, input.columns);
  return {
    positions,
    titles: positions.map((position) => {
      const { key } = columns[position]!;
      return givenTitle(input.titles, key) ?? defaults.get(key) ?? key;
    }),
  };
}

/** The scores as columns of a table in which some titles are already used. */
export function scoreColumns(
  columns: ScoreColumns,
  { positions, titles }: ChosenScores,
  usedTitles: readonly string[],
  bars: ReadonlySet<string>,
): WriteColumn[] {
  return uniqueTitles(titles, usedTitles).map((title, at): WriteColumn => {
    const { key, type, min, max } = columns[positions[at]!]!;
    if (type === 'text') return { title, style: 'text' };
    // Bars start at 0 unless there are negative values, so that their length shows the amount.
    const style = type === 'number' && isMoney(key) ? ({ style: 'money' } as const) : {};
    return bars.has(key) && type === 'number'
      ? { title, ...style, bar: { min: min !== null && min >= 0 ? 0 : null, max } }
      : { title, ...style };
  });
}

/** Writes one cell for each column of a score block. -1 writes an empty cell. If `at` is null, all cells are empty. */
export function writeScores(writer: RowWriter, at: BlockRow | null, columns: readonly number[]): void {
  for (const column of columns) {
    if (at === null || column < 0) writer.empty();
    else writer.cell(at.block.kind(at.row, column), at.block.text(at.row, column));
  }
}

/** @throws TARGET_UNWRITABLE when a sheet cannot hold this many columns. */
export function requireWidth(columns: number): void {
  if (columns > MAX_COLUMNS)
    throw new AppError(
      'TARGET_UNWRITABLE',
      `A sheet of a workbook can have at most 16,384 columns, and there are ${numberText(columns)}. Choose fewer score columns, or CSV.`,
    );
}
