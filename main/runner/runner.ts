/**
 * Takes submitted projects through the service: one step per state, with the intent on disk before each action. The
 * steps are in main/runner/upload.ts, reconcile.ts and collect-results.ts; the last one uses fetch-results.ts. See
 * docs/ARCHITECTURE.md, "Never twice".
 */
import { AppError, assertNever, expectedError } from '../../shared/base/index.ts';
import {
  type JournalNotes,
  type ProjectEvent,
  type Running,
  claimedSha256,
  comparedPilot,
  isReading,
  isRunning,
  isUnderWay,
  isUnspent,
  journalEvent,
  next,
} from '../../shared/project/index.ts';
import type { AssertChangeable, ProjectChange, ProjectRow } from '../store/app-database/index.ts';
import { add, prepare, sentBeforeMessage } from './upload.ts';
import { backoffDelay } from './delays.ts';
import { create, observeArrival, observeCreation, observeStart, start } from './reconcile.ts';
import { collect, poll } from './collect-results.ts';
import { processedAtOf, type RunnerDeps, StepCanceled, StepContext } from './step-context.ts';
import { Waits } from './waits.ts';

/** The events by which a user controls a project. */
export type Command = Extract<ProjectEvent, { type: 'send' | 'pause' | 'resume' | 'cancel' | 'choose' | 'token-given' }>;

/** What a user agreed to with a command. */
export interface Agreed {
  readonly change?: Pick<ProjectChange, 'options' | 'submission'>;
  readonly assertChangeable?: AssertChangeable;
}

interface Run {
  /** Cancels the step, its waits and its upload. */
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Retries after unusable answers, over a few minutes, before the user must decide. */
const MAX_UNUSABLE_ANSWERS = 10;
/** How often a worker is restarted that ends unexpectedly with the same list. */
const MAX_WORKER_RESTARTS = 6;

/** Counts of a run since the last step that succeeded. */
interface RetryState {
  failures: number;
  unusableAnswers: number;
}

export class Runner {
  private readonly deps: RunnerDeps;
  private readonly waits: Waits;
  private readonly runs = new Map<string, Run>();
  /**
   * The errors of projects that cannot continue, because of a defect of the app or because they cannot be read. They wait for a command or
   * for the next start.
   */
  private readonly defective = new Map<string, AppError>();
  private isStopped = false;

  constructor(deps: RunnerDeps) {
    this.deps = deps;
    this.waits = new Waits(deps.clock, deps.activity);
  }

  /** Continues the projects that were running when the last program ended. `only`: the ID of one; null: all. */
  resumeAll(only: string | null): void {
    for (const { id, state } of this.deps.store.all()) if (isRunning(state) && (only === null || only === id)) this.start(id, true);
  }

  /**
   * Ends every project of this program whose list no changing call has reached yet, except later parts: their list has already cost
   * credits.
   */
  async endUnspent(): Promise<void> {
    for (const id of this.runs.keys()) {
      const project = this.deps.store.find(id);
      if (project !== null && isUnspent(project.state) && project.lineage?.kind !== 'part') await this.command(id, { type: 'cancel' }, {});
    }
  }

  /** Runs a project until it has nothing more to do. Does nothing if it already runs. */
  private start(projectId: string, restarted = false): void {
    if (this.isStopped || this.runs.has(projectId)) return;
    const abort = new AbortController();
    const ended = this.run(projectId, abort.signal, restarted).finally(() => {
      this.runs.delete(projectId);
      this.waits.clear(projectId);
      this.deps.activity.clear(projectId, 'runner');
      const defect = this.defective.get(projectId);
      // If the error could not be stored, this is the only place that shows it.
      if (defect !== undefined) this.deps.activity.setBlocked(projectId, defect);
      if (this.isStopped || defect !== undefined) return;
      // A command during the last step may have made the project run again.
      if (this.wantsToRun(projectId)) this.start(projectId);
    });
    this.runs.set(projectId, { abort, ended });
  }

  /** True also when the state cannot be read now: the next run reads it again. */
  private wantsToRun(projectId: string): boolean {
    try {
      const project = this.deps.store.find(projectId);
      return project !== null && isRunning(project.state);
    } catch {
      return true;
    }
  }

