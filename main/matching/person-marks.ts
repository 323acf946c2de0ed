/** Finds what names one person in a text that somebody typed, and removes it. */
import { searchForm, withoutExtension } from '../../shared/transforms/index.ts';
import type { PersonText } from './person-text.ts';

/** Replaces what named a person. */
const MARK = '[erased]';
/** Used instead if the text would otherwise become longer than allowed. */
const SHORT_MARK = '…';
/** The smallest maximum length of a text that can be typed. */
const SHORTEST_LIMIT = 60;

/** A word, without a possessive 's. */
const TOKEN = /[\p{L}\p{N}\p{M}]+(?:['`’‘ʼ](?!s\b)[\p{L}\p{N}\p{M}]+)*/gu;
/** Digits, with the separators of phone numbers between them. */
const NUMBER = /\d(?:[\s().+/-]{0,3}\d){6,}/g;
const FEWEST_DIGITS = 7;
const FEWEST_DIGITS_OF_ID = 5;
const SHORTEST_ID = 3;
const SHORTEST_STREET = 6;
/** A searched word that is shorter does not match the beginning of longer words. */
const SHORTEST_STEM = 4;
/** With more letters after the stem, it is a different word. */
const LONGEST_ENDING = 2;
/** The longest text between the words of a name, such as ", " or ". ". */
const LONGEST_GAP = 3;

/** What the rows of one person say about them. IDs, emails, streets and numbers are unchanged. */
export interface PersonForms {
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly ids: readonly string[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly streets: readonly string[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}
interface Token extends Span {
  readonly form: string;
}

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({ form: searchForm(word), start: index, end: index + word.length }));
const formsOf = (text: string): string[] => tokensOf(text).map(({ form }) => form);
const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

/** Matches the whole text, ignoring case, with any white space between words. */
function literal(text: string): RegExp {
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${words.join(String.raw`\s+`)}(?![\p{L}\p{N}])`, 'giu');
}

/** A very short ID appears in many texts that do not mean it. */
const isTelling = (id: string): boolean => /\d/.test(id) && id.length >= SHORTEST_ID && (/\D/.test(id) || id.length >= FEWEST_DIGITS_OF_ID);

export class PersonMarks {
  private readonly names: readonly (readonly [readonly string[], readonly string[]])[];
  private readonly literals: readonly RegExp[];
  private readonly numbers: readonly string[];
  private readonly searched: PersonText;

  constructor({ first, last, ids, emails, phones, streets }: PersonForms, searched: PersonText) {
    const isWhole = (words: readonly string[]) => words.some((word) => word.length > 1);
    const [firsts, lasts] = [first.map(formsOf).filter(isWhole), last.map(formsOf).filter(isWhole)];
    this.names = firsts.flatMap((one) => lasts.flatMap((other) => [[one, other] as const, [other, one] as const]));
    this.literals = [
      ...ids.filter(isTelling),
      ...emails.filter((email) => email.includes('@')),
      ...streets.filter((street) => /\d/.test(street) && /\p{L}/u.test(street) && street.length >= SHORTEST_STREET),
    ].map(literal);
    this.numbers = phones.map((phone) => digitsOf(withoutExtension(phone))).filter((digits) => digits.length >= FEWEST_DIGITS);
    this.searched = searched;
  }

  /** True if the text contains the person's whole name, an ID, an email address, a phone number or a street. */
  areIn(text: string): boolean {
    return this.spans(text).length > 0;
  }

  /** True if the text contains every searched word. It may mean somebody else. */
  mayBeIn(text: string): boolean {
    const tokens = tokensOf(text);
    return this.searched.words.length > 0 && this.searched.words.every((word) => this.searchedSpans(text, tokens, word).length > 0);
  }

  /** The text with marks instead of what names the person. If it contains all searched words, these are replaced, too. */
  without(text: string): string {
    const spans = this.erasedSpans(text);
    const marked = replaced(text, spans, MARK);
    return marked.length > Math.max(text.length, SHORTEST_LIMIT) ? replaced(text, spans, SHORT_MARK) : marked;
  }

  /** The position of the first mark of `without`; 0 if there is none. */
  placeIn(text: string): number {
    const all = this.erasedSpans(text);
    return all.length === 0 ? 0 : Math.min(...all.map(({ start }) => start));
  }

  private erasedSpans(text: string): Span[] {
    const tokens = tokensOf(text);
    const words = this.mayBeIn(text) ? this.searched.words.flatMap((word) => this.searchedSpans(text, tokens, word)) : [];
    return [...this.spans(text), ...words];
  }

  private spans(text: string): Span[] {
    const tokens = tokensOf(text);
    return [
      ...this.names.flatMap(([one, other]) => nameSpans(text, tokens, one, other)),
      ...this.literals.flatMap((pattern) => [...text.matchAll(pattern)].map(spanOf)),
      ...this.numbers.flatMap((digits) => numberSpans(text, digits)),
    ];
  }

  private searchedSpans(text: string, tokens: readonly Token[], word: string): Span[] {
    if (/^\d+$/.test(word) && word.length >= FEWEST_DIGITS) return numberSpans(text, word);
    if (!/^[\p{L}\p{N}]+$/u.test(word)) return [...text.matchAll(literal(word))].map(spanOf);
    const isWord = ({ form }: Token) =>
      form === word || (word.length >= SHORTEST_STEM && form.startsWith(word) && form.length <= word.length + LONGEST_ENDING);
    return tokens.filter(isWord);
  }
}

const spanOf = ({ 0: found, index }: RegExpExecArray): Span => ({ start: index, end: index + found.length });

const numberSpans = (text: string, digits: string): Span[] =>
  [...text.matchAll(NUMBER)].filter(({ 0: found }) => found.replace(/\D/g, '').includes(digits)).map(spanOf);

/** The two parts of a name in order, with at most one word between them, such as a middle name. */
function nameSpans(text: string, tokens: readonly Token[], one: readonly string[], other: readonly string[]): Span[] {
  const isAt = (at: number, words: readonly string[]) =>
    at + words.length <= tokens.length && words.every((word, of) => tokens[at + of]!.form === word);
  const isNear = (from: number, to: number) => {
    for (let at = from; at < to; at++) if (tokens[at + 1]!.start - tokens[at]!.end > LONGEST_GAP) return false;
    return true;
  };
  const spans: Span[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!isAt(at, one)) continue;
    for (const next of [at + one.length, at + one.length + 1]) {
      const last = next + other.length - 1;
      if (!isAt(next, other) || !isNear(at, last)) continue;
      spans.push({ start: tokens[at]!.start, end: tokens[last]!.end });
      break;
    }
  }
  return spans;
}

/** Adjacent words of a name get only one mark. */
function replaced(text: string, spans: readonly Span[], mark: string): string {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && /^[\s,.]*$/.test(text.slice(last.end, start))) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  let result = '';
  let done = 0;
  for (const { start, end } of merged) {
    result += text.slice(done, start) + mark;
    done = end;
  }
  return result + text.slice(done);
}
