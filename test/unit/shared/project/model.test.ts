/**
 * Random lives of a project against a model of the service that accepts everything twice: the app must never request
 * it. Some folders are copied before their list is sent, some are restored to an earlier state.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { array, assert, asyncProperty, nat } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelMeaning, type Choice, next, NotNow, ProjectState, type ProjectEvent } from '../../../../shared/project/project.ts';
import {
  LIST_ROWS,
  ModelDesk,
  type ModelHistory,
  modelHistory,
  ModelService,
  type ModelUse,
  Tape,
  virtualClock,
} from '../../../kit/desk-model.ts';

/** MODEL_RUNS and MODEL_SEED run other or more lives. A failure prints its seed. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 200);
const SEED = process.env['MODEL_SEED'] ?? (process.env['MODEL_RUNS'] === undefined ? '20240515' : undefined);

let folder = '';
let models: readonly [ModelHistory, ModelHistory];

beforeAll(() => {
  // Every entry waits for the disk; in memory that costs nothing.
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'desk-model-'));
  models = [modelHistory(join(folder, 'one')), modelHistory(join(folder, 'two'))];
});

afterAll(() => {
  for (const { database } of models) database.close();
  rmSync(folder, { recursive: true, force: true });
});

type Deciding = Extract<ProjectState, { at: 'needs-decision' }>;

/** One folder with its program, and what it shares with its copy. */
interface Life {
  readonly model: ModelHistory;
  readonly id: string;
  readonly desk: ModelDesk;
  readonly tape: Tape;
  readonly isCopy: boolean;
  /** Whether the other folder can still continue. */
  readonly isBeside: () => boolean;
  /** Restarts before the computer is lost for good. */
  deaths: number;
}

const stateOf = ({ model, id }: Life): ProjectState => model.database.project(id)!.state;

/** Whether a person who knows the facts can choose this: never a second payment, never a project that did not start. */
function isWise(choice: Choice, { resume }: Deciding, { desk, isBeside }: Life): boolean {
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
      return resume.at === 'confirming' ? starts === 0 && own?.rows === LIST_ROWS && !isBeside() : isPaid;
    case 'ask-again':
      return starts === 0 && (resume.at === 'creating' || resume.at === 'confirming' || !isBeside());
    case 'start-over':
      return starts === 0 && !isBeside();
    // An answer with another name is never ours in this model, and abandoning is the last resort.
    case 'ours':
    case 'give-up':
      return false;
  }
}

function wiseChoice(state: Deciding, life: Life): Choice {
  const { desk, tape, isCopy } = life;
  const { resume, choices } = state;
  const { projects, starts } = desk.service;
  const isPaidHere = 'remoteId' in resume && projects.some(({ id, starts: paid }) => id === resume.remoteId && paid > 0);
  // The paid project is elsewhere: this one will get nothing.
  if (starts > 0 && !isPaidHere) return 'give-up';
  const good = choices.filter((choice) => isWise(choice, state, life));
  // Endless observing never ends a life, so choose something else after the tape ends.
  const patient = tape.used ? good.filter((choice) => choice !== 'look-again') : good;
  const chosen = patient[tape.next(Math.max(1, patient.length))];
  if (chosen !== undefined) return chosen;
  // If two copies wait for each other, the second one stops.
  return good.includes('look-again') && !(isCopy && life.isBeside()) ? 'look-again' : 'give-up';
}

