/** The check of a project's list. It runs when a query finds it stale, and is updated by each edit of the user. */
import { createHash } from 'node:crypto';
import { AppError } from '../../shared/base/index.ts';
import type { CallOptions, CheckView } from '../../shared/contract/index.ts';
import { type OrderSettings, bestProblem } from '../../shared/order/index.ts';
import { type ProjectFileQueue, type ProjectStore, checkView, readinessOf, sendOptionsOf } from '../projects/index.ts';
import type { CheckKey, ProjectChange, ProjectRow, StoredCheck } from '../store/app-database/index.ts';
import type { CheckSummary, EditRequest } from '../worker-protocol/index.ts';
import type { Baseline } from './baseline.ts';
import type { CheckInputSource } from './check-inputs.ts';
import { checkKey, checkStatus } from './check-key.ts';
import type { ProjectQueries } from './project-queries.ts';

/** What a choice of people depends on, besides the rows. If this changes, the choice is stale. */
const basisOf = (project: ProjectRow, key: CheckKey): string =>
  createHash('sha256')
    .update(JSON.stringify([key, sendOptionsOf(project)]))
    .digest('base64url');

const isStale = (project: ProjectRow, check: CheckSummary | null, key: CheckKey): boolean =>
  check !== null && check.best !== null && (check.best.isStale || check.best.basis !== basisOf(project, key));

export interface ProjectCheckDeps {
  readonly store: ProjectStore;
  readonly queue: ProjectFileQueue;
  readonly inputs: CheckInputSource;
  readonly queries: ProjectQueries;
  readonly baseline: Baseline;
}

export class ProjectCheck {
  private readonly store: ProjectStore;
  private readonly queue: ProjectFileQueue;
  private readonly inputs: CheckInputSource;
  private readonly queries: ProjectQueries;
  private readonly baseline: Baseline;

  constructor({ store, queue, inputs, queries, baseline }: ProjectCheckDeps) {
    this.store = store;
    this.queue = queue;
    this.inputs = inputs;
    this.queries = queries;
    this.baseline = baseline;
  }

  /**
   * The current check. Runs it again if the mapping, the day or the inputs have changed. For a list that was sent, the check that it was
   * sent with.
   * @throws NOT_FOUND; NOT_NOW while the file is being read; PROJECT_FILE_DAMAGED; what the task throws.
   */
  async current(id: string): Promise<CheckSummary> {
    const project = this.store.get(id);
    // A finished project does not wait in its queue, where fetching its results again can take long.
    const stored = project.state.at === 'done' ? this.store.listState(project).check : null;
    if (stored !== null) return stored;
    return await this.queue.run(id, () => this.refresh(id));
  }

  /** Call it within the queue. */
  private async refresh(id: string): Promise<StoredCheck> {
    const { store, queue } = this;
    const project = store.get(id);
    const state = store.listState(project);
    if (project.state.at !== 'draft' && state.check !== null) return state.check;
    await this.inputs.indexInputs(project);
    const today = store.today();
    const { inputs, digest } = this.inputs.inputsOf(project);
    const key = checkKey(state.mapping, today, digest);
    if (checkStatus(state.check, key) === 'current') return project.editPending ? await this.readFromFile(id, key) : state.check!;
    const found = await queue.runTask(id, 'check', { ...store.source(project), today, inputs });
    this.queries.invalidate(id);
    // Another program has read the list again meanwhile, so this check is about the earlier rows.
    if (store.get(id).source.fileSuffix !== project.source.fileSuffix) return await this.refresh(id);
    return this.save(id, found, key);
  }

  /** Whether the stored check of a draft is current and no work on its file is in progress. */
  isCurrent(id: string): boolean {
    const { store, queue } = this;
    const project = store.get(id);
    const { mapping, check } = store.listState(project);
    const key = checkKey(mapping, store.today(), this.inputs.inputsOf(project).digest);
    return !queue.isBusy(id) && !project.editPending && checkStatus(check, key) === 'current' && !isStale(project, check, key);
  }

  /**
   * The current check. If a change of the list or its options has made the choice of people stale, they are chosen again with the same
   * settings. `affordable`: the most people that the balance allows, for a cut by credits.
   * @throws as `current`; INPUT_INVALID when the settings no longer choose anybody
   */
  async ordered(id: string, affordable: (project: ProjectRow, keep: number) => number): Promise<CheckSummary> {
    const check = await this.current(id);
    const { state } = this.store.get(id);
    if (state.at !== 'draft' || check.best === null) return check;
    return await this.queue.run(id, async () => {
      const now = await this.refresh(id);
      const { best } = now;
      const project = this.store.get(id);
      if (project.state.at !== 'draft' || best === null || !isStale(project, now, now.key)) return now;
      return await this.chooseNow(id, now.key, best.settings, affordable, best.chosen + best.sampled);
    });
  }

