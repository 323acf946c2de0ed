/**
 * Finds the list in a workbook: the sheet, the header row, the column names, and the totals rows at the end. Works on
 * the first and last rows only.
 */
import { isKnownHeading } from './known-headings.ts';
import { isImportIds, isRemark, isReportFooter } from './remark-rows.ts';
import { returnedMarker } from './returned-sheet.ts';
import { readAmount, readDate } from '../numbers/index.ts';
import { tidySpaces } from '../transforms/index.ts';
import { headingWords, isHeadingWord, normalizeHeader } from './heading-words.ts';

/** A row of the sheet with at least one filled cell; row numbers count from 1. */
export interface SampleRow {
  readonly rowNumber: number;
  readonly cells: readonly string[];
}

export interface HeaderRow {
  /** Index in the given rows, null when no row names the columns. */
  readonly index: number | null;
  readonly certainty: 'certain' | 'sure' | 'likely' | 'none';
  readonly reason: string;
  /** The headings by column, joined if they span this row and the row above it. */
  readonly cells: readonly string[];
  /** The fields of a sheet that has them below each other and no heading row. */
  readonly fieldsBelow?: readonly string[];
}

/** How many rows are searched for a header. */
const HEADER_WITHIN = 40;

/** This many known headings are enough, no matter how many others there are. */
const WIDE_KNOWN = 5;

const isFilled = (cell: string): boolean => cell.trim() !== '';
const filledOf = (cells: readonly string[]): string[] => cells.map((cell) => cell.slice(0, 300).trim()).filter((cell) => cell !== ''); // prettier-ignore
/** The filled cells of a row; the beginning of a long text suffices. */
const filledCells = (row: SampleRow): string[] => filledOf(row.cells);

/** A rough type of a cell: a heading is text, and the values below it often have another type. */
function shapeOf(cell: string): 'text' | 'number' | 'date' | 'address' {
  const text = cell.slice(0, 300).trim();
  if (/^\S+@\S+\.\S+$/.test(text)) return 'address';
  if (/\d/.test(text)) {
    if (readDate(text, 'mdy') > 0) return 'date';
    if (readAmount(text, 'point') !== null || /^[\d\s()+./-]{3,}$/.test(text)) return 'number';
  }
  return 'text';
}

const PHONE = /^(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?:\s*(?:x|ext\.?)\s*\d+)?$|^\+\d[\d\s().-]{7,}$|^\d{3}-\d{4}$/i;
const DATE = /^(?:\d{8}|\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4})(?=[ T]\d|$)/;

/** True for a phone number, an email address or a date: a row with one is not a header. */
function isPersonal(cell: string): boolean {
  if (shapeOf(cell) === 'address' || PHONE.test(cell)) return true;
  const date = DATE.exec(cell)?.[0];
  return date !== undefined && readDate(date, 'mdy') > 0;
}

const isHeading = (cell: string): boolean =>
  (cell.length <= 80 && isKnownHeading(cell)) ||
  (cell.length <= 60 && headingWords(cell).some((word) => isHeadingWord(word) && !/^\d+$/.test(word)));

/** The normalized texts that occur more than once. */
function repeatedIn(cells: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(filledOf(cells).map(normalizeHeader).filter((key) => seen.has(key) || !seen.add(key))); // prettier-ignore
}

