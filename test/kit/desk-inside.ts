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
import { writeList } from './desk-list.ts';
import { fastClock, keptLog, memorySecrets, testPorts } from './desk-ports.ts';
import { bringList, type Call, callOf, type DeskReport, reportOf, sendList } from './desk-use.ts';
import { type FaultInput, type ProjectLedger, type SpawnedPractice, spawnPractice } from './practice-client.ts';
import { tasksHere } from './tasks-here.ts';

/** Clock speed: one minute of waiting takes 0.2 seconds. */
const SPEED = 300;
/** In real seconds: long enough for a busy computer, short enough to detect silence soon. */
const TIMEOUTS: ConnectionSettings['timeouts'] = { connect: 5, read: 1.5, idle: 1, create: 1, add: 1.5, process: 1 };
/** Longer than any of these timeouts, in milliseconds. */
export const TOO_LATE = 2_000;

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

export interface InsideEnd {
  readonly report: DeskReport;
  readonly projects: readonly ProjectLedger[];
}

/** A service and a list that is ready to send; use it for one run at a time. */
export class Inside {
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

  static async open(rows = 120, settings: Partial<ConnectionSettings> = {}): Promise<Inside> {
    const folder = mkdtempSync(join(tmpdir(), 'desk-inside-'));
    const practice = await spawnPractice({ dataDir: null, credits: 1_000_000_000, secondsPerThousandRows: 0.01 });
    const { refused } = writeList(join(folder, 'list.csv'), rows);
    const inside = new Inside(folder, practice, rows, refused);
    const desk = await inside.start('template');
    await bringList(desk.application, inside.list, practice.client.url, { timeouts: TIMEOUTS, ...settings });
    await desk.close();
    return inside;
  }

  /** Opens the application on a run's folder; `given` replaces ports. */
  async start(run: string, given: Partial<Ports> = {}): Promise<OpenDesk> {
    const log = keptLog();
    const dataDir = join(this.folder, run);
    const secrets = memorySecrets(this.practice.client.token);
    const application = await createApplication(
      testPorts(dataDir, { spawn: tasksHere }, { clock: fastClock(SPEED), secrets, log, ...given }),
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
  twin(run: string): string {
    const twin = `${run}-twin-${++this.runs}`;
    cpSync(join(this.folder, run), join(this.folder, twin), { recursive: true });
    return twin;
  }

  /** Restores a run's folder from its copy `twin`. */
  restore(run: string, twin: string): void {
    rmSync(join(this.folder, run), { recursive: true, force: true });
    cpSync(join(this.folder, twin), join(this.folder, run), { recursive: true });
  }

  /** Opens a new copy of the folder. */
  async fresh(given: Partial<Ports> = {}): Promise<OpenDesk> {
    return await this.start(this.copy().run, given);
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
  async run(faults: readonly FaultInput[], given: Partial<Ports> = {}): Promise<InsideEnd> {
    const { client } = this.practice;
    const desk = await this.fresh(given);
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
    const wrong = this.judge(end, null);
    if (wrong.length > 0) throw new Error(wrong.join('; '));
    return end.report.scores;
  }

  /** The problems of an end state, as sentences: charges always, results when it should have some. */
  judge({ report, projects }: InsideEnd, reference: DeskReport['scores'] | null): string[] {
    const wrong = this.judgeMoney(projects);
    const { state } = report;
    if (report.defects.length > 0) wrong.push(`defects were logged: ${report.defects.join('; ')}`);
    if (state.at !== 'done') return [...wrong, `it ended at ${JSON.stringify(state)} after ${report.timeline.join(' / ')}`];
    const valid = this.rows - this.refused;
    const { submitted, scored, refused, unknown, unmatched } = state.counts;
    if (submitted !== this.rows || scored !== valid || refused !== this.refused || unknown !== 0 || unmatched !== 0)
      wrong.push(`the counts are ${JSON.stringify(state.counts)}`);
    if (projects.reduce((sum, project) => sum + project.creditsCharged, 0) !== valid) wrong.push('results without their price');
    if (reference !== null && JSON.stringify(report.scores) !== JSON.stringify(reference))
      wrong.push('the cells are not those of a plain run');
    return wrong;
  }

  /** The problems with charges only. */
  judgeMoney(projects: readonly ProjectLedger[]): string[] {
    const wrong: string[] = [];
    const total = (of: (project: ProjectLedger) => number) => projects.reduce((sum, project) => sum + of(project), 0);
    const acts = total(({ processActs }) => processActs);
    const charged = total(({ creditsCharged }) => creditsCharged);
    if (acts > 1) wrong.push(`${acts} process calls were acted on`);
    if (charged > this.rows - this.refused) wrong.push(`${charged} credits were charged for ${this.rows - this.refused} records`);
    for (const { processActs, rowsStored, listsStored } of projects) {
      if (processActs > 0 && rowsStored !== this.rows) wrong.push(`a project of ${rowsStored} rows was paid for`);
      if (listsStored > 1) wrong.push(`${listsStored} lists in one project`);
    }
    return wrong;
  }

  async close(): Promise<void> {
    await this.practice.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
