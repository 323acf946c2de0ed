/**
 * Programs on a database that use the model of the service in model-service.ts, and that can be killed and restarted at any journal entry.
 */
import { createHash } from 'node:crypto';
import { DomainEventBus } from '../../main/events/domain-events.ts';
import type { Clock, Log, RunningTask, SpawnWorker } from '../../main/platform/ports.ts';
import { ActivityTracker } from '../../main/projects/activity-tracker.ts';
import { ProjectKeys } from '../../main/projects/project-keys.ts';
import { ProjectStore } from '../../main/projects/project-store.ts';
import { RecordBook } from '../../main/records/record-book.ts';
import { Runner } from '../../main/runner/runner.ts';
import type { ListSource } from '../../main/worker-protocol/list.ts';
import type { Answers, QueryName } from '../../main/worker-protocol/tasks.ts';
import { AppDatabase } from '../../main/store/app-database/app-database.ts';
import type { StoredList } from '../../main/store/app-database/schema/list.ts';
import { newParts } from '../../main/store/app-database/schema/project.ts';
import { connectionRow, projectRow } from './database-rows.ts';
import { BODY, Killed, LIST_ROWS, type ModelService, PARTS } from './model-service.ts';
import { keptLog, testHost } from './test-ports.ts';

const CLOCK_START = 1_700_000_000_000;

/** A wait of this length or longer is for a daily task, in milliseconds. */
const DAY_MS = 86_400_000;

/** A clock that advances only during waits, except waits for daily tasks: each of these would advance it by a day. */
export function virtualClock(): Clock {
  let time = CLOCK_START;
  return {
    now: () => time,
    elapsed: () => time,
    async wait(ms, signal) {
      signal?.throwIfAborted();
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      if (ms < DAY_MS) time += Math.ceil(ms);
      else await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
    },
  };
}

/** Counts the rows of both answers like the worker; incomplete results are fetched again until accepted. */
function fakeCollect() {
  const rows = { profiles: 0, errors: 0 };
  let part: keyof typeof rows | null = null;
  let repeats = false;
  let text = '';
  const progress = () => ({ entries: rows[part!], rows: rows[part!], more: null, next: null, lastId: null, isUnderstood: true, repeats });
  return {
    write(chunk: Uint8Array) {
      text += Buffer.from(chunk).toString('utf8');
    },
    answers: {
      begin(ask) {
        // The model has no pages: every further page repeats the first.
        repeats = ask.part === part;
        ({ part } = ask);
        text = '';
        return null;
      },
      progress,
      end() {
        if (!repeats) rows[part!] = (JSON.parse(text) as unknown[]).length;
        return progress();
      },
      settle() {
        const { profiles: scored, errors: refused } = rows;
        const unknown = LIST_ROWS - scored - refused;
        return {
          counts: { submitted: LIST_ROWS, scored, refused, unknown, unmatched: 0 },
          rowBase: null,
          missing: unknown,
          missingProfiles: unknown,
          kept: 0,
          rowIdPrefix: null,
        };
      },
    } satisfies Answers<'collect'>,
  };
}

/** Workers without threads: the body has three parts, and the results are what the service returns. */
const fakeWorkers: SpawnWorker = (name, input) => {
  const body = { rows: LIST_ROWS, bytes: BODY.length, sha256: createHash('sha256').update(BODY).digest('hex'), format: 'json' };
  const measuring = name === 'encode' && (input as { mode: string }).mode === 'measure';
  const collecting = fakeCollect();
  const task = {
    result: Promise.resolve(measuring ? body : null),
    bytes: (async function* () {
      for (const part of PARTS) {
        await Promise.resolve();
        yield part;
      }
    })(),
    async write(chunk: Uint8Array) {
      collecting.write(chunk);
      await Promise.resolve();
    },
    async ask(query: QueryName<'collect'>, ask: unknown) {
      await Promise.resolve();
      return collecting.answers[query](ask as never);
    },
    cancel: () => undefined,
  };
  return task as unknown as RunningTask<typeof name>;
};

/**
 * More steps than any life of a project takes in its time, since its waits grow to a minute. Without a limit, a runner that never ends
 * would fill the memory with its journal, and so would every shrunk run of it.
 */
const stepsWithin = (now: number) => Math.min(10_000, 500 + (now - CLOCK_START) / 30_000);