  /**
   * Records the event before it aborts the running step, so the journal never shows a state that the project did not have. `agreed`: what
   * else changes in the same transaction.
   * @throws NotNow; SENT_BEFORE when another project sent the list after a cancellation; what `agreed.assertChangeable` throws. If it
   * throws, nothing was aborted.
   */
  async command<E extends Command>(projectId: string, event: E, notes: JournalNotes<E>, agreed: Agreed = {}): Promise<void> {
    this.recordCommand(projectId, event, notes, agreed);
    this.defective.delete(projectId);
    this.deps.activity.clearBlocked(projectId);
    const run = this.runs.get(projectId);
    if (run !== undefined) {
      run.abort.abort(new StepCanceled());
      await run.ended;
    }
    this.start(projectId);
    if (event.type !== 'choose' || event.choice !== 'keep') return;
    // The user has accepted incomplete results, which are now merged and announced like complete ones.
    await this.deps.merge.mergeIntoRoot(projectId);
    this.deps.events.emit('run.completed', { id: projectId });
  }

  private recordCommand<E extends Command>(id: string, event: E, notes: JournalNotes<E>, { change: more, assertChangeable }: Agreed): void {
    const { database, store, clock } = this.deps;
    const project = store.get(id);
    const state = next(project.state, event);
    const submission = { ...more?.submission, ...processedAtOf(project.state, state, clock.now()) };
    const change: ProjectChange = { ...more, lastError: null, submission };
    // After a cancellation without charge, another project may have sent the list, so this one needs a new claim.
    const claim =
      project.state.at === 'ended' && 'body' in state
        ? { sha256: claimedSha256(state.body), allowDuplicate: project.options.allowDuplicate, besides: comparedPilot(project.lineage) }
        : null;
    const free = state.at === 'ended' ? { free: state.resume === null } : {};
    const entry = { at: clock.now(), event: journalEvent(event, { ...notes, by: 'person', ...free }) };
    if (!store.advance(id, state, entry, claim === null ? change : { ...change, claim }, assertChangeable))
      throw new AppError(
        'SENT_BEFORE',
        sentBeforeMessage(database.claims.sentBefore(project.connectionId, claim!.sha256, id, claim!.besides)),
        {
          reason: 'list',
        },
      );
  }

  /** Ends every wait except those that the service asked for. Call it after sleep and when the computer is online again. */
  wake(): void {
    this.waits.wake();
  }

  /** Resolves when nothing runs: every project is done, waits for the user, or is paused. */
  async idle(): Promise<void> {
    while (this.runs.size > 0) await Promise.all([...this.runs.values()].map((run) => run.ended));
  }

  /** Stops everything at the next safe point; the next start continues from the journal. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const runs = [...this.runs.values()];
    for (const run of runs) run.abort.abort(new StepCanceled());
    await Promise.all(runs.map((run) => run.ended));
  }

  /** Never rejects. */
  private async run(id: string, signal: AbortSignal, restarted: boolean): Promise<void> {
    const retries: RetryState = { failures: 0, unusableAnswers: 0 };
    let isRecorded = !restarted;
    for (;;) {
      const project = await this.readProject(id, signal, retries);
      if (signal.aborted || project === null || !isRunning(project.state)) return;
      const step = new StepContext(this.deps, this.waits, project, signal);
      try {
        const state = step.state();
        if (!isRunning(state)) return;
        // After a restart it is unknown whether the call in progress was made.
        if (!isRecorded || isUnderWay(state)) {
          await step.recordEvent({ type: 'restarted' }, {});
          isRecorded = true;
          continue;
        }
        await perform(step, state);
        retries.failures = 0;
        retries.unusableAnswers = 0;
      } catch (error) {
        if (signal.aborted || error instanceof StepCanceled) return;
        if (!(await this.recover(step, error, retries))) return;
      }
    }
  }

