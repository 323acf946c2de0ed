/** Whole numbers that a program changed: written as floats, in scientific notation, or cut to 15 digits. */

const FLOAT = /^\d{1,15}\.0+$/;
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?e\+(\d{1,3})$/i;
/** A spreadsheet keeps this many digits and replaces the others by zeros. */
const KEPT = 15;
const CUT = new RegExp(`^[1-9]\\d{${KEPT - 1}}0+$`);

/** True for a whole number written as a float: `123456789.0`. */
export const isFloat = (text: string): boolean => FLOAT.test(text);

/** True for a whole number of more than 15 digits whose last ones are zeros: `12345678901234600`. */
export const isCutNumber = (text: string): boolean => text.length > KEPT && CUT.test(text);

/** The digits of a float, `123.0`. */
export const withoutDecimals = (text: string): string => (FLOAT.test(text) ? text.slice(0, text.indexOf('.')) : text);

/**
 * The digits of a whole number in scientific notation: `1.00000123E+8` is `100000123`. Null for a text in another notation, empty for one
 * without all digits, such as `1.23457E+15`.
 */
export function fromScientific(text: string): string | null {
  const [, first, rest = '', power] = SCIENTIFIC.exec(text) ?? [];
  if (first === undefined) return null;
  const exponent = Number(power);
  if (rest.length < exponent || exponent >= KEPT) return '';
  return /[1-9]/.test(rest.slice(exponent)) ? null : first + rest.slice(0, exponent);
}
