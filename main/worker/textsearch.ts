/** Which rows have a text in one of their values, over a list of a million: a block that can not hold it is passed over whole. */
import type { MappingPlan } from '../../shared/mapping/plan.ts';
import type { RowBlock } from '../spreadsheet/rowblock.ts';
import type { Records } from './records.ts';

/** Letters alone, and so many that reading does not make them of something else, as it makes MA of Massachusetts. */
const WORD = /^[a-z]{3,}$/;
/** What cleaning takes out of the middle of a word: control characters, and the first bytes of signs that are not seen. */
const TAKEN_OUT = '[\\u0000-\\u0008\\u000e-\\u001f\\u007f]|\\u00c2[\\u0085\\u00a0\\u00ad]|\\u00e2\\u0080|\\u00e2\\u0081|\\u00ef\\u00bb';

/** True when each letter of a value that the plan makes stands in one cell, together with those beside it. */
function keepsWords({ constants, combinations }: MappingPlan, wanted: string): boolean {
  return (
    constants.every(({ value }) => !value.toLowerCase().includes(wanted)) &&
    combinations.every(({ how, separator }) => how === 'firstFilled' || (separator !== '' && !/[a-z]/i.test(separator)))
  );
}

/** Looks for a text in the records of rows. */
export class TextSearch {
  private readonly records: Records;
  private readonly wanted: string;
  /** Finds the text, or what can hide it, in the bytes of a block; null where only the records can tell. */
  private readonly inBlock: RegExp | null;
  private block: RowBlock | null = null;
  private mayHold = true;

  /** `wanted`: in small letters and not empty. */
  constructor(records: Records, plan: MappingPlan, wanted: string) {
    this.records = records;
    this.wanted = wanted;
    this.inBlock = WORD.test(wanted) && keepsWords(plan, wanted) ? new RegExp(`${wanted}|${TAKEN_OUT}`, 'i') : null;
  }

  /** True when a value of the row's record has the text in it, in whatever case. */
  holds(block: RowBlock, row: number): boolean {
    if (block !== this.block) {
      this.block = block;
      this.mayHold = this.inBlock === null || this.inBlock.test(block.bytesAsText());
    }
    if (!this.mayHold && !this.records.isCorrected(block.rowNumber(row))) return false;
    const { wanted } = this;
    return this.records.of(block, row).values.some((value) => value !== '' && value.toLowerCase().includes(wanted));
  }
}
