/**
 * 64-bit hashes of the match keys (`match-keys.ts`). Because a list has millions of keys, they are computed without building the text of
 * the key. `hashOf` of that text gives the same hash. Two of four million different keys share a hash in about one of two million lists.
 */
import { FIELD_INDEX, type FieldKey } from '../fields/index.ts';
import { type MappedRecord, type MappedTexts, VALIDITY, comparedValues } from '../mapping/index.ts';
import { isMadeUpAddress } from '../transforms/index.ts';
import {
  FIRST_LETTERS,
  idKey,
  isWholeZip,
  identifiesPerson,
  plain,
  STREET_LETTERS,
  STREET_WORDS,
  streetKey,
  ZIP_DIGITS,
  zipKey,
} from './match-keys.ts';

const F = FIELD_INDEX;

/** The keys that a row can have, with their index in `halves`. */
export const SLOT = { id: 0, email: 1, otherEmail: 2, household: 3, spouse: 4, name: 5, spouseName: 6 } as const;
export const SLOTS = 7;

/** The kind of key in each slot, as in the prefixes of `personKeys`. Only keys of the same kind are compared. */
export const SLOT_KINDS = ['i', 'e', 'e', 'h', 'h', 'n', 'n'] as const;
export type KeyKind = (typeof SLOT_KINDS)[number];

const bits = (...slots: number[]) => slots.reduce((all, slot) => all | (1 << slot), 0);
/** Slots as bits. */
export const SLOT_BITS = {
  id: bits(SLOT.id),
  emails: bits(SLOT.email, SLOT.otherEmail),
  households: bits(SLOT.household, SLOT.spouse),
  names: bits(SLOT.name, SLOT.spouseName),
} as const;

const PERSON = ['postalCode', 'primaryLast', 'primaryFirst', 'spouseFirst', 'spouseLast'] as const satisfies readonly FieldKey[];
/** The fields that the keys are built from. */
export const SLOT_FIELDS: Readonly<Record<keyof typeof SLOT_BITS, readonly FieldKey[]>> = {
  id: ['constituentId'],
  emails: ['personalEmail', 'businessEmail'],
  households: [...PERSON, 'street'],
  names: PERSON,
};

/** The values from which the keys of a row are computed. Without `classes`, the form of email addresses is tested. */
type KeyedRecord = MappedTexts & Partial<Pick<MappedRecord, 'classes'>>;

/** A hash as two signed 32-bit numbers. */
export interface Hash64 {
  readonly a: number;
  readonly b: number;
}

const START_A = 0x811c_9dc5 | 0;
const START_B = 0x9747_b28c | 0;
const ALL = Number.POSITIVE_INFINITY;
const BAR = 124;

/** Hashes a text character by character; after `end`, `a` and `b` are the hash. */
class Digest {
  a = START_A;
  b = START_B;

  begin(kind: KeyKind): void {
    this.a = START_A;
    this.b = START_B;
    this.sign(kind.charCodeAt(0));
    this.sign(58);
  }

  sign(code: number): void {
    this.a = Math.imul(this.a ^ code, 0x0100_0193);
    const b = Math.imul(this.b ^ code, 0x5bd1_e995);
    this.b = b ^ (b >>> 13);
  }

  text(text: string): void {
    let { a, b } = this;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 0x0100_0193);
      b = Math.imul(b ^ code, 0x5bd1_e995);
      b ^= b >>> 13;
    }
    this.a = a;
    this.b = b;
  }

  /** Mixes the bits, so that similar texts get unrelated hashes. */
  end(): void {
    let { a, b } = this;
    a = Math.imul(a ^ (a >>> 16), 0x85eb_ca6b);
    a ^= a >>> 13;
    b = Math.imul(b ^ (b >>> 15), 0xc2b2_ae35);
    b ^= b >>> 16;
    this.a = a;
    this.b = b;
  }
}

export function hashOf(kind: KeyKind, key: string): Hash64 {
  const digest = new Digest();
  digest.begin(kind);
  digest.text(key);
  digest.end();
  return { a: digest.a, b: digest.b };
}

const isLetter = (code: number) => code >= 97 && code <= 122;

/** A word of letters as a number. Different words of the table have different numbers. */
const wordNumber = (word: string) => codesOf(word).reduce((sum, code) => Math.imul(sum, 31) + code, 0) | 0;
const ABBREVIATIONS = new Map(
  Object.entries(STREET_WORDS).map(([word, short]) => [wordNumber(word), { word: codesOf(word), short: codesOf(short) }]),
);
const LONGEST_WORD = Math.max(...Object.keys(STREET_WORDS).map((word) => word.length));