  /**
   * Chooses the people who are sent this time; null: everyone.
   * @throws NOT_FOUND; NOT_NOW once the list was sent; INPUT_INVALID when the settings choose nobody; CANCELED, with nothing changed.
   */
  async choose(
    id: string,
    settings: OrderSettings | null,
    affordable: (project: ProjectRow, keep: number) => number,
    call: CallOptions,
  ): Promise<void> {
    const problem = settings === null ? null : bestProblem(settings);
    if (problem !== null) throw new AppError('INPUT_INVALID', `${problem}.`);
    await this.queue.run(id, async () => {
      if (this.store.draft(id).lineage?.kind === 'part')
        throw new AppError('NOT_NOW', 'These rows are a part of another list, which decides who is sent.');
      const { key } = await this.refresh(id);
      await this.chooseNow(id, key, settings, affordable, null, call);
    });
  }

  /** Call it within the queue. `before`: how many people the previous choice sent. */
  private async chooseNow(
    id: string,
    key: CheckKey,
    settings: OrderSettings | null,
    affordable: (project: ProjectRow, keep: number) => number,
    before: number | null,
    call: CallOptions = {},
  ): Promise<StoredCheck> {
    const { store } = this;
    const project = store.draft(id);
    const most = settings?.cut.kind === 'balance' ? affordable(project, settings.cut.keep) : 0;
    // Stored first, as in `edit`.
    store.updateDraft(id, { editPending: true });
    const ask = { settings, affordable: most, options: sendOptionsOf(project), basis: basisOf(project, key), before };
    const earlier = store.listState(project).check?.best?.rows;
    const check = await this.queries.ask(id, 'choose', ask, call);
    const { people = null, chosen = null, sampled = null, pilot = null } = check.best ?? {};
    const known = pilot === null ? {} : { known: pilot.known };
    const stored = this.saveEdited(id, check, key);
    // After a new day or another option, the app makes the same choice again, and the user did not choose.
    if (before === null || check.best?.rows !== earlier)
      store.appendJournal(id, { type: 'best', people, chosen, sampled, seed: settings?.seed ?? null, ...known });
    return stored;
  }

  /**
   * Reads the check from the project's file, because a program may have ended after it changed the file, but before it stored the check.
   */
  private async readFromFile(id: string, key: CheckKey): Promise<StoredCheck> {
    return this.save(id, await this.queries.ask(id, 'summary', null), key);
  }

  /** Stores a check. The list may have been sent already, without a check. */
  private save(id: string, found: CheckSummary, key: CheckKey): StoredCheck {
    const { check, change } = this.checked(id, found, key);
    this.store.update(id, change);
    return check;
  }

  /**
   * As `save`, but only for a draft: if another program has sent the list meanwhile, it keeps the check that it was sent with.
   * @throws NOT_NOW.
   */
  private saveEdited(id: string, found: CheckSummary, key: CheckKey): StoredCheck {
    const { check, change } = this.checked(id, found, key);
    this.store.updateDraft(id, change);
    return check;
  }

  private checked(id: string, found: CheckSummary, key: CheckKey): { readonly check: StoredCheck; readonly change: ProjectChange } {
    const project = this.store.get(id);
    const check = { ...found, key };
    const change = {
      encryptedList: this.store.encrypt(project, { ...this.store.listState(project), check }),
      lastError: null,
      source: { readiness: readinessOf(found) },
      editPending: false,
    };
    return { check, change };
  }

  async view(id: string): Promise<CheckView> {
    const check = await this.current(id);
    return checkView(check, this.store.get(id).options);
  }

  /**
   * Changes the list, and checks the affected rows again.
   * @throws NOT_FOUND; NOT_NOW once the list was sent; CANCELED, with nothing changed.
   */
  async edit(id: string, edit: EditRequest, call: CallOptions): Promise<CheckView> {
    const { store, queue } = this;
    return await queue.run(id, async () => {
      store.draft(id);
      const { key } = await this.refresh(id);
      // Stored before the file changes: if the program ends in between, the next one reads the check from the file. This also fails if
      // another program has just sent the list, so that its rows are not changed.
      store.updateDraft(id, { editPending: true });
      const check = await this.queries.ask(id, 'edit', edit, call);
      this.saveEdited(id, check, key);
      return checkView(check, store.get(id).options);
    });
  }

  /**
   * Sends the people who asked not to be screened, for the given reason; null: leaves them out again.
   * @throws INPUT_INVALID without a reason, or when the organization rules forbid it; as `edit`.
   */
  async sendObjected(id: string, reason: string | null, call: CallOptions): Promise<CheckView> {
    const given = reason?.trim() ?? null;
    if (given === '') throw new AppError('INPUT_INVALID', 'Say why these people are screened although they asked not to be.');
    if (given !== null && this.inputs.inputsOf(this.store.get(id)).inputs.rules.neverObjected === true)
      throw new AppError('INPUT_INVALID', 'The rules of your organization do not allow screening people who asked not to be screened.');
    return await this.edit(id, { kind: 'sendObjected', reason: given }, call);
  }

  async applyCarriedCorrections(id: string, call: CallOptions): Promise<CheckView> {
    return await this.edit(id, { kind: 'applyCarriedCorrections', earlier: this.baseline.newest(id)?.projects ?? [] }, call);
  }
}
