/**
 * Whatever a service answers, everything that is stored from it can be read again, and no project hides another one.
 * @module-tag deep
 */
import * as fc from 'fast-check';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordService, type RecordedService } from '../../kit/recorded-service.ts';
import { AppError, type ErrorCode } from '../../../shared/base/errors.ts';
import { TestDesk } from '../../kit/test-desk.ts';

let desk: TestDesk;
let service: RecordedService;
/** Changes each JSON answer of the service. */
let change: (answer: unknown) => unknown = (answer) => answer;

function changed(text: string): string {
  try {
    // A number such as 1e21 is written as in the test.
    return JSON.stringify(change(JSON.parse(text)));
  } catch {
    return text;
  }
}

beforeAll(async () => {
  desk = await TestDesk.start();
  service = await recordService(desk.practice.client.url, changed);
  desk.connectionId = (await desk.call('connections.add', { name: 'Changed', baseUrl: service.url })).id;
});
afterAll(async () => {
  await desk.close();
  await service.close();
});

/** More answers than a screening without faults has. */
const MANY_ANSWERS = 40;
let people = 0;
const person = () => `${++people},Vera,Sundqvist${people},${people} Mill Lane,Fernhollow,OH,45011,`;

/**
 * Imports and sends a list while the service changes its answers, reopens the folder, and returns the project. `keptBack`: the codes with
 * which the list may be refused.
 */
async function sent(how: typeof change, keptBack: readonly ErrorCode[] = []): Promise<string> {
  change = (answer) => answer;
  const id = await desk.importPeople(person(), person(), person());
  let answers = 0;
  const isEnough = Promise.withResolvers<void>();
  change = (answer) => {
    if (++answers === MANY_ANSWERS) isEnough.resolve();
    return how(answer);
  };
  // A service that never finishes is followed for a day.
  const sending = desk.send(id).catch((error: unknown) => {
    if (!(error instanceof AppError) || !keptBack.includes(error.code)) throw error;
  });
  await Promise.race([sending, isEnough.promise]);
  await desk.restart();
  return id;
}

const inEachObject = (answer: unknown, key: string, value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && key in inner ? { ...inner, [key]: value } : inner,
    ),
  );

it('a number of rows that no list has is unknown, and every project can still be read', async () => {
  const before = await sent((answer) => answer);
  const id = await sent((answer) => inEachObject(answer, 'totalRows', 1e21));
  const projects = await desk.call('projects.list', {});
  expect(projects.map((project) => project.id)).toEqual(expect.arrayContaining([before, id]));
  expect(projects.find((project) => project.id === before)!.state.at).toBe('done');
  expect(projects.find((project) => project.id === id)!.state.at).toBe('done');
  expect(await desk.charged()).toBe(6);
});

const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    1e21,
    -1e21,
    1e308,
    -1,
    0,
    0.5,
    2 ** 53,
    2 ** 53 + 2,
    8.7e15,
    1e17,
    null,
    true,
    '',
    '9'.repeat(400),
    '-5',
    '1,250.5',
  ),
  fc.constantFrom<unknown>('\uD800', '\u0000', 'x'.repeat(100_000), '275760-09-14', [], {}, [[]], { id: 1 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'binary' }),
);
const KEYS = [
  'id',
  'name',
  'status',
  'totalRows',
  'validRows',
  'createdAt',
  'remaining',
  'organization',
  'row',
  'message',
  'total',
  'code',
];

it('any value in any answer is stored in a form that is read again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 3 }),
      leaf,
      fc.nat(4),
      async (keys, value, from) => {
        let answers = 0;
        const id = await sent(
          (answer) => (++answers <= from ? answer : keys.reduce((now, key) => inEachObject(now, key, value), answer)),
          ['CREDITS_SHORT'],
        );
        const project = (await desk.call('projects.list', {})).find((one) => one.id === id);
        expect(project?.state.at).not.toBe('unreadable');
        await desk.call('projects.get', { id });
        expect(await desk.call('project.timeline', { id })).not.toEqual([]);
        await desk.call('connections.list', {});
        await desk.call('credits.history', { connectionId: desk.connectionId });
        expect(desk.log.errors).toEqual([]);
        if (project?.state.at === 'done') await desk.exportRows(id);
      },
    ),
    { numRuns: 10 },
  );
}, 120_000);

it('a project whose record cannot be read is shown as such, with its name, next to the others', async () => {
  const good = await sent((answer) => answer);
  const bad = await sent((answer) => answer);
  const { name } = await desk.call('projects.get', { id: bad });
  const database = new Database(join(desk.folder, 'data', 'history.sqlite'));
  database.prepare("UPDATE project SET state = json_set(state, '$.counts.submitted', 0.5) WHERE id = ?").run(bad);
  database.close();
  await desk.restart();
  const projects = await desk.call('projects.list', {});
  expect(projects.find(({ id }) => id === good)!.state.at).toBe('done');
  const unreadable = projects.find(({ id }) => id === bad)!;
  expect(unreadable).toMatchObject({ name, state: { at: 'unreadable', code: 'DATABASE_DAMAGED' } });
  expect(await desk.call('projects.get', { id: bad })).toEqual(unreadable);
  expect(await desk.call('project.timeline', { id: bad })).not.toEqual([]);
  await expect(desk.call('results.get', { id: bad })).rejects.toMatchObject({
    code: 'DATABASE_DAMAGED',
    message: expect.stringContaining(`“${name}”`) as string,
  });
  // Everything else works: another list is screened.
  const next = await sent((answer) => answer);
  expect((await desk.call('projects.get', { id: next })).state.at).toBe('done');
  // The project can be removed after the user has agreed to lose results that may have been paid for.
  await expect(desk.call('projects.remove', { id: bad })).rejects.toMatchObject({ code: 'NOT_NOW' });
  await desk.call('projects.remove', { id: bad, loseResults: true });
  expect((await desk.call('projects.list', {})).map(({ id }) => id)).not.toContain(bad);
});
