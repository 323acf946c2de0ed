/**
 * Sessions that answer queries about projects: one worker for each open project, with the pages, distributions and single people of its
 * list. A session ends when no query came for a while.
 */
import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { CallOptions } from '../../shared/contract/index.ts';
import type { Clock, RunningTask, SpawnWorker } from '../platform/index.ts';
import type { AnswerOf, AskOf, CheckRequest, QueryName } from '../worker-protocol/index.ts';

/** A comparison shows two projects. There can be more sessions only while all of them are answering queries. */
const MAX_SESSIONS = 2;
const IDLE_MS = 120_000;

/** What a session reads. If this changes, the session is stale. */
interface SessionInput {
  readonly request: CheckRequest;
  /** The inode of the project's file; null if it is missing. It changes when the list is read again. */
  readonly inode: number | null;
}

interface Session {
  readonly task: RunningTask<'query'>;
  readonly input: SessionInput;
  /** The count of changes by other programs when `input` was last compared with the stored project. */
  changes: number;
  usedAt: number;
  /** Number of queries without an answer yet. */
  waiting: number;
}

function inputOf(request: CheckRequest): SessionInput {
  return { request, inode: statSync(request.file.path, { throwIfNoEntry: false })?.ino ?? null };
}

/** The project of a query. */
export interface QueriedProject {
  readonly id: string;
  /** Called only to start a session, or when `changes` shows that another program may have changed the project. */
  readonly request: () => CheckRequest;
  /** The count of changes by other programs. */
  readonly changes: number;
}

export class QuerySessions {
  private readonly sessions = new Map<string, Session>();
  private readonly spawnWorker: SpawnWorker;
  private readonly clock: Clock;
  private readonly sweep: NodeJS.Timeout;

  constructor(spawnWorker: SpawnWorker, clock: Clock) {
    this.spawnWorker = spawnWorker;
    this.clock = clock;
    this.sweep = setInterval(() => {
      for (const [id, { usedAt, waiting }] of this.sessions) if (waiting === 0 && clock.now() - usedAt > IDLE_MS) void this.invalidate(id);
    }, IDLE_MS / 2);
    this.sweep.unref();
  }

  /** @throws what the worker throws; CANCELED. */
  async ask<K extends QueryName<'query'>>(
    project: QueriedProject,
    query: K,
    input: AskOf<'query', K>,
    options?: CallOptions,
  ): Promise<AnswerOf<'query', K>> {
    const session = this.current(project) ?? this.start(project);
    session.waiting += 1;
    try {
      return await session.task.ask(query, input, options);
    } finally {
      session.waiting -= 1;
      session.usedAt = this.clock.now();
    }
  }

  /** The current session of a project; null if there is none. Ends a stale one. */
  private current({ id, request, changes }: QueriedProject): Session | null {
    const session = this.sessions.get(id);
    if (session === undefined || session.changes === changes) return session ?? null;
    if (isDeepStrictEqual(session.input, inputOf(request()))) {
      session.changes = changes;
      return session;
    }
    void this.invalidate(id);
    return null;
  }

  private start({ id, request, changes }: QueriedProject): Session {
    const idle = [...this.sessions].filter(([, { waiting }]) => waiting === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [unused] of idle.slice(0, Math.max(0, this.sessions.size - MAX_SESSIONS + 1))) void this.invalidate(unused);
    const input = inputOf(request());
    const task = this.spawnWorker('query', input.request);
    const session = { task, input, changes, usedAt: this.clock.now(), waiting: 0 };
    this.sessions.set(id, session);
    void task.result
      .catch(() => undefined)
      .finally(() => {
        if (this.sessions.get(id) === session) this.sessions.delete(id);
      });
    return session;
  }

  /** Ends the session of a project. Call it before its rows, mapping or results change. Resolves once its file is closed. */
  async invalidate(projectId: string): Promise<void> {
    const session = this.sessions.get(projectId);
    this.sessions.delete(projectId);
    session?.task.cancel();
    await session?.task.result.catch(() => undefined);
  }

  async invalidateAll(): Promise<void> {
    await Promise.all([...this.sessions.keys()].map((id) => this.invalidate(id)));
  }

  async close(): Promise<void> {
    clearInterval(this.sweep);
    await this.invalidateAll();
  }
}