/** A program on a database: a runner that can be killed and replaced. */
export class ModelDesk {
  readonly service: ModelService;
  readonly log = keptLog();
  /** The balances that were stored for the connection. */
  readonly credits: (number | null)[] = [];
  runner: Runner;
  private readonly model: ModelHistory;
  private readonly clock: Clock;
  /** Runs before every request to the service. */
  between: () => Promise<void> = () => Promise.resolve();
  private life = { dead: false };
  /** Journal entries until the kill, doubled; odd values kill after the commit. Negative means never. */
  private entriesLeft = -1;
  private steps = 0;

  constructor(model: ModelHistory, service: ModelService, clock: Clock) {
    this.model = model;
    this.service = service;
    this.clock = clock;
    this.runner = this.start();
  }

  /** Ends the process immediately; its further actions have no effect. */
  kill(): void {
    this.life.dead = true;
  }

  get dead(): boolean {
    return this.life.dead;
  }

  /** Kills the process at a later journal entry: even numbers before the commit, odd ones after it. */
  killAtEntry(entries: number): void {
    this.entriesLeft = entries;
  }

  /** Starts a new program on the same database. */
  restart(): void {
    this.life = { dead: false };
    this.entriesLeft = -1;
    this.runner = this.start();
    this.runner.resumeAll(null);
  }

  private start(): Runner {
    const { life } = this;
    const projects = new Proxy(this.model.database.projects, {
      get: (target, key) => {
        if (key === 'advance')
          return (...entry: Parameters<typeof target.advance>) => {
            if (life.dead) throw new Killed();
            if (++this.steps > stepsWithin(this.clock.elapsed())) throw new Error('the runner takes steps without end');
            if (this.entriesLeft === 0) this.kill();
            this.entriesLeft -= 1;
            if (life.dead) throw new Killed();
            const entered = target.advance(...entry);
            if (this.entriesLeft === 0) this.kill();
            this.entriesLeft -= 1;
            if (life.dead) throw new Killed();
            return entered;
          };
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value;
      },
    });
    const database = Object.create(this.model.database, { projects: { value: projects } }) as AppDatabase;
    // Errors of a killed program are not defects.
    const log: Log = { info: () => undefined, error: (event, error) => void (life.dead || this.log.error(event, error)) };
    const events = new DomainEventBus(log);
    const store = new ProjectStore(
      this.model.folder,
      database,
      new ProjectKeys(MODEL_KEY),
      this.clock,
      events,
      new RecordBook({ database, log, fingerprintKey: MODEL_KEY }),
    );
    const calls = this.service.calls(
      () => life.dead,
      () => this.between(),
    );
    return new Runner({
      database,
      // The workers of the model read no rows.
      store: Object.assign(store, { source: () => ({}) as ListSource, listState: () => ({ check: null }) as StoredList }),
      activity: new ActivityTracker(this.clock, events),
      policy: { assertRows: () => undefined },
      services: { client: () => Promise.resolve(calls) },
      connections: {
        row: (id) => database.connections.find(id)!,
        neverSent: () => [],
        accountOf: (id) => new Set([id]),
        reached: (id) => ({ connectionIds: new Set([id]), hasMoved: false }),
        setCredits: (_id, remaining) => void this.credits.push(remaining),
        setRefusedToken: () => undefined,
        setHeadingAnswer: () => undefined,
        setCreditsPerRecord: () => undefined,
      },
      merge: { mergeIntoRoot: () => Promise.resolve() },
      ownership: { confirm: () => true },
      events,
      clock: this.clock,
      host: testHost(),
      log,
      spawnWorker: fakeWorkers,
      random: () => 0.5,
    });
  }
}

/** The data key of every model. */
const MODEL_KEY = Buffer.alloc(32);

export interface ModelHistory {
  readonly folder: string;
  readonly database: AppDatabase;
  /** Adds a list that is ready to send; copies of one list share its marker. */
  addProject(marker: string): string;
}

/** A database with a connection, for many projects one after the other. */
export function modelHistory(folder: string): ModelHistory {
  const database = new AppDatabase(folder);
  const keys = new ProjectKeys(MODEL_KEY);
  database.useKeys(keys);
  database.connections.save(connectionRow({ id: 'model', name: 'Model', kind: 'live', baseUrl: 'https://model.invalid' }), 0);
  let count = 0;
  return {
    folder,
    database,
    addProject(marker) {
      count += 1;
      const id = `project-${count}`;
      database.projects.add(
        projectRow(id, {
          name: 'Model',
          createdAt: 0,
          connectionId: 'model',
          state: { at: 'draft' },
          // Every project sends the same list, so duplicates are allowed.
          ...newParts(marker, 'row-', { options: { allowDuplicate: true } }),
          wrappedKey: keys.create(id),
        }),
      );
      return id;
    },
  };
}
