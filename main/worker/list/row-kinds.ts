/** Recognizes rows without a person by their cells: rows that only look filled, subtotals between people, and repeated headings. */
import { isInstruction, isRemark } from '../../../shared/mapping/index.ts';
import { CellKind, type RowBlock } from '../../spreadsheet/index.ts';
import type { LeaveOutRule } from '../../worker-protocol/index.ts';

/** `subtotal`: also used for remarks, instructions and vacant seats. */
export type RowKind = 'person' | 'blank' | 'subtotal' | 'headings';

/** An unticked checkbox, or a zero in any notation, such as the dash in accounting formats. */
const UNSET = /^(?:false|☐|\[ ?\]|[-+]?\s*[$€£]?\s*(?:0+(?:[.,]0*)?|-+)\s*%?)$/i;
const FIGURE = /^[(+-]{0,2}\s*(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3}\s|kr\.?\s|Fr\.\s)?\s*-?\d[\d.,\s]*%?\)?$/u;
/** `Subtotal`, `Grand Total:`, `MA Total`, `MA Subtotal`, `Subtotal: MA (2 records)`, `Total for MA`, `MA Count`. A person can be named Count or Sum, so these words alone need a colon. */
const LABEL =
  /^(?:(?:grand|sub|report|page|group)[\s-]*)?totals?(?:\s+\([^)]*\))?\s*:?$|^(?:sum|count|average)\s*:$|^(?:(?:grand|sub|report|page|group)[\s-]*)?totals?(?:\s*[:–-]|\s+for\b).{1,60}$|^.{1,60}[\s-](?:(?:sub)?totals?|sum|count|average)(?:\s+\([^)]*\))?\s*:?$/i;
/** Labels that cannot be names, even in a row without figures. */
const SURE_LABEL = /^(?:grand|sub|report|page)[\s-]*totals?\s*:?$/i;
const RECORDS = /^\d[\d,]*\s+(?:records?|rows?|donors?|constituents?|people)$/i;

/** True for a byte that starts neither white space, nor an unset value, nor a non-ASCII character. */
const beginsContent = (byte: number): boolean =>
  byte < 0x80 && byte > 0x20 && !(byte === 0x30 || byte === 0x66 || byte === 0x46) && !'$+-[€£'.includes(String.fromCharCode(byte));
const CONTENT = Uint8Array.from({ length: 256 }, (_, byte) => (beginsContent(byte) ? 1 : 0));
const DIGIT = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x30 && byte <= 0x39 ? 1 : 0));

/** First letters of total, subtotal, grand total, report total and page total. */
const TOTAL_INITIAL = Uint8Array.from({ length: 256 }, (_, byte) => ('TtSsGgRrPp'.includes(String.fromCharCode(byte)) ? 1 : 0));

/** Only this many rows below the headings can be instructions about what belongs in the columns. */
const INSTRUCTIONS_WITHIN = 3;

/** The filled cells of a row. */
const filledCells = (block: RowBlock, row: number): string[] =>
  block.rowTexts(row).map((text) => text.trim()).filter((text) => text !== ''); // prettier-ignore

/** Determines the kinds of the rows below the headings. */
export class RowKinds {
  private readonly idColumns: readonly number[];
  private readonly headings: readonly string[];
  /** The first column with a heading, and the heading's number of bytes; -1 for none. Comparing that number first rules out most rows. */
  private readonly column: number;
  private readonly bytes: number;
  /** The last row that can be an instruction; -1 when remarks are not recognized. */
  private readonly instructionsUpTo: number;
  /** A remark has at most this many filled cells: half of those with a heading, or one in a sheet without headings. */
  private readonly sparse: number;

  /** `headings`: the cells of the heading row, as in the sheet; empty if there is none. */
  constructor({ idColumns, headings, remarksBelow }: Pick<LeaveOutRule, 'idColumns' | 'headings' | 'remarksBelow'>) {
    this.instructionsUpTo = remarksBelow === undefined ? -1 : remarksBelow + INSTRUCTIONS_WITHIN;
    const named = headings.filter((text) => text !== '').length;
    this.sparse = named === 0 ? 1 : Math.floor(named / 2);
    this.idColumns = idColumns;
    // A single heading is not enough, because a cell of a person can be equal to it.
    this.headings = headings.filter((text) => text !== '').length > 1 ? headings : [];
    this.column = this.headings.findIndex((text) => text !== '');
    this.bytes = Buffer.byteLength(this.headings[this.column] ?? '');
  }

