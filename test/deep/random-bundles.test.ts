/**
 * Random lives of a list on two computers: bundles are made, opened in any order and taken back, folders are restored to an earlier state,
 * and the list is sent, stopped and resumed from both computers, also at the same time. By the service's ledger, each person is charged at
 * most once, plus once for a comparison that the user agreed to.
 *
 * Several guards protect the list, and one can hide that another is missing. So some of the services do not return project names: then no
 * marker shows what the other computer did, and only custody protects the list. In these lives nobody restores a folder or takes back a
 * bundle that was opened, because there only the marker would protect; the other lives include both.
 */
import { array, assert, asyncProperty, boolean, constantFrom, record } from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { BundleWriter } from '../../main/bundles/format.ts';
import { ALONE, type At, BundleLives, type Setting, type Step, TOGETHER } from '../kit/bundle-lives.ts';
import { localTasks } from '../kit/local-tasks.ts';
import { setupTestDesk } from '../kit/setup-test-desk.ts';

/** BUNDLE_LIVES and BUNDLE_SEED set the number of lives and their seed. */
const LIVES = Number(process.env['BUNDLE_LIVES'] ?? 30);
const SEED = Number(process.env['BUNDLE_SEED'] ?? 20_261_127);

const lives = new BundleLives(await setupTestDesk(localTasks));

beforeAll(() => lives.start());
beforeEach(() => {
  // The cheapest passphrase that a bundle can have.
  const begin = BundleWriter.begin.bind(BundleWriter);
  vi.spyOn(BundleWriter, 'begin').mockImplementation((sink, passphrase) => begin(sink, passphrase, { log2N: 14, r: 8, p: 1 }));
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => lives.close());

const USUAL: Setting = { isNamed: false, isPilot: false, opened: 'hand over', stopped: 'never', stopsAt: 'create', hasTwin: false };
/** Fixed lives, each of which needs one of the guards. */
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
      const life = await lives.begin(given);
      for (const one of steps) await life.live(one);
      await life.end();
    }),
    // A failing life is not shrunk, because that would take minutes.
    { examples: EXAMPLES.map((one): [Setting, Step[]] => [{ ...USUAL, ...one }, []]), numRuns: LIVES, seed: SEED, endOnFailure: true },
  );
  // A slow computer runs fewer lives (test/kit/run-budget.ts).
  if (lives.lives < LIVES) return;
  // The test proves something only if every step was done, every refusal occurred, and lists were charged for.
  const steps = new Set<string>(ALONE);
  steps.delete('again');
  const met = [...steps, 'HELD_ELSEWHERE', 'BUNDLE_PRESENT', 'SENT_BEFORE', 'charged with names', 'charged without names'];
  expect([...lives.counts.keys()]).toEqual(expect.arrayContaining(met));
});
