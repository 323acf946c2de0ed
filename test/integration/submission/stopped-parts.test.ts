/**
 * A part without results does not block the parts after it: the user can send or release them.
 * @module-tag deep
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { waitingParts } from '../../../shared/view-texts/waiting-parts.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

/** Eight people are sent in three parts. */
const MOST = 3;
const PARTS = 3;
const allPeople = (prefix: string) => people(prefix, 1, 2, 3, 4, 5, 6, 7, 8);

const desk = await setupTestDesk(localTasks);
beforeAll(async () => {
  await inPartsOf(MOST);
});
beforeEach(async () => {
  await desk.practice.client.clearFaults();
});

const inPartsOf = async (maxRows: number) =>
  await desk.call('connections.change', { id: desk.connectionId, settings: { listFormat: 'json', rowBase: 'find', maxRows } });
const project = (id: string) => desk.call('projects.get', { id });
const cost = (id: string) => desk.call('cost.get', { id });
const offered = async (id: string) => {
  const found = waitingParts(await project(id), await desk.call('projects.list', {}));
  return found === null ? null : found.waiting.map(({ part, rows }) => [part, rows]);
};

async function part(first: string, number: number): Promise<ProjectView> {
  const found = (await desk.call('projects.list', {})).find(
    ({ lineage }) => lineage?.kind === 'part' && lineage.of === first && lineage.part === number,
  );
  if (found === undefined) throw new Error(`there is no part ${number}`);
  return found;
}

/** Sends a list in parts. The service refuses calls of `step` from part `nth` on, and that part is then stopped. */
async function stoppedAt(nth: number, step: 'create' | 'profiles', prefix: string): Promise<{ first: string; stopped: string }> {
  const first = await desk.importPeople(...allPeople(prefix));
  await desk.practice.client.setFaults({ kind: 'status', status: 401, on: { step }, nth, times: null });
  await desk.send(first, PARTS);
  await desk.practice.client.clearFaults();
  const stopped = nth === 1 ? first : (await part(first, nth)).id;
  expect((await project(stopped)).state.at).toBe('needs-token');
  await desk.call('project.cancel', { id: stopped });
  expect(await project(stopped)).toMatchObject({ state: { at: 'ended', charged: step === 'create' ? 'no' : 'maybe' } });
  return { first, stopped };
}

/** Credits charged on the service for each started project of a list, in the order of their creation. */
async function charges(first: string): Promise<number[]> {
  const { name } = await project(first);
  const { projects } = await desk.practice.client.ledger();
  return projects
    .filter((one) => (one.name.startsWith(`${name} ·`) || one.name.startsWith(`${name},`)) && one.processActs > 0)
    .map(({ creditsCharged }) => creditsCharged);
}

const scoredIds = async (id: string) => {
  const rows = await desk.exportRows(id);
  return rows.flatMap((row) => (row['Screening outcome'] === 'Scored' ? [row['Constituent ID']] : []));
};

