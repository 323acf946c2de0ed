/** Chooses the columns for the overview of a screening, on the page and in the report. */
import type { ResultsView } from '../contract/index.ts';
import { capacityColumn, ratedColumn, ratingKey } from '../results/index.ts';

/** Keys of the two ratings of a matrix. The capacity is in the rows if it has a rating. Null with fewer than two ratings. */
export function matrixRatings({ columns: all, ratings }: Pick<ResultsView, 'columns' | 'ratings'>): {
  readonly rows: string;
  readonly columns: string;
} | null {
  const keys = ratings.map(({ column }) => ratingKey(column));
  const capacity = capacityColumn(all.map(({ key }) => key));
  const rows = keys.find((key) => ratedColumn(key) === capacity) ?? keys[0];
  const columns = keys.find((key) => key !== rows);
  return rows === undefined || columns === undefined ? null : { rows, columns };
}

/**
 * The column by which two screenings are compared: the overall score if it is shown, or else the first number column that is shown, or else
 * the first column; null without columns.
 */
export function comparedKey({ columns, shown: keys }: Pick<ResultsView, 'columns' | 'shown'>): string | null {
  const shown = keys.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const overall = shown.find(({ key, type }) => type === 'number' && /overallscore$/i.test(key));
  return (overall ?? shown.find(({ type }) => type === 'number') ?? columns[0])?.key ?? null;
}

/** The tint of a matrix cell, by its amount as a share of the largest one. */
export function tintOf(amount: number, most: number): 1 | 2 | 3 | 4 {
  const share = most === 0 ? 0 : amount / most;
  return share >= 0.6 ? 4 : share >= 0.3 ? 3 : share >= 0.1 ? 2 : 1;
}
