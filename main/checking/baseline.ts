/**
 * The baseline of a draft: an earlier screening of the same list. Only rows that are new or changed since then are
 * sent.
 */
import type { BaselineOffer } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { comparedPilot, isRest, isSubmittable, mergesIntoParent } from '../../shared/project/index.ts';
import type { Connections } from '../connections/index.ts';
import { type Lineage, type ProjectStore, restLink, screenedAbout } from '../projects/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import type { BaselineList } from '../worker-protocol/index.ts';
import type { ProjectQueries } from './project-queries.ts';

/** The most earlier screenings in which the people of a list are searched. */
const MAX_OFFERS = 12;
/** A screening is offered as a baseline only if it has at least this share of the list's IDs. */
const LEAST_SHARED = 0.1;

export class Baseline {
  private readonly store: ProjectStore;
  private readonly connections: Connections;
  private readonly lineage: Lineage;
  private readonly queries: ProjectQueries;

  constructor(store: ProjectStore, connections: Connections, lineage: Lineage, queries: ProjectQueries) {
    this.store = store;
    this.connections = connections;
    this.lineage = lineage;
    this.queries = queries;
  }

  /**
   * The project to compare with when the user chooses the project `of`: its root, if it is a part, a retry or the rest of a pilot, because
   * the root has its results.
   * @throws NOT_FOUND; NOT_NOW before it is done; INPUT_INVALID when it was sent to another account.
   */
  chosen(of: string, connectionId: string): ProjectRow {
    const asked = this.store.get(of);
    const earlier = this.store.find(this.lineage.rootOf(asked)) ?? (isRest(asked.lineage) ? asked : null);
    if (earlier === null) throw new AppError('NOT_FOUND', 'The earlier screening was removed, so there is nothing to compare with.');
    if (earlier.state.at !== 'done')
      throw new AppError('NOT_NOW', `“${earlier.name}” has no results yet. Compare with a finished screening.`);
    if (!this.connections.accountOf(connectionId).has(earlier.connectionId))
      throw new AppError('INPUT_INVALID', `“${earlier.name}” was sent to another account, so its scores cannot be compared with these.`);
    return earlier;
  }

  /** The newest baseline of a project; null if there is none. It includes corrections that were carried over to it from older ones. */
  newest(id: string): BaselineList | null {
    const [newest] = this.lineage.baselinesOf(this.store.get(id));
    if (newest === undefined) return null;
    const [first, ...others] = newest;
    const projects = [...others.toReversed(), first!];
    return { name: first!.name, projects: projects.map((project) => this.store.source(project)) };
  }

  /**
   * The lineage of a draft with the baseline `of`; null for no baseline. Records the change in the journal.
   * @throws what `chosen` throws; INPUT_INVALID for a part or a retry, and when a list is compared with itself.
   */
  lineageWith(project: ProjectRow, of: string | null, connectionId: string): ProjectRow['lineage'] {
    const { lineage } = project;
    if (mergesIntoParent(lineage) || isRest(lineage) || comparedPilot(lineage) !== null) {
      if (of === null || of === lineage?.of) return isRest(lineage) ? this.restOn(project, connectionId) : lineage;
      throw new AppError(
        'INPUT_INVALID',
        'These rows come from another project and are sent as they are, so they are not compared with an earlier screening.',
      );
    }
    if (of === null) {
      if (lineage !== null) this.store.appendJournal(project.id, { type: 'baseline', name: null });
      return null;
    }
    const earlier = this.chosen(of, connectionId);
    if (earlier.id === project.id) throw new AppError('INPUT_INVALID', 'A list cannot be compared with itself. Choose an earlier one.');
    if (lineage?.of !== earlier.id) this.store.appendJournal(project.id, { type: 'baseline', name: earlier.name });
    return { kind: 'baseline', of: earlier.id };
  }

  /** The link of a rest if it is sent over this connection; unchanged if its list was removed. */
  private restOn({ lineage }: ProjectRow, connectionId: string): ProjectRow['lineage'] {
    const of = lineage === null ? null : this.store.find(lineage.of);
    return of === null ? lineage : restLink(this.store, of, this.connections.accountOf(connectionId).has(of.connectionId));
  }

  /**
   * Sets the baseline of a list that was not sent yet.
   * @throws what `lineageWith` throws.
   */
  set(id: string, of: string): void {
    const project = this.store.get(id);
    this.store.update(id, { lineage: this.lineageWith(project, of, project.connectionId) });
  }

  /** False if the people of the project are in another project, too. True for the rest of a pilot that was removed. */
  private isWhole(project: ProjectRow): boolean {
    const pilot = comparedPilot(project.lineage);
    if (pilot !== null) return this.store.find(pilot) === null;
    return !mergesIntoParent(project.lineage) || (isRest(project.lineage) && this.store.find(this.lineage.rootOf(project)) === null);
  }

  /** Finished screenings of the same account that sent people of this list, the newest first. */
  async offers(id: string): Promise<BaselineOffer[]> {
    const { store, lineage } = this;
    const project = store.get(id);
    if (mergesIntoParent(project.lineage) || isRest(project.lineage) || comparedPilot(project.lineage) !== null) return [];
    const account = this.connections.accountOf(project.connectionId);
    const finished = store
      .all()
      .filter((other) => other.id !== id && account.has(other.connectionId) && other.state.at === 'done' && this.isWhole(other))
      .toSorted((a, b) => screenedAbout(b) - screenedAbout(a))
      .slice(0, MAX_OFFERS);
    if (finished.length === 0) return [];
    const screenings = finished.map(({ id: of }) =>
      lineage
        .baselinesOf({ lineage: { kind: 'baseline', of } })
        .flat()
        .map((other) => store.fileRef(other)),
    );
    const { sampled, shared } = await this.queries.ask(id, 'baselineOverlap', screenings);
    return finished
      .map((row, index) => ({ id: row.id, name: row.name, at: screenedAbout(row), shared: sampled === 0 ? 0 : shared[index]! / sampled }))
      .filter((offer) => offer.shared >= LEAST_SHARED);
  }

  /**
   * Removes a baseline from lists that were not sent yet. Call it when the screening was removed. A rest stays linked to its list, because
   * other lists may have sent its people.
   */
  clear(of: string): void {
    for (const { id, lineage, state, wrappedKey } of this.lineage.childrenOf(of)) {
      if (lineage?.kind !== 'baseline' || isRest(lineage) || wrappedKey === null || !isSubmittable(state)) continue;
      this.store.update(id, { lineage: null });
      this.store.appendJournal(id, { type: 'baseline', name: null });
    }
  }
}
