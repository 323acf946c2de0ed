/**
 * Pilots and rests that were given up or stopped: nobody is paid for twice, even if nobody counts as recently screened.
 * @module-tag deep
 */
import { describe, expect, it } from 'vitest';
import { localTasks } from '../../kit/local-tasks.ts';
import { pilotLists } from '../../kit/pilot-lists.ts';
import { ids, line, pilot } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);
const call: typeof desk.call = (...asked) => desk.call(...asked);
const { restOf, stateOf, piloted, newerThan } = pilotLists(desk);

const { client } = desk.practice;

/** Makes the service report another number of rows than were sent, and a status that indicates work in progress. */
async function spoiled(id: string, start: () => Promise<unknown>): Promise<void> {
  await client.setFaults(
    { kind: 'partial-list', rows: 1, on: { step: 'add' } },
    { kind: 'status-word', word: 'processing', times: null, on: { step: 'status' } },
  );
  await start();
  await desk.idle();
  await client.clearFaults();
  expect(await stateOf(id)).toMatchObject({ at: 'needs-decision', question: 'add-spoiled' });
}

/** Sends a list, whose arrival stays unknown, and gives it up: it may have been paid for. */
async function giveUpAsMaybe(id: string): Promise<void> {
  await spoiled(id, () => desk.send(id));
  await call('project.decide', { id, choice: 'give-up' });
  expect(await stateOf(id)).toMatchObject({ at: 'ended', charged: 'maybe' });
}

/** Resumes the list, starts over on the service, and stops it there: nothing was paid for. */
async function stopFree(id: string): Promise<void> {
  await spoiled(id, () => call('project.resume', { id }));
  await client.setFaults({ kind: 'status', status: 401, times: null });
  await call('project.decide', { id, choice: 'start-over' });
  await desk.idle();
  await call('project.cancel', { id });
  await client.clearFaults();
  await call('connections.setToken', { id: desk.connectionId, token: client.token });
  await desk.idle();
  expect(await stateOf(id)).toMatchObject({ at: 'ended', charged: 'no', resume: null });
}

/** A list with three chosen people that was given up when it may have been paid for; the others were sent. */
async function withRestSent(id: string, prefix: string): Promise<{ id: string; last: string }> {
  await call('cost.choose', {
    id,
    best: pilot(
      3,
      [4, 5, 6].map((n) => `${prefix}${n}`),
    ),
  });
  await giveUpAsMaybe(id);
  const last = await restOf(id);
  await desk.send(last);
  expect(await desk.idsOnService(last)).toEqual(ids(prefix, 7, 9));
  return { id, last };
}

/** The reason why a list cannot start again, and the credits that the attempt cost. */
async function refusedRestart(id: string): Promise<[why: unknown, credits: number]> {
  const before = await desk.charged();
  const why = await call('projects.startAgain', { id }).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
  await desk.idle();
  return [why, (await desk.charged()) - before];
}

describe('a pilot that was given up as one that may be paid for, and then stopped without charge', () => {
  const IMPORT = 'has people of this list. Import the file again';

  it.each<[string, string, string, (rest: string) => Promise<unknown>]>([
    ['has its results', 'TA', IMPORT, (rest) => desk.send(rest)],
    ['waits for an answer', 'TB', IMPORT, (rest) => spoiled(rest, () => desk.send(rest))],
    ['may be paid for', 'TC', IMPORT, (rest) => giveUpAsMaybe(rest)],
    [
      'was removed when it may be paid for',
      'TD',
      IMPORT,
      async (rest) => {
        await giveUpAsMaybe(rest);
        await call('projects.remove', { id: rest, loseResults: true });
      },
    ],
    [
      'can be resumed',
      'TE',
      IMPORT,
      async (rest) => {
        await client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
        await desk.send(rest);
        await client.clearFaults();
        await call('project.decide', { id: rest, choice: 'give-up' });
        expect(await stateOf(rest)).toMatchObject({ at: 'ended', charged: 'no', resume: { at: 'creating' } });
      },
    ],
    ['is not sent yet', 'TF', 'has people of this list. Remove it, then start again.', async () => undefined],
  ])('cannot start again when its rest %s', async (_is, prefix, words, act) => {
    const id = await piloted(prefix);
    await giveUpAsMaybe(id);
    await act(await restOf(id));
    await stopFree(id);
    expect(await refusedRestart(id)).toEqual([expect.stringContaining(words), 0]);
  });

  it('starts again as a whole after the draft of its rest was removed', async () => {
    const id = await piloted('TG');
    await giveUpAsMaybe(id);
    const rest = await restOf(id);
    await stopFree(id);
    await call('projects.remove', { id: rest });
    const { id: again } = await call('projects.startAgain', { id });
    await desk.idle();
    await call('cost.choose', { id: again, best: null });
    await desk.send(again);
    expect(await desk.idsOnService(again)).toEqual(ids('TG', 1, 9));
  });

  it('cannot start again when a rest of its rest was sent', async () => {
    const id = await piloted('TH');
    await giveUpAsMaybe(id);
    const { id: rest } = await withRestSent(await restOf(id), 'TH');
    await stopFree(rest);
    expect(await refusedRestart(rest)).toEqual([expect.stringContaining(IMPORT), 0]);
    await stopFree(id);
    expect(await refusedRestart(id)).toEqual([expect.stringContaining(IMPORT), 0]);
  });
});

