/**
 * Random orders of the features around a screening, over several lists and two connections of one account, with restarts, jumps of the clock,
 * faults of the service and a second program in between. After each step the service's own records are compared with what the program stores.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApplication } from '../../main/create-application.ts';
import type { Application } from '../../main/application.ts';
import { AppError } from '../../shared/base/index.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import { isSubmittable } from '../../shared/project/state-properties.ts';
import { STANDARD_GIFT_CHOICES } from '../../shared/gifts/index.ts';
import { type Call, callOf } from '../kit/desk-actions.ts';
import { PEOPLE_HEADINGS, person } from '../kit/list-people.ts';
import { localTasks } from '../kit/local-tasks.ts';
import type { FaultInput } from '../kit/practice-client.ts';
import { randomOf } from '../kit/random.ts';
import { best, first, pilot } from '../kit/ranked-lists.ts';
import { TestDesk } from '../kit/test-desk.ts';
import { fastClock, memorySecrets, testPorts } from '../kit/test-ports.ts';

/** WALKS and WALK_SEED set the number of walks and the seed of the first. A failure prints its seed and its steps. */
const WALKS = Number(process.env['WALKS'] ?? 10);
const SEED = Number(process.env['WALK_SEED'] ?? 3000);
const STEPS = 60;
/** Nobody has the name of somebody else. */
const POOL = 10;

interface ServiceProfile {
  readonly id: string;
  readonly constituentId?: string;
  readonly mostRecentScore?: { readonly overallScore: number; readonly analytics: { readonly estimatedNetWorth: number } };
}

const FAULTS: readonly FaultInput[] = [
  { kind: 'drop-answer', on: { step: 'create' } },
  { kind: 'drop-answer', on: { step: 'add' } },
  { kind: 'drop-answer', on: { step: 'process' } },
  { kind: 'status', status: 503, times: 2, on: { step: 'process' } },
  { kind: 'status', status: 500, times: 2, on: { step: 'add' } },
  { kind: 'partial-list', rows: 1, on: { step: 'add' } },
  { kind: 'status', status: 401, times: 1, on: { step: 'status' } },
];

class Walk {
  readonly random: () => number;
  readonly done: string[] = [];
  second = '';
  other: Application | null = null;
  lists = 0;
  readonly desk: TestDesk;
  readonly erased = new Set<string>();
  /** Projects of the service whose lists were removed here. */
  readonly removed = new Set<string>();
  constructor(desk: TestDesk, seed: number) {
    this.desk = desk;
    this.random = randomOf(seed);
  }
  below = (n: number) => Math.floor(this.random() * n);
  pick<T>(from: readonly T[]): T | undefined {
    return from[this.below(from.length)];
  }
  /** The program that makes the next call. */
  call: Call = (method, input) =>
    this.other !== null && this.random() < 0.3 ? callOf(this.other)(method, input) : this.desk.call(method, input);
  log(text: string): void {
    this.done.push(text);
  }
  async projects(which: (project: ProjectView) => boolean = () => true): Promise<ProjectView[]> {
    const all = await this.desk.call('projects.list', {});
    return all.filter(which).toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }
  async openOther(): Promise<void> {
    const clock = fastClock(1_000);
    this.other = await createApplication(
      testPorts(
        join(this.desk.folder, 'data'),
        { spawn: localTasks },
        {
          secrets: memorySecrets(this.desk.practice.client.token),
          log: this.desk.log,
          clock: { ...clock, now: () => clock.now() + this.desk.clockOffset },
        },
      ),
    );
  }
  async closeOther(): Promise<void> {
    await this.other?.close();
    this.other = null;
  }
  async idle(): Promise<void> {
    await this.desk.idle();
    await this.other?.idle();
  }

  async importList(): Promise<void> {
    const from = 1 + this.below(POOL - 3);
    const count = 3 + this.below(7);
    const lines: string[] = [];
    for (let n = from; n < from + count; n++) {
      const id = `W${(n % POOL) + 1}`;
      if (this.erased.has(id) && this.random() < 0.5) continue;
      const roll = this.random();
      lines.push(person(id, roll < 0.12 ? { isRefused: true } : roll < 0.2 ? { street: `${60 + this.below(2)} Elsewhere Ave` } : {}));
    }
    if (this.random() < 0.2 && lines.length > 0) lines.push(lines[0]!);
    const file = await this.desk.file(`list${++this.lists}.csv`, [PEOPLE_HEADINGS, ...lines]);
    const connectionId = this.random() < 0.3 ? this.second : this.desk.connectionId;
    const { id } = await this.desk.call('projects.create', { file, connectionId, name: `List ${this.lists}` });
    this.log(`import List ${this.lists}: ${lines.map((line) => line.split(',')[0]).join(' ')}`);
    if (this.random() < 0.7) await this.idle();
    if (this.random() < 0.7) await this.call('projects.change', { id, sendErrors: true });
  }
  draft = async () => this.pick(await this.projects(({ state }) => isSubmittable(state)));
  finished = async () => this.pick(await this.projects(({ state }) => state.at === 'done'));

