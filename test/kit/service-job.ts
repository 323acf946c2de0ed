/** The main job of one list with a generated service: import, cost, send, follow, decide, export; then opens the same folder again. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Application } from '../../main/application.ts';
import { outcome } from '../../main/cli/outcome.ts';
import { createApplication } from '../../main/create-application.ts';
import type { Clock } from '../../main/platform/ports.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { ConnectionSettings, Output, ProjectView } from '../../shared/contract/index.ts';
import type { Choice } from '../../shared/project/project-shapes.ts';
import { type Call, callOf } from './desk-actions.ts';
import { virtualClock } from './desk-model.ts';
import { localTasks } from './local-tasks.ts';
import { isAway, type ServiceSpec } from './service-dimensions.ts';
import { GeneratedService } from './service-server.ts';
import { type Person, peopleOf, writePeople } from './service-truth.ts';
import { keptLog, memorySecrets, testHost, testPorts } from './test-ports.ts';

/** In real seconds: long enough for a busy computer; only answers that stall reach them. */
const TIMEOUTS: ConnectionSettings['timeouts'] = { connect: 10, read: 5, idle: 1, create: 5, add: 5, process: 5 };
/**
 * Milliseconds of the application's clock. Within this time, a service that works is done, and every other service leads to a question to
 * the user.
 */
export const LONGEST_WAIT_MS = 90 * 60_000;
/** How long a job with an unavailable service is followed; the application itself may wait for days. */
const WATCHED_MS = 15 * 60_000;
/** A wait that makes more requests is stopped. */
const MAX_REQUESTS = 1_500;

/** A row of the results as the window shows it. */
export interface ShownRow {
  readonly outcome: 'scored' | 'refused' | 'unknown';
  /** Texts of the columns by dotted path. */
  readonly cells: Readonly<Record<string, string>>;
}

export interface JobEnd {
  /** Null when the list was not sent; `refusal` says why. */
  readonly view: ProjectView | null;
  readonly refusal: { readonly code: string; readonly message: string } | null;
  /** The wait had no end, and the user was not asked. */
  readonly isEndless: boolean;
  /** The length of each wait until the job was done or asked, in milliseconds of the application's clock. */
  readonly waits: readonly number[];
  /** The reasons that the window gave during the last wait. */
  readonly reasons: ReadonlySet<string>;
  /** Questions and stops in their order, as a terminal shows them. */
  readonly questions: readonly string[];
  /** By sheet row. */
  readonly rows: ReadonlyMap<number, ShownRow>;
  readonly counts: Output<'results.get'>['counts'] | null;
  /** The number of unreadable entries that the window reports, of lists other than the profiles and row errors. */
  readonly notRead: number;
  /** Every text that the user sees. */
  readonly texts: readonly string[];
  /** The lines of the export. */
  readonly exported: readonly string[];
  /** What differs after the folder was opened again. */
  readonly reopened: readonly string[];
  /** Rows after the results were fetched again; null if they were not. */
  readonly again: ReadonlyMap<number, ShownRow> | null;
  readonly defects: readonly string[];
  /** Everything in the data folder. */
  readonly stored: Buffer;
}

async function shownRows(call: Call, id: string): Promise<Pick<JobEnd, 'rows' | 'counts' | 'notRead'>> {
  const { columns, counts, notRead } = await call('results.get', { id });
  const keys = columns.map(({ key }) => key);
  const rows = new Map<number, ShownRow>();
  for (const outcome of ['scored', 'refused', 'unknown'] as const) {
    const selection = { outcome, filters: [], find: '' };
    const page = await call('results.page', { id, selection, columns: keys, sort: null, offset: 0, limit: 200 });
    for (const { row, cells } of page.rows)
      if (row !== null) rows.set(row, { outcome, cells: Object.fromEntries(keys.map((key, at) => [key, cells[at] ?? ''])) });
  }
  return { rows, counts, notRead };
}

const storedBytes = (folder: string): Buffer =>
  Buffer.concat(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path)),
  );

/** Choices that cost nothing, the best first. */
const FREE_CHOICES: readonly Choice[] = ['fetch', 'look-again', 'keep'];

