/** Bands to begin with, from the values that a score has. */
import type { Rating } from './rating.ts';

type Steps = Extract<Rating, { readonly kind: 'bands' }>['steps'];

/** A, B, C … for the highest band and those below it. */
const codeAt = (at: number): string => String.fromCharCode(65 + at);

/** Bounds that people say: 1, 2.5 or 5, and zeros. */
const ROUND = [5, 2.5, 1] as const;

/** The largest bound that people say and that is not above the amount. */
function roundDown(amount: number): number {
  if (amount <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(amount));
  return (ROUND.find((factor) => factor * power <= amount) ?? 1) * power;
}

/** Bands with the same number of people as far as equal values allow. `sorted`: the values from the lowest up. */
export function quantileSteps(sorted: ArrayLike<number>, bands: number): Steps {
  const bounds = new Set<number>();
  for (let band = bands - 1; band >= 0; band--) {
    const value = sorted[Math.floor((sorted.length * band) / bands)];
    if (value !== undefined) bounds.add(value);
  }
  return [...bounds].toSorted((a, b) => b - a).map((from, at) => ({ code: codeAt(at), label: '', from }));
}

/** Bands that begin at round amounts: the highest holds about a hundredth of the people, the lowest takes all that is left. */
export function roundSteps(sorted: ArrayLike<number>, bands: number): Steps {
  const bounds = new Set<number>();
  for (let band = 0; band < bands - 1; band++) {
    // 1 %, 5 %, 15 %, 40 % of the people from the top.
    const share = [0.01, 0.05, 0.15, 0.4][Math.round((band * 3) / Math.max(1, bands - 2))] ?? 0.4;
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * (1 - share)))];
    if (value !== undefined) bounds.add(roundDown(value));
  }
  const lowest = sorted[0];
  if (lowest !== undefined) bounds.add(Math.min(0, lowest));
  return [...bounds].toSorted((a, b) => b - a).map((from, at) => ({ code: codeAt(at), label: '', from }));
}
