/** Detects texts that a spreadsheet program would run as a formula when it opens a text file. */

/**
 * A sign followed by digits and their usual separators, optionally a phone extension. Without names, functions or references it can compute
 * but not access anything. Signs alone, which many sheets use for an empty value, compute nothing.
 */
const HARMLESS = /^(?:[+-][\d\s().,/%$€£-]*\d[\d\s().,/%$€£-]*(?:[eE][+-]?\d+|\s*(?:x|ext\.?)\s*\d+)?|[+-][+ -]*)$/u;

/**
 * True for a text that begins like a formula (`=`, `+`, `-`, `@`, tab, line end) and is not a number, phone number or dash. Japanese Excel
 * also accepts the full-width forms of these signs.
 */
export function looksLikeFormula(text: string): boolean {
  switch (text.charCodeAt(0)) {
    case 0x3d: // =
    case 0x40: // @
    case 0x09:
    case 0x0a:
    case 0x0d:
    case 0xff1d: // ＝
    case 0xff20: // ＠
    case 0xff0b: // ＋
    case 0xff0d: // －
      return true;
    case 0x2b: // +
    case 0x2d: // -
      return text.length > 64 || !HARMLESS.test(text);
    default:
      return false;
  }
}
