/** The steps of a random walk over the features, each with its weight. */
import type { ProjectView } from '../../shared/contract/index.ts';
import { STANDARD_GIFT_CHOICES } from '../../shared/gifts/index.ts';
import { type Walk, POOL } from './feature-walk.ts';
import type { FaultInput } from './practice-client.ts';
import { best, first, pilot } from './ranked-lists.ts';

const FAULTS: readonly FaultInput[] = [
  { kind: 'drop-answer', on: { step: 'create' } },
  { kind: 'drop-answer', on: { step: 'add' } },
  { kind: 'drop-answer', on: { step: 'process' } },
  { kind: 'status', status: 503, times: 2, on: { step: 'process' } },
  { kind: 'status', status: 500, times: 2, on: { step: 'add' } },
  { kind: 'partial-list', rows: 1, on: { step: 'add' } },
  { kind: 'status', status: 401, times: 1, on: { step: 'status' } },
];

/** A step by its name: its weight, and what it does. */
export type WalkSteps = Readonly<Record<string, readonly [number, () => Promise<void>]>>;

export function stepsOf(walk: Walk): WalkSteps {
  const ofOne = (find: () => Promise<ProjectView | undefined>, work: (one: ProjectView) => Promise<void>) => async () => {
    const one = await find();
    if (one === undefined) return;
    walk.log(`  of ${one.name}`);
    await work(one);
  };
  const ofTwo = (work: (draft: ProjectView, finished: ProjectView) => Promise<void>) => async () => {
    const draft = await walk.draft();
    const finished = await walk.finished();
    if (draft === undefined || finished === undefined) return;
    walk.log(`  of ${draft.name} and ${finished.name}`);
    await work(draft, finished);
  };
  const steps: WalkSteps = {
    import: [5, () => walk.importList()],
    send: [
      8,
      async () => {
        const one = await walk.draft();
        if (one !== undefined) await walk.send(one, walk.call);
      },
    ],
    sendTwo: [
      3,
      async () => {
        const [one, two] = [await walk.draft(), await walk.draft()];
        if (one === undefined || two === undefined) return;
        const results = await Promise.allSettled([walk.send(one, walk.call), walk.send(two, walk.call)]);
        for (const result of results) if (result.status === 'rejected') walk.refusedWith(result.reason);
      },
    ],
    sendDuring: [
      3,
      async () => {
        const one = await walk.draft();
        const name = walk.pick([
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
        walk.log(`  at the same time: ${name}`);
        const results = await Promise.allSettled([walk.send(one, walk.call), steps[name]![1]()]);
        for (const result of results) if (result.status === 'rejected') walk.refusedWith(result.reason);
      },
    ],
    choose: [
      4,
      ofOne(walk.draft, async (one) => {
        const how = walk.below(3);
        await walk.call('cost.choose', {
          id: one.id,
          best:
            how === 0
              ? null
              : how === 1
                ? pilot(3)
                : best(first(2), { by: { kind: 'weights', weights: { total: 0, recency: 0, gifts: 0, readiness: 1, neverScreened: 2 } } }),
        });
      }),
    ],
    rest: [
      4,
      ofOne(walk.finished, async (one) => {
        await walk.call('projects.screenRest', { id: one.id });
        if (walk.random() < 0.5) await walk.idle();
      }),
    ],
    sendRest: [
      3,
      async () => {
        const one = await walk.finished();
        const outlook = one === undefined ? null : await walk.call('results.pilot', { id: one.id, rankBy: null });
        if (one === undefined || outlook === null) return;
        const rows = outlook.people - outlook.chosen;
        walk.log(`  of ${one.name}: ${rows}`);
        await walk.call('project.sendRest', { id: one.id, rows, credits: rows });
        if (walk.random() < 0.6) await walk.idle();
      },
    ],
    compare: [
      2,
      async () => {
        const one = await walk.finished();
        if (one === undefined) return;
        const outlook = await walk.call('results.pilot', { id: one.id, rankBy: null });
        if (outlook === null) return;
        walk.log(`  of ${one.name}`);
        await walk.call('project.comparePilot', {
          id: one.id,
          connectionId: one.connection.id,
          scoreConfiguration: { scoreWeights: { propensity: 1, affinity: 1, capacity: 8 } },
          rows: outlook.chosen,
          credits: outlook.chosen,
        });
        if (walk.random() < 0.6) await walk.idle();
      },
    ],
    fix: [
      4,
      ofOne(walk.finished, async (one) => {
        const { id } = await walk.call('projects.fixRefused', { id: one.id });
        await walk.idle();
        if (walk.random() < 0.8) await walk.correct(id);
      }),
    ],
    edit: [
      2,
      ofOne(walk.draft, async (one) => {
        await walk.correct(one.id);
      }),
    ],
    leaveOut: [
      2,
      async () => {
        const one = await walk.draft();
        if (one !== undefined) await walk.call('check.leaveOut', { id: one.id, rows: [2 + walk.below(3)], leaveOut: walk.random() < 0.6 });
      },
    ],
    undo: [
      2,
      async () => {
        const one = await walk.draft();
        if (one !== undefined) await walk.call(walk.random() < 0.7 ? 'check.undo' : 'check.redo', { id: one.id });
      },
    ],
    baseline: [
      3,
      ofTwo(async (one, other) => {
        await walk.call('projects.change', { id: one.id, baselineId: walk.random() < 0.2 ? null : other.id });
        if (walk.random() < 0.5) await walk.call('check.applyCarriedCorrections', { id: one.id });
      }),
    ],
    recipe: [
      2,
      ofTwo(async (one, other) => {
        await walk.call('recipe.apply', { id: one.id, of: other.id, choices: {}, fixes: null });
        if (walk.random() < 0.3) await walk.call('recipe.undo', { id: one.id });
      }),
    ],
    gifts: [
      2,
      ofOne(walk.draft, async (one) => {
        const file = await walk.desk.file('gifts.csv', [
          'Constituent ID,Date,Amount',
          'W1,2019-01-02,50',
          'W3,2019-01-02,70',
          'W5,2018-01-02,70',
          'W9,2018-01-02,70',
        ]);
        await walk.desk.call('gifts.read', { id: one.id, file, options: {}, choices: STANDARD_GIFT_CHOICES });
        await walk.desk.call('gifts.use', { id: one.id });
      }),
    ],
    plan: [
      3,
      async () => {
        const { id } = await walk.call('plan.draft', {
          connectionId: walk.random() < 0.5 ? walk.desk.connectionId : walk.second,
          settings: { months: 1, renewal: null, moved: true, never: true },
        });
        if (walk.random() < 0.7) await walk.idle();
        walk.log(`  ${id}`);
      },
    ],
    erase: [
      2,
      async () => {
        const text = `W${1 + walk.below(POOL)}`;
        const found = await walk.call('people.find', { text });
        const places = found.projects
          .flatMap(({ people }) => people)
          .filter(({ keys }) => keys.constituentId === text)
          .map(({ id, row, profile }) => ({ id, row, profile }));
        if (places.length === 0) return;
        await walk.desk.call('people.erase', { text, places, neverScreen: walk.random() < 0.5 });
        walk.erased.add(text);
        walk.log(`  ${text}`);
      },
    ],
    fetch: [
      2,
      async () => {
        const one = await walk.finished();
        if (one !== undefined) await walk.call('results.fetchAgain', { id: one.id });
      },
    ],
    review: [
      1,
      async () => {
        const one = await walk.finished();
        if (one === undefined) return;
        await walk.call('review.set', {
          id: one.id,
          people: [{ row: 2 + walk.below(4) }],
          verdict: { is: 'right', reason: null, note: '' },
        });
        if (walk.random() < 0.3) await walk.call('review.undo', { id: one.id });
      },
    ],
    remove: [
      1,
      async () => {
        const one = walk.pick(await walk.projects());
        if (one === undefined) return;
        walk.log(`  ${one.name} at ${one.state.at}`);
        await walk.call('projects.remove', { id: one.id, loseResults: walk.random() < 0.3 });
        // The program no longer knows who was screened in it.
        if ('remoteId' in one.state) walk.removed.add(one.state.remoteId);
      },
    ],
    move: [
      2,
      ofOne(walk.draft, async (one) => {
        await walk.call('projects.change', { id: one.id, connectionId: walk.random() < 0.5 ? walk.desk.connectionId : walk.second });
      }),
    ],
    version: [
      1,
      async () =>
        void (await walk.call('connections.change', {
          id: walk.second,
          baseUrl: walk.random() < 0.5 ? walk.desk.practice.client.url : walk.desk.practice.client.url.replace('127.0.0.1', 'localhost'),
        })),
    ],
    token: [
      1,
      async () =>
        void (await walk.call('connections.setToken', {
          id: walk.random() < 0.5 ? walk.second : walk.desk.connectionId,
          token: walk.desk.practice.client.token,
        })),
    ],
    removeConnection: [
      1,
      async () => {
        await walk.desk.call('connections.remove', { id: walk.second });
        await walk.addSecond();
      },
    ],
    restart: [
      3,
      async () => {
        await walk.desk.restart();
        if (walk.random() < 0.7) await walk.idle();
      },
    ],
    program: [2, async () => await (walk.other === null ? walk.openOther() : walk.closeOther())],
    swap: [
      1,
      async () => {
        if (walk.other === null) return;
        // The other program takes over the folder while this one is closed.
        await walk.desk.whileClosed(() => walk.other!.idle());
      },
    ],
    clock: [2, async () => void (walk.desk.clockOffset += (walk.below(3) - 1) * 200 * 86_400_000)],
    faults: [
      3,
      async () => {
        const fault = walk.pick(FAULTS)!;
        walk.log(`  ${JSON.stringify(fault)}`);
        await walk.desk.practice.client.setFaults(fault);
      },
    ],
    noFaults: [3, async () => await walk.desk.practice.client.clearFaults()],
    decide: [
      5,
      async () => {
        const one = walk.pick(await walk.projects(({ state }) => state.at === 'needs-decision'));
        if (one === undefined || one.state.at !== 'needs-decision') return;
        const safe = one.state.choices.filter((choice) => ['look-again', 'give-up', 'fetch', 'keep', 'stop'].includes(choice));
        const choice = walk.pick(safe);
        walk.log(`  ${one.name}: ${one.state.question} → ${String(choice)} of ${one.state.choices.join()}`);
        if (choice !== undefined) await walk.call('project.decide', { id: one.id, choice });
      },
    ],
    control: [
      2,
      async () => {
        const one = walk.pick(await walk.projects(({ state }) => !['draft', 'done', 'reading'].includes(state.at)));
        if (one === undefined) return;
        const name = walk.pick(['project.pause', 'project.resume', 'project.cancel'] as const)!;
        walk.log(`  ${name} ${one.name} at ${one.state.at}`);
        await walk.call(name, { id: one.id });
      },
    ],
    again: [
      1,
      async () => {
        const one = walk.pick(await walk.projects(({ state }) => state.at === 'ended'));
        if (one !== undefined) await walk.call('projects.startAgain', { id: one.id });
      },
    ],
    maxRows: [
      2,
      async () => {
        const id = walk.random() < 0.5 ? walk.second : walk.desk.connectionId;
        const { settings } = (await walk.desk.call('connections.list', {})).find((one) => one.id === id)!;
        await walk.call('connections.change', { id, settings: { ...settings, maxRows: walk.pick([2, 3, 4])! } });
      },
    ],
    nextPart: [
      2,
      async () => {
        const one = walk.pick(await walk.projects(({ lineage }) => lineage?.kind === 'part'));
        if (one !== undefined) await walk.call('parts.sendNext', { id: one.id });
      },
    ],
    release: [
      1,
      async () => {
        const one = walk.pick(await walk.projects(({ lineage }) => lineage?.kind === 'part'));
        if (one !== undefined) await walk.call('parts.release', { id: one.id });
      },
    ],
    idle: [3, () => walk.idle()],
  };
  return steps;
}

/** Draws one step and takes it; a refusal is part of the walk. */
export async function takeStep(walk: Walk, steps: WalkSteps): Promise<void> {
  const all = Object.entries(steps);
  let at = walk.random() * all.reduce((sum, [, [weight]]) => sum + weight, 0);
  const [name, [, work]] = all.find(([, [weight]]) => (at -= weight) < 0) ?? all[0]!;
  walk.log(`${walk.done.length} ${name}`);
  try {
    await work();
  } catch (error) {
    walk.refusedWith(error);
  }
}
