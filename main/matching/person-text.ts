/** The text with which a user searches for one person everywhere: words of a name, an ID or an address, or the digits of a number. */
import { searchForm, searchWords } from '../../shared/transforms/index.ts';

/** Numbers with any separators: a phone number, or an ID. */
const DIGITS = /^[\d\s().+/-]+$/;
/** Fewer digits appear in too many values. */
const FEWEST_DIGITS = 7;
/** An identifier that a program made up. By chance, it contains almost any short word of its characters. */
const MADE_UP_ID = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i;
const FEWEST_ID_CHARACTERS = 8;
const US_NUMBER = /^1(?=\d{10}$)/;

export class PersonText {
  /** Words in the form for searching. For a number: one word with its digits. */
  readonly words: readonly string[];
  private readonly isNumber: boolean;

  constructor(text: string) {
    const digits = text.replace(/\D/g, '');
    this.isNumber = DIGITS.test(text) && digits.length >= FEWEST_DIGITS;
    this.words = this.isNumber ? [digits.replace(US_NUMBER, '')] : searchWords(text);
  }

  /**
   * True if each word is in one of the values; first and last name are separate values. A number is found in any notation, and a UUID by a
   * word of eight characters or more.
   */
  in(values: Iterable<string>): boolean {
    const left = new Set(this.words);
    for (const value of values) {
      if (value === '') continue;
      const form = this.isNumber ? value.replace(/\D/g, '') : searchForm(value);
      const fewest = MADE_UP_ID.test(value.trim()) ? FEWEST_ID_CHARACTERS : 0;
      for (const word of left) if (word.length >= fewest && form.includes(word)) left.delete(word);
      if (left.size === 0) return this.words.length > 0;
    }
    return false;
  }
}

/** All texts within a JSON value. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsIn(part);
}
