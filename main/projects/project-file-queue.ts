/** Runs work on project files, one piece of work at a time for each file, and shows its progress. */
import type { Activity, CallOptions, CallProgress } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { type SpawnWorker, abortableResult } from '../platform/index.ts';
import type { Tasks } from '../worker-protocol/index.ts';
import type { ActivityTracker } from './activity-tracker.ts';
import type { QuerySessions } from './query-sessions.ts';

/** The tasks that work on a project's file, each with the activity that the user sees. */
const ACTIVITY_OF = {
  load: 'reading',
  preview: 'reading',
  reread: 'checking',
  check: 'checking',
  indexScreening: 'checking',
  deriveRows: 'reading',
  planDraft: 'reading',
  encode: 'preparing',
  writeList: 'reading',
  listProfiles: 'reading',
  mergeResults: 'collecting',
  orderJoin: 'collecting',
  prove: 'checking',
  proofChoice: 'checking',
  erasePlaces: 'checking',
} as const;
type FileTask = keyof typeof ACTIVITY_OF;

export class ProjectFileQueue {
  private readonly spawnWorker: SpawnWorker;
  private readonly sessions: QuerySessions;
  private readonly activity: ActivityTracker;
  /** The last piece of work on each file. Resolves even if the work fails. */
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly running = new Set<{ cancel(): void }>();
  private isClosing = false;

  constructor(spawnWorker: SpawnWorker, sessions: QuerySessions, activity: ActivityTracker) {
    this.spawnWorker = spawnWorker;
    this.sessions = sessions;
    this.activity = activity;
  }

  /**
   * Runs `work` after everything that was queued before it for the same project.
   * @throws what the work throws.
   */
  async run<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(id) ?? Promise.resolve();
    const own = before.then(work, work);
    const settled = own.catch(() => undefined);
    this.last.set(id, settled);
    try {
      return await own;
    } finally {
      if (this.last.get(id) === settled) this.last.delete(id);
    }
  }

  /** Whether work on a project's file is running or queued. */
  isBusy(id: string): boolean {
    return this.last.has(id);
  }

  /**
   * Runs a worker's task on a project's file. Call it within `run`.
   * @throws what the task throws; the reason of `call.signal` when that is aborted.
   */
  async runTask<N extends FileTask>(
    id: string,
    name: N,
    input: Tasks[N]['input'],
    { signal, onProgress: tell }: CallOptions = {},
  ): Promise<Tasks[N]['output']> {
    await this.sessions.invalidate(id);
    const show = this.progressOf(id, ACTIVITY_OF[name]);
    const onProgress = (progress: CallProgress) => {
      show(progress);
      tell?.(progress);
    };
    onProgress({ done: 0, total: null, unit: 'rows' });
    const task = this.spawnWorker(name, input, onProgress);
    try {
      return await this.tracked(id, task, abortableResult(task, signal));
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      // A session that was opened during the task may have read the file before it changed.
      await this.sessions.invalidate(id);
    }
  }

  /**
   * Runs work other than a single task. `signal` is aborted when the program closes. Call it within `run`.
   * @throws CLOSING when the program is already closing; what the work throws.
   */
  async runAbortable<T>(
    id: string,
    kind: Activity['kind'],
    work: (signal: AbortSignal, onProgress: (progress: CallProgress) => void) => Promise<T>,
  ): Promise<T> {
    if (this.isClosing) throw new AppError('CLOSING', 'Screening Desk is closing.');
    const abort = new AbortController();
    const onProgress = this.progressOf(id, kind);
    onProgress({ done: 0, total: null, unit: 'bytes' });
    return await this.tracked(id, { cancel: () => abort.abort() }, work(abort.signal, onProgress));
  }

  private progressOf(id: string, kind: Activity['kind']): (progress: CallProgress) => void {
    return ({ done, total, unit }) => this.activity.set(id, 'queue', { kind, done, total, unit });
  }

  private async tracked<T>(id: string, running: { cancel(): void }, result: Promise<T>): Promise<T> {
    this.running.add(running);
    try {
      return await result;
    } finally {
      this.running.delete(running);
      this.activity.clear(id, 'queue');
    }
  }

  /** Resolves once no file is being worked on. */
  async idle(): Promise<void> {
    while (this.last.size > 0) await Promise.all(this.last.values());
  }

  async close(): Promise<void> {
    this.isClosing = true;
    for (const running of this.running) running.cancel();
    await this.idle();
  }
}
