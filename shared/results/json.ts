/** JSON answers of the service, with integers that a JavaScript number cannot hold kept as their digits. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Only a text with that many digits in a row can hold an integer beyond 2^53. */
const LONG_INTEGER = /\d{16}/;
const INTEGER = /^-?\d+$/;

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** An integer beyond 2^53 as its digits: 12345678901234567 would otherwise become 12345678901234568, another person's ID. */
const exactIntegers: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && INTEGER.test(source) ? source : value;

/**
 * The value of a JSON text. Integers beyond 2^53 come back as texts with all of their digits; every other value as `JSON.parse`
 * gives it. @throws SyntaxError when the text is not JSON.
 */
export function parseJson(text: string): Json {
  return (LONG_INTEGER.test(text) ? JSON.parse(text, exactIntegers as (key: string, value: unknown) => unknown) : JSON.parse(text)) as Json;
}