  async send(project: ProjectView, call: Call): Promise<void> {
    const { id } = project;
    const cost = await call('cost.get', { id });
    this.log(`  cost ${project.name}: ${cost.rowsToSend}`);
    if (cost.rowsToSend === 0) return;
    await call('project.send', {
      id,
      rows: cost.rowsToSend,
      connectionId: (await call('projects.get', { id })).connection.id,
      parts: cost.parts,
      quoteId: cost.quoteId,
      allowElsewhere: true,
    });
    if (this.random() < 0.7) await this.idle();
  }

  /** The steps, each with how often it is drawn. */
  readonly steps: Record<string, [number, () => Promise<void>]> = {
    import: [5, () => this.importList()],
    send: [
      8,
      async () => {
        const one = await this.draft();
        if (one !== undefined) await this.send(one, this.call);
      },
    ],
    sendTwo: [
      3,
      async () => {
        const [one, two] = [await this.draft(), await this.draft()];
        if (one === undefined || two === undefined) return;
        const results = await Promise.allSettled([this.send(one, this.call), this.send(two, this.call)]);
        for (const result of results) if (result.status === 'rejected') this.refusedWith(result.reason);
      },
    ],
    sendBeside: [
      3,
      async () => {
        const one = await this.draft();
        const name = this.pick([
          'import',
          'choose',
          'edit',
          'remove',
          'rest',
          'fix',
          'plan',
          'move',
          'recipe',
          'erase',
          'baseline',
          'sendRest',
          'compare',
          'removeConnection',
          'fetch',
          'token',
          'version',
          'undo',
          'gifts',
        ])!;
        if (one === undefined) return;
        this.log(`  beside: ${name}`);
        const results = await Promise.allSettled([this.send(one, this.call), this.steps[name]![1]()]);
        for (const result of results) if (result.status === 'rejected') this.refusedWith(result.reason);
      },
    ],
    choose: [
      4,
      async () => {
        const one = await this.draft();
        if (one === undefined) return;
        this.log(`  of ${one.name}`);
        const how = this.below(3);
        await this.call('cost.choose', {
          id: one.id,
          best:
            how === 0
              ? null
              : how === 1
                ? pilot(3)
                : best(first(2), { by: { kind: 'weights', weights: { total: 0, recency: 0, gifts: 0, readiness: 1, neverScreened: 2 } } }),
        });
      },
    ],
    rest: [
      4,
      async () => {
        const one = await this.finished();
        if (one === undefined) return;
        this.log(`  of ${one.name}`);
        await this.call('projects.screenRest', { id: one.id });
        if (this.random() < 0.5) await this.idle();
      },
    ],
    sendRest: [
      3,
      async () => {
        const one = await this.finished();
        const outlook = one === undefined ? null : await this.call('results.pilot', { id: one.id, rankBy: null });
        if (one === undefined || outlook === null) return;
        const rows = outlook.people - outlook.chosen;
        this.log(`  of ${one.name}: ${rows}`);
        await this.call('project.sendRest', { id: one.id, rows, credits: rows });
        if (this.random() < 0.6) await this.idle();
      },
    ],
    compare: [
      2,
      async () => {
        const one = await this.finished();
        if (one === undefined) return;
        const outlook = await this.call('results.pilot', { id: one.id, rankBy: null });
        if (outlook === null) return;
        this.log(`  of ${one.name}`);
        await this.call('project.comparePilot', {
          id: one.id,
          connectionId: one.connection.id,
          scoreConfiguration: { scoreWeights: { propensity: 1, affinity: 1, capacity: 8 } },
          rows: outlook.chosen,
          credits: outlook.chosen,
        });
        if (this.random() < 0.6) await this.idle();
      },
    ],
    fix: [
      4,
      async () => {
        const one = await this.finished();
        if (one === undefined) return;
        this.log(`  of ${one.name}`);
        const { id } = await this.call('projects.fixRefused', { id: one.id });
        await this.idle();
        if (this.random() < 0.8) await this.correct(id);
      },
    ],
    edit: [
      2,
      async () => {
        const one = await this.draft();
        if (one === undefined) return;
        this.log(`  of ${one.name}`);
        await this.correct(one.id);
      },
    ],
    leaveOut: [
      2,
      async () => {
        const one = await this.draft();
        if (one !== undefined) await this.call('check.leaveOut', { id: one.id, rows: [2 + this.below(3)], leaveOut: this.random() < 0.6 });
      },
    ],
    undo: [
      2,
      async () => {
        const one = await this.draft();
        if (one !== undefined) await this.call(this.random() < 0.7 ? 'check.undo' : 'check.redo', { id: one.id });
      },
    ],
    baseline: [
      3,
      async () => {
        const one = await this.draft();
        const other = await this.finished();
        if (one === undefined || other === undefined) return;
        this.log(`  ${one.name} with ${other.name}`);
        await this.call('projects.change', { id: one.id, baselineId: this.random() < 0.2 ? null : other.id });
        if (this.random() < 0.5) await this.call('check.applyCarriedCorrections', { id: one.id });
      },
    ],
    recipe: [
      2,
      async () => {
        const one = await this.draft();
        const other = await this.finished();
        if (one === undefined || other === undefined) return;
        this.log(`  ${one.name} like ${other.name}`);
        await this.call('recipe.apply', { id: one.id, of: other.id, choices: {}, fixes: null });
        if (this.random() < 0.3) await this.call('recipe.undo', { id: one.id });
      },
    ],
    gifts: [
      2,
      async () => {
        const one = await this.draft();
        if (one === undefined) return;
        this.log(`  of ${one.name}`);
        const file = await this.desk.file('gifts.csv', [
          'Constituent ID,Date,Amount',
          'W1,2019-01-02,50',
          'W3,2019-01-02,70',
          'W5,2018-01-02,70',
          'W9,2018-01-02,70',
        ]);
        await this.desk.call('gifts.read', { id: one.id, file, options: {}, choices: STANDARD_GIFT_CHOICES });
        await this.desk.call('gifts.use', { id: one.id });
      },
    ],
    plan: [
      3,
      async () => {
        const { id } = await this.call('plan.draft', {
          connectionId: this.random() < 0.5 ? this.desk.connectionId : this.second,
          settings: { months: 1, renewal: null, moved: true, never: true },
        });
        if (this.random() < 0.7) await this.idle();
        this.log(`  ${id}`);
      },
    ],
    erase: [
      2,
      async () => {
        const text = `W${1 + this.below(POOL)}`;
        const found = await this.call('people.find', { text });
        const places = found.projects
          .flatMap(({ people }) => people)
          .filter(({ keys }) => keys.constituentId === text)
          .map(({ id, row, profile }) => ({ id, row, profile }));
        if (places.length === 0) return;
        await this.desk.call('people.erase', { text, places, neverScreen: this.random() < 0.5 });
        this.erased.add(text);
        this.log(`  ${text}`);
      },
    ],
    fetch: [
      2,
      async () => {
        const one = await this.finished();
        if (one !== undefined) await this.call('results.fetchAgain', { id: one.id });
      },
    ],
    review: [
      1,
      async () => {
        const one = await this.finished();
        if (one === undefined) return;
        await this.call('review.set', {
          id: one.id,
          people: [{ row: 2 + this.below(4) }],
          verdict: { is: 'right', reason: null, note: '' },
        });
        if (this.random() < 0.3) await this.call('review.undo', { id: one.id });
      },
    ],
    remove: [
      1,
      async () => {
        const one = this.pick(await this.projects());
        if (one === undefined) return;
        this.log(`  ${one.name} at ${one.state.at}`);
        await this.call('projects.remove', { id: one.id, loseResults: this.random() < 0.3 });
        // Who was screened in it is not known anymore.
        if ('remoteId' in one.state) this.removed.add(one.state.remoteId);
      },
    ],
    move: [
      2,
      async () => {
        const one = await this.draft();
        if (one === undefined) return;
        this.log(`  ${one.name}`);
        await this.call('projects.change', { id: one.id, connectionId: this.random() < 0.5 ? this.desk.connectionId : this.second });
      },
    ],
    version: [
      1,
      async () =>
        void (await this.call('connections.change', {
          id: this.second,
          baseUrl: this.random() < 0.5 ? this.desk.practice.client.url : this.desk.practice.client.url.replace('127.0.0.1', 'localhost'),
        })),
    ],
    token: [
      1,
      async () =>
        void (await this.call('connections.setToken', {
          id: this.random() < 0.5 ? this.second : this.desk.connectionId,
          token: this.desk.practice.client.token,
        })),
    ],
    removeConnection: [
      1,
      async () => {
        await this.desk.call('connections.remove', { id: this.second });
        await this.addSecond();
      },
    ],
    restart: [
      3,
      async () => {
        await this.desk.restart();
        if (this.random() < 0.7) await this.idle();
      },
    ],
    program: [2, async () => await (this.other === null ? this.openOther() : this.closeOther())],
    swap: [
      1,
      async () => {
        if (this.other === null) return;
        // The other program takes over the folder while this one is closed.
        await this.desk.whileClosed(async () => {
          await new Promise((wait) => setTimeout(wait, 30));
          await this.other!.idle();
        });
      },
    ],
    clock: [2, async () => void (this.desk.clockOffset += (this.below(3) - 1) * 200 * 86_400_000)],
    faults: [
      3,
      async () => {
        const fault = this.pick(FAULTS)!;
        this.log(`  ${JSON.stringify(fault)}`);
        await this.desk.practice.client.setFaults(fault);
      },
    ],
    noFaults: [3, async () => await this.desk.practice.client.clearFaults()],
    decide: [
      5,
      async () => {
        const one = this.pick(await this.projects(({ state }) => state.at === 'needs-decision'));
        if (one === undefined || one.state.at !== 'needs-decision') return;
        const safe = one.state.choices.filter((choice) => ['look-again', 'give-up', 'fetch', 'keep', 'stop'].includes(choice));
        const choice = this.pick(safe);
        this.log(`  ${one.name}: ${one.state.question} → ${String(choice)} of ${one.state.choices.join()}`);
        if (choice !== undefined) await this.call('project.decide', { id: one.id, choice });
      },
    ],
    control: [
      2,
      async () => {
        const one = this.pick(await this.projects(({ state }) => !['draft', 'done', 'reading'].includes(state.at)));
        if (one === undefined) return;
        const name = this.pick(['project.pause', 'project.resume', 'project.cancel'] as const)!;
        this.log(`  ${name} ${one.name} at ${one.state.at}`);
        await this.call(name, { id: one.id });
      },
    ],
    again: [
      1,
      async () => {
        const one = this.pick(await this.projects(({ state }) => state.at === 'ended'));
        if (one !== undefined) await this.call('projects.startAgain', { id: one.id });
      },
    ],
    maxRows: [
      2,
      async () => {
        const id = this.random() < 0.5 ? this.second : this.desk.connectionId;
        const { settings } = (await this.desk.call('connections.list', {})).find((one) => one.id === id)!;
        await this.call('connections.change', { id, settings: { ...settings, maxRows: this.pick([2, 3, 4])! } });
      },
    ],
    nextPart: [
      2,
      async () => {
        const one = this.pick(await this.projects(({ lineage }) => lineage?.kind === 'part'));
        if (one !== undefined) await this.call('parts.sendNext', { id: one.id });
      },
    ],
    release: [
      1,
      async () => {
        const one = this.pick(await this.projects(({ lineage }) => lineage?.kind === 'part'));
        if (one !== undefined) await this.call('parts.release', { id: one.id });
      },
    ],
    idle: [3, () => this.idle()],
  };