/** The word after the name of a group of gift columns. */
const MORE_OF_GIFTS = / (?:history|summary|data|info(?:rmation)?) /i;
const OF_GIFTS = /^(?:giving|gifts?|donations?|contributions?)(?: (?:history|summary|data|info(?:rmation)?))?$/i;
const OF_GIFT =
  /^(?:total|life ?time|last|latest|most recent|first|largest|biggest|highest|count|number|#)(?: (?:date|amount|amt|value))?$/i;

/**
 * The headings of a header that spans two rows: `First` over `Name`, or a group such as `Work` over `Street` and `City`. Null when the
 * upper row adds nothing.
 */
export function joinedHeadings(upper: SampleRow | undefined, lower: SampleRow): string[] | null {
  if (upper === undefined || upper.rowNumber + 1 !== lower.rowNumber) return null;
  const [above, below] = [filledCells(upper), filledCells(lower)];
  // A single text over the first column is a title.
  if (above.length === 0 || (above.length === 1 && isFilled(upper.cells[0] ?? ''))) return null;
  if ([...above, ...below].some((cell) => cell.length > 60 || shapeOf(cell) !== 'text')) return null;
  if (below.filter(isHeading).length * 3 < below.length * 2) return null;
  const repeated = repeatedIn(lower.cells);
  let group = '';
  let hasGifts = false;
  const joined = Array.from({ length: Math.max(upper.cells.length, lower.cells.length) }, (_, column) => {
    const [over, name] = [upper.cells[column]?.trim() ?? '', lower.cells[column]?.trim() ?? ''];
    if (over !== '') group = over;
    if (name === '' || group === '') return name === '' ? over : name;
    const both = `${group} ${name}`;
    if (repeated.has(normalizeHeader(name))) return both;
    // Under "Giving", "Last" is a gift, not a last name.
    if (OF_GIFTS.test(group) && OF_GIFT.test(name)) {
      hasGifts = true;
      return both.replace(MORE_OF_GIFTS, ' ');
    }
    return isKnownHeading(both) && (over !== '' || !isKnownHeading(name)) ? both : name;
  });
  const knownIn = (cells: readonly string[]) => filledOf(cells).filter((cell) => isKnownHeading(cell)).length;
  const isClearer = knownIn(joined) > Math.max(knownIn(above), knownIn(below)) || repeatedIn(joined).size < repeated.size || hasGifts;
  return isClearer ? joined : null;
}

function scoreHeader(cells: readonly string[]): { known: number; worded: number; plain: boolean } {
  let known = 0;
  let worded = 0;
  let other = 0;
  for (const cell of cells) {
    if (cell.length <= 80 && isKnownHeading(cell)) known++;
    else if (isHeading(cell)) worded++;
    if (shapeOf(cell) !== 'text') other++;
  }
  return { known, worded, plain: other === 0 };
}

/** Scores how well a row of cells names columns. */
function scoreRow(cells: readonly string[]): { named: number; score: number } {
  const { known, worded, plain } = scoreHeader(cells);
  return { named: known + worded, score: known * 2 + worded + (plain ? 0.5 : -2) + (new Set(cells).size === cells.length ? 0.25 : 0) };
}

/**
 * True for the headings of a list with hundreds of columns, of which few are known. A row with a person would have a number or a repeated
 * text.
 */
function isOfWideList(cells: readonly string[]): boolean {
  const { known, plain } = scoreHeader(cells);
  return known >= WIDE_KNOWN && plain && new Set(cells).size === cells.length;
}

/**
 * The row that names the columns. Titles, instructions and merged category rows can precede it. A sheet with a person in its first row has
 * no header.
 */
export function findHeaderRow(rows: readonly SampleRow[]): HeaderRow {
  const searched = rows.slice(0, HEADER_WITHIN);
  const width = Math.max(0, ...rows.map((row) => filledCells(row).length));
  if (width === 0) return { index: null, certainty: 'none', reason: 'The sheet has no filled rows.', cells: [] };
  const fieldsBelow = fieldsBelowEachOther(searched);
  if (fieldsBelow !== null) return { index: null, certainty: 'none', reason: 'The fields are below each other.', cells: [], fieldsBelow };
  let best = -1;
  let bestScore = 0;
  let bestKnown = 0;
  let bestCells: readonly string[] = [];
  let isJoined = false;
  for (const [index, row] of searched.entries()) {
    const joined = joinedHeadings(searched[index - 1], row);
    const headings = joined ?? row.cells;
    const cells = filledOf(headings);
    if (cells.some(isPersonal) || isImportIds(filledCells(row))) continue;
    const { named, score } = scoreRow(cells);
    // A row with headings in less than a third of its cells is data or a sentence.
    if (named === 0 || (named * 3 < cells.length && !isOfWideList(cells))) continue;
    // Joined headings are at least as good as those of the lower row alone.
    const ranked = joined === null ? score : Math.max(score, scoreRow(filledCells(row)).score);
    if (ranked > bestScore) {
      best = index;
      bestScore = ranked;
      bestKnown = named;
      bestCells = headings;
      isJoined = joined !== null;
    }
  }
  if (best >= 0) {
    const { rowNumber } = searched[best]!;
    const cells = filledOf(bestCells);
    const reason = isJoined
      ? `Rows ${rowNumber - 1} and ${rowNumber} look like the headings.`
      : `Row ${rowNumber} looks like the headings.`;
    const enough =
      bestKnown >= 3 ||
      (bestKnown >= 1 && cells.length <= 3 && best <= 1 && differsBelow(rows, best)) ||
      (bestKnown === 2 && cells.length >= width / 2);
    if (enough && scoreHeader(cells).plain) {
      const certain = bestKnown >= 3 && cells.length * 2 >= width;
      return { index: best, certainty: certain ? 'certain' : 'sure', reason, cells: bestCells };
    }
    if (enough) return { index: best, certainty: 'likely', reason, cells: bestCells };
  }
  return findByShape(rows, searched, width);
}

/** A sheet with its fields below each other has at least this many known ones. */
const FEWEST_LABELS = 3;

/** The fields of a sheet that has them below each other in its first column, with the people side by side or not at all; null for a list. */
function fieldsBelowEachOther(rows: readonly SampleRow[]): string[] | null {
  const filled = rows.filter((row) => filledCells(row).length > 0);
  const first = Math.min(...filled.map((row) => row.cells.findIndex(isFilled)));
  const labels = filled.map((row) => row.cells[first]?.trim() ?? '').filter((label) => label !== '');
  const known = new Set(labels.filter((label) => label.length <= 80 && isKnownHeading(label)));
  if (known.size < FEWEST_LABELS || labels.filter(isHeading).length < labels.length * 0.6) return null;
  const isList = filled.some((row) => filledOf(row.cells.slice(first + 1)).filter((cell) => cell.length <= 80 && isKnownHeading(cell)).length > 1); // prettier-ignore
  return isList ? null : [...known];
}

/** True when a column has numbers, dates or email addresses below a text in this row. */
function differsBelow(rows: readonly SampleRow[], index: number): boolean {
  const head = rows[index]!.cells;
  const below = rows.slice(index + 1, index + 21);
  return head.some((cell, column) => {
    if (!isFilled(cell) || shapeOf(cell) !== 'text') return false;
    const values = below.map((row) => row.cells[column] ?? '').filter(isFilled);
    return values.length > 0 && values.filter((value) => shapeOf(value) !== 'text').length * 2 > values.length;
  });
}

/** Finds unknown headings, for example in another language: a full row of distinct texts above rows with numbers or dates. */
function findByShape(rows: readonly SampleRow[], searched: readonly SampleRow[], width: number): HeaderRow {
  for (const [index, row] of searched.entries()) {
    const cells = filledCells(row);
    if (cells.length < Math.max(2, width * 0.6)) continue;
    const allTexts = cells.every((cell) => shapeOf(cell) === 'text' && cell.length <= 60);
    if (allTexts && new Set(cells).size === cells.length && differsBelow(rows, index)) {
      const reason = `Row ${row.rowNumber} has text, and the rows below it have numbers, dates or addresses.`;
      return { index, certainty: 'likely', reason, cells: row.cells };
    }
    break;
  }
  return {
    index: null,
    certainty: rows.length > 1 ? 'likely' : 'none',
    reason: 'No row looks like headings, so the columns are named by their letters.',
    cells: [],
  };
}

/** The letters of a column as spreadsheets show them: 0 is A, 26 is AA. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** Longer column names are cut off. */
const LONGEST_NAME = 200;

/**
 * A visible, unique name for each of `width` columns: the tidied heading, "Column E" for an empty one, "Email (2)" for
 * a repeated one. `header` is empty for a sheet without a header row.
 */
export function nameColumns(header: readonly string[], width: number): string[] {
  const used = new Set<string>();
  const names: string[] = [];
  const wanted = Array.from(
    { length: width },
    (_, column) =>
      tidySpaces(header[column] ?? '')
        .slice(0, LONGEST_NAME)
        .trimEnd() || `Column ${columnLetters(column)}`,
  );
  const own = new Set(wanted.map((name) => name.toLowerCase()));
  /** The next number for each repeated heading. Keeps this fast if thousands of columns have the same heading. */
  const next = new Map<string, number>();
  for (const name of wanted) {
    let unique = name;
    // Skips a number that another heading already has.
    let count = next.get(name.toLowerCase()) ?? 2;
    while (used.has(unique.toLowerCase()) || (unique !== name && own.has(unique.toLowerCase()))) unique = `${name} (${count++})`;
    next.set(name.toLowerCase(), count);
    used.add(unique.toLowerCase());
    names.push(unique);
  }
  return names;
}

const TOTAL =
  /^(?:grand\s+|sub\s*-?|report\s+|page\s+)?totals?\b|^(?:sum|summe|gesamt|gesamtsumme|average|avg|mean|median|count|overall)\b\s*:?\s*[\d$€£(]*|^(?:record|row|donor|constituent|gift)s?\s+(?:count|total)\b|^(?:number|count|no\.?|#)\s+of\s+(?:records|rows|donors|constituents|gifts)\b|^\d[\d,]*\s+(?:records|rows|donors|constituents|total)\b/i;

/** So many rows show what the columns of a list hold. */
const ENOUGH_ROWS = 5;

/** The index of the first row of another table below the list, such as sums by state; the number of rows if there is none. */
function secondTable(rows: readonly SampleRow[]): number {
  let start = rows.length;
  for (let at = rows.length - 1; at >= ENOUGH_ROWS; at--) {
    if (rows[at]!.rowNumber === rows[at - 1]!.rowNumber + 1) continue;
    const above = rows.slice(0, at);
    const below = rows.slice(at).filter((row) => !isTotals(filledCells(row), medianFilled(above)));
    if (below.length === 0) continue;
    if (!isOtherTable(below, above)) break;
    start = at;
  }
  return start;
}

/** True for rows after blank ones that have other headings or, in columns of words, numbers. Each is shorter than the rows of people. */
function isOtherTable(rows: readonly SampleRow[], above: readonly SampleRow[]): boolean {
  const usual = medianFilled(above);
  const first = rows.map(filledCells).find((cells) => cells.length > 1);
  if (first === undefined || rows.some((row) => filledCells(row).length >= usual)) return false;
  const areHeadings = first.every((cell) => shapeOf(cell) === 'text' && isHeading(cell)) && first.some((cell) => isKnownHeading(cell));
  if (areHeadings) return rows.every((row) => filledCells(row).length <= first.length);
  const hasDigit = (row: SampleRow, column: number): boolean => /\d/.test(row.cells[column] ?? '');
  const width = Math.max(...above.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, column) => column);
  const ofWords = columns.filter((column) => above.filter((row) => isFilled(row.cells[column] ?? '')).length >= ENOUGH_ROWS && !above.some((row) => hasDigit(row, column))); // prettier-ignore
  const withNumbers = rows.filter((row) => ofWords.some((column) => hasDigit(row, column)));
  return withNumbers.length > 1 && rows.every((row) => withNumbers.includes(row) || filledCells(row).length === 1);
}

/**
 * The index of the first of the last rows with a single cell each, if one of them is a line below a report of Salesforce; the number of rows
 * if there is none. The rows of people must have more cells.
 */
function reportFooter(rows: readonly SampleRow[]): number {
  const start = rows.findLastIndex((row) => filledCells(row).length > 1) + 1;
  return start > 0 && medianFilled(rows.slice(0, start)) > 2 && rows.slice(start).some((row) => filledCells(row).some(isReportFooter))
    ? start
    : rows.length;
}

/**
 * Row numbers of totals, record counts, report footers and other tables at the end. Goes up from the end and stops at the first row that is
 * not clearly one of these, so that no person is lost.
 */
export function findTotalsRows(lastRows: readonly SampleRow[]): number[] {
  const end = Math.min(secondTable(lastRows), reportFooter(lastRows));
  const found = lastRows.slice(end).filter((row) => filledCells(row).length > 0).map(({ rowNumber }) => rowNumber); // prettier-ignore
  const usual = medianFilled(lastRows.slice(0, end));
  for (let index = end - 1; index >= 0; index--) {
    const row = lastRows[index]!;
    const cells = filledCells(row);
    if (cells.length === 0) continue;
    if (!isTotals(cells, usual)) break;
    found.unshift(row.rowNumber);
  }
  return found;
}

function medianFilled(rows: readonly SampleRow[]): number {
  const counts = rows.map((row) => filledCells(row).length).filter((count) => count > 0).sort((a, b) => a - b); // prettier-ignore
  return counts[Math.floor(counts.length / 2)] ?? 0;
}

function isTotals(cells: readonly string[], usual: number): boolean {
  const first = cells[0]!;
  const others = cells.slice(1);
  // `readAmount` is needed too, because a five-digit sum looks like the day number of a date.
  const isFigure = (cell: string): boolean => shapeOf(cell) === 'number' || readAmount(cell, 'point') !== null;
  const numbersOnly = others.every((cell) => isFigure(cell) || TOTAL.test(cell));
  if (TOTAL.test(first) && numbersOnly) return true;
  if (cells.length <= Math.max(2, usual / 3) && isRemark(cells)) return true;
  // A short row of sums with the word in any cell.
  return (
    cells.some((cell) => TOTAL.test(cell)) &&
    cells.length <= Math.max(2, usual / 2) &&
    cells.every((cell) => isFigure(cell) || TOTAL.test(cell))
  );
}

export interface SheetSample {
  readonly name: string;
  readonly hidden: boolean;
  readonly rows: readonly SampleRow[];
}

const ASIDE =
  /^(?:read\s?me|instructions?|notes?|legend|lookups?|codes|code lists?|help|cover|about|summary|pivot|chart|template info|data dictionary|dropdowns?|deceased|do not (?:contact|mail|screen|solicit)|opt(?:ed)?[ -]?outs?|removed|suppress(?:ed|ions?))\b/i;

/**
 * The sheet with the list, which is the one with the most fields in its header. More and wider rows also raise its score. Hidden sheets and
 * sheets called Instructions, Lookup, Deceased and similar are last. `index` is null for an empty workbook.
 */
export function chooseSheet(sheets: readonly SheetSample[]): { index: number | null; reason: string } {
  let best: number | null = null;
  let bestScore = Number.NEGATIVE_INFINITY;
  let filledSheets = 0;
  for (const [index, sheet] of sheets.entries()) {
    if (sheet.rows.length === 0) continue;
    filledSheets++;
    const header = findHeaderRow(sheet.rows);
    const cells = filledOf(header.cells);
    const { known, worded } = scoreHeader(cells);
    const below = header.index === null ? sheet.rows.length : sheet.rows.length - header.index - 1;
    const width = medianFilled(sheet.rows);
    let score = known * 4 + worded * 2 + Math.min(width, 20) + Math.min(below, 100) / 5;
    if (below === 0) score -= 30;
    // In an exported workbook of this app, the refused rows are imported again; all others are scored already.
    else if (returnedMarker(cells) !== null) score += 1000;
    if (sheet.hidden) score -= 60;
    if (ASIDE.test(sheet.name.trim())) score -= 40;
    if (score > bestScore) {
      best = index;
      bestScore = score;
    }
  }
  if (best === null) return { index: null, reason: 'No sheet has a filled row.' };
  if (filledSheets === 1) return { index: best, reason: sheets.length === 1 ? 'The only sheet.' : 'The only sheet with filled rows.' };
  return { index: best, reason: 'Its headings name the most fields.' };
}
