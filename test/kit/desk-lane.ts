/**
 * A lane of kills: a service of its own in a process of its own, a relay before it, and a folder with a list that is ready to be
 * sent, copied for each run. A run is sent, killed at its point, started again until it has nothing more to do, and then judged
 * by what the service counted.
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

/** Four parts of a body, so that it can be cut in its midst. */
const ROWS = 400;
/** A minute of looking takes a third of a second. */
const SPEED = 180;
/** Long enough for a busy computer, short enough that a silent service is given up soon. In seconds. */
const TIMEOUTS: ConnectionSettings['timeouts'] = { connect: 5, read: 3, idle: 2, create: 1.5, add: 2.5, process: 1.5 };

/** A run as it ended. */
export interface Outcome {
  readonly label: string;
  /** Whether the kill point was reached. */
  readonly killed: boolean;
  readonly report: DeskReport;
  /** How the copy of the folder ended, or the folder after it was put back; null where neither happened. */
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

  /** Starts a lane; `listFormat` is the form in which the list is sent. */
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

  /** Every point that a run under this scenario passes, in no order. */
  async trace(scenario: Scenario): Promise<KillPoint[]> {
    const { end, passed } = await this.send(scenario, null, { trace: true });
    if (end.report === null) throw new Error(`the traced run ended (${end.how}) without a report: ${end.errors}`);
    if (scenario.faults.length === 0) this.reference = end.report;
    return [...end.points, ...passed];
  }

  /** Copies a folder of the lane as it is; nobody may have it open. */
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

  /** Runs the application once, killed at the point if it comes by it. */
  private async start(order: DeskOrder, point: KillPoint | null): Promise<{ readonly end: DeskEnd; readonly killed: boolean }> {
    let desk: DeskProcess | null = null;
    let killed = false;
    this.relay.arm(point?.kind === 'wire' ? point : null, () => {
      // The last answer may be passed on when the process is gone already.
      killed = desk !== null;
      desk?.kill();
    });
    desk = startDesk({ ...order, kill: point?.kind === 'journal' ? point : null });
    const end = await desk.ended;
    desk = null;
    return { end, killed: killed || end.how === 'SIGKILL' };
  }

  /** A life with all its kills, started again after each until it ends by itself; then what becomes of its folder. */
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
    // A folder of an earlier moment goes on as after a restart; that of before the send is sent.
    const again = twin !== null && existsSync(join(this.folder, twin)) ? await runDesk({ ...this.order('resume', twin), name }) : null;
    if (twin !== null) rmSync(join(this.folder, twin), { recursive: true, force: true });
    return { ...(await this.outcome(label, run, name, killed, end.report)), again };
  }

  /** One run with its kill, started again until it ends by itself; `faults` of the scenario stay for what is left of them. */
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

  /**
   * What is wrong with an outcome, as sentences; none when nothing is. `mayAsk`: the question that this cell is allowed to
   * end in instead of results.
   */
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
