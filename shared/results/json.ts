/** Parses JSON answers of the service. Numbers keep the digits with which they are written. */

/**
 * A number that JavaScript would write with other digits: 12345678901234567, 0.10, 1e3. In texts and in JSON it appears as the service
 * wrote it. Cannot be sent to another thread; send its JSON instead.
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

/** A standard function that TypeScript does not know yet. */
const rawJson = (text: string): unknown => (JSON as unknown as { rawJSON(json: string): unknown }).rawJSON(text);

/**
 * Matches a number that JavaScript may write differently: 16 digits, zeros at the end of a fraction, an exponent, or close to zero. All
 * alternatives begin with the same characters, because a million profiles are tested.
 */
const MAY_DIFFER = /[:,[]\s*-?\d(?:[\d.]{15}|\.000000|\d*(?:\.\d*0(?!\d)|(?:\.\d+)?[eE]))/;
/** The whole text is a number. */
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
 * Like `JSON.parse`, but a number becomes a `WrittenNumber` if JavaScript would write it differently.
 * @throws SyntaxError when the text is not JSON.
 */
export function parseJson(text: string): Json {
  return (mayDiffer(text) ? JSON.parse(text, asWritten as (key: string, value: unknown) => unknown) : JSON.parse(text)) as Json;
}

/**
 * A string, or any other word between the punctuation of JSON. An unclosed string extends to the end of the text: searching on after its
 * opening quote would take quadratic time.
 */
const WORDS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[^\s"{}[\],:]+/gs;
/** Valid JSON words. Testing each word with `JSON.parse` would throw for all others, which can take minutes for a long answer. */
const JSON_WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const LINE_SIGNS = /[\t\n\r]/g;
/** Control characters that show that the answer was damaged on the way, so its values cannot be trusted. */
const DAMAGE = /[^\P{Cc}\t\n\r]/u;

function wellFormed(word: string): string {
  if (word.startsWith('"')) return word.replaceAll(LINE_SIGNS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return JSON_WORD.test(word) ? word : JSON.stringify(word);
}

/**
 * Like `parseJson`, but a word that is not valid JSON, such as NaN or 007, becomes a string instead of an error.
 * @throws SyntaxError when brackets, commas or quotes are missing, when the text holds a control character other than a tab or a line
 * break, or when no object or array begins it
 */
export function parseAnswer(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!/^\s*[[{]/.test(text) || DAMAGE.test(text)) throw error;
    return parseJson(text.replaceAll(WORDS, wellFormed));
  }
}

/** Deeper answers are refused, because recursive code would run out of stack. No real answer is nearly as deep. */
const MAX_NESTED = 2_500;

/** True when JSON text nests arrays and objects deeper than `MAX_NESTED`. Short texts are not scanned. */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * MAX_NESTED) return false;
  let depth = 0;
  for (let at = 0, inText = false; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) inText = !inText;
    else if (inText) at += sign === BACKSLASH ? 1 : 0;
    else if (sign === OPEN_ARRAY || sign === OPEN_OBJECT) {
      if (++depth > MAX_NESTED) return true;
    } else if (sign === CLOSE_ARRAY || sign === CLOSE_OBJECT) depth--;
  }
  return false;
}
