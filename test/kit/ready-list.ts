/**
 * The application in this process and a practice service in another. Each run copies a folder with a list that is ready to send, so a run
 * costs only its own calls.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Application } from '../../main/application.ts';
import { createApplication } from '../../main/create-application.ts';
import type { Ports } from '../../main/platform/ports.ts';
import type { ConnectionSettings } from '../../shared/contract/index.ts';
import { writeList } from './csv-list.ts';
import { fastClock, keptLog, memorySecrets, testPorts } from './test-ports.ts';
import { importList, type Call, callOf, type DeskReport, reportOf, sendList } from './desk-actions.ts';
import { type FaultInput, type ProjectLedger, type SpawnedPractice, spawnPractice } from './practice-client.ts';
import { chargeOf, chargeProblems, reportProblems } from './run-problems.ts';
import { localTasks } from './local-tasks.ts';

/** Clock speed: one minute of waiting takes 0.2 seconds. */
const SPEED = 300;
/** In real seconds: long enough for a busy computer, short enough to detect silence soon. */
const TIMEOUTS: ConnectionSettings['timeouts'] = { connect: 5, read: 1.5, idle: 1, create: 1, add: 1.5, process: 1 };
/** Longer than any of these timeouts, in milliseconds. */
export const TOO_LATE = 5_000;

/** Gives a copy its own marker; otherwise all copies would look for the same one on the service. */
export function setMarker(dataDir: string, run: string): void {
  const database = new Database(join(dataDir, 'history.sqlite'));
  database
    .prepare("UPDATE project SET facts = json_set(facts, '$.submission.marker', ?)")
    .run(`M${run.replace(/\D/g, '').padStart(7, '0')}`);
  database.close();
}

/** An open application and the single project of its folder. */
export interface OpenDesk {
  readonly application: Application;
  readonly call: Call;
  readonly dataDir: string;
  /** The project's name on the service. */
  readonly name: string;
  report(): Promise<DeskReport>;
  close(): Promise<void>;
}

export interface ReadyListEnd {
  readonly report: DeskReport;
  readonly projects: readonly ProjectLedger[];
}

/** A service and a list that is ready to send; use it for one run at a time. */
export class ReadyList {
  readonly practice: SpawnedPractice;
  readonly rows: number;
  readonly refused: number;
  private readonly folder: string;
  private runs = 0;

  private constructor(folder: string, practice: SpawnedPractice, rows: number, refused: number) {
    this.folder = folder;
    this.practice = practice;
    this.rows = rows;
    this.refused = refused;
  }

  static async prepare(rows = 120, settings: Partial<ConnectionSettings> = {}): Promise<ReadyList> {
    const folder = mkdtempSync(join(tmpdir(), 'ready-list-'));
    const practice = await spawnPractice({ dataDir: null, credits: 1_000_000_000, secondsPerThousandRows: 0.01 });
    const { refused } = writeList(join(folder, 'list.csv'), rows);
    const readyList = new ReadyList(folder, practice, rows, refused);
    const desk = await readyList.open('template');
    await importList(desk.application, readyList.list, practice.client.url, { timeouts: TIMEOUTS, ...settings });
    await desk.close();
    return readyList;
  }

  /** Opens the application on a run's folder; `given` replaces ports. */
  async open(run: string, given: Partial<Ports> = {}): Promise<OpenDesk> {
    const log = keptLog();
    const dataDir = join(this.folder, run);
    const secrets = memorySecrets(this.practice.client.token);
    const application = await createApplication(
      testPorts(dataDir, { spawn: localTasks }, { clock: fastClock(SPEED), secrets, log, ...given }),
    );
    const call = callOf(application);
    return { application, call, dataDir, name: run, report: () => reportOf(call, log.errors), close: () => application.close() };
  }

  /** Copies the folder with the ready list; returns the run's name and the copy's path. */
  copy(): { readonly run: string; readonly dataDir: string } {
    const run = `run-${++this.runs}`;
    const dataDir = join(this.folder, run);
    cpSync(join(this.folder, 'template'), dataDir, { recursive: true });
    setMarker(dataDir, run);
    return { run, dataDir };
  }

  /** Copies a run's folder, as if to another computer; returns its name. No program may have the folder open. */
  duplicate(run: string): string {
    const duplicate = `${run}-copy-${++this.runs}`;
    cpSync(join(this.folder, run), join(this.folder, duplicate), { recursive: true });
    return duplicate;
  }

  /** Restores a run's folder from its copy. */
  restore(run: string, duplicate: string): void {
    rmSync(join(this.folder, run), { recursive: true, force: true });
    cpSync(join(this.folder, duplicate), join(this.folder, run), { recursive: true });
  }

  /** Opens a new copy of the folder. */
  async openCopy(given: Partial<Ports> = {}): Promise<OpenDesk> {
    return await this.open(this.copy().run, given);
  }

  /** The CSV file of the list. */
  get list(): string {
    return join(this.folder, 'list.csv');
  }

  /** The service's ledger entries for the projects of a run. */
  async ledgerOf({ name }: OpenDesk): Promise<ProjectLedger[]> {
    const { projects } = await this.practice.client.ledger();
    return projects.filter((project) => project.name.startsWith(`${name} ·`));
  }

  /** Runs the main job until it ends or needs a decision, and returns its report. */
  async run(faults: readonly FaultInput[], given: Partial<Ports> = {}): Promise<ReadyListEnd> {
    const { client } = this.practice;
    const desk = await this.openCopy(given);
    try {
      await client.clearFaults();
      if (faults.length > 0) await client.setFaults(...faults);
      await sendList(desk.call, desk.name);
      await desk.application.idle();
      await client.clearFaults();
      return { report: await desk.report(), projects: await this.ledgerOf(desk) };
    } finally {
      await desk.close();
      rmSync(desk.dataDir, { recursive: true, force: true });
    }
  }

  /**
   * The scores of a run without faults.
   * @throws Error when anything goes wrong
   */
  async reference(): Promise<DeskReport['scores']> {
    const end = await this.run([]);
    const problems = this.problems(end, null);
    if (problems.length > 0) throw new Error(problems.join('; '));
    return end.report.scores;
  }

  /** The problems of an end state, as sentences: charges always, scores when `reference` has some. */
  problems({ report, projects }: ReadyListEnd, reference: DeskReport['scores'] | null): string[] {
    const problems = [...this.chargeProblems(projects), ...reportProblems(report, this, reference)];
    if (report.state.at === 'done' && chargeOf(projects) !== this.rows - this.refused) problems.push('results without their price');
    return problems;
  }

  /** The problems with charges only. */
  chargeProblems(projects: readonly ProjectLedger[]): string[] {
    return chargeProblems(projects, this);
  }

  async close(): Promise<void> {
    await this.practice.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
