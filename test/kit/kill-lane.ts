/**
 * A lane of kill tests: its own service process, a relay, and a folder with a ready list that each run copies. A run is sent, killed at its
 * kill point, restarted until it has nothing left to do, and checked against the service's ledger.
 */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSettings } from '../../shared/contract/index.ts';
import type { Policy } from '../../shared/policy/policy.ts';
import { startDeskHere } from './desk-here.ts';
import { bundledDesk, type DeskEnd, type DeskOrder, type DeskProcess, startDesk } from './desk-process.ts';
import { type KillPoint, pointName } from './kill-points.ts';
import type { DeskReport } from './desk-actions.ts';
import { setMarker } from './ready-list.ts';
import { writeList } from './csv-list.ts';
import { type Relay, startRelay } from './relay.ts';
import type { Scenario } from './fault-scenarios.ts';
import type { RandomRun } from './random-runs.ts';
import { chargeOf, chargeProblems, reportProblems, startsOf } from './run-problems.ts';
import { type ProjectLedger, type SpawnedPractice, spawnPractice } from './practice-client.ts';

/** Enough rows for a body of four parts, so that tests can cut it in the middle. */
const ROWS = 400;
/** Clock speed: one minute of waiting takes a third of a second. */
const SPEED = 180;
/** In real seconds: long enough for a busy computer, short enough to detect silence soon. */
const TIMEOUTS: ConnectionSettings['timeouts'] = { connect: 5, read: 3, idle: 2, create: 1.5, add: 2.5, process: 1.5 };

const PLAIN: Scenario = { name: 'a list', faults: [] };

/** `processes`: each kill ends a process. `copies`: the application runs in this process, and what a kill leaves is a copy of its folder. */
export type Kills = 'processes' | 'copies';

/** The end of a run. */
export interface Outcome {
  readonly label: string;
  /** The kill point was reached. */
  readonly killed: boolean;
  readonly report: DeskReport;
  /** The end of the run in the copied or restored folder; null if there is none. */
  readonly again: DeskReport | null;
  readonly projects: readonly ProjectLedger[];
}

export class KillLane {
  private readonly folder: string;
  private readonly practice: SpawnedPractice;
  private readonly relay: Relay;
  private readonly refused: number;
  private readonly kills: Kills;
  private reference: DeskReport | null = null;
  /** A process that waits for its next order: starting one takes a third of a run. */
  private waiting: DeskProcess | null = null;
  private runs = 0;

  private constructor(folder: string, practice: SpawnedPractice, relay: Relay, refused: number, kills: Kills) {
    this.folder = folder;
    this.kills = kills;
    this.practice = practice;
    this.relay = relay;
    this.refused = refused;
  }

  /** Starts a lane; `listFormat` is the format of the sent list. */
  static async open(kills: Kills, listFormat: 'json' | 'csv' = 'json'): Promise<KillLane> {
    const folder = mkdtempSync(join(tmpdir(), 'kill-lane-'));
    const practice = await spawnPractice({ dataDir: null, credits: 1_000_000_000, secondsPerThousandRows: 0.01 });
    const relay = await startRelay(practice.client.url);
    const list = join(folder, 'list.csv');
    const { refused } = writeList(list, ROWS);
    const lane = new KillLane(folder, practice, relay, refused, kills);
    await lane.finish({ ...lane.order('make', 'template'), baseUrl: relay.url, list, timeouts: TIMEOUTS, listFormat });
    return lane;
  }

  private order(act: DeskOrder['act'], folder: string, { pilot, isCompared }: Partial<Scenario> = {}): DeskOrder {
    return { act, dataDir: join(this.folder, folder), speed: SPEED, token: this.practice.client.token, pilot, isCompared };
  }

