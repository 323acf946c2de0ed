/** What the user should know about the rows and columns of a sheet, as sentences for the page and the terminal. */
import { countText, numberText } from '../base/index.ts';
import type { SheetNotices } from '../contract/index.ts';
import { giftListOf, type RepeatedPeople } from '../gifts/index.ts';
import type { ImportOptions } from '../mapping/index.ts';

export interface ReadSheet {
  /** Positions of columns in the list, from 0. */
  readonly hiddenColumns: readonly number[];
  readonly formulasWithoutValue: number;
  readonly otherSheets?: Readonly<SheetNotices['otherSheets']>;
  readonly mergedCells?: number | undefined;
}

export interface ReadLayout {
  readonly headers: readonly string[];
  readonly rows?: number;
  readonly repeatedNames?: RepeatedPeople['name'] | undefined;
  readonly rowCounts?:
    | {
        readonly hidden: number;
        readonly blank: number;
        readonly headings?: number | undefined;
        readonly subtotals: number;
        readonly subtotalRows?: Readonly<SheetNotices['subtotalRows']> | undefined;
      }
    | undefined;
}

/** With more columns, the scores may not fit into a workbook: it has 16,384 columns, and scores need up to a few hundred. */
const WIDE = 15_900;

/** `rules`: what the check found in the rows. */
export function noticesOf(
  sheet: ReadSheet,
  { headers, rows = 0, rowCounts, repeatedNames = { rows: 0, of: 0 } }: ReadLayout,
  options: ImportOptions,
  rules: readonly { readonly code: string; readonly rows: number; readonly leftOut: number }[] = [],
): SheetNotices {
  const repeats = (rule: string) => rules.reduce((sum, one) => sum + (one.code === rule ? one.rows + one.leftOut : 0), 0);
  const giftList = giftListOf(headers, rows, { id: repeats('ID_DUPLICATE'), email: repeats('EMAIL_SHARED'), name: repeatedNames });
  return {
    ...(giftList !== null && { giftList: { ...giftList } }),
    hiddenRows: rowCounts?.hidden ?? 0,
    hiddenRowsAre: options.hiddenRows ?? 'keep',
    hiddenColumns: sheet.hiddenColumns.flatMap((column) => headers[column] ?? []),
    formulasWithoutValue: sheet.formulasWithoutValue,
    blankRows: rowCounts?.blank ?? 0,
    headingRows: rowCounts?.headings ?? 0,
    subtotals: rowCounts?.subtotals ?? 0,
    subtotalRows: [...(rowCounts?.subtotalRows ?? [])],
    subtotalsAre: options.subtotals ?? 'leave-out',
    ...(sheet.otherSheets !== undefined &&
      sheet.otherSheets.length > 0 && { otherSheets: [...sheet.otherSheets], otherSheetsAre: options.otherSheets ?? 'leave-out' }),
    ...((sheet.mergedCells ?? 0) > 0 && { mergedCells: sheet.mergedCells, mergedCellsAre: options.mergedCells ?? 'keep' }),
    ...(headers.length > WIDE && { tooWide: headers.length }),
  };
}

/** Maximum number of hidden columns that are named. */
const MAX_NAMED = 5;

/** Kinds of rows and cells that the user can keep or leave out. */
export type RowChoice = 'hiddenRows' | 'subtotals' | 'otherSheets' | 'mergedCells';

/** The choice that applies. */
export const choiceOf = (notices: SheetNotices, choice: RowChoice) => notices[`${choice}Are`] ?? 'keep';

export interface SheetNotice {
  readonly choice: RowChoice | null;
  readonly text: string;
  /** True when people or values may be missing. */
  readonly isWarning: boolean;
}

/** Explains how to use a gift list that was imported as a list of people. */
export function giftListText({ gifts, people, why, byId }: NonNullable<SheetNotices['giftList']>): string {
  const whose = people === null ? '' : ` of ${byId ? '' : 'about '}${countText(people, 'person', 'people')}`;
  const needs = byId ? '' : ' Gifts are joined by constituent ID, so this file must have a column of them.';
  return `This looks like a gift list: ${countText(gifts, 'gift')}${whose}. ${why} A screening has one row for each person: import the list of your people, and add this file as their gifts.${needs}`;
}

const are = (rows: number) => (rows === 1 ? 'is' : 'are');

/** Where the subtotals are, as the end of a sentence: ": row 4 (“MA Total”) and 2 more"; '' when not known. */
function subtotalsText({ subtotals, subtotalRows }: SheetNotices): string {
  if (subtotalRows.length === 0) return '';
  const named = subtotalRows.map(({ row, label }) => `row ${numberText(row)}${label === '' ? '' : ` (“${label}”)`}`);
  const more = subtotals - subtotalRows.length;
  return `: ${new Intl.ListFormat('en-US').format(more > 0 ? [...named, `${numberText(more)} more`] : named)}`;
}

