/**
 * Runs projects: for each state the one effect it calls for, between an intent that is on the disk and an outcome that will be.
 * What the service did when its answer is lost is settled by reading; see docs/ARCHITECTURE.md, "Never twice".
 */
import { createHash } from 'node:crypto';
import type { Activity } from '../../shared/contract.ts';
import { assertNever, AppError } from '../../shared/errors.ts';
import {
  type Body,
  isProcessed,
  isReading,
  isRunning,
  isStopped,
  LOOKS,
  type Look,
  next,
  type ProjectEvent,
  type ProjectState,
  type Running,
} from '../../shared/project.ts';
import type { RemoteProject } from '../../shared/answers.ts';
import type { Clock, Host, Log, RunningTask, SpawnWorker } from '../ports.ts';
import type { Changed, ServiceClient } from '../service/client.ts';
import type { History, ProjectChange, ProjectRow } from '../store/history.ts';
import type { ListRecipe } from '../worker/messages.ts';
import { nextLook, nextPoll, patience } from './polling.ts';

/** What the runner needs of the rest of the application. */
export interface RunnerWorld {
  readonly history: History;
  readonly clock: Clock;
  readonly host: Host;
  readonly log: Log;
  readonly spawnWorker: SpawnWorker;
  readonly random: () => number;
  /** A client for the project's connection. Ends in TOKEN_MISSING when it has no token. */
  client(connectionId: string): Promise<ServiceClient>;
  connectionKind(connectionId: string): 'practice' | 'live';
  listFormat(connectionId: string): 'json' | 'csv';
  rowBase(connectionId: string): 'find' | 'zero' | 'one' | 'sheet';
  /** How the stored rows become records. */
  recipe(projectId: string): ListRecipe;
  /** A fresh marked name for the service's project. */
  marker(project: ProjectRow): string;
  /** Something of the project changed: its view is to be told. */
  changed(projectId: string): void;
  /** The balance of the connection was read. */
  credits(connectionId: string, remaining: number | null): void;
}

/** A step was overtaken by a person's command: its outcome is not to be entered any more. */
class Overtaken extends Error {}

interface Run {
  /** Aborts what is under way: the step, its waits, its bytes. */
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Results with fewer profiles than the service says there are fetched again so often, then taken as they are, the rest unknown. */
const PATIENT_TRIES = 3;

type Of<A extends Running['at']> = Extract<Running, { at: A }>;

export class Runner {
  private readonly world: RunnerWorld;
  private readonly runs = new Map<string, Run>();
  private readonly activities = new Map<string, Activity>();
  private readonly sleepers = new Set<() => void>();
  /** How often the results of a project were fetched in this run of the program. */
  private readonly collected = new Map<string, number>();
  private stopped = false;

  constructor(world: RunnerWorld) {
    this.world = world;
  }

  /** What is going on for a project right now, or null. */
  activity(projectId: string): Activity | null {
    return this.activities.get(projectId) ?? null;
  }

  /** Takes up every project that was under way when the program last ended. */
  takeUp(): void {
    for (const project of this.world.history.projects()) {
      if (!isRunning(project.state)) continue;
      this.enter(project.id, { type: 'restarted' }, {});
      this.start(project.id);
    }
  }

  /** Begins or goes on with a project; nothing happens when it is at work already or has nothing to do. */
  start(projectId: string): void {
    if (this.stopped || this.runs.has(projectId)) return;
    const abort = new AbortController();
    const ended = this.run(projectId, abort.signal).finally(() => {
      this.runs.delete(projectId);
      this.activities.delete(projectId);
      this.world.changed(projectId);
      // A command that came while the last step was ending may have made it a running project again.
      const project = this.world.history.project(projectId);
      if (!this.stopped && project !== null && isRunning(project.state)) this.start(projectId);
    });
    this.runs.set(projectId, { abort, ended });
  }

  /**
   * Applies a person's command. What is under way is stopped first, then the event is entered: the journal always tells
   * the state that the project is truly in.
   */
  async command(projectId: string, event: ProjectEvent, change: ProjectChange = {}): Promise<void> {
    const run = this.runs.get(projectId);
    // The event must fit before anything is stopped for it.
    next(this.state(projectId), event);
    run?.abort.abort(new Overtaken());
    this.enter(projectId, event, { by: 'person' }, change);
    await run?.ended;
    this.start(projectId);
  }

  /** After sleep, or on coming online: whoever waits looks at once. */
  wake(): void {
    for (const ring of this.sleepers) ring();
  }