  async correct(id: string): Promise<void> {
    const { rows } = await this.desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 50 });
    for (const row of rows) {
      const text = JSON.stringify(row);
      const who = /\bw(\d+)@example\.invalid/.exec(text)?.[1];
      if (who !== undefined) await this.call('check.edit', { id, row: row.row, field: 'personalEmail', value: `w${who}@example.org` });
    }
  }

  async addSecond(): Promise<void> {
    const { port } = new URL(this.desk.practice.client.url);
    this.second = (await this.desk.call('connections.add', { name: `Second ${this.below(1e9)}`, baseUrl: `http://localhost:${port}/` })).id;
  }

  refusedWith(error: unknown): void {
    if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
    this.log(`    → ${error.code}: ${error.message.slice(0, 150)}`);
  }

  async step(): Promise<void> {
    const all = Object.entries(this.steps);
    let at = this.random() * all.reduce((sum, [, [weight]]) => sum + weight, 0);
    const [name, [, work]] = all.find(([, [weight]]) => (at -= weight) < 0) ?? all[0]!;
    this.log(`${this.done.length} ${name}`);
    try {
      await work();
    } catch (error) {
      this.refusedWith(error);
    }
  }

  /** The profiles of the projects that the service has processed, by the ID of the project. */
  async profiles(): Promise<Map<string, { name: string; profiles: ServiceProfile[] }>> {
    const { client } = this.desk.practice;
    const found = new Map<string, { name: string; profiles: ServiceProfile[] }>();
    for (const { id, name, status, processActs } of (await client.ledger()).projects) {
      if (processActs > 1) throw new Error(`${name} was started ${processActs} times`);
      if (status !== 'processed') continue;
      const kept = this.seen.get(id);
      if (kept !== undefined) found.set(id, kept);
      else {
        const { items } = await client.read<{ items: ServiceProfile[] }>(`/project/${id}/profiles?itemsPerPage=100`);
        this.seen.set(id, { name, profiles: items });
        found.set(id, { name, profiles: items });
      }
    }
    return found;
  }
  readonly seen = new Map<string, { name: string; profiles: ServiceProfile[] }>();

  /** @throws Error when somebody was charged twice, or the results here are not those of the service. */
  async check(): Promise<void> {
    const charged = new Map<string, string>();
    const byPerson = new Map<string, ServiceProfile[]>();
    const remote = await this.profiles();
    for (const [remoteId, { name, profiles }] of remote)
      for (const profile of profiles) {
        const {
          id: _,
          mostRecentScore: __,
          pendingScore: ___,
          profileUrl: ____,
          ...record
        } = profile as unknown as Record<string, unknown>;
        const who = `${String(record['primaryFirst'])} ${String(record['primaryLast'])}`;
        byPerson.set(who, [...(byPerson.get(who) ?? []), profile]);
        if (name.startsWith('Comparison') || this.removed.has(remoteId)) continue;
        const key = JSON.stringify(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
        const before = charged.get(key);
        if (before !== undefined) throw new Error(`charged twice: ${key} in ${before} and ${name}`);
        charged.set(key, name);
      }
    for (const project of await this.projects()) {
      const { state, id, name } = project;
      if (state.at !== 'done') continue;
      const { submitted, scored, refused, unknown } = state.counts;
      if (submitted !== scored + refused + unknown) throw new Error(`${name}: ${JSON.stringify(state.counts)}`);
      if (project.activity !== null) continue;
      const page = await this.desk.call('results.get', { id });
      const columns = ['overallScore', 'estimatedNetWorth']
        .map((key) => page.columns.find((column) => column.key.endsWith(key))?.key)
        .filter((key) => key !== undefined);
      const { rows, total } = await this.desk.call('results.page', {
        id,
        selection: { outcome: 'scored', filters: [], find: '' },
        columns,
        sort: null,
        offset: 0,
        limit: 200,
      });
      if (total !== scored) throw new Error(`${name}: ${total} rows are scored, and the counts say ${scored}`);
      for (const row of rows) {
        const theirs = byPerson.get(row.name) ?? [];
        if (row.name === '') continue;
        const cells = row.cells.map(Number).join();
        const fits = theirs.some(
          ({ mostRecentScore: score }) =>
            [score?.overallScore, score?.analytics.estimatedNetWorth].slice(0, columns.length).map(Number).join() === cells,
        );
        if (!fits)
          throw new Error(
            `${name} row ${String(row.row)} ${row.name} has ${JSON.stringify(row.cells)}, and the service ${JSON.stringify(theirs.map((one) => one.mostRecentScore))}`,
          );
      }
    }
    // The next start finishes an erasure that another program delays.
    const defects = this.desk.log.errors.filter((error) => !String((error as unknown[])[1]).includes('Another program reads'));
    if (defects.length > 0) throw new Error(`defects: ${defects.map((error) => (error as unknown[]).join(' ')).join('\n')}`);
  }
}

it.each(Array.from({ length: WALKS }, (_, at) => SEED + at))('walk %i', { timeout: 600_000 }, async (seed) => {
  const desk = await TestDesk.start(localTasks);
  const walk = new Walk(desk, seed);
  try {
    await walk.addSecond();
    await walk.importList().catch((error: unknown) => {
      walk.refusedWith(error);
    });
    await walk.idle();
    await walk.steps['send']![1]();
    for (let n = 0; n < STEPS; n++) {
      await walk.step();
      await walk.check();
    }
    await desk.practice.client.clearFaults();
    await walk.closeOther();
    await walk.idle();
    await walk.check();
    expect(await desk.charged()).toBeGreaterThan(0);
  } catch (error) {
    throw new Error(`walk ${seed}:\n${walk.done.join('\n')}`, { cause: error });
  } finally {
    await walk.closeOther().catch(() => undefined);
    await desk.close();
  }
});
