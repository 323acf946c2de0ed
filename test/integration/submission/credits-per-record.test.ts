/** The price of a record is learned from two balances, unless the account paid for something else between them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TypedRecord } from '../../../main/checking/record-input.ts';
import { TestDesk } from '../../kit/test-desk.ts';
import { people } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

let desk: TestDesk;
let second: string;
beforeAll(async () => {
  desk = await TestDesk.start(localTasks);
  const { port } = new URL(desk.practice.client.url);
  second = (await desk.call('connections.add', { name: 'Entered again', baseUrl: `http://localhost:${port}` })).id;
});
afterAll(async () => {
  await desk.close();
});

let singles = 0;
/** A new person each time, because a person who was screened alone is screened again only after a confirmation. */
const newPerson = (): TypedRecord => ({
  constituentId: `S${++singles}`,
  primaryFirst: 'Sam',
  primaryLast: `Solo${'abcdef'.charAt(singles)}`,
  street: '1 Elm St',
  city: 'Lowell',
  state: 'MA',
  postalCode: '01850',
});

let lists = 0;
const newList = (...numbers: number[]) => desk.importPeople(...people(`L${++lists}-`, ...numbers));

/** Sends a list, and does `work` at the request number `nth` (from 1) that it makes in the state `at`. */
async function sendWith(at: string, nth: number, work: () => Promise<unknown>): Promise<void> {
  const id = await newList(1, 2);
  let requests = 0;
  const arm = () => {
    desk.duringNextRequest = async () => {
      if ((await desk.call('projects.get', { id })).state.at === at) requests += 1;
      if (requests === nth) await work();
      else arm();
    };
  };
  arm();
  await desk.send(id);
  expect(requests).toBe(nth);
}

describe('the price of a record', () => {
  it.each([
    ['a person is screened', 'service.screenOne', 'processing', 1],
    ['a person is screened right before the start', 'service.screenOne', 'starting', 2],
    ['the score of a person is requested', 'service.requestScore', 'processing', 1],
  ] as const)('is not learned if, during the run, %s', async (_what, method, at, nth) => {
    const before = await desk.charged();
    await sendWith(at, nth, () => desk.call(method, { connectionId: desk.connectionId, record: newPerson() }));
    expect((await desk.charged()) - before).toBe(2);
    expect(await desk.call('cost.get', { id: await newList(1, 2, 3, 4) })).toMatchObject({ estimate: 4, learned: false });
  });

  it('is not learned if, during the run, a person is screened over another connection to the account', async () => {
    await sendWith('processing', 1, () => desk.call('service.screenOne', { connectionId: second, record: newPerson() }));
    expect(await desk.call('cost.get', { id: await newList(1, 2, 3, 4) })).toMatchObject({ estimate: 4, learned: false });
  });

  it('is learned when only the list was paid for', async () => {
    await desk.send(await newList(1, 2));
    expect(await desk.call('cost.get', { id: await newList(1, 2, 3, 4) })).toMatchObject({ estimate: 4, learned: true });
  });
});