/** A pause, a wake or a death in parallel with the runner. */
async function disturb({ desk, id, tape }: Life): Promise<void> {
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

/** Runs one life to its end, or to its last death. */
async function live(life: Life): Promise<void> {
  const { id, desk, tape } = life;
  if (stateOf(life).at === 'draft') {
    desk.killAtEntry(tape.next(3) === 1 ? tape.next(40) : -1);
    await desk.runner.command(id, { type: 'send' }, { rows: LIST_ROWS }).catch(() => undefined);
  } else desk.restart();
  // Waiting for the other copy can take long.
  const most = { alone: 400, beside: 20_000 };
  for (const turns = { alone: 0, beside: 0 }; turns.alone < most.alone && turns.beside < most.beside;) {
    turns[life.isBeside() ? 'beside' : 'alone'] += 1;
    // Lets the other one continue.
    if (life.isBeside()) await new Promise((resolve) => setImmediate(resolve));
    await desk.runner.idle();
    const state = stateOf(life);
    expect(trapped(state)).toEqual([]);
    if (desk.dead) {
      if (life.deaths === 0) return;
      life.deaths -= 1;
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
          .command(id, { type: 'choose', choice: wiseChoice(state, life), marker: nameOf(life), now: 0 }, {})
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

const nameOf = ({ model, id }: Life) => `Model · ${model.database.project(id)!.submission.marker}`;

/** Errors of a waiting state: a person must be able to continue it, and to end it. */
function trapped(state: ProjectState): string[] {
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
    for (const choice of state.choices) leads({ type: 'choose', choice, marker: 'Model · M0000000', now: 0 });
    if (!state.choices.includes('give-up')) wrong.push(`"${state.question}" cannot be given up`);
  }
  if (state.at === 'ended' && state.charged === 'maybe') leads({ type: 'resume' });
  return wrong;
}

/** Errors of finished lives, as sentences. A single folder that was never restored must know its cost. */
function wrongs(lives: readonly Life[], service: ModelService, use: ModelUse): string[] {
  const { starts, projects } = service;
  const wrong = lives.flatMap(({ desk }) => desk.log.errors.map(String));
  if (starts > 1) wrong.push(`${starts} starts were acted on`);
  for (const { id, starts: paid, rows, lists } of projects)
    if (paid > 0 && (rows !== LIST_ROWS || lists !== 1)) wrong.push(`${id} was paid for with ${rows} rows of ${lists} lists`);
  for (const life of lives) {
    const state = stateOf(life);
    if (state.at === 'done') {
      const { submitted, scored, refused, unknown } = state.counts;
      if (starts !== 1 || scored + refused + unknown !== submitted)
        wrong.push(`done after ${starts} starts with ${JSON.stringify(state.counts)}`);
    } else if (state.at !== 'ended') {
      if (life.deaths > 0) wrong.push(`it came to no end: ${JSON.stringify(state)}`);
    } else if (state.charged === 'no' && starts > 0 && use === 'alone') wrong.push('it ended as free of charge and was not');
  }
  return wrong;
}

type Story = 'plain' | 'copied' | 'copied at once' | 'put back';
const STORIES: readonly Story[] = ['plain', 'plain', 'copied', 'copied at once', 'put back'];
const USES: Readonly<Record<Story, ModelUse>> = { plain: 'alone', copied: 'in turns', 'copied at once': 'at once', 'put back': 'in turns' };

let lists = 0;

/** Runs a story to its end and returns its errors and final states. */
async function tell(story: Story, tape: Tape): Promise<{ readonly wrong: string[]; readonly ends: ProjectState['at'][] }> {
  const use = USES[story];
  const service = new ModelService(tape, use);
  const clock = virtualClock();
  const marker = `K${String(++lists).padStart(7, '0')}`;
  const over = new Set<Life>();
  const lives = models.map((model, at): Life => {
    const id = model.addProject(marker);
    const life: Life = {
      model,
      id,
      desk: new ModelDesk(model, service, clock),
      tape,
      isCopy: at > 0,
      isBeside: () => use === 'at once' && lives.some((other) => other !== life && !over.has(other)),
      // A lost computer never returns; the effects of its calls stay.
      deaths: story === 'copied' && at === 0 && tape.next(2) === 1 ? tape.next(3) : 1000,
    };
    life.desk.between = () => disturb(life);
    return life;
  }) as [Life, Life];
  const [first, second] = lives;
  const toEnd = async (life: Life) => {
    try {
      await live(life);
    } finally {
      over.add(life);
    }
  };
  const used: Life[] = [first];
  if (story === 'put back') {
    let before: ProjectState | null = null;
    first.desk.between = async () => {
      // The state for a restore; the last one drawn counts.
      if (tape.next(8) === 1) before = stateOf(first);
      await disturb(first);
    };
    await toEnd(first);
    first.desk.between = () => disturb(first);
    if (before !== null) {
      service.catchUp();
      first.model.database.advance(first.id, before, { at: 0, event: { type: 'restarted' } });
      await toEnd(first);
    }
  } else if (story === 'copied') {
    await toEnd(first);
    service.catchUp();
    await toEnd(second);
    used.push(second);
  } else if (story === 'copied at once') {
    await Promise.all([toEnd(first), toEnd(second)]);
    used.push(second);
  } else await toEnd(first);
  const ends = used.map((life) => stateOf(life).at);
  const wrong = wrongs(used, service, use);
  for (const { model, id, desk } of lives) {
    await desk.runner.stop();
    model.database.forgetProject(id, 0);
  }
  return { wrong, ends };
}

it('pays at most once, whatever happens', { timeout: 600_000 }, async () => {
  const ends = new Map<Story, ProjectState['at'][]>();
  await assert(
    asyncProperty(nat(4), nat(50), array(nat(2519), { maxLength: 120, size: 'max' }), async (at, calm, numbers) => {
      const story = STORIES[at]!;
      // Early faults rarely allow the call that costs money, so some lives begin without them.
      const end = await tell(story, new Tape([...Array<number>(calm).fill(0), ...numbers]));
      expect({ story, wrong: end.wrong }).toEqual({ story, wrong: [] });
      ends.set(story, [...(ends.get(story) ?? []), ...end.ends]);
    }),
    { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }), interruptAfterTimeLimit: 500_000 },
  );
  // Every story must have lives with results; otherwise the test proves nothing.
  for (const story of STORIES) {
    const all = ends.get(story) ?? [];
    const isProof = all.filter((at) => at === 'done').length > all.length / 4;
    expect({ story, isProof }).toEqual({ story, isProof: true });
  }
});
