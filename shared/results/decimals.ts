/** Compares decimal numbers as texts, for numbers that a double cannot represent. */

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,6}))?$/;
/** If the exponents differ by more than this, only the exponents are compared. */
const MAX_SHIFTED = 2_000;

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(text: string): Decimal | null {
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (whole === undefined || whole.length + fraction.length > MAX_SHIFTED) return null;
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Compares the exact values of two numbers, with a result as for `sort`. Texts that are not numbers compare as equal. */
export function compareDecimals(one: string, other: string): number {
  const difference = Number(one) - Number(other);
  // NaN is the difference of two infinite numbers, and of texts that are not numbers.
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  const [a, b] = [decimalOf(one), decimalOf(other)];
  if (a === null || b === null || a.digits === 0n || b.digits === 0n) return 0;
  const least = Math.min(a.exponent, b.exponent);
  if (Math.max(a.exponent, b.exponent) - least > MAX_SHIFTED) return (a.exponent - b.exponent) * (a.digits < 0n ? -1 : 1);
  const [left, right] = [a, b].map(({ digits, exponent }) => digits * 10n ** BigInt(exponent - least));
  return left! < right! ? -1 : left! > right! ? 1 : 0;
}

/** True when a double has exactly the value of this number. */
export const isDouble = (text: string): boolean => Number.isFinite(Number(text)) && compareDecimals(text, String(Number(text))) === 0;
