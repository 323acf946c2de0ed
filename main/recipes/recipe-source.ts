/** Derives the recipe of a screening from what its project stores, and reads what the recipe is compared with. */
import { AppError } from '../../shared/base/index.ts';
import { headerFingerprint, placesOfHeadings, roleOf, templateOf } from '../../shared/mapping/index.ts';
import { isPilot } from '../../shared/order/index.ts';
import { comparedPilot, isBeforeSubmission, isRest, mergesIntoParent } from '../../shared/project/index.ts';
import type { ListRead, Recipe } from '../../shared/recipe/index.ts';
import type { ColumnValues } from '../../shared/view-texts/index.ts';
import type { ProjectQueries } from '../checking/index.ts';
import { type ProjectStore, screenedAbout } from '../projects/index.ts';
import type { ProjectRow, StoredList } from '../store/app-database/index.ts';

/** The number of newest screenings whose headings are compared with a list. Each of them must be decrypted. */
const MAX_COMPARED = 20;

/** A recipe is offered if the list has at least this share of the headings that the recipe uses. */
const LEAST_FOUND = 0.5;

interface RecipeOffer {
  readonly project: ProjectRow;
  /** True when the lists have exactly the same headings. */
  readonly same: boolean;
}

function answersAbout({ layout, mapping }: StoredList, values: readonly ColumnValues[]): Recipe['answers'] {
  const places = placesOfHeadings(
    layout.headers,
    values.map(({ heading }) => heading),
  );
  return mapping.columns.flatMap(({ column, to }) => {
    const place = places.get(column);
    if (place === undefined || to.kind !== 'none') return [];
    const has = new Set(values[place]!.values);
    const [yesValues, noValues] = [to.yesValues ?? [], to.noValues ?? []].map((list) => list.filter((value) => has.has(value)));
    return [{ column, yesValues: yesValues!, noValues: noValues! }];
  });
}

export class RecipeSource {
  private readonly store: ProjectStore;
  private readonly queries: ProjectQueries;

  constructor(store: ProjectStore, queries: ProjectQueries) {
    this.store = store;
    this.queries = queries;
  }

  /**
   * The recipe of a project that was sent.
   * @throws NOT_FOUND; NOT_NOW before it was sent; what opening its file throws
   */
  async of(id: string, values: readonly ColumnValues[]): Promise<Recipe> {
    const { store } = this;
    const project = store.get(id);
    if (isBeforeSubmission(project.state))
      throw new AppError('NOT_NOW', `“${project.name}” was not sent yet. Choose a screening that was sent.`);
    const list = store.listState(project);
    const { layout, mapping, importOptions, check } = list;
    // Pilots are left out, because they name people and are for one list only.
    const best = check?.best == null || isPilot(check.best.settings) ? null : check.best;
    const { encoding, delimiter, hiddenRows, subtotals, otherSheets, mergedCells } = importOptions;
    return {
      of: id,
      name: project.name,
      at: screenedAbout(project),
      system: list.system?.name ?? null,
      template: templateOf(project.name, layout.headers, mapping),
      answers: answersAbout(list, values),
      reading: {
        sheetName: layout.sheetName,
        headerRow: layout.headerRow,
        ...(encoding != null && { encoding }),
        ...(delimiter != null && { delimiter }),
        ...(hiddenRows !== undefined && { hiddenRows }),
        ...(subtotals !== undefined && { subtotals }),
        ...(otherSheets !== undefined && { otherSheets }),
        ...(mergedCells !== undefined && { mergedCells }),
      },
      hasGifts: mapping.gifts !== undefined,
      steps: await this.queries.ask(id, 'fixSteps', null),
      best: best?.settings ?? null,
      bestHeading: best?.heading ?? null,
      layout: store.layoutOf(id),
    };
  }

  /** The screening with the best recipe for a list: the newest one with the same headings, or otherwise the one with most of them. */
  offerFor(id: string, { headers }: Pick<ListRead, 'headers'>): RecipeOffer | null {
    const fingerprint = headerFingerprint(headers);
    const sent = this.store
      .all()
      // Other projects have rows of another list, and settings that the program chose for them.
      .filter(
        ({ state, lineage, ...one }) =>
          one.id !== id && !isBeforeSubmission(state) && !mergesIntoParent(lineage) && !isRest(lineage) && comparedPilot(lineage) === null,
      )
      .toSorted((a, b) => b.createdAt - a.createdAt);
    let best: { readonly project: ProjectRow; readonly share: number } | null = null;
    for (const project of sent.slice(0, MAX_COMPARED)) {
      const list = this.listOf(project);
      if (list === null) continue;
      if (headerFingerprint(list.layout.headers) === fingerprint) return { project, same: true };
      const places = placesOfHeadings(list.layout.headers, headers);
      const used = list.mapping.columns.filter(({ to }) => to.kind !== 'none' || roleOf(to) !== null);
      const share = used.filter(({ column }) => places.has(column)).length / Math.max(1, used.length);
      if (share >= LEAST_FOUND && share > (best?.share ?? 0)) best = { project, share };
    }
    return best === null ? null : { project: best.project, same: false };
  }

  /** Null for a project that has no list or cannot be decrypted. */
  private listOf(project: ProjectRow): StoredList | null {
    try {
      return project.encryptedList === null ? null : this.store.listState(project);
    } catch {
      return null;
    }
  }
}
