/** Splits one person's name: title, first, middle and last name, suffix. */
import {
  beginsWithParticle,
  canBeFirstName,
  canBeGiven,
  isFamilyName,
  isFirstBefore,
  isGivenAnywhere,
  isGivenName,
  isInitialLetter,
  isInnerParticle,
  isIrishO,
  isNamePrefix,
  isNameSuffix,
  isOnlyGivenName,
  isParticle,
  isPlainSuffix,
  isSureSuffix,
  isWholeGeneration,
  looksLikeCredential,
  titlesBefore,
  words,
} from './name-words.ts';
import { isVietnameseName, startOfLast } from './last-names.ts';
import { withoutMarks } from './name-marks.ts';
import { tidySpaces } from './text.ts';

/**
 * Why a name is ambiguous. `order`: the last name may be first. `title`: the first name may be a title. `degree`: the last name may be a
 * degree. `firm`: it may be an organization. `remark`: words were left out that may belong to the name.
 */
export type NameDoubt = '' | 'order' | 'title' | 'degree' | 'firm' | 'remark';

export interface PersonName {
  prefix: string;
  first: string;
  middle: string;
  last: string;
  suffix: string;
  maiden: string;
  doubt: NameDoubt;
}

export const noPerson = (): PersonName => ({ prefix: '', first: '', middle: '', last: '', suffix: '', maiden: '', doubt: '' });

const hasNoSmallLetter = (text: string): boolean => text === text.toUpperCase();

interface CommaParts {
  /** The text before the comma, without suffixes. */
  readonly before: string;
  /** The first and middle names after the comma; empty if the name is in spoken order. */
  readonly given: readonly string[];
  readonly suffixes: readonly string[];
  readonly doubt: NameDoubt;
}

/** Distinguishes the commas before first names from those before suffixes and credentials. Null without a comma. */
function readCommas(text: string): CommaParts | null {
  if (!text.includes(',')) return null;
  const parts = text.split(',').map((part) => part.trim()).filter((part) => part !== ''); // prettier-ignore
  const before = parts.shift() ?? '';
  const isAllCapitals = hasNoSmallLetter(text);
  const lastWords = before.split(' ');
  const from = Math.min(titlesBefore(lastWords), lastWords.length - 1);
  const to = lastWords.findLastIndex((word) => !isPlainSuffix(word)) + 1;
  const isOneWord = to - from <= 1;
  const startsWithFirst = !isOneWord && isGivenName(lastWords[from]!);
  const given: string[] = [];
  const suffixes: string[] = [];
  let doubt: NameDoubt = '';
  for (const [at, part] of parts.entries()) {
    const partWords = part.split(' ');
    const isAlone = parts.length === 1 || (at === parts.length - 1 && given.length === 0);
    if (isOneWord && isAlone && partWords.length === 1 && !isSureSuffix(part) && mayBeFirst(part, isAllCapitals)) {
      if (isNameSuffix(part) && !part.includes('.')) doubt = 'degree';
      given.push(part);
    } else if (partWords.every((word) => isSuffixWord(word) || looksLikeCredential(word, isAllCapitals))) suffixes.push(part);
    else if (given.length > 0 && !isOneWord && startsWithFirst) suffixes.push(part);
    else if (startsWithFirst && isRemark(partWords, lastWords[to - 1]!)) {
      suffixes.push(part);
      doubt = 'remark';
    } else given.push(part);
  }
  return { before, given, suffixes, doubt };
}

/** True for Do in "Nguyen, Do" and J.R. in "Poe, J.R.". */
const mayBeFirst = (word: string, isAllCapitals: boolean): boolean =>
  /^(?:\p{L}\.){1,3}$/u.test(word) ||
  (isNameSuffix(word) ? !isPlainSuffix(word) && (isAllCapitals || !hasNoSmallLetter(word)) : !looksLikeCredential(word, isAllCapitals));

/** True for words after a comma that do not begin like a first name, as after "Rhea Castellan,". */
const isRemark = (partWords: readonly string[], last: string): boolean =>
  !isGivenName(partWords[0]!) && !isInitialLetter(partWords[0]!) && !isGivenName(last) && !/^\p{L}\.?$/u.test(partWords[0]!);

/** True when a comma separates last and first name, and not a name and its suffix. */
export function isInverted(text: string): boolean {
  const comma = text.indexOf(',');
  return comma > 0 && (readCommas(text)?.given.length ?? 0) > 0;
}

