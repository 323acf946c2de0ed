/** Searches the values of rows. Skips row blocks whose bytes cannot contain the text. */
import { FIELDS, type FieldKey, type FieldType, fieldsOf } from '../../../shared/fields/index.ts';
import type { MappingPlan } from '../../../shared/mapping/index.ts';
import { searchForm } from '../../../shared/transforms/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { RecordReader } from './record-reader.ts';

/** Only letters, and too long to be derived from another text by parsing, as MA is from Massachusetts. */
const WORD = /^[a-z]{3,}$/;
/** Letters with digits or signs, as in IDs and addresses. Parsing never derives these from another text. */
const MIXED = /^(?=.*[a-z@])[a-z0-9@._/#&+-]{3,}$/;
/** Digits, and the signs used in numbers, dates and phone numbers. */
const NUMBER = /^[0-9().+/-]+$/;
/** A part of a date in the form that values have: 2024-03-12. */
const PART_OF_DATE = /^\d{0,4}(?:-\d{0,2}(?:-\d{0,2})?)?$/;
/** Almost every block contains shorter numbers, so skipping blocks is not worthwhile. */
const FEWEST_DIGITS = 4;

/** UTF-8 bytes of an accented letter, and of characters that the search form omits: apostrophes, marks, invisible characters. */
const ACCENTED = '[\\u00c2-\\u00e1\\u00ef][\\u0080-\\u00bf]{1,2}';
const OMITTED = "(?:['`\\u0000-\\u001f\\u007f]|[\\u00c2\\u00ca\\u00cc\\u00cd\\u00e2\\u00ef][\\u0080-\\u00bf]{1,2})*";
/** UTF-8 bytes of any other form of a digit or sign, such as full width. */
const OTHER_FORM = '[\\u00c2-\\u00f4][\\u0080-\\u00bf]{1,3}';
/** First bytes of characters that stand for several letters, digits or signs: ligatures, fractions, circled numbers, and rare alphabets. */
const SEVERAL =
  /\u00c2[\u00bc-\u00be]|\u00c4[\u00b2\u00b3]|\u00c5\u0089|\u00c7[\u0084-\u008c\u00b1-\u00b3]|\u00e2(?:\u0080[\u00a4-\u00a6]|[\u0084\u0085\u0091-\u0093])|\u00e3[\u0088-\u008f]|\u00ef[\u00ac\u00b7]|\u00f0/;
/** Parsing rounds numbers with at least this many decimals. */
const ROUNDED_DECIMALS = 5;

const letter = (plain: string) => `(?:${plain}|${ACCENTED})`;
const sign = (plain: string) => `(?:${/[a-z0-9]/.test(plain) ? plain : `\\u00${plain.charCodeAt(0).toString(16)}`}|${OTHER_FORM})`;
const character = (plain: string) => (/[a-z]/.test(plain) ? letter(plain) : sign(plain));

/** Matches the bytes of every spelling of a word. */
export function spellingsOf(word: string): RegExp {
  const parts = (word.match(/ss|ae|./g) ?? []).map((part) =>
    part.length === 1 ? character(part) : `(?:${letter(part[0]!)}${OMITTED}${letter(part[1]!)}|${ACCENTED})`,
  );
  return new RegExp(parts.join(OMITTED), 'i');
}

/** Matches the bytes of cells from which parsing can make a value that contains this number. Parsing can add zeros at its ends. */
const numberOf = (digits: string): RegExp => new RegExp(Array.from(digits, sign).join('[^0-9]{0,8}'));

/** True when every value with the word comes from a cell that contains the word, and is not composed by the plan. */
function keepsWords({ constants, combinations }: MappingPlan, word: string): boolean {
  const isJoined = WORD.test(word) ? /[^a-z]/i : /[\s,;]/;
  return (
    constants.every(({ value }) => !searchForm(value).includes(word)) &&
    combinations.every(({ how, separator }) => how === 'firstFilled' || (isJoined.test(separator) && !/[a-z]/i.test(separator)))
  );
}

const keysOf = (...types: readonly FieldType[]) => new Set(FIELDS.filter(({ type }) => types.includes(type)).map(({ key }) => key));
const DATES: ReadonlySet<FieldKey> = keysOf('date');
const NUMBERS: ReadonlySet<FieldKey> = keysOf('amount', 'count');

/** Fields in which parsing removes spaces and separators. */
const TIGHT: ReadonlySet<FieldKey> = new Set([...DATES, ...NUMBERS, ...fieldsOf({ kind: 'postalCode' })]);

/** True when a column contains a number that parsing rounds because it has many decimals or an exponent. */
function isRounded(block: RowBlock, columns: readonly number[]): boolean {
  const { bytes } = block;
  for (const column of columns) {
    if (column >= block.columnCount) continue;
    for (let row = 0; row < block.rowCount; row++) {
      let decimals = -1;
      for (let at = block.cellStart(row, column), end = block.cellEnd(row, column); at < end; at++) {
        const byte = bytes[at]!;
        if (byte === 0x2e || byte === 0x2c) decimals = 0;
        else if (byte < 0x30 || byte > 0x39) {
          decimals = -1;
          // The letter e, as in 1.5E-3.
          if ((byte | 0x20) === 0x65) return true;
        } else if (decimals >= 0 && ++decimals === ROUNDED_DECIMALS) return true;
      }
    }
  }
  return false;
}

/** Returns whether a block may contain a word. */
type BlockTest = (block: RowBlock) => boolean;

/** Null for a word that can only be found by reading the records. */
function testOf(word: string, plan: MappingPlan, mapper: RecordReader['mapper']): BlockTest | null {
  if (!keepsWords(plan, word)) return null;
  if (WORD.test(word) || MIXED.test(word)) {
    const spellings = spellingsOf(word);
    return (block) => spellings.test(block.bytesAsText());
  }
  if (!NUMBER.test(word) || plan.constants.some(({ value }) => /\d/.test(value))) return null;
  if (plan.combinations.some(({ how, field }) => how === 'join' && TIGHT.has(field))) return null;
  if (PART_OF_DATE.test(word) && mapper.fields.some((field) => DATES.has(field))) return null;
  const digits = word.replace(/\D/g, '').replace(/^0+|0+$/g, '');
  if (digits.length < FEWEST_DIGITS) return null;
  const number = numberOf(digits);
  const columns = mapper.fields.filter((field) => NUMBERS.has(field)).flatMap((field) => mapper.columnsOf(field));
  return (block) => number.test(block.bytesAsText()) || isRounded(block, columns);
}

/** Searches the records of rows for all words of a text. */
export class TextSearch {
  private readonly records: RecordReader;
  private readonly words: readonly string[];
  private readonly tests: readonly BlockTest[];
  private block: RowBlock | null = null;
  private isPossible = true;

  /** `words`: in search form (`searchWords`). */
  constructor(records: RecordReader, words: readonly string[]) {
    this.records = records;
    this.words = words;
    this.tests = words.toSorted((a, b) => b.length - a.length).flatMap((word) => testOf(word, records.plan, records.mapper) ?? []);
  }

  /** False for a block in which only corrected rows can match. */
  mayMatch(block: RowBlock): boolean {
    if (block !== this.block) {
      this.block = block;
      this.isPossible = this.tests.every((test) => test(block)) || SEVERAL.test(block.bytesAsText());
    }
    return this.isPossible;
  }

  /** True when each word is in some value of the record. The words can be in different values, such as first and last name. */
  matches(block: RowBlock, row: number): boolean {
    if (!this.mayMatch(block) && !this.records.isCorrected(block.rowNumber(row))) return false;
    const { values } = this.records.of(block, row);
    return this.words.every((word) => values.some((value) => value !== '' && searchForm(value).includes(word)));
  }
}
