/** The results of a finished project: what came back, joined to the rows, as the person wants to look at it. */
import type { ComparisonView, EarlierView, HistoryView, Input, Output, ResultsView, SegmentView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { Layout } from '../../shared/results/layouts.ts';
import type { ProjectState } from '../../shared/project/project.ts';
import { headerOfKey } from '../../shared/results/result-shapes.ts';
import type { ProjectRow } from '../store/app-database/history.ts';
import type { SendChoice } from '../worker-protocol/list.ts';
import type { Arrangement, Arrangements } from './result-preferences.ts';
import type { Connections } from '../connections/connections.ts';
import type { Shelf } from '../projects/project-store.ts';
import type { Since } from '../checking/baseline.ts';

export type DoneProject = ProjectRow & { readonly state: Extract<ProjectState, { at: 'done' }> };

/** How the list was sent. */
export const sentAs = ({ facts: { sendErrors, again } }: DoneProject): SendChoice => ({ sendErrors, again });

/** Screenings that a person is looked for in, and columns that are told of each. */
const MOST_HISTORY = 50;
const MOST_HISTORY_COLUMNS = 12;

export class Outcomes {
  private readonly shelf: Shelf;
  private readonly arrangements: Arrangements;
  private readonly since: Since;
  private readonly connections: Connections;

  constructor(shelf: Shelf, arrangements: Arrangements, since: Since, connections: Connections) {
    this.shelf = shelf;
    this.arrangements = arrangements;
    this.since = since;
    this.connections = connections;
  }

  /** The project with its results. Ends in NOT_FOUND or NOT_NOW. */
  done(id: string): DoneProject {
    const project = this.shelf.row(id);
    const { state } = project;
    if (state.at !== 'done') throw new AppError('NOT_NOW', 'The results are not there yet.');
    return { ...project, state };
  }

  async results(id: string): Promise<ResultsView> {
    const { connectionId } = this.done(id);
    return await this.resultsAs(id, this.arrangements.of(connectionId));
  }

  private async resultsAs(id: string, { shown, columns: wishes }: Arrangement): Promise<ResultsView> {
    const { rowBase } = this.done(id).facts;
    const found = await this.shelf.ask(id, { ask: 'results' });
    const wished = new Map(wishes.map((wish) => [wish.key, wish]));
    const known = new Set([...found.columns, ...found.sheetColumns].map(({ key }) => key));
    // The next list over the same connection may lack a column that was chosen for another one.
    const chosen = shown?.filter((key) => known.has(key)) ?? [];
    return {
      ...found,
      columns: found.columns.map((column) => {
        const wish = wished.get(column.key);
        return { ...column, title: wish?.title ?? column.title, foundTitle: column.title, best: wish?.best ?? null };
      }),
      shown: shown === null || (chosen.length === 0 && shown.length > 0) ? found.shown : chosen,
      usual: found.shown,
      rowBase,
    };
  }

  /** The other finished screenings of the same account, the newest first. */
  private others({ id, connectionId }: DoneProject): DoneProject[] {
    const account = this.connections.accountOf(connectionId);
    return this.shelf
      .rows()
      .flatMap((project) => (project.state.at === 'done' && project.wrappedKey !== null ? [{ ...project, state: project.state }] : []))
      .filter((project) => project.id !== id && account.has(project.connectionId))
      .sort((a, b) => (b.facts.processedAt ?? b.createdAt) - (a.facts.processedAt ?? a.createdAt));
  }

  /** A person's scores over time: the lists of this account that have the same constituent id. */
  async history({ id, row }: Input<'results.history'>): Promise<HistoryView> {
    const project = this.done(id);
    const others = this.others(project).slice(0, MOST_HISTORY);
    const { columns, shown } = await this.resultsAs(id, this.arrangements.of(project.connectionId));
    const wanted = shown.flatMap((key) => columns.find((column) => column.key === key) ?? []).slice(0, MOST_HISTORY_COLUMNS);
    const found = await this.shelf.ask(id, {
      ask: 'history',
      row,
      others: others.map((other) => this.shelf.recipe(other.id)),
      columns: wanted.map(({ key }) => key),
    });
    const entries = found.map(({ list, cells, ...one }) => {
      const from = list < 0 ? project : others[list]!;
      return { ...one, cells: [...cells], projectId: from.id, name: from.name, at: from.facts.processedAt };
    });
    entries.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
    return { columns: wanted.map(({ key, title, type, best }) => ({ key, title, type, best })), entries };
  }

  /** The other project of a comparison. Ends in NOT_FOUND or INPUT_INVALID when the two cannot be compared. */
  private partner(id: string, withId: string): DoneProject {
    const project = this.done(id);
    const other = this.done(withId);
    if (id === withId) throw new AppError('INPUT_INVALID', 'A screening is compared with another one, not with itself.');
    if (!this.connections.accountOf(project.connectionId).has(other.connectionId))
      throw new AppError('INPUT_INVALID', 'Only screenings of the same account can be compared: other services count on other scales.');
    return other;
  }

  async compare({ id, withId, column }: Input<'results.compare'>): Promise<ComparisonView> {
    const other = this.partner(id, withId);
    const { columns } = await this.results(id);
    const known = columns.find(({ key }) => key === column);
    if (known === undefined) throw new AppError('NOT_FOUND', 'The results have no such column.');
    const { counts, withoutId } = await this.shelf.ask(id, { ask: 'compare', other: this.shelf.recipe(withId), column });
    const { title, best } = known;
    return { id, withId, name: other.name, at: other.facts.processedAt, column, title, best, counts, withoutId };
  }

  async comparePage({ id, withId, column, change, offset, limit }: Input<'results.comparePage'>): Promise<Output<'results.comparePage'>> {
    this.partner(id, withId);
    return await this.shelf.ask(id, { ask: 'comparePage', other: this.shelf.recipe(withId), column, change, offset, limit });
  }

  /** What an export of a comparison needs to know. */
  async comparedWith(id: string, { withId, column }: { readonly withId: string; readonly column: string }) {
    this.partner(id, withId);
    const { columns } = await this.results(id);
    const title = columns.find(({ key }) => key === column)?.title ?? column;
    return { other: this.shelf.recipe(withId), column, title };
  }

  async arrange({ id, ...arrangement }: Input<'results.arrange'>): Promise<ResultsView> {
    const { connectionId } = this.done(id);
    if (arrangement.columns.some(({ key }) => headerOfKey(key) !== null))
      throw new AppError('INPUT_INVALID', 'A column of your sheet keeps its heading.');
    return await this.resultsAs(id, this.arrangements.arrange(connectionId, arrangement));
  }

  async segments(id: string): Promise<SegmentView[]> {
    const { connectionId } = this.done(id);
    return await this.counted(id, this.arrangements.of(connectionId));
  }

  private async counted(id: string, { segments }: Arrangement): Promise<SegmentView[]> {
    if (segments.length === 0) return [];
    const rows = await this.shelf.ask(id, { ask: 'counts', conditions: segments.map(({ filters, find }) => ({ filters, find })) });
    return segments.map((segment, at) => ({ ...segment, rows: rows[at] ?? 0 }));
  }

  async saveSegment({ id, segmentId, name, filters, find }: Input<'segments.save'>): Promise<SegmentView[]> {
    const { connectionId } = this.done(id);
    return await this.counted(id, this.arrangements.saveSegment(connectionId, segmentId, name, { filters, find }));
  }

  async removeSegment({ id, segmentId }: Input<'segments.remove'>): Promise<SegmentView[]> {
    const { connectionId } = this.done(id);
    return await this.counted(id, this.arrangements.removeSegment(connectionId, segmentId));
  }

  layouts(id: string): Layout[] {
    return this.arrangements.layouts(this.done(id).connectionId);
  }

  saveLayout({ id, layout }: Input<'layouts.save'>): Layout[] {
    return this.arrangements.saveLayout(this.done(id).connectionId, layout);
  }

  removeLayout({ id, layoutId }: Input<'layouts.remove'>): Layout[] {
    return this.arrangements.removeLayout(this.done(id).connectionId, layoutId);
  }

  async page(input: Input<'results.page'>): Promise<Output<'results.page'>> {
    const choice = sentAs(this.done(input.id));
    const { id, selection, columns, sort, offset, limit } = input;
    return await this.shelf.ask(id, { ask: 'resultsPage', selection, columns, sort, offset, limit, choice });
  }

  async distribution(input: Input<'results.distribution'>): Promise<Output<'results.distribution'>> {
    this.done(input.id);
    return await this.shelf.ask(input.id, { ask: 'distribution', selection: input.selection, column: input.column });
  }

  async person(input: Input<'results.person'>): Promise<Output<'results.person'>> {
    const choice = sentAs(this.done(input.id));
    return await this.shelf.ask(input.id, { ask: 'person', row: input.row, choice });
  }

  /** The newest scores of somebody who was left out as unchanged, by the id, as an export gives them back. */
  async earlier({ id, row }: Input<'results.earlier'>): Promise<EarlierView | null> {
    const before = this.since.firstOf(this.done(id));
    if (before.length === 0) return null;
    const found = await this.shelf.ask(id, { ask: 'earlier', row, others: before.map((other) => this.shelf.recipe(other.id)) });
    if (found === null) return null;
    const { list, ...scores } = found;
    const { id: projectId, name, facts } = before[list]!;
    return { projectId, name, at: facts.processedAt, ...scores };
  }
}