/** True for a suffix, including one of several parts: AIA-CSI, MD/PhD. */
function isSuffixWord(word: string): boolean {
  if (isNameSuffix(word)) return true;
  if (!/[-/;]/.test(word)) return false;
  const pieces = word.split(/[-/;]/).filter((piece) => piece !== '');
  return pieces.length > 1 && pieces.every(isPlainSuffix);
}

/** Generations that are never a middle name. Sr. can be a title, and II and IV can be initials. */
const GENERATION = /^(?:jr|jnr|iii)\.?,?$/i;

/** True when the last word is a suffix. Without a comma, it must hardly ever be a name, or stand out in capitals. */
function endsWithSuffix(parts: readonly string[], isBeforeSuffix: boolean, isAllCapitals: boolean): boolean {
  const word = parts.at(-1)!;
  const count = parts.length;
  if (isWholeGeneration(word)) return count > 2;
  if (isSureSuffix(word)) return count > 2 || !/^vi?$/i.test(word);
  const isShouted = hasNoSmallLetter(word) && /\p{Lu}{2}|\p{Lu}\./u.test(word);
  const isSmall = word === word.toLowerCase();
  const isKnown = isSuffixWord(word);
  if (count < 3) return isKnown && isShouted && !isAllCapitals && isPlainSuffix(word);
  if (isKnown && (isPlainSuffix(word) || /[-/;]/.test(word))) return isShouted || isSmall || isBeforeSuffix || /[-/;]/.test(word);
  // "John Smith V", but not "John Q. V".
  if (word === 'V') return !/^\p{L}\.?$/u.test(parts.at(-2)!) && !isAllCapitals;
  if (isKnown) {
    // Words without vowels, such as DC and BS.
    if (!/[aeiouy]/i.test(word) && word.length > 1) return true;
    const isNeighbor = isBeforeSuffix || isPlainSuffix(parts.at(-2)!);
    if (isAllCapitals || isSmall) return isNeighbor && !/^(?:do|ma)$/i.test(word);
    return isShouted && !isShortAsian(parts);
  }
  if (isAllCapitals || !isShouted) return false;
  // Capitals without vowels in a text with lower-case letters, or next to a degree: LCPT, LUTC.
  return !/[AEIOUY]/.test(word)
    ? /^[A-Z]{2,6}$/.test(word)
    : isBeforeSuffix && /^[A-Z]{3,5}$/.test(word) && !isFamilyName(word) && !isGivenName(word);
}

/** True for "Wei Lin MA", where the last name can be in capitals. */
const isShortAsian = (parts: readonly string[]): boolean =>
  parts.slice(0, -1).every((word) => word.length <= 4 && !isFamilyName(word)) && /^(?:do|ma)$/i.test(parts.at(-1)!);

const joined = (...texts: readonly string[]): string => tidySpaces(texts.join(' '));

/** A degree with a blank inside, after a first and a last name: Ph D, M. D. */
const SPACED_DEGREE = /(?<=\p{L}\S*\s.*\p{L}{2}),?\s(Ph|M)\.?\s(D)\.?$/u;

/** A whole name in Chinese, Japanese or Korean letters. Nearly all last names have one letter. */
const EAST_ASIAN = /^(?:\p{Script=Han}{2,4}|\p{Script=Hangul}{2,4})$/u;

