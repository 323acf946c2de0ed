/** Splits a name of two people at the word or sign that joins them. */
import { isHonorific, type NameKind } from './name-kinds.ts';
import { splitAtComma } from './joined-people.ts';
import { canBeFirstName, canBeGiven, isFamilyName, isGivenName, isNamePrefix, isNameSuffix, isOnlyGivenName, words } from './name-words.ts';
import { isHardlyLastName, isInverted, lookSwapped, noPerson, splitPlain, splitSecond, type PersonName } from './person-names.ts';
import { tidySpaces } from './text.ts';

/** A whole name of one or two people. */
export interface FullName extends PersonName {
  kind: NameKind;
  spouseFirst: string;
  spouseMiddle: string;
  spouseLast: string;
  /** Who has died. `spouse`: one of two people, who is left out of the name. */
  death: '' | 'person' | 'spouse';
}

export const noSpouse = { spouseFirst: '', spouseMiddle: '', spouseLast: '', death: '' } as const;

/**
 * Which name a couple begins with. `last`: "Poe Otto" before "& Ann", and "POE OTTO T" before "& ANN L", because the first word is not a
 * first name, and the second is hardly ever a last name or is only followed by an initial. `either`: "Moss Norman" before "& Ann", because
 * Moss is a last name and Norman can be both, and "Brandvold Otto", because Brandvold is no known first name. `lastNames`: "Harmon" before "and Tuttle", which are not first names.
 */
export function orderOfCouple(left: string, right: string): 'first' | 'last' | 'either' | 'lastNames' {
  const [last = '', first = '', initial, ...others] = left.split(' ');
  const [second = '', secondInitial, ...further] = right.split(' ').filter((word, at) => at === 0 || !isHolder(word));
  if (first === '' && secondInitial === undefined) {
    const areLast = [last, second].every((word) => /^\p{L}{3,}$/u.test(word) && !canBeGiven(word) && !isNamePrefix(word));
    return areLast && (isFamilyName(last) || isFamilyName(second)) ? 'lastNames' : 'first';
  }
  if (others.length > 0 || further.length > 0 || !isGivenName(first) || isNamePrefix(last) || /^\p{L}\.?$/u.test(last)) return 'first';
  if (secondInitial !== undefined && !INITIAL.test(secondInitial)) return 'first';
  if (initial !== undefined)
    return INITIAL.test(initial) && !(secondInitial !== undefined ? isOnlyGivenName(last) : canBeGiven(last)) ? 'last' : 'first';
  if (secondInitial !== undefined) return !canBeGiven(last) && isGivenName(second) ? 'last' : 'first';
  if (lookSwapped(last, first)) return 'last';
  if (canBeGiven(last) || !isGivenName(second)) return 'first';
  // Public records write "STROMHOLT LEONARD & IDA".
  return isOnlyGivenName(first) ? 'last' : 'either';
}
/** The word for a trustee in "Poe Otto & Ann TTEE". */
const isHolder = (word: string): boolean => /^(?:tr|trs|ttees?|trustees?)\.?$/i.test(word);
const INITIAL = /^\p{L}\.?$/u;

/** True for Dean in "Dean and Carla Falk", but not in "Dean and Mrs. Falk". */
export const isFirstName = (left: string, right: string): boolean =>
  canBeFirstName(left) && !left.includes('.') && !isNamePrefix(right.split(' ')[0]!);

/**
 * True if the two sides name three people: "Robert, Ann" and "Lee Price"; "Robert, Ann," and "Lee Poe"; "Ann Poe, Otto Poe" and "Lee
 * Price"; "Poe, Ann, Otto" and "Lee". False for "Smith, Jane" and "John Doe".
 */
export function areThree(left: string, right: string): boolean {
  if (!left.includes(',')) return false;
  if (splitAtComma(left) !== null) return true;
  // Suffixes are not names: "Otto Poe, MD, PhD, & Ann Hale".
  const names = left.split(',').map((name) => name.trim()).filter((name, at) => at === 0 || name === '' || !isNameSuffix(name)); // prettier-ignore
  // A comma before "and" ends a series.
  if (names.length > 2 && names.at(-1) === '' && !isInverted(right) && isWholeSecond(right)) return true;
  if (names.length > 2 && names.slice(1).every((name) => isGivenName(name.split(' ', 1)[0]!) && !isNameSuffix(name))) return true;
  return isInverted(left) && isGivenName(left.slice(0, left.indexOf(','))) && !isInverted(right) && isWholeSecond(right);
}

const isWholeSecond = (text: string): boolean => {
  const { first, last } = splitSecond(text);
  return first !== '' && last !== '';
};

