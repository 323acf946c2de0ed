/** People by capacity, in the service's ranges or in five equal groups, and the top group. */
import { freeBytes } from '../../../shared/base/index.ts';
import type { CapacityGroups } from '../../../shared/contract/index.ts';
import type { Column } from './whole-column.ts';

/** Maximum number of groups. If the service has more ranges, the lowest ones are combined. */
const GROUPS = 5;
/** The top ranges contain at least this share of the people with a capacity, because the highest range alone is often one person. */
const LEAST_SHARE = 0.01;
/** The share of people in the top group, if there are no ranges. */
const TENTH = 0.1;

type Numbers = Extract<Column, { readonly type: 'number' }>;
type Bands = NonNullable<CapacityGroups>['bands'];

interface Range {
  readonly label: string;
  min: number;
  max: number;
}

/** The ranges in ascending order; null when there are too few, or when their amounts overlap. */
function rangesOf(amounts: Numbers, ranges: Column | null, profiles: Uint32Array): Range[] | null {
  if (ranges?.type !== 'text') return null;
  const found = new Map<number, Range>();
  for (const profile of profiles) {
    const rank = ranges.ranks[profile]!;
    const amount = amounts.values[profile]!;
    if (Number.isNaN(amount)) continue;
    if (rank === 0) return null;
    const range = found.get(rank);
    if (range === undefined) found.set(rank, { label: ranges.texts[rank]!, min: amount, max: amount });
    else {
      range.min = Math.min(range.min, amount);
      range.max = Math.max(range.max, amount);
    }
  }
  const all = [...found.values()].toSorted((a, b) => a.min - b.min);
  const overlap = all.some(({ min }, at) => at > 0 && min <= all[at - 1]!.max);
  return all.length < 2 || overlap ? null : all;
}

/** Combines the lowest ranges into one without a label. */
function merged(ranges: readonly Range[]): { readonly label: string | null; readonly min: number; readonly max: number }[] {
  const lower = ranges.slice(0, Math.max(0, ranges.length - GROUPS + 1));
  if (lower.length < 2) return [...ranges];
  return [{ label: null, min: lower[0]!.min, max: lower.at(-1)!.max }, ...ranges.slice(lower.length)];
}

/** Groups of about equal size. People with the same amount are in the same group. */
function equalGroups(sorted: Float64Array): { readonly label: null; readonly min: number; readonly max: number }[] {
  const groups: { label: null; min: number; max: number }[] = [];
  let start = 0;
  for (let group = 1; group <= GROUPS; group++) {
    let end = Math.max(start, Math.round((sorted.length * group) / GROUPS));
    while (end > 0 && end < sorted.length && sorted[end] === sorted[end - 1]) end++;
    if (end > start) groups.push({ label: null, min: sorted[start]!, max: sorted[end - 1]! });
    start = end;
  }
  return groups;
}

/** The lowest amount in the top group, which has at least one person. `all`: the amounts of everybody. */
function leastOfTop(bands: Bands, sorted: Float64Array, all: Float64Array, isRanges: boolean): number {
  if (!isRanges) return Math.min(sorted.at(-1)!, all[all.length - Math.ceil(all.length * TENTH)]!);
  let rows = 0;
  for (const band of bands) {
    rows += band.rows;
    if (rows >= sorted.length * LEAST_SHARE) return band.min;
  }
  return bands.at(-1)!.min;
}

/** The amounts in ascending order, without missing ones. */
function sortedAmounts({ values }: Numbers, profiles: Uint32Array): Float64Array {
  const amounts = new Float64Array(profiles.length);
  let count = 0;
  for (let at = 0; at < profiles.length; at++) {
    const amount = values[profiles[at]!]!;
    if (!Number.isNaN(amount)) amounts[count++] = amount;
  }
  return amounts.subarray(0, count).sort();
}

/**
 * `profiles`: the profiles of the people, in any order. `everybody`: also those of people who were judged wrong; they are not counted, but
 * the groups stay the same while matches are judged. Returns null when nobody has a numeric capacity.
 */
export function capacityGroups(
  key: string,
  amounts: Column,
  ranges: Column | null,
  profiles: Uint32Array,
  everybody: Uint32Array,
): Pick<NonNullable<CapacityGroups>, 'column' | 'by' | 'bands' | 'without' | 'least'> | null {
  if (amounts.type !== 'number') return null;
  const sorted = sortedAmounts(amounts, profiles);
  if (sorted.length === 0) return null;
  const all = profiles.length === everybody.length ? sorted : sortedAmounts(amounts, everybody);
  const found = rangesOf(amounts, ranges, everybody);
  const bounds = found === null ? equalGroups(all) : merged(found);
  const bands: Bands = bounds.map((bound) => ({ ...bound, rows: 0, sum: 0 }));
  let at = 0;
  for (const amount of sorted) {
    while (amount > bands[at]!.max) at++;
    bands[at]!.rows += 1;
    bands[at]!.sum += amount;
  }
  bands.reverse();
  const isRanges = found !== null;
  const least = leastOfTop(bands, sorted, all, isRanges);
  const without = profiles.length - sorted.length;
  if (all !== sorted) freeBytes(new Uint8Array(all.buffer));
  freeBytes(new Uint8Array(sorted.buffer));
  return { column: key, by: isRanges ? 'ranges' : 'equal', bands, without, least };
}
