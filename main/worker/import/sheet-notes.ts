/** What the user should know of a sheet that was read, in sentences. */
import { countText, numberText } from '../../../shared/base/index.ts';
import { normalizeHeader } from '../../../shared/mapping/index.ts';
import type { Workbook } from '../../spreadsheet/index.ts';
import { detectHeader } from '../list/detect-layout.ts';
import { firstRows } from './open-file.ts';

/** What was read: the sheet with its heading row (null for none) and its headings. */
interface ReadSheet {
  readonly sheet: number;
  readonly headerRow: number | null;
  readonly headers: readonly string[];
}

/** Workbooks with more sheets are no lists in parts. */
const MOST_SHEETS = 40;
/** Rows of another sheet that are counted. */
const MOST_COUNTED = 100_000;

/** The notes of the workbook, one on cells of the list that are merged over several rows, and one on further sheets of the same list. */
export async function notesOf(workbook: Workbook, read: ReadSheet, signal: AbortSignal): Promise<string[]> {
  const notes = [mergedNote(workbook, read), await otherSheetsNote(workbook, read, signal)];
  return [...workbook.notes, ...notes.filter((note) => note !== null)];
}

function mergedNote(workbook: Workbook, { sheet, headerRow }: ReadSheet): string | null {
  const merged = workbook
    .sheetFacts(sheet)
    .merged.filter(({ firstRow, lastRow }) => firstRow > (headerRow ?? 0) && lastRow > firstRow).length;
  if (merged === 0) return null;
  const cells = countText(merged, 'group of cells is', 'groups of cells are');
  return `${cells} merged over several rows: only the first of these rows has the value. Unmerge and fill the cells if it is meant for all of them.`;
}

const keyOf = (headings: readonly string[]): string =>
  headings.map(normalizeHeader).filter((key) => key !== '').toSorted().join('|'); // prettier-ignore

async function otherSheetsNote(workbook: Workbook, { sheet, headerRow, headers }: ReadSheet, signal: AbortSignal): Promise<string | null> {
  const { sheets } = workbook;
  if (headerRow === null || sheets.length < 2 || sheets.length > MOST_SHEETS) return null;
  const own = keyOf(headers);
  const found: string[] = [];
  let rows = 0;
  for (const [index, { name, hidden, rowsHint }] of sheets.entries()) {
    if (index === sheet || hidden || rowsHint === 0) continue;
    const below = await sameRows(workbook, index, own, signal);
    if (below === 0) continue;
    found.push(`“${name}”`);
    rows += below;
  }
  if (found.length === 0) return null;
  const names = new Intl.ListFormat('en-US').format(found);
  const which = found.length === 1 ? `The sheet ${names} has` : `The sheets ${names} have`;
  const count = `${rows >= MOST_COUNTED ? 'at least ' : ''}${numberText(rows)} more ${rows === 1 ? 'row' : 'rows'}`;
  return `${which} the same columns and ${count}. Only “${sheets[sheet]?.name ?? ''}” is read: copy all rows to one sheet to screen them together, or import the other ${found.length === 1 ? 'sheet' : 'sheets'} as a screening of ${found.length === 1 ? 'its' : 'their'} own.`;
}

/** Rows below the headings of a sheet with these headings; 0 for any other sheet, and for one that cannot be read. */
async function sameRows(workbook: Workbook, sheet: number, headings: string, signal: AbortSignal): Promise<number> {
  try {
    const { headerRow, cells } = detectHeader(await firstRows(workbook, sheet, signal), undefined);
    if (headerRow === null || keyOf(cells) !== headings) return 0;
    let rows = 0;
    for await (const block of workbook.rows(sheet, { maxRows: MOST_COUNTED, signal }))
      for (let row = 0; row < block.rowCount; row++) if (block.rowNumber(row) > headerRow) rows += 1;
    return rows;
  } catch {
    signal.throwIfAborted();
    return 0;
  }
}