  of(block: RowBlock, row: number): RowKind {
    if (this.repeatsHeadings(block, row)) return 'headings';
    return this.instructionsUpTo >= 0 && this.isRemark(block, row) ? 'subtotal' : kindOf(block, row, this.idColumns);
  }

  private isRemark(block: RowBlock, row: number): boolean {
    if (!block.hasMoreCells(row, this.sparse) && isRemark(filledCells(block, row))) return true;
    return block.rowNumber(row) <= this.instructionsUpTo && isInstruction(filledCells(block, row));
  }

  /** True for headings that are repeated on another page. */
  private repeatsHeadings(block: RowBlock, row: number): boolean {
    const { headings, column } = this;
    if (column < 0 || column >= block.columnCount || block.cellEnd(row, column) - block.cellStart(row, column) !== this.bytes) return false;
    for (let at = 0; at < Math.max(block.columnCount, headings.length); at++)
      if (block.text(row, at) !== (headings[at] ?? '')) return false;
    return true;
  }
}

/** @param idColumns columns of record numbers, which a prepared sheet can have in rows without people */
function kindOf(block: RowBlock, row: number, idColumns: readonly number[]): RowKind {
  let hasId = false;
  for (let column = 0; column < block.columnCount; column++) {
    const start = block.cellStart(row, column);
    if (start === block.cellEnd(row, column)) continue;
    const first = block.bytes[start]!;
    if (idColumns.includes(column)) {
      // A total in the ID column, as at the end of a sheet that others follow. Checks the first letter, to avoid decoding most IDs.
      if (TOTAL_INITIAL[first] === 1 && LABEL.test(block.text(row, column).trim())) return subtotalOrPerson(block, row, column);
      hasId ||= (first > 0x20 && first < 0x80) || block.text(row, column).trim() !== '';
      continue;
    }
    // Most rows return here: at the first filled cell after an ID, or at the first text if there is no ID.
    if (CONTENT[first] === 0) {
      const text = block.text(row, column).trim();
      if (text === '' || UNSET.test(text)) continue;
    }
    if (hasId) return 'person';
    return DIGIT[first] === 0 || RECORDS.test(block.text(row, column))
      ? subtotalOrPerson(block, row, column)
      : laterLabel(block, row, column);
  }
  return 'blank';
}

/** Maximum number of characters of a label in a notice. */
const LABEL_LENGTH = 60;

/** The label of a subtotal or total: its first text that is not a figure; '' if it has only figures. */
export function labelOf(block: RowBlock, row: number): string {
  for (let column = 0; column < block.columnCount; column++) {
    const text = block.text(row, column).trim();
    if (text !== '' && !FIGURE.test(text) && !UNSET.test(text))
      return text.length > LABEL_LENGTH ? `${text.slice(0, LABEL_LENGTH)}…` : text;
  }
  return '';
}

/** A row that begins with figures is a subtotal if its only text is the label of a subtotal. */
function laterLabel(block: RowBlock, row: number, from: number): RowKind {
  for (let column = from; column < block.columnCount; column++) {
    const text = block.text(row, column).trim();
    if (text === '' || FIGURE.test(text)) continue;
    return LABEL.test(text) ? subtotalOrPerson(block, row, column) : 'person';
  }
  return 'person';
}

/** `from`: the first cell with text. The others must be figures, and at least one is needed unless the label is unmistakable. */
function subtotalOrPerson(block: RowBlock, row: number, from: number): RowKind {
  const label = block.text(row, from).trim();
  const isCount = RECORDS.test(label);
  if (!isCount && !LABEL.test(label)) return 'person';
  let figures = isCount || SURE_LABEL.test(label) ? 1 : 0;
  for (let column = 0; column < block.columnCount; column++) {
    if (column === from) continue;
    const text = block.text(row, column).trim();
    if (text === '') continue;
    if (block.kind(row, column) !== CellKind.Number && !FIGURE.test(text) && !LABEL.test(text)) return 'person';
    figures++;
  }
  return figures > 0 ? 'subtotal' : 'person';
}