  /** Resolves once nothing runs. */
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

  private project(id: string): ProjectRow {
    const project = this.world.history.project(id);
    if (project === null) throw new Overtaken();
    return project;
  }

  private state(id: string): ProjectState {
    return this.project(id).state;
  }

  /** Enters an event in the journal and moves the state, on the disk before this returns. */
  private enter(id: string, event: ProjectEvent, detail: Record<string, unknown>, change: ProjectChange = {}): void {
    const state = next(this.state(id), event);
    const facts = { notice: null, ...change.facts };
    this.world.history.advance(
      id,
      state,
      { at: this.world.clock.now(), event: event.type, detail: { ...describe(event), ...detail } },
      { ...change, facts },
    );
    this.world.changed(id);
  }

  private tell(id: string, activity: Omit<Activity, 'startedAt' | 'note' | 'nextAt'> & Partial<Activity>): void {
    const before = this.activities.get(id);
    const startedAt = before !== undefined && before.kind === activity.kind ? before.startedAt : this.world.clock.now();
    this.activities.set(id, { startedAt, note: null, nextAt: null, ...activity });
    this.world.changed(id);
  }

  /** Waits, cut short by `wake` and by a command. */
  private async rest(id: string, ms: number, note: string | null, signal: AbortSignal): Promise<void> {
    if (ms <= 0) return;
    this.tell(id, {
      kind: note === null ? 'looking' : 'waiting',
      done: 0,
      total: null,
      unit: 'none',
      note,
      nextAt: this.world.clock.now() + ms,
    });
    const woken = new AbortController();
    const ring = () => {
      woken.abort();
    };
    this.sleepers.add(ring);
    try {
      await this.world.clock.wait(ms, AbortSignal.any([signal, woken.signal]));
    } catch (error) {
      if (signal.aborted || !woken.signal.aborted) throw error;
    } finally {
      this.sleepers.delete(ring);
    }
  }

  private async run(id: string, signal: AbortSignal): Promise<void> {
    let failures = 0;
    for (;;) {
      try {
        const project = this.project(id);
        if (signal.aborted || !isRunning(project.state)) return;
        await this.step(project, project.state, signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted || error instanceof Overtaken) return;
        if (!(error instanceof AppError)) {
          this.world.log.error('project.step', error, { project: id });
          this.halt(
            id,
            new AppError(
              'INTERNAL',
              'Something went wrong inside Screening Desk. Nothing was sent twice; continue to try again from here.',
            ),
          );
          return;
        }
        if (error.code === 'TOKEN_MISSING' || error.code === 'TOKEN_REFUSED')
          this.enter(id, { type: 'token-refused' }, { answer: error.message });
        else if (error.retry === 'safe') {
          const asked = error.details['waitMs'];
          try {
            await this.rest(id, typeof asked === 'number' ? asked : patience(failures, this.world.random), error.message, signal);
          } catch {
            return;
          }
          failures += 1;
        } else if (isOfService(error) && isReadingNow(this.state(id))) {
          this.enter(id, { type: 'blind', answer: error.message }, { code: error.code });
        } else {
          this.halt(id, error);
          return;
        }
      }
    }
  }

  /** Something on this computer stands in the way: the project is paused with the reason, to go on from where it was. */
  private halt(id: string, error: AppError): void {
    const state = this.state(id);
    if (!isRunning(state)) return;
    const event: ProjectEvent = state.at === 'preparing' ? { type: 'not-prepared' } : { type: 'pause' };
    this.enter(id, event, { code: error.code }, { facts: { notice: { code: error.code, message: error.message } } });
  }

  private async step(project: ProjectRow, state: Running, signal: AbortSignal): Promise<void> {
    switch (state.at) {
      case 'preparing':
        return await this.prepare(project, signal);
      case 'creating':
        return state.phase === 'settling' ? await this.lookForProject(project, state, signal) : await this.create(project, state, signal);
      case 'adding':
        return await this.add(project, state, signal);
      case 'confirming':
        return await this.confirm(project, state, signal);
      case 'starting':
        return state.phase === 'settling' ? await this.lookForStart(project, state, signal) : await this.begin(project, state, signal);
      case 'processing':
        return await this.poll(project, state, signal);
      case 'collecting':
        return await this.collect(project, state, signal);
      default:
        return assertNever(state);
    }
  }

