/** Decides what a name stands for: a person, two people, a household, or an organization. */
import { canBeGiven, isFamilyName, isGivenName, isNameSuffix, isOnlyGivenName, isSpanishName, titlesBefore, words } from './name-words.ts';
import { isOrganization } from './organizations.ts';
import { areFormsOfOneName } from './nicknames.ts';
import { TEXT_CLASS, classesOf } from './text.ts';

export type NameKind = 'empty' | 'person' | 'couple' | 'household' | 'organization' | 'nobody';

/** A name that matches is a household. */
const HOUSEHOLD =
  /^the\s+\p{L}{3,}s$|^(?:family|familie|famille|familia)\s+\p{L}|\b(?:family|families|household|hhd|residence)\s*$|^the\s+.+\s+family\b|\bfamily,\s+the$|\bfamily\s+(?:of|household)\b/iu;
/** True for a text with only titles: Mr., Dr. and Mrs., Prof., The Rt. Rev., Gen. (Ret.). */
export function isHonorific(text: string): boolean {
  const parts = text.split(/[\s/&+]+|\band\b/i).filter((part) => part !== ''); // prettier-ignore
  const titles = titlesBefore(parts);
  return titles > 0 && titles === parts.length;
}

/**
 * A set of words that matches them in lower case, in capitals or capitalized. Length and first letter rule out nearly all names quickly.
 */
class RareWords {
  private readonly texts: ReadonlySet<string>;
  private readonly shapes = new Uint8Array(32 * 32);

  constructor(text: string) {
    const list = [...words(text)];
    this.texts = new Set(list.flatMap((word) => [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)]));
    for (const word of this.texts) this.shapes[this.shape(word)] = 1;
  }

  /** The index in `shapes`. Does not depend on the case of the first letter. */
  private shape(text: string): number {
    return ((text.length & 31) << 5) | (text.charCodeAt(0) & 31);
  }

  has(text: string): boolean {
    return text !== '' && this.shapes[this.shape(text)] === 1 && this.texts.has(text);
  }
}

const ANONYMOUS = new RareWords('anonymous anon occupant resident zztest zzztest');
/**
 * Words that are not a name if two of them are combined. Except for ANONYMOUS, one alone can be a name: Johnny Cash is a person, "Cash
 * Donation" is not.
 */
const NOBODY = new RareWords(
  'anonymous anon occupant resident zztest zzztest patient test testing tester donor donation gift cash guest visitor unknown unnamed record user sample dummy misc miscellaneous various account stripe paypal facebook postal valued customer member name no friend zz zzz zzzz xx xxx xxxx',
);

/** True for a first and a last name that name nobody: "Anonymous Donor", "Cash Donation", "Test Test". */
export function areNobody(first: string, last: string): boolean {
  // R and pandas write NA or nan for each part of a missing name.
  if (first.length <= 3 && /^nan?$/i.test(first) && first.toLowerCase() === last.toLowerCase()) return true;
  const isLast = NOBODY.has(last);
  const isFirst = NOBODY.has(first);
  // True for "A Friend", but not for "A. Friend" and "Ann Friend".
  if (isLast && /^friend$/i.test(last)) return first.length === 1 || ANONYMOUS.has(first);
  return (isFirst || isLast) && ((isFirst && isLast) || ANONYMOUS.has(first) || ANONYMOUS.has(last));
}

/** Last words of organizations that are never a last name. Church, School, Council and Co can be. */
const LAST_OF_ORGANIZATIONS = new RareWords(
  'inc incorporated llc llp ltd corp corporation foundation fdn association assn assoc society ministries university hospital committee federation diocese synagogue congregation services enterprises associates holdings properties pta pto',
);
/**
 * More last words of organizations, but only after several words or a word that is not a first name: "Otto Poe | Trust", but not "Otto |
 * Trust".
 */
const LAST_OF_LONGER = new RareWords('company fund funds trust estate museum partners group');
const LAST_OF_HOUSEHOLDS = new RareWords('family families household');

/**
 * The kind of a name in two columns, by the word in the column of last names: "Poe | Foundation", "The Poe | Family"; null for a person.
 */
export function kindByLastWord(first: string, last: string): 'organization' | 'household' | null {
  if (LAST_OF_HOUSEHOLDS.has(last)) return 'household';
  if (LAST_OF_ORGANIZATIONS.has(last.endsWith('.') ? last.slice(0, -1) : last)) return 'organization';
  return LAST_OF_LONGER.has(last) && (first.includes(' ') || !canBeGiven(first)) ? 'organization' : null;
}

/** Words about a person's status that can be in a name field. */
const STATUS = new RareWords('deceased decd died dead inactive duplicate vacant moved lapsed nmn nmi');

/** True for a status word alone in a name field: "Deceased", "INACTIVE". */
export const isStatus = (name: string): boolean => STATUS.has(name);

/** True for a dedication instead of a name: "In memory of Ann Poe", "Guest of Ann Poe". */
export function isDedication(text: string): boolean {
  return (
    text.length >= 'guest of'.length &&
    /^(?:in\s+(?:loving\s+)?(?:memory|honou?r)|guests?|widow(?:er)?|wife|husband|spouse|(?:the\s+)?(?:grand)?(?:parents?|mother|father))\s+of(?:\s|$)/i.test(
      text,
    )
  );
}

