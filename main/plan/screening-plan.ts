/** The plan of an account: who is due to be screened again, the reminder, and the draft with those people. This does not send anything. */
import { randomUUID } from 'node:crypto';
import type { CallOptions, Input, Output, PlanView, ProjectView } from '../../shared/contract/index.ts';
import { AppError, addMonths, usDay } from '../../shared/base/index.ts';
import { fieldOf } from '../../shared/fields/index.ts';
import type { MappingPlan } from '../../shared/mapping/index.ts';
import { type Census, INITIAL_PLAN, type PlanSettings, dueOn, planNumbers } from '../../shared/plan/index.ts';
import { isSubmittable } from '../../shared/project/index.ts';
import { type CopiedRowsDeps, checkOnceCopied } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import { type Clock, type SpawnWorker, abortableResult } from '../platform/index.ts';
import { type ProjectFileQueue, type ProjectPublisher, type ProjectStore, newMarker, rowIdPrefix } from '../projects/index.ts';
import { type ProjectRow, type Settings, type StoredList, heldElsewhere, newParts } from '../store/app-database/index.ts';
import type { PlanDraft } from '../worker-protocol/index.ts';
import { AccountLists, type AccountListsDeps } from './account-lists.ts';
import { type StoredPlan, StoredPlans } from './stored-plans.ts';

export interface ScreeningPlanDeps extends AccountListsDeps, CopiedRowsDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly store: ProjectStore;
  readonly connections: Connections;
  readonly queue: ProjectFileQueue;
  readonly publisher: ProjectPublisher;
  readonly spawnWorker: SpawnWorker;
}

/** Shown instead of the file and the sheet of a draft. */
const FROM_PLAN = 'People due to be screened';

/** No cleaning: the values in the draft are already clean and corrected, so that they are sent exactly as the lists would send them. */
const AS_IT_IS: MappingPlan['cleaning'] = {
  spaces: false,
  placeholders: false,
  shoutedNames: false,
  stateCodes: false,
  countryCodes: false,
  zipZeros: false,
  streetLines: false,
};

export class ScreeningPlan {
  private readonly deps: ScreeningPlanDeps;
  private readonly lists: AccountLists;
  private readonly plans: StoredPlans;

  constructor(deps: ScreeningPlanDeps) {
    this.deps = deps;
    this.lists = new AccountLists(deps);
    this.plans = new StoredPlans(deps.settings, deps.connections);
  }

  /** @throws NOT_FOUND; PROJECT_FILE_DAMAGED with the name of a list that cannot be read. */
  async get({ connectionId, settings: asked }: Input<'plan.get'>, call: CallOptions = {}): Promise<PlanView> {
    this.deps.connections.row(connectionId);
    const census = await this.count(connectionId, call);
    const today = this.deps.store.today();
    const plan = this.plans.of(connectionId);
    const settings = asked ?? plan.settings ?? INITIAL_PLAN;
    const { balance, creditsPerRecord } = this.creditsOf(connectionId);
    const credits = { remaining: balance?.remaining ?? null, perRecord: creditsPerRecord };
    const draft = this.unsentDraft(plan);
    return {
      today,
      settings,
      isSaved: plan.settings !== null,
      census,
      ...planNumbers(census, settings, today, credits),
      balance,
      creditsPerRecord,
      draft: draft === null ? null : { id: draft.id, name: draft.name },
    };
  }

  /** @throws NOT_FOUND. */
  save({ connectionId, ...settings }: Input<'plan.save'>): Record<string, never> {
    this.deps.connections.row(connectionId);
    this.plans.change(connectionId, { settings, snoozedUntil: null });
    return {};
  }

  /** @throws NOT_FOUND. */
  snooze(connectionId: string): Record<string, never> {
    this.deps.connections.row(connectionId);
    this.plans.change(connectionId, { snoozedUntil: addMonths(this.deps.store.today(), 1) });
    return {};
  }

  /** Counts again only if something was sent since the last count, because drafts do not affect a reminder. */
  async reminders(call: CallOptions = {}): Promise<Output<'plan.reminders'>> {
    const { connections, store } = this.deps;
    const today = store.today();
    const reminders: Output<'plan.reminders'> = [];
    for (const connectionId of this.plans.saved()) {
      const plan = this.plans.of(connectionId);
      const { settings, snoozedUntil, counted } = plan;
      if (settings === null || (snoozedUntil !== null && snoozedUntil > today) || this.unsentDraft(plan) !== null) continue;
      const isCurrent = counted?.key.sent === this.lists.key(connectionId).sent;
      const census = isCurrent ? counted.census : await this.countIfReadable(connectionId, call);
      if (census === null) continue;
      const { total } = dueOn(census, settings, today);
      const { name } = connections.row(connectionId);
      if (total > 0) reminders.push({ connectionId, connection: name, people: total, renewal: settings.renewal, today });
    }
    return reminders;
  }

  /** Null if a list cannot be read. The page of that list reports it. */
  private async countIfReadable(connectionId: string, call: CallOptions): Promise<Census | null> {
    try {
      return await this.count(connectionId, call);
    } catch (error) {
      if (error instanceof AppError && error.recovery === 'restoreProject') return null;
      throw error;
    }
  }

  private async count(connectionId: string, { signal, onProgress }: CallOptions): Promise<Census> {
    const key = this.lists.key(connectionId);
    const { counted } = this.plans.of(connectionId);
    if (counted?.key.all === key.all) return counted.census;
    const task = this.deps.spawnWorker('census', this.lists.input(connectionId), onProgress);
    const census = await abortableResult(task, signal);
    this.plans.change(connectionId, { counted: { key, census } });
    return census;
  }