/** Rows of another sheet are counted up to this number. */
export const MAX_COUNTED = 100_000;

function otherSheetsText(sheets: readonly { readonly name: string; readonly rows: number }[]): string {
  const rows = sheets.reduce((sum, one) => sum + one.rows, 0);
  const names = new Intl.ListFormat('en-US').format(sheets.map(({ name }) => `“${name}”`));
  const atLeast = sheets.some((one) => one.rows >= MAX_COUNTED) ? 'at least ' : '';
  const more = `${atLeast}${numberText(rows)} more ${rows === 1 ? 'row' : 'rows'}`;
  return `${sheets.length === 1 ? `The sheet ${names} has` : `The sheets ${names} have`} the same columns and ${more}.`;
}

/** The notices that apply. */
export function sheetNotices(notices: SheetNotices): SheetNotice[] {
  const { hiddenRows, hiddenColumns, formulasWithoutValue, blankRows, headingRows, subtotals, otherSheets, mergedCells = 0 } = notices;
  const found: SheetNotice[] = [];
  const add = (text: string, choice: RowChoice | null = null, isWarning = choice !== null) => found.push({ choice, text, isWarning });
  if (notices.giftList !== undefined) add(giftListText(notices.giftList), null, true);
  if (otherSheets !== undefined) add(otherSheetsText(otherSheets), 'otherSheets');
  if (mergedCells > 0) add(`${countText(mergedCells, 'cell')} ${are(mergedCells)} merged over several rows of the list.`, 'mergedCells');
  if (hiddenRows > 0) add(`${countText(hiddenRows, 'row')} ${are(hiddenRows)} hidden in the workbook.`, 'hiddenRows');
  if (subtotals > 0) {
    const what = subtotals === 1 ? 'a total or a remark' : 'totals or remarks';
    add(`${countText(subtotals, 'row')} ${subtotals === 1 ? 'looks' : 'look'} like ${what}${subtotalsText(notices)}.`, 'subtotals');
  }
  if (hiddenColumns.length > 0) {
    const names = hiddenColumns.slice(0, MAX_NAMED).map((name) => `“${name}”`).join(', '); // prettier-ignore
    const more = hiddenColumns.length > MAX_NAMED ? ` and ${numberText(hiddenColumns.length - MAX_NAMED)} more` : '';
    add(
      `${countText(hiddenColumns.length, 'column')} ${are(hiddenColumns.length)} hidden in the workbook: ${names}${more}. ${hiddenColumns.length === 1 ? 'It is' : 'They are'} read like the others.`,
    );
  }
  if (formulasWithoutValue > 0) {
    const formulas = `${countText(formulasWithoutValue, 'formula')} ${formulasWithoutValue === 1 ? 'has' : 'have'}`;
    add(`${formulas} no saved value: open the file in Excel and save it.`, null, true);
  }
  if (blankRows > 0) {
    add(`${countText(blankRows, 'row')} ${blankRows === 1 ? 'has' : 'have'} no person in ${blankRows === 1 ? 'it' : 'them'}. Skipped.`);
  }
  if (headingRows > 0) {
    const rows = `${countText(headingRows, 'row')} ${headingRows === 1 ? 'repeats' : 'repeat'}`;
    add(`${rows} the headings. ${headingRows === 1 ? 'It is' : 'They are'} left out.`);
  }
  if (notices.tooWide !== undefined) add(wideText(notices.tooWide), null, true);
  return found;
}

/** `columns`: the number of columns in the sheet. */
export const wideText = (columns: number): string =>
  `The sheet has ${numberText(columns)} columns. With the scores they do not fit in a workbook, which has at most 16,384: save the results as CSV.`;

/** What happens to the rows or cells if they are kept, and if they are left out. `one`: there is only one. */
const OUTCOMES: Readonly<Record<RowChoice, (one: boolean) => readonly [kept: string, leftOut: string]>> = {
  hiddenRows: (one) => (one ? ['It is read like the others', 'It is left out'] : ['They are read like the others', 'They are left out']),
  subtotals: (one) => (one ? ['It is read like the others', 'It is left out'] : ['They are read like the others', 'They are left out']),
  otherSheets: () => ['They are added to the list', 'They are not read: “--other-sheets keep” appends them'],
  mergedCells: (one) =>
    one
      ? ['All of these rows get its value', 'Only the first of these rows has its value']
      : ['All of these rows get their value', 'Only the first of these rows has their value'],
};

/** The notices as sentences that also say what happens to the rows. */
export function noticeTexts(notices: SheetNotices): string[] {
  return sheetNotices(notices).map(({ text, choice }) => {
    if (choice === null) return text;
    const [kept, leftOut] = OUTCOMES[choice](notices[choice] === 1);
    return `${text} ${choiceOf(notices, choice) === 'keep' ? kept : leftOut}.`;
  });
}
