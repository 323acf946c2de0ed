/** The checked list of an open project: its pages and the user's edits. */
import { type CheckCounts, type SendOptions, checkCounts } from '../../../shared/rows/index.ts';
import { severitiesOf } from '../../../shared/rules/index.ts';
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/index.ts';
import type {
  CarriedCorrectionsView,
  CheckPage,
  ColumnTrial,
  CostIssues,
  DuplicateGroups,
  Output,
  RepeatsPlan,
  ReplacePreview,
  Replacement,
  SafeFixes,
  SettleHow,
} from '../../../shared/contract/index.ts';
import type { FixSteps } from '../../../shared/recipe/index.ts';
import { sendsPseudonyms } from '../../../shared/mapping/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { CheckedList } from './checked-list.ts';
import { chooseBest } from './choose-best.ts';
import { costIssues } from './cost-issues.ts';
import { editOf, previewOf } from './edit-builder.ts';
import { tryColumns } from './column-trial.ts';
import { emptyFields } from './empty-fields.ts';
import { tryRecipe } from './recipe-trial.ts';
import { RowFixer } from './row-fixer.ts';
import { frequentValues, ruleCauses } from './rule-causes.ts';
import { sentFields } from './sent-fields.ts';
import { planCarriedLeftOut, planCarriedMerges } from './merge-rows.ts';
import { settleRepeats } from './settle-repeats.ts';
import { planSafeFixes } from './safe-fixes.ts';
import { type CheckDeps, CheckTarget } from '../check/check-target.ts';
import { EditedRows, reportOf } from '../check/edited-rows.ts';
import { runCheck } from '../check/engine.ts';
import type { PriorScreenings } from '../check/prior-screenings.ts';
import { CheckPages } from './check-pages.ts';
import { RowListings } from './row-listings.ts';
import { markStale, storedBest } from '../list/best-rows.ts';
import { keepRepeats } from '../list/kept-repeats.ts';
import { Edits, type Replaced } from '../list/edits.ts';
import { type Edit, editCounts } from '../list/stored-edits.ts';
import type { CarriedCorrections } from '../prior/carried-corrections.ts';
import { BaselineCorrections } from '../prior/baseline-corrections.ts';
import type { RowBlocks } from '../list/stored-rows.ts';
import type {
  AnswerOf,
  AskOf,
  BaselineList,
  BestAsk,
  CheckRequest,
  CheckSummary,
  ContractAsk,
  EditRequest,
  Work,
} from '../../worker-protocol/index.ts';
import { RowGroupCache } from '../list/row-groups.ts';
import { priorScreeningsOf } from '../prior/recent-screenings.ts';
import { RecordReader } from '../list/record-reader.ts';
import { shownFields } from '../check/shown-fields.ts';
import { summaryOf } from '../check/summary.ts';
import { GroupCounts } from '../check/group-counts.ts';
import type { TaskContext } from '../threads/task-context.ts';
import { UNWATCHED } from '../threads/unwatched.ts';

/** State that only edits need. Created with the first edit. */
interface EditState {
  readonly file: ProjectFile;
  readonly target: CheckTarget;
  readonly prior: PriorScreenings;
  /** Version of the file that the state in memory corresponds to. */
  readonly version: number;
}

/** The carried corrections. They are valid until an ID of this list changes. */
interface Carried {
  readonly projectIds: string;
  readonly earlier: BaselineCorrections;
  readonly corrections: CarriedCorrections;
  readonly idChanges: number;
}

const bestIn = (file: ProjectFile): string | null => storedBest(file)?.rows ?? null;

