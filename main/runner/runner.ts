/**
 * Runs projects: for each state the one effect it calls for, between an intent that is on the disk and an outcome that will be.
 * The effects themselves: upload.ts, reconcile.ts, collect-results.ts. See docs/ARCHITECTURE.md, "Never twice".
 */
import type { Activity } from '../../shared/contract/index.ts';
import { assertNever, AppError } from '../../shared/base/errors.ts';
import { journalEvent, type JournalNotes } from '../../shared/project/journal.ts';
import { isReading, isRunning, isUnderWay, next, type ProjectEvent, type Running } from '../../shared/project/project.ts';
import type { ProjectChange } from '../store/app-database/history.ts';
import { Board } from '../projects/activity-tracker.ts';
import { add, prepare, sentBefore } from './upload.ts';
import { patience } from './polling.ts';
import { begin, confirm, create, lookForProject, lookForStart } from './reconcile.ts';
import { collect, poll } from './collect-results.ts';
import { endOf, Overtaken, type RunnerWorld, Step } from './step-context.ts';

/** What a person can say of a project. */
export type Command = Extract<ProjectEvent, { type: 'send' | 'pause' | 'resume' | 'cancel' | 'choose' | 'token-given' }>;

interface Run {
  /** Aborts what is under way: the step, its waits, its bytes. */
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Answers that make no sense are asked for again so often, over some minutes, before a person is asked. */
const MOST_DOUBTS = 10;
/** A worker that dies over the same list again and again is not started for ever. */
const MOST_LOSSES = 6;

/** How a run has fared since its last step that led on. */
interface Fortune {
  failures: number;
  doubts: number;
}

export class Runner {
  private readonly world: RunnerWorld;
  private readonly board: Board;
  private readonly runs = new Map<string, Run>();
  /** Projects that met a defect of ours: they are left alone until a person says so or the program is started again. */
  private readonly defect = new Set<string>();
  private stopped = false;

  constructor(world: RunnerWorld) {
    this.world = world;
    this.board = new Board(world.clock, (id) => {
      world.changed(id);
    });
  }

  /** What is going on for a project right now, or null. */
  activity(projectId: string): Activity | null {
    return this.board.activity(projectId);
  }

  /** What of this computer keeps a running project from going on, a full disk for one, or null. */
  hindrance(projectId: string): { readonly code: string; readonly message: string } | null {
    return this.board.hindrance(projectId);
  }

  /** Takes up every project that was under way when the program last ended. */
  takeUp(): void {
    for (const project of this.world.history.projects()) if (isRunning(project.state)) this.start(project.id, true);
  }

  /** Begins or goes on with a project; nothing happens when it is at work already or has nothing to do. */
  start(projectId: string, restarted = false): void {
    if (this.stopped || this.runs.has(projectId)) return;
    const abort = new AbortController();
    const ended = this.run(projectId, abort.signal, restarted).finally(() => {
      this.runs.delete(projectId);
      this.board.leave(projectId);
      if (this.stopped || this.defect.has(projectId)) return;
      // A command that came while the last step was ending may have made it a running project again.
      const project = this.world.history.project(projectId);
      if (project !== null && isRunning(project.state)) this.start(projectId);
    });
    this.runs.set(projectId, { abort, ended });
  }

  /**
   * Applies a person's command: the event is entered first, so that the journal tells the state that the project is truly in,
   * then what is under way is stopped. Ends in NotNow when the state does not take it, in SENT_BEFORE when watching is taken
   * up again of a list that another project has sent meanwhile; nothing is stopped then.
   */
  async command<E extends Command>(projectId: string, event: E, notes: JournalNotes<E>): Promise<void> {
    this.enter(projectId, event, notes);
    this.defect.delete(projectId);
    const run = this.runs.get(projectId);
    run?.abort.abort(new Overtaken());
    await run?.ended;
    this.start(projectId);
    if (event.type !== 'choose' || event.choice !== 'keep') return;
    // What was kept on a person's word are the results: the same follows as for those that were complete.
    await this.world.collected(projectId);
    await this.world.done(projectId);
  }

