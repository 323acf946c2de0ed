/** One list sent through the runner to the model service, with any of its answers replaced. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { AppError } from '../../shared/base/errors.ts';
import { ModelDesk, type ModelHistory, modelHistory, virtualClock } from './desk-model.ts';
import { LIST_ROWS, ModelService, Tape } from './model-service.ts';

type Calls = ReturnType<ModelService['calls']>;
type Method = Exclude<keyof Calls, 'servedAt'>;
/** What replaces the answer to a call, counted from 1; undefined: the answer of the service. `real` makes the call. */
export type Answer = (call: number, real: () => Promise<never>) => unknown;

const CHANGES = new Set<string>(['createProject', 'addList', 'process']);
/** Opens a data folder for the tests of a file. `sent` sends one list; `nextName` is the name of the next one on the service. */
export function setupModelList() {
  let folder = '';
  let model: ModelHistory;
  let lists = 0;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-called-'));
    model = modelHistory(folder);
  });

  afterAll(() => {
    model.database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const markerOf = (list: number) => `C${String(list).padStart(7, '0')}`;
  /** Sends one list to a service with replaced answers; returns the calls and the result. `choices` are made by the user. */
  async function sent(answers: Partial<Record<Method, Answer>> = {}, choices: readonly ('ask-again' | 'resume')[] = []) {
    const marker = markerOf(++lists);
    const id = model.addProject(marker);
    const service = new ModelService(new Tape([]));
    const calls: string[] = [];
    const waits: number[] = [];
    const clock = virtualClock();
    const stub = {
      projects: service.projects,
      calls: (...given: Parameters<ModelService['calls']>) =>
        new Proxy(service.calls(...given), {
          get: (target, name) => {
            const real = target[name as Method] as unknown;
            if (typeof real !== 'function') return real;
            return async (...input: unknown[]) => {
              calls.push(String(name));
              waits.push(clock.elapsed());
              const count = calls.filter((one) => one === name).length;
              const act = () => (real as (...more: unknown[]) => Promise<never>)(...input);
              return (await answers[name as Method]?.(count, act)) ?? (await act());
            };
          },
        }),
    };
    const desk = new ModelDesk(model, stub as unknown as ModelService, clock);
    const name = `Model · ${marker}`;
    await desk.runner.command(id, { type: 'send' }, { rows: LIST_ROWS });
    await desk.runner.idle();
    for (const choice of choices) {
      await desk.runner.command(id, choice === 'resume' ? { type: 'resume' } : { type: 'choose', choice, nameOnService: name, now: 0 }, {});
      await desk.runner.idle();
    }
    const { state, submission, lastError } = model.database.projects.find(id)!;
    const journal = model.database.journal.entries(id);
    await desk.runner.stop();
    model.database.eraseProject(id, 0);
    return {
      calls,
      waits,
      state,
      submission,
      lastError,
      journal,
      name,
      service,
      errors: desk.log.errors,
      credits: desk.credits,
      changes: calls.filter((call) => CHANGES.has(call)),
    };
  }

  return { sent, nextName: () => `Model · ${markerOf(lists + 1)}` };
}

export const SUCCESS = ['createProject', 'addList', 'process'];
export const refused = (status: number, words: string) => ({
  outcome: 'refused',
  status,
  words,
  failure: new AppError('SERVICE_REFUSED', `${words}.`, { requestId: 'R-1' }),
});
export const notSent = (waitMs: number | null) => ({
  outcome: 'not-sent',
  failure: new AppError('SERVICE_UNREACHABLE', 'Not there.'),
  waitMs,
});
export const unknown = { outcome: 'unknown', why: 'The answer was lost.' };
export const remote = (more: object) => ({
  remoteId: 'P1',
  name: null,
  status: 'created',
  totalRows: LIST_ROWS,
  validRows: null,
  createdAt: null,
  ...more,
});
/** Gives this answer only to the first call. */
export const once =
  (answer: unknown): Answer =>
  (call) =>
    call === 1 ? answer : undefined;
/** Lets the first call take effect and then replaces its answer. */
export const actsOnce =
  (answer: unknown): Answer =>
  async (call, real) => {
    if (call > 1) return undefined;
    await real();
    return answer;
  };
