/**
 * Random runs of a project against a model of the service that accepts every request twice: the app must never pay
 * twice. Some folders are copied before their list is sent, some are restored to an earlier state.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { array, assert, asyncProperty, nat } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelMeaning } from '../../../../shared/project/state-properties.ts';
import { type Choice, ProjectState } from '../../../../shared/project/project-shapes.ts';
import { next } from '../../../../shared/project/project.ts';
import { NotNow, type ProjectEvent } from '../../../../shared/project/project-events.ts';
import { ModelDesk, type ModelHistory, modelHistory, virtualClock } from '../../../kit/desk-model.ts';
import { LIST_ROWS, ModelService, type ModelUse, Tape } from '../../../kit/model-service.ts';

/**
 * MODEL_RUNS and MODEL_SEED set the number of random runs and their seed; with MODEL_RUNS alone, PROPERTY_SEED does. A failure prints its
 * seed.
 */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 200);
const SEED = process.env['MODEL_SEED'] ?? (process.env['MODEL_RUNS'] === undefined ? '20240515' : undefined);

let folder = '';
let models: readonly [ModelHistory, ModelHistory];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-model-'));
  models = [modelHistory(join(folder, 'one')), modelHistory(join(folder, 'two'))];
});

afterAll(() => {
  for (const { database } of models) database.close();
  rmSync(folder, { recursive: true, force: true });
});

type Deciding = Extract<ProjectState, { at: 'needs-decision' }>;

/** One folder with its program, and what it shares with its copy. */
interface Instance {
  readonly model: ModelHistory;
  readonly id: string;
  readonly desk: ModelDesk;
  readonly tape: Tape;
  readonly isCopy: boolean;
  /** Whether the other folder can still continue. */
  readonly hasActiveCopy: () => boolean;
  /** How often the program restarts before the computer is lost. */
  restartsLeft: number;
}

const stateOf = ({ model, id }: Instance): ProjectState => model.database.projects.find(id)!.state;

/** Whether a user who knows the facts can choose this: never a second payment, never a project that did not start. */
function isSafe(choice: Choice, { resume }: Deciding, { desk, hasActiveCopy }: Instance): boolean {
  const { starts, projects } = desk.service;
  const own = 'remoteId' in resume ? projects.find(({ id }) => id === resume.remoteId) : undefined;
  const isPaid = own !== undefined && own.starts > 0;
  switch (choice) {
    case 'look-again':
      return true;
    case 'fetch':
    case 'keep':
      return isPaid;
    case 'it-happened':
      return resume.at === 'confirming' ? starts === 0 && own?.rows === LIST_ROWS && !hasActiveCopy() : isPaid;
    case 'ask-again':
      return starts === 0 && (resume.at === 'creating' || resume.at === 'confirming' || !hasActiveCopy());
    case 'start-over':
      return starts === 0 && !hasActiveCopy();
    // An answer with another name is never ours in this model, and abandoning is the last resort.
    case 'ours':
    case 'give-up':
      return false;
  }
}

function safeChoice(state: Deciding, instance: Instance): Choice {
  const { desk, tape, isCopy } = instance;
  const { resume, choices } = state;
  const { projects, starts } = desk.service;
  const isPaidHere = 'remoteId' in resume && projects.some(({ id, starts: paid }) => id === resume.remoteId && paid > 0);
  // Another project is paid for, so this one gets no results.
  if (starts > 0 && !isPaidHere) return 'give-up';
  const good = choices.filter((choice) => isSafe(choice, state, instance));
  // Observing again never ends a run, so something else is chosen after the tape ends.
  const patient = tape.used ? good.filter((choice) => choice !== 'look-again') : good;
  const chosen = patient[tape.next(Math.max(1, patient.length))];
  if (chosen !== undefined) return chosen;
  // If two copies wait for each other, the second one stops.
  return good.includes('look-again') && !(isCopy && instance.hasActiveCopy()) ? 'look-again' : 'give-up';
}

