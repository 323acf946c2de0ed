/**
 * Random lives of a list on two computers: bundles are made, opened in any order and taken back, folders are restored to an earlier state, and
 * the list is sent, stopped and resumed from both, also at the same time. The ledger of the service has charged each person once at most, and
 * once more for a comparison that somebody agreed to.
 *
 * Several guards protect the list, and each of them hides that another one is missing. So some services do not name their projects: there no
 * marker shows what the other computer did, and only custody protects. Nobody restores a folder there, or takes a bundle back that was opened,
 * because only the marker protects then; it does in the other lives.
 */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, assert, asyncProperty, boolean, constantFrom, record } from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { BundleWriter } from '../../main/bundles/format.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import { HEADINGS, line, pilot } from '../kit/ranked-lists.ts';
import { localTasks } from '../kit/local-tasks.ts';
import { setupTestDesk } from '../kit/setup-test-desk.ts';
import { Colleague, PASSPHRASE } from '../kit/two-computers.ts';

/** BUNDLE_LIVES and BUNDLE_SEED set the number of lives and their seed. */
const LIVES = Number(process.env['BUNDLE_LIVES'] ?? 30);
const SEED = Number(process.env['BUNDLE_SEED'] ?? 20_261_127);
/** The last one is refused by the service until the address is corrected. */
const PEOPLE = 5;
const PILOT = 2;

const desk = await setupTestDesk(localTasks);
const { client } = desk.practice;
const computers = [new Colleague(desk, 'one'), new Colleague(desk, 'two')] as const;

beforeAll(async () => {
  for (const computer of computers) {
    await computer.start();
    await computer.connect();
  }
});
beforeEach(() => {
  // The cheapest passphrase that a bundle can have.
  const begin = BundleWriter.begin.bind(BundleWriter);
  vi.spyOn(BundleWriter, 'begin').mockImplementation((sink, passphrase) => begin(sink, passphrase, { log2N: 14, r: 8, p: 1 }));
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  for (const computer of computers) await computer.close();
});

/** What somebody can be told instead. */
const REFUSALS = new Set(['NOT_FOUND', 'NOT_NOW', 'HELD_ELSEWHERE', 'BUNDLE_PRESENT', 'SENT_BEFORE', 'NOTHING_TO_SEND', 'INPUT_INVALID']);

/** So many kinds of steps are tried in place of one that is refused. */
const REPLACEMENTS = 4;