class Job {
  readonly folder: string;
  readonly people: readonly Person[];
  readonly clock: Clock;
  readonly service: GeneratedService;
  private readonly log = keptLog();
  private target = '';
  private readonly waits: number[] = [];
  private readonly questions: string[] = [];
  private reasons = new Set<string>();
  /** Reads the note about a delay that the window shows; null while no list is sent. */
  private look: (() => Promise<string | null>) | null = null;

  constructor(folder: string, service: GeneratedService, clock: Clock) {
    this.folder = folder;
    this.service = service;
    this.clock = clock;
    this.people = peopleOf(service.spec);
  }

  /** The clock; it also records what the user reads while the application waits. */
  private watchedClock(): Clock {
    const { clock } = this;
    return {
      ...clock,
      wait: async (ms, signal) => {
        const note = (await this.look?.()) ?? null;
        if (note !== null) this.reasons.add(note);
        await clock.wait(ms, signal);
      },
    };
  }

  private open(): Promise<Application> {
    return createApplication(
      testPorts(
        join(this.folder, 'data'),
        { spawn: localTasks },
        { clock: this.watchedClock(), secrets: memorySecrets(this.service.token), log: this.log, host: testHost(() => this.target) },
      ),
    );
  }

  /** Waits until the application is done or asks a question; false if neither happens. */
  private async settled(application: Application): Promise<boolean> {
    const begun = this.clock.elapsed();
    this.reasons = new Set();
    const longest = isAway(this.service.spec) ? WATCHED_MS : LONGEST_WAIT_MS;
    let isOver = false;
    const idle = (async () => {
      await application.idle();
      isOver = true;
    })();
    while (!isOver) {
      await Promise.race([idle, new Promise((look) => setTimeout(look, 20))]);
      if (!isOver && (this.service.total > MAX_REQUESTS || this.clock.elapsed() - begun > longest)) return false;
    }
    this.waits.push(this.clock.elapsed() - begun);
    return true;
  }

  /** Imports the list as a draft, and repeats the connection test until the service answers the call about credits. */
  private async prepare(application: Application, call: Call): Promise<string> {
    const { upload } = this.service.spec.features;
    const { id: connectionId } = await call('connections.add', { name: 'Service', baseUrl: this.service.url });
    await call('connections.change', { id: connectionId, settings: { listFormat: upload, rowBase: 'find', timeouts: TIMEOUTS } });
    const path = join(this.folder, 'list.csv');
    writePeople(path, this.people);
    const { token } = await application.offerFile(path, 'list.csv');
    const { id } = await call('projects.create', { file: token, connectionId, name: 'Model' });
    await application.idle();
    await call('projects.change', { id, sendErrors: true });
    return id;
  }

  /** Sends the list, like a user who presses the button again if it did not work. */
  private async send(application: Application, call: Call, id: string): Promise<JobEnd['refusal']> {
    const { connection } = await call('projects.get', { id });
    for (let tries = 0, allowLowBalance = false; ; tries++) {
      try {
        await call('connections.test', { id: connection.id });
        const { rowsToSend, quoteId } = await call('cost.get', { id });
        if (rowsToSend !== this.people.length) throw new Error(`${rowsToSend} of ${this.people.length} rows would be sent`);
        await call('project.send', { id, rows: rowsToSend, connectionId: connection.id, quoteId, allowLowBalance });
        return null;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { code, message } = error;
        if (code === 'CREDITS_SHORT') allowLowBalance = true;
        if (tries >= 4) return { code, message };
        await this.clock.wait(5_000);
      }
    }
  }

  /** Answers the questions with choices that cost nothing, each choice at most once; false after a wait without end. */
  private async follow(application: Application, call: Call, id: string): Promise<boolean> {
    const made = new Set<string>();
    this.look = async () => (await call('projects.get', { id })).activity?.note ?? null;
    for (;;) {
      if (!(await this.settled(application))) return false;
      const view = await call('projects.get', { id });
      const { state } = view;
      if (state.at === 'done' || state.at === 'ended') return true;
      this.questions.push(outcome(view).text);
      if (state.at === 'needs-token' || state.at === 'paused') {
        const tries = [...made].filter((one) => one.startsWith('resumed')).length;
        if (tries === 2) return true;
        made.add(`resumed ${tries}`);
        // The new token lets waiting projects continue.
        if (state.at === 'needs-token') await call('connections.setToken', { id: view.connection.id, token: this.service.token });
        else await call('project.resume', { id });
        continue;
      }
      const choice = state.at === 'needs-decision' ? FREE_CHOICES.find((one) => state.choices.includes(one) && !made.has(one)) : undefined;
      if (choice === undefined) return true;
      made.add(choice);
      await call('project.decide', { id, choice });
    }
  }

