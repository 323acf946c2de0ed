/** JSON answers of the service. Integers that a JavaScript number cannot hold exactly become texts of their digits. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Only a text with this many digits in a row can hold an integer beyond 2^53. */
const LONG_INTEGER = /\d{16}/;
const INTEGER = /^-?\d+$/;

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Without this, 12345678901234567 becomes 12345678901234568, another person's ID. */
const exactIntegers: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && INTEGER.test(source) ? source : value;

/**
 * As `JSON.parse`, except that integers beyond 2^53 become texts with all of their digits.
 * @throws SyntaxError when the text is not JSON.
 */
export function parseJson(text: string): Json {
  return (LONG_INTEGER.test(text) ? JSON.parse(text, exactIntegers as (key: string, value: unknown) => unknown) : JSON.parse(text)) as Json;
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
