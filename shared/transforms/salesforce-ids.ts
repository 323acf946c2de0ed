/**
 * The two forms of a Salesforce record ID: 15 case-sensitive characters in reports, and 18 characters from its interface. The last three
 * characters of the long form say which of the first 15 are capitals.
 */

const CODE_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
const SHORT = 15;
const LONG = 18;
/** People and accounts begin with two zeros. Salesforce IDs are never only digits. */
const SHAPE = /^00(?=.*[A-Za-z])[A-Za-z\d]{13}$/;

function checkLetters(short: string): string {
  let letters = '';
  for (let start = 0; start < SHORT; start += 5) {
    let bits = 0;
    for (let at = 0; at < 5; at++) {
      const code = short.charCodeAt(start + at);
      if (code >= 65 && code <= 90) bits |= 1 << at;
    }
    letters += CODE_LETTERS[bits]!;
  }
  return letters;
}

/** The 15-character form of an 18-character ID. Returns other texts unchanged, including IDs with wrong case. */
export function shortSalesforceId(id: string): string {
  if (id.length !== LONG) return id;
  const short = id.slice(0, SHORT);
  return SHAPE.test(short) && checkLetters(short) === id.slice(SHORT) ? short : id;
}

/** The 18-character form of a 15-character ID. Returns other texts unchanged. */
export function longSalesforceId(id: string): string {
  return id.length === SHORT && SHAPE.test(id) ? id + checkLetters(id) : id;
}

/**
 * The key for comparing IDs: trimmed, and equal for both forms of a Salesforce ID. Keeps the case, because systems distinguish `a1` from
 * `A1`.
 */
export const idKeyOf = (id: string): string => shortSalesforceId(id.trim());
