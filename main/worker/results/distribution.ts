/**
 * Distribution of a column. Numbers have one bar per value if there are few values, otherwise one bar per range of round width. Texts have
 * one bar for each of the most frequent values.
 */
import type { Distribution } from '../../../shared/contract/index.ts';
import type { Column } from './whole-column.ts';

/** Maximum number of bars. Each bar is a button that must be 24 px wide on the narrowest card. */
const BARS = 10;

/** The distribution of the column's values at these indexes. */
export function distributionOf(key: string, column: Column, indexes: Iterable<number>): Distribution {
  return column.type === 'text' ? ofTexts(key, column, indexes) : ofNumbers(key, column, indexes);
}

function ofTexts(key: string, column: Extract<Column, { type: 'text' }>, indexes: Iterable<number>): Distribution {
  const counts = new Map<number, number>();
  for (const index of indexes) {
    const rank = column.ranks[index]!;
    counts.set(rank, (counts.get(rank) ?? 0) + 1);
  }
  const empty = counts.get(0) ?? 0;
  counts.delete(0);
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, BARS);
  most.sort((a, b) => a[0] - b[0]);
  return { column: key, bars: most.map(([rank, rows]) => ({ label: column.texts[rank]!, rows, from: null, to: null })), empty };
}

function ofNumbers(key: string, column: Extract<Column, { type: 'number' }>, indexes: Iterable<number>): Distribution {
  let empty = 0;
  const counts = new Map<number, number>();
  for (const index of indexes) {
    const value = column.values[index]!;
    if (!Number.isFinite(value)) empty += 1;
    else counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const values = [...counts].sort((a, b) => a[0] - b[0]);
  if (values.length <= BARS)
    return { column: key, bars: values.map(([value, rows]) => ({ label: String(value), rows, from: value, to: value })), empty };
  return { column: key, bars: rangesOf(values), empty };
}

/** Bars of equal, round width that cover all values. */
function rangesOf(values: readonly (readonly [number, number])[]): Distribution['bars'] {
  const least = values[0]![0];
  const most = values.at(-1)![0];
  const rough = (most - least) / (BARS - 2);
  const power = 10 ** Math.floor(Math.log10(rough));
  const width = [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= rough) ?? rough;
  const start = Math.floor(least / width) * width;
  const bars: Distribution['bars'] = [];
  for (const [value, rows] of values) {
    // Rounded, so that binary fractions do not move a value at the start of a bar into the previous one. The bar's filter does the same.
    const at = Math.max(0, Math.floor(round((value - start) / width)));
    while (bars.length <= at) {
      const from = start + bars.length * width;
      bars.push({ label: `${round(from)} – ${round(from + width)}`, rows: 0, from: round(from), to: round(from + width) });
    }
    bars[at]!.rows += rows;
  }
  // The upper limit of a bar belongs to the next bar.
  return bars.map((bar, index) => (index === bars.length - 1 ? bar : { ...bar, to: bar.to === null ? null : bar.to - width * 1e-9 }));
}

const round = (value: number) => Number(value.toPrecision(12));
