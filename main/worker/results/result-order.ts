/** Sorts the values of a column. */
import { freeBytes } from '../../../shared/base/index.ts';

/** For up to this many values, a comparison sort is faster than a radix sort. */
const FEW = 4096;
const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;
const LAST = 0xffff_ffff;

/**
 * Indexes of the values in sorted order. Empty values (NaN) are last in both directions, and equal values keep their order. Many values are
 * sorted with a radix sort of 16 bits per pass: ratings need one pass, amounts two or three.
 */
export function orderOf(values: Float64Array, descending: boolean): Uint32Array {
  return values.length <= FEW ? sortByComparing(values, descending) : sortByRadix(values, descending);
}

/** Maps the bits of each value to integers that sort in the same order: low halves at even indexes, high halves at odd indexes. */
function toSortableBits(values: Float64Array, descending: boolean): Uint32Array {
  const { length } = values;
  const turned = new Float64Array(length);
  // Converts -0 to 0.
  for (let at = 0; at < length; at++) turned[at] = values[at]! + 0;
  const bits = new Uint32Array(turned.buffer);
  const flip = descending ? LAST : 0;
  for (let at = 0; at < length; at++) {
    const lowBits = bits[2 * at + LOW]!;
    const highBits = bits[2 * at + 1 - LOW]!;
    const isEmpty = (highBits & 0x7ff0_0000) === 0x7ff0_0000 && ((highBits & 0x000f_ffff) | lowBits) !== 0;
    const isNegative = highBits >= 0x8000_0000;
    bits[2 * at] = isEmpty ? LAST : (isNegative ? ~lowBits : lowBits) ^ flip;
    bits[2 * at + 1] = isEmpty ? LAST : (isNegative ? ~highBits : highBits ^ 0x8000_0000) ^ flip;
  }
  return bits;
}

/** The bits in which the values differ, for each half. */
function differingBits(bits: Uint32Array): readonly [number, number] {
  let low = 0;
  let high = 0;
  for (let at = 2; at < bits.length; at += 2) {
    low |= bits[at]! ^ bits[0]!;
    high |= bits[at + 1]! ^ bits[1]!;
  }
  return [low, high];
}

/** Offset of the low half of a double, which depends on the byte order of the machine. */
const LOW = 1 - new Uint8Array(new Uint16Array([1]).buffer)[0]!;

function sortByRadix(values: Float64Array, descending: boolean): Uint32Array {
  const { length } = values;
  const bits = toSortableBits(values, descending);
  const different = differingBits(bits);
  let order = new Uint32Array(length);
  for (let at = 0; at < length; at++) order[at] = at;
  let next = new Uint32Array(length);
  for (let turn = 0; turn < 4; turn++) {
    const half = turn >> 1;
    const shift = (turn & 1) * DIGIT_BITS;
    // All values have the same digit, so this pass would change nothing.
    if (((different[half]! >>> shift) & (DIGITS - 1)) === 0) continue;
    sortDigit(bits, half, shift, order, next);
    [order, next] = [next, order];
  }
  freeBytes(bits);
  freeBytes(next);
  return order;
}

/** One stable pass: sorts `order` into `next` by 16 bits. */
function sortDigit(bits: Uint32Array, half: number, shift: number, order: Uint32Array, next: Uint32Array): void {
  const { length } = order;
  // A separate array of digits is small enough for the processor's cache.
  const digits = new Uint16Array(length);
  const starts = new Uint32Array(DIGITS + 1);
  for (let at = 0; at < length; at++) {
    const digit = (bits[2 * at + half]! >>> shift) & (DIGITS - 1);
    digits[at] = digit;
    starts[digit + 1]! += 1;
  }
  for (let digit = 1; digit <= DIGITS; digit++) starts[digit]! += starts[digit - 1]!;
  for (let at = 0; at < length; at++) {
    const position = order[at]!;
    const digit = digits[position]!;
    next[starts[digit]!] = position;
    starts[digit]! += 1;
  }
  freeBytes(digits);
}

function sortByComparing(values: Float64Array, descending: boolean): Uint32Array {
  const sign = descending ? -1 : 1;
  const order = Uint32Array.from(values, (_, index) => index);
  return order.sort((a, b) => {
    const left = values[a]!;
    const right = values[b]!;
    const leftEmpty = Number.isNaN(left);
    if (leftEmpty || Number.isNaN(right)) return leftEmpty === Number.isNaN(right) ? a - b : leftEmpty ? 1 : -1;
    return (left - right) * sign || a - b;
  });
}
