/** The filters of a cell of the matrix, and of an officer. */
import { OFFICER_KEY, type ResultFilter, capacityColumn, ratedColumn, ratingKey } from '../../../../shared/results/index.ts';
import type { ResultsView } from '../../../../shared/contract/index.ts';

/** People with this word in a column; '' for those without one. */
export const wordFilter = (column: string, text: string): ResultFilter =>
  text === '' ? { kind: 'empty', column } : { kind: 'is', column, value: text };

export const officerFilter = (name: string): ResultFilter => wordFilter(OFFICER_KEY, name);

/** People with at least this capacity. */
export const topFilterOf = (column: string, least: number): ResultFilter => ({ kind: 'range', column, min: least, max: null });

export const capacityOf = ({ columns }: ResultsView): string | null => capacityColumn(columns.map(({ key }) => key));

/** Keys of the two ratings of a matrix: the capacity in the rows, where it is rated. Null with fewer than two. */
export function matrixOf(results: ResultsView): { readonly rows: string; readonly columns: string } | null {
  const keys = results.ratings.map(({ column }) => ratingKey(column));
  const capacity = capacityOf(results);
  const rows = keys.find((key) => ratedColumn(key) === capacity) ?? keys[0];
  const columns = keys.find((key) => key !== rows);
  return rows === undefined || columns === undefined ? null : { rows, columns };
}
