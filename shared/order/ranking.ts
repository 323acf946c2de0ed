/** Ranks people by a score that is easy to explain. */

/** For each number, the share of the others that are less, from 0 to 1. NaN is a missing number and less than every other. */
export function shares(values: Float64Array): Float64Array {
  const known = values.map((value) => (Number.isNaN(value) ? -Infinity : value));
  const sorted = known.toSorted();
  const others = Math.max(1, values.length - 1);
  return known.map((value) => firstAt(sorted, value) / others);
}

/** Index of the first number that is not less than `value`. */
function firstAt(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds `weight` times the shares of the values to the points. */
export function addPoints(points: Float64Array, values: Float64Array, weight: number): void {
  if (weight === 0) return;
  const share = shares(values);
  for (let at = 0; at < points.length; at++) points[at]! += weight * share[at]!;
}

/** Positions by points, most first. Equal points keep the order of the list. */
export function ranked(points: Float64Array): Uint32Array {
  return Uint32Array.from(points.keys()).sort((a, b) => points[b]! - points[a]! || a - b);
}
