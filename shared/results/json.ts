/** JSON answers of the service. Integers that a JavaScript number cannot hold exactly become texts of their digits. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Only a text with this many digits in a row can hold an integer beyond 2^53. */
const LONG_INTEGER = /\d{16}/;
const INTEGER = /^-?\d+$/;

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