  /** The project; null when it was removed, the run was canceled, or its record cannot be read. Never rejects. */
  private async readProject(id: string, signal: AbortSignal, retries: RetryState): Promise<ProjectRow | null> {
    for (;;) {
      try {
        return this.deps.store.find(id);
      } catch (error) {
        const failure = this.failureOf(id, error);
        if (failure.recovery !== 'freeDisk') {
          this.defective.set(id, failure);
          return null;
        }
        this.deps.activity.setBlocked(id, failure);
        const delay = backoffDelay(retries.failures++, this.deps.random);
        await this.waits.wait(id, delay, failure.message, signal).catch(() => undefined);
        if (signal.aborted) return null;
      }
    }
  }

  /** Turns an error into an AppError. Logs it if it is a defect. */
  private failureOf(id: string, error: unknown): AppError {
    const expected = expectedError(error);
    if (expected !== null) return expected;
    this.deps.log.error('project.step', error, { project: id });
    return new AppError('INTERNAL', 'Something went wrong inside Screening Desk. Nothing was sent twice; continue to try again from here.');
  }

  /** Handles a failed step. Returns false when the run is over. Never rejects. */
  private async recover(step: StepContext, error: unknown, retries: RetryState): Promise<boolean> {
    try {
      const expected = expectedError(error);
      if (expected === null) throw error;
      await this.respond(step, expected, retries);
      return true;
    } catch (defect) {
      if (step.signal.aborted || defect instanceof StepCanceled) return false;
      const failure = this.failureOf(step.id, defect);
      // The next step reads the state again, and waits until this succeeds.
      if (failure.recovery === 'freeDisk') return true;
      this.defective.set(step.id, failure);
      await this.halt(step, failure).catch(() => undefined);
      return false;
    }
  }

  private async respond(step: StepContext, error: AppError, retries: RetryState): Promise<void> {
    const wait = async () => {
      const { waitMs, status } = error.details;
      // A service may show a new project late, so its absence means something only if it lasts.
      const note = status === 404 ? 'The service does not show the project (404). Screening Desk will look again.' : error.message;
      if (waitMs === undefined) await step.wait(backoffDelay(retries.failures, this.deps.random), note);
      else await step.waitInFull(waitMs, note);
      retries.failures += 1;
    };
    switch (error.recovery) {
      case 'needsToken':
        await step.recordRefusedToken(error);
        return;
      case 'wait':
        await wait();
        return;
      case 'freeDisk':
        this.deps.activity.setBlocked(step.id, error);
        await wait();
        return;
      case 'repeat':
        await (retries.failures < MAX_WORKER_RESTARTS ? wait() : this.halt(step, error));
        return;
      // An unusable answer or a refused read can be temporary; if it is not, the user decides.
      case 'observeAgain':
      case 'addCredits': {
        const state = step.state();
        if (!isRunning(state) || !isReading(state)) await this.halt(step, error);
        else if (retries.unusableAnswers < MAX_UNUSABLE_ANSWERS) await wait();
        else await step.recordEvent({ type: 'observation-failed', answer: error.message }, { code: error.code });
        retries.unusableAnswers += 1;
        return;
      }
      case 'fixConnection':
      case 'chooseSheet':
      case 'typePassword':
      case 'restoreProject':
      case 'stop':
        await this.halt(step, error);
        return;
      default:
        assertNever(error.recovery);
    }
  }

  /** Pauses the project because of an error that a retry cannot solve. It can be resumed from the same state. */
  private async halt(step: StepContext, { code, message }: AppError): Promise<void> {
    const state = step.state();
    if (!isRunning(state)) return;
    const event: ProjectEvent = state.at === 'preparing' ? { type: 'not-prepared' } : { type: 'pause' };
    // Another program may have stored an edit in the file since the last check, so the next check must read the file.
    await step.recordEvent(event, { code }, { lastError: { code, message }, ...(state.at === 'preparing' && { editPending: true }) });
  }
}

async function perform(step: StepContext, state: Running): Promise<void> {
  switch (state.at) {
    case 'preparing':
      return await prepare(step);
    case 'creating':
      return state.phase === 'settling' ? await observeCreation(step, state) : await create(step, state);
    case 'adding':
      return await add(step, state);
    case 'confirming':
      return await observeArrival(step, state);
    case 'starting':
      return state.phase === 'settling' ? await observeStart(step, state) : await start(step, state);
    case 'processing':
      return await poll(step, state);
    case 'collecting':
      return await collect(step, state);
    default:
      return assertNever(state);
  }
}
