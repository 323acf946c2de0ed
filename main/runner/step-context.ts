/** The context of one step of a run: what it depends on, and the only way to record intents and outcomes. */
import type { FieldKey } from '../../shared/fields/index.ts';
import type { HeadingAnswer } from '../../shared/mapping/index.ts';
import { AppError } from '../../shared/base/index.ts';
import {
  type JournalEvent,
  type JournalNotes,
  type Observation,
  type ProjectEvent,
  type ProjectState,
  journalEvent,
  next,
} from '../../shared/project/index.ts';
import type { RemoteProject } from '../../shared/results/index.ts';
import type { DomainEventBus } from '../events/index.ts';
import type { Clock, Host, Log, SpawnWorker } from '../platform/index.ts';
import type { ManagedPolicy } from '../policy/index.ts';
import type { ActivityTracker, ProjectStore, ReportedActivity, ResultMerge } from '../projects/index.ts';
import type { ServiceClient } from '../service/index.ts';
import type { AppDatabase, ConnectionRow, ProjectChange, ProjectRow } from '../store/app-database/index.ts';
import type { RunnerOwnership } from './ownership.ts';
import { backoffDelay } from './delays.ts';
import type { Waits } from './waits.ts';

/** The calls of a bulk screening. */
export type SubmissionService = Pick<
  ServiceClient,
  'createProject' | 'addList' | 'process' | 'project' | 'projects' | 'profiles' | 'errors' | 'credits' | 'servedAt'
>;

/** The part of `ConnectedServices` that a run needs. */
interface RunServices {
  /** @throws TOKEN_MISSING when the connection has no token. */
  client(id: string): Promise<SubmissionService>;
}

/** The part of `Connections` that a run needs. */
interface RunConnections {
  row(id: string): Pick<ConnectionRow, 'kind' | 'settings'>;
  /** The fields that are never sent over the connection. */
  neverSent(id: string): readonly FieldKey[];
  /** IDs of the connections that reach the same account, including this one. */
  accountOf(id: string): ReadonlySet<string>;
  /** The connections of the account, and whether they have reached more than one address. */
  reached(id: string): { readonly connectionIds: ReadonlySet<string>; readonly hasMoved: boolean };
  setCredits(id: string, remaining: number | null): void;
  setRefusedToken(id: string, refusal: AppError): void;
  setHeadingAnswer(id: string, answer: HeadingAnswer | null): void;
  setCreditsPerRecord(id: string, creditsPerRecord: number): void;
}

export interface RunnerDeps {
  readonly database: Pick<AppDatabase, 'claims' | 'singleCalls'>;
  readonly store: Pick<ProjectStore, 'find' | 'get' | 'all' | 'source' | 'listState' | 'advance'>;
  readonly activity: ActivityTracker;
  readonly connections: RunConnections;
  readonly services: RunServices;
  readonly policy: Pick<ManagedPolicy, 'assertRows'>;
  readonly merge: Pick<ResultMerge, 'mergeIntoRoot'>;
  readonly ownership: Pick<RunnerOwnership, 'confirm'>;
  readonly events: DomainEventBus;
  readonly clock: Clock;
  readonly host: Host;
  readonly log: Log;
  readonly spawnWorker: SpawnWorker;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** Thrown when a command or the end of the program canceled the step: its outcome must not be recorded. */
export class StepCanceled extends Error {}

/** The error if it means that this computer cannot write for now (a full disk, for example); null for any other error. */
const blockerIn = (error: unknown): AppError | null => (error instanceof AppError && error.recovery === 'freeDisk' ? error : null);

/** The time at which the service was done, set when collecting begins. From then on, the people of the list are screened. */
export function processedAtOf(before: ProjectState, after: ProjectState, now: number): { readonly processedAt?: number } {
  return after.at === 'collecting' && before.at !== 'collecting' ? { processedAt: now } : {};
}

export class StepContext {
  readonly id: string;
  /** The project at the start of the step. */
  readonly project: ProjectRow;
  readonly deps: RunnerDeps;
  private readonly waits: Waits;
  /** Aborted when the step is canceled. */
  readonly signal: AbortSignal;
  private readonly began: number;

