/** The currency of an amount: from the column of currencies, or else from the sign or code next to the amount. */

const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  US$: 'USD',
  CA$: 'CAD',
  C$: 'CAD',
  AU$: 'AUD',
  A$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  MX$: 'MXN',
  NT$: 'TWD',
  R$: 'BRL',
  S$: 'SGD',
  '₽': 'RUB',
  '₩': 'KRW',
  '₪': 'ILS',
  '฿': 'THB',
  'KR.': 'KR',
  'FR.': 'CHF',
  EURO: 'EUR',
  EUROS: 'EUR',
  DOLLAR: '$',
  DOLLARS: '$',
};
const STATED =
  /[€£¥₹₽₩₪฿]|\b(?:US|CA?|AU?|NZ|HK|MX|NT|R|S)\$|(?<![A-Z])(?:USD|EUROS?|EUR|GBP|CAD|AUD|NZD|CHF|JPY|SEK|NOK|DKK|MXN|INR|HKD|SGD|ZAR|DOLLARS?|KR\.?|FR\.)(?![A-Z])/;

/** Names in a column of currencies, without points. */
const NAMES: Readonly<Record<string, string>> = {
  DOLLAR: '$',
  DOLLARS: '$',
  'US DOLLAR': 'USD',
  'US DOLLARS': 'USD',
  'UNITED STATES DOLLAR': 'USD',
  'CANADIAN DOLLAR': 'CAD',
  'CANADIAN DOLLARS': 'CAD',
  EURO: 'EUR',
  EUROS: 'EUR',
  POUND: 'GBP',
  POUNDS: 'GBP',
  'POUND STERLING': 'GBP',
  'BRITISH POUND': 'GBP',
};

const PLAIN = /^[-($\d.,)\s]*$/;

/** A code such as EUR, or $ for a plain dollar sign, which many countries use; '' when nothing is stated. */
export function currencyOf(column: string, amount: string): string {
  const text = column.trim().toUpperCase();
  if (text !== '') {
    const stated = STATED.exec(text)?.[0];
    return NAMES[text.replaceAll('.', '')] ?? (stated === undefined ? text.slice(0, 20) : (SIGNS[stated] ?? stated));
  }
  // Nearly all amounts are digits with or without a dollar sign.
  if (PLAIN.test(amount)) return amount.includes('$') ? '$' : '';
  const stated = STATED.exec(amount.toUpperCase())?.[0];
  if (stated !== undefined) return SIGNS[stated] ?? stated;
  return amount.includes('$') ? '$' : '';
}

/** Signs that several countries use, with the codes that they can mean. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'TWD', 'MXN', 'BMD', 'BSD', 'BBD', 'JMD', 'KYD', 'TTD'],
  JPY: ['CNY'],
  KR: ['SEK', 'NOK', 'DKK', 'ISK'],
};

/** The currency that the column and the amount agree on, as `currencyOf` returns it; null when they contradict each other. */
export function commonCurrency(column: string, own: string): string | null {
  if (column === own || own === '') return column;
  if (column === '') return own;
  if (SHARED[own]?.includes(column) === true) return column;
  return SHARED[column]?.includes(own) === true ? own : null;
}

/** The currencies of a column of amounts and how many of its amounts state each, the most frequent first. */
export type StatedCurrencies = readonly (readonly [currency: string, amounts: number])[];

/** Treats USD and a plain dollar sign as the same currency. */
const sameForm = (currency: string): string => (currency === 'USD' ? '$' : currency);

/** Counts the currencies that amounts state; those that state none are left out. */
export function countCurrencies(stated: readonly string[]): StatedCurrencies {
  const counts = new Map<string, number>();
  for (const currency of stated.map(sameForm)) if (currency !== '') counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}

/** A column has a currency when this many times more amounts state it than the next one. */
const MAJORITY = 2;

/**
 * The currency of a column of amounts; '' when none is stated or most amounts state none, null when no currency has a majority. `without`:
 * the number of amounts without a currency. They have the currency of the others, unless they outnumber them.
 */
export function mainCurrency(counts: StatedCurrencies, without = 0): string | null {
  const [first, second] = counts;
  if (first === undefined) return '';
  // Where nothing else states a currency, amounts are in dollars.
  const [dollars, most] = [counts.find(([currency]) => currency === '$'), counts.find(([currency]) => currency !== '$')];
  if (most !== undefined && without > most[1] && without >= (dollars?.[1] ?? 0))
    return without < most[1] * MAJORITY ? null : (dollars?.[0] ?? '');
  return second !== undefined && first[1] < second[1] * MAJORITY ? null : first[0];
}

/**
 * True for an amount that cannot be compared with the others of its column. `stated`: the currency of the amount. `main`: the currency of
 * the column.
 */
export function isOtherCurrency(stated: string, main: string | null): boolean {
  if (main === null) return true;
  if (stated === '') return false;
  // Where nothing else states a currency, amounts are in dollars.
  return sameForm(stated) !== (main === '' ? '$' : sameForm(main));
}
