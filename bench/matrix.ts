/**
 * The matrix of two ratings over a long list: assigning each amount to a band, the counts and sums of all cells, and people by officer.
 * Baselines: one pass that sums the same amounts, and the same counts in a map with both rating words as the key. Prints one line of JSON.
 * npx -c 'node bench/matrix.ts [--rows 1000000] [--runs 5]'
 */
import { parseArgs } from 'node:util';
import { type Rating, ratingText } from '../shared/ratings/index.ts';
import { matrixOf, officersOf } from '../main/worker/results/matrix.ts';
import { rated } from '../main/worker/results/office-reader.ts';
import type { Column } from '../main/worker/results/whole-column.ts';
import { median, noise, round } from './numbers.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '5' } } });
const rows = Number(values.rows);
const runs = Number(values.runs);

const random = (at: number) => (Math.imul(at + 1, 2_654_435_761) >>> 0) / 2 ** 32;
const amounts: Column = {
  by: 'profile',
  type: 'number',
  values: Float64Array.from({ length: rows + 1 }, (_, at) => Math.round(random(at) ** 4 * 4e6)),
};
const likelihood: Column = { by: 'profile', type: 'number', values: Float64Array.from({ length: rows + 1 }, (_, at) => 1 + (at % 4)) };
const BANDS: Rating = {
  kind: 'bands',
  column: 'capacity',
  title: 'Capacity',
  steps: [1_000_000, 250_000, 100_000, 25_000, 0].map((from, at) => ({ code: 'ABCDE'[at]!, label: '', from })),
};
const VALUES: Rating = {
  kind: 'values',
  column: 'propensity',
  title: 'Propensity',
  steps: ['4', '3', '2', '1'].map((value) => ({ code: '', label: `Step ${value}`, value })),
};
const officers = { by: 'row' as const, type: 'text' as const, texts: ['', ...Array.from({ length: 20 }, (_, at) => `Officer ${at}`)] };
const officerColumn = { ...officers, ranks: Uint32Array.from({ length: rows + 1 }, (_, at) => at % 21) };
const items = Uint32Array.from({ length: rows }, (_, at) => at + 1);
const positionIn = (_: Column, item: number) => item;

type Texts = Extract<Column, { readonly type: 'text' }>;
const times: Record<'rate' | 'matrix' | 'officers' | 'sum' | 'map', number[]> = { rate: [], matrix: [], officers: [], sum: [], map: [] };
function timed<T>(of: keyof typeof times, work: () => T): T {
  const begun = performance.now();
  const result = work();
  times[of].push(performance.now() - begun);
  return result;
}

for (let run = 0; run < runs; run++) {
  const [byBand, byValue] = timed('rate', () => [rated(BANDS, amounts) as Texts, rated(VALUES, likelihood) as Texts] as const);
  const matrix = timed('matrix', () => matrixOf({ rows: byBand, columns: byValue, amounts, items, positionIn }));
  const view = timed('officers', () => officersOf({ officers: officerColumn, amounts, items, positionIn, least: 250_000 }));
  const sum = timed('sum', () => {
    let all = 0;
    if (amounts.type === 'number') for (const item of items) all += amounts.values[item]!;
    return all;
  });
  const byWords = timed('map', () => {
    const cells = new Map<string, { people: number; sum: number }>();
    for (const item of items) {
      const [amount, step] = [amounts, likelihood].map((column) => (column.type === 'number' ? column.values[item]! : 0)) as [
        number,
        number,
      ];
      const key = `${ratingText(BANDS, String(amount))} ${ratingText(VALUES, String(step))}`;
      const cell = cells.get(key) ?? { people: 0, sum: 0 };
      cells.set(key, { people: cell.people + 1, sum: cell.sum + amount });
    }
    return [...cells.values()].reduce((all, { people }) => all + people, 0);
  });
  if (matrix.all.people !== rows || view.all.people !== rows || byWords !== rows || matrix.all.sum !== sum)
    throw new Error('the counts differ');
}
const ms = (of: keyof typeof times) => round(median(times[of]), 1);
console.log(
  JSON.stringify({
    bench: 'matrix',
    rows,
    runs,
    ratingMs: ms('rate'),
    matrixMs: ms('matrix'),
    officersMs: ms('officers'),
    baseline: 'adding up the amounts; the same counts in a map by words',
    sumMs: ms('sum'),
    sumNoise: noise(times.sum),
    mapMs: ms('map'),
    matrixToMap: round((median(times.rate) + median(times.matrix)) / median(times.map), 3),
  }),
);