export function splitCouple(left: string, right: string): FullName {
  if (isInverted(left)) {
    // "Smith, Jane and John" or "Smith, Jane & Doe, John"
    const primary = splitPlain(left);
    const spouse = isInverted(right) ? splitPlain(right) : splitSecond(right);
    const named = spouse.first !== '';
    return {
      ...primary,
      ...noSpouse,
      kind: 'couple',
      spouseFirst: named ? spouse.first : spouse.last,
      spouseMiddle: spouse.middle,
      // "Smith, John, Mr. & Mrs." does not name the second one.
      spouseLast: spouse.last === '' && !named ? '' : named && spouse.last !== '' ? spouse.last : primary.last,
    };
  }
  const spouse = LADY.test(right)
    ? { ...noPerson(), prefix: right.slice(0, right.indexOf(' ')), last: right.slice(right.indexOf(' ') + 1) }
    : splitPlain(right, false);
  const primary =
    isHonorific(left) && isFirstName(left, right)
      ? { ...noPerson(), last: left }
      : isTitledFirstName(left)
        ? { ...noPerson(), prefix: left.slice(0, left.indexOf(' ')), last: left.slice(left.indexOf(' ') + 1) }
        : splitPlain(left, false);
  const names = { ...primary, ...noSpouse, doubt: '' as const, kind: 'couple' as const, spouseMiddle: spouse.middle };
  const isAlone = spouse.first === '';
  // "Sir Hugh and Lady Poe", "Dr. Otto and Mrs. Poe"
  if (primary.first === '' && isAlone && WIFE_TITLE.test(spouse.prefix) && isTitledLastName(spouse) && isFirstOfTitled(primary))
    return { ...names, first: primary.last, last: spouse.last, spouseFirst: '', spouseLast: spouse.last };
  if (primary.first === '' && isAlone && (PLURAL_TITLE.test(primary.prefix) || (isTitledLastName(primary) && isTitledLastName(spouse))))
    return { ...names, spouseFirst: '', spouseLast: spouse.last };
  // "Dr. Ann Poe & Mr. Hale"
  if (isAlone && primary.first !== '' && isTitledLastName(spouse)) return { ...names, spouseFirst: '', spouseLast: spouse.last };
  // The second person has the last name of both: "Jane and John Smith". Without one, both are first names.
  const spouseFirst = isAlone ? spouse.last : spouse.first;
  const shared = isAlone ? '' : spouse.last;
  // One word before the sign is a first name.
  if (primary.first === '') return { ...names, first: primary.last, last: shared, suffix: '', spouseFirst, spouseLast: shared };
  const isSecondName = !isAlone && primary.middle === '' && isGivenName(primary.first) && isHardlyLastName(primary.last);
  // "J. Robert & Ann Poe", but not "J. Scott & K. Poe".
  const isNamedAfterInitial =
    !isAlone &&
    /^\p{L}\.?$/u.test(primary.first) &&
    primary.middle === '' &&
    isGivenName(primary.last) &&
    (spouse.middle !== '' || isGivenName(spouse.first));
  if (isSecondName || isNamedAfterInitial || /^\p{L}\.?$/u.test(primary.last) || SECOND_NAMES.has(primary.last.toLowerCase())) {
    const middle = tidySpaces(`${primary.middle} ${primary.last}`);
    return { ...names, middle, last: shared, spouseFirst, spouseLast: shared };
  }
  const isSame = isAlone && spouse.last.toLowerCase() === primary.last.toLowerCase();
  return { ...names, spouseFirst: isSame ? '' : spouseFirst, spouseLast: isAlone ? primary.last : spouse.last };
}

/** True for "Pastor Otto" before "& Ann Poe", but not for "Dean Otto". */
function isTitledFirstName(left: string): boolean {
  const [title = '', first = '', ...others] = left.split(' ');
  return others.length === 0 && canBeFirstName(title) && isNamePrefix(title) && !isGivenName(title) && isGivenName(first);
}

/** Matches "Lady Poe", but not "Lady Margery Poe". */
const LADY = /^lady \S+$/i;

/** Titles that are used with the last name of the husband. */
const WIFE_TITLE = /^(?:mrs\.?|lady)$/i;

/** True for a single first name after a title: "Dr. Otto", and any word after Sir. */
const isFirstOfTitled = ({ prefix, last }: PersonName): boolean =>
  prefix !== '' && !last.includes(' ') && (isGivenName(last) || /^sir$/i.test(prefix));

/** A title of two people: "Drs. Poe and Hale". */
const PLURAL_TITLE = /^(?:drs|dr\.?['’]s|messrs|mesdames|mmes|profs|revs)\.?$/i;

/** Second words of double first names that are hardly ever last names: "Mary Ann & John Smith". */
const SECOND_NAMES = words('ann anne beth ellen jo kay lou lynn lynne marie rae sue');

/** True for "Mr. Smith", but not for "Mr. John". */
function isTitledLastName({ prefix, last }: PersonName): boolean {
  return prefix !== '' && !isGivenName(last);
}