  private async texts(call: Call, view: ProjectView): Promise<string[]> {
    const timeline = await call('project.timeline', { id: view.id });
    const { credits, lastTest } = (await call('connections.list', {})).find(({ id }) => id === view.connection.id)!;
    return [
      outcome(view).text,
      view.lastError?.message ?? '',
      ...this.reasons,
      credits?.raw ?? '',
      lastTest?.failure?.message ?? '',
      ...timeline.flatMap(({ title, evidence }) => [title, evidence ?? '']),
      ...this.questions,
    ].filter((text) => text !== '');
  }

  private async exported(application: Application, call: Call, id: string): Promise<string[]> {
    this.target = join(this.folder, 'results.jsonl');
    const people = { kind: 'everyone' as const, priorScores: false };
    const started = await call('results.export', { kind: 'list', id, format: { kind: 'jsonl' }, people, columns: null });
    await application.idle();
    const { failure } = await call('exports.get', { id: started!.id });
    if (failure !== null) throw new Error(`the export failed: ${failure.message}`);
    return readFileSync(this.target, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  }

  async run(): Promise<JobEnd> {
    let application = await this.open();
    let call = callOf(application);
    try {
      const id = await this.prepare(application, call);
      const refusal = await this.send(application, call, id);
      const isEndless = refusal === null && !(await this.follow(application, call, id));
      const view = await call('projects.get', { id });
      const texts = [...(await this.texts(call, view)), ...(refusal === null ? [] : [refusal.message])];
      const isDone = view.state.at === 'done';
      const shown = isDone ? await shownRows(call, id) : { rows: new Map<number, ShownRow>(), counts: null, notRead: 0 };
      const exported = isDone ? await this.exported(application, call, id) : [];
      let again: JobEnd['again'] = null;
      // Every third service is asked again: a later fetch must lose nothing.
      if (isDone && this.service.spec.seed % 3 === 0) {
        const failure = await call('results.fetchAgain', { id }).then(
          () => null,
          (error: unknown) => error,
        );
        if (failure !== null && !(failure instanceof AppError)) throw failure;
        if (failure instanceof AppError) texts.push(failure.message);
        await application.idle();
        again = (await shownRows(call, id)).rows;
      }
      const before = isEndless ? null : JSON.stringify((await call('projects.get', { id })).state);
      this.look = null;
      await application.close();
      const stored = storedBytes(join(this.folder, 'data'));
      application = await this.open();
      call = callOf(application);
      const reopened: string[] = [];
      const after = (await call('projects.list', {})).find((one) => one.id === id);
      if (after === undefined) reopened.push('the project is gone');
      else if (before !== null && JSON.stringify(after.state) !== before)
        reopened.push(`the state is ${JSON.stringify(after.state)} instead of ${before}`);
      await call('connections.list', {});
      await call('project.timeline', { id });
      if (isDone) await shownRows(call, id);
      const defects = this.log.errors.map((entry) => (Array.isArray(entry) ? entry.map(describe).join(' ') : String(entry)));
      const { waits, questions, reasons } = this;
      return { view, refusal, isEndless, waits, questions, reasons, ...shown, texts, exported, reopened, again, defects, stored };
    } finally {
      await application.close();
    }
  }
}

const describe = (value: unknown) =>
  value instanceof Error ? `${value.name}: ${value.message} ${value.stack?.split('\n')[1] ?? ''}` : String(value);

export interface Screened {
  readonly end: JobEnd;
  readonly service: GeneratedService;
}

/** Runs the job once in a new folder below `parent`. */
export async function screenWith(spec: ServiceSpec, parent: string): Promise<Screened> {
  const folder = mkdtempSync(join(parent, 'service-'));
  mkdirSync(join(folder, 'data'));
  const clock = virtualClock();
  const service = await GeneratedService.start(spec, `secret-token-of-${spec.seed}-0123456789`, clock);
  try {
    return { end: await new Job(folder, service, clock).run(), service };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
