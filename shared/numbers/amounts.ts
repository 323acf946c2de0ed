/**
 * Converts the notations of amounts and counts in lists to plain decimal text: `$1,234.50`, `(250.00)`, `1.234,56 €`, `1 234,56`, `USD
 * 500`, `1.5K`. The result is a JSON number without a plus sign, grouping or trailing zeros. It is computed as text, so that binary
 * fractions cannot change a digit.
 */

/** The decimal sign of a text with two possible readings, such as `1,234`. */
export type DecimalSign = 'point' | 'comma';

/** Longer texts are not amounts. */
const MAX_TEXT = 48;
/** A JSON number does not keep more significant digits than this. */
const MAX_DIGITS = 15;
/** More decimals than this are rounding errors of binary fractions. The amount is then rounded to cents. */
const MAX_DECIMALS = 4;

const POWERS = [1, 10, 100, 1000, 10_000] as const;

/** The value of a text that equals its own `readAmount` result; -1 for any other text. */
export function readPlainAmount(text: string): number {
  const length = text.length;
  if (length === 0 || length > MAX_DIGITS) return -1;
  let digits = 0;
  let point = -1;
  for (let at = 0; at < length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
    else if (digit === -2 && point < 0 && at > 0) point = at;
    else return -1;
  }
  if (length > 1 && text.charCodeAt(0) === 48 && point !== 1) return -1;
  if (point < 0) return digits;
  const decimals = length - 1 - point;
  // A trailing zero is not plain. The value is the quotient of two integers, which is exact to the last digit.
  if (decimals === 0 || decimals > MAX_DECIMALS || text.charCodeAt(length - 1) === 48) return -1;
  return digits / POWERS[decimals]!;
}

/** False when the point separates thousands: the decimal sign is a comma, and three digits follow the point. */
const isDecimalPoint = (text: string, decimal: DecimalSign): boolean => decimal === 'point' || text.charCodeAt(text.length - 4) !== 46;

/** True for a text that equals its own `readAmount` result. */
export const isPlainAmount = (text: string): boolean => readPlainAmount(text) >= 0;

/**
 * Reads the common notation without regular expressions: `$1,234.50`, `1250.00`, `12,000`. Null when the text is in
 * another notation or allows two readings; then `readAmount` parses it in full.
 */
function readCommon(text: string, decimal: DecimalSign): string | null {
  const length = text.length;
  const start = text.charCodeAt(0) === 36 ? 1 : 0;
  if (length - start > MAX_DIGITS || length === start) return null;
  let group = 0;
  let commas = 0;
  let at = start;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) group++;
    else if (code === 44 && decimal === 'point') {
      if (commas === 0 ? group === 0 || group > 3 || text.charCodeAt(start) === 48 : group !== 3) return null;
      commas++;
      group = 0;
    } else break;
  }
  if (group === 0 || (commas > 0 && group !== 3)) return null;
  let end = at;
  if (at < length) {
    if (text.charCodeAt(at) !== 46) return null;
    const decimals = length - at - 1;
    if (decimals === 0 || decimals > MAX_DECIMALS || (decimals === 3 && decimal === 'comma')) return null;
    for (let position = at + 1; position < length; position++) {
      const code = text.charCodeAt(position);
      if (code < 48 || code > 57) return null;
      if (code !== 48) end = position + 1;
    }
  }
  let from = start;
  while (from < at - 1 && text.charCodeAt(from) === 48) from++;
  if (commas === 0) return text.slice(from, end);
  let plain = '';
  for (let position = from; position < end; position++) {
    if (text.charCodeAt(position) !== 44) continue;
    plain += text.slice(from, position);
    from = position + 1;
  }
  return plain + text.slice(from, end);
}

const CURRENCY =
  /\b(?:usd|eur|gbp|cad|aud|nzd|chf|jpy|sek|nok|dkk|mxn|inr|hkd|sgd|zar|us|ca|au|nz)\b|us\$|ca\$|au\$|nz\$|[a-z]{0,2}\$|[$€£¥₹₽₩₪₫฿]|\bkr\.?|\bfr\.|\bdollars?\b|\beuros?\b/gi;

