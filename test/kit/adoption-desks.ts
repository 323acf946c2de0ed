/**
 * A project that exists on the service, sent from one data folder and unknown to another. Each test imports it into the other folder; the
 * service must have counted no changing call and no charge for that.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, type TestContext } from 'vitest';
import Database from 'better-sqlite3';
import { createApplication } from '../../main/create-application.ts';
import type { Application } from '../../main/application.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import { type Call, callOf } from './desk-actions.ts';
import { people, PEOPLE_HEADINGS, person } from './list-people.ts';
import { localTasks } from './local-tasks.ts';
import { type SpawnedPractice, spawnPractice } from './practice-client.ts';
import { fastClock, keptLog, memorySecrets, testHost, testPorts } from './test-ports.ts';
import { factsIn, sheetsIn, summaryIn } from './workbook-facts.ts';

export const VALID = 44;
export const REFUSED = 3;
export const ROWS = VALID + REFUSED;
export const LIST = [
  ...people('A', ...Array.from({ length: 20 }, (_, index) => index)),
  person('R1', { isRefused: true }),
  // Without an ID.
  person('N1').replace(/^N1/, ''),
  ...people('B', ...Array.from({ length: VALID - 21 }, (_, index) => index)),
  person('R2', { isRefused: true }),
  person('R3', { isRefused: true }),
];

/** An application with its own data folder and a connection to the service. */
export interface Seat {
  application: Application;
  call: Call;
  readonly connectionId: string;
  /** Offers a file with these lines; returns its token. */
  file(name: string, lines?: readonly string[]): Promise<string>;
  /** The rows of the exported workbook, the sentences of its sheet Summary, and the facts of its sheet Settings. */
  workbook(id: string): Promise<{
    readonly rows: Record<string, unknown>[];
    readonly summary: readonly string[];
    readonly settings: Record<string, unknown>;
  }>;
}

export const remoteIdOf = ({ state }: ProjectView): string => ('remoteId' in state ? state.remoteId : '');
export const countsOf = ({ state }: ProjectView) => (state.at === 'done' ? state.counts : state);

export class AdoptionDesks {
  practice!: SpawnedPractice;
  sender!: Seat;
  adopter!: Seat;
  /** The ID of the sent project, and the rows of its workbook. */
  original = '';
  plain: Record<string, unknown>[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), 'desk-adopt-'));
  private readonly log = keptLog();
  private files = 0;
  private before = '';

  private async seat(name: string): Promise<Seat> {
    let target: string | null = null;
    const ports = {
      secrets: memorySecrets(this.practice.client.token),
      log: this.log,
      clock: fastClock(1_000),
      host: testHost(() => target),
    };
    const application = await createApplication(testPorts(join(this.folder, name), { spawn: localTasks }, ports));
    const call = callOf(application);
    const known = (await call('connections.list', {})).find(({ kind }) => kind === 'live');
    const { id: connectionId } = known ?? (await call('connections.add', { name: 'Service', baseUrl: this.practice.client.url }));
    const pathOf = (fileName: string) => join(this.folder, `${++this.files}-${fileName}`);
    return {
      application,
      call,
      connectionId,
      async file(fileName, lines = LIST) {
        const path = pathOf(fileName);
        writeFileSync(path, `${[PEOPLE_HEADINGS, ...lines].join('\r\n')}\r\n`);
        return (await application.offerFile(path, fileName)).token;
      },
      async workbook(id) {
        target = pathOf('scores.xlsx');
        const everyone = { kind: 'everyone', priorScores: false } as const;
        const started = await call('results.export', {
          kind: 'list',
          id,
          format: { kind: 'xlsx', bars: [] },
          people: everyone,
          columns: null,
        });
        await application.idle();
        const { failure } = await call('exports.get', { id: started!.id });
        if (failure !== null) throw new Error(failure.message);
        return { rows: sheetsIn(target)['Scores']!, summary: summaryIn(target), settings: factsIn(target, 'Settings') };
      },
    };
  }

  /** Sends a list from the first folder; returns its project. */
  async sent(name: string, lines: readonly string[] = LIST, parts = 1): Promise<string> {
    const { call, connectionId, application } = this.sender;
    const { id } = await call('projects.create', { file: await this.sender.file('spring.csv', lines), connectionId, name });
    await application.idle();
    await call('projects.change', { id, sendErrors: true, recencyDays: 0 });
    const { rowsToSend } = await call('cost.get', { id });
    await call('project.send', { id, rows: rowsToSend, connectionId, parts });
    await application.idle();
    return id;
  }

  /** The ID of the only project of the service, in the current dialect. */
  async remote(): Promise<string> {
    const { call, connectionId } = this.adopter;
    const [only] = (await call('service.projects', { connectionId })).filter(({ name }) => name === null || name.startsWith('Spring'));
    return only!.remoteId;
  }

  async adopted(withFile: boolean): Promise<ProjectView> {
    const { call, connectionId } = this.adopter;
    const file = withFile ? await this.adopter.file('spring.csv') : null;
    return await call('projects.adopt', { connectionId, remoteId: await this.remote(), file });
  }

  /** Changes the database of the importing folder while its program is closed. */
  async change(how: (database: Database.Database) => void): Promise<void> {
    await this.adopter.application.close();
    const database = new Database(join(this.folder, 'adopter', 'history.sqlite'));
    how(database);
    database.close();
    this.adopter = await this.seat('adopter');
  }

  private async ledger(): Promise<string> {
    return JSON.stringify(await this.practice.client.ledger());
  }

  /** Accepts what the service has counted so far, because the test intended it. */
  async acceptLedger(): Promise<void> {
    this.before = await this.ledger();
  }

  async start(): Promise<void> {
    this.practice = await spawnPractice({ dataDir: null, credits: 1_000_000, secondsPerThousandRows: 0.01 });
    this.sender = await this.seat('sender');
    this.original = await this.sent('Spring');
    this.plain = (await this.sender.workbook(this.original)).rows;
    this.adopter = await this.seat('adopter');
    await this.acceptLedger();
  }

  /** After a test: removes the imported projects. Fails when the service has counted something, or an error was logged. */
  async endTest({ expect }: Pick<TestContext, 'expect'>): Promise<void> {
    await this.practice.client.settings({ dialect: 'default' });
    for (const { id } of await this.adopter.call('projects.list', {}))
      await this.adopter.call('projects.remove', { id, loseResults: true });
    expect(this.log.errors).toEqual([]);
    expect(await this.ledger()).toBe(this.before);
  }

  async close(): Promise<void> {
    await this.sender.application.close();
    await this.adopter.application.close();
    await this.practice.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The desks for all tests of a file. */
export function setupAdoption(): AdoptionDesks {
  const desks = new AdoptionDesks();
  beforeAll(() => desks.start(), 60_000);
  afterEach((context) => desks.endTest(context));
  afterAll(() => desks.close());
  return desks;
}
