/** Splits people's names: title, first, middle and last name, suffix, and the second of two people. */
import {
  areFormsOfOnePerson,
  isDedication,
  isHonorific,
  isHousehold,
  isInverted,
  isOrganization,
  isUnnamed,
  splitPeople,
  type NameKind,
} from './name-kinds.ts';
import {
  beginsWithParticle,
  canBeFirstName,
  isGivenName,
  isInitialLetter,
  isNamePrefix,
  isNameSuffix,
  isParticle,
  isPlainSuffix,
  titlesBefore,
  words,
} from './name-words.ts';
import { tidySpaces } from './text.ts';

export interface PersonName {
  prefix: string;
  first: string;
  middle: string;
  last: string;
  suffix: string;
}

export interface FullName extends PersonName {
  kind: NameKind;
  spouseFirst: string;
  spouseMiddle: string;
  spouseLast: string;
}

const noPerson = (): PersonName => ({ prefix: '', first: '', middle: '', last: '', suffix: '' });

/** Removes nicknames in quotation marks, brackets or parentheses, and class years: Robert "Bob" McAllister '84 P'12. */
const withoutNickname = (text: string): string =>
  tidySpaces(text.replace(/\s*(?:"[^"]*"|“[^”]*”|\([^)]*\)|\[[^\]]*\]|\s[A-Z]{0,3}['’‘]\d\d(?=[\s,]|$))/g, ' '));

/** True when the last word is a suffix. MA and DO can also be last names, so they count only after a comma or next to another suffix. */
function endsWithSuffix(parts: readonly string[], beforeSuffix: boolean): boolean {
  const last = parts.at(-1)!;
  const previous = parts.at(-2)!;
  if (isPlainSuffix(last)) return true;
  return isNameSuffix(last) && (previous.endsWith(',') || (parts.length > 2 && (beforeSuffix || isPlainSuffix(previous))));
}

/** Splits one person's name in spoken order: title, first, middle, last, suffix. */
function splitSpoken(text: string): PersonName {
  const name = noPerson();
  const parts = withoutNickname(text).split(' ').filter((part) => part !== '' && part !== ','); // prettier-ignore
  if (parts.length === 1 && isNamePrefix(parts[0]!)) return { ...name, prefix: parts[0]! };
  const prefixes = parts.splice(0, titlesBefore(parts.slice(0, -1))).filter(isNamePrefix);
  const suffixes: string[] = [];
  while (parts.length > 1) {
    if (!endsWithSuffix(parts, suffixes.length > 0)) break;
    suffixes.unshift(parts.pop()!.replace(/,$/, ''));
    parts[parts.length - 1] = parts.at(-1)!.replace(/,$/, '');
  }
  name.prefix = prefixes.join(' ');
  name.suffix = suffixes.join(' ');
  if (parts.length === 0) return name;
  if (parts.length === 1) return { ...name, last: parts[0]!.replace(/,$/, '') };
  // "van Gogh" is a last name. In "al green" nothing has a capital, so "al" can be a first name.
  const whole = parts.join(' ');
  if (beginsWithParticle(whole) && whole !== whole.toLowerCase()) return { ...name, last: whole };
  let lastFrom = parts.length - 1;
  while (lastFrom > 1 && isParticle(parts[lastFrom - 1]!)) lastFrom--;
  // "Rodríguez y Vega" is one last name.
  if (lastFrom > 1 && /^y$/i.test(parts[lastFrom]!)) lastFrom--;
  name.first = parts[0]!;
  name.middle = parts.slice(1, lastFrom).join(' ');
  name.last = parts.slice(lastFrom).join(' ');
  return name;
}

/** Titles that are no first words of last names, unlike Dean and Bishop. */
const TITLE = /^(?:mrs?|ms|miss|drs?|prof|rev)\.?$/i;

const areSuffixes = (text: string): boolean => text.split(' ').every(isNameSuffix);

/** Splits "Last, First Middle"; suffixes can be on either side: "McAllister, III, Robert", "Smith Jr., John". */
function splitInverted(text: string): PersonName {
  const parts = text.split(',').map((part) => part.trim()).filter((part) => part !== ''); // prettier-ignore
  const suffixes = parts.slice(1).filter(areSuffixes);
  const lastWords = parts[0]!.split(' ');
  const prefixes: string[] = [];
  while (lastWords.length > 1 && TITLE.test(lastWords[0]!)) prefixes.push(lastWords.shift()!);
  while (lastWords.length > 1 && isPlainSuffix(lastWords.at(-1)!)) suffixes.unshift(lastWords.pop()!);
  const given = parts.slice(1).filter((part) => !areSuffixes(part)).join(' ').split(' '); // prettier-ignore
  while (given.length > 1 && isNamePrefix(given[0]!)) prefixes.push(given.shift()!);
  // "Smith, Dr." has no first name.
  if (TITLE.test(given[0]!)) prefixes.push(given.shift()!);
  while (given.length > 1 && isNamePrefix(given.at(-1)!)) prefixes.push(given.pop()!);
  while (given.length > 1 && isPlainSuffix(given.at(-1)!)) suffixes.unshift(given.pop()!);
  // "Meer, Beatrix van der": the particles belong to the last name.
  const particles: string[] = [];
  while (given.length > 1 && isParticle(given.at(-1)!) && given.at(-1) === given.at(-1)!.toLowerCase()) particles.unshift(given.pop()!);
  return {
    prefix: prefixes.join(' '),
    first: given[0] ?? '',
    middle: given.slice(1).join(' '),
    last: [...particles, ...lastWords].join(' '),
    suffix: suffixes.join(' '),
  };
}

/** Splits one person's name in either order. */
export function splitPerson(text: string): PersonName {
  const bare = withoutNickname(text);
  return isInverted(bare) ? splitInverted(bare) : splitSpoken(bare);
}

const unsplit = (kind: NameKind, last: string): FullName => ({
  ...noPerson(),
  kind,
  last,
  spouseFirst: '',
  spouseMiddle: '',
  spouseLast: '',
});

/** A person without a spouse. */
const alone = (person: PersonName): FullName => ({ ...person, kind: 'person', spouseFirst: '', spouseMiddle: '', spouseLast: '' });

/** Removes the person who receives the mail for another: "John Smith c/o Mary Doe". */
function withoutCareOf(text: string): string {
  const at = text.includes('/') ? text.search(/\sc\/o\s/i) : -1;
  return at < 0 ? text : text.slice(0, at);
}

/**
 * Splits a whole name. Two people become a constituent and a spouse ("Jane and John Smith"). Organizations, households, and names
 * that can be read in several ways stay unsplit in the last name, so that the checks can show them.
 */
export function splitFullName(text: string): FullName {
  const tidy = withoutCareOf(tidySpaces(text));
  if (tidy === '') return unsplit('empty', '');
  if (isDedication(tidy)) return unsplit('nobody', tidy);
  if (isOrganization(tidy)) return unsplit('organization', tidy);
  const people = splitPeople(tidy);
  const isNamed = people !== null && isUnnamed(people[1]) && !/^the\s/i.test(tidy) && splitPerson(people[0]).first !== '';
  if (!isNamed && isHousehold(tidy)) return unsplit('household', tidy);
  return splitPersons(tidy);
}

/** Splits a text that names one or two people. */
function splitPersons(text: string): FullName {
  const people = splitPeople(text);
  if (people === null) return alone(splitPerson(text));
  const [left, right] = people;
  if (isUnnamed(right)) return alone(splitPerson(left));
  if (isHonorific(left)) {
    // "Mr. & Mrs. John Q. Smith Jr." names only one of the two, "Mr. & Mrs. John & Jane Smith" both.
    const named = splitPersons(right);
    return { ...named, prefix: `${left} & ${named.prefix}`.trim(), kind: 'couple' };
  }
  if (isInverted(left) && !isInverted(right) && isHonorific(left.slice(left.indexOf(',') + 1))) {
    // "Smith, Mr. & Mrs. John", "Smith, Mr. & Mrs. John & Jane"
    const named = splitPersons(`${left.slice(0, left.indexOf(','))}, ${right}`);
    return { ...named, prefix: `${left.slice(left.indexOf(',') + 1).trim()} & ${named.prefix}`.trim(), kind: 'couple' };
  }
  if (splitPeople(right) !== null || areThree(left, right) || areFormsOfOnePerson(text, people)) return unsplit('couple', text);
  return splitCouple(left, right);
}

/** True for "Robert, Ann" and "Lee Price"; not for "Smith, Jane" and "John Doe". */
function areThree(left: string, right: string): boolean {
  return isInverted(left) && isGivenName(left.slice(0, left.indexOf(','))) && !isInverted(right) && isWholeSecond(right);
}

const isWholeSecond = (text: string): boolean => {
  const { first, last } = splitSecond(text);
  return first !== '' && last !== '';
};

/**
 * The second of two people in spoken order, when another column holds their last name: "Mary Ann" and "Mary B." are
 * first names, "Mary Doe" has a last name of her own.
 */
export function splitSecond(text: string): PersonName {
  const name = splitSpoken(text);
  if (name.first === '' || !(isInitialLetter(name.last) || isGivenName(name.last))) return name;
  return { ...name, middle: tidySpaces(`${name.middle} ${name.last}`), last: '' };
}

function splitCouple(left: string, right: string): FullName {
  if (isInverted(left)) {
    // "Smith, Jane and John" or "Smith, Jane & Doe, John"
    const primary = splitPerson(left);
    const spouse = isInverted(right) ? splitPerson(right) : splitSecond(right);
    const named = spouse.first !== '';
    return {
      ...primary,
      kind: 'couple',
      spouseFirst: named ? spouse.first : spouse.last,
      spouseMiddle: spouse.middle,
      spouseLast: named && spouse.last !== '' ? spouse.last : primary.last,
    };
  }
  const spouse = splitPerson(right);
  const primary = splitSpoken(left);
  const names = { ...primary, kind: 'couple' as const, spouseMiddle: spouse.middle };
  const isAlone = spouse.first === '';
  if (primary.first === '' && isAlone && isTitledLastName(primary) && isTitledLastName(spouse))
    return { ...names, spouseFirst: '', spouseLast: spouse.last };
  // The second person has the last name of both: "Jane and John Smith". Without one, both are first names.
  const spouseFirst = isAlone ? spouse.last : spouse.first;
  const shared = isAlone ? '' : spouse.last;
  // One word before the sign is a first name.
  if (primary.first === '') return { ...names, first: primary.last, last: shared, suffix: '', spouseFirst, spouseLast: shared };
  if (isInitialLetter(primary.last) || SECOND_NAMES.has(primary.last.toLowerCase())) {
    const middle = tidySpaces(`${primary.middle} ${primary.last}`);
    return { ...names, middle, last: shared, spouseFirst, spouseLast: shared };
  }
  const isSame = isAlone && spouse.last.toLowerCase() === primary.last.toLowerCase();
  return { ...names, spouseFirst: isSame ? '' : spouseFirst, spouseLast: isAlone ? primary.last : spouse.last };
}

/** Second words of double first names that are hardly ever last names: "Mary Ann & John Smith". */
const SECOND_NAMES = words('ann anne beth ellen jo kay lou lynn lynne marie rae sue');

/** "Mr. Smith", but not "Mr. John". */
function isTitledLastName({ prefix, last }: PersonName): boolean {
  return prefix !== '' && !isGivenName(last);
}

/** First names of a couple in one cell: "Jane and John". For one person the second is empty. */
export function splitCoupleFirstNames(text: string): { first: string; spouseFirst: string } {
  const tidy = tidySpaces(text);
  const people = splitPeople(tidy);
  if (people === null || areFormsOfOnePerson(tidy, people)) return { first: tidy, spouseFirst: '' };
  if (isUnnamed(people[1])) return { first: withoutTitles(people[0]), spouseFirst: '' };
  return { first: withoutTitles(people[0]), spouseFirst: withoutTitles(people[1]) };
}

/** Removes titles before and suffixes after a name: "Dr. Robert", "Smith, Jr.". The last remaining word stays, and so does Dean in "Dean Alan". */
export function withoutTitles(text: string): string {
  const parts = tidySpaces(text).split(' ');
  let from = titlesBefore(parts.slice(0, -1));
  let to = parts.length;
  if (from > 0 && canBeFirstName(parts[from - 1]!)) from--;
  while (to - from > 1 && (isPlainSuffix(parts[to - 1]!) || (isNameSuffix(parts[to - 1]!) && parts[to - 2]!.endsWith(',')))) to--;
  if (from === 0 && to === parts.length) return tidySpaces(text);
  return parts.slice(from, to).join(' ').replace(/,+$/, '');
}

/** Common last names that end with an s. */
const ENDING_WITH_S =
  words(`adams collins davis edwards evans harris hayes hughes james jenkins jones lewis morris myers nichols perkins phillips
  reynolds rogers sanders simmons stephens stevens watkins watts williams`);

/** The last name of "The Smith Family", "Smith Household", "Family of Jane Smith" or "The Smiths"; empty when there is none. */
export function householdLastName(text: string): string {
  const named = tidySpaces(text).replace(/^the /i, '');
  const inner = named
    .replace(/^(?:family|household) of /i, '')
    .replace(/\b(?:family|families|household|hhd|residence)\b.*$/i, '')
    .replace(/(?: (?:&|and))? $/i, '');
  if (inner !== named) return beginsWithParticle(inner) ? inner : splitPerson(inner).last;
  return /^the \S+s$/i.test(tidySpaces(text)) ? singular(inner) : '';
}

/** The last name of several people: Smiths, Joneses, Foxes. Jones and Ross are no plurals. */
function singular(plural: string): string {
  if (/ss$/i.test(plural) || ENDING_WITH_S.has(plural.toLowerCase())) return plural;
  const stem = plural.replace(/es$/i, '');
  return /(?:ss|x|z|ch|sh)$/i.test(stem) || ENDING_WITH_S.has(stem.toLowerCase()) ? stem : plural.slice(0, -1);
}