  /** All kill points that a run of this scenario passes: those of the journal in their order, and then those of the requests in theirs. */
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
    { trace = false, duplicate = null }: { readonly trace?: boolean; readonly duplicate?: string | null } = {},
  ) {
    const run = `run-${++this.runs}`;
    const name = `${run} ${scenario.name}`.slice(0, 60);
    this.copy('template', run);
    setMarker(join(this.folder, run), run);
    if (duplicate !== null) this.copy(run, duplicate);
    await this.practice.client.clearFaults();
    if (scenario.faults.length > 0) await this.practice.client.setFaults(...scenario.faults);
    const { end, killed } = await this.start({ ...this.order('send', run, scenario), name, trace }, point);
    const passed = [...this.relay.passed];
    this.relay.arm(null, () => undefined);
    return { run, name, end, passed, killed };
  }

  /** Starts the application. A list is sent by the process of the last run that was not killed, if there is one. */
  private async begin(order: DeskOrder): Promise<Pick<DeskProcess, 'ended' | 'kill'>> {
    if (this.kills === 'copies') return startDeskHere(order, () => this.relay.cut());
    const program = await bundledDesk();
    const { waiting } = this;
    const started = order.act === 'send' && waiting !== null ? waiting.next(order) : startDesk(order, program, true);
    if (order.act === 'send') this.waiting = null;
    let isKilled = false;
    const ended = (async () => {
      const end = await started.ended;
      if (end.how === 0 && !isKilled) {
        await this.waiting?.dismiss();
        this.waiting = started;
      }
      return end;
    })();
    const kill = () => {
      isKilled = true;
      started.kill();
    };
    return { ended, kill };
  }

  /** Runs the application once and kills it at `point`, if it gets there. What was killed is always resumed by a new application. */
  private async start(order: DeskOrder, point: KillPoint | null): Promise<{ readonly end: DeskEnd; readonly killed: boolean }> {
    let desk: Pick<DeskProcess, 'kill'> | null = null;
    let killed = false;
    this.relay.arm(point?.kind === 'wire' ? point : null, () => {
      // The last response may arrive after the application has ended.
      killed = desk !== null;
      desk?.kill();
    });
    const started = await this.begin({ ...order, kill: point?.kind === 'journal' ? point : null });
    desk = started;
    const end = await started.ended;
    desk = null;
    return { end, killed: killed || end.how === 'SIGKILL' };
  }

  /**
   * Runs the application to its end and returns its report.
   * @throws Error when there is no report
   */
  private async finish(order: DeskOrder): Promise<DeskReport> {
    const { end } = await this.start(order, null);
    if (end.report === null) throw new Error(`the desk ended (${end.how}) without a report: ${end.errors}`);
    return end.report;
  }

  /** Runs a project with all its kills, restarted after each until it ends on its own; then handles its folder event. */
  async runWithKills({ scenario, kills, folder }: RandomRun): Promise<Outcome> {
    const label = `${scenario.name} × ${kills.map(pointName).join(', ')} × ${JSON.stringify(folder)} × ${JSON.stringify(scenario.faults)}`;
    const duplicate = folder === null ? null : `copy-${this.runs + 1}`;
    const {
      run,
      name,
      end: first,
      killed,
    } = await this.send(scenario, kills[0] ?? null, { duplicate: folder?.event === 'copied' ? duplicate : null });
    const kept = (moment: number) => {
      if (folder?.event === 'put back' && folder.moment === moment && duplicate !== null) this.copy(run, duplicate);
    };
    let end = first;
    for (const [moment, point] of [...kills.slice(1), null].entries()) {
      if (end.report !== null) break;
      if (end.how !== 'SIGKILL') throw new Error(`${label}: the desk ended (${end.how}) without a report: ${end.errors}`);
      kept(moment);
      ({ end } = await this.start({ ...this.order('resume', run, scenario), name }, point));
    }
    if (end.report === null) throw new Error(`${label}: the desk ended (${end.how}) without a report: ${end.errors}`);
    // A copy from after submission resumes as after a restart; a copy from before submission sends its list.
    const again =
      duplicate !== null && existsSync(join(this.folder, duplicate))
        ? await this.finish({ ...this.order('resume', duplicate), name })
        : null;
    if (duplicate !== null) rmSync(join(this.folder, duplicate), { recursive: true, force: true });
    return { ...(await this.outcome(label, run, name, killed, end.report)), again };
  }

  /** One run with one kill, restarted until it ends on its own. Faults that are not used up stay active. */
  async run(scenario: Scenario, point: KillPoint | null): Promise<Outcome> {
    const label = `${scenario.name} × ${point === null ? 'no kill' : pointName(point)}`;
    const { run, name, end, killed } = await this.send(scenario, point);
    const last = killed ? (await this.start(this.order('resume', run), null)).end : end;
    const { report } = last;
    if (report === null) throw new Error(`${label}: the desk ended (${last.how}) without a report: ${last.errors}`);
    return await this.outcome(label, run, name, killed, report);
  }

  /**
   * One run that is killed at `point`, started again under a policy, and then without it until it ends on its own. `requests`: the number
   * of requests of the start under the policy.
   */
  async runUnderPolicy(point: KillPoint, policy: Policy): Promise<Outcome & { readonly under: DeskReport; readonly requests: number }> {
    const { run, name, killed } = await this.send(PLAIN, point);
    const order = { ...this.order('resume', run), name };
    const under = await this.finish({ ...order, policy });
    const requests = this.relay.passed.length;
    return { ...(await this.outcome(pointName(point), run, name, killed, await this.finish(order))), under, requests };
  }

  private async outcome(label: string, run: string, name: string, killed: boolean, report: DeskReport): Promise<Outcome> {
    rmSync(join(this.folder, run), { recursive: true, force: true });
    const { projects } = await this.practice.client.ledger();
    return { label, killed, report, again: null, projects: projects.filter((project) => project.name.includes(`${name} ·`)) };
  }

  /**
   * The problems of a pilot of `people` people and its rest, as sentences: each person is paid for once, and the results of both are
   * merged. `isCompared`: exactly the people of the pilot are paid for twice.
   */
  async pilotProblems({ report, projects }: Outcome, people: number, isCompared = false): Promise<string[]> {
    const expected = { rows: ROWS, refused: this.refused };
    const problems = reportProblems(report, expected, this.reference?.scores ?? null);
    const paid = projects.filter(({ processActs }) => processActs > 0);
    const sent = paid.map(({ rowsStored }) => rowsStored).toSorted((a, b) => a - b);
    const lengths = [people, ...(isCompared ? [people] : []), ROWS - people];
    if (sent.join() !== lengths.join()) problems.push(`lists of ${sent.join(' and ')} rows were paid for`);
    if (startsOf(projects) !== lengths.length) problems.push(`${startsOf(projects)} process calls were acted on`);
    const lists = await Promise.all(
      paid.map(({ id }) => this.practice.client.read<{ items: { constituentId: string }[] }>(`/project/${id}/profiles`)),
    );
    const scored = lists.map(({ items }) => items.map(({ constituentId }) => constituentId).toSorted());
    const twice = scored.filter((_, at) => paid[at]!.rowsStored === people);
    if (twice.some((ids) => ids.join() !== twice[0]!.join())) problems.push('the people of the pilot are not those who were compared');
    const again = isCompared ? (twice[0] ?? []).length : 0;
    if (chargeOf(projects) !== ROWS - this.refused + again) problems.push(`${chargeOf(projects)} credits were charged`);
    const ids = scored.flat();
    if (new Set(ids).size !== ids.length - again) problems.push('somebody is in both lists');
    return problems;
  }

  /** The problems of an outcome, as sentences. `questions`: questions that it may end with instead of results. */
  problems({ report, again, projects }: Outcome, questions: readonly string[] = []): string[] {
    const expected = { rows: ROWS, refused: this.refused };
    const inReport = (one: DeskReport) => reportProblems(one, expected, this.reference?.scores ?? null, questions);
    const problems = [...chargeProblems(projects, expected), ...inReport(report)];
    if (again !== null) problems.push(...inReport(again).map((problem) => `the other folder: ${problem}`));
    const [starts, charged] = [startsOf(projects), chargeOf(projects)];
    const isDone = report.state.at === 'done' || again?.state.at === 'done';
    if (isDone && (starts !== 1 || charged !== ROWS - this.refused))
      problems.push(`${starts} starts and ${charged} credits for finished results`);
    return problems;
  }

  async close(): Promise<void> {
    await this.waiting?.dismiss();
    await this.relay.close();
    await this.practice.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
