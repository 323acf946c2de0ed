/**
 * Takes submitted projects through the service: one step per state, whose intent is on the disk before it acts. The steps are in
 * upload.ts, reconcile.ts and collect-results.ts. See docs/ARCHITECTURE.md, "Never twice".
 */
import { assertNever, AppError } from '../../shared/base/errors.ts';
import { isReading, isRunning, isUnderWay, next, type ProjectEvent, type Running } from '../../shared/project/project.ts';
import type { JournalEntry, ProjectChange } from '../store/app-database/history.ts';
import { describe } from '../projects/journal.ts';
import { add, prepare, sentBefore } from './upload.ts';
import { backoffDelay } from './polling.ts';
import { begin, confirm, create, lookForProject, lookForStart } from './reconcile.ts';
import { collect, poll } from './collect-results.ts';
import { blockerIn, endOf, isPassing, type RunnerDeps, StepCanceled, StepContext } from './step-context.ts';
import { Waits } from './waits.ts';

interface Run {
  /** Cancels the step, its waits and its upload. */
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Answers that make no sense are read again so often, over some minutes, before the user decides. */
const MOST_DOUBTS = 10;
/** A worker that dies over the same list is started again so often. */
const MOST_LOSSES = 6;

const OF_SERVICE = /^(SERVICE_|BASE_URL|ANSWER_|CREDITS_)/;

/** Failures of a run since the last step that succeeded. */
interface RetryState {
  failures: number;
  /** Answers that make no sense. */
  doubts: number;
}

export class Runner {
  private readonly deps: RunnerDeps;
  private readonly waits: Waits;
  private readonly runs = new Map<string, Run>();
  /** Projects in which a defect of the app showed: they wait for a command or the next start of the program. */
  private readonly defect = new Set<string>();
  private stopped = false;

  constructor(deps: RunnerDeps) {
    this.deps = deps;
    this.waits = new Waits(deps.clock, deps.activity);
  }

  /** At start-up: continues every project that was running when the last program ended. */
  resumeAll(): void {
    for (const project of this.deps.store.all()) if (isRunning(project.state)) this.start(project.id, true);
  }

  /** Runs a project until it has nothing more to do. Does nothing while it runs. */
  start(projectId: string, restarted = false): void {
    if (this.stopped || this.runs.has(projectId)) return;
    const abort = new AbortController();
    const ended = this.run(projectId, abort.signal, restarted).finally(() => {
      this.runs.delete(projectId);
      this.waits.forget(projectId);
      this.deps.activity.clear(projectId, 'runner');
      if (this.stopped || this.defect.has(projectId)) return;
      // A command during the last step may have made it a running project again.
      const project = this.deps.store.find(projectId);
      if (project !== null && isRunning(project.state)) this.start(projectId);
    });
    this.runs.set(projectId, { abort, ended });
  }

  /**
   * Applies a user's command. Records the event before aborting the running step, so the journal never shows a state the project was
   * not in. `detail` is added to the journal. @throws NotNow when the state does not take the event; SENT_BEFORE when another project
   * has sent the list since this one was canceled. Nothing is aborted then.
   */
  async command(projectId: string, event: ProjectEvent, detail: JournalEntry['detail'] = {}): Promise<void> {
    this.recordCommand(projectId, event, detail);
    this.defect.delete(projectId);
    const run = this.runs.get(projectId);
    if (run !== undefined) {
      run.abort.abort(new StepCanceled());
      await run.ended;
    }
    this.start(projectId);
    if (event.type !== 'choose' || event.choice !== 'keep') return;
    // The user has accepted incomplete results: what follows complete ones follows these.
    await this.deps.merge.mergeIntoRoot(projectId);
    this.deps.events.emit('run.completed', { id: projectId });
  }

  private recordCommand(id: string, event: ProjectEvent, added: JournalEntry['detail']): void {
    const { history, store, clock } = this.deps;
    const project = store.get(id);
    const state = next(project.state, event);
    const change: ProjectChange = { facts: { notice: null, ...endOf(project.state, state, clock.now()) } };
    // Canceled without charge, the list could be sent by another project: it has to be claimed again.
    const claim = project.state.at === 'ended' && 'body' in state ? { sha256: state.body.sha256, repeat: project.facts.repeat } : null;
    const detail = { ...describe(event), ...added, by: 'person', ...(state.at === 'ended' ? { free: state.resume === null } : {}) };
    const entry = { at: clock.now(), event: event.type, detail };
    if (!store.advance(id, state, entry, claim === null ? change : { ...change, claim }))
      throw new AppError('SENT_BEFORE', sentBefore(history.sentBefore(project.connectionId, claim!.sha256, id)));
  }

