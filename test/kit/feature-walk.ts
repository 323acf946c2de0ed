/** The state of a random walk over the features: the application, a second program on the same data folder, and the steps so far. */
import { join } from 'node:path';
import { createApplication } from '../../main/create-application.ts';
import type { Application } from '../../main/application.ts';
import { AppError } from '../../shared/base/index.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import { isSubmittable } from '../../shared/project/state-properties.ts';
import { type Call, callOf } from './desk-actions.ts';
import { PEOPLE_HEADINGS, person } from './list-people.ts';
import { localTasks } from './local-tasks.ts';
import { randomOf } from './random.ts';
import type { TestDesk } from './test-desk.ts';
import { fastClock, memorySecrets, testPorts } from './test-ports.ts';

/** The number of people in all lists. No two have the same name. */
export const POOL = 10;

export class Walk {
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
}