describe('a rest that was given up, and whose own rest was sent', () => {
  const screened = async (prefix: string) => {
    const id = await piloted(prefix);
    await desk.send(id);
    const { id: rest, last } = await withRestSent(await restOf(id), prefix);
    await stopFree(rest);
    return { id, rest, last };
  };

  it('leaves its pilot without another rest, so that nobody is sent twice', async () => {
    const { id, last } = await screened('UA');
    const { name } = await call('projects.get', { id: last });
    await expect(call('projects.screenRest', { id })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringContaining(`“${name}” was sent since`),
    });
  });

  it.each(['there', 'removed'])('is %s: a newer list sends only those who were not paid for', async (is) => {
    const prefix = is === 'there' ? 'UB' : 'UC';
    const { id, rest } = await screened(prefix);
    if (is === 'removed') await call('projects.remove', { id: rest });
    // With one more person, because the same body would be refused.
    const newer = await newerThan(id, prefix, line(prefix, 10));
    await desk.send(newer);
    expect(await desk.idsOnService(newer)).toEqual([`${prefix}10`, ...ids(prefix, 4, 6)]);
  });

  it('prevents sending a newer list while its own rest is sent', async () => {
    const id = await piloted('UD');
    await desk.send(id);
    const rest = await restOf(id);
    await call('cost.choose', { id: rest, best: pilot(3, ['UD4', 'UD5', 'UD6']) });
    await giveUpAsMaybe(rest);
    const last = await restOf(rest);
    await spoiled(last, () => desk.send(last));
    await stopFree(rest);
    const newer = await newerThan(id, 'UD', line('UD', 10));
    const before = await desk.charged();
    await expect(desk.send(newer)).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('is not finished') });
    await desk.idle();
    expect(await desk.charged()).toBe(before);
  });
});

describe('a rest that was stopped free of charge', () => {
  it('does not start again after a newer list with its people was sent and removed', async () => {
    const id = await piloted('VA');
    await desk.send(id);
    const rest = await restOf(id);
    await client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
    await desk.send(rest);
    await client.clearFaults();
    await call('project.decide', { id: rest, choice: 'give-up' });
    expect(await stateOf(rest)).toMatchObject({ at: 'ended', charged: 'no', resume: { at: 'creating' } });
    // With one more person, because the same body would be refused.
    const newer = await newerThan(id, 'VA', line('VA', 10));
    await desk.send(newer);
    expect(await desk.idsOnService(newer)).toEqual(['VA10', ...ids('VA', 4, 9)]);
    await call('projects.remove', { id: newer, loseResults: true });
    const before = await desk.charged();
    await expect(call('project.resume', { id: rest })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringContaining('A list that was removed here was sent since'),
    });
    await desk.idle();
    expect(await desk.charged()).toBe(before);
    const paid = (await client.ledger()).projects.filter(({ creditsCharged }) => creditsCharged > 0);
    const sent = await Promise.all(
      paid.map((project) => client.read<{ items: { constituentId: string }[] }>(`/project/${project.id}/profiles`)),
    );
    const people = sent.flatMap(({ items }) => items.map(({ constituentId }) => constituentId));
    expect(people.filter((one) => one.startsWith('VA')).toSorted()).toEqual(['VA1', 'VA10', ...ids('VA', 2, 9)]);
  });
});