type At = 0 | 1;
const BOTH: readonly At[] = [0, 1];
const ALONE = [
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
const TOGETHER = ['send', 'resume', 'open', 'rest', 'correct'] as const;
type Alone = (typeof ALONE)[number];
type Step = { readonly what: Alone; readonly at: At } | { readonly together: (typeof TOGETHER)[number] };

interface Setting {
  /** Whether the service names its projects. */
  readonly isNamed: boolean;
  readonly isPilot: boolean;
  /** What the second computer has opened when the life begins. */
  readonly opened: 'copy' | 'hand over' | null;
  /** Whether it was sent and waits for a token: before it was handed over, or since. */
  readonly stopped: 'never' | 'before' | 'since';
  /** Where a list that is stopped waits; before it is created, only custody keeps the other computer from creating it. */
  readonly stopsAt: 'create' | 'add' | 'process' | 'profiles';
  /** Whether the first computer has a list of the same file that was given up before it was charged for. */
  readonly hasTwin: boolean;
}

interface Bundle {
  readonly path: string;
  readonly by: At;
  readonly right: 'copy' | 'hand-over';
  isOpened: boolean;
}

/** What one computer knows. It is restored with its folder. */
interface Known {
  /** Whether the project was here, and could be sent from another computer when it was last seen. */
  isElsewhere: boolean;
}

let lives = 0;
let bundles = 0;
/** How often a step was done, by its name, and refused, by the code. */
const counts = new Map<string, number>();
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
/** The projects of the service whose people were counted. */
const counted = new Set<string>();

class Life {
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
  /** Starts that the service refused because of the token, at most. */
  private refusedStarts = 0;

  private constructor(setting: Setting) {
    this.setting = setting;
    this.prefix = `Z${String(++lives).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)]!)}Z`;
    this.list = join(desk.folder, `${lives}.csv`);
  }

  /** A list on the first computer that the second one can have opened; both folders are kept as they were before. */
  static async begin(setting: Setting): Promise<Life> {
    await client.settings({ dialect: setting.isNamed ? 'default' : 'no-project-names' });
    const life = new Life(setting);
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

  private async import(computer: Colleague): Promise<string> {
    const file = await computer.offer(this.list, 'list.csv');
    const { id } = await computer.call('projects.create', { file, connectionId: computer.connectionId });
    await computer.idle();
    // Names differ, so that no name on the service shows what was sent.
    await computer.call('projects.change', { id, name: `${this.prefix} ${id.slice(0, 8)}`, sendErrors: true });
    return id;
  }

  private async givenUp(computer: Colleague): Promise<string> {
    const id = await this.import(computer);
    await client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
    await computer.send(id);
    await client.clearFaults();
    await computer.call('project.decide', { id, choice: 'give-up' });
    return id;
  }

  /** Does a step. What is refused is replaced by what can be done. */
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
    const computer = computers[at];
    let outcome = 'done';
    try {
      await this.steps[what](computer, at);
      count(what);
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
      outcome = `${error.code} ${error.message}`;
      count(error.code);
      return false;
    } finally {
      this.log.push(`${what} ${at}: ${outcome}`);
      await computer.idle();
    }
  }

  /** What only the marker makes harmless is not done where there is none. */
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
      // The newest that this computer takes. Older ones are tried, too.
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
      // Nobody opens it later either, as the user says.
      if (!this.setting.isNamed)
        this.made.splice(0, this.made.length, ...this.made.filter(({ by, right, isOpened }) => isOpened || by !== at || right === 'copy'));
    },
    send: (computer) => computer.send(this.id),
    stop: async (computer, at) => {
      // The list waits for a token, somewhere on its way, and somebody makes a backup.
      const { stopsAt: step } = this.setting;
      if (step === 'process') this.refusedStarts += 1;
      await client.setFaults({ kind: 'status', status: 401, times: null, on: { step } });
      try {
        await computer.send(this.id);
      } finally {
        await computer.idle();
        await client.clearFaults();
      }
      await this.backUp(at);
    },
    resume: async (computer, at) => {
      await computer.call('connections.setToken', { id: computer.connectionId, token: client.token });
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
      // Somebody who does not know that the list went elsewhere imports its file again, or goes on with the list that was given up.
      if (!this.known[at].isElsewhere) throw new AppError('NOT_NOW', 'It can be sent from here.');
      const { twin } = this;
      if (twin !== null && at === 0) await computer.call('project.resume', { id: twin }).catch(expectRefusal);
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
    return await computers[at].call('projects.get', { id: this.id });
  }

  private async look(at: At): Promise<void> {
    const view = await this.view(at).catch(() => null);
    if (view !== null) this.known[at].isElsewhere = view.held !== null;
  }

  private async make(by: At, right: Bundle['right']): Promise<void> {
    const path = join(desk.folder, `${++bundles}.deskbundle`);
    computers[by].target = path;
    await computers[by].call('bundles.make', { id: this.id, right, passphrase: PASSPHRASE });
    this.made.push({ path, by, right, isOpened: false });
  }

  private async backUp(at: At): Promise<void> {
    const computer = computers[at];
    await computer.close();
    rmSync(backupOf(computer), { recursive: true, force: true });
    cpSync(computer.dataDir, backupOf(computer), { recursive: true });
    this.backups[at] = { ...this.known[at] };
    await computer.start();
  }

  /** Reads from the service whom it charged for, and how often a list was started. */
  private async judge(): Promise<void> {
    for (const { id, name, creditsCharged, processCalls } of (await client.ledger()).projects) {
      // Another service could charge for each start.
      if (name.includes(this.prefix) && processCalls > 1 + this.refusedStarts) this.fail(`${name} was started ${processCalls} times`);
      if (creditsCharged === 0 || counted.has(id)) continue;
      counted.add(id);
      const { items } = await client.read<{ items: { constituentId: string }[] }>(`/project/${id}/profiles`);
      if (items.length !== creditsCharged) this.fail(`${creditsCharged} were charged, and ${items.length} have profiles`);
      for (const { constituentId: who } of items) {
        if (!who.startsWith(this.prefix)) continue;
        const times = (this.charged.get(who) ?? 0) + 1;
        this.charged.set(who, times);
        // Somebody agreed to the comparison.
        if (times > 1 + this.comparisons) this.fail(`${who} was charged for ${times} times`);
      }
    }
  }

  private fail(why: string): never {
    throw new Error(`${why}\n${JSON.stringify(this.setting)}\n${this.log.join('\n')}`);
  }

  /** Everything that somebody may still try, so that a guard that is missing shows. */
  async end(): Promise<void> {
    const first = ['send', 'resume', 'again', 'open', 'send', 'resume', 'take back', 'send', 'resume'] as const;
    const tries = [...first, 'rest', 'compare', 'correct', 'again', 'restore', 'resume', 'send', 'rest', 'correct'] as const;
    for (const what of tries) for (const at of BOTH) await this.take({ what, at });
    if (this.charged.size > 0) count(`charged ${this.setting.isNamed ? 'with' : 'without'} names`);
    // Later lives are faster without them.
    for (const computer of computers)
      for (const { id } of await computer.call('projects.list', {}))
        await computer.call('projects.remove', { id, loseResults: true }).catch(expectRefusal);
  }
}

