/**
 * Number formats, as far as they matter for a list of people: dates become ISO text, digits that only the format adds (leading zeros,
 * dashes of an ID) are kept, and every other number becomes plain.
 */
import { type DateParts, type DateSystem, dateText } from './dates.ts';
import { CellKind, type CellValue } from './rowblock.ts';

/** A part of a mask: a digit placeholder or literal text. */
type MaskPiece = { readonly digit: '0' | '#' } | { readonly literal: string };

/** Gives digits a fixed form: ZIP codes, phone numbers, IDs. */
interface Mask {
  readonly type: 'mask';
  readonly pieces: readonly MaskPiece[];
  readonly places: number;
  /** Minimum and maximum number of decimal places. */
  readonly decimals: { readonly least: number; readonly most: number } | null;
}

interface Plain {
  readonly type: 'plain';
}
interface ShowsDate {
  readonly type: 'date';
  readonly parts: DateParts;
}
/** An amount with its currency. `symbol`: as the cell shows it. */
interface Money {
  readonly type: 'money';
  readonly symbol: string;
}
/** Shows the same text for every number; '' shows nothing. */
interface Fixed {
  readonly type: 'fixed';
  readonly text: string;
}
type Shows = Plain | ShowsDate | Mask | Money | Fixed;

/** A part of a format code between semicolons. */
interface Section {
  /** Limits the section to some numbers, as in `[<=9999999]`. Without a condition, the section's position decides. */
  readonly condition: { readonly operator: string; readonly than: number } | null;
  readonly shows: Shows;
}

export type CellFormat = Plain | ShowsDate | { readonly type: 'sections'; readonly sections: readonly Section[] };

export const PLAIN: Plain = { type: 'plain' };

const date = (has: Partial<DateParts>): CellFormat => ({
  type: 'date',
  parts: { date: false, time: false, elapsed: false, fraction: 0, ...has },
});

/** Formats that a workbook refers to only by number (ECMA-376 part 1, 18.8.30). 27 to 36 and 50 to 58 are East Asian. */
function builtIn(id: number): CellFormat {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58)
    return date({ date: true });
  if (id === 22) return date({ date: true, time: true });
  if (id === 46) return date({ time: true, elapsed: true });
  if (id === 47) return date({ time: true, fraction: 1 });
  if ((id >= 18 && id <= 21) || id === 45 || (id >= 32 && id <= 35) || id === 55 || id === 56) return date({ time: true });
  return PLAIN;
}

/** Maximum length of a format code; Excel allows 255 characters. */
const CODE_MOST = 1000;

/** A token of a format code. Literals and bracketed parts are separate from placeholders. */
interface Token {
  readonly type: 'code' | 'literal' | 'bracket';
  readonly text: string;
}

/** Splits a format code into sections (at `;`) and each section into tokens. */
function tokens(code: string): Token[][] {
  const sections: Token[][] = [[]];
  const put = (type: Token['type'], text: string) => sections.at(-1)!.push({ type, text });
  for (let i = 0; i < code.length; i++) {
    const c = code[i]!;
    if (c === ';') sections.push([]);
    else if (c === '"') {
      const end = code.indexOf('"', i + 1);
      put('literal', code.slice(i + 1, end === -1 ? code.length : end));
      i = end === -1 ? code.length : end;
    } else if (c === '\\') put('literal', code[++i] ?? '');
    else if (c === '_') i++;
    else if (c === '*') i++;
    else if (c === '[') {
      const end = code.indexOf(']', i);
      put('bracket', code.slice(i + 1, end === -1 ? code.length : end));
      i = end === -1 ? code.length : end;
    } else put('code', c);
  }
  return sections;
}

const ELAPSED = /^(?:h+|m+|s+)$/i;