/** Special values in `LATIN`: the plain form has no character, or several. */
const NOTHING = 0;
const UNUSUAL = 1;
/** The plain form of the letters of European languages: é is e, Ø is ø. */
const LATIN = Uint16Array.from({ length: 0x250 }, (_, code) => {
  const form = plain(String.fromCharCode(code));
  if (form.length > 1) return UNUSUAL;
  return form === '' ? NOTHING : form.charCodeAt(0);
});

function codesOf(text: string): Uint16Array {
  return Uint16Array.from(text, (letter) => letter.charCodeAt(0));
}

/**
 * Computes the hashes of single rows. `halves` holds the hashes of the last row, two numbers per slot.
 */
export class MatchKeyHasher {
  readonly halves = new Int32Array(SLOTS * 2);
  private readonly digest = new Digest();
  private readonly codes = new Uint16Array(2048);
  private length = 0;

  /** Computes the hashes of the wanted slots, and returns the slots that the row has, as bits of `SLOT_BITS`. */
  hashes(record: KeyedRecord, wanted: number): number {
    let present = 0;
    if ((wanted & SLOT_BITS.id) !== 0) present |= this.id(record);
    if ((wanted & SLOT_BITS.emails) !== 0) present |= this.emails(record);
    if ((wanted & SLOT_BITS.households) !== 0) present |= this.households(record);
    if ((wanted & SLOT_BITS.names) !== 0) present |= this.names(record);
    return present;
  }

  private keep(slot: number): number {
    const { digest, halves } = this;
    digest.end();
    halves[slot * 2] = digest.a;
    halves[slot * 2 + 1] = digest.b;
    return 1 << slot;
  }

  private id(record: MappedTexts): number {
    const id = idKey(record);
    if (id === '') return 0;
    this.digest.begin('i');
    this.digest.text(id);
    return this.keep(SLOT.id);
  }

  private emails(record: KeyedRecord): number {
    const { halves } = this;
    const personal = this.email(record, F.personalEmail, SLOT.email);
    if (personal === 0) return this.email(record, F.businessEmail, SLOT.email);
    const business = this.email(record, F.businessEmail, SLOT.otherEmail);
    if (business === 0) return personal;
    const same = halves[SLOT.email * 2] === halves[SLOT.otherEmail * 2] && halves[SLOT.email * 2 + 1] === halves[SLOT.otherEmail * 2 + 1];
    return same ? personal : personal | business;
  }

  private email({ values, classes }: KeyedRecord, field: number, slot: number): number {
    const address = values[field]!;
    if (address.length === 0) return 0;
    // Parsing has proven the form of nearly all addresses.
    const isProven = classes !== undefined && (classes[field]! & VALIDITY.proven) !== 0;
    if (isProven ? isMadeUpAddress(address, address.indexOf('@')) : !identifiesPerson(address)) return 0;
    const { digest } = this;
    digest.begin('e');
    let { a, b } = digest;
    for (let i = 0; i < address.length; i++) {
      let code = address.charCodeAt(i);
      if (code > 127) return this.unusualEmail(address, slot);
      if (code >= 65 && code <= 90) code += 32;
      a = Math.imul(a ^ code, 0x0100_0193);
      b = Math.imul(b ^ code, 0x5bd1_e995);
      b ^= b >>> 13;
    }
    digest.a = a;
    digest.b = b;
    return this.keep(slot);
  }

  /** The slow path for addresses with non-ASCII characters. Builds the text. */
  private unusualEmail(address: string, slot: number): number {
    this.digest.begin('e');
    this.digest.text(address.toLowerCase());
    return this.keep(slot);
  }

  /** Adds the character codes in the buffer to the digest. */
  private take(): void {
    const { codes, length, digest } = this;
    let { a, b } = digest;
    for (let at = 0; at < length; at++) {
      const code = codes[at]!;
      a = Math.imul(a ^ code, 0x0100_0193);
      b = Math.imul(b ^ code, 0x5bd1_e995);
      b ^= b >>> 13;
    }
    digest.a = a;
    digest.b = b;
  }

  /** Adds at most `most` characters of the plain form of a text; false when it is empty. */
  private plain(text: string, most: number): boolean {
    const { digest } = this;
    let { a, b } = digest;
    let taken = 0;
    for (let at = 0; at < text.length && taken < most; at++) {
      let code = text.charCodeAt(at);
      if (code >= 65 && code <= 90) code += 32;
      else if (code > 127) {
        code = code < LATIN.length ? LATIN[code]! : UNUSUAL;
        if (code === UNUSUAL) return this.plainText(plain(text).slice(0, most));
        if (code === NOTHING) continue;
      } else if (!isLetter(code) && (code < 48 || code > 57)) continue;
      a = Math.imul(a ^ code, 0x0100_0193);
      b = Math.imul(b ^ code, 0x5bd1_e995);
      b ^= b >>> 13;
      taken += 1;
    }
    digest.a = a;
    digest.b = b;
    return taken > 0;
  }

