/**
 * A lane of kill tests: its own service process, a relay, and a folder with a ready list that each run copies. A run is sent, killed at its
 * kill point, restarted until it has nothing left to do, and judged by the service's ledger.
 */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSettings } from '../../shared/contract/index.ts';
import { type DeskEnd, type DeskOrder, type DeskProcess, type KillPoint, runDesk, startDesk } from './desk-process.ts';
import type { DeskReport } from './desk-use.ts';
import { setMarker } from './desk-inside.ts';
import { writeList } from './desk-list.ts';
import { type Relay, startRelay } from './desk-relay.ts';
import type { Scenario } from './desk-scenarios.ts';
import type { Life } from './desk-lives.ts';
import { type ProjectLedger, type SpawnedPractice, spawnPractice } from './practice-client.ts';

/** Enough rows for a body of four parts, so that tests can cut it in the middle. */
const ROWS = 400;
/** Clock speed: one minute of waiting takes a third of a second. */
const SPEED = 180;
/** In real seconds: long enough for a busy computer, short enough to detect silence soon. */
const TIMEOUTS: ConnectionSettings['timeouts'] = { connect: 5, read: 3, idle: 2, create: 1.5, add: 2.5, process: 1.5 };

/** The end of a run. */
export interface Outcome {
  readonly label: string;
  /** The kill point was reached. */
  readonly killed: boolean;
  readonly report: DeskReport;
  /** The end of the copied or restored folder; null when the run has neither. */
  readonly again: DeskReport | null;
  readonly projects: readonly ProjectLedger[];
}

export const pointName = (point: KillPoint): string =>
  `${point.kind} ${point.kind === 'wire' ? point.step : point.event} ${point.occurrence} ${point.at}`;

export class Lane {
  private readonly folder: string;
  private readonly practice: SpawnedPractice;
  private readonly relay: Relay;
  private readonly refused: number;
  private reference: DeskReport | null = null;
  private runs = 0;

  private constructor(folder: string, practice: SpawnedPractice, relay: Relay, refused: number) {
    this.folder = folder;
    this.practice = practice;
    this.relay = relay;
    this.refused = refused;
  }

  /** Starts a lane; `listFormat` is the format of the sent list. */
  static async open(listFormat: 'json' | 'csv' = 'json'): Promise<Lane> {
    const folder = mkdtempSync(join(tmpdir(), 'desk-lane-'));
    const practice = await spawnPractice({ dataDir: null, credits: 1_000_000_000, secondsPerThousandRows: 0.01 });
    const relay = await startRelay(practice.client.url);
    const list = join(folder, 'list.csv');
    const { refused } = writeList(list, ROWS);
    const lane = new Lane(folder, practice, relay, refused);
    await runDesk({ ...lane.order('make', 'template'), baseUrl: relay.url, list, timeouts: TIMEOUTS, listFormat });
    return lane;
  }

  private order(act: DeskOrder['act'], folder: string): DeskOrder {
    return { act, dataDir: join(this.folder, folder), speed: SPEED, token: this.practice.client.token };
  }

  /** All kill points that a run of this scenario passes, in no particular order. */
  async trace(scenario: Scenario): Promise<KillPoint[]> {
    const { end, passed } = await this.send(scenario, null, { trace: true });
    if (end.report === null) throw new Error(`the traced run ended (${end.how}) without a report: ${end.errors}`);
    if (scenario.faults.length === 0) this.reference = end.report;
    return [...end.points, ...passed];
  }

  /** Copies a folder of the lane; no program may have it open. */
  private copy(from: string, to: string): void {
    rmSync(join(this.folder, to), { recursive: true, force: true });
    cpSync(join(this.folder, from), join(this.folder, to), { recursive: true });
  }

  private async send(
    scenario: Scenario,
    point: KillPoint | null,
    { trace = false, twin = null }: { readonly trace?: boolean; readonly twin?: string | null } = {},
  ) {
    const run = `run-${++this.runs}`;
    const name = `${run} ${scenario.name}`.slice(0, 60);
    this.copy('template', run);
    setMarker(join(this.folder, run), run);
    if (twin !== null) this.copy(run, twin);
    await this.practice.client.clearFaults();
    if (scenario.faults.length > 0) await this.practice.client.setFaults(...scenario.faults);
    const { end, killed } = await this.start({ ...this.order('send', run), name, trace }, point);
    const passed = [...this.relay.passed];
    this.relay.arm(null, () => undefined);
    return { run, name, end, passed, killed };
  }

  /** Runs the application once and kills it at `point`, if it gets there. */
  private async start(order: DeskOrder, point: KillPoint | null): Promise<{ readonly end: DeskEnd; readonly killed: boolean }> {
    let desk: DeskProcess | null = null;
    let killed = false;
    this.relay.arm(point?.kind === 'wire' ? point : null, () => {
      // The last response may arrive after the process has ended.
      killed = desk !== null;
      desk?.kill();
    });
    desk = startDesk({ ...order, kill: point?.kind === 'journal' ? point : null });
    const end = await desk.ended;
    desk = null;
    return { end, killed: killed || end.how === 'SIGKILL' };
  }

