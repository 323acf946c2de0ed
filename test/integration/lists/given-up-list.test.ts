/**
 * A list that was given up free of charge is resumed only if none of its people was sent and paid for since. If it may be paid for, every
 * list that is about to send its people names it.
 * @module-tag deep
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { costText } from '../../../main/cli/cost-text.ts';
import { QuerySessions } from '../../../main/projects/query-sessions.ts';
import { nothingLeft } from '../../../shared/view-texts/nothing-left.ts';
import { screenedInListSentence } from '../../../shared/view-texts/screened-before.ts';
import { FIXED_EMAIL, sentWithFixedRow } from '../../kit/fixed-row.ts';
import { people, person } from '../../kit/list-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();

afterEach(() => {
  vi.restoreAllMocks();
});

const cost = (id: string) => desk.call('cost.get', { id });
const stateOf = async (id: string) => (await desk.call('projects.get', { id })).state;

describe('a list that was given up free of charge', () => {
  /** Sends a list that the service does not accept, and gives it up. */
  async function givenUp(id: string): Promise<void> {
    await desk.practice.client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
    await desk.send(id);
    await desk.practice.client.clearFaults();
    await desk.call('project.decide', { id, choice: 'give-up' });
    expect(await stateOf(id)).toMatchObject({ at: 'ended', how: 'given-up', charged: 'no' });
  }

  it('cannot be resumed after another list was sent, because people may be in both', async () => {
    const before = await desk.charged();
    const first = await desk.importPeople(...people('Y', 1, 2, 3));
    await givenUp(first);
    const id = await desk.importPeople(...people('Y', 2, 3, 4));
    expect((await cost(id)).rowsToSend).toBe(3);
    await desk.send(id);
    const { name } = await desk.call('projects.get', { id });
    await expect(desk.call('project.resume', { id: first })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringContaining(`“${name}”`) as string,
    });
    expect((await stateOf(first)).at).toBe('ended');
    expect((await desk.charged()) - before).toBe(3);
    const again = await desk.importPeople(...people('Y', 1, 2, 3));
    expect((await cost(again)).rowsToSend).toBe(1);
  });

  it('cannot be resumed after its rows were sent in a newer list, even without a recency window', async () => {
    const before = await desk.charged();
    const { first, fixing } = await sentWithFixedRow(desk, 'V');
    await desk.call('projects.change', { id: fixing, recencyDays: 0 });
    await givenUp(fixing);
    const id = await desk.importPeople(person('V1'), person('V2', { email: FIXED_EMAIL }), person('V3'));
    await desk.call('projects.change', { id, baselineId: first, recencyDays: 0 });
    expect((await cost(id)).rowsToSend).toBe(2);
    await desk.send(id);
    expect((await desk.charged()) - before).toBe(3);
    await expect(desk.call('project.resume', { id: fixing })).rejects.toMatchObject({ code: 'NOT_NOW' });
    await desk.idle();
    expect((await desk.charged()) - before).toBe(3);
  });

  it('leaves out refused rows that a newer list has scored, even without a recency window, unless they are to be sent again', async () => {
    const { first, fixing } = await sentWithFixedRow(desk, 'U');
    await desk.call('projects.change', { id: fixing, recencyDays: 0 });
    expect(await cost(fixing)).toMatchObject({ rowsToSend: 1, leftOut: [] });
    const id = await desk.importPeople(person('U1'), person('U2', { email: FIXED_EMAIL }), person('U3'));
    await desk.call('projects.change', { id, baselineId: first, recencyDays: 0 });
    await desk.send(id);
    const nobody = await cost(fixing);
    expect(nobody).toMatchObject({ rowsToSend: 0, leftOut: [{ reason: 'recentlyScreened', rows: 1 }] });
    expect(nothingLeft(nobody).message).toContain('were sent to this account in a newer list and have not changed');
    await desk.call('projects.change', { id: fixing, resendRecent: true });
    expect(await cost(fixing)).toMatchObject({ rowsToSend: 1 });
  });

  it('can be resumed if only a part of a list that was compared with it was sent', async () => {
    const { settings } = (await desk.call('connections.list', {})).find(({ id }) => id === desk.connectionId)!;
    await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 2 } });
    const before = await desk.charged();
    const first = await desk.importPeople(...people('W', 1, 2));
    await desk.practice.client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
    await desk.send(first);
    await desk.practice.client.clearFaults();
    await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'profiles' } });
    const id = await desk.importPeople(...people('W', 1, 2, 3, 4, 5));
    await desk.send(id, 2);
    await desk.practice.client.clearFaults();
    await desk.call('project.decide', { id: first, choice: 'give-up' });
    await desk.call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
    await desk.idle();
    expect((await desk.charged()) - before).toBe(3);
    await desk.call('project.resume', { id: first });
    await desk.idle();
    expect((await stateOf(first)).at).toBe('done');
    expect((await desk.charged()) - before).toBe(5);
    await desk.call('connections.change', { id: desk.connectionId, settings });
  });

  it('is not sent a second time if the same list was sent since, although the user sends screened people again', async () => {
    const lines = people('Q', 1, 2, 3);
    const before = await desk.charged();
    const first = await desk.importPeople(...lines);
    await desk.call('projects.change', { id: first, resendRecent: true });
    await givenUp(first);
    const id = await desk.importPeople(...lines);
    await desk.send(id);
    expect((await desk.charged()) - before).toBe(3);
    await expect(desk.call('project.resume', { id: first })).rejects.toMatchObject({ code: 'SENT_BEFORE' });
    await desk.idle();
    expect(await stateOf(first)).toMatchObject({ at: 'ended', charged: 'no' });
    expect((await desk.charged()) - before).toBe(3);
  });

  it('can be resumed if nothing was sent in the meantime', async () => {
    const before = await desk.charged();
    const first = await desk.importPeople(...people('X', 1, 2, 3));
    await givenUp(first);
    await desk.call('project.resume', { id: first });
    await desk.idle();
    expect((await stateOf(first)).at).toBe('done');
    expect((await desk.charged()) - before).toBe(3);
  });

  it('is not removed if it is resumed while the removal waits, so that no results are lost', async () => {
    const before = await desk.charged();
    const id = await desk.importPeople(...people('Z', 1, 2));
    await givenUp(id);
    vi.spyOn(QuerySessions.prototype, 'invalidateAll').mockImplementationOnce(async () => {
      await desk.call('project.resume', { id });
    });
    await expect(desk.call('projects.remove', { id })).rejects.toMatchObject({ code: 'NOT_NOW' });
    await desk.idle();
    expect((await stateOf(id)).at).toBe('done');
    expect((await desk.charged()) - before).toBe(2);
  });
});

