/** The application in this process and a practice service in another, with short methods to import, send and follow a list. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { utils, write } from 'xlsx';
import { createApplication } from '../../main/create-application.ts';
import type { Application } from '../../main/application.ts';
import { callThrough } from '../../main/dispatch.ts';
import type { CallOptions, ExportRequest, Input, MethodName, Output, ProjectView } from '../../shared/contract/index.ts';
import { isRunning } from '../../shared/project/state-properties.ts';
import { NO_POLICY, type PolicyState } from '../../shared/policy/policy.ts';
import type { Clock, NetworkRoute, SpawnWorker } from '../../main/platform/ports.ts';
import type { WorkerPool } from '../../main/worker/entry/pool.ts';
import { fastClock, keptLog, memorySecrets, testHost, testPorts, workerPool } from './test-ports.ts';
import { PEOPLE_HEADINGS } from './list-people.ts';
import { type SpawnedPractice, spawnPractice } from './practice-client.ts';

/** The part of an export request that differs between tests. */
type ExportOptions =
  | { readonly kind: 'list' | 'scoresById'; readonly priorScores?: boolean }
  | { readonly kind: 'refusedRows' }
  | { readonly kind: 'layout'; readonly layoutId: string }
  | { readonly kind: 'cleanedList' }
  | { readonly kind: 'comparison'; readonly withId: string; readonly column: string };

function requestOf(id: string, options: ExportOptions): ExportRequest {
  const format = 'jsonl';
  if (options.kind === 'refusedRows' || options.kind === 'comparison' || options.kind === 'cleanedList') return { ...options, id, format };
  if (options.kind === 'layout') return { ...options, id, format, segment: null, columns: null };
  const { kind, priorScores = false } = options;
  return { kind, id, format: { kind: format }, people: { kind: 'everyone', priorScores }, columns: null };
}

export class TestDesk {
  readonly folder: string;
  readonly practice: SpawnedPractice;
  readonly log = keptLog();
  private readonly pool: WorkerPool;
  private application: Application | null = null;
  connectionId = '';
  private files = 0;
  /** Where the next file is saved. */
  target: string | null = null;
  /** Removes files that a page has not downloaded yet; null for a host without such files. Takes effect at the next start. */
  removeUnfetched: (() => Promise<void>) | null = null;
  /** The clock of the application, for a second program on the same computer: with clocks of their own, their days can differ. */
  clock: Clock = fastClock(1_000);
  /** Offset of the system clock in milliseconds; negative if it is slow. Elapsed time is not affected. */
  clockOffset = 0;

  /** Runs once during the next request to the service, like a user's action at that moment. */
  duringNextRequest: (() => Promise<unknown>) | null = null;

  /** The policy of the administrator; takes effect at the next start. */
  policy: PolicyState = NO_POLICY;

  /** The keychain for passwords of proxies; null: there is none. */
  proxyKeychain: Map<string, string> | null = null;

  /** The routes to the service. */
  proxies: NetworkRoute['proxies'] = [null];

  private constructor(folder: string, practice: SpawnedPractice, pool: WorkerPool) {
    this.folder = folder;
    this.practice = practice;
    this.pool = pool;
  }

  /** Starts both, with a live connection to the service. `spawn` runs the tasks instead of worker threads. */
  static async start(spawn: SpawnWorker | null = null): Promise<TestDesk> {
    const practice = await spawnPractice({ dataDir: null, credits: 1_000_000, secondsPerThousandRows: 0.01 });
    const desk = new TestDesk(
      mkdtempSync(join(tmpdir(), 'test-desk-')),
      practice,
      spawn === null ? workerPool() : { spawn, close: () => Promise.resolve() },
    );
    await desk.open();
    desk.connectionId = (await desk.call('connections.add', { name: 'Service', baseUrl: practice.client.url })).id;
    return desk;
  }

  private async open(): Promise<void> {
    const clock = fastClock(1_000);
    this.clock = { ...clock, now: () => clock.now() + this.clockOffset };
    const ports = {
      clock: this.clock,
      secrets: memorySecrets(this.practice.client.token, this.proxyKeychain),
      log: this.log,
      policy: this.policy,
      host: { ...testHost(() => this.target), removeUnfetched: this.removeUnfetched },
      network: {
        connect: async () => {
          const { duringNextRequest } = this;
          this.duringNextRequest = null;
          await duringNextRequest?.();
          return { proxies: this.proxies, trust: null };
        },
      },
    };
    this.application = await createApplication(testPorts(join(this.folder, 'data'), this.pool, ports));
  }

  /** Sets the clock to noon of this day, for tests that count days: no midnight passes during the test. */
  setNoon(): void {
    const now = Date.now();
    this.clockOffset = new Date(now).setHours(12, 0, 0, 0) - now;
  }

  /** Restarts the application on the same folder. */
  async restart(): Promise<void> {
    await this.whileClosed(() => Promise.resolve());
  }

  /** Closes the application, changes something in its data folder, and opens it again. */
  async whileClosed(work: (dataDir: string) => Promise<void>): Promise<void> {
    await this.application?.close();
    await work(join(this.folder, 'data'));
    await this.open();
  }

  call<N extends MethodName>(method: N, input: Input<N>, options?: CallOptions): Promise<Output<N>> {
    return callThrough(this.application!.call, method, input, options);
  }

  /** Writes a file with these lines and offers it to the application; returns its token. */
  async file(name: string, lines: readonly string[]): Promise<string> {
    return this.offer(this.save(name, `${lines.join('\r\n')}\r\n`));
  }

