/** Saving results: the host is asked where, a worker writes, and the page is told how far it is. */
import { randomUUID } from 'node:crypto';
import type { ExportView, Parsed } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { Host, Log, SpawnWorker } from '../platform/ports.ts';
import type { Connections } from '../connections/connections.ts';
import type { HostEvents } from '../events/host-events.ts';
import { settingsLines, summaryLines, titlesIn } from './export-summary.ts';
import { fileNameOf } from '../projects/file-name.ts';
import type { Lineage } from '../projects/lineage.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { ResultPreferences } from './result-preferences.ts';
import { type ScreeningResults, sentAs } from './screening-results.ts';

interface Kept {
  view: ExportView;
  readonly path: string;
  readonly ended: Promise<void>;
}

export interface ExportsDeps {
  readonly host: Host;
  readonly log: Log;
  readonly spawnWorker: SpawnWorker;
  readonly hosts: HostEvents;
  readonly store: ProjectStore;
  readonly lineage: Lineage;
  readonly connections: Connections;
  readonly results: ScreeningResults;
  readonly preferences: ResultPreferences;
}

/** The day of a moment where the person is, YYYY-MM-DD. */
function dayOf(at: number | null): string {
  if (at === null) return '';
  const then = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
}

export class Exports {
  private readonly deps: ExportsDeps;
  private readonly kept = new Map<string, Kept>();

  constructor(deps: ExportsDeps) {
    this.deps = deps;
  }

  /** Begins to write and answers at once; null when the person did not choose a place. */
  async start(input: Parsed<'results.export'>): Promise<ExportView | null> {
    const { store, lineage, results, preferences, connections, host, spawnWorker } = this.deps;
    const project = results.done(input.id);
    const connection = connections.row(project.connectionId);
    const preferred = preferences.of(project.connectionId);
    const layout = input.layoutId === null ? null : preferences.layout(project.connectionId, input.layoutId);
    const recipe = store.source(project);
    const comparison = input.comparison === null ? null : await results.comparedWith(input.id, input.comparison);
    // A layout, a segment and a comparison are of those who were scored now.
    const isList = layout === null && comparison === null && input.segment === null && input.contents !== 'errors';
    const before = isList && input.withEarlier ? lineage.rootsOfBaselines(project) : [];
    const earlier = before.map((row) => ({ recipe: store.source(row), day: dayOf(row.facts.processedAt) }));
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
      this.deps.hosts.emit('export.changed', kept.view);
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
        titles: titlesIn(preferred),
        bars: input.bars,
        segment: input.segment,
        layout,
        earlier,
        comparison,
        day: dayOf(project.facts.processedAt),
        marker: project.facts.marker,
        summary: summaryLines(project, connection, lineage.mergedInto(project.id), before.length > 0),
        settings: [
          ...settingsLines(project, connection, recipe, input, preferred),
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
        store.appendJournal(input.id, 'exported', { rows });
        change({ state: 'done', download: target.download, done: rows, total: rows });
      } catch (error) {
        const failure =
          error instanceof AppError ? error : new AppError('INTERNAL', 'Something went wrong while saving. No result is lost.');
        if (!(error instanceof AppError)) this.deps.log.error('export', error);
        change({ state: 'failed', failure: { code: failure.code, message: failure.message } });
      }
    };
    this.kept.set(id, { view: begun, path: target.path, ended: finish() });
    this.deps.hosts.emit('export.changed', begun);
    return begun;
  }

  view(id: string): ExportView {
    return this.entry(id).view;
  }

  /** Shows the finished file in its folder. @throws NOT_FOUND. */
  reveal(id: string): Record<string, never> {
    const { view, path } = this.entry(id);
    if (view.state === 'done') this.deps.host.reveal(path);
    return {};
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
