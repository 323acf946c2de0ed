/** One step of a run: what it may use of the world, and the one way in which it enters what it intends and what came of it. */
import type { Activity } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import { journalEvent, type JournalEvent, type JournalNotes } from '../../shared/project/journal.ts';
import { isRunning, next, type Look, type ProjectEvent, type ProjectState } from '../../shared/project/project.ts';
import type { RemoteProject } from '../../shared/results/answers.ts';
import type { Clock, Host, Log, SpawnWorker } from '../platform/ports.ts';
import type { ServiceClient } from '../service/client.ts';
import type { History, ProjectChange, ProjectRow } from '../store/app-database/history.ts';
import type { ListRecipe } from '../worker-protocol/list.ts';
import type { Board } from './board.ts';
import { patience } from './polling.ts';

/** The calls that a bulk screening is made of. */
export type SubmissionService = Pick<
  ServiceClient,
  'createProject' | 'addList' | 'process' | 'project' | 'projects' | 'profiles' | 'errors' | 'credits' | 'servedAt'
>;

/** What the runner needs of the rest of the application. */
export interface RunnerWorld {
  readonly history: History;
  readonly clock: Clock;
  readonly host: Host;
  readonly log: Log;
  readonly spawnWorker: SpawnWorker;
  readonly random: () => number;
  /** A client for the project's connection. Ends in TOKEN_MISSING when it has no token. */
  client(connectionId: string): Promise<SubmissionService>;
  connectionKind(connectionId: string): 'practice' | 'live';
  /** Ids of the connections that reach the same account, itself included: its balance pays for what is sent over any of them. */
  accountOf(connectionId: string): ReadonlySet<string>;
  listFormat(connectionId: string): 'json' | 'csv';
  rowBase(connectionId: string): 'find' | 'zero' | 'one' | 'sheet';
  /** How the stored rows become records. */
  recipe(projectId: string): ListRecipe;
  /** The name with its marker that a person was shown for the service's project. */
  nameOnService(project: ProjectRow): string;
  /** Something of the project changed: its view is to be told. */
  changed(projectId: string): void;
  /** The balance of the connection was read. */
  credits(connectionId: string, remaining: number | null): void;
  /** The results of a project are kept and about to be told. Never rejects. */
  collected(projectId: string): Promise<void>;
  /** A project has come to its results. */
  done(projectId: string): Promise<void>;
  /** Two balances have shown what a record costs. */
  learn(connectionId: string, creditsPerRecord: number): void;
  /** False once another program runs the projects of the data folder: nothing is begun or entered any more. */
  mayRun(): boolean;
}

/** A step was overtaken by a person's command or by the end of the program: its outcome is not to be entered any more. */
export class Overtaken extends Error {}

/** What on this computer keeps the history from being written for now, or null when the error is another. */
function hindranceIn(error: unknown): AppError | null {
  return error instanceof AppError && error.recovery === 'freeDisk' ? error : null;
}

/**
 * The state of a project with the name of its service project. States that earlier versions stored lack it; a second attempt had
 * a name of its own, which is not known then.
 */
function withName(project: ProjectRow, world: Pick<RunnerWorld, 'nameOnService'>): ProjectState {
  const { state } = project;
  if (!isRunning(state) || !('remoteId' in state) || state.marker !== undefined || state.attempt !== 1) return state;
  return { ...state, marker: world.nameOnService(project) };
}

/** When the service was done, once the results are to be fetched: from then on the people of the list count as screened. */
export function endOf(before: ProjectState, after: ProjectState, now: number): { readonly processedAt?: number } {
  return after.at === 'collecting' && before.at !== 'collecting' ? { processedAt: now } : {};
}

export class Step {
  readonly id: string;
  /** The project as it stood when the step began. */
  readonly project: ProjectRow;
  readonly world: RunnerWorld;
  readonly board: Board;
  /** Aborted when the step is overtaken. */
  readonly signal: AbortSignal;
  private readonly began: number;

  constructor(world: RunnerWorld, board: Board, project: ProjectRow, signal: AbortSignal) {
    this.world = world;
    this.board = board;
    this.project = project;
    this.id = project.id;
    this.signal = signal;
    this.began = world.clock.elapsed();
  }

  /** Ends in Overtaken once a command, or another program, has taken the project out of this step's hands. */
  check(): void {
    if (this.signal.aborted || !this.world.mayRun()) throw new Overtaken();
  }

  client(): Promise<SubmissionService> {
    return this.world.client(this.project.connectionId);
  }

  /** The state as it stands now. Ends in Overtaken when the project was removed. */
  state(): ProjectState {
    const project = this.world.history.project(this.id);
    if (project === null) throw new Overtaken();
    return withName(project, this.world);
  }

  /**
   * Enters an event: on the disk before this resolves with the state that it leads to. While the disk does not take it, it is
   * tried again and again: an outcome that is known must not become unknown for want of room. Null when a claim that came
   * with the change was taken by another project; nothing has changed then. Ends in Overtaken or NotNow.
   */
  async enter<E extends ProjectEvent>(event: E, notes: JournalNotes<E>, change: ProjectChange = {}): Promise<ProjectState | null> {
    for (let failures = 0; ; failures++) {
      this.check();
      try {
        const state = this.write(event, journalEvent(event, notes), change);
        this.board.clear(this.id);
        return state;
      } catch (error) {
        const hindrance = hindranceIn(error);
        if (hindrance === null) throw error;
        this.board.hinder(this.id, hindrance);
        await this.rest(patience(failures, this.world.random), hindrance.message);
      }
    }
  }

  private write(event: ProjectEvent, entry: JournalEvent, change: ProjectChange): ProjectState | null {
    const { history, clock } = this.world;
    const state = next(this.state(), event);
    const at = clock.now();
    const facts = { notice: null, ...endOf(this.project.state, state, at), ...change.facts };
    const entered = history.advance(this.id, state, { at, event: entry }, { ...change, facts });
    this.world.changed(this.id);
    return entered ? state : null;
  }

  tell(activity: Omit<Activity, 'startedAt' | 'note' | 'nextAt'> & Partial<Activity>): void {
    this.board.tell(this.id, activity);
  }

  /** Waits `ms`, cut short by waking and by a command. With a note something holds it up. Ends in Overtaken. */
  async rest(ms: number, note: string | null = null): Promise<void> {
    await this.board.rest(this.id, ms, note, this.signal);
    this.check();
  }

  /** What the service says of the project just now, with the time since the look before by a clock that never jumps. */
  look({ name, status, totalRows }: Pick<RemoteProject, 'name' | 'status' | 'totalRows'>): Look {
    return { at: this.world.clock.now(), after: this.sinceLook(), name, status, totalRows };
  }

  /** Milliseconds since the look before; in a program just started, since this step began: never more than has truly passed. */
  sinceLook(): number {
    return this.board.sinceLook(this.id, this.began);
  }
}