it('a list that was given up and may be paid for is named as such, in the window, in the terminal, and for a single person', async () => {
  const { client } = desk.practice;
  const before = await desk.charged();
  const first = await desk.importPeople(...people('QG', 1, 2, 3));
  await client.setFaults(
    { kind: 'partial-list', rows: 1, on: { step: 'add' } },
    { kind: 'status-word', word: 'processing', times: null, on: { step: 'status' } },
  );
  await desk.send(first);
  await client.clearFaults();
  await desk.call('project.decide', { id: first, choice: 'give-up' });
  expect(await stateOf(first)).toMatchObject({ at: 'ended', charged: 'maybe' });
  const { name } = await desk.call('projects.get', { id: first });

  const id = await desk.importPeople(...people('QG', 2, 3, 4));
  const shown = await cost(id);
  expect(shown).toMatchObject({ rowsToSend: 1, screened: { inProgress: [{ id: first, name, isGivenUp: true }] } });
  expect(costText(shown, 'Service', (await desk.call('check.get', { id })).rules)).toContain(
    `Given up, and may have been paid for: “${name}”; “desk resume ${first.slice(0, 8)}” asks for the results again, --again sends the people in it anyway`,
  );
  const same = await desk.importPeople(...people('QG', 1, 2, 3));
  await expect(desk.call('project.send', { id: same, rows: 3, connectionId: desk.connectionId })).rejects.toMatchObject({
    code: 'SENT_BEFORE',
    message: expect.stringContaining(
      `people in this list were sent, with the same details, in “${name}”, which was given up and may have been paid for.`,
    ) as string,
  });
  const { found } = await desk.call('results.screenedBefore', { connectionId: desk.connectionId, record: { constituentId: 'QG2' } });
  expect(screenedInListSentence(found!)).toBe(
    `Somebody with the same ID was sent in “${name}”, which was given up and may have been paid for; screening again costs another credit.`,
  );
  expect(await desk.charged()).toBe(before);
});
