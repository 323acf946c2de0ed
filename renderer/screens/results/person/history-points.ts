/** One score of a person over several screenings, for the line on the page and on the printed sheet. */
import type { HistoryView } from '../../../../shared/contract/index.ts';
import { capacityColumn, overallColumn } from '../../../../shared/results/index.ts';
import { displayTypeOf, scoreText } from '../../../format/index.ts';

interface HistoryPoint {
  readonly projectId: string;
  readonly row: number;
  readonly name: string;
  /** When it was scored. */
  readonly at: number;
  readonly text: string;
  /** Height between the lowest and the highest point, from 0 to 1; 0.5 when all points are the same. */
  readonly height: number;
}

export interface HistoryLine {
  readonly title: string;
  readonly points: readonly HistoryPoint[];
}

/** Maximum number of points that fit side by side; the last screenings are shown. */
const MAX_POINTS = 5;

/** The overall score over time, else the capacity; null unless at least two screenings have it. */
export function historyLine({ columns, entries }: HistoryView): HistoryLine | null {
  const keys = columns.map(({ key }) => key);
  const key = overallColumn(keys) ?? capacityColumn(keys);
  const position = columns.findIndex((column) => column.key === key);
  const column = columns[position];
  if (column === undefined) return null;
  const scored = entries.flatMap(({ projectId, row, name, at, cells }) => {
    const cell = cells[position] ?? '';
    const value = Number(cell);
    return cell === '' || at === null || Number.isNaN(value)
      ? []
      : [{ projectId, row, name, at, value, text: scoreText(cell, displayTypeOf(column)) }];
  });
  const last = scored.slice(-MAX_POINTS);
  if (last.length < 2) return null;
  const values = last.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return {
    title: column.title,
    points: last.map(({ value, ...point }) => ({ ...point, height: high === low ? 0.5 : (value - low) / (high - low) })),
  };
}
