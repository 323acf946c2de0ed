/** The calls to the service, when everything succeeds and when one answer is wrong. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/base/errors.ts';
import { LIST_ROWS } from '../../../kit/model-service.ts';
import { actsOnce, notSent, once, refused, setupModelList, SUCCESS, unknown } from '../../../kit/setup-model-list.ts';
import { questionOf } from '../../../kit/desk-states.ts';

const { sent } = setupModelList();

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
    // The delay is ours, and at least half a second.
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
    // The project's own answer has its name, so the list of projects is read only before the first start.
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
