/** Finds the currencies of columns of amounts, from the amounts or from a column with the currency of each row. */
import { fieldOf } from '../fields/index.ts';
import { type AmountCurrency, normalizeHeader } from '../mapping/index.ts';
import { type StatedCurrencies, commonCurrency, countCurrencies, currencyOf, isOtherCurrency, mainCurrency } from '../numbers/index.ts';
import { numberText } from '../base/index.ts';
import type { Decision } from './candidates.ts';

export interface ColumnCurrency extends AmountCurrency {
  readonly counts: StatedCurrencies;
}

/** Matches a normalized heading, which has no spaces. */
const HEADING = /(?:currency|ccy|währung|wahrung|waehrung|devise|valuta|moneda|divisa|munt)(?:iso)?(?:code)?$/;
const CODE = /^(?:[A-Za-z]{3}|[A-Za-z]{0,2}[$€£¥₹₽₩₪฿])$/;

interface CurrencyColumn {
  readonly column: number;
  readonly counts: StatedCurrencies;
  /** The currency of all rows; null if there are several. */
  readonly only: string | null;
}

/** The column with the currency of each row; null for none. */
function currencyColumn(decisions: readonly Decision[]): CurrencyColumn | null {
  const columns = decisions.filter(
    ({ to, profile: { header, answers } }) =>
      to.kind === 'none' && HEADING.test(normalizeHeader(header)) && answers?.every(({ value }) => CODE.test(value)) === true,
  );
  // With several such columns, each can belong to a different amount.
  if (columns.length !== 1) return null;
  const { column, answers } = columns[0]!.profile;
  const rows = answers!.flatMap(({ value, rows: count }) => Array.from({ length: count }, () => currencyOf(value, '')));
  return { column, counts: countCurrencies(rows), only: answers!.length > 1 ? null : (rows[0] ?? null) };
}

/**
 * Whether the column of currencies is used for a column of amounts. It is not needed if all rows have the same currency and the amounts do
 * not contradict it.
 */
function decides({ only }: CurrencyColumn, own: StatedCurrencies, isSample: boolean): boolean {
  return isSample || only === null || own.some(([currency]) => commonCurrency(only, currency) === null);
}

/**
 * The currency of each column of amounts, if the amounts or another column state one. `isSample`: the list has more rows, which can have
 * other currencies.
 */
export function currenciesOf(decisions: readonly Decision[], isSample: boolean): ReadonlyMap<number, ColumnCurrency> {
  const stated = currencyColumn(decisions);
  const amounts = decisions.filter(({ to }) => to.kind === 'field' && fieldOf(to.field).type === 'amount');
  const found = new Map<number, ColumnCurrency>();
  for (const { profile } of amounts) {
    const { column, currencies, shares, filled } = profile;
    const without = Math.round(shares.amount * filled) - currencies.reduce((all, [, count]) => all + count, 0);
    if (stated !== null && decides(stated, currencies, isSample)) found.set(column, byRow(stated, currencies));
    else if (currencies.length > 0) found.set(column, { main: mainCurrency(currencies, without), column: null, counts: currencies });
    else if (isSample) found.set(column, { main: '', column: null, counts: [] });
  }
  return found;
}

/** The currency by row. If all rows have the same currency, the counts also include amounts that contradict it. */
function byRow({ column, counts, only }: CurrencyColumn, own: StatedCurrencies): ColumnCurrency {
  const others = only === null ? [] : own.filter(([currency]) => commonCurrency(only, currency) === null);
  return { main: mainCurrency(counts), column, counts: [...counts, ...others] };
}

/** The note on a column with several currencies: "7 in $, 2 in EUR. Only those in $ are sent"; null for one currency. */
export function currencyNote({ main, counts }: ColumnCurrency, within: string): string | null {
  const others = counts.filter(([currency]) => main === null || isOtherCurrency(currency, main));
  if (others.length === 0 || (counts.length < 2 && main !== '' && main !== null)) return null;
  const list = counts.map(([currency, amounts]) => `${numberText(amounts)} in ${currency}`).join(', ');
  return `${list}${within}. ${main === null ? 'None is sent until you decide in Check' : `Only amounts ${main === '' ? 'without a currency' : `in ${main}`} are sent`}`;
}
