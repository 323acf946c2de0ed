/**
 * A lane of kills: a service of its own in a process of its own, a relay before it, and a folder with a list that is ready to be
 * sent, copied for each run. A run is sent, killed at its point, started again until it has nothing more to do, and then judged
 * by what the service counted.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSettings } from '../../shared/contract.ts';
import { type DeskEnd, type DeskOrder, type KillPoint, runDesk, startDesk } from './desk-process.ts';
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
    const { end, passed } = await this.send(scenario, null, true);
    if (end.report === null) throw new Error(`the traced run ended (${end.how}) without a report: ${end.errors}`);
    if (scenario.faults.length === 0) this.reference = end.report;
    return [...end.points, ...passed];
  }

  private async send(scenario: Scenario, point: KillPoint | null, trace = false) {
    const run = `run-${++this.runs}`;
    const name = `${run} ${scenario.name}`.slice(0, 60);
    const dataDir = join(this.folder, run);
    cpSync(join(this.folder, 'template'), dataDir, { recursive: true });
    setMarker(dataDir, run);
    await this.practice.client.clearFaults();
    if (scenario.faults.length > 0) await this.practice.client.setFaults(...scenario.faults);
    const { end, killed } = await this.start({ ...this.order('send', run), name, trace }, point);
    const passed = [...this.relay.passed];
    this.relay.arm(null, () => undefined);
    return { run, name, end, passed, killed };
  }

  /** Runs the application once, killed at the point if it comes by it. */
  private async start(order: DeskOrder, point: KillPoint | null): Promise<{ readonly end: DeskEnd; readonly killed: boolean }> {
    let pid = 0;
    let killed = false;
    this.relay.arm(point?.kind === 'wire' ? point : null, () => {
      killed = true;
      process.kill(pid, 'SIGKILL');
    });
    const desk = startDesk({ ...order, kill: point?.kind === 'journal' ? point : null });
    ({ pid } = desk);
    const end = await desk.ended;
    return { end, killed: killed || end.how === 'SIGKILL' };
  }

  /** A life with all its kills, started again after each until it ends by itself. */
  async live({ scenario, kills }: Life): Promise<Outcome> {
    const label = `${scenario.name} × ${kills.map(pointName).join(', ')} × ${JSON.stringify(scenario.faults)}`;
    const { run, name, end: first, killed } = await this.send(scenario, kills[0] ?? null);
    let end = first;
    for (const point of [...kills.slice(1), null]) {
      if (end.report !== null) break;
      if (end.how !== 'SIGKILL') throw new Error(`${label}: the desk ended (${end.how}) without a report: ${end.errors}`);
      ({ end } = await this.start({ ...this.order('resume', run), name }, point));
    }
    if (end.report === null) throw new Error(`${label}: the desk ended (${end.how}) without a report: ${end.errors}`);
    return await this.outcome(label, run, name, killed, end.report);
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
    return { label, killed, report, projects: projects.filter((project) => project.name.startsWith(`${name} ·`)) };
  }

  /**
   * What is wrong with an outcome, as sentences; none when nothing is. `mayAsk`: the question that this cell is allowed to
   * end in instead of results.
   */
  judge({ report, projects }: Outcome, mayAsk: readonly string[] = []): string[] {
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
    if (report.defects.length > 0) wrong.push(`defects were logged: ${report.defects.join('; ')}`);
    const { state } = report;
    if (state.at === 'needs-decision' && mayAsk.includes(state.question)) return wrong;
    if (state.at !== 'done') return [...wrong, `it ended at ${JSON.stringify(state)} after ${report.timeline.join(' / ')}`];
    const { submitted, scored, refused, unknown, unmatched } = state.counts;
    if (submitted !== ROWS || scored !== valid || refused !== this.refused || unknown !== 0 || unmatched !== 0)
      wrong.push(`the counts are ${JSON.stringify(state.counts)}`);
    if (acts !== 1 || charged !== valid) wrong.push(`${acts} starts and ${charged} credits for finished results`);
    if (this.reference !== null && JSON.stringify(report.scores) !== JSON.stringify(this.reference.scores))
      wrong.push('the scores are not those of a run without a kill');
    return wrong;
  }

  async close(): Promise<void> {
    await this.relay.close();
    await this.practice.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
