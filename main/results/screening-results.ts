/** The results of a finished project, joined to its rows, as the user prefers to see them. */
import type { ComparisonView, EarlierView, HistoryView, Input, Output, ResultsView, SegmentView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { Layout } from '../../shared/results/layouts.ts';
import type { ProjectState } from '../../shared/project/project.ts';
import { headerOfKey } from '../../shared/results/result-shapes.ts';
import type { ProjectRow } from '../store/app-database/app-database.ts';
import type { ProjectQueries } from '../checking/project-queries.ts';
import type { Connections } from '../connections/connections.ts';
import { type Lineage, screenedAbout } from '../projects/lineage.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import { sendOptionsOf } from '../projects/send-options.ts';
import { mergedSends } from './merged-sends.ts';
import type { Preferences, ResultPreferences } from './result-preferences.ts';

export type DoneProject = ProjectRow & { readonly state: Extract<ProjectState, { at: 'done' }> };

/** The most screenings that are searched for a person, and the most columns that are shown of each. */
const MOST_SCREENINGS = 50;
const MOST_HISTORY_COLUMNS = 12;

export class ScreeningResults {
  private readonly store: ProjectStore;
  private readonly lineage: Lineage;
  private readonly queries: ProjectQueries;
  private readonly connections: Connections;
  private readonly preferences: ResultPreferences;

  constructor(store: ProjectStore, lineage: Lineage, queries: ProjectQueries, connections: Connections, preferences: ResultPreferences) {
    this.store = store;
    this.lineage = lineage;
    this.queries = queries;
    this.connections = connections;
    this.preferences = preferences;
  }

  /** @throws NOT_FOUND; NOT_NOW before the project has its results. */
  done(id: string): DoneProject {
    const project = this.store.get(id);
    const { state } = project;
    if (state.at !== 'done') throw new AppError('NOT_NOW', 'The results are not available yet.');
    return { ...project, state };
  }

  async results(id: string): Promise<ResultsView> {
    const { connectionId } = this.done(id);
    return await this.resultsAs(id, this.preferences.of(connectionId));
  }

  private async resultsAs(id: string, { shown, columns: wishes }: Preferences): Promise<ResultsView> {
    const { rowBase } = this.done(id).submission;
    const found = await this.queries.ask(id, 'results', null);
    const wished = new Map(wishes.map((wish) => [wish.key, wish]));
    const known = new Set([...found.columns, ...found.sheetColumns].map(({ key }) => key));
    // A column chosen for another list of the connection can be missing in this one.
    const chosen = shown?.filter((key) => known.has(key)) ?? [];
    return {
      ...found,
      columns: found.columns.map((column) => {
        const wish = wished.get(column.key);
        return { ...column, title: wish?.title ?? column.title, foundTitle: column.title, best: wish?.best ?? null };
      }),
      shown: shown === null || (chosen.length === 0 && shown.length > 0) ? found.shown : chosen,
      defaultColumns: found.shown,
      rowBase,
      later: mergedSends(this.lineage.mergedInto(id)).map(({ kind, credits }) => ({ kind, credits })),
    };
  }

  /**
   * The newest finished screenings over these connections whose files are here: those that are searched for a person.
   */
  finished(connectionIds: ReadonlySet<string>, except: string | null = null): DoneProject[] {
    return this.store
      .all()
      .flatMap((project) => (project.state.at === 'done' && project.wrappedKey !== null ? [{ ...project, state: project.state }] : []))
      .filter((project) => project.id !== except && connectionIds.has(project.connectionId))
      .sort((a, b) => screenedAbout(b) - screenedAbout(a))
      .slice(0, MOST_SCREENINGS);
  }

  /** The scores of a person over time: from the lists of this account with the same constituent ID. */
  async history({ id, row }: Input<'results.history'>): Promise<HistoryView> {
    const project = this.done(id);
    const others = this.finished(this.connections.accountOf(project.connectionId), id);
    const { columns, shown } = await this.resultsAs(id, this.preferences.of(project.connectionId));
    const wanted = shown.flatMap((key) => columns.find((column) => column.key === key) ?? []).slice(0, MOST_HISTORY_COLUMNS);
    const found = await this.queries.ask(id, 'history', {
      row,
      others: others.map((other) => this.store.source(other)),
      columns: wanted.map(({ key }) => key),
    });
    const entries = found.map(({ list, cells, ...one }) => {
      const from = list < 0 ? project : others[list]!;
      return { ...one, cells: [...cells], projectId: from.id, name: from.name, at: from.submission.processedAt };
    });
    entries.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
    return { columns: wanted.map(({ key, title, type, best }) => ({ key, title, type, best })), entries };
  }

  /**
   * The other project of a comparison.
   * @throws NOT_FOUND; NOT_NOW; INPUT_INVALID when the two cannot be compared.
   */
  private comparable(id: string, withId: string): DoneProject {
    const project = this.done(id);
    const other = this.done(withId);
    if (id === withId) throw new AppError('INPUT_INVALID', 'A screening cannot be compared with itself. Choose another one.');
    if (!this.connections.accountOf(project.connectionId).has(other.connectionId))
      throw new AppError('INPUT_INVALID', 'Only screenings of the same account can be compared: other services use other scales.');
    return other;
  }

  async compare({ id, withId, column }: Input<'results.compare'>): Promise<ComparisonView> {
    const other = this.comparable(id, withId);
    const { columns } = await this.results(id);
    const known = columns.find(({ key }) => key === column);
    if (known === undefined) throw new AppError('NOT_FOUND', 'The results have no such column.');
    const { counts, withoutId } = await this.queries.ask(id, 'compare', { other: this.store.source(other), column });
    const { title, best } = known;
    return { id, withId, name: other.name, at: other.submission.processedAt, column, title, best, counts, withoutId };
  }

  async comparePage({ id, withId, ...ask }: Input<'results.comparePage'>): Promise<Output<'results.comparePage'>> {
    const other = this.comparable(id, withId);
    return await this.queries.ask(id, 'comparePage', { other: this.store.source(other), ...ask });
  }

  /** The input of an export of a comparison. */
  async comparedWith(id: string, { withId, column }: { readonly withId: string; readonly column: string }) {
    const other = this.comparable(id, withId);
    const { columns } = await this.results(id);
    const title = columns.find(({ key }) => key === column)?.title ?? column;
    return { other: this.store.source(other), column, title };
  }

  async arrange({ id, ...arrangement }: Input<'results.arrange'>): Promise<ResultsView> {
    const { connectionId } = this.done(id);
    if (arrangement.columns.some(({ key }) => headerOfKey(key) !== null))
      throw new AppError('INPUT_INVALID', 'The columns of your sheet keep their headings.');
    return await this.resultsAs(id, this.preferences.arrange(connectionId, arrangement));
  }

  async segments(id: string): Promise<SegmentView[]> {
    const { connectionId } = this.done(id);
    return await this.counted(id, this.preferences.of(connectionId));
  }

  private async counted(id: string, { segments }: Preferences): Promise<SegmentView[]> {
    if (segments.length === 0) return [];
    const conditions = segments.map(({ filters, find }) => ({ filters, find }));
    const rows = await this.queries.ask(id, 'counts', conditions);
    return segments.map((segment, at) => ({ ...segment, rows: rows[at] ?? 0 }));
  }

  async saveSegment({ id, segmentId, name, filters, find }: Input<'segments.save'>): Promise<SegmentView[]> {
    const { connectionId } = this.done(id);
    return await this.counted(id, this.preferences.saveSegment(connectionId, segmentId, name, { filters, find }));
  }

  async removeSegment({ id, segmentId }: Input<'segments.remove'>): Promise<SegmentView[]> {
    const { connectionId } = this.done(id);
    return await this.counted(id, this.preferences.removeSegment(connectionId, segmentId));
  }

  layouts(id: string): Layout[] {
    return this.preferences.layouts(this.done(id).connectionId);
  }

  saveLayout({ id, layout }: Input<'layouts.save'>): Layout[] {
    return this.preferences.saveLayout(this.done(id).connectionId, layout);
  }

  removeLayout({ id, layoutId }: Input<'layouts.remove'>): Layout[] {
    return this.preferences.removeLayout(this.done(id).connectionId, layoutId);
  }

  async page(input: Input<'results.page'>): Promise<Output<'results.page'>> {
    const options = sendOptionsOf(this.done(input.id));
    const { id, selection, columns, sort, offset, limit } = input;
    const isSorted = sort?.withId !== undefined;
    const shown = isSorted ? { withId: sort.withId!, column: sort.column } : input.compare;
    const since =
      shown === undefined ? null : { other: this.store.source(this.comparable(id, shown.withId)), column: shown.column, isSorted };
    return await this.queries.ask(id, 'resultsPage', { selection, columns, sort, offset, limit, options, since });
  }

  /** A value of a person's profile by its path, or of the earlier profile of a person who was not sent; null: none. */
  async valueOf(id: string, row: number, key: string): Promise<string | null> {
    const { values } = await this.queries.ask(id, 'results.person', { row, options: sendOptionsOf(this.done(id)) });
    const shown = values.length > 0 ? values : ((await this.earlier({ id, row }))?.values ?? []);
    return shown.find((leaf) => leaf.key === key)?.value ?? null;
  }

  /**
   * The newest scores of a person who was not sent because nothing has changed, found by ID. An export has the same.
   */
  async earlier({ id, row }: Input<'results.earlier'>): Promise<EarlierView | null> {
    const before = this.lineage.rootsOfBaselines(this.done(id));
    if (before.length === 0) return null;
    const found = await this.queries.ask(id, 'priorScores', { row, others: before.map((other) => this.store.source(other)) });
    if (found === null) return null;
    const { list, ...scores } = found;
    const { id: projectId, name, submission } = before[list]!;
    return { projectId, name, at: submission.processedAt, ...scores };
  }
}
