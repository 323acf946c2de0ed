/** Random lives of a project against a model of the service that takes everything twice: it must never be asked to. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { array, assert, asyncProperty, nat } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelMeaning, type Choice, next, NotNow, ProjectState, type ProjectEvent } from '../../../shared/project/project.ts';
import { LIST_ROWS, ModelDesk, modelHistory, ModelService, Tape, virtualClock } from '../../kit/desk-model.ts';

/** Other lives and more of them: MODEL_RUNS and MODEL_SEED. A failure names its seed. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 200);
const SEED = process.env['MODEL_SEED'] ?? (process.env['MODEL_RUNS'] === undefined ? '20240515' : undefined);

let folder = '';
let model: ReturnType<typeof modelHistory>;

beforeAll(() => {
  // Every entry waits for the disk; in memory that costs nothing.
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'desk-model-'));
  model = modelHistory(folder);
});

afterAll(() => {
  model.history.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a person who knows the truth chooses: never a second payment, never a project that did not start. */
function wiseChoice(choices: readonly Choice[], started: boolean, tape: Tape): Choice {
  const good = choices.filter((choice) => {
    if (choice === 'look-again') return true;
    if (choice === 'it-happened') return started;
    return choice === 'give-up' ? false : !started;
  });
  // Looking again and again is a life without an end: whoever has looked enough chooses something else.
  const patient = tape.used ? good.filter((choice) => choice !== 'look-again') : good;
  return patient[tape.next(Math.max(1, patient.length))] ?? (good.includes('look-again') ? 'look-again' : 'give-up');
}

/** Something happens beside the runner: a pause, a wake, a death. */
async function disturb(desk: ModelDesk, id: string, tape: Tape): Promise<void> {
  const { runner } = desk;
  const command = async (type: 'pause' | 'cancel') => {
    await runner.command(id, { type }).catch((error: unknown) => {
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

/** One life from "send" to its end; answers the last state. */
async function live(id: string, desk: ModelDesk, tape: Tape): Promise<ProjectState> {
  desk.service.between = () => disturb(desk, id, tape);
  desk.killAtEntry(tape.next(3) === 1 ? tape.next(40) : -1);
  await desk.runner.command(id, { type: 'send' }).catch(() => undefined);
  for (let turn = 0; turn < 400; turn++) {
    await desk.runner.idle();
    const { state } = model.history.project(id)!;
    expect(trapped(state)).toEqual([]);
    if (desk.dead) {
      desk.restart();
      continue;
    }
    switch (state.at) {
      case 'draft':
        await desk.runner.command(id, { type: 'send' }).catch(() => undefined);
        break;
      case 'paused':
      case 'needs-token':
        await desk.runner.command(id, { type: 'resume' }).catch(() => undefined);
        break;
      case 'needs-decision': {
        const marker = `Model · D${String(turn).padStart(7, '0')}`;
        const choice = wiseChoice(state.choices, desk.service.starts > 0, tape);
        await desk.runner.command(id, { type: 'choose', choice, marker, now: 0 }).catch(() => undefined);
        break;
      }
      case 'done':
      case 'ended':
        return state;
      default:
        // A defect leaves a project at work without anybody at it.
        if (desk.log.errors.length > 0) return state;
        desk.restart();
    }
  }
  return model.history.project(id)!.state;
}

/** What is wrong with a state in which a project stands still: a person must be able to lead it on, and to end it. */
function trapped(state: ProjectState): string[] {
  const wrong: string[] = [];
  const leads = (event: ProjectEvent) => {
    try {
      next(state, event);
    } catch (error) {
      wrong.push(`${state.at}: ${String(error)}`);
    }
  };
  if (!ProjectState.safeParse(JSON.parse(JSON.stringify(state))).success) wrong.push(`${state.at} can not be read back`);
  if (cancelMeaning(state) !== 'nothing') leads({ type: 'cancel' });
  if (state.at === 'draft') leads({ type: 'send' });
  if (state.at === 'paused' || state.at === 'needs-token') leads({ type: 'resume' });
  if (state.at === 'needs-decision') {
    for (const choice of state.choices) leads({ type: 'choose', choice, marker: 'Model · M0000000', now: 0 });
    if (!state.choices.includes('give-up')) wrong.push(`"${state.question}" can not be given up`);
  }
  if (state.at === 'ended' && state.charged === 'maybe') leads({ type: 'resume' });
  return wrong;
}

/** What is wrong with a life as it ended, as sentences. */
function wrongs(state: ProjectState, service: ModelService, defects: readonly unknown[]): string[] {
  const { starts, projects } = service;
  const wrong = defects.map(String);
  if (starts > 1) wrong.push(`${starts} starts were acted on`);
  for (const { id, starts: paid, rows, lists } of projects)
    if (paid > 0 && (rows !== LIST_ROWS || lists !== 1)) wrong.push(`${id} was paid for with ${rows} rows of ${lists} lists`);
  if (state.at === 'done') {
    const { submitted, scored, refused, unknown } = state.counts;
    if (starts !== 1 || scored + refused + unknown !== submitted)
      wrong.push(`done after ${starts} starts with ${JSON.stringify(state.counts)}`);
  } else if (state.at !== 'ended') wrong.push(`it came to no end: ${state.at}`);
  else if (state.charged === 'no' && starts > 0) wrong.push('it ended as free of charge and was not');
  return wrong;
}

it('pays at most once, whatever happens', { timeout: 240_000 }, async () => {
  const ends: ProjectState['at'][] = [];
  await assert(
    asyncProperty(nat(50), array(nat(2519), { maxLength: 120, size: 'max' }), async (calm, numbers) => {
      // Trouble from the start rarely comes as far as the call that costs money: some lives begin calmly.
      const tape = new Tape([...Array<number>(calm).fill(0), ...numbers]);
      const service = new ModelService(tape);
      const desk = new ModelDesk(model.history, service, virtualClock());
      const id = model.addProject();
      const state = await live(id, desk, tape);
      model.history.forgetProject(id, 0);
      ends.push(state.at);
      expect(wrongs(state, service, desk.log.errors)).toEqual([]);
    }),
    { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }), interruptAfterTimeLimit: 150_000 },
  );
  // Most lives come to their results; a test in which none does proves nothing.
  expect(ends.filter((at) => at === 'done').length).toBeGreaterThan(ends.length / 2);
});
