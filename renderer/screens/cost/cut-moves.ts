/** Moves the cut by keys. */
import { type OrderSettings, DECILES, strataOf } from '../../../shared/order/index.ts';

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

interface CutMove {
  /** People above the cut. */
  readonly at: number;
  readonly cut: OrderSettings['cut'];
}

/**
 * An arrow moves the cut to the next end of a decile, and with Shift by one person. Home and End move it to the end of the first and the
 * last decile. `at`: the number of people above the cut. Null for other keys, and when the cut cannot move further.
 */
export function cutAt(key: string, isShift: boolean, at: number, people: number): CutMove | null {
  const ends = strataOf(people);
  const step = STEPS[key];
  if (step !== undefined && isShift) {
    const to = at + step;
    return to < 1 || to > people ? null : { at: to, cut: { kind: 'people', people: to } };
  }
  const edge = key === 'Home' ? ends[0] : key === 'End' ? ends.at(-1) : undefined;
  const next = step === 1 ? ends.find((end) => end > at) : step === -1 ? ends.findLast((end) => end < at) : edge;
  return next === undefined || next === at ? null : { at: next, cut: { kind: 'decile', last: DECILES[ends.indexOf(next)]! } };
}
