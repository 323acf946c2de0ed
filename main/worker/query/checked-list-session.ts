/** The checked list of an open project: its pages, and the changes that a person makes of it. */
import { severitiesOf } from '../../../shared/rules/row-checks.ts';
import type { CheckPage, MadeBefore, Replacement, ReplacePreview } from '../../../shared/contract/index.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import { editOf, previewOf, type CheckedList } from './edit-builder.ts';
import { checkAll } from '../check/engine.ts';
import type { PriorScreenings } from '../check/prior-screenings.ts';
import { CheckPages } from './check-pages.ts';
import { Edits } from '../list/edits.ts';
import { RowChecker } from '../check/row-checker.ts';
import { Corrections, type CarriedCorrections } from '../prior/carried-corrections.ts';
import { DataRows, RowBlocks } from '../list/stored-rows.ts';
import type { CheckRequest, CheckSummary } from '../../worker-protocol/check.ts';
import type { EditRequest, ListSource } from '../../worker-protocol/list.ts';
import type { CheckPageAsk } from '../../worker-protocol/queries.ts';
import { RowGroupCache } from '../list/row-groups.ts';
import { priorScreeningsOf } from '../prior/recent-screenings.ts';
import { RecordReader } from '../list/record-reader.ts';
import { RowRecheck } from '../check/recheck-rows.ts';
import { summaryOf } from '../check/summary.ts';
import { GroupCounts } from '../check/group-counts.ts';
import type { TaskContext } from '../threads/task-context.ts';

/** What only changes need, and what takes some memory: made with the first of them. */
interface Changing {
  readonly file: ProjectFile;
  readonly checker: RowChecker;
  readonly prior: PriorScreenings;
  /** Of the file, when what is in memory was read from it. */
  readonly version: number;
  recheck: RowRecheck | null;
}

/** The corrections of earlier lists, and which of them can be made again while no id is changed. */
interface Before {
  readonly of: string;
  readonly made: Corrections;
  readonly again: CarriedCorrections;
  readonly idChanges: number;
}

export class CheckedListSession {
  private readonly file: ProjectFile;
  private readonly request: CheckRequest;
  private readonly blocks: RowBlocks;
  private readonly context: TaskContext;
  private readonly groups: RowGroupCache;
  private readonly severities: CheckedList['severities'];
  private edits: Edits;
  private records: RecordReader;
  private counts: GroupCounts;
  private pages: CheckPages | null = null;
  private changing: Changing | null = null;
  private before: Before | null = null;

  /** `file` is read only: changes go through a connection of their own. */
  constructor(file: ProjectFile, request: CheckRequest, blocks: RowBlocks, context: TaskContext) {
    this.file = file;
    this.request = request;
    this.blocks = blocks;
    this.context = context;
    this.groups = new RowGroupCache(file, blocks.places);
    this.severities = severitiesOf(request.inputs.rules);
    this.edits = new Edits(file);
    this.records = new RecordReader(request.plan, this.edits);
    this.counts = GroupCounts.read(file, this.severities);
  }

  private checked(): CheckedList {
    const { file, groups, counts, edits, records } = this;
    return { file, groups, counts, plan: this.request.plan, edits, records, severities: this.severities };
  }

  page(ask: CheckPageAsk): CheckPage {
    this.pages ??= new CheckPages(this.checked());
    return this.pages.page(ask);
  }

  /** What the last check has found. */
  summary(): CheckSummary {
    const { counts, severities, edits, records } = this.checked();
    return summaryOf(counts, severities, edits, { file: this.file, blocks: this.blocks, records });
  }

  preview(replacement: Replacement): ReplacePreview {
    return previewOf(replacement, this.checked());
  }

  /** Which corrections of earlier lists, the newest of them first, can be made again. Ends in what opening their files ends in. */
  carriedCorrections(earlier: readonly ListSource[]): Omit<MadeBefore, 'name'> {
    const { edits, before } = this;
    const of = earlier.map(({ file }) => file.projectId).join(' ');
    if (before?.of !== of || before.idChanges !== edits.idChanges) {
      const made = before?.of === of ? before.made : new Corrections(earlier);
      this.before = { of, made, again: made.in(this.checked()), idChanges: edits.idChanges };
    }
    return this.before!.again.preview(edits);
  }

  /**
   * Makes a change, judges what it concerns, and writes both in one transaction. Answers what is found then. When it fails,
   * nothing has changed.
   */
  async edit(edit: EditRequest): Promise<CheckSummary> {
    this.pages = null;
    try {
      const changing = this.begin();
      await this.change(edit, changing);
      changing.file.commit();
      return this.summary();
    } catch (error) {
      this.startAnew();
      throw error;
    }
  }

  /** Begins the transaction of a change. Where another program has changed the file meanwhile, all is read again first. */
  private begin(): Changing {
    const known = this.changing;
    if (known !== null) {
      known.file.begin();
      if (known.version === known.file.version) return known;
    }
    const { request } = this;
    const file = known?.file ?? new ProjectFile(request.file, 'write');
    if (known === null) file.begin();
    const prior = priorScreeningsOf(request.inputs);
    this.edits = new Edits(file);
    this.records = new RecordReader(request.plan, this.edits);
    this.counts = GroupCounts.read(file, this.severities);
    const checker = new RowChecker(request, new DataRows(request.sheetLayout), this.edits);
    return (this.changing = { file, checker, prior, version: file.version, recheck: null });
  }

  private async change(asked: EditRequest, changing: Changing): Promise<void> {
    const { file } = changing;
    const { edits } = this;
    let touched: Iterable<number> = [];
    if (asked.kind === 'undo') touched = edits.undo(file);
    else if (asked.kind === 'redo') touched = edits.redo(file);
    else {
      const edit = editOf(asked, this.checked());
      if (edit !== null) touched = edits.add(file, edit);
    }
    changing.recheck ??= new RowRecheck(file, changing.checker, changing.prior, this.blocks.places);
    if (changing.recheck.run(file, this.counts, touched)) return;
    changing.recheck = null;
    // A helper thread could not see edits that are not committed.
    ({ counts: this.counts } = await checkAll(file, this.request, () => changing.prior, edits, null, null, this.context));
  }

  /** What is in memory may be ahead of the file after a failure: all of it is read again. */
  private startAnew(): void {
    this.close();
    this.edits = new Edits(this.file);
    this.records = new RecordReader(this.request.plan, this.edits);
    this.counts = GroupCounts.read(this.file, this.severities);
  }

  close(): void {
    this.changing?.file.rollback();
    this.changing?.file.close();
    this.changing = null;
  }
}