const MULTIPLIERS: Readonly<Record<string, number>> = { k: 3, m: 6, mm: 6, mio: 6, mil: 6, b: 9, bn: 9 };

/**
 * The plain decimal text of an amount, or null when the text is not an amount. A negative amount (`-250`, `(250.00)`,
 * `250-`) keeps its sign. `decimal` decides only where the text allows two readings; `1,234.50` and `12,5` allow one.
 */
export function readAmount(text: string, decimal: DecimalSign): string | null {
  if (isPlainAmount(text) && isDecimalPoint(text, decimal)) return text;
  const common = readCommon(text, decimal);
  if (common !== null) return common;
  if (text.length > MAX_TEXT) return null;
  let rest = text.trim();
  let negative = false;
  if (rest.startsWith('(') && rest.endsWith(')')) {
    negative = true;
    rest = rest.slice(1, -1);
  }
  rest = rest.replace(CURRENCY, '').trim();
  if (rest.startsWith('(') && rest.endsWith(')')) {
    negative = true;
    rest = rest.slice(1, -1).trim();
  }
  // The accounting format of spreadsheets shows zero as "$ -".
  if (rest.length === 1 && text.trim().length > 1 && !negative && /[-–—]/.test(rest)) return '0';
  // Swiss and German lists write whole amounts as 250,-- or 250.–
  rest = rest.replace(/[.,](?:-{1,2}|–|—)$/, '');
  const sign = /^[-+−–]\s*|\s*[-−–]$/.exec(rest);
  if (sign !== null) {
    if (negative) return null;
    negative = !sign[0].includes('+');
    rest = rest.replace(sign[0], '').trim();
  }
  let exponent = 0;
  const ending = /^(.*\d)\s*(k|mm|mio|mil|m|bn|b)\.?$/i.exec(rest);
  if (ending !== null) {
    exponent = MULTIPLIERS[ending[2]!.toLowerCase()] ?? 0;
    rest = ending[1]!;
  } else {
    const scientific = /^(\d(?:[.,]\d+)?)e\+?(-?\d{1,2})$/i.exec(rest);
    if (scientific !== null) {
      exponent = Number(scientific[2]);
      rest = scientific[1]!;
    }
  }
  const parts = splitDecimals(rest, decimal, exponent !== 0);
  if (parts === null) return null;
  return plainDecimal(parts.whole, parts.decimals, exponent, negative);
}

/**
 * Splits a number with or without grouping; null when it is not a number. `scaled`: true before K or M, where a sign is always the decimal
 * sign.
 */
