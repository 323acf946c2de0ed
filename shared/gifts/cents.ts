/** Amounts in whole cents, so that sums are exact. */

const PLAIN = /^(-?)(\d+)(?:\.(\d{1,4}))?$/;

/**
 * The cents of a plain decimal text, as `readAmount` returns it; a part of a cent is rounded, half away from zero. Null for any other text,
 * and for amounts too large for exact integers.
 */
export function centsOf(plain: string): number | null {
  const parts = PLAIN.exec(plain);
  if (parts === null) return null;
  const [, sign, whole, decimals = ''] = parts;
  const up = decimals.length > 2 && decimals.charCodeAt(2) >= 53 ? 1 : 0;
  const cents = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0')) + up;
  if (!Number.isSafeInteger(cents)) return null;
  return sign === '-' && cents !== 0 ? -cents : cents;
}

/** The shortest plain decimal text of whole cents: 12.5, -3, 0.05. */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const decimals = digits.slice(-2).replace(/0+$/, '');
  const amount = decimals === '' ? digits.slice(0, -2) : `${digits.slice(0, -2)}.${decimals}`;
  return cents < 0 ? `-${amount}` : amount;
}
