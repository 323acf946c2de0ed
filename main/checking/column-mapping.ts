/** The mapping of a draft: which field each column feeds, and the template that was applied. */
import { isDeepStrictEqual } from 'node:util';
import { type MappingPlan, columnsFor, planProblems, underSystem, withoutGifts } from '../../shared/mapping/index.ts';
import type { ColumnsView, Input } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import type { ProjectFileQueue, ProjectStore, SourceFiles } from '../projects/index.ts';
import type { StoredList, UsedRecipe } from '../store/app-database/index.ts';
import type { ProjectQueries } from './project-queries.ts';

/** The mapping that a template produces, with the template's name. */
interface NamedPlan {
  readonly name: string;
  readonly plan: MappingPlan;
  /** The recipe that the mapping belongs to. */
  readonly recipe?: UsedRecipe;
}

/** Keeps the gifts of the list: changing columns, a template or the system never removes them. */
function withGiftsOf(changed: StoredList, { mapping: { gifts } }: StoredList): StoredList {
  if (isDeepStrictEqual(changed.mapping.gifts, gifts)) return changed;
  const own = withoutGifts(changed.mapping);
  return { ...changed, mapping: gifts === undefined ? own : { ...own, gifts } };
}

/**
 * The plan with the user's choice about pseudonyms. Sending IDs unchanged was chosen for one ID column only, because another column may
 * have medical record numbers.
 */
function withIdChoice(plan: MappingPlan, { pseudonyms, ...former }: MappingPlan): MappingPlan {
  const isSame = isDeepStrictEqual(columnsFor(plan, 'constituentId'), columnsFor(former, 'constituentId'));
  const { pseudonyms: _, ...rest } = plan;
  return pseudonyms === undefined || (!pseudonyms && !isSame) ? rest : { ...rest, pseudonyms };
}

export class ColumnMapping {
  private readonly store: ProjectStore;
  private readonly queue: ProjectFileQueue;
  private readonly queries: ProjectQueries;
  private readonly sources: SourceFiles;

  constructor(store: ProjectStore, queue: ProjectFileQueue, queries: ProjectQueries, sources: SourceFiles) {
    this.store = store;
    this.queue = queue;
    this.queries = queries;
    this.sources = sources;
  }

  /** @throws NOT_FOUND; NOT_NOW while the file is being read. */
  view(id: string): ColumnsView {
    const { layout, mapping: plan, suggestions, system, template } = this.store.listState(this.store.get(id));
    const problems = planProblems(plan, layout.headers).map((problem) => ({ ...problem, columns: [...problem.columns] }));
    const applied = template === null ? null : { name: template.name, changed: template.changed };
    return { headers: layout.headers, plan, suggestions, system, template: applied, problems };
  }

  /**
   * Stores a changed mapping. The next query for the check checks the rows again.
   * @throws NOT_NOW once the list was sent.
   */
  async change({ id, plan }: Input<'columns.change'>): Promise<ColumnsView> {
    await this.sources.deleteSpooledCopy(id);
    return await this.edit(id, (state) => {
      const template = state.template === null ? null : { ...state.template, changed: true };
      return { ...state, mapping: plan, template };
    });
  }

  /**
   * Maps the list as an export of this system; null: no system. Confirmed columns are kept.
   * @throws NOT_NOW once it was sent.
   */
  async chooseSystem({ id, system }: Input<'columns.system'>): Promise<ColumnsView> {
    const { store, queries } = this;
    return await this.queue.run(id, async () => {
      const { importOptions } = store.listState(store.draft(id));
      const [former, next] = await queries.ask(id, 'suggestions', [importOptions.system, system]);
      return this.save(id, (state) => {
        const plan = withIdChoice(underSystem(state.mapping, former!.plan, next!.plan), state.mapping);
        const chosen = { ...state, importOptions: { ...importOptions, system }, system: next!.system, suggestions: next!.suggestions };
        if (isDeepStrictEqual(plan, state.mapping)) return chosen;
        const template = state.template === null ? null : { ...state.template, changed: true };
        return { ...chosen, mapping: plan, template };
      });
    });
  }

  /**
   * Replaces the mapping with that of a template; `withdrawTemplate` undoes this.
   * @throws NOT_NOW once the list was sent.
   */
  async applyTemplate(id: string, fitted: (state: StoredList) => NamedPlan): Promise<ColumnsView> {
    const keepsFile = this.store.listState(this.store.draft(id)).recipe?.before.reading != null;
    // The file is kept if undoing the recipe would need to read it again.
    if (!keepsFile) await this.sources.deleteSpooledCopy(id);
    return await this.edit(id, (state) => {
      const { name, plan: fittedPlan, recipe = state.recipe } = fitted(state);
      const plan = fittedPlan.pseudonyms === undefined ? withIdChoice(fittedPlan, state.mapping) : fittedPlan;
      return { ...state, mapping: plan, template: { name, changed: false, before: state.mapping }, recipe };
    });
  }

  /**
   * Restores the mapping from before a template was applied.
   * @throws NOT_NOW when there was none.
   */
  async withdrawTemplate(id: string): Promise<ColumnsView> {
    return await this.edit(id, (state) => {
      if (state.template === null) throw new AppError('NOT_NOW', 'No template was used for these columns.');
      return { ...state, mapping: state.template.before, template: null };
    });
  }

  /**
   * Restores the mapping from before a recipe was applied.
   * @throws NOT_NOW once the list was sent.
   */
  async withdrawRecipe(id: string, { before }: UsedRecipe): Promise<ColumnsView> {
    return await this.edit(id, (state) => ({ ...state, mapping: before.mapping, template: before.template, recipe: undefined }));
  }

  /** Records that the file was read as a recipe says. */
  async noteRecipe(id: string, recipe: UsedRecipe): Promise<ColumnsView> {
    return await this.edit(id, (state) => ({ ...state, recipe }));
  }

  private async edit(id: string, change: (state: StoredList) => StoredList): Promise<ColumnsView> {
    return await this.queue.run(id, () => Promise.resolve(this.save(id, change)));
  }

  /** Call it within the queue. */
  private save(id: string, change: (state: StoredList) => StoredList): ColumnsView {
    const project = this.store.draft(id);
    const before = this.store.listState(project);
    const changed = withGiftsOf(change(before), before);
    // Drops the stored check. Otherwise, if this mapping came back later, the stored check would seem current although the project's file
    // has the check of another mapping.
    const check = changed.mapping === before.mapping ? before.check : null;
    this.queries.invalidate(id);
    this.store.saveEdit(project, { ...changed, check });
    return this.view(id);
  }
}
