/** Which texts a spreadsheet program would take for a formula when it opens a text file. */

/**
 * After a sign: digits and what people write between and around them, a phone's extension at most. It has neither names nor
 * functions nor references, so it can compute something but reach nothing: numbers, amounts, phone numbers.
 */
const HARMLESS = /^[+-][\d\s().,/%$€£-]*\d[\d\s().,/%$€£-]*(?:[eE][+-]?\d+|\s*(?:x|ext\.?)\s*\d+)?$/u;

/** True when the text begins like a formula (`=`, `+`, `-`, `@`, tab, return) and is no plain number or phone number. */
export function looksLikeFormula(text: string): boolean {
  switch (text.charCodeAt(0)) {
    case 0x3d: // =
    case 0x40: // @
    case 0x09:
    case 0x0a:
    case 0x0d:
      return true;
    case 0x2b: // +
    case 0x2d: // -
      return text.length > 64 || !HARMLESS.test(text);
    default:
      return false;
  }
}