describe('the parts after a stopped part', () => {
  it('are sent once each if the user decides so, and appear in the first project', async () => {
    const { first, stopped } = await stoppedAt(2, 'create', 'A');
    for (const id of [first, stopped, (await part(first, 3)).id]) expect(await offered(id)).toEqual([[3, 2]]);
    expect(await charges(first)).toEqual([3]);
    const [one, other] = await Promise.allSettled([
      desk.call('parts.sendNext', { id: stopped }),
      desk.call('parts.sendNext', { id: first }),
    ]);
    expect(one).toMatchObject({ status: 'fulfilled', value: { lineage: { part: 3 } } });
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'NOT_NOW' } });
    await desk.idle();
    expect(await charges(first)).toEqual([3, 2]);
    expect((await project(first)).state).toMatchObject({ at: 'done', counts: { submitted: 5, scored: 5, unknown: 0 } });
    expect(await scoredIds(first)).toEqual(['A1', 'A2', 'A3', 'A7', 'A8']);
    expect(await offered(first)).toBeNull();
    await expect(desk.call('parts.sendNext', { id: first })).rejects.toMatchObject({ code: 'NOT_NOW' });
    await expect(desk.call('parts.release', { id: first })).rejects.toMatchObject({ code: 'NOT_NOW' });
  });

  it('follow each other after the first of them is sent', async () => {
    const { first } = await stoppedAt(1, 'create', 'B');
    expect(await offered(first)).toEqual([
      [2, 3],
      [3, 2],
    ]);
    await desk.call('parts.sendNext', { id: first });
    await desk.idle();
    expect(await charges(first)).toEqual([3, 2]);
    for (const number of [2, 3]) expect((await part(first, number)).state.at).toBe('done');
    expect(await offered(first)).toBeNull();
  });

  it('are not offered while an earlier part can continue without the user', async () => {
    const first = await desk.importPeople(...allPeople('C'));
    await desk.practice.client.setFaults({ kind: 'status', status: 401, on: { step: 'create' }, nth: 2, times: null });
    await desk.send(first, PARTS);
    expect((await part(first, 2)).state.at).toBe('needs-token');
    expect(await offered(first)).toBeNull();
    await expect(desk.call('parts.sendNext', { id: first })).rejects.toMatchObject({ code: 'NOT_NOW' });
    await desk.practice.client.clearFaults();
    await desk.call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
    await desk.idle();
    expect(await charges(first)).toEqual([3, 3, 2]);
  });

  it('keep their place if the stopped part gets its results later', async () => {
    const { first, stopped } = await stoppedAt(2, 'profiles', 'D');
    await desk.call('parts.sendNext', { id: first });
    await desk.idle();
    expect(await scoredIds(first)).toEqual(['D1', 'D2', 'D3', 'D7', 'D8']);
    // After a new fetch, the first project has an index of all its ids.
    await desk.call('results.fetchAgain', { id: first });
    await desk.call('project.resume', { id: stopped });
    await desk.idle();
    expect(await charges(first)).toEqual([3, 3, 2]);
    expect((await project(first)).state).toMatchObject({ at: 'done', counts: { submitted: 8, scored: 8, unmatched: 0 } });
    const shown = await desk.exportRows(first, { kind: 'scoresById' });
    const alone = await desk.exportRows((await part(first, 3)).id, { kind: 'scoresById' });
    expect(shown.map((row) => row['Constituent ID'])).toEqual(allPeople('D').map((line) => line.split(',')[0]));
    expect(shown.slice(6)).toEqual(alone);
    await inPartsOf(100);
    const other = await desk.importPeople(...people('D', 8));
    await desk.call('projects.change', { id: other, resendRecent: true });
    await desk.send(other);
    await inPartsOf(MOST);
    const { entries } = await desk.call('results.history', { id: other, row: 2 });
    expect(entries.find(({ projectId }) => projectId === first)).toMatchObject({ row: 9, outcome: 'scored' });
  });

  it('are sent without people who were added to the suppression list in the meantime', async () => {
    const { first } = await stoppedAt(2, 'create', 'E');
    await desk.call('doNotScreen.addPerson', { record: { constituentId: 'E7' } });
    const { id } = await desk.call('parts.sendNext', { id: first });
    await desk.idle();
    expect(await desk.idsOnService(id)).toEqual(['E8']);
    expect(await charges(first)).toEqual([3, 1]);
    await desk.call('doNotScreen.clear', {});
  });
});

it('a list that the user sends again on purpose is sent again in all its parts', async () => {
  const lines = allPeople('K');
  const first = await desk.importPeople(...lines);
  await desk.send(first, PARTS);
  const again = await desk.importPeople(...lines);
  await desk.call('projects.change', { id: again, resendRecent: true });
  const { rowsToSend } = await cost(again);
  const send = (allowDuplicate: boolean) =>
    desk.call('project.send', { id: again, rows: rowsToSend, connectionId: desk.connectionId, parts: PARTS, allowDuplicate });
  await send(false);
  await desk.idle();
  expect(await project(again)).toMatchObject({ state: { at: 'draft' }, lastError: { code: 'SENT_BEFORE' } });
  const { id: second, sheet } = await part(again, 2);
  const alone = desk.call('project.send', { id: second, rows: sheet!.rows, connectionId: desk.connectionId, allowDuplicate: true });
  await expect(alone).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('is sent with it') as string });
  await send(true);
  await desk.idle();
  expect((await project(again)).state).toMatchObject({ at: 'done', counts: { submitted: 8, scored: 8 } });
});

describe('released parts', () => {
  it('are removed free of charge, and their people can be sent in another list', async () => {
    const { first, stopped } = await stoppedAt(2, 'create', 'F');
    await inPartsOf(100);
    const other = await desk.importPeople(...people('F', 1, 7, 8));
    expect(await cost(other)).toMatchObject({
      rowsToSend: 0,
      leftOut: [
        { reason: 'inProgress', rows: 2 },
        { reason: 'recentlyScreened', rows: 1 },
      ],
    });
    expect(await desk.call('parts.release', { id: stopped })).toEqual({ parts: 1, rows: 2 });
    expect(await offered(first)).toBeNull();
    await expect(part(first, 3)).rejects.toThrow('there is no part 3');
    expect(await charges(first)).toEqual([3]);
    const timeline = await desk.call('project.timeline', { id: first });
    expect(timeline.at(-1)).toMatchObject({ title: 'Released the parts that were not sent', evidence: '1 part with 2 rows', by: 'person' });
    expect(await cost(other)).toMatchObject({ rowsToSend: 2, leftOut: [{ reason: 'recentlyScreened', rows: 1 }] });
    await desk.send(other);
    expect(await desk.idsOnService(other)).toEqual(['F7', 'F8']);
    expect((await project(first)).state).toMatchObject({ at: 'done', counts: { submitted: 3, scored: 3 } });
    await inPartsOf(MOST);
  });
});

