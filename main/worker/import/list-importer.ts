/** Checks the rows of a sheet and stores them in a project file, in one pass. */
import { AppError } from '../../../shared/base/errors.ts';
import { findTotalsRows } from '../../../shared/mapping/sheet-detection.ts';
import { countRows } from '../../../shared/rows/histogram.ts';
import { MOST_TOTALS, type ImportOptions } from '../../../shared/mapping/import-options.ts';
import { fitTemplate, type Template } from '../../../shared/mapping/templates.ts';
import type { Suggestion } from '../../../shared/mapping/suggest.ts';
import type { BlockMemory, RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import { MIN_ROWS_FOR_HELPER } from '../check/engine.ts';
import { StreamedKeys } from '../check/first-holders.ts';
import { GroupWriter } from '../check/group-writer.ts';
import { groupPlace, GROUP_BLOCKS } from '../list/row-groups.ts';
import { CheckScheduler } from '../check/check-scheduler.ts';
import { type RowCheckerThread, startRowChecker } from '../check/row-checker-thread.ts';
import { Edits } from '../list/edits.ts';
import { RowChecker, type RowResults } from '../check/row-checker.ts';
import { storeCheckKey } from '../check/check-key.ts';
import { DataRows, RowBlocks, rowIn, type RowMembership } from '../list/stored-rows.ts';
import { RowKinds } from '../list/row-kinds.ts';
import type { ImportResult, LoadInput } from '../../worker-protocol/import.ts';
import type { LeaveOutRule, SheetLayout } from '../../worker-protocol/list.ts';
import { sampleRow, EARLY_ROWS, detectLayout } from '../list/detect-layout.ts';
import { RecentScreenings } from '../prior/recent-screenings.ts';
import { summaryOf } from '../check/summary.ts';
import { SharedRing } from '../threads/shared-ring.ts';
import type { TaskContext } from '../threads/task-context.ts';
import { LeftOutCounter } from './left-out-counter.ts';

/** Bytes of row blocks per transaction. */
const COMMIT_BYTES = 32 * 1024 * 1024;
/** Above every row number. */
const LAST_ROW = 0x7fff_ffff;
/** First rows shown to the user. */
const SHOWN_FIRST = 30;
/** Factor applied to the expected number of rows, as a margin. */
const ROWS_MARGIN = 1.03;
/** Most rows for which memory is reserved, whatever the file claims. */
const MAX_RESERVED_ROWS = 4_000_000;
/** Headings of columns that number the rows. */
const COUNTER = /^(?:#|nr\.?|no\.?|row|line|s\.?\s?no\.?|(?:row|line|record|serial)\s*(?:#|no\.?|number))$/i;
/** Last rows shown to the user. */
const SHOWN_LAST = 8;

/** What the first rows show before the rest is read. */
interface DetectedLayout {
  readonly sheetLayout: Omit<SheetLayout, 'totalsRows' | 'rows' | 'leaveOut' | 'rowCounts'>;
  readonly suggestion: Suggestion;
}

/** Replaces the suggested mapping by the requested template. */
function withTemplate(layout: DetectedLayout, template: Template | undefined): DetectedLayout {
  if (template === undefined) return layout;
  const { sheetLayout, suggestion } = layout;
  const { plan } = fitTemplate(template, sheetLayout.headers, suggestion.suggestions);
  return { sheetLayout, suggestion: { ...suggestion, plan } };
}

/** The last rows of some blocks that could be of the list. */
function lastOf(blocks: readonly RowBlock[], most: number, list: RowMembership): { readonly block: RowBlock; readonly row: number }[] {
  const rows: { block: RowBlock; row: number }[] = [];
  for (const block of blocks.toReversed())
    for (let row = block.rowCount - 1; row >= 0 && rows.length < most; row--) if (list.has(block, row)) rows.unshift({ block, row });
  return rows;
}

/** Totals among the last rows of the list, and subtotals between them. */
function totalsIn(last: ReturnType<typeof lastOf>, leaveOut: LeaveOutRule): readonly number[] {
  // A single row below the header is not enough evidence of totals.
  if (last.length < 3) return [];
  const totals = new Set(findTotalsRows(last.map(({ block, row }) => sampleRow(block, row))));
  const kinds = new RowKinds(leaveOut);
  for (const { block, row } of last) if (kinds.of(block, row) === 'subtotal') totals.add(block.rowNumber(row));
  return [...totals].toSorted((a, b) => a - b);
}

/** The columns of record numbers below which other columns have content. */
function recordNumberColumns({ sheetLayout, suggestion }: DetectedLayout, early: readonly RowBlock[]): number[] {
  const { headers, headerRow } = sheetLayout;
  const columns = headers.flatMap((header, column) => {
    const to = suggestion.plan.columns[column]?.to;
    return COUNTER.test(header) || (to?.kind === 'field' && to.field === 'constituentId') ? [column] : [];
  });
  const rows = new DataRows({ headerRow, totalsRows: [], leaveOut: { hidden: false, subtotalsUpTo: 0, idColumns: columns } });
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

/** How to read the sheet. */
export interface SheetOptions {
  readonly sheet: number;
  readonly sheetName: string;
  readonly headerRow: number | null | undefined;
  /** Totals rows at the end as the user set them; undefined to detect them. */
  readonly totalsRows?: readonly number[] | undefined;
  readonly subtotals?: ImportOptions['subtotals'];
  readonly hiddenRows?: ImportOptions['hiddenRows'];
  /** The expected number of rows after `checked` rows; 0 when unknown. */
  readonly expectedRows: (checked: number) => number;
  /** True when it is known in advance that a helper thread is worth its start. */
  readonly isLong: boolean;
  readonly system?: ImportOptions['system'];
}

/** Checks and stores blocks in order. Keeps the last blocks back until the end shows which rows are totals. */
export class ListImporter {
  private readonly file: ProjectFile;
  private readonly input: Pick<LoadInput, 'today' | 'inputs' | 'template'>;
  private readonly options: SheetOptions;
  private readonly writeRows: boolean;
  private readonly context: Pick<TaskContext, 'startHelper'>;
  private readonly early: RowBlock[] = [];
  private earlyRows = 0;
  private lastBlocks: RowBlock[] = [];
  private lastRowCount = 0;
  private layout: DetectedLayout | null = null;
  private list = new DataRows({ headerRow: null, totalsRows: [] });
  private leaveOut: LeaveOutRule = { hidden: false, subtotalsUpTo: 0, idColumns: [] };
  private readonly counter: LeftOutCounter;
  private checker: RowChecker | null = null;
  private readonly keys = new StreamedKeys();
  private writer: GroupWriter | null = null;
  private scheduler: CheckScheduler | null = null;
  /** A helper thread that the scheduler does not have yet: it starts while the layout is detected. */
  private helper: RowCheckerThread | null = null;
  private checkedRows = 0;
  private isExpected = false;
  private seq = 0;
  private position = 0;
  private totals: ReadonlySet<number> = new Set();
  private uncommitted = 0;
  private readonly ring = new SharedRing();
  readonly firstRows: { row: number; cells: string[] }[] = [];
  lastRows: { row: number; cells: string[] }[] = [];

  constructor(
    file: ProjectFile,
    input: ListImporter['input'],
    options: SheetOptions,
    writeRows: boolean,
    context: ListImporter['context'],
  ) {
    this.file = file;
    this.input = input;
    this.options = options;
    this.writeRows = writeRows;
    this.context = context;
    this.counter = new LeftOutCounter(options.subtotals === 'keep');
    if (options.isLong) this.helper = startRowChecker(context.startHelper);
  }

  /** Memory in which readers put the blocks for `add`. */
  get memory(): BlockMemory {
    return this.ring.take;
  }

  get stored(): number {
    return this.position;
  }

  async add(block: RowBlock): Promise<void> {
    for (let row = 0; row < block.rowCount && this.firstRows.length < SHOWN_FIRST; row++) {
      const { rowNumber, cells } = sampleRow(block, row);
      this.firstRows.push({ row: rowNumber, cells: [...cells] });
    }
    if (this.layout === null) {
      this.early.push(block);
      this.earlyRows += block.rowCount;
      if (this.earlyRows >= EARLY_ROWS) await this.begin(false);
      return;
    }
    await this.delay(block);
  }

  /** The layout of the early rows; `list`: as for `detectLayout`. */
  private detect(list: RowMembership | null): DetectedLayout {
    const { sheet, sheetName, headerRow, system } = this.options;
    const { suggestion, ...layoutFound } = detectLayout(this.early, headerRow, system, list);
    return withTemplate({ sheetLayout: { sheet, sheetName, ...layoutFound }, suggestion }, this.input.template);
  }

  /**
   * The last rows of some blocks that could be of the list, which of them are totals (as the user set them, or as detected), and which
   * rows before them are left out.
   */
  private endOf(blocks: readonly RowBlock[], headerRow: number | null) {
    // Whether a row at the end is a total is up to the detection and the user; earlier rows have already been checked.
    const possible = new DataRows({ headerRow, totalsRows: [], leaveOut: { ...this.leaveOut, subtotalsUpTo: 0 } });
    const last = lastOf(blocks, MOST_TOTALS, possible);
    const rowNumbers = new Set(last.map(({ block, row }) => block.rowNumber(row)));
    const asked = this.options.totalsRows?.filter((row) => rowNumbers.has(row)).toSorted((a, b) => a - b);
    const totals = asked ?? totalsIn(last, this.leaveOut);
    const before = (last[0]?.block.rowNumber(last[0].row) ?? LAST_ROW) - 1;
    const leaveOut: LeaveOutRule = { ...this.leaveOut, subtotalsUpTo: Math.min(this.leaveOut.subtotalsUpTo, before) };
    return { last, totals, leaveOut };
  }

  /** `isWhole`: the early rows are all rows of the sheet. */
  private async begin(isWhole: boolean): Promise<DetectedLayout> {
    const all = this.detect(null);
    const { headerRow } = all.sheetLayout;
    this.leaveOut = {
      hidden: this.options.hiddenRows === 'leave-out',
      subtotalsUpTo: this.options.subtotals === 'keep' ? 0 : LAST_ROW,
      idColumns: recordNumberColumns(all, this.early),
      headings: cellsOf(this.early, headerRow),
    };
    const { totals, leaveOut } = isWhole ? this.endOf(this.early, headerRow) : { totals: [], leaveOut: this.leaveOut };
    const listed = new DataRows({ headerRow, totalsRows: totals, leaveOut });
    // A total or a remark is no value of its column, and is not counted among the rows.
    const layout = this.early.some((block) => leavesOutBelow(block, headerRow, listed)) ? this.detect(listed) : all;
    this.layout = layout;
    this.list = new DataRows({ headerRow: layout.sheetLayout.headerRow, totalsRows: [], leaveOut: this.leaveOut });
    const { today, inputs } = this.input;
    const list = { has: (block: RowBlock, row: number) => this.list.has(block, row) };
    this.checker = new RowChecker({ plan: layout.suggestion.plan, sheetLayout: layout.sheetLayout, today, inputs }, list, new Edits(null));
    const recent = inputs.recent.length === 0 ? null : new RecentScreenings(inputs.recent);
    this.writer = new GroupWriter(this.file, this.checker, { recent, baseline: null }, this.keys);
    const deliver = (blocks: readonly RowBlock[], results: RowResults) => {
      this.write(blocks, results);
    };
    this.scheduler = new CheckScheduler(this.checker, deliver, this.ring);
    if (this.helper !== null) this.addHelper(this.helper);
    for (const block of this.early) await this.delay(block);
    this.early.length = 0;
    return layout;
  }

  private async delay(block: RowBlock): Promise<void> {
    this.lastBlocks.push(block);
    this.lastRowCount += block.rowCount;
    if (this.lastBlocks.length <= GROUP_BLOCKS) return;
    const group = this.lastBlocks.slice(0, GROUP_BLOCKS);
    const rows = group.reduce((sum, { rowCount }) => sum + rowCount, 0);
    if (this.lastRowCount - rows < MOST_TOTALS) return;
    this.lastBlocks = this.lastBlocks.slice(GROUP_BLOCKS);
    this.lastRowCount -= rows;
    this.checkedRows += rows;
    const { scheduler } = this;
    if (scheduler === null) return;
    if (this.checkedRows >= MIN_ROWS_FOR_HELPER) {
      if (!scheduler.hasHelper) this.addHelper(startRowChecker(this.context.startHelper));
      this.reserve();
    }
    await scheduler.add(group);
  }

  /** Reserves memory for the expected rows as soon as the file shows how many there are. */
  private reserve(): void {
    if (this.isExpected) return;
    const expected = this.options.expectedRows(this.checkedRows);
    if (expected === 0) return;
    this.isExpected = true;
    this.keys.expect(Math.min(Math.ceil(expected * ROWS_MARGIN), MAX_RESERVED_ROWS));
  }

  private addHelper(helper: RowCheckerThread): void {
    const { today, inputs } = this.input;
    const { sheetLayout, suggestion } = this.layout!;
    const request = { plan: suggestion.plan, sheetLayout, today, inputs };
    this.scheduler!.addHelper(helper, {
      request,
      list: { headerRow: sheetLayout.headerRow, totalsRows: [], leaveOut: this.leaveOut },
      file: null,
      changed: null,
    });
    this.helper = null;
  }

  private write(blocks: readonly RowBlock[], results: RowResults): void {
    const place = groupPlace(blocks, this.position);
    this.writer!.add(results, place);
    const { leaveOut, totals, counter } = this;
    counter.add(blocks, results.facts, { headerRow: this.layout!.sheetLayout.headerRow ?? 0, leaveOut, totals });
    for (const block of blocks) {
      if (this.writeRows) {
        const low = block.rowNumber(0);
        const high = block.rowNumber(block.rowCount - 1);
        this.file.write('rows', { seq: this.seq, first: this.position, count: block.rowCount, low, high }, block.bytes);
      }
      this.seq += 1;
      this.position += block.rowCount;
      this.uncommitted += block.bytes.length;
    }
    if (!this.writeRows || this.uncommitted < COMMIT_BYTES) return;
    this.file.commit();
    this.file.flushEarly();
    this.file.begin();
    this.uncommitted = 0;
  }

  /** Ends the pass. @throws SHEET_EMPTY when there are no rows */
  async finish(): Promise<Omit<ImportResult, 'import' | 'sha256'>> {
    const { sheetLayout, suggestion } = this.layout ?? (await this.begin(true));
    const { scheduler, writer, checker, lastBlocks } = this;
    const { headerRow } = sheetLayout;
    const { last, totals, leaveOut } = this.endOf(lastBlocks, headerRow);
    this.lastRows = last
      .slice(-SHOWN_LAST)
      .map(({ block, row }) => ({ row: block.rowNumber(row), cells: [...sampleRow(block, row).cells] }));
    this.totals = new Set(totals);
    this.leaveOut = leaveOut;
    // The helper does not know the totals, and these few rows are quickly checked here.
    this.list = new DataRows({ headerRow, totalsRows: totals, leaveOut });
    for (let at = 0; at < lastBlocks.length; at += GROUP_BLOCKS) await scheduler!.add(lastBlocks.slice(at, at + GROUP_BLOCKS), true);
    await scheduler!.finish();
    if (this.position === 0)
      throw new AppError('SHEET_EMPTY', `The sheet “${sheetLayout.sheetName}” has no rows. Choose another sheet or file.`);
    const edits = new Edits(null);
    const counts = writer!.finish();
    const { today, inputs } = this.input;
    storeCheckKey(this.file, {
      plan: suggestion.plan,
      today,
      inputs,
      sheetLayout: { headerRow, totalsRows: totals, leaveOut },
    });
    const rows = { file: this.file, blocks: new RowBlocks(this.file), records: checker!.records };
    const check = summaryOf(counts, checker!.severities, edits, rows);
    return {
      sheetLayout: {
        ...sheetLayout,
        totalsRows: totals,
        rows: countRows(check.histogram, () => true),
        leaveOut,
        rowCounts: this.counter.counts,
      },
      plan: suggestion.plan,
      suggestions: suggestion.suggestions,
      system: suggestion.system,
      check,
    };
  }

  end(): void {
    this.helper?.end();
    this.scheduler?.end();
  }
}
