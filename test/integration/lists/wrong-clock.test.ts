/**
 * A wrong clock, during a screening or while the next list is checked, does not hide anyone who was screened recently.
 * @module-tag deep
 */
import { afterEach, describe, expect, it } from 'vitest';
import { TestDesk } from '../../kit/test-desk.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const YEAR = 365 * DAY;

const desk = await setupTestDesk(localTasks);
afterEach(async (context) => {
  desk.clockOffset = 0;
  await desk.practice.client.clearFaults();
  context.expect(desk.log.errors).toEqual([]);
});

const cost = (id: string) => desk.call('cost.get', { id });
/** Makes the service report times that are `ms` milliseconds ahead. */
const skewService = (ms: number) => desk.practice.client.setFaults({ kind: 'clock-skew', ms });

describe('people who were screened', () => {
  it('are left out if the clock was years behind: the service reported the day, and the journal had later entries before', async () => {
    for (const [prefix, skew] of [
      ['A', 0],
      // The service's clock is also wrong: only the order of the journal shows it.
      ['B', -10 * YEAR],
    ] as const) {
      const first = await desk.importPeople(...people(prefix, 1, 2));
      desk.clockOffset = -10 * YEAR;
      if (skew !== 0) await skewService(skew);
      await desk.send(first);
      expect((await desk.call('projects.get', { id: first })).processedAt).toBeLessThan(Date.now() - 9 * YEAR);
      desk.clockOffset = 0;
      await desk.practice.client.clearFaults();
      const id = await desk.importPeople(...people(prefix, 1, 2, 3));
      expect((await cost(id)).leftOut).toEqual([{ reason: 'recentlyScreened', rows: 2 }]);
    }
  });

  it('are left out if the clock was years ahead, until the days have passed since the day that the service reported', async () => {
    const first = await desk.importPeople(...people('C', 1, 2));
    desk.clockOffset = 2 * YEAR;
    await desk.send(first);
    desk.clockOffset = 0;
    const id = await desk.importPeople(...people('C', 1, 2, 3));
    expect((await cost(id)).leftOut).toEqual([{ reason: 'recentlyScreened', rows: 2 }]);
    // Half a year later by both clocks. The day that the wrong clock showed is still in the future.
    desk.clockOffset = YEAR / 2;
    await skewService(YEAR / 2);
    await desk.call('connections.test', { id: desk.connectionId });
    const later = await desk.importPeople(...people('C', 1, 2, 3));
    expect(await cost(later)).toMatchObject({ rowsToSend: 3, leftOut: [] });
    await desk.practice.client.clearFaults();
    desk.clockOffset = 0;
    await desk.call('connections.test', { id: desk.connectionId });
  });

  it('are left out even if the clock is years ahead now: the service reports the day, at the latest when a list is sent', async () => {
    const first = await desk.importPeople(...people('D', 1, 2));
    await desk.send(first);
    // After a restart, the program has no time from the service yet.
    await desk.restart();
    desk.clockOffset = 5 * YEAR;
    const id = await desk.importPeople(...people('D', 1, 2, 3));
    const priced = await cost(id);
    const before = await desk.charged();
    const sending = desk.call('project.send', { id, rows: priced.rowsToSend, connectionId: desk.connectionId, quoteId: priced.quoteId });
    await expect(sending).rejects.toMatchObject({ code: 'INPUT_INVALID', message: expect.stringContaining(': 1 row would') as string });
    expect((await cost(id)).leftOut).toEqual([{ reason: 'recentlyScreened', rows: 2 }]);
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['D3']);
    expect((await desk.charged()) - before).toBe(1);
  });

  it.each([
    ['agrees with', 0],
    ['is hours behind', -6 * HOUR],
  ])('are left out if a stopped list may have been charged while the clock was behind: the service’s clock %s ours', async (_, skew) => {
    const own = await TestDesk.start(localTasks);
    const { client } = own.practice;
    const skewed = { kind: 'clock-skew', ms: skew } as const;
    await client.setFaults(skewed);
    try {
      const first = await own.importList([PEOPLE_HEADINGS, ...people('E', 1, 2)]);
      own.clockOffset = -10 * YEAR;
      await client.setFaults(skewed, { kind: 'status', status: 401, times: null, on: { step: 'profiles' } });
      await own.send(first);
      await own.call('project.cancel', { id: first });
      expect((await own.call('projects.get', { id: first })).state).toMatchObject({ at: 'ended', charged: 'maybe' });
      own.clockOffset = 0;
      const id = await own.importList([PEOPLE_HEADINGS, ...people('E', 1, 2, 3)]);
      expect((await own.call('cost.get', { id })).leftOut).toEqual([{ reason: 'inProgress', rows: 2 }]);
    } finally {
      await own.close();
    }
  });

  it('are named before a list is sent if they were screened alone while the clock was behind', async () => {
    await desk.importPeople(...people('F', 9));
    desk.clockOffset = -10 * YEAR;
    const record = { constituentId: 'F1', primaryFirst: 'Firstb', primaryLast: 'Lastfl', postalCode: '01609' };
    await desk.call('service.screenOne', { connectionId: desk.connectionId, record });
    desk.clockOffset = 0;
    const id = await desk.importPeople(...people('F', 1, 2));
    expect(await desk.call('cost.elsewhere', { id })).toMatchObject({ found: [{ row: 2 }] });
    const before = await desk.charged();
    await expect(desk.send(id)).rejects.toMatchObject({ code: 'SENT_BEFORE' });
    expect(await desk.charged()).toBe(before);
  });
});