/** Splits one person's name in spoken order. `suffixes` came after commas. */
function splitSpoken(text: string, suffixes: readonly string[] = [], canBeLastFirst = true): PersonName {
  const name = noPerson();
  const written = / D\.?$/.test(text) ? text.replace(SPACED_DEGREE, ' $1$2') : text;
  const parts = written.split(' ').filter((part) => part !== '' && part !== ','); // prettier-ignore
  if (parts.length === 1 && isNamePrefix(parts[0]!) && !canBeFirstName(parts[0]!)) return { ...name, prefix: parts[0]! };
  const isAllCapitals = hasNoSmallLetter(parts.filter((part) => !isNamePrefix(part)).join(' '));
  const found = [...suffixes];
  let count = 0;
  while (parts.length > 1 && endsWithSuffix(parts, count > 0, isAllCapitals)) {
    found.unshift(parts.pop()!.replace(/,$/, ''));
    parts[parts.length - 1] = parts.at(-1)!.replace(/,$/, '');
    count++;
  }
  // "Otto Jr. Poe"
  if (parts.length > 2) {
    const at = parts.findIndex((part, index) => index > 0 && index < parts.length - 1 && GENERATION.test(part));
    if (at > 0) found.unshift(...parts.splice(at, 1));
  }
  name.suffix = found.join(' ');
  const titleBehind = parts.length - titlesBefore(parts) > 2 && TITLE_BEHIND.test(parts.at(-1)!) ? parts.pop()! : '';
  const titles = titlesOf(parts);
  name.prefix = joined(...parts.splice(0, titles).filter(isNamePrefix), titleBehind);
  if (parts.length === 0) return name;
  if (parts.length === 1 && EAST_ASIAN.test(parts[0]!)) return inverted(name, [parts[0]!.slice(0, 1)], [parts[0]!.slice(1)], 'order');
  if (parts.length === 1)
    return isNamePrefix(parts[0]!) && found.length > 0 ? { ...name, prefix: parts[0]! } : { ...name, last: parts[0]!.replace(/,$/, '') };
  // "van Gogh" is a last name. In "al green", which has no capitals, "al" can be a first name.
  const whole = parts.join(' ');
  // De la Cruz Maria
  if (
    canBeLastFirst &&
    parts.length > 2 &&
    isParticle(parts[0]!) &&
    !isGivenName(parts[0]!) &&
    isOnlyGivenName(parts.at(-1)!) &&
    !isGivenName(parts.at(-2)!)
  )
    return inverted(name, parts.slice(0, -1), [parts.at(-1)!], 'order');
  if (beginsWithParticle(whole) && whole !== whole.toLowerCase()) return { ...name, last: whole };
  if (isOnlyLastName(parts, titles > 0)) return { ...name, last: whole };
  if (canBeLastFirst && isLastFirst(parts, isAllCapitals))
    return inverted(name, [parts[0]!], parts.slice(1), isSureOrder(parts) ? '' : 'order');
  const lastFrom = startOfLast(parts, isAllCapitals);
  name.first = parts[0]!;
  name.middle = parts.slice(1, lastFrom).join(' ');
  // Removes a point at the end of the text, if it is not that of an abbreviation.
  name.last = parts
    .slice(lastFrom)
    .join(' ')
    .replace(/(?<=\p{Ll}{3})\.$/u, '');
  if (canBeFirstName(name.first) && isNamePrefix(name.first) && !isCertainFirst(parts)) name.doubt = 'title';
  else if (/^(?:do|ma)$/i.test(name.last) && hasNoSmallLetter(name.last) && parts.length > 2) name.doubt = 'degree';
  else if (canBeSwapped(parts)) name.doubt = 'order';
  return name;
}

/**
 * True for "Van Houten" and "De la Cruz" after a title, and for "St. Clair" even without one. Van and Al are first names before a common
 * last name, and La and Le before a Vietnamese one.
 */
function isOnlyLastName(parts: readonly string[], isTitled: boolean): boolean {
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (!isParticle(first) || !parts.slice(1, -1).every((part) => isParticle(part) || isInnerParticle(part))) return false;
  if (/^ste?\.?$/i.test(first)) return true;
  return (
    isTitled &&
    !isVietnameseName(last) &&
    (parts.length > 2 || !PARTICLES_AND_NAMES.has(first.toLowerCase()) || !(isFamilyName(last) || isGivenName(last)))
  );
}
const PARTICLES_AND_NAMES = words('van al del mac ben');

/** True if a word such as Dean is a first name and not a title: before an initial, or as a common first name before one word. */
const isCertainFirst = (parts: readonly string[]): boolean =>
  /^\p{L}\.?$/u.test(parts[1]!) || (isGivenName(parts[0]!) && parts.length === 2);

/** The number of titles at the start. A word that can also be a name only counts as a title before a first name. */
function titlesOf(parts: readonly string[]): number {
  const titles = titlesBefore(parts.slice(0, -1));
  if (titles === 0 || !canBeFirstName(parts[titles - 1]!)) return titles;
  const following = parts.slice(titles);
  // One initial is a middle name ("Bishop T. Poe"), but two are a first and a middle name ("Bishop T. W. Poe").
  const isInitial = /^\p{L}\.?$/u.test(following[0]!);
  const isTitle =
    following.length > 1 &&
    (!isInitial || (following.length > 2 && /^\p{L}\.?$/u.test(following[1]!))) &&
    !isGivenName(parts[titles - 1]!) &&
    (!isFamilyName(following[0]!) || canBeGiven(following[0]!)) &&
    !isParticle(following[0]!);
  return isTitle || (titles > 1 && following.length === 1 && !isNamePrefix(parts[0]!)) ? titles : titles - 1;
}

/** US first names that are common last names in Africa, India and the Near East. */
const LAST_ABROAD =
  words(`abraham alexander andrew anthony benjamin charles daniel david edward elias emmanuel gabriel george henry isaac jacob james john joseph joshua
  manuel mark mathew matthew michael moses nathan patrick paul peter philip raphael samuel simon solomon stephen thomas victor vincent william`);

