/** Saving results: the host is asked where, a worker writes, and the page is told how far it is. */
import { randomUUID } from 'node:crypto';
import type { ExportRequest, ExportView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { Host, Log, SpawnWorker } from '../platform/ports.ts';
import type { ExportContents } from '../worker-protocol/export.ts';
import type { Arrangements } from './result-preferences.ts';
import type { Connections } from '../connections/connections.ts';
import { settingsLines, summaryLines, titlesIn } from './export-summary.ts';
import { fileNameOf } from '../projects/file-name.ts';
import { type DoneProject, type Outcomes, sentAs } from './screening-results.ts';
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
  async start(input: ExportRequest): Promise<ExportView | null> {
    const { shelf, outcomes, host, spawnWorker } = this.world;
    const project = outcomes.done(input.id);
    const contents = await this.contentsOf(input, project);
    const format = typeof input.format === 'string' ? input.format : input.format.kind;
    const target = await host.saveTarget(
      `${fileNameOf(project.name, 'Results')} - ${nameOf(contents)
        .slice(0, 40)
        .replaceAll(/[^\w-]/g, '')}.${format}`,
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
    const task = spawnWorker('export', { ...shelf.recipe(input.id), ...contents, target: target.path, format }, ({ done, total }) => {
      change({ done, total });
    });
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

  /** What the file holds. @throws NOT_FOUND when there is no such layout; what comparing ends in. */
  private async contentsOf(input: ExportRequest, project: DoneProject): Promise<ExportContents> {
    const { shelf, outcomes, arrangements, connections, since } = this.world;
    const connection = connections.row(project.connectionId);
    const arrangement = arrangements.of(project.connectionId);
    const list = { choice: sentAs(project), titles: titlesIn(arrangement), day: dayOf(project.facts.processedAt) };
    const { marker } = project.facts;
    const summary = (withEarlier: boolean) => summaryLines(project, connection, shelf.joinedTo(project.id), withEarlier);
    switch (input.kind) {
      case 'list':
      case 'scoresById': {
        const { kind, format, people, columns } = input;
        const before = people.kind === 'everyone' && people.priorScores ? since.firstOf(project) : [];
        const priorScores = before.map((row) => ({ recipe: shelf.recipe(row.id), day: dayOf(row.facts.processedAt) }));
        return {
          ...list,
          kind,
          marker,
          columns,
          bars: format.kind === 'xlsx' ? format.bars : [],
          people: people.kind === 'everyone' ? { kind: 'everyone', priorScores } : people,
          summary: summary(before.length > 0),
          settings: [
            ...settingsLines(project, connection, shelf.recipe(input.id), input, arrangement),
            ...before.map(({ name }) => ({ label: 'Unchanged people come with their scores of', value: name })),
          ],
        };
      }
      case 'layout': {
        const { kind, segment, columns } = input;
        return { ...list, kind, segment, columns, layout: arrangements.layout(project.connectionId, input.layoutId) };
      }
      case 'refusedRows':
        return { kind: input.kind, marker };
      case 'comparison':
        return { kind: input.kind, ...(await outcomes.comparedWith(input.id, input)), summary: summary(false) };
    }
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

/** What of a file's name tells its contents. */
function nameOf(contents: ExportContents): string {
  switch (contents.kind) {
    case 'list':
    case 'scoresById':
      return 'scores';
    case 'layout':
      return contents.layout.id;
    case 'refusedRows':
      return 'errors';
    case 'comparison':
      return 'changes';
  }
}
