/** Random lives of a list that is handed over between two computers in bundles, checked against the ledger of the service. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/base/errors.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import { HEADINGS, line, pilot } from './ranked-lists.ts';
import type { TestDesk } from './test-desk.ts';
import { Colleague, PASSPHRASE } from './two-computers.ts';

/** The service refuses the last person until the address is corrected. */
const PEOPLE = 5;
const PILOT = 2;

/** The error codes with which a step may be refused. */
const REFUSALS = new Set(['NOT_FOUND', 'NOT_NOW', 'HELD_ELSEWHERE', 'BUNDLE_PRESENT', 'SENT_BEFORE', 'NOTHING_TO_SEND', 'INPUT_INVALID']);

/** If a step is refused, at most this many other steps are tried. */
const REPLACEMENTS = 4;

export type At = 0 | 1;
const BOTH: readonly At[] = [0, 1];
export const ALONE = [
  'copy',
  'hand over',
  'hand over',
  'open',
  'open',
  'take back',
  'stop',
  'send',
  'resume',
  'compare',
  'rest',
  'correct',
  'again',
  'erase',
  'remove',
  'back up',
  'restore',
] as const;
export const TOGETHER = ['send', 'resume', 'open', 'rest', 'correct'] as const;
type Alone = (typeof ALONE)[number];
export type Step = { readonly what: Alone; readonly at: At } | { readonly together: (typeof TOGETHER)[number] };

export interface Setting {
  /** Whether the service returns the names of its projects. */
  readonly isNamed: boolean;
  readonly isPilot: boolean;
  /** What the second computer has opened when the life begins. */
  readonly opened: 'copy' | 'hand over' | null;
  /** Whether the list was sent and waits for a token: since before the hand-over (`before`), or since after it (`since`). */
  readonly stopped: 'never' | 'before' | 'since';
  /** Where a stopped list waits. Before it is created, only custody keeps the other computer from creating it. */
  readonly stopsAt: 'create' | 'add' | 'process' | 'profiles';
  /** Whether the first computer has another list of the same file that was given up before it was charged for. */
  readonly hasTwin: boolean;
}

interface Bundle {
  readonly path: string;
  readonly by: At;
  readonly right: 'copy' | 'hand-over';
  isOpened: boolean;
}

/** What one computer knows. Restoring its folder also restores this. */
interface Known {
  /** Whether the project was here once and another computer could send it when it was last seen. */
  isElsewhere: boolean;
}

/** Many lives, one after the other, on the same two computers. */
export class BundleLives {
  readonly desk: TestDesk;
  readonly computers: readonly [Colleague, Colleague];
  /** How often each step was done (by its name) or refused (by the code). */
  readonly counts = new Map<string, number>();
  /** The projects of the service that are counted already. */
  readonly counted = new Set<string>();
  lives = 0;
  bundles = 0;

  constructor(desk: TestDesk) {
    this.desk = desk;
    this.computers = [new Colleague(desk, 'one'), new Colleague(desk, 'two')];
  }

  async start(): Promise<void> {
    for (const computer of this.computers) {
      await computer.start();
      await computer.connect();
    }
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** @throws the error if it is not a refusal */
  readonly expectRefusal = (error: unknown): void => {
    if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
    this.count(error.code);
  };

  /** Puts a list on the first computer and, by the setting, opens it on the second one; keeps a copy of both folders. */
  begin(setting: Setting): Promise<Life> {
    return Life.begin(this, setting);
  }

  async close(): Promise<void> {
    for (const computer of this.computers) await computer.close();
  }
}

const backupOf = ({ dataDir }: Colleague) => `${dataDir} backup`;

class Life {
  private readonly all: BundleLives;
  private readonly made: Bundle[] = [];
  private readonly known: [Known, Known] = [{ isElsewhere: false }, { isElsewhere: false }];
  private readonly backups: [Known, Known] = [{ isElsewhere: false }, { isElsewhere: false }];
  private readonly charged = new Map<string, number>();
  private readonly log: string[] = [];
  private readonly setting: Setting;
  private readonly prefix: string;
  private readonly list: string;
  private id = '';
  private twin: string | null = null;
  private comparisons = 0;
  /** The most starts that the service can have refused because of the token. */
  private refusedStarts = 0;

  private constructor(all: BundleLives, setting: Setting) {
    this.all = all;
    this.setting = setting;
    this.prefix = `Z${String(++all.lives).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)]!)}Z`;
    this.list = join(all.desk.folder, `${all.lives}.csv`);
  }