  private async prepare(project: ProjectRow, signal: AbortSignal): Promise<void> {
    const format = this.world.listFormat(project.connectionId);
    const task = this.world.spawnWorker(
      'encode',
      { ...this.world.recipe(project.id), choice: { sendErrors: project.facts.sendErrors }, format, mode: 'measure' },
      (progress) => {
        this.tell(project.id, { kind: 'preparing', done: progress.done, total: progress.total, unit: progress.unit });
      },
    );
    const body = await stoppable(task, signal);
    if (body === null) throw new AppError('NOTHING_TO_SEND', 'No row is left to send.');
    const now = this.world.clock.now();
    if (!this.world.history.claim(project.id, project.connectionId, body.sha256, now, project.facts.repeat)) {
      const before = this.world.history.sentBefore(project.connectionId, body.sha256, project.id);
      const message = `This very list was sent before${before === null ? '' : `, as “${before.name}”`}. Sending it again would be charged again, so nothing was sent. Say so if it is meant.`;
      this.enter(project.id, { type: 'not-prepared' }, { code: 'SENT_BEFORE' }, { facts: { notice: { code: 'SENT_BEFORE', message } } });
      return;
    }
    this.enter(project.id, { type: 'prepared', body, marker: project.facts.marker }, {});
  }

  private async create(project: ProjectRow, state: Of<'creating'>, signal: AbortSignal): Promise<void> {
    const client = await this.world.client(project.connectionId);
    this.tell(project.id, { kind: 'sending', done: 0, total: null, unit: 'none' });
    this.enter(project.id, { type: 'intend' }, { what: 'create', marker: state.marker });
    const outcome = await client.createProject(state.marker, project.facts.scoreConfiguration, signal);
    await this.settle(project.id, outcome, (remoteId) => ({ type: 'created', remoteId }), signal);
  }

  /** Enters how a changing call ended; waits first when it may simply be made again. */
  private async settle<T>(id: string, outcome: Changed<T>, done: (value: T) => ProjectEvent, signal: AbortSignal): Promise<void> {
    // A call that was stopped by a command is taken up by that command's own event.
    if (signal.aborted) throw new Overtaken();
    switch (outcome.outcome) {
      case 'done':
        this.enter(id, done(outcome.value), { requestId: outcome.requestId });
        break;
      case 'not-sent':
        this.enter(id, { type: 'failed', delivery: 'not-sent', answer: outcome.failure.message }, { code: outcome.failure.code });
        throw outcome.waitMs === null
          ? outcome.failure
          : new AppError('SERVICE_BUSY', outcome.failure.message, { ...outcome.failure.details, waitMs: outcome.waitMs });
      case 'token':
        this.enter(id, { type: 'token-refused' }, { answer: outcome.failure.message });
        break;
      case 'refused':
        this.enter(
          id,
          { type: 'failed', delivery: 'refused', answer: outcome.failure.message, money: outcome.status === 402 },
          { status: outcome.status, words: outcome.words },
        );
        break;
      case 'unknown':
        this.enter(id, { type: 'failed', delivery: 'unknown', answer: outcome.why }, {});
        break;
      default:
        assertNever(outcome);
    }
  }

  private async lookForProject(project: ProjectRow, state: Of<'creating'>, signal: AbortSignal): Promise<void> {
    const client = await this.world.client(project.connectionId);
    await this.rest(project.id, nextLook(state.looks.length, LOOKS.spanMs), null, signal);
    const matches = (await client.projects(signal)).filter((remote) => remote.name === state.marker);
    const at = this.world.clock.now();
    this.enter(
      project.id,
      { type: 'looked-for', at, matches: matches.length, remoteId: matches[0]?.remoteId ?? null },
      { marker: state.marker },
    );
  }

  private async add(project: ProjectRow, state: Of<'adding'>, signal: AbortSignal): Promise<void> {
    const client = await this.world.client(project.connectionId);
    const { body, remoteId } = state;
    this.tell(project.id, { kind: 'sending', done: 0, total: body.bytes, unit: 'bytes' });
    this.enter(project.id, { type: 'intend' }, { what: 'add', remoteId, sha256: body.sha256, bytes: body.bytes, rows: body.rows });
    const task = this.world.spawnWorker('encode', {
      ...this.world.recipe(project.id),
      choice: { sendErrors: project.facts.sendErrors },
      format: body.format,
      mode: 'stream',
    });
    const awake = this.world.host.keepAwake();
    try {
      const outcome = await client.addList(
        remoteId,
        {
          contentType: body.format === 'csv' ? 'text/csv' : 'application/json',
          bytes: body.bytes,
          chunks: this.bodyOf(project.id, task.bytes, body),
        },
        signal,
      );
      await this.settle(project.id, outcome, () => ({ type: 'added' }), signal);
    } finally {
      task.cancel();
      awake();
    }
  }