/** True when the last name is first, without a comma. */
function isLastFirst(parts: readonly string[], isAllCapitals: boolean): boolean {
  const [first, second] = parts as readonly [string, string];
  const last = parts.at(-1)!;
  // "Martin Robert J": a single letter, or one with a point, is an initial and not a last name.
  const endsWithInitial = parts.length > 2 && /^(?:\p{Lu}\.?|\p{Ll}\.)$/u.test(last);
  if (isAsianOrder(parts)) return true;
  if (parts.length > 4 || !/^\p{L}[\p{L}'’-]{2,}$/u.test(first) || isNamePrefix(first)) return false;
  if (endsWithInitial ? isOnlyGivenName(first) : isFirstBefore(first, last)) return false;
  // DUPONT Marie
  if (!isAllCapitals && /^\p{Lu}{4,}$/u.test(first) && parts.slice(1).every((word) => !hasNoSmallLetter(word) || word.length < 3))
    return true;
  if (parts.length === 2) return isGivenAnywhere(second) && !LAST_ABROAD.has(second.toLowerCase());
  if (endsWithInitial) return isGivenName(first) ? parts.length === 3 && isOnlyGivenName(second) : isGivenName(second);
  return parts.length === 3 && isGivenName(second) && isOnlyGivenName(last);
}

/** True for names in Vietnamese or Korean order: "Nguyen Van Minh", "Tran Thi Bich Ngoc", "Park Soo-yeon". */
const isAsianOrder = ([last, first, ...others]: readonly string[]): boolean =>
  others.length === 1 || (others.length === 2 && /^th[iị]$/i.test(first!))
    ? /^(?:v[aă]n|th[iị])$/i.test(first!) &&
      /^(?:nguy[eễ]n|tr[aầ]n|ph[aạ]m|hu[yỳ]nh|ho[aà]ng)$/i.test(last!) &&
      !/^(?:nguy[eễ]n|tr[aầ]n|ph[aạ]m)$/i.test(others.at(-1)!)
    : others.length === 0 &&
      /^\p{Lu}\p{Ll}+-\p{Ll}+$/u.test(first!) &&
      /^(?:kim|lee|park|choi|jeong|jung|kang|cho|yoon|jang|lim|han|shin|seo|kwon|hwang|ahn|song|hong|yang)$/i.test(last!);

/** True for a first name that is hardly ever a last name, in the US or abroad. */
export const isHardlyLastName = (word: string): boolean => isOnlyGivenName(word) && !LAST_ABROAD.has(word.toLowerCase());

/** True for a first and a last name that look swapped: "Marlowe" and "Janet". */
export const lookSwapped = (first: string, last: string): boolean =>
  isHardlyLastName(last) && /^\p{L}[\p{L}'’-]{2,}$/u.test(first) && !isFirstBefore(first, last) && !isNamePrefix(first);

/** True when capitals show that the last name is first: DUPONT Marie. */
const isSureOrder = (parts: readonly string[]): boolean => /^\p{Lu}{4,}$/u.test(parts[0]!) && !hasNoSmallLetter(parts.at(-1)!);

/** True when the last word is hardly ever a last name, and the first is not a first name. */
const canBeSwapped = (parts: readonly string[]): boolean =>
  isOnlyGivenName(parts.at(-1)!) &&
  !isGivenName(parts[0]!) &&
  /^\p{L}{3,}$/u.test(parts[0]!) &&
  // "Chan Tai Man Susan"
  (parts.length === 2 || (parts.length === 4 && !canBeGiven(parts[0]!) && isHardlyLastName(parts[3]!)));

function inverted(name: PersonName, last: readonly string[], given: readonly string[], doubt: NameDoubt): PersonName {
  return { ...name, first: given[0] ?? '', middle: given.slice(1).join(' '), last: last.join(' '), doubt };
}

/** Titles after a name: "Ann Poe Mrs." */
const TITLE_BEHIND = /^(?:mrs?|ms|miss|dr)\.?$/i;

/** Titles that are never the first word of a last name, unlike Dean and Bishop. */
const TITLE = /^(?:mrs?|ms|miss|mister|drs?|prof|professor|rev|reverend|hon|honorable|sgt|capt|lt|col|rabbi)\.?$/i;

/** Splits "Last, First Middle"; suffixes can be on either side: "McAllister, III, Robert", "Smith Jr., John". */
function splitInverted(parts: CommaParts): PersonName {
  const suffixes = [...parts.suffixes];
  const lastWords = parts.before.split(' ');
  const prefixes: string[] = [];
  while (lastWords.length > 1 && TITLE.test(lastWords[0]!)) prefixes.push(lastWords.shift()!);
  while (
    lastWords.length > 1 &&
    isPlainSuffix(lastWords.at(-1)!) &&
    (isSureSuffix(lastWords.at(-1)!) || hasNoSmallLetter(lastWords.at(-1)!))
  )
    suffixes.unshift(lastWords.pop()!);
  const given = parts.given.join(' ').split(' ');
  while (given.length > 1 && isNamePrefix(given[0]!) && !canBeFirstName(given[0]!)) prefixes.push(given.shift()!);
  // "Smith, Dr." has no first name.
  if (TITLE.test(given[0]!)) prefixes.push(given.shift()!);
  const isAllCapitals = hasNoSmallLetter(parts.given.join(' '));
  while (given.length > 1 && endsGiven(given, isAllCapitals)) {
    const word = given.pop()!;
    if (isNamePrefix(word)) prefixes.push(word);
    else suffixes.unshift(word);
  }
  // "Meer, Beatrix van der": the particles belong to the last name.
  const particles: string[] = [];
  while (given.length > 1 && isParticle(given.at(-1)!) && given.at(-1) === given.at(-1)!.toLowerCase() && given.at(-1) !== 'y')
    particles.unshift(given.pop()!);
  return {
    ...noPerson(),
    prefix: prefixes.join(' '),
    first: given[0] ?? '',
    middle: given.slice(1).join(' '),
    last: joined(...particles, ...lastWords),
    suffix: suffixes.join(' '),
    doubt: parts.doubt,
  };
}

/** True when the words after the comma end with a title or a suffix: "Poe, Jane Dr.", "Poe, John Q. III". */
function endsGiven(given: readonly string[], isAllCapitals: boolean): boolean {
  const word = given.at(-1)!;
  if (isNamePrefix(word) && !canBeFirstName(word)) return true;
  if (isSureSuffix(word)) return true;
  const isShouted = hasNoSmallLetter(word) && word.replace(/\P{L}/gu, '').length > 1;
  return isPlainSuffix(word) && (isShouted || given.length > 2) && (!isAllCapitals || given.length > 2 || !isGivenName(word));
}

/**
 * Splits one person's name in either order. The text must not have marks or nicknames. `canBeLastFirst`: the last name can be first even
 * without a comma.
 */
export function splitPlain(text: string, canBeLastFirst = true): PersonName {
  const parts = readCommas(text);
  if (parts === null) return splitSpoken(text, [], canBeLastFirst);
  // "Jr., Otto Poe"
  if (isSureSuffix(parts.before) && parts.given.join(' ').includes(' '))
    return splitSpoken(parts.given.join(' '), [parts.before, ...parts.suffixes]);
  if (parts.given.length > 0 && text.indexOf(',') > 0) return splitInverted(parts);
  const name = splitSpoken(parts.before, parts.suffixes);
  return parts.doubt === '' ? name : { ...name, doubt: parts.doubt };
}

/** Splits one person's name in either order. */
export function splitPerson(text: string): PersonName {
  const { text: plain, maiden } = withoutMarks(tidySpaces(text));
  const name = splitPlain(plain);
  return maiden === '' ? name : { ...name, maiden };
}

/** Splits a name in the order "Last First" without a comma, which other cells of its column have proven. */
export function splitLastFirst(text: string): PersonName {
  const { text: plain, maiden } = withoutMarks(tidySpaces(text));
  if (plain.includes(',') || !plain.includes(' ')) return { ...splitPlain(plain), maiden };
  const parts = plain.split(' ');
  const suffixes: string[] = [];
  while (parts.length > 2 && endsWithSuffix(parts, suffixes.length > 0, hasNoSmallLetter(plain))) suffixes.unshift(parts.pop()!);
  const prefix = parts.splice(0, titlesOf(parts)).join(' ');
  let to = 1;
  while (to < parts.length - 1 && (isParticle(parts[to - 1]!) || isInnerParticle(parts[to - 1]!) || isIrishO(parts[to - 1]!, parts[to]!)))
    to++;
  return { ...inverted(noPerson(), parts.slice(0, to), parts.slice(to), ''), prefix, suffix: suffixes.join(' '), maiden };
}

/**
 * Splits the second of two people in spoken order, if another column has the last name: "Mary Ann" and "Mary B." are first names, but "Mary
 * Doe" has her own last name.
 */
export function splitSecond(text: string): PersonName {
  const name = splitSpoken(withoutMarks(tidySpaces(text)).text);
  if (name.first === '' || !(isInitialLetter(name.last) || isGivenName(name.last))) return name;
  return { ...name, middle: joined(name.middle, name.last), last: '' };
}
