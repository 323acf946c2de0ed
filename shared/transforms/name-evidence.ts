/** Uses other cells of the row to decide between several readings of a name. */
import { foldAccents } from './accents.ts';
import type { FullName } from './couples.ts';
import { canBeFirstName, isNamePrefix, isNameSuffix, isPlainSuffix } from './name-words.ts';
import { areFormsOfOneName } from './nicknames.ts';
import { tidySpaces } from './text.ts';

/** Texts of other cells, each empty if the row or the list has none. */
export interface NameEvidence {
  readonly email: string;
  /** "Dear Rhea", "Ms. Castellan". */
  readonly salutation: string;
  readonly suffix: string;
  /** A title before a name, or a job title: "Mr.", "Dean of Students". */
  readonly title: string;
  /** The last name of the spouse, or the spouse's whole name. */
  readonly spouse: string;
  readonly id: string;
}

/** One way to read the words of a name. */
interface Reading {
  readonly first: string;
  readonly middle: string;
  readonly last: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** With at least this score, the other cells decide. */
const SURE = 2;
const HINT = 1;

const letters = (text: string): string => foldAccents(text).toLowerCase().replace(/[^a-z]/g, ''); // prettier-ignore
const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** True for a name with several possible readings. Initials, and two words without doubt, have only one. */
const isOpen = ({ kind, doubt, middle, prefix, suffix, first, last }: FullName): boolean =>
  kind === 'person' &&
  last !== '' &&
  first !== '' &&
  doubt !== 'firm' &&
  doubt !== 'remark' &&
  (doubt !== '' || wordsOf(middle).some((word) => letters(word).length > 1) || canBeFirstName(prefix) || wordsOf(suffix).some(isDoubtful));

const isDoubtful = (word: string): boolean => isNameSuffix(word) && !isPlainSuffix(word);

/** All readings of the words, the given one first. */
function readingsOf(name: FullName): readonly Reading[] {
  const { first, middle, last, prefix, suffix } = name;
  const titles = wordsOf(prefix);
  const degrees = wordsOf(suffix);
  const core = [first, ...wordsOf(middle), ...wordsOf(last)];
  const withTitle = titles.length === 1 && canBeFirstName(titles[0]!) ? [[titles[0]!, ...core]] : [];
  const withoutTitle = name.doubt === 'title' ? [core.slice(1)] : [];
  const withDegree = degrees.length === 1 && isDoubtful(degrees[0]!) ? [[...core, degrees[0]!]] : [];
  const withoutDegree = name.doubt === 'degree' ? [core.slice(0, -1)] : [];
  const found: Reading[] = [name];
  for (const list of [core, ...withTitle, ...withoutTitle, ...withDegree, ...withoutDegree]) {
    const others = {
      prefix: withoutTitle.includes(list) ? core[0]! : withTitle.includes(list) ? '' : prefix,
      suffix: withoutDegree.includes(list) ? core.at(-1)! : withDegree.includes(list) ? '' : suffix,
    };
    for (let from = 1; from < list.length; from++)
      found.push({ ...others, first: list[0]!, middle: list.slice(1, from).join(' '), last: list.slice(from).join(' ') });
    if (list.length === 1) found.push({ ...others, first: '', middle: '', last: list[0]! });
    if (name.doubt === 'order') found.push({ ...others, first: list[1]!, middle: list.slice(2).join(' '), last: list[0]! });
  }
  return found;
}

/** Scores how well an email address fits a reading: "rhea.castellan", "rcastellan", "castellanr". */
function byEmail({ first, middle, last }: Reading, email: string): number {
  const local = foldAccents(email.slice(0, email.indexOf('@'))).toLowerCase().replace(/\+.*$/, ''); // prettier-ignore
  const parts = local.split(/[._-]+/).map(letters).filter((part) => part !== ''); // prettier-ignore
  const [f, m, l] = [letters(first), letters(middle), letters(last)];
  if (parts.length === 0 || f === '' || l.length < 2) return 0;
  const whole = parts.join('');
  const initial = f.slice(0, 1);
  const before = [f, initial, f + m.slice(0, 1), initial + m.slice(0, 1), f + m];
  if (parts.length > 1 && parts.at(-1) === l && before.includes(parts.slice(0, -1).join(''))) return SURE;
  if (parts.length > 1 && parts.slice(1).join('') === l && before.includes(parts[0]!)) return SURE;
  if (before.some((given) => whole === given + l)) return SURE;
  return whole === l + f || whole === l + initial ? HINT : 0;
}

/** Scores how well a salutation fits a reading: "Dear Rhea," has the first name, "Ms. Castellan" the last name. */
function bySalutation({ first, middle, last }: Reading, salutation: string): number {
  const text = tidySpaces(salutation.replace(/^\s*(?:dear|hello|hi)\s+/i, '').replace(/[,:;!\s]+$/, ''));
  if (/&|\band\b/i.test(text)) return 0;
  const words = wordsOf(text);
  // "Judge Harmon" can be either.
  if (words.length > 1 && canBeFirstName(words[0]!)) return 0;
  const titled = words.length > 1 && isNamePrefix(words[0]!);
  const named = letters((titled ? words.slice(1) : words).join(' '));
  if (named === '') return 0;
  const [f, m, l] = [letters(first), letters(middle), letters(last)];
  if (named === f + l || named === f + m + l) return words.length > 1 ? SURE : 0;
  if (titled) return named === l ? SURE : 0;
  return f !== '' && (named === f || named === f + m || areFormsOfOneName(named, f)) ? SURE : 0;
}

function scoreOf(reading: Reading, { email, salutation, suffix, spouse, id }: NameEvidence): number {
  const last = letters(reading.last);
  let score = 0;
  if (email.includes('@')) score += byEmail(reading, email);
  if (salutation !== '') score += bySalutation(reading, salutation);
  if (suffix !== '' && reading.suffix !== '' && letters(suffix) === letters(reading.suffix)) score += SURE;
  const others = wordsOf(tidySpaces(spouse).replace(/[^\p{L}\s'’-]/gu, ''));
  const own = wordsOf(reading.last).length;
  // Two equal words are stronger evidence than only the last one.
  if (others.length > 0 && letters(others.slice(-own).join(' ')) === last) score += SURE + (own > 1 ? HINT : 0);
  const code = /^[a-z]{4,}/i.exec(id)?.[0] ?? '';
  if (code !== '' && last.startsWith(letters(code))) score += HINT;
  return score;
}

/** Uses a title: "Dean of Students" shows that Dean is not a first name, and "Mr." that it is. Null if the title shows nothing. */
function byTitle(name: FullName, title: string): FullName | null {
  const word = wordsOf(title)[0] ?? '';
  if (name.doubt !== 'title' || word === '') return null;
  if (letters(word) !== letters(name.first)) return isNamePrefix(word) ? { ...name, doubt: '' } : null;
  const [first = '', ...middle] = wordsOf(name.middle);
  return { ...name, prefix: name.first, first, middle: middle.join(' '), doubt: '' };
}

/**
 * Chooses the reading of a name that best fits the other cells of its row. They take precedence over word order and name statistics, but
 * only if one reading fits better than all others. The chosen reading has no doubt.
 */
export function settleName(name: FullName, evidence: () => NameEvidence): FullName {
  if (!isOpen(name)) return name;
  const texts = evidence();
  if (Object.values(texts).every((text) => text === '')) return name;
  const titled = byTitle(name, texts.title);
  if (titled !== null) return titled;
  const readings = readingsOf(name);
  const scores = readings.map((reading) => scoreOf(reading, texts));
  const best = Math.max(...scores);
  const same = readings.filter((_, at) => scores[at] === best);
  const isSame = (reading: Reading): boolean => same.every(({ first, last }) => first === reading.first && last === reading.last);
  if (best < SURE && (best < HINT || name.doubt === '')) return name;
  if (scores[0] === best) return isSame(name) ? { ...name, doubt: '' } : name;
  const chosen = same[0]!;
  return isSame(chosen) ? { ...name, ...chosen, doubt: '' } : name;
}