function splitDecimals(text: string, decimal: DecimalSign, scaled: boolean): { whole: string; decimals: string } | null {
  if (!/^[\d.,'’\s]*\d[\d.,'’\s]*$/.test(text)) return null;
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  let sign = -1;
  if (last >= 0 && text.indexOf(text[last]!) === last) {
    const before = text.slice(0, last);
    const looksGrouped = text.length - last - 1 === 3 && /^\d{1,3}$/.test(before) && before !== '0';
    const own = text[last] === (decimal === 'point' ? '.' : ',');
    if (!looksGrouped || own || scaled) sign = last;
  }
  const wholeText = sign < 0 ? text : text.slice(0, sign);
  const decimals = sign < 0 ? '' : text.slice(sign + 1);
  if (decimals !== '' && !/^\d+$/.test(decimals)) return null;
  if (!/^\d*$/.test(wholeText)) {
    const groups = wholeText.split(/[.,'’\s]/);
    const kinds = new Set(wholeText.replace(/\d/g, '').replace(/\s/g, ' '));
    // Groups of three digits, or of two before the last three as in India.
    if (kinds.size !== 1 || groups[0] === '' || groups[0]!.length > 3) return null;
    if (groups.at(-1)!.length !== 3 || groups.slice(1, -1).some((group) => group.length !== 3 && group.length !== 2)) return null;
    return { whole: groups.join(''), decimals };
  }
  return { whole: wholeText, decimals };
}

/** The shortest plain decimal; null when it has more digits than a JSON number keeps. */
function plainDecimal(integerDigits: string, decimals: string, exponent: number, negative: boolean): string | null {
  let digits = integerDigits + decimals;
  let point = integerDigits.length + exponent;
  if (point <= 0) {
    digits = '0'.repeat(1 - point) + digits;
    point = 1;
  }
  digits = digits.padEnd(point, '0');
  let integer = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  let fraction = digits.slice(point).replace(/0+$/, '');
  if (fraction.length > MAX_DECIMALS) {
    const cents = BigInt(integer + fraction.slice(0, 2)) + (fraction.charCodeAt(2) >= 53 ? 1n : 0n);
    const rounded = cents.toString().padStart(3, '0');
    integer = rounded.slice(0, -2);
    fraction = rounded.slice(-2).replace(/0+$/, '');
  }
  if (integer.length + fraction.length > MAX_DIGITS) return null;
  const amount = fraction === '' ? integer : `${integer}.${fraction}`;
  return negative && amount !== '0' ? `-${amount}` : amount;
}

/** The plain whole number of a count, or null: accepts `1,234`, `27.0` and `12 gifts`, but not `2.5`. */
export function readCount(text: string): string | null {
  if (text.length > MAX_TEXT) return null;
  const amount = readAmount(text.replace(/\s*(?:gifts?|donations?|times|x)$/i, ''), 'point');
  return amount === null || amount.includes('.') ? null : amount;
}

/** The only point or comma of an amount, if the amount alone does not show whether it is the decimal sign. */
interface LoneSign {
  readonly at: number;
  readonly sign: DecimalSign;
  readonly decimals: number;
  /** True for one to three digits before the sign and three after it: `1,500`. */
  readonly canGroup: boolean;
}

/** Endings before which a sign is always the decimal sign: `1.5K`. */
const SCALED = /^\s*(?:k|mm|mio|mil|m|bn|b)\.?$/i;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Null for an amount that can only be read in one way: `1500`, `1,234.50`, `1.234.567`, `0,50`, `1 234,50`, `1.5K`. */
function loneSignOf(text: string): LoneSign | null {
  const { length } = text;
  let start = 0;
  while (start < length && !isDigit(text.charCodeAt(start))) start++;
  let at = start;
  while (at < length && isDigit(text.charCodeAt(at))) at++;
  const code = text.charCodeAt(at);
  if ((code !== 46 && code !== 44) || text.charCodeAt(start) === 48) return null;
  let end = at + 1;
  while (end < length && isDigit(text.charCodeAt(end))) end++;
  const decimals = end - at - 1;
  if (decimals === 0) return null;
  // More digits mean that there is a second sign, so the sign is not the only one.
  for (let rest = end; rest < length; rest++) if (isDigit(text.charCodeAt(rest))) return null;
  if (end < length && SCALED.test(text.slice(end))) return null;
  return { at, sign: code === 46 ? 'point' : 'comma', decimals, canGroup: decimals === 3 && at - start <= 3 };
}

/** How the amounts of a column are written. */
export interface AmountNotation {
  /** Null when the values of the column contradict each other. */
  readonly decimal: DecimalSign | null;
  /** True when three digits after the decimal sign are decimals, because the values prove it or the user chose the sign. */
  readonly thousandths: boolean;
}

/** True for an ambiguous amount that the notation of its column does not settle: `12,50` and `1.500` in a column with `1,500`. */
export function isUnclearAmount(text: string, { decimal, thousandths }: AmountNotation): boolean {
  const lone = loneSignOf(text);
  if (lone === null) return false;
  if (decimal === null) return true;
  return lone.sign === decimal ? lone.canGroup && !thousandths : !lone.canGroup;
}

/** Both readings of an ambiguous amount as plain texts: the sign is the decimal sign, or it separates thousands. */
export interface AmountReadings {
  /** The sign. `grouped…`: three digits follow it, so it can separate thousands: `1.250`. */
  readonly kind: 'point' | 'comma' | 'groupedByPoint' | 'groupedByComma';
  readonly asDecimals: string;
  readonly asWhole: string;
}

/** Null for an amount that can only be read in one way. */
export function amountReadings(text: string): AmountReadings | null {
  const lone = loneSignOf(text);
  if (lone === null) return null;
  const asDecimals = readAmount(text, lone.sign);
  const asWhole = readAmount(text.slice(0, lone.at) + text.slice(lone.at + 1), lone.sign);
  if (asDecimals === null || asWhole === null || asDecimals === asWhole) return null;
  const kind = !lone.canGroup ? lone.sign : lone.sign === 'point' ? 'groupedByPoint' : 'groupedByComma';
  return { kind, asDecimals, asWhole };
}

/** The plain text of an ambiguous amount under a decimal sign; null if it does not fit: `12,50` with a decimal point. */
export function amountWith(text: string, decimal: DecimalSign): string | null {
  const lone = loneSignOf(text);
  if (lone === null || (lone.sign !== decimal && !lone.canGroup)) return null;
  const readings = amountReadings(text);
  return readings === null ? null : lone.sign === decimal ? readings.asDecimals : readings.asWhole;
}

/** How many amounts of a column support each decimal sign; `countAmount` fills it, and `notationOf` reads it. */
export interface AmountEvidence {
  /** Amounts that are only, or almost certainly, correct with this decimal sign: `12.50`, `1,234.50`. */
  point: number;
  comma: number;
  /** Amounts whose sign nearly always separates thousands: `1.500` and `1,500`. */
  groupedByPoint: number;
  groupedByComma: number;
  /** Amounts with three decimals after this sign that cannot be thousands: `1250.000`, `0.500`. */
  thousandthsByPoint: number;
  thousandthsByComma: number;
}

export function noAmountEvidence(): AmountEvidence {
  return { point: 0, comma: 0, groupedByPoint: 0, groupedByComma: 0, thousandthsByPoint: 0, thousandthsByComma: 0 };
}

/** The last point or comma before a digit. */
const SIGNS = /^(.*)([.,])\d/s;
const SMALL_THOUSANDTHS = /(?:^|\D)0[.,]\d{3}(?!\d)/;

export function countAmount(text: string, evidence: AmountEvidence): void {
  const [, , last] = SIGNS.exec(text) ?? [];
  if (last === undefined || readAmount(text, 'point') === null) return;
  const sign = last === '.' ? 'point' : 'comma';
  const lone = loneSignOf(text);
  if (lone === null) {
    if (text.split(last).length > 2) evidence[sign === 'point' ? 'comma' : 'point']++;
    else if (SMALL_THOUSANDTHS.test(text)) evidence[sign === 'point' ? 'thousandthsByPoint' : 'thousandthsByComma']++;
    else evidence[sign]++;
  } else if (lone.canGroup) evidence[sign === 'point' ? 'groupedByPoint' : 'groupedByComma']++;
  else if (lone.decimals !== 3) evidence[sign]++;
  // 1200,000 proves nothing: it is more often 1,200,000 with a missing comma.
  else if (sign === 'point') evidence.thousandthsByPoint++;
}

/** A column has a decimal sign when this many times more amounts support it than the other one. */
const MAJORITY = 2;

/**
 * The notation that the majority of the amounts supports; null when no amount has a sign. One odd amount does not change how the others are
 * read.
 */
export function notationOf(evidence: Readonly<AmountEvidence>): AmountNotation | null {
  const { groupedByPoint, groupedByComma, thousandthsByPoint, thousandthsByComma } = evidence;
  // If three decimals are proven, an amount such as 1.500 has decimals too.
  const byPoint = thousandthsByPoint > 0;
  const byComma = thousandthsByComma > 0;
  const point = evidence.point + thousandthsByPoint + (byComma ? 0 : groupedByComma) + (byPoint ? groupedByPoint : 0);
  const comma = evidence.comma + thousandthsByComma + (byPoint ? 0 : groupedByPoint) + (byComma ? groupedByComma : 0);
  if (point + comma === 0) return null;
  if (point >= comma * MAJORITY) return { decimal: 'point', thousandths: byPoint };
  return comma >= point * MAJORITY ? { decimal: 'comma', thousandths: byComma } : { decimal: null, thousandths: false };
}

/** True when at least one amount of the column proves a decimal sign on its own. */
export const provesDecimal = ({ point, comma, thousandthsByPoint, thousandthsByComma }: Readonly<AmountEvidence>): boolean =>
  point + comma + thousandthsByPoint + thousandthsByComma > 0;
