/** Refused rows are sent again in only one list at a time, even without a recency window. */
import { beforeEach, expect, it } from 'vitest';
import { person } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);
beforeEach(async () => {
  await desk.practice.client.clearFaults();
  await inPartsOf(100);
});

const inPartsOf = (maxRows: number) =>
  desk.call('connections.change', { id: desk.connectionId, settings: { listFormat: 'json', rowBase: 'find', maxRows, recencyDays: 0 } });

/** A screened list with refused rows from the second row on. */
async function screened(prefix: string, refused: number): Promise<string> {
  const others = Array.from({ length: refused }, (_, at) => person(`${prefix}${at + 2}`, { isRefused: true }));
  const id = await desk.importPeople(person(`${prefix}1`), ...others);
  await desk.call('projects.change', { id, sendErrors: true });
  await desk.send(id);
  return id;
}

/** The draft with the refused rows of a list, corrected. `by`: distinguishes the corrections from others. */
async function fixed(list: string, rows: readonly number[], by: string): Promise<string> {
  const { id } = await desk.call('projects.fixRefused', { id: list });
  await desk.idle();
  for (const row of rows) await desk.call('check.edit', { id, row, field: 'personalEmail', value: `${by}${row}@example.org` });
  return id;
}

/** Sends a draft in parts of two rows; the service refuses the calls that `fault` describes. */
async function sentInParts(draft: string, parts: number, fault: { readonly status: number; readonly nth?: number }): Promise<void> {
  await inPartsOf(2);
  await desk.practice.client.setFaults({ kind: 'status', times: null, on: { step: 'create' }, ...fault });
  await desk.send(draft, parts);
  await desk.practice.client.clearFaults();
}

async function expectNotResumed(id: string): Promise<void> {
  const resumed = desk.call('project.resume', { id });
  // Whatever the call answers, nothing may run any more when the credits are counted.
  await Promise.allSettled([resumed]);
  await desk.idle();
  await expect(resumed).rejects.toMatchObject({ code: 'NOT_NOW' });
}

/** The people of `screened` with all corrections that `fixed` makes by "first". */
const corrected = (prefix: string, refused: number) => [
  person(`${prefix}1`),
  ...Array.from({ length: refused }, (_, at) => person(`${prefix}${at + 2}`, { email: `first${at + 3}@example.org` })),
];

it('those that were given up and then sent in another list are not resumed', async () => {
  const list = await screened('RA', 1);
  const givenUp = await fixed(list, [3], 'first');
  await desk.practice.client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
  await desk.send(givenUp);
  await desk.practice.client.clearFaults();
  await desk.call('project.decide', { id: givenUp, choice: 'give-up' });
  const again = await fixed(list, [3], 'second');
  expect(again).not.toBe(givenUp);
  const before = await desk.charged();
  await desk.send(again);
  expect((await desk.charged()) - before).toBe(1);
  await expectNotResumed(givenUp);
  expect((await desk.charged()) - before).toBe(1);
});

it('those that were given up are not resumed after another list that may have scored them was removed', async () => {
  const list = await screened('RG', 1);
  const givenUp = await fixed(list, [3], 'first');
  await desk.practice.client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
  await desk.send(givenUp);
  await desk.practice.client.clearFaults();
  await desk.call('project.decide', { id: givenUp, choice: 'give-up' });
  const again = await fixed(list, [3], 'second');
  const before = await desk.charged();
  await desk.practice.client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'profiles' } });
  await desk.send(again);
  await desk.practice.client.clearFaults();
  await desk.call('project.decide', { id: again, choice: 'give-up' });
  await desk.call('projects.remove', { id: again, loseResults: true });
  await expectNotResumed(givenUp);
  expect((await desk.charged()) - before).toBe(1);
});

it('those in a part that is not finished are not sent in another list', async () => {
  const list = await screened('RB', 4);
  const fixing = await fixed(list, [3, 4, 5, 6], 'first');
  const before = await desk.charged();
  await sentInParts(fixing, 2, { status: 401, nth: 2 });
  expect((await desk.call('projects.get', { id: fixing })).state.at).toBe('done');
  await expect(desk.call('projects.fixRefused', { id: list })).rejects.toMatchObject({ code: 'NOT_NOW' });
  await desk.call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
  await desk.idle();
  expect((await desk.charged()) - before).toBe(4);
});

it('those in a part that was given up and then sent in another list are sent neither with it nor after it', async () => {
  const list = await screened('RC', 6);
  const fixing = await fixed(list, [3, 4, 5, 6, 7, 8], 'first');
  await sentInParts(fixing, 3, { status: 400 });
  await desk.call('project.decide', { id: fixing, choice: 'give-up' });
  await inPartsOf(100);
  const again = await fixed(list, [3, 4, 5, 6, 7, 8], 'second');
  const before = await desk.charged();
  await desk.send(again);
  expect((await desk.charged()) - before).toBe(6);
  await expect(desk.call('parts.sendNext', { id: fixing })).rejects.toMatchObject({ code: 'NOT_NOW' });
  await expectNotResumed(fixing);
  expect((await desk.charged()) - before).toBe(6);
});

it('a newer list that is compared with the list waits for every part of its refused rows', async () => {
  const list = await screened('RD', 4);
  const fixing = await fixed(list, [3, 4, 5, 6], 'first');
  const before = await desk.charged();
  await sentInParts(fixing, 2, { status: 401, nth: 2 });
  await inPartsOf(100);
  const newer = await desk.importPeople(...corrected('RD', 4));
  await desk.call('projects.change', { id: newer, baselineId: list });
  const waits = { code: 'NOT_NOW', message: expect.stringContaining('is not finished') as string };
  await expect(desk.send(newer)).rejects.toMatchObject(waits);
  await desk.call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
  await desk.idle();
  expect((await desk.charged()) - before).toBe(4);
  expect((await desk.call('cost.get', { id: newer })).rowsToSend).toBe(0);
});

it('those in a part that was given up are not resumed after a newer list sent them', async () => {
  const list = await screened('RE', 4);
  const fixing = await fixed(list, [3, 4, 5, 6], 'first');
  const before = await desk.charged();
  await sentInParts(fixing, 2, { status: 400, nth: 2 });
  await inPartsOf(100);
  const part = (await desk.call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'part' && lineage.of === fixing)!;
  await desk.call('project.decide', { id: part.id, choice: 'give-up' });
  // With one more person, because the same body as the part's would be refused.
  const newer = await desk.importPeople(...corrected('RE', 4), person('RE9'));
  await desk.call('projects.change', { id: newer, baselineId: list });
  await desk.send(newer);
  expect((await desk.charged()) - before).toBe(5);
  await expectNotResumed(part.id);
  expect((await desk.charged()) - before).toBe(5);
});
