/** The exports since the program started: starts and cancels them, reports their progress and outcome, and shows their files. */
import { randomUUID } from 'node:crypto';
import type { ExportView } from '../../shared/contract/index.ts';
import { AppError, expectedError } from '../../shared/base/index.ts';
import { noneHeldBack } from '../../shared/write-back/index.ts';
import type { HostEvents } from '../events/index.ts';
import type { Host, Log, SaveTarget } from '../platform/index.ts';
import type { ExportTargets } from './export-targets.ts';
import type { UnfinishedExports } from './unfinished-exports.ts';

interface Run {
  view: ExportView;
  readonly path: string;
  readonly ended: Promise<void>;
  readonly abort: AbortController;
}

/** The file that an export writes, and how it reports its progress. */
export interface WritingFile {
  /** Identifies the export. */
  readonly id: string;
  readonly path: string;
  /** Aborted when the export is canceled, or the program closes. */
  readonly signal: AbortSignal;
  readonly show: (part: Pick<ExportView, 'done' | 'total'> & Partial<ExportView>) => void;
}

/** The counts of a written file. */
export type Written = Pick<ExportView, 'done'> &
  Partial<Pick<ExportView, 'heldBack' | 'emptyColumns' | 'byOrder' | 'formulas' | 'missing'>>;

export interface ExportRunsDeps {
  readonly host: Pick<Host, 'reveal'>;
  readonly log: Log;
  readonly hosts: HostEvents;
  readonly unfinished: UnfinishedExports;
  readonly targets: Pick<ExportTargets, 'written'>;
}

const CANCELED = { code: 'CANCELED', message: 'The export was canceled. No file was written.' };

export class ExportRuns {
  private readonly deps: ExportRunsDeps;
  private readonly runs = new Map<string, Run>();

  constructor(deps: ExportRunsDeps) {
    this.deps = deps;
  }

  /** Starts writing a file to the chosen target, and returns at once. */
  async start(
    target: SaveTarget,
    first: Pick<ExportView, 'projectId' | 'state'>,
    write: (file: WritingFile) => Promise<Written>,
  ): Promise<ExportView> {
    const id = randomUUID();
    await this.deps.unfinished.begin(id, target.path);
    const begun: ExportView = {
      ...first,
      id,
      version: 0,
      location: target.shown,
      download: null,
      done: 0,
      total: null,
      heldBack: noneHeldBack(),
      emptyColumns: [],
      byOrder: 0,
      formulas: 0,
      missing: 0,
      failure: null,
    };
    const abort = new AbortController();
    const show = (part: Partial<ExportView>) => {
      const run = this.runs.get(id);
      if (run === undefined) return;
      run.view = { ...run.view, ...part, version: run.view.version + 1 };
      this.deps.hosts.emit('export.changed', run.view);
    };
    const finish = async () => {
      try {
        const written = await write({ id, path: target.path, signal: abort.signal, show });
        this.deps.unfinished.finish(id);
        await this.deps.targets.written(target.path);
        show({ state: 'done', download: target.download, total: written.done, ...written });
      } catch (error) {
        show({ state: 'failed', failure: abort.signal.aborted ? CANCELED : this.failureOf(error) });
      }
    };
    this.runs.set(id, { view: begun, path: target.path, ended: finish(), abort });
    this.deps.hosts.emit('export.changed', begun);
    return begun;
  }

  private failureOf(error: unknown): NonNullable<ExportView['failure']> {
    const expected = expectedError(error);
    if (expected !== null) return { code: expected.code, message: expected.message };
    this.deps.log.error('export', error);
    return { code: 'INTERNAL', message: 'Something went wrong while saving. No result is lost.' };
  }

  /** @throws NOT_FOUND. */
  view(id: string): ExportView {
    return this.run(id).view;
  }

  /**
   * Cancels an export. Resolves once its file is completely removed.
   * @throws NOT_FOUND.
   */
  async cancel(id: string): Promise<Record<string, never>> {
    const { abort, ended } = this.run(id);
    abort.abort();
    await ended;
    return {};
  }

  /**
   * Shows the finished file in its folder.
   * @throws NOT_FOUND.
   */
  reveal(id: string): Record<string, never> {
    const { view, path } = this.run(id);
    if (view.state === 'done') this.deps.host.reveal(path);
    return {};
  }

  private run(id: string): Run {
    const run = this.runs.get(id);
    if (run === undefined) throw new AppError('NOT_FOUND', 'This export no longer exists.');
    return run;
  }

  async idle(): Promise<void> {
    await Promise.all([...this.runs.values()].map(({ ended }) => ended));
  }

  /** Cancels every running export. */
  async close(): Promise<void> {
    for (const { abort } of this.runs.values()) abort.abort();
    await this.idle();
  }
}