/** Words for "no spouse" instead of the name of one. */
const NO_SPOUSE = new RareWords(
  'deceased divorced guest husband married no none same separated single spouse unmarried widow widowed widower wife yes',
);

export function isNoSpouse(text: string): boolean {
  return NO_SPOUSE.has(text);
}

/** The name without the word that joins it to the constituent: "and Kim". */
export function withoutJoint(text: string): string {
  return text.replace(/^(?:and\s+|[&+]\s*)/i, '');
}

/** Companions without a name: "Paul and Family", "Paul & his guest", "Paul Poe or Current Resident". */
const COMPANIONS =
  /^(?:(?:the|his|her|their|mr|mrs|ms)\.?\s+)?(?:family|guests?|child|children|kids?|sons?|daughters?|associates?|friends?|others|wife|husband|spouse|partner|current\s(?:resident|occupant|owner))$/i;

/** True for the second of two people when the text does not name them: "Family", "her guest". */
export function isUnnamed(second: string): boolean {
  return COMPANIONS.test(second);
}

/** True when a slash joins two forms of one first name: "Bob/Robert". */
export function areFormsOfOnePerson(text: string, [before, after]: readonly [string, string]): boolean {
  if (!text.includes('/')) return false;
  return areFormsOfOneName(before.split(' ').at(-1)!.toLowerCase(), after.split(' ')[0]!.toLowerCase());
}

export function isHousehold(text: string): boolean {
  return HOUSEHOLD.test(text) && !isOrganization(text.replace(/\b(?:family|household)(?:\sof)?\b/gi, ''));
}

/** The word or sign that joins two people. A slash needs letters on both sides. "Or" with a capital O is a name. */
const JOINT =
  /\s+(?:and|&)\s*\/\s*or\s+|\s+(?:[Aa][Nn][Dd]|[Uu][Nn][Dd](?! zu )|[Ee][Tt]|[YyEe]|or|OR)\s+|\s*[&+]\s*|(?<=\p{L}{2}\.?)\s*\/\s*(?=\p{L}{2})|(?<=\p{L}) \| (?=\p{L})|\s*;\s*/u;

/** Words for "and" in other languages, between two first names: "Jan en Marijke de Wit". */
const ABROAD = /(?<=^\p{Lu}\p{Ll}+)\s+(?:en|och|og|oraz|u\.)\s+(?=\p{Lu}\p{Ll}+\s)/u;

/** True for "Carlos y Pilar Poe", with first names on both sides of the "y", but not for "Ramón y Cajal". */
function areFirstNames(text: string, { index, 0: joint }: RegExpExecArray): boolean {
  const before = text.slice(0, index);
  const after = text.slice(index + joint.length).split(' ');
  // "Carlos y Pilar" in a column of first names.
  if (after.length === 1 && joint === joint.toLowerCase()) return isOnlyGivenName(before) && isOnlyGivenName(after[0]!);
  return (
    joint === joint.toLowerCase() &&
    !text.includes(',') &&
    // "Ana Sofia y Diego Poe"
    (!before.includes(' ') || (before.split(' ').every(isGivenName) && after.length < 4 && isGivenName(after[0]!))) &&
    after.length > 1 &&
    after[0] !== after[0]!.toLowerCase() &&
    !isSpanishName(before) &&
    !isFamilyName(before)
  );
}

/** True for "Carlos Poe y Pilar Hale": a first and a last name on both sides. */
function areTwoWholeNames(before: string, after: string): boolean {
  const names = [before.split(' '), after.split(' ')];
  return names.every(
    ([first = '', last = '', ...others]) => others.length === 0 && isOnlyGivenName(first) && last !== '' && !isGivenName(last),
  );
}

/** True for a suffix, and for a word in capitals if the text has lower-case letters. */
const isNameOrCapitals = (word: string, text: string): boolean =>
  isNameSuffix(word) || (/^[A-Z]{2,5}[,)]?$/.test(word) && text !== text.toUpperCase());

/** Splits a name into the texts of two people; null for other names: "Jane and John", "John Smith & Jane Doe", "Mr. and Mrs. Smith". */
export function splitPeople(text: string): [string, string] | null {
  const classes = classesOf(text);
  if ((classes & TEXT_CLASS.joiner) === 0 && (classes & TEXT_CLASS.space) === 0) return null;
  const match = JOINT.exec(text) ?? ABROAD.exec(text);
  if (match === null) return null;
  // "y" and "e" join the two last names of one Spanish or Portuguese person far more often than two people.
  const before = text.slice(0, match.index).trim();
  const after = text.slice(match.index + match[0].length).trim();
  // "Sr. Otto y Sra. Ana Poe"
  const areTitled = () => titlesBefore(before.split(' ')) > 0 && titlesBefore(after.split(' ')) > 0;
  if (
    /^\s+(?:y|e)\s+$/i.test(match[0]) &&
    !isHonorific(before) &&
    !areFirstNames(text, match) &&
    !areTitled() &&
    !areTwoWholeNames(before, after)
  )
    return null;
  if (!/\p{L}/u.test(before) || !/\p{L}/u.test(after)) return null;
  // RN/BSN, CPA/PFS
  if (match[0].includes('/') && isNameSuffix(before.slice(before.lastIndexOf(' ') + 1)) && isNameOrCapitals(after.split(' ')[0]!, text))
    return null;
  return [before, after];
}
