/** One worker for each open project: it answers pages, distributions and single people, and ends when nothing was asked for a while. */
import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { AskOptions, Clock, RunningTask, SpawnWorker } from '../platform/ports.ts';
import type { CheckRequest } from '../worker-protocol/check.ts';
import type { AnswerOf, AskOf, QueryName } from '../worker-protocol/tasks.ts';

/** A comparison shows two projects. */
const MOST_OPEN = 2;
const IDLE_MS = 120_000;

interface Open {
  readonly task: RunningTask<'query'>;
  readonly at: Opened;
  /** The count of changes by other programs when the session was last compared with the stored project. */
  changes: number;
  usedAt: number;
}

/** What a session was opened with. */
interface Opened {
  readonly request: CheckRequest;
  /** Of the project's file: it changes when the file is read again. */
  readonly inode: number | null;
}

function opened(request: CheckRequest): Opened {
  return { request, inode: statSync(request.file.path, { throwIfNoEntry: false })?.ino ?? null };
}

export class QuerySessions {
  private readonly open = new Map<string, Open>();
  private readonly spawnWorker: SpawnWorker;
  private readonly clock: Clock;
  private readonly sweep: NodeJS.Timeout;

  constructor(spawnWorker: SpawnWorker, clock: Clock) {
    this.spawnWorker = spawnWorker;
    this.clock = clock;
    this.sweep = setInterval(() => {
      for (const [id, { usedAt }] of this.open) if (clock.now() - usedAt > IDLE_MS) void this.invalidate(id);
    }, IDLE_MS / 2);
    this.sweep.unref();
  }

  /**
   * Asks about a project. Calls `request` only to start a worker, or when `changes` shows that another program may have changed the
   * project.
   */
  async ask<K extends QueryName<'query'>>(
    projectId: string,
    request: () => CheckRequest,
    changes: number,
    query: K,
    input: AskOf<'query', K>,
    options?: AskOptions,
  ): Promise<AnswerOf<'query', K>> {
    let open = this.open.get(projectId);
    if (open !== undefined && open.changes !== changes) {
      if (isDeepStrictEqual(open.at, opened(request()))) open.changes = changes;
      else {
        void this.invalidate(projectId);
        open = undefined;
      }
    }
    if (open === undefined) {
      if (this.open.size >= MOST_OPEN) {
        const oldest = [...this.open].reduce((a, b) => (a[1].usedAt <= b[1].usedAt ? a : b));
        void this.invalidate(oldest[0]);
      }
      const at = opened(request());
      const task = this.spawnWorker('query', at.request);
      open = { task, at, changes, usedAt: this.clock.now() };
      this.open.set(projectId, open);
      void task.result
        .catch(() => undefined)
        .finally(() => {
          if (this.open.get(projectId)?.task === task) this.open.delete(projectId);
        });
    }
    open.usedAt = this.clock.now();
    return await open.task.ask(query, input, options);
  }

  /** Ends the session of a project: its rows, plan or results are about to change. Resolves once its file is closed. */
  async invalidate(projectId: string): Promise<void> {
    const open = this.open.get(projectId);
    this.open.delete(projectId);
    open?.task.cancel();
    await open?.task.result.catch(() => undefined);
  }

  async invalidateAll(): Promise<void> {
    await Promise.all([...this.open.keys()].map((id) => this.invalidate(id)));
  }

  async close(): Promise<void> {
    clearInterval(this.sweep);
    await this.invalidateAll();
  }
}
