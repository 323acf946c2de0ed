/** The plan of an account: who is due to be screened again, and the draft of those people, each of whom is screened once. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { addMonths, localDay } from '../../../shared/base/index.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { people, person } from '../../kit/list-people.ts';
import { SCREENING } from '../../kit/practice-client.ts';
import { pilot, rankedList } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

/** Whole days of a long year, so that the time of day stays the same. */
const yearsMs = (years: number): number => Math.round(years * 366) * 86_400_000;
const desk = await setupTestDesk(localTasks);
desk.setNoon();
const connectionId = desk.connectionId;
const plan = () => desk.call('plan.get', { connectionId });

/** Screens people, and moves the clock forward by some years. */
async function screened(lines: readonly string[], years: number): Promise<string> {
  const id = await desk.importPeople(...lines);
  await desk.call('projects.change', { id, sendErrors: true });
  await desk.send(id);
  expect((await desk.call('projects.get', { id })).state.at).toBe('done');
  desk.clockOffset += yearsMs(years);
  return id;
}

/** The draft of the people who are due, once its rows are written and checked. */
async function draft(): Promise<string> {
  const { id } = await desk.call('plan.draft', { connectionId });
  await desk.idle();
  expect((await desk.call('projects.get', { id })).state.at).toBe('draft');
  return id;
}

/** The values of the people whom a list sends, by ID. The recency window is off, because the service's clock does not move with ours. */
async function valuesIn(id: string): Promise<Record<string, Record<string, string>>> {
  await desk.call('projects.change', { id, recencyDays: 0 });
  const { records } = await desk.call('cost.sample', { id, limit: 20 });
  const people = records.map(({ values }) => Object.fromEntries(values.map(({ field, value }) => [field, value])));
  return Object.fromEntries(people.map((values) => [values['constituentId'], values]));
}

/** Sends the draft without a recency window: by the service's clock, which does not move with ours, everybody was screened recently. */
async function sendDraft(id: string): Promise<void> {
  await desk.call('projects.change', { id, recencyDays: 0 });
  await desk.send(id);
}

afterEach(async (context) => {
  await desk.practice.client.clearFaults();
  for (const { id } of await desk.call('projects.list', {})) await desk.call('projects.remove', { id, loseResults: true });
  const { census } = await plan();
  // Nobody is left in the plan of an account without projects.
  context.expect(census).toEqual({ lists: 0, screened: [], running: 0, never: 0, notAccepted: 0, leftOut: 0 });
});

