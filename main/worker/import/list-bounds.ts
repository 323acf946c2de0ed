/** Finds the beginning and the end of the list in a sheet: its layout from the first rows, and its totals from the last rows. */
import { type ImportOptions, MAX_TOTALS, type Template, findTotalsRows, fitTemplate } from '../../../shared/mapping/index.ts';
import type { Suggestion } from '../../../shared/suggestion/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { LeaveOutRule, SheetLayout } from '../../worker-protocol/index.ts';
import { detectLayout, sampleRow } from '../list/detect-layout.ts';
import { RowKinds } from '../list/row-kinds.ts';
import { type BlockRow, DataRows, rowIn, type RowMembership } from '../list/stored-rows.ts';

/** Greater than every row number. */
const LAST_ROW = 0x7fff_ffff;
/** Headings of columns that number the rows. */
const COUNTER = /^(?:#|nr\.?|no\.?|row|line|s\.?\s?no\.?|(?:row|line|record|serial)\s*(?:#|no\.?|number))$/i;

/** The sheet, and the user's choices of how to read it. */
export interface SheetChoices {
  readonly sheet: number;
  readonly sheetName: string;
  /** Undefined to detect it; null for no header. */
  readonly headerRow: number | null | undefined;
  /** Totals rows at the end. Undefined: detected. */
  readonly totalsRows?: readonly number[] | undefined;
  readonly subtotals?: ImportOptions['subtotals'];
  readonly hiddenRows?: ImportOptions['hiddenRows'];
  readonly system?: ImportOptions['system'];
  /** The additional sheets whose rows follow. A reader adds them when it reaches them. */
  readonly appended?: SheetLayout['appended'];
  /** A template that maps the columns instead of the suggestions. */
  readonly template?: Template | undefined;
}

/** What the first rows show, before the rest is read. */
export interface DetectedLayout {
  readonly sheetLayout: Omit<SheetLayout, 'totalsRows' | 'rows' | 'leaveOut' | 'rowCounts'>;
  readonly suggestion: Suggestion;
}

/** `list`: the rows from which the mapping is suggested; null for every row below the header. */
function detect(early: readonly RowBlock[], choices: SheetChoices, list: RowMembership | null): DetectedLayout {
  const { sheet, sheetName, headerRow, system, template } = choices;
  const { suggestion, ...detected } = detectLayout(early, headerRow, system, list);
  const sheetLayout = { sheet, sheetName, ...detected };
  if (template === undefined) return { sheetLayout, suggestion };
  const { plan } = fitTemplate(template, sheetLayout.headers, suggestion.suggestions);
  return { sheetLayout, suggestion: { ...suggestion, plan } };
}

/** The columns of record numbers, if any row has content in other columns. */
function recordNumberColumns({ sheetLayout, suggestion }: DetectedLayout, early: readonly RowBlock[]): number[] {
  const { headers, headerRow } = sheetLayout;
  const columns = headers.flatMap((header, column) => {
    const to = suggestion.plan.columns[column]?.to;
    return COUNTER.test(header) || (to?.kind === 'field' && to.field === 'constituentId') ? [column] : [];
  });
  const rows = new DataRows({ headerRow, totalsRows: [], leaveOut: { hidden: false, subtotalsUpTo: 0, idColumns: columns, headings: [] } });
  return early.some((block) => Array.from({ length: block.rowCount }, (_, row) => row).some((row) => rows.has(block, row))) ? columns : [];
}

/** The cells of a sheet row, unchanged; empty if there is no such row. */
function cellsOf(blocks: readonly RowBlock[], sheetRow: number | null): string[] {
  for (const block of blocks) {
    const row = sheetRow === null ? -1 : rowIn(block, sheetRow);
    if (row >= 0) return Array.from({ length: block.columnCount }, (_, column) => block.text(row, column));
  }
  return [];
}

/** True when a row of the block below the header does not belong to the list. */
function leavesOutBelow(block: RowBlock, headerRow: number | null, list: RowMembership): boolean {
  for (let row = 0; row < block.rowCount; row++) if (block.rowNumber(row) > (headerRow ?? 0) && !list.has(block, row)) return true;
  return false;
}

/** The layout of a sheet, and the rule for leaving out rows below its header. `isWhole`: the early rows are all rows of the sheet. */
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
  // Detected again without totals and remarks, because these are not values of their columns and not counted as rows.
  const layout = early.some((block) => leavesOutBelow(block, headerRow, listed)) ? detect(early, choices, listed) : all;
  return { layout, leaveOut };
}

/** The last rows of some blocks that may belong to the list. */
function lastOf(blocks: readonly RowBlock[], most: number, list: RowMembership): BlockRow[] {
  const rows: BlockRow[] = [];
  for (const block of blocks.toReversed())
    for (let row = block.rowCount - 1; row >= 0 && rows.length < most; row--) if (list.has(block, row)) rows.unshift({ block, row });
  return rows;
}

/** Totals among the last rows of the list, and subtotals between them. */
function totalsIn(last: readonly BlockRow[], leaveOut: LeaveOutRule): readonly number[] {
  // One or two rows are not enough evidence of totals.
  if (last.length < 3) return [];
  const totals = new Set(findTotalsRows(last.map(({ block, row }) => sampleRow(block, row))));
  const kinds = new RowKinds(leaveOut);
  for (const { block, row } of last) if (kinds.of(block, row) === 'subtotal') totals.add(block.rowNumber(row));
  return [...totals].toSorted((a, b) => a - b);
}

/** The end of a list. */
interface ListEnd {
  /** The last rows that may belong to the list. */
  readonly last: readonly BlockRow[];
  /** Sheet rows of the totals among them, either chosen by the user or detected. */
  readonly totals: readonly number[];
  /** The rule for the rows before the last rows. */
  readonly leaveOut: LeaveOutRule;
}

/** `leaveOut`: the rule with which the earlier rows were checked. `chosenTotals`: undefined to detect them. */
export function detectEnd(
  blocks: readonly RowBlock[],
  headerRow: number | null,
  leaveOut: LeaveOutRule,
  chosenTotals: readonly number[] | undefined,
): ListEnd {
  // At the end, detection or the user decides which rows are totals. Earlier rows have already been checked.
  const possible = new DataRows({ headerRow, totalsRows: [], leaveOut: { ...leaveOut, subtotalsUpTo: 0 } });
  const last = lastOf(blocks, MAX_TOTALS, possible);
  const rowNumbers = new Set(last.map(({ block, row }) => block.rowNumber(row)));
  const chosen = chosenTotals?.filter((row) => rowNumbers.has(row)).toSorted((a, b) => a - b);
  const before = (last[0]?.block.rowNumber(last[0].row) ?? LAST_ROW) - 1;
  return {
    last,
    totals: chosen ?? totalsIn(last, leaveOut),
    leaveOut: { ...leaveOut, subtotalsUpTo: Math.min(leaveOut.subtotalsUpTo, before) },
  };
}
