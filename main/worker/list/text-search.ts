/** Which rows have what a person looks for in their values, over a list of a million: a block that cannot hold it is passed over whole. */
import type { MappingPlan } from '../../../shared/mapping/plan.ts';
import { searchForm } from '../../../shared/transforms/accents.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { RecordReader } from './record-reader.ts';

/** Letters alone, and so many that reading does not make them of something else, as it makes MA of Massachusetts. */
const WORD = /^[a-z]{3,}$/;
/** The bytes of a letter with an accent, and of what may stand between letters and is not searched: apostrophes, marks, signs that are not seen. */
const ACCENTED = '[\\u00c2-\\u00e1\\u00ef][\\u0080-\\u00bf]{1,2}';
const BETWEEN = "(?:['`\\u0000-\\u001f\\u007f]|[\\u00c2\\u00ca\\u00cc\\u00cd\\u00e2\\u00ef][\\u0080-\\u00bf]{1,2})*";
/** Ligatures of printers stand for two letters and more. */
const PRINTED = '\\u00ef\\u00ac';

const letter = (sign: string) => `(?:${sign}|${ACCENTED})`;

/** Finds the bytes of a word in whatever way it may be written. */
function writtenAs(word: string): RegExp {
  const parts = (word.match(/ss|ae|./g) ?? []).map((part) =>
    part.length === 1 ? letter(part) : `(?:${letter(part[0]!)}${BETWEEN}${letter(part[1]!)}|${ACCENTED})`,
  );
  return new RegExp(`${parts.join(BETWEEN)}|${PRINTED}`, 'i');
}

/** True when each word of a value that the plan makes stands in one cell. */
function keepsWords({ constants, combinations }: MappingPlan, word: string): boolean {
  return (
    constants.every(({ value }) => !searchForm(value).includes(word)) &&
    combinations.every(({ how, separator }) => how === 'firstFilled' || (separator !== '' && !/[a-z]/i.test(separator)))
  );
}

/** Looks for the words of a text in the records of rows. */
export class TextSearch {
  private readonly records: RecordReader;
  private readonly words: readonly string[];
  /** Finds the longest of the words in the bytes of a block; null where only the records can tell. */
  private readonly inBlock: RegExp | null;
  private block: RowBlock | null = null;
  private mayHold = true;

  /** `words`: in their search form (`searchWords`). */
  constructor(records: RecordReader, words: readonly string[]) {
    this.records = records;
    this.words = words;
    const sure = words.filter((word) => WORD.test(word) && keepsWords(records.plan, word));
    const longest = sure.toSorted((a, b) => b.length - a.length)[0];
    this.inBlock = longest === undefined ? null : writtenAs(longest);
  }

  /** True when each of the words is in some value of the row's record: a whole name is found though it stands in two. */
  holds(block: RowBlock, row: number): boolean {
    if (block !== this.block) {
      this.block = block;
      this.mayHold = this.inBlock === null || this.inBlock.test(block.bytesAsText());
    }
    if (!this.mayHold && !this.records.isCorrected(block.rowNumber(row))) return false;
    const { values } = this.records.of(block, row);
    return this.words.every((word) => values.some((value) => value !== '' && searchForm(value).includes(word)));
  }
}
