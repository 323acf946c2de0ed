/** The application in this process, over a practice service in a process of its own: a list is brought, sent and followed in a few words. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createApplication } from '../../main/app.ts';
import type { Application } from '../../main/application.ts';
import { callThrough } from '../../main/dispatch.ts';
import type { ExportRequest, Input, MethodName, Output, ProjectView } from '../../shared/contract/index.ts';
import type { SpawnWorker } from '../../main/platform/ports.ts';
import type { WorkerPool } from '../../main/worker/entry/pool.ts';
import { fastClock, keptLog, memorySecrets, testHost, testPorts, workerPool } from './desk-ports.ts';
import { type SpawnedPractice, spawnPractice } from './practice-client.ts';

/** What is exported, without what every export of a test has in common. */
type Exported =
  | { readonly kind: 'list' | 'scoresById'; readonly priorScores?: boolean }
  | { readonly kind: 'refusedRows' }
  | { readonly kind: 'comparison'; readonly withId: string; readonly column: string };

function requestOf(id: string, wishes: Exported): ExportRequest {
  const format = 'jsonl';
  if (wishes.kind === 'refusedRows' || wishes.kind === 'comparison') return { ...wishes, id, format };
  const { kind, priorScores = false } = wishes;
  return { kind, id, format: { kind: format }, people: { kind: 'everyone', priorScores }, columns: null };
}

export class DeskHere {
  readonly folder: string;
  readonly practice: SpawnedPractice;
  readonly log = keptLog();
  private readonly pool: WorkerPool;
  private application: Application | null = null;
  connectionId = '';
  private files = 0;
  private target: string | null = null;
  /** How far the clock of this computer is set ahead, in milliseconds; below 0: behind. What measures time goes on. */
  clockSetBy = 0;
  /** Done once, while the service is next asked for anything: what a person does in that moment. */
  meanwhile: (() => Promise<unknown>) | null = null;

  private constructor(folder: string, practice: SpawnedPractice, pool: WorkerPool) {
    this.folder = folder;
    this.practice = practice;
    this.pool = pool;
  }

  /** Starts both, with a live connection to the service. `spawn`: runs the tasks in place of worker threads. */
  static async start(spawn: SpawnWorker | null = null): Promise<DeskHere> {
    const practice = await spawnPractice({ dataDir: null, credits: 1_000_000, secondsPerThousandRows: 0.01 });
    const desk = new DeskHere(
      mkdtempSync(join(tmpdir(), 'desk-here-')),
      practice,
      spawn === null ? workerPool() : { spawn, close: () => Promise.resolve() },
    );
    await desk.open();
    desk.connectionId = (await desk.call('connections.add', { name: 'Service', baseUrl: practice.client.url })).id;
    return desk;
  }

  private async open(): Promise<void> {
    const clock = fastClock(1_000);
    const ports = {
      clock: { ...clock, now: () => clock.now() + this.clockSetBy },
      secrets: memorySecrets(this.practice.client.token),
      log: this.log,
      host: testHost(() => this.target),
      network: {
        connect: async () => {
          const { meanwhile } = this;
          this.meanwhile = null;
          await meanwhile?.();
          return { proxy: null, ca: [] };
        },
      },
    };
    this.application = await createApplication(testPorts(join(this.folder, 'data'), this.pool, ports));
  }

  /** Ends the application and opens its folder again. */
  async again(): Promise<void> {
    await this.application?.close();
    await this.open();
  }

  call<N extends MethodName>(method: N, input: Input<N>): Promise<Output<N>> {
    return callThrough((name, value) => this.application!.call(name, value), method, input);
  }

  /** Writes a file of lines and hands it over; answers its token. */
  async file(name: string, lines: readonly string[]): Promise<string> {
    const path = join(this.folder, `${++this.files}-${name}`);
    writeFileSync(path, `${lines.join('\r\n')}\r\n`);
    return (await this.application!.offerFile(path, basename(path))).token;
  }

  /** Brings a list and waits until it is read; answers the project. */
  async bring(lines: readonly string[]): Promise<string> {
    const { id } = await this.call('projects.create', { file: await this.file('list.csv', lines), connectionId: this.connectionId });
    await this.application!.idle();
    return id;
  }

  /** Sends a project's list as it is priced, in so many parts, and waits until nothing runs any more. */
  async send(id: string, parts = 1): Promise<void> {
    const { rowsToSend, seen } = await this.call('cost.get', { id });
    await this.call('project.send', { id, rows: rowsToSend, connectionId: this.connectionId, parts, seen });
    await this.application!.idle();
  }

  /** Resolves as soon as a project is told that is as asked. */
  until(isWanted: (project: ProjectView) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.application!.subscribe((event) => {
        if (event.name !== 'project.changed' || !isWanted(event.payload)) return;
        stop();
        resolve();
      });
    });
  }

  /** Waits until nothing runs any more, the parts that follow one another included. */
  /** Takes what came wherever the service asks whether to wait for missing results, until nothing asks any more. */
  async keepWhatCame(): Promise<void> {
    for (;;) {
      const projects = await this.call('projects.list', {});
      const waiting = projects.find(({ state }) => state.at === 'needs-decision' && state.choices.includes('keep'));
      if (waiting === undefined) return;
      await this.call('project.decide', { id: waiting.id, choice: 'keep' });
      await this.settle();
    }
  }

  async settle(): Promise<void> {
    await this.application!.idle();
  }

  /** The rows of an export as JSON lines; cells without a value are left out. */
  async exported(id: string, wishes: Exported = { kind: 'list' }): Promise<Record<string, unknown>[]> {
    const target = join(this.folder, `${++this.files}-results.jsonl`);
    this.target = target;
    const begun = await this.call('results.export', requestOf(id, wishes));
    await this.application!.idle();
    const { failure } = await this.call('exports.get', { id: begun!.id });
    if (failure !== null) throw new Error(failure.message);
    const lines = readFileSync(target, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** The ids of the people whom the service holds in a project, sorted. */
  async arrived(id: string): Promise<string[]> {
    const { state } = await this.call('projects.get', { id });
    if (!('remoteId' in state)) throw new Error(`the project is at ${state.at} and not on the service`);
    const { items } = await this.practice.client.read<{ items: { constituentId: string }[] }>(`/project/${state.remoteId}/profiles`);
    return items.map(({ constituentId }) => constituentId).toSorted();
  }

  /** Records that the service has charged for, over all of its projects. */
  async charged(): Promise<number> {
    return (await this.practice.client.ledger()).projects.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0);
  }

  /** Every byte that the application has kept. */
  keptBytes(): Buffer {
    const folder = join(this.folder, 'data');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
    return Buffer.concat(files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path)));
  }

  async close(): Promise<void> {
    await this.application?.close();
    await this.pool.close();
    await this.practice.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