  /** Puts a list on the first computer and, by the setting, opens it on the second one; keeps a copy of both folders. */
  static async begin(all: BundleLives, setting: Setting): Promise<Life> {
    const { computers, desk } = all;
    await desk.practice.client.settings({ dialect: setting.isNamed ? 'default' : 'no-project-names' });
    const life = new Life(all, setting);
    const lines = Array.from({ length: PEOPLE }, (_, at) => {
      const isRefused = at === PEOPLE - 1;
      return `${line(life.prefix, at + 1)},p${at}@example.${isRefused ? 'invalid' : 'org'}`;
    });
    writeFileSync(life.list, `${[`${HEADINGS},Email`, ...lines].join('\r\n')}\r\n`);
    if (setting.hasTwin) life.twin = await life.givenUp(computers[0]);
    life.id = await life.import(computers[0]);
    if (setting.isPilot) await computers[0].call('cost.choose', { id: life.id, best: pilot(PILOT) });
    for (const at of BOTH) await life.backUp(at);
    if (setting.stopped === 'before') await life.take({ what: 'stop', at: 0 });
    if (setting.opened !== null) {
      await life.take({ what: setting.opened, at: 0 });
      await life.take({ what: 'open', at: 1 });
    }
    if (setting.stopped === 'since') await life.take({ what: 'stop', at: setting.opened === 'hand over' ? 1 : 0 });
    return life;
  }

  private get client() {
    return this.all.desk.practice.client;
  }

  private async import(computer: Colleague): Promise<string> {
    const file = await computer.offer(this.list, 'list.csv');
    const { id } = await computer.call('projects.create', { file, connectionId: computer.connectionId });
    await computer.idle();
    // Names differ, because equal names on the service would show what was sent.
    await computer.call('projects.change', { id, name: `${this.prefix} ${id.slice(0, 8)}`, sendErrors: true });
    return id;
  }

  private async givenUp(computer: Colleague): Promise<string> {
    const id = await this.import(computer);
    await this.client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
    await computer.send(id);
    await this.client.clearFaults();
    await computer.call('project.decide', { id, choice: 'give-up' });
    return id;
  }

  /** Does a step, or another one if it is refused. */
  async live(step: Step): Promise<void> {
    if ('together' in step) return void (await this.take(step));
    const from = ALONE.indexOf(step.what);
    for (const what of [...ALONE.slice(from), ...ALONE.slice(0, from)].slice(0, REPLACEMENTS))
      for (const at of [step.at, 1 - step.at] as At[]) if (await this.take({ what, at })) return;
  }

  /** Returns whether the step was done; counts why it was refused. */
  async take(step: Step): Promise<boolean> {
    const steps = 'together' in step ? BOTH.map((at) => ({ what: step.together, at })) : [step];
    const done = await Promise.all(steps.map(({ what, at }) => this.act(what, at)));
    for (const at of BOTH) await this.look(at);
    await this.judge();
    return done.includes(true);
  }

  private async act(what: Alone, at: At): Promise<boolean> {
    if (!this.isAllowed(what, at)) return false;
    const computer = this.all.computers[at];
    let outcome = 'done';
    try {
      await this.steps[what](computer, at);
      this.all.count(what);
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
      outcome = `${error.code} ${error.message}`;
      this.all.count(error.code);
      return false;
    } finally {
      this.log.push(`${what} ${at}: ${outcome}`);
      await computer.idle();
    }
  }

  /** False for a step that is only safe with a marker, if the service returns no names. */
  private isAllowed(what: Alone, at: At): boolean {
    if (what === 'restore') return this.setting.isNamed;
    if (what !== 'take back' || this.setting.isNamed) return true;
    const given = this.made.findLast(({ by, right }) => by === at && right === 'hand-over');
    return given?.isOpened !== true;
  }

