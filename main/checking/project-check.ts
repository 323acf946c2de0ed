/** The check of a project's list: made when it is asked for and stale, and updated by each edit of the user. */
import type { CheckView, Input, MadeBefore, Output, ReplacePreview } from '../../shared/contract/index.ts';
import { readinessOf, shownCheck } from '../projects/list-state.ts';
import type { ProjectFileQueue } from '../projects/project-file-queue.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { CheckSummary } from '../worker-protocol/check.ts';
import type { EditRequest } from '../worker-protocol/list.ts';
import type { Baseline } from './baseline.ts';
import type { CheckInputSource } from './check-inputs.ts';
import type { ProjectQueries } from './project-queries.ts';

export class ProjectCheck {
  private readonly store: ProjectStore;
  private readonly queue: ProjectFileQueue;
  private readonly inputs: CheckInputSource;
  private readonly queries: ProjectQueries;
  private readonly baseline: Baseline;

  constructor(store: ProjectStore, queue: ProjectFileQueue, inputs: CheckInputSource, queries: ProjectQueries, baseline: Baseline) {
    this.store = store;
    this.queue = queue;
    this.inputs = inputs;
    this.queries = queries;
    this.baseline = baseline;
  }

  /**
   * The current check: made again when the mapping, the day or the inputs have changed. Of a list that was sent it is the check that
   * it was sent with. @throws NOT_FOUND; NOT_NOW while the file is being read; PROJECT_FILE_DAMAGED; what the task throws.
   */
  async current(id: string): Promise<CheckSummary> {
    const project = this.store.get(id);
    // Nothing waits for the file of a finished project: fetching its results again takes long.
    if (project.state.at === 'done') return this.store.listState(project).check;
    return await this.queue.run(id, () => this.refresh(id));
  }

  /** Call it from the queue. */
  private async refresh(id: string): Promise<CheckSummary> {
    const { store, queue } = this;
    const project = store.get(id);
    const state = store.listState(project);
    if (project.state.at !== 'draft') return state.check;
    await this.inputs.prepare(project);
    const today = store.today();
    const { inputs, name } = this.inputs.of(project);
    if (state.today === today && state.basis === name) return project.facts.changing ? await this.readAgain(id) : state.check;
    const check = await queue.task(id, 'check', { ...store.source(project), today, inputs });
    this.queries.invalidate(id);
    store.saveEdit(store.get(id), { ...state, check, today, basis: name }, { readiness: readinessOf(check), changing: false });
    return check;
  }

  /** Whether at this moment no work waits for the file and the check of a draft is that of its list and its inputs. */
  isCurrent(id: string): boolean {
    const { store, queue } = this;
    const project = store.get(id);
    const { today, basis } = store.listState(project);
    return !queue.isBusy(id) && !project.facts.changing && today === store.today() && basis === this.inputs.of(project).name;
  }

  /** Reads the check from the project's file: the program may have ended after the file was changed and before the store was. */
  private async readAgain(id: string): Promise<CheckSummary> {
    const check = await this.queries.ask(id, 'summary', null);
    this.save(id, check);
    return check;
  }

  private save(id: string, check: CheckSummary): void {
    const project = this.store.get(id);
    this.store.saveEdit(project, { ...this.store.listState(project), check }, { readiness: readinessOf(check), changing: false });
  }

  async view(id: string): Promise<CheckView> {
    const check = await this.current(id);
    return shownCheck(check, this.store.get(id).facts);
  }

  /** Changes the list and rechecks the rows that the change affects. @throws NOT_FOUND; NOT_NOW once the list was sent. */
  async edit(id: string, edit: EditRequest): Promise<CheckView> {
    const { store } = this;
    return await this.queue.run(id, async () => {
      store.draft(id);
      await this.refresh(id);
      // Stored before the file is changed, so that a program that ends in between reads the check from the file.
      store.update(id, { facts: { changing: true } });
      const check = await this.queries.ask(id, 'edit', edit);
      store.draft(id);
      this.save(id, check);
      return shownCheck(check, store.get(id).facts);
    });
  }

  async replacing({ id, ...replacement }: Input<'check.replacing'>): Promise<ReplacePreview> {
    await this.current(id);
    return await this.queries.ask(id, 'replacePreview', replacement);
  }

  /** The corrections of the baseline that can be made again; null without a baseline, and once the list was sent. */
  async carriedCorrections(id: string): Promise<MadeBefore | null> {
    const newest = this.baseline.newest(id);
    await this.current(id);
    if (newest === null || this.store.get(id).state.at !== 'draft') return null;
    return { name: newest.name, ...(await this.queries.ask(id, 'carriedCorrections', newest.projects)) };
  }

  /** Makes the corrections of the baseline again. */
  async reapplyCorrections(id: string): Promise<CheckView> {
    return await this.edit(id, { kind: 'reapplyCorrections', earlier: this.baseline.newest(id)?.projects ?? [] });
  }

  async page({ id, filter, find, offset, limit }: Input<'check.page'>): Promise<Output<'check.page'>> {
    await this.current(id);
    const { sendErrors, again } = this.store.get(id).facts;
    return await this.queries.ask(id, 'checkPage', { filter, find, offset, limit, options: { sendErrors, again } });
  }
}
