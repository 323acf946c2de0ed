/** The requests before a list is created on the service and before it is paid for, and what prevents either. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/base/errors.ts';
import { LIST_ROWS } from '../../../kit/model-service.ts';
import { type Answer, once, remote, setupModelList, SUCCESS, unknown } from '../../../kit/setup-model-list.ts';
import { questionOf } from '../../../kit/desk-states.ts';

const { sent, nextName } = setupModelList();

describe('before creation', () => {
  const marked = (remoteId: string | null, name: string) => ({ projects: [remote({ remoteId, name })], whole: true });
  /** The service's initial list: names with the marker of the list that is sent next. */
  const listed = (ids: readonly (string | null)[]) => {
    const name = nextName();
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
  /** Replaces the second observation, which is the one at the gate, and every later one. */
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
    // The stored balance of the connection is not replaced.
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