describe('no one is paid for twice', () => {
  it('if another list was sent after the whole list was stopped free of charge', async () => {
    const { first } = await stoppedAt(1, 'create', 'G');
    await inPartsOf(100);
    const other = await desk.importPeople(...people('G', 7, 8));
    const { name } = await project(other);
    expect(await cost(other)).toMatchObject({ rowsToSend: 2, leftOut: [] });
    await desk.send(other);
    await inPartsOf(MOST);
    const charged = await desk.charged();
    const sending = desk.call('parts.sendNext', { id: first });
    await expect(sending).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringContaining(`“${name}” was sent after`) as string,
    });
    const { id: waiting } = await part(first, 2);
    const byHand = desk.call('project.send', { id: waiting, rows: 3, connectionId: desk.connectionId });
    await expect(byHand).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining(`“${name}” was sent after`) as string });
    // The same applies after the first project, which has this information, is removed.
    await desk.call('projects.remove', { id: first });
    await expect(desk.call('parts.sendNext', { id: waiting })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringMatching(/was removed before its results arrived/) as string,
    });
    expect(await desk.charged()).toBe(charged);
    expect(await desk.call('parts.release', { id: waiting })).toEqual({ parts: 2, rows: 5 });
  });

  it('if only later parts of another list were sent after a list was given up free of charge', async () => {
    const givenUp = await desk.importPeople(...people('R', 4, 5));
    await desk.practice.client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
    await desk.send(givenUp);
    await desk.practice.client.clearFaults();
    await desk.call('project.decide', { id: givenUp, choice: 'give-up' });
    const { first } = await stoppedAt(1, 'create', 'R');
    await desk.call('parts.sendNext', { id: first });
    await desk.idle();
    expect(await charges(first)).toEqual([3, 2]);
    await expect(desk.call('project.resume', { id: givenUp })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringContaining('people may be in both') as string,
    });
    await desk.idle();
    expect((await project(givenUp)).state).toMatchObject({ at: 'ended', charged: 'no' });
  });

  it('if another list was sent after a part was given up free of charge, and the part is resumed', async () => {
    const first = await desk.importPeople(...allPeople('H'));
    await desk.practice.client.setFaults({ kind: 'status', status: 400, on: { step: 'create' }, nth: 2, times: null });
    await desk.send(first, PARTS);
    await desk.practice.client.clearFaults();
    const { id } = await part(first, 2);
    await desk.call('project.decide', { id, choice: 'give-up' });
    expect((await project(id)).state).toMatchObject({ at: 'ended', charged: 'no', resume: { at: 'creating' } });
    const other = await desk.importPeople(...people('H', 4, 5));
    await desk.send(other);
    const charged = await desk.charged();
    await expect(desk.call('project.resume', { id })).rejects.toMatchObject({ code: 'NOT_NOW' });
    await desk.idle();
    expect(await desk.charged()).toBe(charged);
  });
});

it('people who are suppressed while a part waits for the one before it are not sent', async () => {
  const first = await desk.importPeople(...allPeople('Z'));
  await desk.practice.client.setFaults({ kind: 'status', status: 401, on: { step: 'create' }, nth: 1, times: null });
  await desk.send(first, PARTS);
  await desk.practice.client.clearFaults();
  await desk.call('doNotScreen.addPerson', { record: { constituentId: 'Z7' } });
  await desk.call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
  await desk.idle();
  expect(await charges(first)).toEqual([3, 3, 1]);
  expect(await desk.idsOnService((await part(first, 3)).id)).toEqual(['Z8']);
  await desk.call('doNotScreen.clear', {});
});

describe('a part whose people were all suppressed while it waited is left out, and the next one is sent', () => {
  const suppressed = async (prefix: string) => {
    for (const number of [4, 5, 6]) await desk.call('doNotScreen.addPerson', { record: { constituentId: `${prefix}${number}` } });
  };
  const assertLastSent = async (first: string, prefix: string) => {
    await desk.idle();
    const last = await part(first, 3);
    expect(last.state).toMatchObject({ at: 'done', counts: { submitted: 2 } });
    expect(await desk.idsOnService(last.id)).toEqual([`${prefix}7`, `${prefix}8`]);
    await expect(part(first, 2)).rejects.toThrow('there is no part 2');
    const titles = (await desk.call('project.timeline', { id: first })).map(({ title }) => title);
    expect(titles).toContain('Left out a part because nobody in it can be sent anymore');
    await desk.call('doNotScreen.clear', {});
  };

  it('without a command', async () => {
    const first = await desk.importPeople(...allPeople('Y'));
    await desk.practice.client.setFaults({ kind: 'status', status: 401, on: { step: 'create' }, nth: 1, times: null });
    await desk.send(first, PARTS);
    await desk.practice.client.clearFaults();
    await suppressed('Y');
    await desk.call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
    await assertLastSent(first, 'Y');
    expect(await charges(first)).toEqual([3, 2]);
  });

  it('when the user sends the next one', async () => {
    const { first } = await stoppedAt(1, 'profiles', 'X');
    await suppressed('X');
    expect((await desk.call('parts.sendNext', { id: first })).name).toMatch(/part 3 of 3$/);
    await assertLastSent(first, 'X');
    expect(await charges(first)).toEqual([3, 2]);
  });
});
