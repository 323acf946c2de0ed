/** Searches the values of rows; skips whole row blocks whose bytes cannot contain the text. */
import type { MappingPlan } from '../../../shared/mapping/index.ts';
import { searchForm } from '../../../shared/transforms/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { RecordReader } from './record-reader.ts';

/** Only letters, and more than parsing derives from another text, such as MA from Massachusetts. */
const WORD = /^[a-z]{3,}$/;
/** UTF-8 bytes of an accented letter, and of characters that the search form omits: apostrophes, marks, invisible characters. */
const ACCENTED = '[\\u00c2-\\u00e1\\u00ef][\\u0080-\\u00bf]{1,2}';
const OMITTED = "(?:['`\\u0000-\\u001f\\u007f]|[\\u00c2\\u00ca\\u00cc\\u00cd\\u00e2\\u00ef][\\u0080-\\u00bf]{1,2})*";
/** First bytes of typographic ligatures, which are several letters. */
const LIGATURE = '\\u00ef\\u00ac';

const letter = (plain: string) => `(?:${plain}|${ACCENTED})`;

/** Matches the bytes of every spelling of a word. */
function spellingsOf(word: string): RegExp {
  const parts = (word.match(/ss|ae|./g) ?? []).map((part) =>
    part.length === 1 ? letter(part) : `(?:${letter(part[0]!)}${OMITTED}${letter(part[1]!)}|${ACCENTED})`,
  );
  return new RegExp(`${parts.join(OMITTED)}|${LIGATURE}`, 'i');
}

/** True when the plan builds no value that contains the word without a cell that contains it. */
function keepsWords({ constants, combinations }: MappingPlan, word: string): boolean {
  return (
    constants.every(({ value }) => !searchForm(value).includes(word)) &&
    combinations.every(({ how, separator }) => how === 'firstFilled' || (separator !== '' && !/[a-z]/i.test(separator)))
  );
}

/** Searches the records of rows for the words of a text. */
export class TextSearch {
  private readonly records: RecordReader;
  private readonly words: readonly string[];
  /** Matches a block that may contain the longest word; null to read every record. */
  private readonly pattern: RegExp | null;
  private block: RowBlock | null = null;
  private mayContain = true;

  /** `words`: in their search form (`searchWords`). */
  constructor(records: RecordReader, words: readonly string[]) {
    this.records = records;
    this.words = words;
    const unchanged = words.filter((word) => WORD.test(word) && keepsWords(records.plan, word));
    const longest = unchanged.toSorted((a, b) => b.length - a.length)[0];
    this.pattern = longest === undefined ? null : spellingsOf(longest);
  }

  /** True when each of the words is in some value of the record: first and last name are two values. */
  matches(block: RowBlock, row: number): boolean {
    if (block !== this.block) {
      this.block = block;
      this.mayContain = this.pattern === null || this.pattern.test(block.bytesAsText());
    }
    if (!this.mayContain && !this.records.isCorrected(block.rowNumber(row))) return false;
    const { values } = this.records.of(block, row);
    return this.words.every((word) => values.some((value) => value !== '' && searchForm(value).includes(word)));
  }
}