/** Which date parts a section shows; null when it is not a date format. */
function dateParts(section: readonly Token[]): DateParts | null {
  let code = '';
  let elapsed = false;
  for (const { type, text } of section) {
    if (type === 'code') code += text.toLowerCase();
    else if (type === 'bracket' && ELAPSED.test(text)) {
      elapsed = true;
      code += text.toLowerCase();
    } else code += ' ';
  }
  if (code.includes('general')) return null;
  const clockCode = code.replaceAll(/am\/pm|a\/p|上午\/下午/g, 'h');
  const zeros = /s\.(0+)/.exec(clockCode);
  const fraction = Math.min(3, zeros?.[1]?.length ?? 0);
  const letters = zeros === null ? clockCode : clockCode.replace(/\.0+/, '');
  // With a digit placeholder, it is a number format. Otherwise the E of 0.00E+00 would be read as an era year.
  if (!/[ymdhsegb]/.test(letters) || /[0#?]/.test(letters.replace(/b[12]/g, 'b'))) return null;
  const runs = letters.match(/y+|m+|d+|h+|s+|e+|g+|a{3,}|b+/g) ?? [];
  let day = false;
  let time = false;
  for (const [index, run] of runs.entries()) {
    if (run[0] === 'h' || run[0] === 's') time = true;
    else if (run[0] !== 'm') day = true;
    else if (run.length >= 3) day = true;
    else if (runs[index - 1]?.[0] === 'h' || runs[index + 1]?.[0] === 's' || (elapsed && runs.length === 1)) time = true;
    else day = true;
  }
  return { date: day, time, elapsed: elapsed && !day, fraction };
}

const CONDITION = /^(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)$/;

/** A section as a mask; null when it shows an ordinary number. */
function maskOf(section: readonly Token[]): Mask | null {
  const pieces: MaskPiece[] = [];
  let decimals: { least: number; most: number } | null = null;
  for (const { type, text } of section) {
    if (type === 'bracket') {
      // A currency symbol indicates an amount, not an ID. Conditions, colors and locales ([Red], [$-409]) do not change digits.
      if (/^\$[^-]/.test(text)) return null;
    } else if (type === 'literal') {
      // A currency symbol or code indicates an amount.
      if (/\p{Sc}/u.test(text) || /^\s*[A-Z]{3}\s*$/.test(text)) return null;
      pieces.push({ literal: text });
    } else if (text === '0' || text === '#' || text === '?') {
      if (decimals) {
        decimals.most++;
        if (text === '0') decimals.least++;
      } else pieces.push({ digit: text === '0' ? '0' : '#' });
    } else if (text === '.') {
      if (decimals) return null;
      decimals = { least: 0, most: 0 };
    } else if (/[-+()\s:1-9]/.test(text)) pieces.push({ literal: text });
    else return null;
    if (decimals && type === 'literal') return null;
  }
  const first = pieces.findIndex((piece) => 'digit' in piece);
  if (first === -1) return null;
  const last = pieces.findLastIndex((piece) => 'digit' in piece);
  const places = pieces.filter((piece) => 'digit' in piece);
  const zeros = places.filter((piece) => 'digit' in piece && piece.digit === '0').length;
  const within = pieces.slice(first, last).some((piece) => 'literal' in piece && /[^\s'’]/.test(piece.literal));
  const before = pieces
    .slice(0, first)
    .map((piece) => ('literal' in piece ? piece.literal : ''))
    .join('');
  const labelled = decimals === null && /\p{L}[-_/#]$/u.test(before);
  if (zeros < 2 && !within && !labelled) return null;
  return { type: 'mask', pieces, places: places.length, decimals };
}

/** A symbol or code of a currency next to the digits, as in `#,##0.00 €` and `"CHF" 0.00`. Excel also allows symbols without quotes. */
const CURRENCY =
  /(?<![\p{L}\d])(?:[A-Z]{0,2}\$|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|JPY|KRW|MXN|NOK|NZD|PLN|SEK|SGD|THB|TRY|ZAR|kr\.?|Fr\.|zł|Kč|Ft)(?![\p{L}\d])|\p{Sc}/u;

/** A section as an amount with a currency; null when it is none. */
function moneyOf(section: readonly Token[]): Money | null {
  const bracket = section.map(({ type, text }) => (type === 'bracket' ? /^\$([^-]+)/.exec(text)?.[1]?.trim() : undefined)).find((symbol) => symbol !== undefined); // prettier-ignore
  const shown = section.map(({ type, text }) => (type === 'bracket' ? ' ' : text)).join('');
  const symbol = bracket ?? CURRENCY.exec(shown)?.[0];
  const hasDigits = section.some(({ type, text }) => type === 'code' && /[0#?]/.test(text));
  return symbol === undefined || !hasDigits ? null : { type: 'money', symbol };
}

/** The text of a section without digits: '' for an empty one. Null if it shows the number, or a sign instead of it. */
function fixedText(section: readonly Token[], condition: Section['condition']): string | null {
  let text = '';
  let hasDigit = false;
  for (const token of section) {
    if (token.type === 'literal') text += token.text;
    else if (token.type === 'code' && /[#?]/.test(token.text)) hasDigit = true;
    else if (token.type === 'code' && token.text.trim() !== '') return null;
  }
  // For zero, Excel shows a blank under `?` and `#`.
  if (hasDigit) return condition?.operator === '=' && condition.than === 0 && text === '' ? '' : null;
  return text.trim() === '' ? '' : /\p{L}/u.test(text) ? text.trim() : null;
}

function sectionOf(tokens: readonly Token[], currencies: boolean): Section {
  const match = tokens.map(({ type, text }) => (type === 'bracket' ? CONDITION.exec(text) : null)).find((found) => found !== null);
  const condition = match ? { operator: match[1]!, than: Number(match[2]) } : null;
  const parts = dateParts(tokens);
  if (parts) return { condition, shows: { type: 'date', parts } };
  const text = fixedText(tokens, condition);
  return { condition, shows: text === null ? ((currencies ? moneyOf(tokens) : null) ?? maskOf(tokens) ?? PLAIN) : { type: 'fixed', text } };
}

/**
 * Parses a format code. Meaningless codes result in the plain format.
 * @param currencies whether amounts show their currency. Otherwise they are plain numbers.
 */
export function parseFormat(code: string, currencies = false): CellFormat {
  if (code.length > CODE_MOST) return PLAIN;
  const all = tokens(code).slice(0, 3);
  // A section with an at sign is for texts, and an empty second section at the end has no effect.
  const texts = all.findIndex((section) => section.some(({ type, text }) => type === 'code' && text === '@'));
  const used = texts === -1 ? all : all.slice(0, texts);
  if (used.length === 2 && used[1]!.length === 0) used.pop();
  const sections = used.map((section) => sectionOf(section, currencies));
  const [first] = sections;
  if (first === undefined || sections.every(({ shows }) => shows.type === 'plain')) return PLAIN;
  if (sections.length > 1 || first.condition !== null || first.shows.type === 'mask' || first.shows.type === 'money')
    return { type: 'sections', sections };
  return first.shows.type === 'date' ? first.shows : PLAIN;
}

/** The currencies of a format. */
const currenciesOf = (format: CellFormat): readonly string[] =>
  format.type === 'sections'
    ? format.sections.flatMap(({ shows }) => (shows.type === 'money' ? [shows.symbol.replace(/^(?:US\$|USD)$/, '$')] : []))
    : [];

/** Built-in formats with a currency. Excel writes those of another country as codes. */
const DOLLAR_FORMATS = new Set([5, 6, 7, 8, 42, 44]);

/**
 * The formats of a workbook by ID; `codes` holds its own formats. Amounts show their currency only if the workbook has several: in one
 * currency they are plain numbers, which spreadsheet programs can add up.
 */
export function formatsOf(ids: readonly number[], codes: ReadonlyMap<number, string>): ReadonlyMap<number, CellFormat> {
  const formats = (currencies: boolean) =>
    new Map(
      ids.map((id): [number, CellFormat] => {
        const code = codes.get(id) ?? (currencies && DOLLAR_FORMATS.has(id) ? '$0' : undefined);
        return [id, code === undefined ? builtIn(id) : parseFormat(code, currencies)];
      }),
    );
  const withCurrencies = formats(true);
  return new Set([...withCurrencies.values()].flatMap(currenciesOf)).size > 1 ? withCurrencies : formats(false);
}

function holds({ operator, than }: { operator: string; than: number }, value: number): boolean {
  switch (operator) {
    case '<':
      return value < than;
    case '<=':
      return value <= than;
    case '>':
      return value > than;
    case '>=':
      return value >= than;
    case '<>':
      return value !== than;
    default:
      return value === than;
  }
}

/** The section for a number, with the sign that the section does not show itself. Null if no section applies. */
function sectionFor(value: number, sections: readonly Section[]): { readonly shows: Shows; readonly sign: string } | null {
  const sign = value < 0 ? '-' : '';
  if (sections.some(({ condition }) => condition)) {
    const section =
      sections.find(({ condition }) => condition && holds(condition, value)) ?? sections.findLast(({ condition }) => !condition);
    return section ? { shows: section.shows, sign } : null;
  }
  if (value < 0 && sections.length > 1) return { shows: sections[1]!.shows, sign: '' };
  return { shows: sections[value === 0 && sections.length > 2 ? 2 : 0]!.shows, sign };
}

function masked(value: number, mask: Mask, sign: string): string | null {
  const size = Math.abs(value);
  if (size >= 1e15) return null;
  const [whole, behind = ''] = size.toFixed(mask.decimals?.most ?? 0).split('.') as [string, string?];
  const digits = whole === '0' ? '' : whole;
  let text = sign;
  let place = 0;
  for (const piece of mask.pieces) {
    if ('literal' in piece) {
      text += piece.literal;
      continue;
    }
    const fromRight = mask.places - place;
    if (place === 0 && digits.length > fromRight) text += digits.slice(0, digits.length - fromRight);
    const digit = digits.at(-fromRight);
    if (digits.length >= fromRight) text += digit ?? '';
    else if (piece.digit === '0') text += '0';
    place++;
  }
  if (mask.decimals) {
    let kept = behind;
    while (kept.length > mask.decimals.least && kept.endsWith('0')) kept = kept.slice(0, -1);
    if (kept !== '') text += `.${kept}`;
  }
  return text.trim();
}

/**
 * An amount with its currency: `-€1234.50`, `CHF 1250`. Without grouping and with two decimals, it has one reading in every notation.
 * @param symbol as a format names it, such as `€` or `CHF`
 */
export function moneyCell(value: number, symbol: string): CellValue {
  const size = Math.abs(value);
  const amount = Number.isInteger(value) || size >= 1e15 ? plainNumber(size) : size.toFixed(2);
  return { kind: CellKind.Text, text: `${value < 0 ? '-' : ''}${symbol}${/[\p{L}.]$/u.test(symbol) ? ' ' : ''}${amount}` };
}

/** Rewrites `1.5e-10` and similar numbers without an exponent. */
function withoutExponent(text: string): string {
  const [mantissa = '', power] = text.split('e');
  if (power === undefined) return text;
  const exponent = Number(power);
  // Beyond 30 zeros Excel shows an exponent too.
  if (Math.abs(exponent) > 30) return text.toUpperCase();
  const negative = mantissa.startsWith('-');
  const [whole = '', behind = ''] = (negative ? mantissa.slice(1) : mantissa).split('.');
  const digits = whole + behind;
  const point = whole.length + exponent;
  let plain;
  if (point <= 0) plain = `0.${'0'.repeat(-point)}${digits}`;
  else if (point >= digits.length) plain = digits + '0'.repeat(point - digits.length);
  else plain = `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${plain}` : plain;
}

/**
 * A number without grouping or currency, with at most the 15 significant digits that a sheet shows; whole numbers below 10^15 are exact.
 */
export function plainNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value === 0 ? '0' : String(value);
  return withoutExponent(String(Number(value.toPrecision(15))));
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const LONG_WHOLE = /^-?[1-9]\d{15,}$/;

/**
 * A number cell as Excel shows it. `raw`: the stored text. Text that is not a number is not changed, and whole numbers of 16 or more digits
 * keep all of them.
 */
export function numberCell(raw: string, format: CellFormat, system: DateSystem): CellValue {
  const text = raw.trim();
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return { kind: CellKind.Text, text: raw };
  const shown = formatNumber(value, format, system);
  return shown.kind === CellKind.Number && LONG_WHOLE.test(text) ? { kind: CellKind.Number, text } : shown;
}

/** A finite number as Excel shows it with this format. */
export function formatNumber(value: number, format: CellFormat, system: DateSystem): CellValue {
  const { shows, sign } =
    format.type === 'sections' ? (sectionFor(value, format.sections) ?? { shows: PLAIN, sign: '' }) : { shows: format, sign: '' };
  if (shows.type === 'date') {
    const shown = dateText(value, shows.parts, system);
    if (shown) return shown;
  } else if (shows.type === 'fixed') {
    if (shows.text !== '') return { kind: CellKind.Text, text: shows.text };
    // A hidden zero means nothing, but any other hidden number is data, like a hidden row.
    if (value === 0) return { kind: CellKind.Empty, text: '' };
  } else if (shows.type === 'money') return moneyCell(value, shows.symbol);
  else if (shows.type === 'mask') {
    const shown = masked(value, shows, sign);
    // If the result has letters or signs, it is a text that the file stores as a number.
    if (shown !== null && shown !== '')
      return { kind: /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(shown) ? CellKind.Number : CellKind.Text, text: shown };
  }
  return { kind: CellKind.Number, text: plainNumber(value) };
}
