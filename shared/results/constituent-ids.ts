/**
 * Finds constituent IDs that a service could confuse. A service can store IDs as numbers, trim them or change their case, so the ID that it
 * returns can differ from the ID that was sent. Two IDs with the same folded form can become equal.
 */
import { foldAccents } from '../transforms/index.ts';

/**
 * Ways in which a service can change an ID, as bits. `lower`: capitals become lower case. `upper`: lower case becomes capitals; a service
 * that returns "X1" unchanged can still return "x2" as "X2". `digits`: a whole number is rounded. `number` (007 becomes 7) includes the bit
 * of `digits`, because a service that keeps "007" does not read IDs as numbers. `text`: the zeros of "007-1" or the commas of "1,007" are
 * removed; a service that keeps them can still read "007" as a number.
 */
export const ID_CHANGE = { space: 1, form: 2, lower: 4, digits: 8, number: 24, upper: 32, text: 64 } as const;
const LETTERS = ID_CHANGE.lower | ID_CHANGE.upper;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/;
const GROUPED = /^[+-]?\d{1,3}(?:[, '’]\d{3})+(?:\.\d+)?$/;

const trimmed = (id: string) => id.replace(/[\s\u200B\uFEFF]+/g, ' ').trim();
const inOneForm = (id: string) => trimmed(foldAccents(id));
const inOneCase = (id: string) => id.toUpperCase().toLowerCase();

/** The form in which numbers of the same value are equal: 007, 7.0 and 7, and two IDs of 17 digits that are the same double. */
function asNumber(id: string): string {
  const plain = GROUPED.test(id) ? id.replaceAll(/[, '’]/g, '') : id;
  if (NUMBER.test(plain)) return String(Number(plain));
  return id.replace(/^0+(?=\d)/, '');
}

/** Most IDs are such numbers, which folding does not change. A double represents all numbers of 15 digits exactly. */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/;
const PLAIN_WORD = /^[A-Za-z][A-Za-z0-9_-]*$/;
const CAPITAL = /[A-Z]/;
const SMALL = /[a-z]/;
/** A plain whole number that is so long that a double may round it. */
const LONG_WHOLE = /^[1-9]\d{15,}$/;

/** Returns the folded form of an ID. Two IDs that a service could confuse have the same one. */
export function foldId(id: string): string {
  if (PLAIN_NUMBER.test(id)) return id;
  // An ID that begins with a letter is not a number; "Infinity" and "NaN" are words here.
  if (PLAIN_WORD.test(id)) return id.toLowerCase();
  return asNumber(inOneCase(inOneForm(trimmed(id))));
}

/** The ways in which a service would change an ID, as bits of `ID_CHANGE`; 0 for an ID that none of them changes. */
export function idChangesOf(id: string): number {
  if (PLAIN_NUMBER.test(id)) return 0;
  if (PLAIN_WORD.test(id)) return (CAPITAL.test(id) ? ID_CHANGE.lower : 0) | (SMALL.test(id) ? ID_CHANGE.upper : 0);
  const spaced = trimmed(id);
  const formed = inOneForm(spaced);
  const cased = inOneCase(formed);
  return (
    (spaced === id ? 0 : ID_CHANGE.space) |
    (formed === spaced ? 0 : ID_CHANGE.form) |
    (formed.toLowerCase() === formed ? 0 : ID_CHANGE.lower) |
    (formed.toUpperCase() === formed ? 0 : ID_CHANGE.upper) |
    numberChangesOf(cased)
  );
}

function numberChangesOf(id: string): number {
  if (asNumber(id) === id) return 0;
  if (LONG_WHOLE.test(id)) return ID_CHANGE.digits;
  if (!NUMBER.test(id)) return ID_CHANGE.text;
  return ID_CHANGE.number | (/^0+\d/.test(id) ? ID_CHANGE.text : 0);
}

/** The changes of case between two IDs. */
function letterChangesBetween(sent: number, echoed: number): number {
  const { lower, upper } = ID_CHANGE;
  const [lost, gained] = [sent & ~echoed, echoed & ~sent];
  return ((lost & upper) | (gained & lower) ? upper : 0) | ((lost & lower) | (gained & upper) ? lower : 0);
}

/**
 * The changes that turn one ID into another with the same folded form. Both IDs are given by the result of `idChangesOf`. If both results
 * are equal ("Ab1" and "aB1"), they are the change, without the bits of letters if the letters have only one case.
 */
export function idChangesBetween(sent: number, echoed: number): number {
  const different = ((sent ^ echoed) & ~LETTERS) | letterChangesBetween(sent, echoed);
  // Reading an ID as a number also removes its leading zeros.
  if (different !== 0) return (different & ID_CHANGE.number) === 0 ? different : different & ~ID_CHANGE.text;
  const isMixed = (sent & LETTERS) === LETTERS;
  return (isMixed ? sent : sent & ~LETTERS) || sent;
}
