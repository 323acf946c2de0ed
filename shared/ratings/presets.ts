/** Suggests initial bands from the values of a score. */
import type { Rating } from './rating.ts';

type Steps = Extract<Rating, { readonly kind: 'bands' }>['steps'];

/** A, B, C … for the highest band and those below it. */
const codeAt = (at: number): string => String.fromCharCode(65 + at);

/** Round bounds: 1, 2.5 or 5 times a power of ten. */
const ROUND = [5, 2.5, 1] as const;

/** The largest round bound that is not above the amount. */
function roundDown(amount: number): number {
  if (amount <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(amount));
  return (ROUND.find((factor) => factor * power <= amount) ?? 1) * power;
}

/** Bands with equal numbers of people, unless equal values prevent it. `sorted`: the values in ascending order. */
export function quantileSteps(sorted: ArrayLike<number>, bands: number): Steps {
  const bounds = new Set<number>();
  for (let band = bands - 1; band >= 0; band--) {
    const value = sorted[Math.floor((sorted.length * band) / bands)];
    if (value !== undefined) bounds.add(value);
  }
  return [...bounds].toSorted((a, b) => b - a).map((from, at) => ({ code: codeAt(at), label: '', from }));
}

/** Bands that begin at round amounts. The highest band has about 1 % of the people, and the lowest has all who remain. */
export function roundSteps(sorted: ArrayLike<number>, bands: number): Steps {
  const bounds = new Set<number>();
  for (let band = 0; band < bands - 1; band++) {
    // The top 1 %, 5 %, 15 % and 40 % of the people.
    const share = [0.01, 0.05, 0.15, 0.4][Math.round((band * 3) / Math.max(1, bands - 2))] ?? 0.4;
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * (1 - share)))];
    if (value !== undefined) bounds.add(roundDown(value));
  }
  const lowest = sorted[0];
  if (lowest !== undefined) bounds.add(Math.min(0, lowest));
  return [...bounds].toSorted((a, b) => b - a).map((from, at) => ({ code: codeAt(at), label: '', from }));
}
