/** "Same as last time": applies the recipe of an earlier screening to a draft in one step. Nothing is sent or charged. */
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/base/index.ts';
import { type CallOptions, type Output, type Parsed, type RecipePreview } from '../../shared/contract/index.ts';
import { type ImportOptions, needsFile } from '../../shared/mapping/index.ts';
import { isRest, mergesIntoParent } from '../../shared/project/index.ts';
import { type FittedRecipe, RECIPE_LABEL, type Recipe, fitRecipe, readingOf, recipeLines } from '../../shared/recipe/index.ts';
import { checkCounts } from '../../shared/rows/index.ts';
import { readList, valuesOfRoles } from '../../shared/view-texts/index.ts';
import type { ColumnMapping, ProjectCheck, ProjectQueries } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import type { ListImport } from '../importing/index.ts';
import { type ProjectStore, screenedAbout } from '../projects/index.ts';
import type { ResultPreferences } from '../results/index.ts';
import type { ProjectRow, StoredList, UsedRecipe } from '../store/app-database/index.ts';
import type { CostEstimate } from '../submission/index.ts';
import { RecipeSource } from './recipe-source.ts';

interface RecipesDeps {
  readonly store: ProjectStore;
  readonly queries: ProjectQueries;
  readonly check: ProjectCheck;
  readonly columns: ColumnMapping;
  readonly listImport: ListImport;
  readonly cost: CostEstimate;
  readonly connections: Connections;
  readonly preferences: ResultPreferences;
}

type Ask = Parsed<'recipe.preview'>;

/** A recipe, and the draft to which it is applied. */
interface Fitted {
  readonly project: ProjectRow;
  readonly list: StoredList;
  readonly recipe: Recipe;
  readonly fitted: FittedRecipe;
  /** How the file must be read first; null if it need not be read again. */
  readonly reading: ImportOptions | null;
  /** Why the file cannot be read again now; null if it can, or need not be. */
  readonly blocked: string | null;
}

const CHANGED_ROWS =
  'Rows were changed, and the file has to be read again for this, which would lose the changes. Undo them first, or keep how the file is read.';
const NO_FILE =
  'The file has to be read again for this, and our copy of it was deleted. Choose it again on File, or keep how the file is read.';

export class Recipes {
  private readonly deps: RecipesDeps;
  private readonly source: RecipeSource;

  constructor(deps: RecipesDeps) {
    this.deps = deps;
    this.source = new RecipeSource(deps.store, deps.queries);
  }

  /** @throws NOT_FOUND; NOT_NOW while the file is being read */
  state(id: string): Output<'recipe.get'> {
    const { store } = this.deps;
    const project = store.get(id);
    const list = store.listState(project);
    const used = list.recipe === undefined ? null : { name: list.recipe.name, isWhole: list.recipe.isWhole };
    // Rows from another list already have its mapping and its corrections.
    const isOwn = project.state.at === 'draft' && !mergesIntoParent(project.lineage) && !isRest(project.lineage);
    const offer = isOwn && used?.isWhole !== true ? this.source.offerFor(id, list.layout) : null;
    if (offer === null) return { used, offer: null };
    return { used, offer: { of: offer.project.id, name: offer.project.name, at: screenedAbout(offer.project), same: offer.same } };
  }

  /** @throws as `RecipeSource.of` */
  async of(id: string, values: Parsed<'recipe.of'>['values']): Promise<Recipe> {
    return await this.source.of(id, values);
  }

  private async fit({ id, of, choices }: Ask): Promise<Fitted> {
    const { store, listImport } = this.deps;
    const project = store.draft(id);
    const list = store.listState(project);
    const read = readList(list);
    const recipe = await this.source.of(of, valuesOfRoles(read));
    const reading = readingOf(recipe, read, choices);
    const isBlocked = (check: StoredList['check']) => check !== null && check.undo !== null;
    const blocked =
      reading === null
        ? null
        : isBlocked(list.check)
          ? CHANGED_ROWS
          : needsFile(reading) && !listImport.view(id).isReadable
            ? NO_FILE
            : null;
    return { project, list, recipe, fitted: fitRecipe(recipe, read, choices), reading, blocked };
  }

  /** @throws NOT_NOW once the list was sent; as `RecipeSource.of`; CANCELED */
  async preview(ask: Ask, call: CallOptions): Promise<RecipePreview> {
    const { queries, check } = this.deps;
    const { id, fixes } = ask;
    const { project, list, recipe, fitted, reading, blocked } = await this.fit(ask);
    const { plan, differences } = fitted;
    const { ready } = checkCounts((await check.current(id)).histogram);
    const { name, at, steps } = recipe;
    const lines = [
      ...recipeLines(recipe, readList(list), fitted),
      this.layoutLine(project, recipe),
      this.settingsLine(project, recipe),
    ].flat();
    if (reading !== null) {
      const ofReading = differences.filter(({ key }) => !key.includes(':') && !['gifts', 'best', 'system'].includes(key));
      return { name, at, lines: [], differences: ofReading, fixes: [], readsAgain: true, blocked, ready: { before: ready, after: ready } };
    }
    const { gifts } = list.mapping;
    const trial = await queries.ask(id, 'tryRecipe', { plan: gifts === undefined ? plan : { ...plan, gifts }, steps, fixes }, call);
    return {
      name,
      at,
      lines,
      differences: [...differences],
      fixes: trial.fixes,
      readsAgain: false,
      blocked,
      ready: { before: ready, after: trial.ready },
    };
  }

