/** Checks the rows of a sheet and stores them in a project file in a single pass. */
import { AppError } from '../../../shared/base/index.ts';
import { MAX_TOTALS } from '../../../shared/mapping/index.ts';
import { countRows } from '../../../shared/rows/index.ts';
import type { BlockMemory, RowBlock } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { MIN_ROWS_FOR_HELPER } from '../check/engine.ts';
import { StreamedKeys } from '../check/first-holders.ts';
import { GroupWriter } from '../check/group-writer.ts';
import { groupPlace, GROUP_BLOCKS } from '../list/row-groups.ts';
import { CheckScheduler } from '../check/check-scheduler.ts';
import { type RowCheckerThread, startRowChecker } from '../check/row-checker-thread.ts';
import { Edits } from '../list/edits.ts';
import { RowChecker, type RowResults } from '../check/row-checker.ts';
import { storeRecheckBasis } from '../check/recheck-basis.ts';
import { blockPlace, DataRows, RowBlocks } from '../list/stored-rows.ts';
import type { ImportResult, LeaveOutRule, LoadInput } from '../../worker-protocol/index.ts';
import { EARLY_ROWS, sampleRow } from '../list/detect-layout.ts';
import { RecentScreenings } from '../prior/recent-screenings.ts';
import { summaryOf } from '../check/summary.ts';
import { SharedRing } from '../threads/shared-ring.ts';
import type { TaskContext } from '../threads/task-context.ts';
import { LeftOutCounter } from './left-out-counter.ts';
import { type DetectedLayout, detectBeginning, detectEnd, type SheetChoices } from './list-bounds.ts';

/** Number of bytes of row blocks per transaction. */
const COMMIT_BYTES = 32 * 1024 * 1024;
/** Number of first rows to show to the user. */
const SHOWN_FIRST = 30;
/** The expected number of rows is multiplied by this factor, as a margin. */
const ROWS_MARGIN = 1.03;
/** Maximum number of rows for which memory is reserved, regardless of what the file claims. */
const MAX_RESERVED_ROWS = 4_000_000;
/** Number of last rows to show to the user. */
const SHOWN_LAST = 8;

/** How to read the sheet. */
export interface SheetOptions extends SheetChoices {
  /** The expected number of rows after `checked` rows; 0 when unknown. */
  readonly expectedRows: (checked: number) => number;
  /** True if it is known in advance that starting a helper thread is worthwhile. */
  readonly isLong: boolean;
  /** True when the project file already has the rows. */
  readonly hasStoredRows: boolean;
}

/** Checks and stores blocks in order. Delays the last blocks until the end of the sheet shows which rows are totals. */
export class ListImporter {
  private readonly file: ProjectFile;
  private readonly input: Pick<LoadInput, 'today' | 'inputs'>;
  private readonly options: SheetOptions;
  private readonly context: Pick<TaskContext, 'startHelper'>;
  private readonly early: RowBlock[] = [];
  private earlyRows = 0;
  private lastBlocks: RowBlock[] = [];
  private lastRowCount = 0;
  private layout: DetectedLayout | null = null;
  private list = new DataRows({ headerRow: null, totalsRows: [] });
  private leaveOut: LeaveOutRule = { hidden: false, subtotalsUpTo: 0, idColumns: [], headings: [] };
  private readonly counter: LeftOutCounter;
  private checker: RowChecker | null = null;
  private readonly keys = new StreamedKeys();
  private writer: GroupWriter | null = null;
  private scheduler: CheckScheduler | null = null;
  /** A helper thread that was not passed to the scheduler yet. It starts while the layout is detected. */
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

  constructor(file: ProjectFile, input: ListImporter['input'], options: SheetOptions, context: ListImporter['context']) {
    this.file = file;
    this.input = input;
    this.options = options;
    this.context = context;
    this.counter = new LeftOutCounter(options.subtotals === 'keep');
    if (options.isLong) this.helper = startRowChecker(context.startHelper);
  }

  /** Memory into which readers can put the blocks for `add`. */
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

  /** `isWhole`: the early rows are all rows of the sheet. */
  private async begin(isWhole: boolean): Promise<DetectedLayout> {
    const { layout, leaveOut } = detectBeginning(this.early, this.options, isWhole);
    this.layout = layout;
    this.leaveOut = leaveOut;
    this.list = new DataRows({ headerRow: layout.sheetLayout.headerRow, totalsRows: [], leaveOut });
    const { today, inputs } = this.input;
    const list = { has: (block: RowBlock, row: number) => this.list.has(block, row) };
    this.checker = new RowChecker({ plan: layout.suggestion.plan, sheetLayout: layout.sheetLayout, today, inputs }, list, new Edits(null));
    const recent = inputs.recent.length === 0 ? null : new RecentScreenings(inputs.recent);
    this.writer = new GroupWriter(this.file, this.checker, { recent, baseline: null }, this.keys);
    const deliver = (blocks: readonly RowBlock[], results: RowResults) => this.write(blocks, results);
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
    if (this.lastRowCount - rows < MAX_TOTALS) return;
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

  /** Reserves memory for the expected rows, as soon as the file shows how many there are. */
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
    const { hasStoredRows } = this.options;
    for (const block of blocks) {
      if (!hasStoredRows) this.file.write('rows', blockPlace(block, this.seq, this.position), block.bytes);
      this.seq += 1;
      this.position += block.rowCount;
      this.uncommitted += block.bytes.length;
    }
    if (hasStoredRows || this.uncommitted < COMMIT_BYTES) return;
    this.file.commit();
    this.file.flushEarly();
    this.file.begin();
    this.uncommitted = 0;
  }

  /**
   * Completes the import.
   * @throws SHEET_EMPTY when there are no rows
   */
  async finish(): Promise<Omit<ImportResult, 'import' | 'sha256'>> {
    const { sheetLayout, suggestion } = this.layout ?? (await this.begin(true));
    const { scheduler, writer, checker, lastBlocks } = this;
    const { headerRow } = sheetLayout;
    const { last, totals, leaveOut } = detectEnd(lastBlocks, headerRow, this.leaveOut, this.options.totalsRows);
    this.lastRows = last
      .slice(-SHOWN_LAST)
      .map(({ block, row }) => ({ row: block.rowNumber(row), cells: [...sampleRow(block, row).cells] }));
    this.totals = new Set(totals);
    this.leaveOut = leaveOut;
    // Checked in this thread, because the helper does not know the totals, and these few rows are checked quickly.
    this.list = new DataRows({ headerRow, totalsRows: totals, leaveOut });
    for (let at = 0; at < lastBlocks.length; at += GROUP_BLOCKS) await scheduler!.add(lastBlocks.slice(at, at + GROUP_BLOCKS), true);
    await scheduler!.finish();
    if (this.position === 0)
      throw new AppError('SHEET_EMPTY', `The sheet “${sheetLayout.sheetName}” has no rows. Choose another sheet or file.`);
    const edits = new Edits(null);
    const counts = writer!.finish();
    const { today, inputs } = this.input;
    storeRecheckBasis(this.file, {
      plan: suggestion.plan,
      today,
      inputs,
      sheetLayout: { headerRow, totalsRows: totals, leaveOut },
    });
    const rows = { file: this.file, blocks: new RowBlocks(this.file), records: checker!.records, appended: this.options.appended };
    const check = summaryOf(counts, checker!.severities, edits, rows);
    return {
      sheetLayout: {
        ...sheetLayout,
        totalsRows: totals,
        ...(this.options.appended !== undefined && this.options.appended.length > 0 && { appended: [...this.options.appended] }),
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
