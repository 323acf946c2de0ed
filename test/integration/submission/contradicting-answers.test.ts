/**
 * Answers that contradict themselves or each other: pages that shift while they are read, totals that change, names that occur twice in an
 * object, a project that is in progress again after its results, and a token that expires within a list.
 * @module-tag deep
 */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { type RawRequest, rawAnswer, startRawService } from '../../kit/raw-service.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();
const { client } = desk.practice;
const service = await startRawService(client.url);
afterAll(() => service.close());
const { id: connectionId } = await desk.call('connections.add', { name: 'Behind', baseUrl: service.url });

/** More than a page of results has. */
const ROWS = 30;
let lists = 0;

beforeEach(async () => {
  service.answer = () => null;
  await client.settings({ dialect: 'default' });
  // The token of a test may have been refused.
  await desk.call('connections.setToken', { id: connectionId, token: client.token });
});

const json = (text: string) => rawAnswer(['HTTP/1.1 200 OK', 'content-type: application/json'], text);
const stateOf = async (id: string) => (await desk.call('projects.get', { id })).state;
const SCORED = { at: 'done', counts: { submitted: ROWS, scored: ROWS, refused: 0, unknown: 0, unmatched: 0 } };

/** Sends a new list, and returns its project once it is finished or needs the user. */
async function sent(): Promise<string> {
  const list = `List ${++lists}`;
  const lines = people(`L${lists}-`, ...Array.from({ length: ROWS }, (_, at) => at));
  const file = await desk.file(`${list}.csv`, [PEOPLE_HEADINGS, ...lines]);
  const { id } = await desk.call('projects.create', { file, connectionId, name: list });
  await desk.idle();
  const { rowsToSend } = await desk.call('cost.get', { id });
  await desk.call('project.send', { id, rows: rowsToSend, connectionId });
  await desk.idle();
  return id;
}

/** How often the service started the last list. */
const starts = async () =>
  (await client.ledger()).projects.flatMap(({ name, processActs }) => (name.startsWith(`List ${lists} ·`) ? [processActs] : []));

const isStatus = ({ method, path }: RawRequest) => method === 'GET' && /^\/project\/[^/]+$/.test(path);
const pageOf = ({ path }: RawRequest) => Number(/\/profiles\?page=(\d+)/.exec(path)?.[1] ?? 0);

interface Page {
  total: number;
  readonly items: unknown[];
}

it.each<[what: string, change: (page: Page, before: Page) => void]>([
  ['a profile was removed before it, so one is missing', ({ items }) => void items.shift()],
  [
    'a profile was added before it, so one repeats and one is missing',
    ({ items }, before) => void items.splice(0, items.length, before.items.at(-1), ...items.slice(0, -1)),
  ],
  ['its total is lower', (page) => void (page.total = 26)],
  ['its total is higher', (page) => void (page.total = 40)],
  [
    'a profile is missing and its total is lower',
    (page) => {
      page.items.shift();
      page.total -= 1;
    },
  ],
])('a second page of results of which %s loses no result', async (_what, change) => {
  await client.settings({ dialect: 'paged-results' });
  let before: Page | null = null;
  let shifts = 0;
  service.answer = async (request) => {
    if (pageOf(request) === 0) return null;
    const page = JSON.parse((await request.forwarded()).body.toString()) as Page;
    if (pageOf(request) === 2 && before !== null && shifts++ === 0) change(page, before);
    else before = page;
    return json(JSON.stringify(page));
  };
  const id = await sent();
  expect(shifts).toBeGreaterThan(0);
  expect(await stateOf(id)).toMatchObject(SCORED);
  expect(await starts()).toEqual([1]);
});

describe('a name that occurs twice in an object', () => {
  it('asks the user when the status is finished and failed, and its results can be fetched', async () => {
    service.answer = async (request) =>
      isStatus(request) ? json((await request.forwarded()).body.toString().replace('"processed"', '"processed","status":"Failed"')) : null;
    const id = await sent();
    expect(await stateOf(id)).toMatchObject({ at: 'needs-decision', question: 'service-stopped', answer: 'Failed' });
    await desk.call('project.decide', { id, choice: 'fetch' });
    await desk.idle();
    expect(await stateOf(id)).toMatchObject(SCORED);
    expect(await starts()).toEqual([1]);
  });

  it('asks the user when a new project has two IDs, and starts nothing', async () => {
    service.answer = async (request) => {
      if (request.method !== 'POST' || request.path !== '/project') return null;
      return json((await request.forwarded()).body.toString().replace(/^\{/, '{"id":"1",').replace(/\}$/, ',"id":"99999"}'));
    };
    expect(await stateOf(await sent())).toMatchObject({ at: 'needs-decision', question: 'add-unclear' });
    expect(await starts()).toEqual([0]);
  });
});

it('a project that is in progress again after its results were fetched keeps them', async () => {
  const id = await sent();
  service.answer = async (request) =>
    isStatus(request) ? json((await request.forwarded()).body.toString().replace('"processed"', '"Processing"')) : null;
  await desk.call('results.fetchAgain', { id }).catch(() => undefined);
  expect(await stateOf(id)).toMatchObject(SCORED);
  expect(await desk.exportRows(id)).toHaveLength(ROWS);
  expect(await starts()).toEqual([1]);
});

describe.each([
  ['while the list is added', /\/scores$/],
  ['at the start', /\/process$/],
  ['while the screening is followed', /^\/project\/[^/]+$/],
  ['while the results are read', /\/profiles/],
])('a token that expires %s', (_when, path) => {
  it.each([false, true])('pays once with the next one, even if the service has acted on the call (%s)', async (acts) => {
    let refused = 0;
    service.answer = async (request) => {
      if (!path.test(request.path) || refused > 0) return null;
      refused += 1;
      if (acts) await request.forwarded();
      return rawAnswer(['HTTP/1.1 401 Unauthorized', 'content-type: application/json'], '{"message":"The token has expired."}');
    };
    const id = await sent();
    expect(await stateOf(id)).toMatchObject({ at: 'needs-token' });
    await desk.call('connections.setToken', { id: connectionId, token: client.token });
    await desk.idle();
    const state = await stateOf(id);
    if (state.at === 'needs-decision') {
      // Only the user can tell whether somebody else has sent the rows or started them.
      const choice = (await starts())[0] === 0 ? 'ask-again' : 'fetch';
      await desk.call('project.decide', { id, choice });
      await desk.idle();
    }
    expect(await stateOf(id)).toMatchObject(SCORED);
    expect(await starts()).toEqual([1]);
  });
});
