/** Amounts of gifts as texts for people. */
import { countText } from '../base/index.ts';
import { readPlainAmount } from '../numbers/index.ts';
import type { GiftsView } from './shapes.ts';

const CODE = /^[A-Z]{3}$/;

/**
 * Formats a plain decimal text with its currency: $1,250, −€3.50. Returns any other text unchanged, such as an unreadable amount of the
 * list. `currency`: as `currencyOf` returns it.
 */
export function moneyText(plain: string, currency: string): string {
  if (readPlainAmount(plain.replace('-', '')) < 0) return plain;
  const isWhole = !plain.includes('.');
  const digits = { minimumFractionDigits: isWhole ? 0 : 2, maximumFractionDigits: isWhole ? 0 : 2 };
  const code = currency === '$' ? 'USD' : currency;
  const isKnown = CODE.test(code);
  const style = isKnown ? ({ style: 'currency', currency: code, currencyDisplay: 'symbol' } as const) : {};
  const text = new Intl.NumberFormat('en-US', { ...digits, ...style }).format(Number(plain)).replace('-', '−');
  return isKnown || code === '' ? text : `${text} ${code}`;
}

/** Says how much was refunded and subtracted from the gifts that count; '' without refunds. */
export function refundedText({ refunded, currency }: Pick<GiftsView, 'refunded' | 'currency'>): string {
  if (refunded === undefined) return '';
  return `${moneyText(refunded.sum, currency)} refunded is taken off ${countText(refunded.gifts, 'gift')}`;
}

/** Says how many rows the counted gifts have, if some gifts have several rows; otherwise ''. */
export function partsText({ counted, lines }: Pick<GiftsView, 'counted' | 'lines'>): string {
  const rows = lines.reduce((all, line) => all + (line.counted ? line.gifts : 0), 0);
  return rows === counted.gifts ? '' : `in ${countText(rows, 'row')}: the rows of one gift count once`;
}
