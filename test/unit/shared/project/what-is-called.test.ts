/** The calls to the service, when everything succeeds and when one answer is wrong. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/base/errors.ts';
import type { ProjectState } from '../../../../shared/project/project.ts';
import { LIST_ROWS, ModelDesk, type ModelHistory, modelHistory, ModelService, Tape, virtualClock } from '../../../kit/desk-model.ts';

type Calls = ReturnType<ModelService['calls']>;
type Method = Exclude<keyof Calls, 'servedAt'>;
type Answer = (call: number, real: () => Promise<never>) => unknown;

let folder = '';
let model: ModelHistory;

beforeAll(() => {
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'desk-called-'));
  model = modelHistory(folder);
});

afterAll(() => {
  model.database.close();
  rmSync(folder, { recursive: true, force: true });
});

const CHANGES = new Set<string>(['createProject', 'addList', 'process']);
let lists = 0;

/** Sends one list to a service with replaced answers; returns the calls and the result. `choices` are made by the user. */
async function sent(answers: Partial<Record<Method, Answer>> = {}, choices: readonly ('ask-again' | 'resume')[] = []) {
  const marker = `C${String(++lists).padStart(7, '0')}`;
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

const SUCCESS = ['createProject', 'addList', 'process'];
const questionOf = (state: ProjectState) => (state.at === 'needs-decision' ? state.question : state.at);
const refused = (status: number, words: string) => ({
  outcome: 'refused',
  status,
  words,
  failure: new AppError('SERVICE_REFUSED', `${words}.`, { requestId: 'R-1' }),
});
const notSent = (waitMs: number | null) => ({ outcome: 'not-sent', failure: new AppError('SERVICE_UNREACHABLE', 'Not there.'), waitMs });
const unknown = { outcome: 'unknown', why: 'The answer was lost.' };
const remote = (more: object) => ({
  remoteId: 'P1',
  name: null,
  status: 'created',
  totalRows: LIST_ROWS,
  validRows: null,
  createdAt: null,
  ...more,
});
/** Gives this answer only to the first call. */
const once =
  (answer: unknown): Answer =>
  (call) =>
    call === 1 ? answer : undefined;
/** Lets the first call take effect and then replaces its answer. */
const actsOnce =
  (answer: unknown): Answer =>
  async (call, real) => {
    if (call > 1) return undefined;
    await real();
    return answer;
  };

describe('a successful list', () => {
  it('is searched for before its creation, counted before payment, and observed right before the start', async () => {
    const { calls, state, submission, service, errors } = await sent();
    const upToStart = calls.slice(0, calls.indexOf('process') + 1);
    expect(upToStart).toEqual(['projects', 'createProject', 'addList', 'project', 'credits', 'projects', 'project', 'process']);
    expect(state).toMatchObject({ at: 'done', counts: { submitted: LIST_ROWS, scored: LIST_ROWS } });
    expect(submission).toMatchObject({ creditsBefore: 1_000 });
    expect([service.starts, errors]).toEqual([1, []]);
  });

  it('has the intent of each call in its journal before the outcome', async () => {
    const { journal } = await sent();
    const events = journal.map(({ event }) => event.type);
    const at = (event: (typeof events)[number]) => events.indexOf(event);
    expect(at('intend')).toBeLessThan(at('created'));
    expect(at('added')).toBeLessThan(at('observed'));
    expect(events.lastIndexOf('intend')).toBe(at('started') - 1);
    // Nothing is between the observation that opens the gate and the intent to pay.
    expect(events[at('started') - 2]).toBe('observed');
  });
});

describe('a call that had no effect', () => {
  it.each(['createProject', 'addList', 'process'] as const)('to %s is repeated after the time that the service names', async (method) => {
    const { state, changes, calls, waits, service } = await sent({ [method]: once(notSent(30_000)) });
    expect([state.at, service.starts]).toEqual(['done', 1]);
    expect(changes).toEqual(SUCCESS.flatMap((call) => (call === method ? [call, call] : [call])));
    const [first, again] = calls.flatMap((call, at) => (call === method ? [waits[at]!] : []));
    expect(again! - first!).toBeGreaterThanOrEqual(30_000);
  });

  it.each(['createProject', 'process'] as const)('to %s is repeated when no time is named', async (method) => {
    const { state, changes, calls, waits } = await sent({ [method]: once(notSent(null)) });
    expect(state.at).toBe('done');
    expect(changes.filter((call) => call === method)).toHaveLength(2);
    // After a time of our own, which is half a second at least.
    const [first, again] = calls.flatMap((call, at) => (call === method ? [waits[at]!] : []));
    expect(again! - first!).toBeGreaterThanOrEqual(500);
  });
});

describe('a call with a lost answer', () => {
  it('to create is not repeated when it had an effect', async () => {
    const { state, changes, service } = await sent({ createProject: actsOnce(unknown) });
    expect([state.at, changes, service.projects.length]).toEqual(['done', SUCCESS, 1]);
  });

  it('to create is repeated when three searches over a minute find nothing', async () => {
    const { state, changes, calls, waits } = await sent({ createProject: once(unknown) });
    expect([state.at, changes]).toEqual(['done', ['createProject', ...SUCCESS]]);
    const [first, again] = calls.flatMap((call, at) => (call === 'createProject' ? [at] : []));
    expect(calls.slice(first! + 1, again).filter((call) => call === 'projects').length).toBeGreaterThanOrEqual(3);
    expect(waits[again!]! - waits[first!]!).toBeGreaterThanOrEqual(60_000);
  });

  it('to start is not repeated when it had an effect', async () => {
    const { state, changes, service } = await sent({ process: actsOnce(unknown) });
    expect([state.at, changes, service.starts]).toEqual(['done', SUCCESS, 1]);
  });

  it('to start is repeated once, after three observations over two minutes', async () => {
    const { state, changes, calls, waits, submission, service } = await sent({ process: once(unknown) });
    expect([state.at, changes, service.starts]).toEqual(['done', [...SUCCESS, 'process'], 1]);
    const [first, again] = calls.flatMap((call, at) => (call === 'process' ? [at] : []));
    expect(waits[again!]! - waits[first!]!).toBeGreaterThanOrEqual(120_000);
    expect(calls.slice(first! + 1, again).filter((call) => call === 'project').length).toBeGreaterThanOrEqual(3);
    // Its own answer has its name, so the list of projects is read before the first start only.
    expect(calls.slice(first)).not.toContain('projects');
    // The balance before the first start request shows the cost.
    expect(submission).toMatchObject({ creditsBefore: 1_000 });
  });

  it('to start raises a question after the second time', async () => {
    const { state, changes } = await sent({ process: () => unknown });
    expect([questionOf(state), changes]).toEqual(['start-unclear', [...SUCCESS, 'process']]);
  });
});

describe('a refused call', () => {
  it('to create needs the user’s decision, with the service’s message, and can then be repeated', async () => {
    const asked = await sent({ createProject: once(refused(400, 'No such name')) });
    expect(asked.state).toMatchObject({ question: 'create-refused', answer: 'No such name.' });
    expect(asked.changes).toEqual(['createProject']);
    const again = await sent({ createProject: once(refused(400, 'No such name')) }, ['ask-again']);
    expect([again.state.at, again.changes]).toEqual(['done', ['createProject', ...SUCCESS]]);
  });

  it('to start without enough credits needs the user’s decision, and keeps the message and the request ID', async () => {
    const { state, changes, service, journal } = await sent({ process: () => refused(402, 'No credits') });
    expect([questionOf(state), changes, service.starts]).toEqual(['credits-short', SUCCESS, 0]);
    expect(JSON.stringify(journal)).toContain('R-1');
    expect(JSON.stringify(journal)).toContain('No credits');
  });

  it('to start that had an effect is observed, never repeated', async () => {
    const { state, changes, service } = await sent({ process: actsOnce(refused(409, 'Already started')) });
    expect([state.at, changes, service.starts]).toEqual(['done', SUCCESS, 1]);
  });

  it('with a refused token is repeated with another one', async () => {
    const token = { outcome: 'token', failure: new AppError('TOKEN_REFUSED', 'No.') };
    for (const method of ['createProject', 'addList', 'process'] as const) {
      const waits = await sent({ [method]: once(token) });
      expect(waits.state.at).toBe('needs-token');
      expect(waits.lastError).toMatchObject({ code: 'TOKEN_REFUSED', message: 'No.' });
      expect(waits.changes.filter((call) => call === method)).toHaveLength(1);
      const again = await sent({ [method]: once(token) }, ['resume']);
      expect([again.state.at, again.service.starts]).toEqual(['done', 1]);
    }
  });
});

describe('before creation', () => {
  const marked = (remoteId: string | null, name: string) => ({ projects: [remote({ remoteId, name })], whole: true });
  /** The service's initial list: names with the marker of the list that is sent next. */
  const listed = (ids: readonly (string | null)[]) => {
    const name = `Model · C${String(lists + 1).padStart(7, '0')}`;
    return { projects: ids.map((id) => remote({ remoteId: id, name })), whole: true };
  };

  it('a project with its marker is adopted, and none is created', async () => {
    const list = listed(['P7']);
    const { changes, state, journal } = await sent({
      projects: () => list,
      project: () => remote({ remoteId: 'P7', totalRows: LIST_ROWS, status: 'created' }),
    });
    expect(changes).toEqual([]);
    expect(questionOf(state)).toBe('start-unclear');
    expect(JSON.stringify(journal)).toContain('P7');
  });

  it.each([
    ['several', ['P7', 'P8'], 'create-ambiguous'],
    ['one without an ID', [null], 'create-unclear'],
  ] as const)('%s with its marker: the user decides', async (_what, ids, question) => {
    const list = listed(ids);
    const { changes, state } = await sent({ projects: () => list });
    expect([changes, questionOf(state)]).toEqual([[], question]);
  });

  it('the journal has five IDs of the projects with its marker, and how many there are', async () => {
    const list = listed(['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7']);
    const { journal } = await sent({ projects: () => list });
    const found = journal.find(({ event }) => event.type === 'found')?.event;
    expect(found).toMatchObject({ matches: 7, remoteIds: ['P1', 'P2', 'P3', 'P4', 'P5'] });
  });

  it('a project with another marker is not ours', async () => {
    const { changes, state } = await sent({ projects: once(marked('P7', 'Model · C9999999')) });
    expect([changes, state.at]).toEqual([SUCCESS, 'done']);
  });

  it('a service without a list of projects works as well', async () => {
    const gone = () => Promise.reject(new AppError('SERVICE_REFUSED', 'There is no list.', { status: 404 }));
    const { changes, state } = await sent({ projects: gone });
    expect([changes, state.at]).toEqual([SUCCESS, 'done']);
  });
});

describe('right before payment', () => {
  /** Replaces the second observation, the one at the gate, and every later one. */
  const atGate =
    (more: object): Answer =>
    (call) =>
      call === 1 ? undefined : remote(more);

  it.each<[what: string, more: object, question: string]>([
    ['another name', { name: 'Somebody else · ZZZZ9999' }, 'not-ours'],
    ['a finished project', { status: 'processed' }, 'processed-early'],
    ['a word for work in progress', { status: 'processing' }, 'start-unclear'],
  ])('%s prevents the start', async (_what, more, question) => {
    const { changes, state, service } = await sent({ project: atGate(more) });
    expect(changes.filter((call) => call === 'process')).toEqual([]);
    expect(service.starts).toBe(0);
    expect(questionOf(state)).toBe(question);
  });

  it('a different number of rows prevents the start', async () => {
    const { changes, service } = await sent({ project: atGate({ totalRows: LIST_ROWS + 1 }) });
    expect(changes).not.toContain('process');
    expect(service.starts).toBe(0);
  });

  it('a second project with its marker prevents the start', async () => {
    const { changes, state, journal } = await sent({
      projects: async (call, real) => {
        if (call === 1) return undefined;
        const { projects, whole } = (await real()) as { projects: readonly { name: string | null }[]; whole: boolean };
        return { projects: [...projects, remote({ remoteId: 'P99', name: projects[0]!.name })], whole };
      },
    });
    expect(changes).toEqual(['createProject', 'addList']);
    expect(questionOf(state)).toBe('create-ambiguous');
    expect(JSON.stringify(journal)).toContain('"others":1');
  });

  it('a project without a name raises a question if it is missing from the list of projects', async () => {
    const { changes, state } = await sent({
      projects: (call) => (call === 1 ? undefined : { projects: [], whole: true }),
      project: () => remote({}),
    });
    expect(changes).toEqual(['createProject', 'addList']);
    expect(questionOf(state)).toBe('not-ours');
  });

  it('its name in the list of projects counts when its own answer has none', async () => {
    const strange = { projects: [remote({ name: 'Somebody else · ZZZZ9999' })], whole: true };
    const { changes, state, journal } = await sent({ projects: (call) => (call === 1 ? undefined : strange), project: () => remote({}) });
    expect(changes).toEqual(['createProject', 'addList']);
    expect(state).toMatchObject({ question: 'not-ours', answer: 'Somebody else · ZZZZ9999' });
    expect(JSON.stringify(journal)).toContain('Somebody else');
  });

  it('its name in the list of projects counts before a second start as well', async () => {
    const { changes, state } = await sent({
      process: once(unknown),
      projects: (call) => (call < 3 ? { projects: [remote({})], whole: true } : { projects: [remote({ name: 'Gala 2019' })], whole: true }),
      project: () => remote({}),
    });
    expect(changes).toEqual(SUCCESS);
    expect(state).toMatchObject({ question: 'not-ours', answer: 'Gala 2019' });
  });

  it('a service that never names a project and has no list of projects works as well', async () => {
    const gone = () => Promise.reject(new AppError('SERVICE_REFUSED', 'There is no list.', { status: 404 }));
    const nameless = async (_call: number, real: () => Promise<object>) => ({ ...(await real()), name: null });
    const { changes, state } = await sent({ projects: gone, project: nameless });
    expect([changes, state.at]).toEqual([SUCCESS, 'done']);
  });

  it('the balance is kept for the connection', async () => {
    const { credits } = await sent({ credits: once({ remaining: 900, raw: null, readAt: 0, organization: null }) });
    expect(credits[0]).toBe(900);
  });

  it('an unreadable balance does not prevent the start', async () => {
    const { state, submission, credits } = await sent({ credits: () => Promise.reject(new AppError('SERVICE_NONSENSE', 'No number.')) });
    expect(state.at).toBe('done');
    expect(submission.creditsBefore ?? null).toBeNull();
    // The balance that the connection had remains.
    expect(credits).not.toContain(null);
  });
});

describe('right after payment', () => {
  it('the service has a second before it is asked for the first time', async () => {
    const { calls, waits } = await sent();
    const start = calls.indexOf('process');
    expect(waits[calls.indexOf('project', start)]! - waits[start]!).toBeGreaterThanOrEqual(900);
  });
});

describe('the journal', () => {
  const eventsOf = (journal: Awaited<ReturnType<typeof sent>>['journal'], event: string) =>
    journal.filter((entry) => entry.event.type === event).map((entry) => entry.event);

  it('has the intended calls, with what identifies them at the service', async () => {
    const { journal, name } = await sent();
    const [create, ...more] = eventsOf(journal, 'intend');
    expect(create).toMatchObject({ what: 'create', marker: name });
    expect(more.at(-1)).toMatchObject({ what: 'process', remoteId: 'P1', balance: 1_000 });
  });

  it('has the observed rows and projects with the marker', async () => {
    const { journal, name } = await sent({ createProject: actsOnce(unknown) });
    expect(eventsOf(journal, 'searched')[0]).toMatchObject({ marker: name, remoteIds: ['P1'] });
    for (const detail of eventsOf(journal, 'observed')) expect(detail).toMatchObject({ rows: LIST_ROWS });
    expect(eventsOf(journal, 'observed').length).toBeGreaterThan(1);
  });

  it('has the request ID, the code of a failure and the service’s message', async () => {
    const made = await sent({
      createProject: async (_call, real) => ({ ...((await real()) as object), requestId: 'R-2' }),
    });
    expect(eventsOf(made.journal, 'created')[0]).toMatchObject({ requestId: 'R-2' });
    const late = await sent({ process: once(notSent(1_000)) });
    expect(eventsOf(late.journal, 'failed')[0]).toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    const token = { outcome: 'token', failure: new AppError('TOKEN_REFUSED', 'No.', { requestId: 'R-3' }) };
    const waits = await sent({ process: once(token) });
    expect(eventsOf(waits.journal, 'token-refused')[0]).toMatchObject({ answer: 'No.', requestId: 'R-3' });
  });
});

it('the cost of a list is measured from the balance before the first start request', async () => {
  const balances = [900, 800];
  const { submission, state, calls, waits } = await sent({
    process: once(unknown),
    credits: (call) => ({ remaining: balances[call - 1] ?? 700, raw: null, readAt: 0, organization: null }),
  });
  expect(state.at).toBe('done');
  expect(submission.creditsBefore).toBe(900);
  expect(submission.startedAt).toBe(waits[calls.indexOf('credits')]);
});
