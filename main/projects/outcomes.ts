/** The results of a finished project: what came back, joined to the rows, as the person wants to look at it. */
import type { Input, Output, ResultsView, SegmentView } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Layout } from '../../shared/layouts.ts';
import type { ProjectState } from '../../shared/project.ts';
import { headerOfKey } from '../../shared/result-shapes.ts';
import type { ProjectRow } from '../store/history.ts';
import type { Arrangement, Arrangements } from './arrangements.ts';
import type { Shelf } from './shelf.ts';

export type DoneProject = ProjectRow & { readonly state: Extract<ProjectState, { at: 'done' }> };

export class Outcomes {
  private readonly shelf: Shelf;
  private readonly arrangements: Arrangements;

  constructor(shelf: Shelf, arrangements: Arrangements) {
    this.shelf = shelf;
    this.arrangements = arrangements;
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
    this.done(input.id);
    const { id, selection, columns, sort, offset, limit } = input;
    return await this.shelf.ask(id, { ask: 'resultsPage', selection, columns, sort, offset, limit });
  }

  async distribution(input: Input<'results.distribution'>): Promise<Output<'results.distribution'>> {
    this.done(input.id);
    return await this.shelf.ask(input.id, { ask: 'distribution', selection: input.selection, column: input.column });
  }

  async person(input: Input<'results.person'>): Promise<Output<'results.person'>> {
    this.done(input.id);
    return await this.shelf.ask(input.id, { ask: 'person', row: input.row });
  }
}