  /** After sleep, or when the computer is online again: every wait ends. */
  wake(): void {
    this.waits.wake();
  }

  /** Resolves once nothing runs: every project is done, waits for the user, or is paused. */
  async idle(): Promise<void> {
    while (this.runs.size > 0) await Promise.all([...this.runs.values()].map((run) => run.ended));
  }

  /** Stops everything at the next safe point; the next start continues from the journal. */
  async stop(): Promise<void> {
    this.stopped = true;
    const runs = [...this.runs.values()];
    for (const run of runs) run.abort.abort(new StepCanceled());
    await Promise.all(runs.map((run) => run.ended));
  }

  /** Step after step until the project has nothing more to do. Never rejects. */
  private async run(id: string, signal: AbortSignal, restarted: boolean): Promise<void> {
    const retries: RetryState = { failures: 0, doubts: 0 };
    let begun = !restarted;
    for (;;) {
      const project = this.deps.store.find(id);
      if (signal.aborted || project === null || !isRunning(project.state)) return;
      const step = new StepContext(this.deps, this.waits, project, signal);
      try {
        const state = step.state();
        if (!isRunning(state)) return;
        // A program that finds a call in progress does not know whether it was made.
        if (!begun || isUnderWay(state)) {
          await step.recordEvent({ type: 'restarted' });
          begun = true;
          continue;
        }
        await perform(step, state);
        retries.failures = 0;
        retries.doubts = 0;
      } catch (error) {
        if (signal.aborted || error instanceof StepCanceled) return;
        if (!(await this.recover(step, error, retries))) return;
      }
    }
  }

  /** Handles a step that failed; false when the run is over. Never rejects. */
  private async recover(step: StepContext, error: unknown, retries: RetryState): Promise<boolean> {
    try {
      if (!(error instanceof AppError)) throw error;
      await this.respond(step, error, retries);
      return true;
    } catch (defect) {
      if (step.signal.aborted || defect instanceof StepCanceled) return false;
      this.deps.log.error('project.step', defect, { project: step.id });
      this.defect.add(step.id);
      const message = 'Something went wrong inside Screening Desk. Nothing was sent twice; continue to try again from here.';
      await this.halt(step, new AppError('INTERNAL', message)).catch(() => undefined);
      return false;
    }
  }

  private async respond(step: StepContext, error: AppError, retries: RetryState): Promise<void> {
    if (error.code === 'TOKEN_MISSING' || error.code === 'TOKEN_REFUSED') {
      const { code, message } = error;
      await step.recordEvent({ type: 'token-refused' }, { answer: message }, { facts: { notice: { code, message } } });
      return;
    }
    const { random } = this.deps;
    const wait = async () => {
      const asked = error.details['waitMs'];
      await step.wait(typeof asked === 'number' ? asked : backoffDelay(retries.failures, random), error.message);
      retries.failures += 1;
    };
    const state = step.state();
    if (blockerIn(error) !== null) {
      this.deps.activity.setBlocked(step.id, error);
      await wait();
    } else if (error.code === 'WORKER_LOST' && retries.failures >= MOST_LOSSES) {
      await this.halt(step, error);
    } else if (isPassing(error)) {
      await wait();
    } else if (OF_SERVICE.test(error.code) && isRunning(state) && isReading(state)) {
      // An answer that makes no sense, or a refused read: it may pass, and if it does not, the user decides.
      if (retries.doubts >= MOST_DOUBTS) await step.recordEvent({ type: 'blind', answer: error.message }, { code: error.code });
      else await wait();
      retries.doubts += 1;
    } else {
      await this.halt(step, error);
    }
  }

  /** Something on this computer is in the way: pauses the project with the reason, to resume from the same state. */
  private async halt(step: StepContext, { code, message }: AppError): Promise<void> {
    const state = step.state();
    if (!isRunning(state)) return;
    const event: ProjectEvent = state.at === 'preparing' ? { type: 'not-prepared' } : { type: 'pause' };
    await step.recordEvent(event, { code }, { facts: { notice: { code, message } } });
  }
}

/** The one step that a state requires. */
async function perform(step: StepContext, state: Running): Promise<void> {
  switch (state.at) {
    case 'preparing':
      return await prepare(step);
    case 'creating':
      return state.phase === 'settling' ? await lookForProject(step, state) : await create(step, state);
    case 'adding':
      return await add(step, state);
    case 'confirming':
      return await confirm(step, state);
    case 'starting':
      return state.phase === 'settling' ? await lookForStart(step, state) : await begin(step, state);
    case 'processing':
      return await poll(step, state);
    case 'collecting':
      return await collect(step, state);
    default:
      return assertNever(state);
  }
}
