/** Saving results: the host is asked where, a worker writes, and the page is told how far it is. */
import { randomUUID } from 'node:crypto';
import type { ExportView, Parsed } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { Host, Log, SpawnWorker } from '../platform/ports.ts';
import type { Arrangements } from './result-preferences.ts';
import type { Connections } from '../connections/connections.ts';
import { settingsLines, summaryLines, titlesIn } from './export-summary.ts';
import { fileNameOf } from '../projects/file-name.ts';
import { type Outcomes, sentAs } from './screening-results.ts';
import type { Shelf } from '../projects/project-store.ts';
import type { Since } from '../checking/baseline.ts';

interface Kept {
  view: ExportView;
  readonly path: string;
  readonly ended: Promise<void>;
}

export interface ExportsWorld {
  readonly host: Host;
  readonly log: Log;
  readonly spawnWorker: SpawnWorker;
  readonly shelf: Shelf;
  readonly outcomes: Outcomes;
  readonly arrangements: Arrangements;
  readonly connections: Connections;
  readonly since: Since;
  changed(view: ExportView): void;
  /** Enters in the project's journal that results were saved. */
  saved(projectId: string, rows: number): void;
}

/** The day of a moment where the person is, YYYY-MM-DD. */
function dayOf(at: number | null): string {
  if (at === null) return '';
  const then = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
}

export class Exports {
  private readonly world: ExportsWorld;
  private readonly kept = new Map<string, Kept>();

  constructor(world: ExportsWorld) {
    this.world = world;
  }

  /** Begins to write and answers at once; null when the person did not choose a place. */
  async start(input: Parsed<'results.export'>): Promise<ExportView | null> {
    const { shelf, outcomes, arrangements, connections, since, host, spawnWorker } = this.world;
    const project = outcomes.done(input.id);
    const connection = connections.row(project.connectionId);
    const arrangement = arrangements.of(project.connectionId);
    const layout = input.layoutId === null ? null : arrangements.layout(project.connectionId, input.layoutId);
    const recipe = shelf.recipe(input.id);
    const comparison = input.comparison === null ? null : await outcomes.comparedWith(input.id, input.comparison);
    // A layout, a segment and a comparison are of those who were scored now.
    const isList = layout === null && comparison === null && input.segment === null && input.contents !== 'errors';
    const before = isList && input.withEarlier ? since.firstOf(project) : [];
    const earlier = before.map((row) => ({ recipe: shelf.recipe(row.id), day: dayOf(row.facts.processedAt) }));
    const what = layout?.id ?? (comparison !== null ? 'changes' : undefined) ?? (input.contents === 'errors' ? 'errors' : 'scores');
    const target = await host.saveTarget(
      `${fileNameOf(project.name, 'Results')} - ${what.slice(0, 40).replaceAll(/[^\w-]/g, '')}.${input.format}`,
    );
    if (target === null) return null;
    const id = randomUUID();
    const begun: ExportView = {
      id,
      projectId: input.id,
      state: 'writing',
      shown: target.shown,
      download: null,
      done: 0,
      total: null,
      failure: null,
    };
    const change = (part: Partial<ExportView>) => {
      const kept = this.kept.get(id);
      if (kept === undefined) return;
      kept.view = { ...kept.view, ...part };
      this.world.changed(kept.view);
    };
    const task = spawnWorker(
      'export',
      {
        ...recipe,
        target: target.path,
        format: input.format,
        contents: input.contents,
        choice: sentAs(project),
        columns: input.columns,
        titles: titlesIn(arrangement),
        bars: input.bars,
        segment: input.segment,
        layout,
        earlier,
        comparison,
        day: dayOf(project.facts.processedAt),
        marker: project.facts.marker,
        summary: summaryLines(project, connection, shelf.joinedTo(project.id), before.length > 0),
        settings: [
          ...settingsLines(project, connection, recipe, input, arrangement),
          ...before.map(({ name }) => ({ label: 'Unchanged people come with their scores of', value: name })),
        ],
      },
      ({ done, total }) => {
        change({ done, total });
      },
    );
    const finish = async () => {
      try {
        const { rows } = await task.result;
        this.world.saved(input.id, rows);
        change({ state: 'done', download: target.download, done: rows, total: rows });
      } catch (error) {
        const failure =
          error instanceof AppError ? error : new AppError('INTERNAL', 'Something went wrong while saving. No result is lost.');
        if (!(error instanceof AppError)) this.world.log.error('export', error);
        change({ state: 'failed', failure: { code: failure.code, message: failure.message } });
      }
    };
    this.kept.set(id, { view: begun, path: target.path, ended: finish() });
    this.world.changed(begun);
    return begun;
  }

  view(id: string): ExportView {
    return this.entry(id).view;
  }

  /** Shows the finished file in its folder. */
  reveal(id: string): void {
    const { view, path } = this.entry(id);
    if (view.state === 'done') this.world.host.reveal(path);
  }

  private entry(id: string): Kept {
    const kept = this.kept.get(id);
    if (kept === undefined) throw new AppError('NOT_FOUND', 'There is no such export any more.');
    return kept;
  }

  async idle(): Promise<void> {
    await Promise.all([...this.kept.values()].map(({ ended }) => ended));
  }
}