  /**
   * The body's bytes, counted and digested once more while they leave. The last part is handed over only when the whole is
   * what was measured, and only after "closing" is on the disk: until then the list is provably incomplete.
   */
  private async *bodyOf(id: string, chunks: AsyncIterable<Uint8Array>, body: Body): AsyncGenerator<Uint8Array> {
    const digest = createHash('sha256');
    let sent = 0;
    for await (const chunk of chunks) {
      digest.update(chunk);
      if (sent + chunk.length >= body.bytes) {
        if (sent + chunk.length > body.bytes || digest.digest('hex') !== body.sha256)
          throw new AppError('PROJECT_FILE_DAMAGED', 'The list is no longer the one that was measured, so its last part was kept back.');
        this.enter(id, { type: 'closing' }, {});
      }
      yield chunk;
      sent += chunk.length;
      this.tell(id, { kind: 'sending', done: sent, total: body.bytes, unit: 'bytes' });
    }
    if (sent !== body.bytes) throw new AppError('PROJECT_FILE_DAMAGED', 'The list came out shorter than it was measured.');
  }

  private look(remote: RemoteProject): Look {
    return { at: this.world.clock.now(), status: remote.status, totalRows: remote.totalRows };
  }

  private async confirm(project: ProjectRow, state: Of<'confirming'>, signal: AbortSignal): Promise<void> {
    const client = await this.world.client(project.connectionId);
    await this.rest(project.id, nextLook(state.looks.length, LOOKS.spanMs), null, signal);
    const look = this.look(await client.project(state.remoteId, signal));
    this.enter(project.id, { type: 'looked', look, marker: this.world.marker(project) }, { rows: state.body.rows });
  }

  private async begin(project: ProjectRow, state: Of<'starting'>, signal: AbortSignal): Promise<void> {
    const client = await this.world.client(project.connectionId);
    // The gate: a fresh look, entered as evidence, right before the one call that costs money.
    this.enter(
      project.id,
      { type: 'looked', look: this.look(await client.project(state.remoteId, signal)), marker: this.world.marker(project) },
      { rows: state.body.rows },
    );
    const gated = this.state(project.id);
    if (gated.at !== 'starting' || gated.phase !== 'ready') return;
    const before = await client.credits(signal).catch(() => null);
    if (before !== null) this.world.credits(project.connectionId, before.remaining);
    this.tell(project.id, { kind: 'looking', done: 0, total: null, unit: 'none' });
    const now = this.world.clock.now();
    this.enter(
      project.id,
      { type: 'intend' },
      { what: 'process', remoteId: state.remoteId, balance: before?.remaining ?? null },
      {
        facts: { creditsBefore: before?.remaining ?? null, startedAt: project.facts.startedAt ?? now },
      },
    );
    const outcome = await client.process(state.remoteId, signal);
    const nextPollAt = now + nextPoll(0, this.world.connectionKind(project.connectionId), this.world.random);
    await this.settle(project.id, outcome, () => ({ type: 'started', nextPollAt }), signal);
  }

  private async lookForStart(project: ProjectRow, state: Of<'starting'>, signal: AbortSignal): Promise<void> {
    const client = await this.world.client(project.connectionId);
    await this.rest(project.id, nextLook(state.looks.length, LOOKS.startSpanMs), null, signal);
    const look = this.look(await client.project(state.remoteId, signal));
    this.enter(project.id, { type: 'looked', look, marker: this.world.marker(project) }, {});
  }

  private async poll(project: ProjectRow, state: Of<'processing'>, signal: AbortSignal): Promise<void> {
    const client = await this.world.client(project.connectionId);
    await this.rest(project.id, state.nextPollAt - this.world.clock.now(), null, signal);
    const look = this.look(await client.project(state.remoteId, signal));
    const word = isProcessed(look.status) ? 'processed' : isStopped(look.status) ? 'stopped' : 'working';
    const nextPollAt = look.at + nextPoll(state.polls + 1, this.world.connectionKind(project.connectionId), this.world.random);
    this.enter(project.id, { type: 'polled', look, nextPollAt, word }, {}, word === 'processed' ? { facts: { processedAt: look.at } } : {});
  }