  private enter<E extends Command>(id: string, event: E, notes: JournalNotes<E>): void {
    const { history, clock } = this.world;
    const project = history.project(id);
    if (project === null) throw new AppError('NOT_FOUND', 'There is no such project.');
    const state = next(project.state, event);
    const change: ProjectChange = { facts: { notice: null, ...endOf(project.state, state, clock.now()) } };
    // A list that was given up free of charge was free for others to send: it is claimed anew.
    const again = project.state.at === 'ended' && 'body' in state ? { sha256: state.body.sha256, repeat: project.facts.repeat } : null;
    const free = state.at === 'ended' ? { free: state.resume === null } : {};
    const entry = { at: clock.now(), event: journalEvent(event, { ...notes, by: 'person', ...free }) };
    if (!history.advance(id, state, entry, again === null ? change : { ...change, claim: again }))
      throw new AppError('SENT_BEFORE', sentBefore(history.sentBefore(project.connectionId, again!.sha256, id)));
    this.world.changed(id);
  }

  /** After sleep, or on coming online: whoever waits looks at once. */
  wake(): void {
    this.board.wake();
  }

  /** Resolves once nothing runs: every project is done, waits for a person, or is paused. */
  async idle(): Promise<void> {
    while (this.runs.size > 0) await Promise.all([...this.runs.values()].map((run) => run.ended));
  }

  /** Stops everything at the next safe point; the journal lets it go on at the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    const runs = [...this.runs.values()];
    for (const run of runs) run.abort.abort(new Overtaken());
    await Promise.all(runs.map((run) => run.ended));
  }

  /** Step after step until the project has nothing more to do. Never rejects. */
  private async run(id: string, signal: AbortSignal, restarted: boolean): Promise<void> {
    const fortune: Fortune = { failures: 0, doubts: 0 };
    let begun = !restarted;
    for (;;) {
      const project = this.world.history.project(id);
      if (signal.aborted || project === null || !isRunning(project.state)) return;
      const step = new Step(this.world, this.board, project, signal);
      try {
        const state = step.state();
        if (!isRunning(state)) return;
        // Whoever finds a call under way does not know whether it was made.
        if (!begun || isUnderWay(state)) {
          await step.enter({ type: 'restarted' }, {});
          begun = true;
          continue;
        }
        await perform(step, state);
        fortune.failures = 0;
        fortune.doubts = 0;
      } catch (error) {
        if (signal.aborted || error instanceof Overtaken) return;
        if (!(await this.recover(step, error, fortune))) return;
      }
    }
  }

  /** Deals with a step that failed; false when the run is over. Never rejects. */
  private async recover(step: Step, error: unknown, fortune: Fortune): Promise<boolean> {
    try {
      if (!(error instanceof AppError)) throw error;
      await this.respond(step, error, fortune);
      return true;
    } catch (defect) {
      if (step.signal.aborted || defect instanceof Overtaken) return false;
      this.world.log.error('project.step', defect, { project: step.id });
      this.defect.add(step.id);
      const message = 'Something went wrong inside Screening Desk. Nothing was sent twice; continue to try again from here.';
      await this.halt(step, new AppError('INTERNAL', message)).catch(() => undefined);
      return false;
    }
  }

  private async respond(step: Step, error: AppError, fortune: Fortune): Promise<void> {
    const wait = async () => {
      await step.rest(error.details.waitMs ?? patience(fortune.failures, this.world.random), error.message);
      fortune.failures += 1;
    };
    switch (error.recovery) {
      case 'needsToken': {
        const { code, message } = error;
        await step.enter({ type: 'token-refused' }, { answer: message }, { facts: { notice: { code, message } } });
        return;
      }
      case 'wait':
        await wait();
        return;
      case 'freeDisk':
        this.board.hinder(step.id, error);
        await wait();
        return;
      case 'repeat':
        await (fortune.failures < MOST_LOSSES ? wait() : this.halt(step, error));
        return;
      case 'observeAgain':
      case 'addCredits': {
        const state = step.state();
        if (!isRunning(state) || !isReading(state)) await this.halt(step, error);
        else if (fortune.doubts < MOST_DOUBTS) await wait();
        else await step.enter({ type: 'blind', answer: error.message }, { code: error.code });
        fortune.doubts += 1;
        return;
      }
      case 'fixConnection':
      case 'chooseSheet':
      case 'restoreProject':
      case 'stop':
        await this.halt(step, error);
        return;
      default:
        assertNever(error.recovery);
    }
  }

  /** Something on this computer stands in the way: the project is paused with the reason, to go on from where it was. */
  private async halt(step: Step, { code, message }: AppError): Promise<void> {
    const state = step.state();
    if (!isRunning(state)) return;
    const event: ProjectEvent = state.at === 'preparing' ? { type: 'not-prepared' } : { type: 'pause' };
    await step.enter(event, { code }, { facts: { notice: { code, message } } });
  }
}

/** The one effect that a state calls for. */
async function perform(step: Step, state: Running): Promise<void> {
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
