/**
 * Random lives of a list on two computers: bundles are made, opened in any order and taken back, folders are restored to an earlier state,
 * and the list is sent from both. It is paid for once: custody keeps the other one from sending, and the marker on the service shows what was
 * sent after a folder was restored or a bundle taken back that had been opened.
 */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, assert, asyncProperty, constantFrom, record } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../shared/base/errors.ts';
import { PEOPLE_HEADINGS, people } from '../kit/list-people.ts';
import { localTasks } from '../kit/local-tasks.ts';
import { setupTestDesk } from '../kit/setup-test-desk.ts';
import { Colleague, PASSPHRASE } from '../kit/two-computers.ts';

const LIVES = Number(process.env['BUNDLE_LIVES'] ?? 12);
const SEED = Number(process.env['BUNDLE_SEED'] ?? 20_261_127);
const PEOPLE = 3;

const desk = await setupTestDesk(localTasks);
const computers = [new Colleague(desk, 'one'), new Colleague(desk, 'two')] as const;

beforeAll(async () => {
  for (const computer of computers) {
    await computer.start();
    await computer.connect();
  }
});
afterAll(async () => {
  for (const computer of computers) await computer.close();
});

/** What a step may be refused with: the project is not here, not to be sent from here, or not to be changed now. */
const REFUSALS = new Set(['NOT_FOUND', 'NOT_NOW', 'HELD_ELSEWHERE', 'BUNDLE_PRESENT', 'SENT_BEFORE']);

const STEPS = ['copy', 'hand over', 'hand over', 'open', 'open', 'take back', 'send', 'send', 'send anyway', 'restore'] as const;
interface Step {
  readonly what: (typeof STEPS)[number];
  readonly at: 0 | 1;
}

let lives = 0;
let bundles = 0;

/** What the steps of all lives came to. */
const done = new Map<string, number>();

class Life {
  private readonly made: string[] = [];
  private readonly before: string[];
  private readonly id: string;

  private constructor(id: string, before: string[]) {
    this.id = id;
    this.before = before;
  }

  /** A draft on the first computer. Both folders are kept as they are then. */
  static async begin(): Promise<Life> {
    const path = join(desk.folder, 'list.csv');
    writeFileSync(path, `${[PEOPLE_HEADINGS, ...people(`B${++lives}X`, 1, 2, 3)].join('\r\n')}\r\n`);
    const [first] = computers;
    const file = await first.offer(path, 'list.csv');
    const { id } = await first.call('projects.create', { file, connectionId: first.connectionId });
    await first.idle();
    const before: string[] = [];
    for (const computer of computers) {
      await computer.close();
      const kept = `${computer.dataDir} before`;
      rmSync(kept, { recursive: true, force: true });
      cpSync(computer.dataDir, kept, { recursive: true });
      before.push(kept);
      await computer.start();
    }
    return new Life(id, before);
  }

  /** Returns whether the step was done. */
  async take({ what, at }: Step): Promise<boolean> {
    try {
      await this.act(what, computers[at], at);
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
      return false;
    }
    done.set(what, (done.get(what) ?? 0) + 1);
    return true;
  }

  private async act(what: Step['what'], computer: Colleague, at: 0 | 1): Promise<void> {
    const { id } = this;
    switch (what) {
      case 'copy':
      case 'hand over': {
        const path = join(desk.folder, `${++bundles}.deskbundle`);
        computer.target = path;
        await computer.call('bundles.make', { id, right: what === 'copy' ? 'copy' : 'hand-over', passphrase: PASSPHRASE });
        this.made.push(path);
        break;
      }
      case 'open': {
        // The newest that this computer takes; an older one is offered too.
        for (const path of this.made.toReversed().slice(0, 2)) {
          const isOpened = await computer.open(path).then(
            () => true,
            (error: unknown) => {
              if (error instanceof AppError && error.code === 'BUNDLE_PRESENT') return false;
              throw error;
            },
          );
          if (isOpened) return;
        }
        throw new AppError('BUNDLE_PRESENT', 'None of them.');
      }
      case 'take back':
        await computer.call('bundles.takeBack', { id, confirmed: true });
        break;
      case 'send':
        await computer.send(id);
        break;
      case 'send anyway':
        await computer.send(id, true);
        break;
      case 'restore':
        await computer.close();
        rmSync(computer.dataDir, { recursive: true, force: true });
        cpSync(this.before[at]!, computer.dataDir, { recursive: true });
        await computer.start();
    }
  }

  /** Sends the list wherever it can be sent; with nobody to send it, the bundle that was given away is taken back. */
  async end(): Promise<void> {
    for (const what of ['send', 'take back', 'send'] as const) for (const at of [0, 1] as const) await this.take({ what, at });
  }
}

it('is paid for once, in whatever order bundles are made, opened and taken back', { timeout: 600_000 }, async () => {
  const step = record<Step>({ what: constantFrom(...STEPS), at: constantFrom(0, 1) });
  await assert(
    asyncProperty(array(step, { minLength: 4, maxLength: 8, size: 'max' }), async (steps) => {
      const before = await desk.charged();
      const life = await Life.begin();
      for (const one of steps) await life.take(one);
      await life.end();
      // Not lost either: somebody could send it.
      expect(((await desk.charged()) - before) / PEOPLE).toBe(1);
    }),
    // A life that fails is not made shorter, which would take minutes.
    { numRuns: LIVES, seed: SEED, endOnFailure: true },
  );
  // Every step was done; otherwise the test proves nothing.
  expect([...done.keys()].toSorted()).toEqual([...new Set(STEPS)].toSorted());
});
