/** The currencies of the columns of amounts: from the amounts, or from a column that has the currency of each row. */
import { fieldOf } from '../fields/index.ts';
import { type AmountCurrency, normalizeHeader } from '../mapping/index.ts';
import { type StatedCurrencies, countCurrencies, currencyOf, isOtherCurrency, mainCurrency } from '../numbers/index.ts';
import { numberText } from '../base/index.ts';
import type { ColumnProfile } from './column-profile.ts';
import type { Decision } from './candidates.ts';

export interface ColumnCurrency extends AmountCurrency {
  readonly counts: StatedCurrencies;
}

/** Of a normalized heading, which has no spaces. */
const HEADING = /(?:currency|ccy|währung|wahrung|waehrung|devise|valuta|moneda|divisa|munt)(?:iso)?(?:code)?$/;
const CODE = /^(?:[A-Za-z]{3}|[A-Za-z]{0,2}[$€£¥₹₽₩₪฿])$/;

/** The column with the currency of each row; null when there is none, or all rows of the list have the same. */
function currencyColumn(decisions: readonly Decision[], isSample: boolean): ColumnProfile | null {
  const columns = decisions.filter(
    ({ to, profile: { header, answers } }) =>
      to.kind === 'none' && HEADING.test(normalizeHeader(header)) && answers?.every(({ value }) => CODE.test(value)) === true,
  );
  // With several columns, each can belong to another amount.
  return columns.length === 1 && columns[0]!.profile.answers!.length > (isSample ? 0 : 1) ? columns[0]!.profile : null;
}

/**
 * The currency of each column of amounts, where the amounts or another column state one. `isSample`: the list has further rows, which can
 * state another one.
 */
export function currenciesOf(decisions: readonly Decision[], isSample: boolean): ReadonlyMap<number, ColumnCurrency> {
  const stated = currencyColumn(decisions, isSample);
  const rows = stated?.answers!.flatMap(({ value, rows: count }) => Array.from({ length: count }, () => currencyOf(value, ''))) ?? [];
  const rowCounts = countCurrencies(rows);
  const amounts = decisions.filter(({ to }) => to.kind === 'field' && fieldOf(to.field).type === 'amount');
  const found = new Map<number, ColumnCurrency>();
  for (const { profile } of amounts) {
    const { column, currencies } = profile;
    if (currencies.length > 0) found.set(column, { main: mainCurrency(currencies), column: null, counts: currencies });
    else if (stated !== null) found.set(column, { main: mainCurrency(rowCounts), column: stated.column, counts: rowCounts });
    else if (isSample) found.set(column, { main: '', column: null, counts: [] });
  }
  return found;
}

/** The note on a column with several currencies: "7 in $, 2 in EUR. Only those in $ are sent"; null for one currency. */
export function currencyNote({ main, counts }: ColumnCurrency, within: string): string | null {
  const others = counts.filter(([currency]) => main === null || isOtherCurrency(currency, main));
  if (others.length === 0 || counts.length < 2) return null;
  const list = counts.map(([currency, amounts]) => `${numberText(amounts)} in ${currency}`).join(', ');
  return `${list}${within}. ${main === null ? 'None is sent until you decide in Check' : `Only amounts in ${main} are sent`}`;
}