  private readonly steps: Readonly<Record<Alone, (computer: Colleague, at: At) => Promise<unknown>>> = {
    copy: (_, at) => this.make(at, 'copy'),
    'hand over': (_, at) => this.make(at, 'hand-over'),
    open: async (computer) => {
      // The newest bundle that this computer accepts. Older ones are tried too.
      let refusal: unknown = new AppError('NOT_FOUND', 'There is no bundle.');
      for (const bundle of this.made.toReversed()) {
        try {
          await computer.open(bundle.path);
          bundle.isOpened = true;
          return;
        } catch (error) {
          refusal = error;
        }
      }
      throw refusal;
    },
    'take back': async (computer, at) => {
      await computer.call('bundles.takeBack', { id: this.id, confirmed: true });
      // The user confirms that nobody will open it, so nobody opens it later.
      if (!this.setting.isNamed)
        this.made.splice(0, this.made.length, ...this.made.filter(({ by, right, isOpened }) => isOpened || by !== at || right === 'copy'));
    },
    send: (computer) => computer.send(this.id),
    stop: async (computer, at) => {
      // The list waits for a token at one of its steps, and somebody makes a backup.
      const { stopsAt: step } = this.setting;
      if (step === 'process') this.refusedStarts += 1;
      await this.client.setFaults({ kind: 'status', status: 401, times: null, on: { step } });
      try {
        await computer.send(this.id);
      } finally {
        await computer.idle();
        await this.client.clearFaults();
      }
      await this.backUp(at);
    },
    resume: async (computer, at) => {
      await computer.call('connections.setToken', { id: computer.connectionId, token: this.client.token });
      await computer.idle();
      const view = await this.view(at);
      if (view.state.at === 'needs-decision')
        await computer.call('project.decide', { id: this.id, choice: view.state.choices.includes('fetch') ? 'fetch' : 'look-again' });
      else await computer.call('project.resume', { id: this.id });
    },
    compare: async (computer) => {
      const scoreConfiguration = { scoreWeights: { propensity: 1, affinity: 1, capacity: 8 } };
      const agreed = { id: this.id, connectionId: computer.connectionId, scoreConfiguration, rows: PILOT, credits: PILOT };
      await computer.call('project.comparePilot', agreed);
      this.comparisons = 1;
    },
    rest: async (computer) => {
      const { id } = await computer.call('projects.screenRest', { id: this.id });
      await computer.idle();
      await computer.send(id);
    },
    correct: async (computer) => {
      const { id } = await computer.call('projects.fixRefused', { id: this.id });
      await computer.idle();
      const page = await computer.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 20 });
      for (const { row } of page.rows)
        await computer.call('check.edit', { id, row, field: 'personalEmail', value: `fixed${row}@example.org` });
      await computer.send(id);
    },
    again: async (computer, at) => {
      // Somebody who does not know that the list was handed over imports its file again, or resumes the list that was given up.
      if (!this.known[at].isElsewhere) throw new AppError('NOT_NOW', 'It can be sent from here.');
      const { twin } = this;
      if (twin !== null && at === 0) await computer.call('project.resume', { id: twin }).catch(this.all.expectRefusal);
      await computer.idle();
      await computer.send(await this.import(computer));
    },
    erase: async (computer) => {
      const text = `${this.prefix}1`;
      const { projects } = await computer.call('people.find', { text });
      const places = projects.flatMap(({ people }) => people.map(({ id, row, profile }) => ({ id, row, profile })));
      await computer.call('people.erase', { text, places, neverScreen: false });
    },
    remove: (computer) => computer.call('projects.remove', { id: this.id, loseResults: true }),
    'back up': (_, at) => this.backUp(at),
    restore: async (computer, at) => {
      await computer.close();
      rmSync(computer.dataDir, { recursive: true, force: true });
      cpSync(backupOf(computer), computer.dataDir, { recursive: true });
      this.known[at] = { ...this.backups[at] };
      await computer.start();
    },
  };

  private async view(at: At): Promise<ProjectView> {
    return await this.all.computers[at].call('projects.get', { id: this.id });
  }

  private async look(at: At): Promise<void> {
    const view = await this.view(at).catch(() => null);
    if (view !== null) this.known[at].isElsewhere = view.held !== null;
  }

  private async make(by: At, right: Bundle['right']): Promise<void> {
    const path = join(this.all.desk.folder, `${++this.all.bundles}.deskbundle`);
    this.all.computers[by].target = path;
    await this.all.computers[by].call('bundles.make', { id: this.id, right, passphrase: PASSPHRASE });
    this.made.push({ path, by, right, isOpened: false });
  }

  private async backUp(at: At): Promise<void> {
    const computer = this.all.computers[at];
    await computer.close();
    rmSync(backupOf(computer), { recursive: true, force: true });
    cpSync(computer.dataDir, backupOf(computer), { recursive: true });
    this.backups[at] = { ...this.known[at] };
    await computer.start();
  }

  /** Reads from the service whom it charged for, and how often a list was started. */
  private async judge(): Promise<void> {
    for (const { id, name, creditsCharged, processCalls } of (await this.client.ledger()).projects) {
      // A service other than this one could charge for each start.
      if (name.includes(this.prefix) && processCalls > 1 + this.refusedStarts) this.fail(`${name} was started ${processCalls} times`);
      if (creditsCharged === 0 || this.all.counted.has(id)) continue;
      this.all.counted.add(id);
      const { items } = await this.client.read<{ items: { constituentId: string }[] }>(`/project/${id}/profiles`);
      if (items.length !== creditsCharged) this.fail(`${creditsCharged} were charged, and ${items.length} have profiles`);
      for (const { constituentId: who } of items) {
        if (!who.startsWith(this.prefix)) continue;
        const times = (this.charged.get(who) ?? 0) + 1;
        this.charged.set(who, times);
        // The user agreed to the comparison, which charges again.
        if (times > 1 + this.comparisons) this.fail(`${who} was charged for ${times} times`);
      }
    }
  }

  private fail(why: string): never {
    throw new Error(`${why}\n${JSON.stringify(this.setting)}\n${this.log.join('\n')}`);
  }

  /** Tries everything that a user may still do, to reveal a missing guard. */
  async end(): Promise<void> {
    const first = ['send', 'resume', 'again', 'open', 'send', 'resume', 'take back', 'send', 'resume'] as const;
    const tries = [...first, 'rest', 'compare', 'correct', 'again', 'restore', 'resume', 'send', 'rest', 'correct'] as const;
    for (const what of tries) for (const at of BOTH) await this.take({ what, at });
    if (this.charged.size > 0) this.all.count(`charged ${this.setting.isNamed ? 'with' : 'without'} names`);
    // Makes later lives faster.
    for (const computer of this.all.computers)
      for (const { id } of await computer.call('projects.list', {}))
        await computer.call('projects.remove', { id, loseResults: true }).catch(this.all.expectRefusal);
  }
}
