/** The currency of a gift: that of its own column, else the sign or code next to its amount. */

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
};
const STATED = /[€£¥₹]|\b(?:US|CA?|AU?|NZ)\$|\b(?:USD|EUR|GBP|CAD|AUD|NZD|CHF|JPY|SEK|NOK|DKK|MXN|INR|HKD|SGD|ZAR)\b/;

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

/** A code such as EUR, or $ for a dollar sign alone, which many countries have; '' when nothing is stated. */
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