describe('the people who are due', () => {
  it('are everyone who was screened long ago or never, and nobody whom the newest list leaves out', async () => {
    await screened([...people('A', 1, 2, 3, 4), person('A5', { isRefused: true })], 1.5);
    await screened(people('A', 6), 1);
    const newer = await desk.importPeople(
      ...people('A', 1),
      person('A2', { street: '600 Elsewhere Ave' }),
      ...people('A', 3, 4),
      person('A6', { street: '9 Newly Built Rd' }),
      ...people('A', 7),
    );
    await desk.call('doNotScreen.addPerson', { record: { constituentId: 'A3' } });
    await desk.call('check.leaveOut', { id: newer, rows: [5], leaveOut: true });
    const view = await plan();
    expect(view).toMatchObject({
      isSaved: false,
      census: { lists: 3, running: 0, never: 1, notAccepted: 1, leftOut: 2 },
      years: [0, 1, 2, 0],
      due: { longAgo: 2, moved: 1, never: 1, total: 4 },
      draft: null,
    });
    // Two of the three screened people have moved.
    expect(view.census.screened.map(({ people, moved }) => [people, moved])).toEqual([
      [2, 1],
      [1, 1],
    ]);
    const before = await desk.charged();
    const id = await draft();
    expect((await plan()).draft).toMatchObject({ id });
    expect((await desk.call('plan.draft', { connectionId })).id).toBe(id);
    expect(await desk.charged()).toBe(before);
    // The usual protection: within the recency window, only people who moved or were never screened are sent.
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(3);
    await sendDraft(id);
    expect(await desk.idsOnService(id)).toEqual(['A1', 'A2', 'A6', 'A7']);
    expect((await desk.charged()) - before).toBe(4);
    // The newer list sends none of them again, and nobody is due anymore.
    expect(await plan()).toMatchObject({ due: { total: 0 }, draft: null });
    await expect(desk.call('plan.draft', { connectionId })).rejects.toMatchObject({ code: 'NOT_NOW' });
    expect((await desk.call('cost.get', { id: newer })).rowsToSend).toBe(0);
    await desk.call('doNotScreen.clear', {});
  });

  it('have the newest values, with corrections, as the lists themselves would send them', async () => {
    const first = await desk.importPeople(...people('B', 1, 2));
    const { B2 } = await valuesIn(first);
    await desk.send(first);
    desk.clockOffset += yearsMs(3);
    const newer = await desk.importPeople(person('B1', { street: 'B1 Corrected Rd' }), ...people('B', 3));
    await desk.call('check.edit', { id: newer, row: 3, field: 'city', value: 'Salem' });
    const { B1, B3 } = await valuesIn(newer);
    expect([B1, B3]).toMatchObject([{ street: 'B1 Corrected Rd' }, { city: 'Salem' }]);
    expect(await valuesIn(await draft())).toEqual({ B1, B2, B3 });
  });

  it('get no amount and no date that their lists withhold', async () => {
    const headings = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,First Gift Date';
    const line = (id: string, ...more: string[]) =>
      [id, 'Ottilie', `Barford${id.toLowerCase()}`, `${id} Larkspur Ln`, 'Worcester', 'MA', '01609', ...more].join(',');
    const dollars = await desk.importList([
      `${headings},First Gift Amount,Largest Gift Amount,Currency`,
      line('JA', '02/13/2020', '100', '100', 'USD'),
      line('JB', '02/14/2020', '500 EUR', '500', 'USD'),
      line('JC', '20/20/2021', '300', '300', 'USD'),
      line('JD', '02/14/2020', '300', '700', 'EUR'),
    ]);
    const euros = await desk.importList([
      `${headings},First Gift Amount`,
      line('JE', '02/13/2020', '100 EUR'),
      line('JF', '02/14/2020', '100 EUR'),
      line('JG', '02/14/2020', '100 EUR'),
      line('JH', '02/14/2020', '500 USD'),
    ]);
    const points = await desk.importList([
      `${headings},First Gift Amount`,
      line('JK', '02/13/2020', '"1.000,50"'),
      line('JL', '02/14/2020', '"2.000,50"'),
      line('JM', '02/14/2020', '"3,125"'),
    ]);
    const values = { ...(await valuesIn(dollars)), ...(await valuesIn(euros)), ...(await valuesIn(points)) };
    expect([values['JD']!['rfmLargestGiftValue'], values['JH']!['rfmFirstGiftValue'], values['JM']!['rfmFirstGiftValue']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await valuesIn(await draft())).toEqual(values);
  });

  it('are not the people of a running list, who count as screened', async () => {
    const id = await desk.importPeople(...people('C', 1, 2, 3));
    await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'profiles' } });
    await desk.send(id);
    expect((await desk.call('projects.get', { id })).state.at).toBe('needs-token');
    desk.clockOffset += yearsMs(4);
    const newer = await desk.importPeople(...people('C', 2, 3, 4));
    expect(await plan()).toMatchObject({ census: { lists: 2, running: 3, never: 1 }, due: { total: 1 } });
    expect(Object.keys(await valuesIn(await draft()))).toEqual(['C4']);
    await desk.practice.client.clearFaults();
    await desk.call('connections.setToken', { id: connectionId, token: desk.practice.client.token });
    await desk.idle();
    expect((await plan()).census).toMatchObject({ running: 0, never: 1 });
    await desk.call('projects.remove', { id: newer });
  });

  it('are not the people of a waiting part, nor of a list that was stopped and may be paid for', async () => {
    const { settings } = (await desk.call('connections.list', {})).find((one) => one.id === connectionId)!;
    await desk.call('connections.change', { id: connectionId, settings: { ...settings, maxRows: 3 } });
    await desk.practice.client.setFaults(SCREENING);
    const id = await desk.importPeople(...people('K', 1, 2, 3, 4, 5));
    const { rowsToSend } = await desk.call('cost.get', { id });
    await desk.call('project.send', { id, rows: rowsToSend, connectionId, parts: 2 });
    await desk.until(id, ({ state }) => state.at === 'processing');
    expect(await plan()).toMatchObject({ census: { running: 5, never: 0 }, due: { total: 0 } });
    expect((await desk.call('project.cancel', { id })).state).toMatchObject({ at: 'ended', charged: 'maybe' });
    // The waiting part can still be sent.
    expect((await plan()).census).toMatchObject({ screened: [{ people: 3 }], running: 2, never: 0 });
    await desk.call('connections.change', { id: connectionId, settings });
  });

  it('are counted again when somebody was put on the do-not-screen list', async () => {
    await desk.importPeople(...people('L', 1, 2));
    expect((await plan()).census).toMatchObject({ never: 2, leftOut: 0 });
    await desk.call('doNotScreen.addPerson', { record: { constituentId: 'L1' } });
    expect((await plan()).census).toMatchObject({ never: 1, leftOut: 1 });
    await desk.call('doNotScreen.clear', {});
  });

  it('are counted again when somebody was erased', async () => {
    await screened(people('L', 1, 2, 3), 1.5);
    const counted = async () => {
      const { census } = await plan();
      return census.screened.reduce((sum, one) => sum + one.people, 0);
    };
    expect(await counted()).toBe(3);
    const { projects } = await desk.call('people.find', { text: 'L2' });
    const places = projects.flatMap((project) => project.people).map(({ id, row, profile }) => ({ id, row, profile }));
    await desk.call('people.erase', { text: 'L2', places, neverScreen: false });
    await desk.idle();
    expect(await counted()).toBe(2);
  });

  it('are counted once if a list has a pilot and a rest, or parts', async () => {
    const id = await desk.importList(rankedList('H', 6));
    await desk.call('cost.choose', { id, best: pilot(2) });
    await desk.send(id);
    expect(await plan()).toMatchObject({ census: { lists: 1, screened: [{ people: 2 }], never: 4 } });
    const rest = await desk.call('projects.screenRest', { id });
    await desk.idle();
    expect(await plan()).toMatchObject({ census: { lists: 2, screened: [{ people: 2 }], never: 4 } });
    const { settings } = (await desk.call('connections.list', {})).find((one) => one.id === connectionId)!;
    await desk.call('connections.change', { id: connectionId, settings: { ...settings, maxRows: 3 } });
    await desk.send(rest.id, 2);
    await desk.call('connections.change', { id: connectionId, settings });
    expect(await plan()).toMatchObject({ census: { screened: [{ people: 6, moved: 0 }], never: 0, running: 0 } });
  });

  it('do not include people who objected or died by the newest list with such a column, even if they were sent for a reason', async () => {
    const list = (heading: string, ...answers: string[]) => [
      `Constituent ID,First Name,Last Name,Address,City,State,ZIP,${heading}`,
      ...answers.map((answer, at) => `F${at + 1},Ottilie,Barford${'klmnop'[at]},${at + 1} Larkspur Ln,Worcester,MA,01609,${answer}`),
    ];
    const first = await desk.importList(list('ExcludeWealthEnrichment', '', 'Y', 'Y'));
    await desk.call('check.sendObjected', { id: first, reason: 'Agreed by phone' });
    await desk.send(first);
    desk.clockOffset += yearsMs(3);
    expect(await plan()).toMatchObject({ census: { leftOut: 2 }, due: { longAgo: 1, total: 1 } });
    // A list without such a column says nothing about it. Another fact of the person counts as well.
    const second = await desk.importList(list('Deceased', '', '', '', 'Yes', ''));
    expect(await plan()).toMatchObject({ census: { leftOut: 3 }, due: { longAgo: 1, never: 1, total: 2 } });
    const third = await desk.importList(list('ExcludeWealthEnrichment', '', '', 'Y', ''));
    expect(await plan()).toMatchObject({ census: { leftOut: 2 }, due: { longAgo: 2, never: 1, total: 3 } });
    expect(Object.keys(await valuesIn(await draft()))).toEqual(['F1', 'F2', 'F5']);
    for (const id of [second, third]) await desk.call('projects.remove', { id });
  });

  it('are sent under pseudonyms when their lists are', async () => {
    const id = await desk.importPeople(...people('G', 1, 2));
    const { plan: mapping } = await desk.call('columns.get', { id });
    await desk.call('columns.change', { id, plan: { ...mapping, pseudonyms: true } });
    await desk.send(id);
    desk.clockOffset += yearsMs(3);
    await desk.importPeople(...people('G', 3));
    const made = await draft();
    await sendDraft(made);
    const pseudonym: unknown = expect.stringMatching(/^P-[A-Z2-7]+$/);
    expect(await desk.idsOnService(made)).toEqual([pseudonym, pseudonym, pseudonym]);
  });
});