  private save(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, `${++this.files}-${name}`);
    writeFileSync(path, content);
    return path;
  }

  /** Offers a file to the application; returns its token. */
  async offer(path: string): Promise<string> {
    return (await this.application!.offerFile(path, basename(path))).token;
  }

  /** Imports a file with this content, or the file at a path, and returns the project's ID. */
  async importFile(file: { readonly path: string } | { readonly name: string; readonly content: string | Uint8Array }): Promise<string> {
    const token = await this.offer('path' in file ? file.path : this.save(file.name, file.content));
    const { id } = await this.call('projects.create', { file: token, connectionId: this.connectionId });
    await this.application!.idle();
    return id;
  }

  /** Writes a workbook with these sheets, each as CSV lines, and offers it to an application; returns its token. */
  async workbook(
    sheets: Readonly<Record<string, readonly string[]>>,
    application: Pick<Application, 'offerFile'> = this.application!,
  ): Promise<string> {
    const book = utils.book_new();
    for (const [name, lines] of Object.entries(sheets))
      utils.book_append_sheet(book, utils.aoa_to_sheet(lines.map((line) => line.split(','))), name);
    const path = join(this.folder, `${++this.files}-list.xlsx`);
    writeFileSync(path, new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer));
    return (await application.offerFile(path, basename(path))).token;
  }

  /** Imports a list, waits until it is read, and returns the project's ID. */
  async importList(lines: readonly string[]): Promise<string> {
    const { id } = await this.call('projects.create', { file: await this.file('list.csv', lines), connectionId: this.connectionId });
    await this.application!.idle();
    return id;
  }

  /** Imports people as `list-people.ts` writes them. */
  importPeople(...lines: readonly string[]): Promise<string> {
    return this.importList([PEOPLE_HEADINGS, ...lines]);
  }

  /** Sends a project's list at its quoted cost, in this many parts, and waits until everything is finished. */
  async send(id: string, parts = 1): Promise<void> {
    const { rowsToSend, quoteId } = await this.call('cost.get', { id });
    await this.call('project.send', { id, rows: rowsToSend, connectionId: this.connectionId, parts, quoteId });
    await this.application!.idle();
  }

  /**
   * Resolves once a view of the project matches, now or later. Several quick changes are published as one view, so something must hold the
   * project at the expected state.
   * @throws Error when the project stops before that, or after a minute
   */
  until(id: string, isWanted: (project: ProjectView) => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let last: ProjectView | null = null;
    const fail = (why: string) =>
      reject(new Error(`${why} before it matched ${String(isWanted)}. Last view: ${JSON.stringify({ ...last, connection: undefined })}`));
    const look = (view: ProjectView) => {
      const hasStopped = last !== null && isRunning(last.state) && !isRunning(view.state);
      last = view;
      if (isWanted(view)) resolve();
      else if (hasStopped) fail('The project stopped');
    };
    const stop = this.application!.subscribe((event) => {
      if (event.name === 'project.changed' && event.payload.id === id) look(event.payload);
    });
    const timer = setTimeout(() => fail('A minute passed'), 60_000);
    void this.call('projects.get', { id }).then(look, reject);
    return promise.finally(() => {
      clearTimeout(timer);
      stop();
    });
  }

  /** Decides, for every project that waits for missing results, to keep the results that arrived. */
  async keepPartialResults(): Promise<void> {
    for (;;) {
      const projects = await this.call('projects.list', {});
      const waiting = projects.find(({ state }) => state.at === 'needs-decision' && state.choices.includes('keep'));
      if (waiting === undefined) return;
      await this.call('project.decide', { id: waiting.id, choice: 'keep' });
      await this.idle();
    }
  }

  /** Waits until everything is finished, including subsequent parts. */
  async idle(): Promise<void> {
    await this.application!.idle();
  }

  /** The rows of an export as JSON Lines, without empty cells. */
  async exportRows(id: string, options: ExportOptions = { kind: 'list' }): Promise<Record<string, unknown>[]> {
    const target = join(this.folder, `${++this.files}-results.jsonl`);
    this.target = target;
    const started = await this.call('results.export', requestOf(id, options));
    await this.application!.idle();
    const { failure } = await this.call('exports.get', { id: started!.id });
    if (failure !== null) throw new Error(failure.message);
    const lines = readFileSync(target, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** The path of an exported workbook: with all people, or what is requested. */
  async exportWorkbook(id: string, request: ExportRequest | null = null): Promise<string> {
    const target = join(this.folder, `${++this.files}-results.xlsx`);
    this.target = target;
    const people = { kind: 'everyone' as const, priorScores: false };
    const started = await this.call(
      'results.export',
      request ?? { kind: 'list', id, format: { kind: 'xlsx', bars: [] }, people, columns: null },
    );
    await this.application!.idle();
    const { failure } = await this.call('exports.get', { id: started!.id });
    if (failure !== null) throw new Error(failure.message);
    return target;
  }

  /** The sorted IDs of the people in a project on the service. */
  async idsOnService(id: string): Promise<string[]> {
    const { state } = await this.call('projects.get', { id });
    if (!('remoteId' in state)) throw new Error(`the project is at ${state.at} and not on the service`);
    const { items } = await this.practice.client.read<{ items: { constituentId: string }[] }>(`/project/${state.remoteId}/profiles`);
    return items.map(({ constituentId }) => constituentId).toSorted();
  }

  /** Total number of credits that the service has charged. */
  async charged(): Promise<number> {
    return (await this.practice.client.ledger()).projects.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0);
  }

  /** All bytes in the application's data folder. */
  storedBytes(): Buffer {
    const folder = join(this.folder, 'data');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
    return Buffer.concat(files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path)));
  }

  async close(): Promise<void> {
    await this.application?.close();
    await this.pool.close();
    await this.practice.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