/** Pauses, wakes, cancels or kills the program in parallel with the runner. */
async function interrupt({ desk, id, tape }: Instance): Promise<void> {
  const { runner } = desk;
  const command = async (type: 'pause' | 'cancel') => {
    await runner.command(id, { type }, {}).catch((error: unknown) => {
      if (!(error instanceof NotNow) && !desk.dead) throw error;
    });
  };
  switch (tape.next(30)) {
    case 1:
    case 11:
      void command('pause');
      break;
    case 2:
    case 12:
      runner.wake();
      break;
    case 3:
    case 13:
      desk.kill();
      break;
    case 4:
    case 14:
      desk.killAtEntry(tape.next(5));
      break;
    case 5:
      void command('cancel');
      break;
    default:
  }
  await Promise.resolve();
}

/** Runs one program to its end, or until it is killed for the last time. */
async function runToEnd(instance: Instance): Promise<void> {
  const { id, desk, tape } = instance;
  if (stateOf(instance).at === 'draft') {
    desk.killAtEntry(tape.next(3) === 1 ? tape.next(40) : -1);
    await desk.runner.command(id, { type: 'send' }, { rows: LIST_ROWS }).catch(() => undefined);
  } else desk.restart();
  // Waiting for the other copy can take long.
  const most = { alone: 400, together: 20_000 };
  for (const turns = { alone: 0, together: 0 }; turns.alone < most.alone && turns.together < most.together;) {
    turns[instance.hasActiveCopy() ? 'together' : 'alone'] += 1;
    // Lets the other program continue.
    if (instance.hasActiveCopy()) await new Promise((resolve) => setImmediate(resolve));
    await desk.runner.idle();
    const state = stateOf(instance);
    expect(waitingErrors(state)).toEqual([]);
    if (desk.dead) {
      if (instance.restartsLeft === 0) return;
      instance.restartsLeft -= 1;
      desk.restart();
      continue;
    }
    switch (state.at) {
      case 'draft':
        await desk.runner.command(id, { type: 'send' }, { rows: LIST_ROWS }).catch(() => undefined);
        break;
      case 'paused':
      case 'needs-token':
        await desk.runner.command(id, { type: 'resume' }, {}).catch(() => undefined);
        break;
      case 'needs-decision':
        await desk.runner
          .command(id, { type: 'choose', choice: safeChoice(state, instance), nameOnService: nameOf(instance), now: 0 }, {})
          .catch(() => undefined);
        break;
      case 'done':
      case 'ended':
        return;
      default:
        // A defect leaves a running project without a run.
        if (desk.log.errors.length > 0) return;
        desk.restart();
    }
  }
}

const nameOf = ({ model, id }: Instance) => `Model · ${model.database.projects.find(id)!.submission.marker}`;

/** Errors of a waiting state: the user must be able to continue it and to end it. */
function waitingErrors(state: ProjectState): string[] {
  const wrong: string[] = [];
  const leads = (event: ProjectEvent) => {
    try {
      next(state, event);
    } catch (error) {
      wrong.push(`${state.at}: ${String(error)}`);
    }
  };
  if (!ProjectState.safeParse(JSON.parse(JSON.stringify(state))).success) wrong.push(`${state.at} cannot be read back`);
  if (cancelMeaning(state) !== 'nothing') leads({ type: 'cancel' });
  if (state.at === 'draft') leads({ type: 'send' });
  if (state.at === 'paused' || state.at === 'needs-token') leads({ type: 'resume' });
  if (state.at === 'needs-decision') {
    for (const choice of state.choices) leads({ type: 'choose', choice, nameOnService: 'Model · M0000000', now: 0 });
    if (!state.choices.includes('give-up')) wrong.push(`"${state.question}" cannot be given up`);
  }
  if (state.at === 'ended' && state.charged === 'maybe') leads({ type: 'resume' });
  return wrong;
}

/** Errors of finished runs, as sentences. A single folder that was never restored must know its cost. */
function finalErrors(instances: readonly Instance[], service: ModelService, use: ModelUse): string[] {
  const { starts, projects } = service;
  const wrong = instances.flatMap(({ desk }) => desk.log.errors.map(String));
  if (starts > 1) wrong.push(`${starts} starts were acted on`);
  for (const { id, starts: paid, rows, lists } of projects)
    if (paid > 0 && (rows !== LIST_ROWS || lists !== 1)) wrong.push(`${id} was paid for with ${rows} rows of ${lists} lists`);
  for (const instance of instances) {
    const state = stateOf(instance);
    if (state.at === 'done') {
      const { submitted, scored, refused, unknown } = state.counts;
      if (starts !== 1 || scored + refused + unknown !== submitted)
        wrong.push(`done after ${starts} starts with ${JSON.stringify(state.counts)}`);
    } else if (state.at !== 'ended') {
      if (instance.restartsLeft > 0) wrong.push(`it came to no end: ${JSON.stringify(state)}`);
    } else if (state.charged === 'no' && starts > 0 && use === 'alone') wrong.push('it ended as free of charge and was not');
  }
  return wrong;
}