  /** The newest balance on any connection of the account, and what a record costs there. */
  private creditsOf(connectionId: string): Pick<PlanView, 'balance' | 'creditsPerRecord'> {
    const account = [...this.deps.connections.accountOf(connectionId)].map((id) => this.deps.connections.row(id));
    const balances = account.flatMap(({ credits }) =>
      credits === null || credits.remaining === null ? [] : [{ remaining: credits.remaining, readAt: credits.readAt }],
    );
    return {
      balance: balances.toSorted((a, b) => b.readAt - a.readAt)[0] ?? null,
      creditsPerRecord: account.find((one) => one.creditsPerRecord !== null)?.creditsPerRecord ?? null,
    };
  }

  private unsentDraft({ draft }: StoredPlan): ProjectRow | null {
    const project = draft === null ? null : this.deps.store.find(draft);
    if (project === null || heldElsewhere(project) !== null) return null;
    return isSubmittable(project.state) && !this.isInterrupted(project) ? project : null;
  }

  /** True for a draft if its program ended before its rows were written. */
  private isInterrupted({ id, state }: ProjectRow): boolean {
    const { queue, store } = this.deps;
    return state.at === 'reading' && !queue.isBusy(id) && !store.readers.isElsewhere(id);
  }

  /** Removes the draft if its program ended before it was finished. The lists still have everything that was in it. */
  private removeInterrupted({ draft }: StoredPlan): void {
    const project = draft === null ? null : this.deps.store.find(draft);
    if (project !== null && this.isInterrupted(project)) this.deps.store.delete(project);
  }

  /** At start-up: removes the drafts that were not finished. */
  resumeAll(): void {
    for (const plan of this.plans.all()) this.removeInterrupted(plan);
  }

  /**
   * Makes a draft with the people who are due, unless there already is an unsent one. Its rows are written in the background.
   * @throws NOT_NOW when nobody is due; as `get`.
   */
  async draft({ connectionId, settings: asked }: Input<'plan.draft'>, call: CallOptions = {}): Promise<ProjectView> {
    const { publisher, store, queue, clock } = this.deps;
    const { due, settings } = await this.get({ connectionId, settings: asked }, call);
    const stored = this.plans.of(connectionId);
    const present = this.unsentDraft(stored);
    if (present !== null) return publisher.view(present.id);
    this.removeInterrupted(stored);
    if (due.total === 0) throw new AppError('NOT_NOW', 'Nobody is due to be screened, so there is no draft to make.');
    const id = randomUUID();
    const marker = newMarker();
    // Stored first: if the program ends now, the plan still knows the draft.
    this.plans.change(connectionId, { draft: id });
    store.add({
      id,
      name: `Due on ${usDay(clock.now())}`,
      connectionId,
      fileName: FROM_PLAN,
      fileBytes: 0,
      fileSha256: null,
      state: { at: 'reading' },
      ...newParts(marker, rowIdPrefix(marker), { submission: { rowIdForm: 'checked' } }),
    });
    const copied = queue.run(id, () => this.fill(id, connectionId, settings));
    checkOnceCopied(this.deps, { id, copied, event: 'plan.draft', failure: 'The people who are due could not be copied' });
    return publisher.view(id);
  }

  private async fill(id: string, connectionId: string, settings: PlanSettings): Promise<void> {
    const { store, queue } = this.deps;
    const own = store.get(id);
    const input = { ...this.lists.input(connectionId), settings, target: store.fileRef(own) };
    const draft = await queue.runTask(id, 'planDraft', input);
    if (draft === null) throw new AppError('NO_ROWS', 'Nobody is due to be screened anymore.');
    const list = listOf(draft);
    const { rows } = draft;
    const change = { encryptedList: store.encrypt(own, list), source: { sheetName: FROM_PLAN, rows } };
    store.transition(id, { type: 'read' }, { rows, sheet: FROM_PLAN }, change);
  }

  /** Forgets the plan that was stored for a removed connection. If another connection of `account` takes it over, it is kept there. */
  forget(connectionId: string, account: readonly string[]): void {
    this.plans.remove(connectionId, account);
  }
}

/** The list of a draft. Every column is a field, with values that do not need parsing. */
function listOf({ rows, headers, fields, suggestions, firstRows, pseudonyms }: PlanDraft): StoredList {
  return {
    sheet: {
      format: 'lists of this account',
      sheets: [{ name: FROM_PLAN, hidden: false, rows }],
      firstRows: firstRows.map(({ row, cells }) => ({ row, cells: [...cells] })),
      lastRows: [],
      text: null,
      notes: [],
      hiddenColumns: [],
      formulasWithoutValue: 0,
    },
    layout: { sheet: 0, sheetName: FROM_PLAN, headerRow: 1, headerReason: '', headers: [...headers], totalsRows: [], rows },
    importOptions: { totalsRows: [], subtotals: 'keep' },
    mapping: {
      columns: fields.map((field, column) => ({
        column,
        to: { kind: 'field', field },
        settled: true,
        dateOrder: fieldOf(field).type === 'date' ? 'ymd' : null,
        decimal: fieldOf(field).type === 'amount' ? 'point' : null,
      })),
      combinations: [],
      constants: [],
      cleaning: AS_IT_IS,
      ...(pseudonyms && { pseudonyms }),
    },
    suggestions: [...suggestions],
    system: null,
    template: null,
    check: null,
  };
}
