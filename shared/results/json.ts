/** JSON answers of the service. Every number keeps the digits with which it is written. */

/**
 * A number that JavaScript would write with other digits: 12345678901234567, 0.10, 1e3. In a text, and in JSON, it appears as the service
 * wrote it. It does not survive a message to another thread: send its JSON.
 */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  toJSON(): unknown {
    return rawJson(this.text);
  }
}

export type Json = null | boolean | number | string | WrittenNumber | Json[] | { [key: string]: Json };

/** The standard function that TypeScript does not know yet. */
const rawJson = (text: string): unknown => (JSON as unknown as { rawJSON(json: string): unknown }).rawJSON(text);

/**
 * A number after another value or a name may be one that JavaScript writes otherwise: 16 digits, zeros at the end of a fraction, an
 * exponent, or close to zero. A million profiles are tested, so the pattern has one beginning.
 */
const MAY_DIFFER = /[:,[]\s*-?\d(?:[\d.]{15}|\.000000|\d*(?:\.\d*0(?!\d)|(?:\.\d+)?[eE]))/;
/** A number alone. */
const NUMBER_ALONE = /^\s*-?\d/;
const BEFORE_NUMBER = ':,[ \t\r\n';

function mayHaveMinusZero(text: string): boolean {
  for (let at = text.indexOf('-0', 1); at > 0; at = text.indexOf('-0', at + 2)) if (BEFORE_NUMBER.includes(text[at - 1]!)) return true;
  return false;
}

const mayDiffer = (text: string): boolean => MAY_DIFFER.test(text) || mayHaveMinusZero(text) || NUMBER_ALONE.test(text);

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

const asWritten: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? new WrittenNumber(source) : value;

/**
 * As `JSON.parse`, except that a number becomes a `WrittenNumber` when its text is not that of the JavaScript number.
 * @throws SyntaxError when the text is not JSON.
 */
export function parseJson(text: string): Json {
  return (mayDiffer(text) ? JSON.parse(text, asWritten as (key: string, value: unknown) => unknown) : JSON.parse(text)) as Json;
}

/**
 * A text, or any other word between the signs of JSON. A text that nothing closes reaches to the end: a search that went on behind its first
 * quote would take time with the square of the length.
 */
const WORDS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[^\s"{}[\],:]+/gs;
/** A test by trial would throw for each other word, and a long answer of them would stop the program for minutes. */
const JSON_WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const LINE_SIGNS = /[\t\n\r]/g;
/** Signs of damage, and not of a careless writer: a value with one of them is not the one that the service wrote. */
const DAMAGE = /[^\P{Cc}\t\n\r]/u;

function wellFormed(word: string): string {
  if (word.startsWith('"')) return word.replaceAll(LINE_SIGNS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return JSON_WORD.test(word) ? word : JSON.stringify(word);
}

/**
 * As `parseJson`, for an answer that is read as a whole: a word that is no JSON, such as NaN or 007, costs no other value and becomes a
 * text, as written.
 * @throws SyntaxError when brackets, commas or quotes are missing, when the text holds a control character other than a
 * tab or a line break, or when no object or array begins it
 */
export function parseAnswer(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!/^\s*[[{]/.test(text) || DAMAGE.test(text)) throw error;
    return parseJson(text.replaceAll(WORDS, wellFormed));
  }
}

/** Deeper answers are refused: no real one comes near, and code that follows the nesting would run out of stack. */
const MOST_NESTED = 2_500;

/** True when JSON text nests arrays and objects deeper than any reader follows. Short texts cost nothing. */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * MOST_NESTED) return false;
  let depth = 0;
  for (let at = 0, inText = false; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) inText = !inText;
    else if (inText) at += sign === BACKSLASH ? 1 : 0;
    else if (sign === OPEN_ARRAY || sign === OPEN_OBJECT) {
      if (++depth > MOST_NESTED) return true;
    } else if (sign === CLOSE_ARRAY || sign === CLOSE_OBJECT) depth--;
  }
  return false;
}