  constructor(deps: RunnerDeps, waits: Waits, project: ProjectRow, signal: AbortSignal) {
    this.deps = deps;
    this.waits = waits;
    this.project = project;
    this.id = project.id;
    this.signal = signal;
    this.began = deps.clock.elapsed();
  }

  /** @throws StepCanceled after a command canceled the step or another program took over the projects. */
  check(): void {
    if (this.signal.aborted || !this.deps.ownership.confirm()) throw new StepCanceled();
  }

  client(): Promise<SubmissionService> {
    return this.deps.services.client(this.project.connectionId);
  }

  /**
   * The stored state.
   * @throws StepCanceled when the project was removed.
   */
  state(): ProjectState {
    const project = this.deps.store.find(this.id);
    if (project === null) throw new StepCanceled();
    return project.state;
  }

  /**
   * Resolves with the new state once it is stored, or with null when another project holds the claim in `change`. Repeats a blocked write,
   * because otherwise a known outcome would become unknown.
   * @throws StepCanceled; NotNow when the state forbids the event.
   */
  async recordEvent<E extends ProjectEvent>(event: E, notes: JournalNotes<E>, change: ProjectChange = {}): Promise<ProjectState | null> {
    for (let failures = 0; ; failures++) {
      this.check();
      try {
        const state = this.write(event, journalEvent(event, notes), change);
        this.deps.activity.clearBlocked(this.id);
        return state;
      } catch (error) {
        const blocker = blockerIn(error);
        if (blocker === null) throw error;
        this.deps.activity.setBlocked(this.id, blocker);
        await this.wait(backoffDelay(failures, this.deps.random), blocker.message);
      }
    }
  }

  /** Records, for the project and its connection, that the token was refused or is missing. */
  async recordRefusedToken(refusal: AppError, notes: { readonly requestId?: string | null } = {}): Promise<void> {
    const { code, message } = refusal;
    await this.recordEvent({ type: 'token-refused' }, { answer: message, ...notes }, { lastError: { code, message } });
    if (code === 'TOKEN_REFUSED') this.deps.connections.setRefusedToken(this.project.connectionId, refusal);
  }

  private write(event: ProjectEvent, entry: JournalEvent, change: ProjectChange): ProjectState | null {
    const { store, clock } = this.deps;
    const state = next(this.state(), event);
    const at = clock.now();
    const submission = { ...processedAtOf(this.project.state, state, at), ...change.submission };
    return store.advance(this.id, state, { at, event: entry }, { lastError: null, ...change, submission }) ? state : null;
  }

  setActivity(activity: ReportedActivity): void {
    this.deps.activity.set(this.id, 'runner', activity);
  }

  /**
   * Waits `ms`, or until `wake`. `note`: the reason, for the user.
   * @throws StepCanceled.
   */
  async wait(ms: number, note: string | null = null): Promise<void> {
    await this.waits.wait(this.id, ms, note, this.signal);
    this.check();
  }

  /**
   * Waits the `ms` that the service asked for, even after `wake`. `note`: the reason, for the user.
   * @throws StepCanceled.
   */
  async waitInFull(ms: number, note: string): Promise<void> {
    await this.waits.waitInFull(this.id, ms, note, this.signal);
    this.check();
  }

  /** Adds the time since the last observation, by a monotonic clock, to what the service says about the project. */
  observation({ name, status, totalRows }: Pick<RemoteProject, 'name' | 'status' | 'totalRows'>): Observation {
    return { at: this.deps.clock.now(), after: this.sinceObservation(), name, status, totalRows };
  }

  /** Milliseconds since the last observation of this program, or since this step began if there is none. */
  sinceObservation(): number {
    return this.waits.sinceObservation(this.id, this.began);
  }
}