describe('the plan of an account', () => {
  it('is kept if its connection is removed and another connection reaches the account', async () => {
    const other = await desk.call('connections.add', {
      name: 'Other token',
      baseUrl: desk.practice.client.url,
      token: desk.practice.client.token,
    });
    await desk.call('connections.test', { id: other.id });
    await desk.call('plan.save', { connectionId: other.id, months: 7, renewal: null, moved: false, never: true });
    const saved = { isSaved: true, settings: { months: 7, moved: false } };
    expect(await plan()).toMatchObject(saved);
    await desk.call('connections.remove', { id: other.id });
    expect(await plan()).toMatchObject(saved);
  });

  it('reminds of people who are due until it is postponed or there is a draft, even after a restart', async () => {
    const reminders = () => desk.call('plan.reminders', {});
    const id = await screened(people('D', 1, 2), 0);
    expect(await reminders()).toEqual([]);
    const today = localDay(Date.now() + desk.clockOffset);
    await desk.call('plan.save', { connectionId, months: 12, renewal: addMonths(today, 30), moved: true, never: true });
    expect(await reminders()).toEqual([]);
    desk.clockOffset += yearsMs(1.2);
    await desk.restart();
    expect(await reminders()).toEqual([
      { connectionId, connection: 'Service', people: 2, renewal: addMonths(today, 30), today: expect.any(String) },
    ]);
    expect(await plan()).toMatchObject({ isSaved: true, untilRenewal: { people: 2, months: 15, perMonth: 1, credits: 2, missing: 0 } });
    await desk.call('plan.snooze', { connectionId });
    expect(await reminders()).toEqual([]);
    desk.clockOffset += yearsMs(0.2);
    expect(await reminders()).toHaveLength(1);
    const made = await draft();
    expect(await reminders()).toEqual([]);
    await desk.call('projects.remove', { id: made });
    expect(await reminders()).toHaveLength(1);
    await desk.call('projects.remove', { id });
    expect(await reminders()).toEqual([]);
  });

  it('names a list that cannot be read, and reminds of nothing then', async () => {
    const id = await screened(people('K', 1, 2), 3);
    await desk.call('plan.save', { connectionId, months: 12, renewal: null, moved: true, never: true });
    const { name } = await desk.call('projects.get', { id });
    const database = new Database(join(desk.folder, 'data', 'history.sqlite'));
    database.prepare('UPDATE project SET sealed = zeroblob(40) WHERE id = ?').run(id);
    database.close();
    await expect(plan()).rejects.toMatchObject({
      code: 'PROJECT_FILE_DAMAGED',
      message: expect.stringContaining(`“${name}” cannot be read`) as string,
    });
    expect(await desk.call('plan.reminders', {})).toEqual([]);
  });

  it('stores no person outside encrypted files', async () => {
    const [name, street] = ['Canaryfirst', '77 Canarystreet'];
    const id = await desk.importList([
      'Constituent ID,First Name,Last Name,Address,City,State,ZIP',
      `E-CANARY-1,${name},Canarylast,${street},Salem,MA,01970`,
    ]);
    await desk.send(id);
    desk.clockOffset += yearsMs(3);
    const made = await draft();
    expect(await valuesIn(made)).toMatchObject({ 'E-CANARY-1': { primaryFirst: name, street } });
    await desk.call('projects.list', {});
    const stored = desk.storedBytes();
    for (const canary of [name, 'Canarylast', street, 'E-CANARY-1']) expect(stored.includes(canary)).toBe(false);
    expect(JSON.stringify(desk.log)).not.toMatch(/canary/i);
    expect(JSON.stringify(await desk.call('project.timeline', { id: made }))).not.toMatch(/canary/i);
  });
});