  /** Which layout the connection uses first for writing back. */
  private layoutLine({ connectionId }: ProjectRow, { layout }: Recipe): RecipePreview['lines'] {
    if (layout === null) return [];
    const { preferences } = this.deps;
    const now = preferences.layouts(connectionId).find(({ id }) => id === preferences.of(connectionId).layoutId)?.name ?? null;
    return [
      {
        label: 'Write back',
        text:
          now === layout
            ? `Layout “${layout}”`
            : `Layout “${layout}” last time; this connection ${now === null ? 'has none yet' : `begins with “${now}”`}. Choose it on Write back`,
      },
    ];
  }

  private settingsLine({ options: now }: ProjectRow, { of }: Recipe): RecipePreview['lines'] {
    const { sendErrors, scoreConfiguration, purpose } = this.deps.store.get(of).options;
    const texts = [
      ...(purpose === '' ? [] : ['purpose']),
      ...(scoreConfiguration === null ? (now.scoreConfiguration === null ? [] : ['no score settings']) : ['score settings']),
      ...(sendErrors ? ['rows with errors are sent too'] : now.sendErrors ? ['rows with errors are not sent'] : []),
    ];
    return texts.length === 0 ? [] : [{ label: 'Settings', text: `As last time: ${texts.join(', ')}` }];
  }

  /** @throws NOT_NOW once the list was sent, or as `blocked` of the preview says; what reading and checking the list throws; CANCELED */
  async apply(ask: Ask, call: CallOptions): Promise<Output<'recipe.apply'>> {
    const { store, columns, queries, check, listImport } = this.deps;
    const { id, fixes } = ask;
    const { project, list, recipe, fitted, reading, blocked } = await this.fit(ask);
    if (blocked !== null) throw new AppError('NOT_NOW', blocked);
    const { name, steps } = recipe;
    const best = (await check.current(id)).best?.settings ?? null;
    // Another program may have changed the columns meanwhile.
    const beforeOf = ({ mapping, template, recipe: used }: StoredList): UsedRecipe['before'] =>
      used?.isWhole === false ? used.before : { mapping, template, options: optionsOf(project), best, reading: null };
    if (reading !== null) {
      const { layout, importOptions } = list;
      const before = beforeOf(store.listState(store.draft(id)));
      const { headerRow, sheetName } = layout;
      const now = { ...importOptions, sheet: sheetName, headerRow };
      await listImport.change({ id, ...reading });
      await columns.noteRecipe(id, { name, isWhole: false, before: { ...before, reading: before.reading ?? now } });
      return { cells: 0, notes: [], readsAgain: true };
    }
    const from = await queries.ask(id, 'appliedEdits', null);
    await columns.applyTemplate(id, (state) => {
      if (!isDeepStrictEqual(state.layout, list.layout))
        throw new AppError('NOT_NOW', 'The file has since been read with other settings. Review “Same as last time” again.');
      return { name, plan: fitted.plan, recipe: { name, isWhole: true, before: { ...beforeOf(state), edits: from } } };
    });
    const options = optionsOf(store.get(recipe.of));
    // If the earlier screening has no purpose, the one that was typed for this list is kept.
    store.updateDraft(id, { options: { ...options, purpose: options.purpose || project.options.purpose } });
    let cells = 0;
    if (steps.length > 0) {
      const { undo } = await check.edit(id, { kind: 'fixAs', steps, fixes }, call);
      if (undo === RECIPE_LABEL) cells = await queries.ask(id, 'cellsOf', { label: RECIPE_LABEL, from });
    }
    store.appendJournal(id, { type: 'recipe', name, cells });
    return { cells, notes: await this.chooseBest(id, fitted, call), readsAgain: false };
  }

  /** Chooses whom to send according to the recipe. Returns notes about why that was not possible. */
  private async chooseBest(id: string, { best }: FittedRecipe, call: CallOptions): Promise<string[]> {
    if (best === null) return [];
    try {
      await this.deps.cost.choose({ id, best }, call);
      return [];
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'INPUT_INVALID') throw error;
      return [`Who to send was not chosen, so everyone is sent unless you choose on Cost. ${error.message}`];
    }
  }

  /** @throws NOT_NOW when none was applied, once the list was sent, or when rows were changed since and the file has to be read again */
  async undo(id: string, call: CallOptions): Promise<Record<string, never>> {
    const { store, columns, check, cost, listImport, queries } = this.deps;
    const { recipe } = store.listState(store.draft(id));
    if (recipe === undefined) throw new AppError('NOT_NOW', 'No earlier screening was applied to this list.');
    const { reading, options, best, edits: from = 0 } = recipe.before;
    const present = await check.current(id);
    // A recipe that was applied before this one has an edit with the same label.
    const hasEdit = present.undo !== null && (await queries.ask(id, 'cellsOf', { label: RECIPE_LABEL, from })) > 0;
    const isLast = hasEdit && present.undo === RECIPE_LABEL;
    if (reading !== null && present.undo !== null && !isLast) throw new AppError('NOT_NOW', CHANGED_ROWS);
    if (isLast) await check.edit(id, { kind: 'undo' }, call);
    else if (hasEdit) await check.edit(id, { kind: 'takeBack', label: RECIPE_LABEL }, call);
    if (reading !== null) await listImport.change({ id, ...reading });
    // Another program may have sent the list meanwhile.
    store.updateDraft(id, { options });
    await columns.withdrawRecipe(id, recipe);
    if (best !== null || present.best !== null) await cost.choose({ id, best }, call);
    store.appendJournal(id, { type: 'recipe', name: null, cells: null });
    return {};
  }
}

const optionsOf = ({ options }: ProjectRow): UsedRecipe['before']['options'] => {
  const { purpose, scoreConfiguration, sendErrors } = options;
  return { purpose, scoreConfiguration, sendErrors };
};
