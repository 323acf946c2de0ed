/** Where the list begins and ends in a sheet: its layout from the first rows, and its totals from the last ones. */
import { type ImportOptions, MOST_TOTALS, type Template, findTotalsRows, fitTemplate } from '../../../shared/mapping/index.ts';
import type { Suggestion } from '../../../shared/suggestion/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { LeaveOutRule, SheetLayout } from '../../worker-protocol/index.ts';
import { detectLayout, sampleRow } from '../list/detect-layout.ts';
import { RowKinds } from '../list/row-kinds.ts';
import { type BlockRow, DataRows, rowIn, type RowMembership } from '../list/stored-rows.ts';

/** Above every row number. */
const LAST_ROW = 0x7fff_ffff;
/** Headings of columns that number the rows. */
const COUNTER = /^(?:#|nr\.?|no\.?|row|line|s\.?\s?no\.?|(?:row|line|record|serial)\s*(?:#|no\.?|number))$/i;

/** The sheet, and the user's choices of how to read it. */
export interface SheetChoices {
  readonly sheet: number;
  readonly sheetName: string;
  /** Undefined to detect it, null for none. */
  readonly headerRow: number | null | undefined;
  /** Totals rows at the end; undefined to detect them. */
  readonly totalsRows?: readonly number[] | undefined;
  readonly subtotals?: ImportOptions['subtotals'];
  readonly hiddenRows?: ImportOptions['hiddenRows'];
  readonly system?: ImportOptions['system'];
  /** The sheets whose rows follow; a reader adds them as it comes to them. */
  readonly appended?: SheetLayout['appended'];
  /** Maps the columns in place of the suggestions. */
  readonly template?: Template | undefined;
}

/** What the first rows show before the rest is read. */
export interface DetectedLayout {
  readonly sheetLayout: Omit<SheetLayout, 'totalsRows' | 'rows' | 'leaveOut' | 'rowCounts'>;
  readonly suggestion: Suggestion;
}

/** `list`: whose values count for the mapping; null for every row below the header. */
function detect(early: readonly RowBlock[], choices: SheetChoices, list: RowMembership | null): DetectedLayout {
  const { sheet, sheetName, headerRow, system, template } = choices;
  const { suggestion, ...detected } = detectLayout(early, headerRow, system, list);
  const sheetLayout = { sheet, sheetName, ...detected };
  if (template === undefined) return { sheetLayout, suggestion };
  const { plan } = fitTemplate(template, sheetLayout.headers, suggestion.suggestions);
  return { sheetLayout, suggestion: { ...suggestion, plan } };
}

/** The columns of record numbers below which other columns have content. */
function recordNumberColumns({ sheetLayout, suggestion }: DetectedLayout, early: readonly RowBlock[]): number[] {
  const { headers, headerRow } = sheetLayout;
  const columns = headers.flatMap((header, column) => {
    const to = suggestion.plan.columns[column]?.to;
    return COUNTER.test(header) || (to?.kind === 'field' && to.field === 'constituentId') ? [column] : [];
  });
  const rows = new DataRows({ headerRow, totalsRows: [], leaveOut: { hidden: false, subtotalsUpTo: 0, idColumns: columns, headings: [] } });
  return early.some((block) => Array.from({ length: block.rowCount }, (_, row) => row).some((row) => rows.has(block, row))) ? columns : [];
}

/** The cells of a sheet row, as they are in the sheet; empty for no row. */
function cellsOf(blocks: readonly RowBlock[], sheetRow: number | null): string[] {
  for (const block of blocks) {
    const row = sheetRow === null ? -1 : rowIn(block, sheetRow);
    if (row >= 0) return Array.from({ length: block.columnCount }, (_, column) => block.text(row, column));
  }
  return [];
}

/** True when a row of the block below the header is not of the list. */
function leavesOutBelow(block: RowBlock, headerRow: number | null, list: RowMembership): boolean {
  for (let row = 0; row < block.rowCount; row++) if (block.rowNumber(row) > (headerRow ?? 0) && !list.has(block, row)) return true;
  return false;
}

/** The layout of a sheet, and which rows below its header are left out. `isWhole`: the early rows are all rows of the sheet. */
export function detectBeginning(
  early: readonly RowBlock[],
  choices: SheetChoices,
  isWhole: boolean,
): { readonly layout: DetectedLayout; readonly leaveOut: LeaveOutRule } {
  const all = detect(early, choices, null);
  const { headerRow } = all.sheetLayout;
  const leaveOut: LeaveOutRule = {
    hidden: choices.hiddenRows === 'leave-out',
    subtotalsUpTo: choices.subtotals === 'keep' ? 0 : LAST_ROW,
    idColumns: recordNumberColumns(all, early),
    headings: cellsOf(early, headerRow),
    remarksBelow: headerRow ?? 0,
  };
  const end = isWhole ? detectEnd(early, headerRow, leaveOut, choices.totalsRows) : { totals: [], leaveOut };
  const listed = new DataRows({ headerRow, totalsRows: end.totals, leaveOut: end.leaveOut });
  // A total or a remark is no value of its column, and is not counted among the rows.
  const layout = early.some((block) => leavesOutBelow(block, headerRow, listed)) ? detect(early, choices, listed) : all;
  return { layout, leaveOut };
}

/** The last rows of some blocks that could be of the list. */
function lastOf(blocks: readonly RowBlock[], most: number, list: RowMembership): BlockRow[] {
  const rows: BlockRow[] = [];
  for (const block of blocks.toReversed())
    for (let row = block.rowCount - 1; row >= 0 && rows.length < most; row--) if (list.has(block, row)) rows.unshift({ block, row });
  return rows;
}

/** Totals among the last rows of the list, and subtotals between them. */
function totalsIn(last: readonly BlockRow[], leaveOut: LeaveOutRule): readonly number[] {
  // A single row below the header is not enough evidence of totals.
  if (last.length < 3) return [];
  const totals = new Set(findTotalsRows(last.map(({ block, row }) => sampleRow(block, row))));
  const kinds = new RowKinds(leaveOut);
  for (const { block, row } of last) if (kinds.of(block, row) === 'subtotal') totals.add(block.rowNumber(row));
  return [...totals].toSorted((a, b) => a - b);
}

/** The end of a list. */
interface ListEnd {
  /** The last rows that could be of the list. */
  readonly last: readonly BlockRow[];
  /** Sheet rows of the totals among them, as the user chose them, or as detected. */
  readonly totals: readonly number[];
  /** The rule for the rows before the last ones. */
  readonly leaveOut: LeaveOutRule;
}

/** `leaveOut`: the rule by which the earlier rows have been checked. `chosenTotals`: undefined to detect them. */
export function detectEnd(
  blocks: readonly RowBlock[],
  headerRow: number | null,
  leaveOut: LeaveOutRule,
  chosenTotals: readonly number[] | undefined,
): ListEnd {
  // Whether a row at the end is a total is up to the detection and the user; earlier rows have already been checked.
  const possible = new DataRows({ headerRow, totalsRows: [], leaveOut: { ...leaveOut, subtotalsUpTo: 0 } });
  const last = lastOf(blocks, MOST_TOTALS, possible);
  const rowNumbers = new Set(last.map(({ block, row }) => block.rowNumber(row)));
  const chosen = chosenTotals?.filter((row) => rowNumbers.has(row)).toSorted((a, b) => a - b);
  const before = (last[0]?.block.rowNumber(last[0].row) ?? LAST_ROW) - 1;
  return {
    last,
    totals: chosen ?? totalsIn(last, leaveOut),
    leaveOut: { ...leaveOut, subtotalsUpTo: Math.min(leaveOut.subtotalsUpTo, before) },
  };
}
