/**
 * The two forms of a Salesforce record ID: 15 characters in reports, where the case counts, and 18 from its interface. The last three
 * characters of the long form say which of the first 15 are capitals.
 */

const CODE_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
const SHORT = 15;
const LONG = 18;
/** People and accounts begin with two zeros. Digits alone are no ID of Salesforce. */
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

/** The form of 15 characters of a complete ID of 18; any other text, also in another case, stays as it is. */
export function shortSalesforceId(id: string): string {
  if (id.length !== LONG) return id;
  const short = id.slice(0, SHORT);
  return SHAPE.test(short) && checkLetters(short) === id.slice(SHORT) ? short : id;
}

/** The form of 18 characters of an ID of 15; any other text stays as it is. */
export function longSalesforceId(id: string): string {
  return id.length === SHORT && SHAPE.test(id) ? id + checkLetters(id) : id;
}

/**
 * The key of an ID: without blanks at its ends, and one for both forms of a Salesforce ID. Its case is kept, because systems distinguish
 * `a1` from `A1`.
 */
export const idKeyOf = (id: string): string => shortSalesforceId(id.trim());