  /** Adds the key of a ZIP; false when it is empty. Complete ZIPs, which are nearly all, need no text. */
  private zip(postalCode: string): boolean {
    return isWholeZip(postalCode) ? this.plain(postalCode, ZIP_DIGITS) : this.plainText(zipKey(postalCode));
  }

  private plainText(text: string): boolean {
    this.digest.text(text);
    return text !== '';
  }

  /** Adds the key of a street; false when it is empty. */
  private street(street: string): boolean {
    if (street.length === 0) return false;
    const { codes } = this;
    let length = 0;
    let word = 0;
    let number = 0;
    for (let at = 0; at < street.length; at++) {
      let code = street.charCodeAt(at);
      if (code > 127 || length > codes.length - LONGEST_WORD) return this.plainText(streetKey(street));
      if (code >= 65 && code <= 90) code += 32;
      if (isLetter(code)) {
        codes[length++] = code;
        number = Math.imul(number, 31) + code;
        continue;
      }
      if (length > word) length = this.shortened(word, length, number);
      if (code >= 48 && code <= 57) codes[length++] = code;
      word = length;
      number = 0;
      if (length >= STREET_LETTERS) break;
    }
    if (length > word) length = this.shortened(word, length, number);
    this.length = Math.min(length, STREET_LETTERS);
    this.take();
    return length > 0;
  }

  /** Replaces the word between two positions of the buffer by its abbreviation, if any; returns its end. */
  private shortened(from: number, to: number, number: number): number {
    if (to - from > LONGEST_WORD) return to;
    const found = ABBREVIATIONS.get(number | 0);
    if (found === undefined || found.word.length !== to - from) return to;
    const { codes } = this;
    for (let at = 0; at < found.word.length; at++) if (codes[from + at] !== found.word[at]) return to;
    codes.set(found.short, from);
    return from + found.short.length;
  }

  private households({ values }: MappedTexts): number {
    const { digest } = this;
    digest.begin('h');
    if (!this.zip(values[F.postalCode]!)) return 0;
    digest.sign(BAR);
    if (!this.street(values[F.street]!)) return 0;
    digest.sign(BAR);
    const { a, b } = digest;
    if (!this.plain(values[F.primaryLast]!, ALL)) return 0;
    digest.sign(BAR);
    this.plain(values[F.primaryFirst]!, FIRST_LETTERS);
    const own = this.keep(SLOT.household);
    return this.spouse(values, a, b, SLOT.spouse) ? this.unlessSame(SLOT.household, SLOT.spouse) : own;
  }

  /** Completes the key of the spouse, after the part that both keys share; false without a spouse. */
  private spouse(values: readonly string[], a: number, b: number, slot: number): boolean {
    const { digest } = this;
    const first = values[F.spouseFirst]!;
    if (first === '') return false;
    digest.a = a;
    digest.b = b;
    const last = this.plain(values[F.spouseLast]!, ALL) || this.plain(values[F.primaryLast]!, ALL);
    if (!last) return false;
    digest.sign(BAR);
    if (!this.plain(first, FIRST_LETTERS)) return false;
    this.keep(slot);
    return true;
  }

  private unlessSame(slot: number, other: number): number {
    const { halves } = this;
    const same = halves[slot * 2] === halves[other * 2] && halves[slot * 2 + 1] === halves[other * 2 + 1];
    return same ? 1 << slot : (1 << slot) | (1 << other);
  }

  private names({ values }: MappedTexts): number {
    const { digest } = this;
    digest.begin('n');
    if (!this.zip(values[F.postalCode]!)) return 0;
    digest.sign(BAR);
    const { a, b } = digest;
    let present = 0;
    if (this.plain(values[F.primaryLast]!, ALL)) {
      digest.sign(BAR);
      if (this.plain(values[F.primaryFirst]!, FIRST_LETTERS)) present |= this.keep(SLOT.name);
    }
    return this.spouse(values, a, b, SLOT.spouseName) ? present | (1 << SLOT.spouseName) : present;
  }
}

/** The hash of all values of a record, ignoring the letter case of email addresses. */
export function recordHash({ values }: MappedTexts): Hash64 {
  const digest = new Digest();
  digest.begin('i');
  for (const value of comparedValues(values)) {
    digest.text(value);
    digest.sign(31);
  }
  digest.end();
  return { a: digest.a, b: digest.b };
}
