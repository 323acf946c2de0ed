/** Splits people's names: title, first, middle and last name, suffix, and the second of two people. */
import { isHonorific, isHousehold, isInverted, isOrganization, splitPeople, type NameKind } from './namekinds.ts';
import { beginsWithParticle, isGivenName, isInitialLetter, isNamePrefix, isNameSuffix, isParticle, isPlainSuffix } from './namewords.ts';
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

/** Removes nicknames in quotation marks, brackets or parentheses: Robert "Bob" McAllister. */
const withoutNickname = (text: string): string => tidySpaces(text.replace(/\s*(?:"[^"]*"|“[^”]*”|\([^)]*\)|\[[^\]]*\])/g, ' '));

/** Splits one person's name in spoken order: title, first, middle, last, suffix. */
function splitSpoken(text: string): PersonName {
  const name = noPerson();
  const parts = withoutNickname(text).split(' ').filter((part) => part !== '' && part !== ','); // prettier-ignore
  const prefixes: string[] = [];
  while (parts.length > 1 && isNamePrefix(parts[0]!)) prefixes.push(parts.shift()!);
  if (parts.length === 1 && prefixes.length === 0 && isNamePrefix(parts[0]!)) return { ...name, prefix: parts[0]! };
  if (/^the$/i.test(parts[0] ?? '') && parts.length > 2 && isNamePrefix(parts[1]!)) {
    parts.shift();
    while (parts.length > 1 && isNamePrefix(parts[0]!)) prefixes.push(parts.shift()!);
  }
  const suffixes: string[] = [];
  while (parts.length > 1) {
    const last = parts.at(-1)!;
    const afterComma = parts.at(-2)!.endsWith(',');
    if (!(isPlainSuffix(last) || (isNameSuffix(last) && (afterComma || suffixes.length > 0)))) break;
    suffixes.unshift(parts.pop()!.replace(/,$/, ''));
    parts[parts.length - 1] = parts.at(-1)!.replace(/,$/, '');
  }
  name.prefix = prefixes.join(' ');
  name.suffix = suffixes.join(' ');
  if (parts.length === 0) return name;
  if (parts.length === 1) return { ...name, last: parts[0]!.replace(/,$/, '') };
  let lastFrom = parts.length - 1;
  while (lastFrom > 1 && isParticle(parts[lastFrom - 1]!)) lastFrom--;
  name.first = parts[0]!;
  name.middle = parts.slice(1, lastFrom).join(' ');
  name.last = parts.slice(lastFrom).join(' ');
  return name;
}

/** Splits "Last, First Middle"; suffixes can be on either side: "McAllister, III, Robert", "Smith Jr., John". */
function splitInverted(text: string): PersonName {
  const parts = withoutNickname(text).split(',').map((part) => part.trim()).filter((part) => part !== ''); // prettier-ignore
  const suffixes: string[] = [];
  while (parts.length > 1 && parts.slice(1).some((part) => part.split(' ').every(isNameSuffix))) {
    const index = parts.findIndex((part, at) => at > 0 && part.split(' ').every(isNameSuffix));
    suffixes.push(parts.splice(index, 1)[0]!);
  }
  if (parts.length < 2) {
    const name = splitSpoken(parts[0] ?? '');
    return { ...name, suffix: [name.suffix, ...suffixes].filter((part) => part !== '').join(' ') };
  }
  const lastWords = parts[0]!.split(' ');
  const prefixes: string[] = [];
  // Dean, Bishop and similar titles are also first words of last names.
  while (lastWords.length > 1 && /^(?:mrs?|ms|miss|drs?|prof|rev)\.?$/i.test(lastWords[0]!)) prefixes.push(lastWords.shift()!);
  while (lastWords.length > 1 && isPlainSuffix(lastWords.at(-1)!)) suffixes.unshift(lastWords.pop()!);
  const given = parts.slice(1).join(' ').split(' ');
  while (given.length > 1 && isNamePrefix(given[0]!)) prefixes.push(given.shift()!);
  while (given.length > 1 && isNamePrefix(given.at(-1)!)) prefixes.push(given.pop()!);
  while (given.length > 1 && isPlainSuffix(given.at(-1)!)) suffixes.push(given.pop()!);
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
  return isInverted(withoutNickname(text)) ? splitInverted(text) : splitSpoken(tidySpaces(text));
}

const unsplit = (kind: NameKind, last: string): FullName => ({
  ...noPerson(),
  kind,
  last,
  spouseFirst: '',
  spouseMiddle: '',
  spouseLast: '',
});

/**
 * Splits a whole name. Two people become a constituent and a spouse ("Jane and John Smith"). Organizations and
 * households stay unsplit in the last name, so that the checks can show them.
 */
export function splitFullName(text: string): FullName {
  const tidy = tidySpaces(text);
  if (tidy === '') return unsplit('empty', '');
  if (isOrganization(tidy)) return unsplit('organization', tidy);
  if (isHousehold(tidy)) return unsplit('household', tidy);
  const people = splitPeople(tidy);
  if (people === null) return { ...splitPerson(tidy), kind: 'person', spouseFirst: '', spouseMiddle: '', spouseLast: '' };
  return splitCouple(people[0], people[1]);
}

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
  if (isHonorific(left)) {
    // "Mr. & Mrs. John Q. Smith Jr.": the text names only one of the two.
    const person = splitPerson(right);
    return { ...person, prefix: `${left} & ${person.prefix}`.trim(), kind: 'couple', spouseFirst: '', spouseMiddle: '', spouseLast: '' };
  }
  if (isInverted(left) && !isInverted(right) && isHonorific(left.slice(left.indexOf(',') + 1))) {
    // "Smith, Mr. & Mrs. John": the text names only one of the two.
    const person = splitInverted(`${left.slice(0, left.indexOf(','))}, ${right}`);
    const prefix = `${left.slice(left.indexOf(',') + 1).trim()} & ${person.prefix}`.trim();
    return { ...person, prefix, kind: 'couple', spouseFirst: '', spouseMiddle: '', spouseLast: '' };
  }
  if (isInverted(left)) {
    // "Smith, Jane and John" or "Smith, Jane & Doe, John"
    const primary = splitInverted(left);
    const spouse = isInverted(right) ? splitInverted(right) : splitSecond(right);
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
  if (primary.first === '') {
    // "Jane and John Smith": one word before the sign is a first name.
    return {
      ...primary,
      first: primary.last,
      last: spouse.first === '' ? '' : spouse.last,
      suffix: '',
      kind: 'couple',
      spouseFirst: spouse.first === '' ? spouse.last : spouse.first,
      spouseMiddle: spouse.middle,
      spouseLast: spouse.first === '' ? '' : spouse.last,
    };
  }
  if (/^\p{L}\.?$/u.test(primary.last) && spouse.first !== '') {
    // "Jane Q. and John Smith": the initial is a middle name.
    return {
      ...primary,
      middle: tidySpaces(`${primary.middle} ${primary.last}`),
      last: spouse.last,
      kind: 'couple',
      spouseFirst: spouse.first,
      spouseMiddle: spouse.middle,
      spouseLast: spouse.last,
    };
  }
  return {
    ...primary,
    kind: 'couple',
    spouseFirst: spouse.first === '' ? spouse.last : spouse.first,
    spouseMiddle: spouse.middle,
    spouseLast: spouse.first === '' ? primary.last : spouse.last,
  };
}

/** First names of a couple in one cell: "Jane and John". For one person the second is empty. */
export function splitCoupleFirstNames(text: string): { first: string; spouseFirst: string } {
  const tidy = tidySpaces(text);
  const people = splitPeople(tidy);
  if (people === null) return { first: tidy, spouseFirst: '' };
  return { first: withoutTitles(people[0]), spouseFirst: withoutTitles(people[1]) };
}

/** Removes titles before and suffixes after a name: "Dr. Robert", "Smith, Jr.". The last remaining word stays. */
export function withoutTitles(text: string): string {
  const parts = tidySpaces(text).split(' ');
  let from = 0;
  let to = parts.length;
  while (to - from > 1 && isNamePrefix(parts[from]!)) from++;
  while (to - from > 1 && (isPlainSuffix(parts[to - 1]!) || (isNameSuffix(parts[to - 1]!) && parts[to - 2]!.endsWith(',')))) to--;
  if (from === 0 && to === parts.length) return tidySpaces(text);
  return parts.slice(from, to).join(' ').replace(/,+$/, '');
}

/** The last name of "The Smith Family", "Smith Household" or "The Smiths"; empty when there is none. */
export function householdLastName(text: string): string {
  const named = tidySpaces(text.replace(/^the\s+/i, ''));
  const inner = tidySpaces(named.replace(/\s*\b(?:family|families|household|hhd|residence)\b.*$/i, ''));
  if (inner !== named) return beginsWithParticle(inner) ? inner : splitPerson(inner).last;
  return /^the\s+\S+s$/i.test(text) ? inner.replace(/s$/i, '') : '';
}