  /** Runs a project with all its kills, restarted after each until it ends on its own; then handles its folder event. */
  async live({ scenario, kills, folder }: Life): Promise<Outcome> {
    const label = `${scenario.name} × ${kills.map(pointName).join(', ')} × ${JSON.stringify(folder)} × ${JSON.stringify(scenario.faults)}`;
    const twin = folder === null ? null : `twin-${this.runs + 1}`;
    const {
      run,
      name,
      end: first,
      killed,
    } = await this.send(scenario, kills[0] ?? null, { twin: folder?.event === 'copied' ? twin : null });
    const kept = (moment: number) => {
      if (folder?.event === 'put back' && folder.moment === moment && twin !== null) this.copy(run, twin);
    };
    let end = first;
    for (const [moment, point] of [...kills.slice(1), null].entries()) {
      if (end.report !== null) break;
      if (end.how !== 'SIGKILL') throw new Error(`${label}: the desk ended (${end.how}) without a report: ${end.errors}`);
      kept(moment);
      ({ end } = await this.start({ ...this.order('resume', run), name }, point));
    }
    if (end.report === null) throw new Error(`${label}: the desk ended (${end.how}) without a report: ${end.errors}`);
    // An earlier folder resumes as after a restart; one from before submission is sent.
    const again = twin !== null && existsSync(join(this.folder, twin)) ? await runDesk({ ...this.order('resume', twin), name }) : null;
    if (twin !== null) rmSync(join(this.folder, twin), { recursive: true, force: true });
    return { ...(await this.outcome(label, run, name, killed, end.report)), again };
  }

  /** One run with one kill, restarted until it ends on its own. Faults that are not used up stay active. */
  async run(scenario: Scenario, point: KillPoint | null): Promise<Outcome> {
    const label = `${scenario.name} × ${point === null ? 'no kill' : pointName(point)}`;
    const { run, name, end, killed } = await this.send(scenario, point);
    const report = killed ? await runDesk(this.order('resume', run)) : end.report;
    if (report === null) throw new Error(`${label}: the desk ended (${end.how}) without a report: ${end.errors}`);
    return await this.outcome(label, run, name, killed, report);
  }

  private async outcome(label: string, run: string, name: string, killed: boolean, report: DeskReport): Promise<Outcome> {
    rmSync(join(this.folder, run), { recursive: true, force: true });
    const { projects } = await this.practice.client.ledger();
    return { label, killed, report, again: null, projects: projects.filter((project) => project.name.startsWith(`${name} ·`)) };
  }

  /** The problems of an outcome, as sentences. `mayAsk`: decisions that it may end with instead of results. */
  judge({ report, again, projects }: Outcome, mayAsk: readonly string[] = []): string[] {
    const wrong: string[] = [];
    const total = (of: (project: ProjectLedger) => number) => projects.reduce((sum, project) => sum + of(project), 0);
    const acts = total(({ processActs }) => processActs);
    const charged = total(({ creditsCharged }) => creditsCharged);
    const valid = ROWS - this.refused;
    if (acts > 1) wrong.push(`${acts} process calls were acted on`);
    if (charged > valid) wrong.push(`${charged} credits were charged for ${valid} records`);
    for (const { processActs, rowsStored, listsStored } of projects) {
      if (processActs > 0 && rowsStored !== ROWS) wrong.push(`a project of ${rowsStored} rows was paid for`);
      if (listsStored > 1) wrong.push(`${listsStored} lists in one project`);
    }
    wrong.push(...this.judgeReport(report, mayAsk));
    if (again !== null) wrong.push(...this.judgeReport(again, mayAsk).map((sentence) => `the other folder: ${sentence}`));
    const isDone = report.state.at === 'done' || again?.state.at === 'done';
    if (isDone && (acts !== 1 || charged !== valid)) wrong.push(`${acts} starts and ${charged} credits for finished results`);
    return wrong;
  }

  private judgeReport({ state, defects, timeline, scores }: DeskReport, mayAsk: readonly string[]): string[] {
    const wrong: string[] = [];
    const valid = ROWS - this.refused;
    if (defects.length > 0) wrong.push(`defects were logged: ${defects.join('; ')}`);
    if (state.at === 'needs-decision' && mayAsk.includes(state.question)) return wrong;
    if (state.at !== 'done') return [...wrong, `it ended at ${JSON.stringify(state)} after ${timeline.join(' / ')}`];
    const { submitted, scored, refused, unknown, unmatched } = state.counts;
    if (submitted !== ROWS || scored !== valid || refused !== this.refused || unknown !== 0 || unmatched !== 0)
      wrong.push(`the counts are ${JSON.stringify(state.counts)}`);
    if (this.reference !== null && JSON.stringify(scores) !== JSON.stringify(this.reference.scores))
      wrong.push('the scores are not those of a run without a kill');
    return wrong;
  }

  async close(): Promise<void> {
    await this.relay.close();
    await this.practice.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