type Scenario = 'plain' | 'copied' | 'copied at once' | 'put back';
const SCENARIOS: readonly Scenario[] = ['plain', 'plain', 'copied', 'copied at once', 'put back'];
const USES: Readonly<Record<Scenario, ModelUse>> = {
  plain: 'alone',
  copied: 'in turns',
  'copied at once': 'at once',
  'put back': 'in turns',
};

let lists = 0;

/** Runs a scenario to its end and returns its errors and final states. */
async function runScenario(scenario: Scenario, tape: Tape): Promise<{ readonly wrong: string[]; readonly ends: ProjectState['at'][] }> {
  const use = USES[scenario];
  const service = new ModelService(tape, use);
  const clock = virtualClock();
  const marker = `K${String(++lists).padStart(7, '0')}`;
  const over = new Set<Instance>();
  const instances = models.map((model, at): Instance => {
    const id = model.addProject(marker);
    const instance: Instance = {
      model,
      id,
      desk: new ModelDesk(model, service, clock),
      tape,
      isCopy: at > 0,
      hasActiveCopy: () => use === 'at once' && instances.some((other) => other !== instance && !over.has(other)),
      // A lost computer never returns; the effects of its calls stay.
      restartsLeft: scenario === 'copied' && at === 0 && tape.next(2) === 1 ? tape.next(3) : 1000,
    };
    instance.desk.between = () => interrupt(instance);
    return instance;
  }) as [Instance, Instance];
  const [first, second] = instances;
  const toEnd = async (instance: Instance) => {
    try {
      await runToEnd(instance);
    } finally {
      over.add(instance);
    }
  };
  const used: Instance[] = [first];
  if (scenario === 'put back') {
    let before: ProjectState | null = null;
    first.desk.between = async () => {
      // The state for a restore; the last one drawn counts.
      if (tape.next(8) === 1) before = stateOf(first);
      await interrupt(first);
    };
    await toEnd(first);
    first.desk.between = () => interrupt(first);
    if (before !== null) {
      service.catchUp();
      first.model.database.projects.advance(first.id, before, { at: 0, event: { type: 'restarted' } });
      await toEnd(first);
    }
  } else if (scenario === 'copied') {
    await toEnd(first);
    service.catchUp();
    await toEnd(second);
    used.push(second);
  } else if (scenario === 'copied at once') {
    await Promise.all([toEnd(first), toEnd(second)]);
    used.push(second);
  } else await toEnd(first);
  const ends = used.map((instance) => stateOf(instance).at);
  const wrong = finalErrors(used, service, use);
  for (const { model, id, desk } of instances) {
    await desk.runner.stop();
    model.database.eraseProject(id, 0);
  }
  return { wrong, ends };
}

it('pays at most once, whatever happens', { timeout: 600_000 }, async () => {
  const ends = new Map<Scenario, ProjectState['at'][]>();
  await assert(
    asyncProperty(nat(4), nat(50), array(nat(2519), { maxLength: 120, size: 'max' }), async (at, calm, numbers) => {
      const scenario = SCENARIOS[at]!;
      // Early faults often prevent the call that costs money, so some runs start without faults.
      const end = await runScenario(scenario, new Tape([...Array<number>(calm).fill(0), ...numbers]));
      expect({ scenario, wrong: end.wrong }).toEqual({ scenario, wrong: [] });
      ends.set(scenario, [...(ends.get(scenario) ?? []), ...end.ends]);
    }),
    { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }), interruptAfterTimeLimit: 500_000 },
  );
  // Every scenario must have runs with results; otherwise the test proves nothing.
  for (const scenario of SCENARIOS) {
    const all = ends.get(scenario) ?? [];
    const isProof = all.filter((at) => at === 'done').length > all.length / 4;
    expect({ scenario, isProof }).toEqual({ scenario, isProof: true });
  }
});