  private async collect(project: ProjectRow, state: Of<'collecting'>, signal: AbortSignal): Promise<void> {
    const client = await this.world.client(project.connectionId);
    const remote = await client.project(state.remoteId, signal);
    const tries = (this.collected.get(project.id) ?? 0) + 1;
    this.collected.set(project.id, tries);
    const task = this.world.spawnWorker('collect', { ...this.world.recipe(project.id), rowBase: this.world.rowBase(project.connectionId) });
    const awake = this.world.host.keepAwake();
    try {
      await this.collectPart(project.id, task, 'profiles', await client.profiles(state.remoteId, signal), signal);
      // Told to be complete and clean, there is nothing to ask for; where a count is missing, the report is read to be sure.
      const clean = remote.validRows !== null && remote.validRows === (remote.totalRows ?? state.body.rows);
      if (!clean) await this.collectPart(project.id, task, 'errors', await client.errors(state.remoteId, signal), signal);
      const { counts, rowBase } = await task.ask({ ask: 'settle', validRows: remote.validRows, accept: tries >= PATIENT_TRIES });
      const after = await client.credits(signal).catch(() => null);
      if (after !== null) this.world.credits(project.connectionId, after.remaining);
      this.enter(
        project.id,
        { type: 'collected', counts },
        { validRows: remote.validRows, balance: after?.remaining ?? null },
        {
          facts: { creditsAfter: after?.remaining ?? null, rowBase },
        },
      );
      this.world.host.notify('Screening finished', `${counts.scored} rows scored, ${counts.refused} refused, ${counts.unknown} unknown.`);
    } finally {
      task.cancel();
      awake();
    }
  }

  private async collectPart(
    id: string,
    task: RunningTask<'collect'>,
    part: 'profiles' | 'errors',
    answer: Awaited<ReturnType<ServiceClient['profiles']>>,
    signal: AbortSignal,
  ): Promise<void> {
    await task.ask({ ask: 'begin', part, contentType: answer.contentType });
    let taken = 0;
    try {
      for await (const chunk of answer.chunks) {
        signal.throwIfAborted();
        taken += chunk.length;
        await task.write(new Uint8Array(chunk));
        this.tell(id, { kind: 'collecting', done: taken, total: answer.contentLength, unit: 'bytes' });
      }
    } catch (error) {
      answer.chunks.destroy();
      if (signal.aborted) throw new Overtaken();
      if (error instanceof AppError) throw error;
      throw new AppError(
        'ANSWER_TRUNCATED',
        'The answer of the service was cut off before its end. What was kept before is unharmed; it is asked for again.',
        {},
        { cause: error },
      );
    }
    if (answer.contentLength !== null && answer.contentLength !== taken)
      throw new AppError('ANSWER_TRUNCATED', 'The answer of the service was shorter than it said. It is asked for again.');
    await task.ask({ ask: 'end', whole: true });
  }
}

/** A task's answer; the task is cancelled with the signal. */
async function stoppable<T>(task: { readonly result: Promise<T>; cancel(): void }, signal: AbortSignal): Promise<T> {
  const stop = () => {
    task.cancel();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await task.result;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const isReadingNow = (state: ProjectState) => isRunning(state) && isReading(state);
const OF_SERVICE = /^(SERVICE_|BASE_URL|ANSWER_|CREDITS_)/;
const isOfService = (error: AppError) => OF_SERVICE.test(error.code);

/** What of an event is worth keeping in the journal beside its type. */
function describe(event: ProjectEvent): Record<string, unknown> {
  switch (event.type) {
    case 'looked':
    case 'polled':
      return { status: event.look.status, totalRows: event.look.totalRows };
    case 'failed':
      return { delivery: event.delivery, answer: event.answer };
    case 'looked-for':
      return { matches: event.matches };
    case 'prepared':
      return { rows: event.body.rows, bytes: event.body.bytes, sha256: event.body.sha256, format: event.body.format };
    case 'created':
      return { remoteId: event.remoteId };
    case 'collected':
      return { ...event.counts };
    case 'choose':
      return { choice: event.choice };
    case 'blind':
      return { answer: event.answer };
    case 'unreadable':
      return { code: event.code };
    case 'read':
    case 'read-again':
    case 'send':
    case 'not-prepared':
    case 'intend':
    case 'closing':
    case 'added':
    case 'started':
    case 'token-refused':
    case 'token-given':
    case 'pause':
    case 'resume':
    case 'cancel':
    case 'restarted':
      return {};
    default:
      return assertNever(event);
  }
}