/** True for a change of cells or rows that the user picked individually. */
const isOfCells = (request: EditRequest): boolean =>
  request.kind === 'correct' || request.kind === 'correctCells' || (request.kind === 'leaveOut' && !('kind' in request.rows));

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
  /** Digest of who is sent this time; null for everyone. */
  private best: string | null;
  private pages: CheckPages | null = null;
  private readonly listings = new RowListings();
  private editState: EditState | null = null;
  private carried: Carried | null = null;
  private emptyInFile: readonly FieldKey[] | null = null;

  /** `file` is read-only. Edits open the file a second time. */
  constructor(file: ProjectFile, request: CheckRequest, blocks: RowBlocks, context: TaskContext) {
    this.file = file;
    this.request = request;
    this.blocks = blocks;
    this.context = context;
    this.groups = new RowGroupCache(file, blocks.places);
    this.severities = severitiesOf(request.inputs.rules);
    // Must be read before the counts, so that a change in between is noticed.
    this.best = bestIn(file);
    this.edits = new Edits(file);
    this.records = new RecordReader(request.plan, this.edits);
    this.counts = GroupCounts.read(file);
  }

  /** Reads the edits again if another program has changed them. Returns true if so. */
  refresh(): boolean {
    const { file, edits } = this;
    const isSame = (editCounts(file)?.stamp ?? null) === edits.stamp && bestIn(file) === this.best;
    if (isSame) return false;
    this.reload();
    this.pages = null;
    this.carried = null;
    this.listings.clear();
    return true;
  }

  private checked(): CheckedList {
    const { file, groups, blocks, counts, edits, records, severities } = this;
    const { plan, today, inputs, sheetLayout } = this.request;
    const fixer = new RowFixer(records, inputs.rules, today, sendsPseudonyms(plan, sheetLayout.headers));
    return { file, groups, blocks, counts, plan, edits, records, severities, fixer, appended: sheetLayout.appended };
  }

  private get currentPages(): CheckPages {
    return (this.pages ??= new CheckPages(this.checked(), this.listings));
  }

  page(ask: ContractAsk<'check.page'>, work: Work = UNWATCHED): CheckPage {
    return this.currentPages.page(ask, work);
  }

  nextIssue(ask: Omit<ContractAsk<'check.nextIssue'>, 'options'>, work: Work = UNWATCHED): number | null {
    return this.currentPages.nextIssue(ask, work);
  }

  duplicates(ask: ContractAsk<'check.duplicates'>): DuplicateGroups {
    return this.currentPages.duplicates(ask);
  }

  /** The fields without a value in any row. Corrections are values, too. */
  emptyFields(): readonly FieldKey[] {
    this.emptyInFile ??= emptyFields(this.checked());
    return this.emptyInFile.filter((field) => !this.edits.corrects(FIELD_INDEX[field]));
  }

  causes(code: string, work: Work = UNWATCHED): Output<'check.causes'> {
    return ruleCauses(this.checked(), code, work);
  }

  values(field: FieldKey, work: Work = UNWATCHED): Output<'check.values'> {
    return frequentValues(this.checked(), field, work);
  }

  costIssues(options: SendOptions): CostIssues {
    return costIssues(this.file, this.groups, this.severities, options, this.edits);
  }

  /** The fields with a value in at least one row to send, in order, without fields that are never sent. */
  sentFields(options: SendOptions, neverSent: readonly FieldKey[]): FieldKey[] {
    const list = this.checked();
    const empty = new Set(this.emptyFields());
    const shown = shownFields(list.records, this.edits, this.counts, this.severities);
    // A row without a constituent ID is sent with a generated one.
    const fields = shown.filter((field) => field !== 'constituentId' && !empty.has(field) && !neverSent.includes(field));
    return ['constituentId', ...sentFields(list, fields, options)];
  }

  summary(): CheckSummary {
    const { counts, severities, edits, records } = this.checked();
    return summaryOf(counts, severities, edits, {
      file: this.file,
      blocks: this.blocks,
      records,
      appended: this.request.sheetLayout.appended,
    });
  }

  preview(replacement: Replacement, work: Work = UNWATCHED): ReplacePreview {
    return previewOf(replacement, this.checked(), work);
  }

  /** The effect of the safe fixes of these rules; null for all. The counts come from a check of the fixed list, which is not stored. */
  async safeFixes(codes: readonly string[] | null, work: Work = UNWATCHED): Promise<SafeFixes> {
    const before = checkCounts(this.counts.histogram());
    const { fixes, rows, edit } = planSafeFixes(this.checked(), codes, work);
    const after = edit === null ? before : await this.countsAfter(edit, work);
    return {
      fixes: fixes.map(({ code, title, description, cells, rows: on, examples }) => ({
        code,
        title,
        description,
        cells,
        rows: on,
        examples,
      })),
      cells: fixes.reduce((sum, { cells }) => sum + cells, 0),
      rows,
      ready: { before: before.ready, after: after.ready },
      withIssues: { before: before.withIssues, after: after.withIssues },
      invalid: { before: before.invalid, after: after.invalid },
    };
  }

  /** The counts after an edit, in a transaction that is rolled back. It has its own state, so the state of the session does not change. */
  private async countsAfter(edit: Edit, work: Work): Promise<CheckCounts> {
    const { request } = this;
    const file = new ProjectFile(request.file, 'write');
    try {
      file.begin();
      const edits = new Edits(file);
      const target = new CheckTarget(file, request, edits);
      const changed = edits.add(file, edit);
      const counts = await runCheck(target, { kind: 'rows', changed }, this.checkDeps(priorScreeningsOf(request.inputs), work));
      return checkCounts(counts.histogram());
    } finally {
      file.rollback();
      file.close();
    }
  }

  settling(code: string, how: SettleHow): RepeatsPlan {
    const { edit: _, ...plan } = settleRepeats(this.checked(), code, how);
    return plan;
  }

  async tryColumns(ask: ContractAsk<'check.tryColumns'>, work: Work = UNWATCHED): Promise<ColumnTrial> {
    return await tryColumns(ask, this.request, this.blocks, this.checkDeps(priorScreeningsOf(this.request.inputs), work));
  }

  /** Number of cells that the last edit with a label corrected. `from`: number of the first edit to consider. */
  cellsOf(label: string, from: number): number {
    return this.edits.correctedBy(this.file, label, false, from).length;
  }

  get appliedEdits(): number {
    return this.edits.nextStep.from;
  }

  fixSteps(): FixSteps {
    return this.edits.fixSteps(this.file);
  }

  async tryRecipe(ask: AskOf<'query', 'tryRecipe'>, work: Work = UNWATCHED): Promise<AnswerOf<'query', 'tryRecipe'>> {
    return await tryRecipe(ask, this.request, this.blocks, this.checkDeps(priorScreeningsOf(this.request.inputs), work), work);
  }

  /** @throws what opening the files of the baseline throws. */
  carriedCorrections({ name, projects: earlier }: BaselineList): CarriedCorrectionsView {
    const { edits, carried } = this;
    const projectIds = earlier.map(({ file }) => file.projectId).join(' ');
    if (carried?.projectIds !== projectIds || carried.idChanges !== edits.idChanges) {
      const all = carried?.projectIds === projectIds ? carried.earlier : new BaselineCorrections(earlier);
      this.carried = { projectIds, earlier: all, corrections: all.in(this.checked()), idChanges: edits.idChanges };
    }
    const { corrections } = this.carried!;
    const list = this.checked();
    return {
      name,
      ...corrections.preview(edits),
      merged: planCarriedMerges(list, corrections).length,
      leftOut: planCarriedLeftOut(list, corrections).length,
    };
  }

  private checkDeps(prior: PriorScreenings, work: Work): CheckDeps {
    const progress: Work['progress'] = (done, total, unit) => work.progress(done, total, unit);
    return { prior, context: { signal: work.signal, progress, startHelper: this.context.startHelper } };
  }

  /**
   * Stores an edit, and the check of the rows that it affects, in one transaction. If it fails or is canceled, nothing changes.
   * @throws INPUT_INVALID; the reason of the signal; what the file throws
   */
  async edit(request: EditRequest, work: Work = UNWATCHED): Promise<CheckSummary> {
    this.pages = null;
    try {
      const state = this.begin();
      if (request.kind === 'keepRepeats') keepRepeats(state.file, request.code, request.rows, request.keep);
      else {
        await this.apply(request, state, work);
        markStale(state.file);
      }
      work.signal.throwIfAborted();
      state.file.commit();
      if (request.kind === 'keepRepeats' || isOfCells(request)) this.listings.keepShown();
      else this.listings.clear();
      return this.summary();
    } catch (error) {
      this.reload();
      throw error;
    }
  }

  /**
   * Decides who is sent this time. Stores the order and the facts of all rows in one transaction. If it fails or is canceled, nothing
   * changes.
   * @throws as `orderPeople`; what the file throws
   */
  choose(ask: BestAsk, work: Work = UNWATCHED): CheckSummary {
    this.pages = null;
    try {
      const { file, target } = this.begin();
      chooseBest(this.checked(), file, target.request.sheetLayout.headers, ask, work);
      this.edits.best.forget();
      this.best = bestIn(file);
      work.signal.throwIfAborted();
      file.commit();
      this.listings.clear();
      return this.summary();
    } catch (error) {
      this.reload();
      throw error;
    }
  }

  /** Begins the transaction of an edit. Reads the file again if another program has changed it. */
  private begin(): EditState {
    const state = this.editState;
    if (state !== null) {
      state.file.begin();
      if (state.version === state.file.version) return state;
    }
    const { request } = this;
    const file = state?.file ?? new ProjectFile(request.file, 'write');
    if (state === null) file.begin();
    const prior = priorScreeningsOf(request.inputs);
    this.best = bestIn(file);
    this.edits = new Edits(file);
    this.records = new RecordReader(request.plan, this.edits);
    const target = new CheckTarget(file, request, this.edits, this.groups);
    this.counts = target.counts;
    return (this.editState = { file, target, prior, version: file.version });
  }

  private async apply(request: Exclude<EditRequest, { kind: 'keepRepeats' }>, state: EditState, work: Work): Promise<void> {
    const { file, target, prior } = state;
    const { edits } = this;
    const deps = this.checkDeps(prior, work);
    if (request.kind === 'undo' || request.kind === 'redo') {
      const changed = request.kind === 'undo' ? edits.undo(file) : edits.redo(file);
      this.counts = await runCheck(target, { kind: 'rows', changed }, deps);
      return;
    }
    // The corrected rows of a group are checked at once, while the group is still in memory.
    const replaced: Replaced[] = [];
    let rows: EditedRows | null = null;
    const edit = editOf(request, this.checked(), work, (corrections) => {
      rows ??= new EditedRows(target, deps, edits.nextStep);
      replaced.push(edits.applyAhead(corrections));
      for (const [group, corrected] of this.groups.locate(corrections.map(([row]) => row))) rows.take(group, corrected, []);
    });
    if (edit === null) return;
    const checked = rows as EditedRows | null;
    const changed = edits.add(file, edit, checked === null ? null : replaced.flat());
    if (checked === null) await runCheck(target, { kind: 'rows', changed }, deps);
    else checked.finish(reportOf(target, deps));
    this.counts = target.counts;
  }

  /** Reads the file again, because after a failure the state in memory may be ahead of the file. */
  private reload(): void {
    this.close();
    this.best = bestIn(this.file);
    this.edits = new Edits(this.file);
    this.records = new RecordReader(this.request.plan, this.edits);
    this.counts = GroupCounts.read(this.file);
  }

  close(): void {
    this.editState?.file.rollback();
    this.editState?.file.close();
    this.editState = null;
  }
}