const backupOf = ({ dataDir }: Colleague) => `${dataDir} backup`;
const expectRefusal = (error: unknown): void => {
  if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
  count(error.code);
};

const USUAL: Setting = { isNamed: false, isPilot: false, opened: 'hand over', stopped: 'never', stopsAt: 'create', hasTwin: false };
/** Lives that need each of the guards, whatever is drawn. */
const EXAMPLES: readonly Partial<Setting>[] = [
  { stopped: 'before' },
  { opened: 'copy' },
  { hasTwin: true },
  { isNamed: true, isPilot: true },
  { isNamed: true, opened: null, stopped: 'before', stopsAt: 'process' },
];

it('charges for nobody twice, in whatever order bundles are made, opened and taken back', async () => {
  const step = array(
    record({ what: constantFrom(...ALONE), at: constantFrom<At>(0, 1) }).chain((alone) =>
      constantFrom<Step>(alone, alone, alone, alone, { together: TOGETHER[ALONE.indexOf(alone.what) % TOGETHER.length]! }),
    ),
    { maxLength: 7, size: 'max' },
  );
  const setting = record({
    isNamed: boolean(),
    isPilot: boolean(),
    opened: constantFrom('copy', 'hand over', 'hand over', 'hand over', null),
    stopped: constantFrom('never', 'before', 'before', 'since'),
    stopsAt: constantFrom('create', 'add', 'create', 'process', 'profiles'),
    hasTwin: boolean(),
  });
  await assert(
    asyncProperty(setting, step, async (given, steps) => {
      const life = await Life.begin(given);
      for (const one of steps) await life.live(one);
      await life.end();
    }),
    // A life that fails is not made shorter, which would take minutes.
    { examples: EXAMPLES.map((one): [Setting, Step[]] => [{ ...USUAL, ...one }, []]), numRuns: LIVES, seed: SEED, endOnFailure: true },
  );
  // A slow computer has fewer lives (test/kit/run-budget.ts).
  if (lives < LIVES) return;
  // Every step was done, every refusal met, and lists were charged for; otherwise the test proves nothing. Nothing is sent again.
  const steps = new Set<string>(ALONE);
  steps.delete('again');
  const met = [...steps, 'HELD_ELSEWHERE', 'BUNDLE_PRESENT', 'SENT_BEFORE', 'charged with names', 'charged without names'];
  expect([...counts.keys()]).toEqual(expect.arrayContaining(met));
});
