/**
 * The computer that opens a bundle does not send people again whom other lists have sent.
 * @module-tag deep
 */
import { expect, it } from 'vitest';
import { FIXED_EMAIL } from '../../kit/fixed-row.ts';
import { people, person } from '../../kit/list-people.ts';
import { pilotLists } from '../../kit/pilot-lists.ts';
import { best, first, rankedList } from '../../kit/ranked-lists.ts';
import { PASSPHRASE, setupTwoComputers } from '../../kit/two-computers.ts';

const { desk, colleague, bundle } = await setupTwoComputers();
const { piloted } = pilotLists(desk);
const charged = async (work: () => Promise<unknown>): Promise<number> => {
  const before = await desk.charged();
  await work();
  return (await desk.charged()) - before;
};
const weights = (capacity: number) => ({ scoreWeights: { propensity: 1, affinity: 1, capacity } });
const compared = (id: string, connectionId: string, capacity: number) =>
  ({ id, connectionId, scoreConfiguration: weights(capacity), rows: 3, credits: 3 }) as const;
/** Renames a project, so the service's list of projects shows no other list with its name. */
const renamed = (id: string) => colleague.call('projects.change', { id, name: `Renamed ${id.slice(0, 8)}` });
const sentElsewhere = { code: 'NOT_NOW', message: expect.stringContaining('sent on another computer') as string };

it('a pilot that was compared is not compared again there', async () => {
  const id = await piloted('BA');
  await desk.send(id);
  await desk.call('project.comparePilot', compared(id, desk.connectionId, 8));
  await desk.idle();
  const spent = await charged(async () => {
    const made = (await desk.call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'comparison')!;
    await expect(bundle(made.id, 'hand-over')).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringContaining('third time') as string,
    });
    await colleague.open(await bundle(id, 'hand-over'));
    await renamed(id);
    await expect(colleague.call('project.comparePilot', compared(id, colleague.connectionId, 9))).rejects.toMatchObject(sentElsewhere);
    await colleague.idle();
  });
  expect(spent).toBe(0);
});

it('people who were not chosen and were sent since are not sent there', async () => {
  const id = await desk.importList(rankedList('BB', 6));
  await desk.call('projects.change', { id, recencyDays: 0 });
  await desk.call('cost.choose', { id, best: best(first(2)) });
  await desk.send(id);
  const rest = await desk.call('projects.screenRest', { id });
  await desk.idle();
  expect(await charged(() => desk.send(rest.id))).toBe(4);
  await colleague.open(await bundle(id, 'hand-over'));
  await renamed(id);
  await expect(colleague.call('projects.screenRest', { id })).rejects.toMatchObject(sentElsewhere);
});

it('people who were not chosen and were sent there are not sent here once the list comes back', async () => {
  const id = await desk.importList(rankedList('BC', 6));
  await desk.call('projects.change', { id, recencyDays: 0 });
  await desk.call('cost.choose', { id, best: best(first(2)) });
  await desk.send(id);
  const path = await bundle(id, 'hand-over');
  await colleague.open(path);
  const rest = await colleague.call('projects.screenRest', { id });
  await colleague.idle();
  expect(await charged(() => colleague.send(rest.id))).toBe(4);
  colleague.target = `${path}-back`;
  await colleague.call('bundles.make', { id, right: 'hand-over', passphrase: PASSPHRASE });
  await desk.call('bundles.open', { file: await desk.offer(colleague.target), passphrase: PASSPHRASE });
  await expect(desk.call('projects.screenRest', { id })).rejects.toMatchObject(sentElsewhere);
});

it('the same file is not sent as a new list after the one that was handed over was removed here', async () => {
  const lines = people('BD', 1, 2, 3);
  const id = await desk.importPeople(...lines);
  await bundle(id, 'hand-over');
  await desk.call('projects.remove', { id });
  const again = await desk.importPeople(...lines);
  const spent = await charged(() =>
    expect(desk.send(again)).rejects.toMatchObject({ code: 'SENT_BEFORE', message: expect.stringContaining('another computer') as string }),
  );
  expect(spent).toBe(0);
  // The page asks before the list is sent.
  expect(await desk.call('cost.elsewhere', { id: again })).toMatchObject({
    found: [{ name: 'A list that was removed here', isHeld: true }],
  });
  // Another account cannot have the list, and the user can confirm that nobody else sends it.
  await desk.call('projects.change', { id: again, connectionId: 'practice' });
  const { rowsToSend: rows } = await desk.call('cost.get', { id: again });
  await desk.call('project.send', { id: again, rows, connectionId: 'practice' });
  await desk.idle();
  expect((await desk.call('projects.get', { id: again })).state.at).toBe('done');
  const third = await desk.importPeople(...lines);
  await desk.call('project.send', { id: third, rows: 3, connectionId: desk.connectionId, allowElsewhere: true });
  await desk.idle();
  expect((await desk.call('projects.get', { id: third })).state.at).toBe('done');
});

it('the same file is not sent after the list that was handed over and its connection to the account were removed here', async () => {
  const lines = people('BK', 1, 2);
  const id = await desk.importPeople(...lines);
  const { id: connectionId } = await desk.call('connections.add', { name: 'For a while', baseUrl: desk.practice.client.url });
  await desk.call('projects.change', { id, connectionId });
  await bundle(id, 'hand-over');
  await desk.call('projects.remove', { id });
  await desk.call('connections.remove', { id: connectionId });
  const again = await desk.importPeople(...lines);
  const spent = await charged(() => expect(desk.send(again)).rejects.toMatchObject({ code: 'SENT_BEFORE' }));
  expect(spent).toBe(0);
});

it('refused rows that may have been scored in a list that was removed are not sent there', async () => {
  const refused = (n: number) => `BE${n},Tobias,Whitlock${'ab'[n % 2]},77 Old Post Rd,Worcester,MA,01609,tobias${n}@example.invalid`;
  const id = await desk.importPeople(...people('BE', 1, 2), refused(3), refused(4));
  await desk.call('projects.change', { id, sendErrors: true, resendRecent: true });
  await desk.send(id);
  const { id: retry } = await desk.call('projects.fixRefused', { id });
  await desk.idle();
  await desk.call('projects.change', { id: retry, sendErrors: true, resendRecent: true });
  const { client } = desk.practice;
  // The service has one of two rows and seems to be working on them.
  await client.setFaults(
    { kind: 'partial-list', rows: 1, on: { step: 'add' } },
    { kind: 'status-word', word: 'processing', times: null, on: { step: 'status' } },
  );
  await desk.send(retry);
  await client.clearFaults();
  await desk.call('project.decide', { id: retry, choice: 'give-up' });
  expect((await desk.call('projects.get', { id: retry })).state).toMatchObject({ at: 'ended', charged: 'maybe' });
  await desk.call('projects.remove', { id: retry, loseResults: true });
  await colleague.open(await bundle(id, 'hand-over'));
  await expect(colleague.call('projects.fixRefused', { id })).rejects.toMatchObject(sentElsewhere);
});

it('a list that was given up is not resumed while one with the same file can be sent there', async () => {
  const lines = people('BF', 1, 2, 3);
  const { client } = desk.practice;
  const former = await desk.importPeople(...lines);
  await client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
  await desk.send(former);
  await client.clearFaults();
  const id = await desk.importPeople(...lines);
  // The list could still be sent while the question is open.
  await expect(bundle(id, 'hand-over')).rejects.toMatchObject({
    code: 'NOT_NOW',
    message: expect.stringContaining('has the same file and is not finished') as string,
  });
  await desk.call('project.decide', { id: former, choice: 'give-up' });
  await colleague.open(await bundle(id, 'hand-over'));
  await renamed(id);
  const spent = await charged(async () => {
    await colleague.send(id);
    await expect(desk.call('project.resume', { id: former })).rejects.toMatchObject({
      code: 'SENT_BEFORE',
      message: expect.stringContaining('another computer') as string,
    });
    await desk.idle();
  });
  expect(spent).toBe(3);
});

it('a list that was given up is not handed over once its people may have been sent in another list', async () => {
  const { client } = desk.practice;
  const former = await desk.importPeople(...people('BX', 1, 2, 3));
  await client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
  await desk.send(former);
  await client.clearFaults();
  await desk.call('project.decide', { id: former, choice: 'give-up' });
  await desk.send(await desk.importPeople(...people('BX', 1, 2, 3, 4)));
  await expect(desk.call('project.resume', { id: former })).rejects.toMatchObject({ code: 'NOT_NOW' });
  await expect(bundle(former, 'hand-over')).rejects.toMatchObject({
    code: 'NOT_NOW',
    message: expect.stringContaining('was sent after this list was given up') as string,
  });
  await colleague.open(await bundle(former, 'copy'));
});

it('only one computer sends the rest, even if the list was taken back after it was opened and the other leaves somebody out', async () => {
  const id = await desk.importList(rankedList('BG', 6));
  await desk.call('projects.change', { id, recencyDays: 0 });
  await desk.call('cost.choose', { id, best: best(first(2)) });
  await colleague.open(await bundle(id, 'hand-over'));
  await desk.call('bundles.takeBack', { id, confirmed: true });
  await desk.send(id);
  await colleague.send(id);
  const rest = await desk.call('projects.screenRest', { id });
  const theirs = await colleague.call('projects.screenRest', { id });
  await desk.idle();
  await colleague.idle();
  await colleague.call('cost.choose', { id: theirs.id, best: best(first(3)) });
  const spent = await charged(async () => {
    await desk.send(rest.id);
    await expect(colleague.send(theirs.id)).rejects.toMatchObject({ code: 'SENT_BEFORE' });
    await colleague.idle();
  });
  expect(spent).toBe(4);
});

it('a list is not handed over while a part of its refused rows is not finished', async () => {
  const refused = [2, 3].map((n) => person(`BG${n}`, { isRefused: true }));
  const id = await desk.importPeople(...people('BG', 1), ...refused);
  await desk.call('projects.change', { id, sendErrors: true });
  await desk.send(id);
  const { id: retry } = await desk.call('projects.fixRefused', { id });
  await desk.idle();
  for (const row of [3, 4]) await desk.call('check.edit', { id: retry, row, field: 'personalEmail', value: `mended${row}@example.org` });
  const inPartsOf = (maxRows: number) =>
    desk.call('connections.change', { id: desk.connectionId, settings: { listFormat: 'json', rowBase: 'find', maxRows } });
  await inPartsOf(1);
  await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'create' }, nth: 2 });
  await desk.send(retry, 2);
  await desk.practice.client.clearFaults();
  await inPartsOf(1_000);
  expect((await desk.call('projects.get', { id: retry })).state.at).toBe('done');
  await expect(bundle(id, 'hand-over')).rejects.toMatchObject({
    code: 'NOT_NOW',
    message: expect.stringContaining('part 2 of 2') as string,
  });
});

it('people who were not chosen in a list that was handed over are not sent by a newer list that is compared with it', async () => {
  const id = await desk.importList(rankedList('BH', 6));
  await desk.call('projects.change', { id, recencyDays: 0 });
  await desk.call('cost.choose', { id, best: best(first(2)) });
  await desk.send(id);
  await colleague.open(await bundle(id, 'hand-over'));
  const newer = await desk.importList(rankedList('BH', 7));
  await desk.call('projects.change', { id: newer, baselineId: id, recencyDays: 0 });
  const spent = await charged(async () => {
    await expect(desk.send(newer)).rejects.toMatchObject({ code: 'SENT_BEFORE', details: { reason: 'elsewhere' } });
    const rest = await colleague.call('projects.screenRest', { id });
    await colleague.idle();
    await colleague.send(rest.id);
  });
  expect(spent).toBe(4);
  // The user can confirm that nobody else sends them.
  expect(await desk.call('cost.elsewhere', { id: newer })).toMatchObject({
    found: [{ name: expect.any(String) as string, totalRows: 6, isHeld: true }],
  });
  const { rowsToSend: rows } = await desk.call('cost.get', { id: newer });
  await desk.call('project.send', { id: newer, rows, connectionId: desk.connectionId, allowElsewhere: true });
  await desk.idle();
  expect((await desk.call('projects.get', { id: newer })).state.at).toBe('done');
});

it('people who were not accepted in a list that was handed over are not sent by a newer list that is compared with it', async () => {
  const id = await desk.importPeople(person('BM1'), person('BM2', { isRefused: true }));
  await desk.call('projects.change', { id, sendErrors: true, recencyDays: 0 });
  await desk.send(id);
  await colleague.open(await bundle(id, 'hand-over'));
  const newer = await desk.importPeople(person('BM1'), person('BM2', { email: FIXED_EMAIL }), person('BM3'));
  await desk.call('projects.change', { id: newer, baselineId: id, recencyDays: 0 });
  const spent = await charged(async () => {
    await expect(desk.send(newer)).rejects.toMatchObject({ code: 'SENT_BEFORE', details: { reason: 'elsewhere' } });
    const { id: retry } = await colleague.call('projects.fixRefused', { id });
    await colleague.idle();
    await colleague.call('check.edit', { id: retry, row: 3, field: 'personalEmail', value: FIXED_EMAIL });
    await colleague.send(retry);
  });
  expect(spent).toBe(1);
});

it('a list that was sent there is reported before it is sent here again, even if a copy of it was opened and removed here', async () => {
  const lines = people('BL', 1, 2, 3);
  const id = await desk.importPeople(...lines);
  await desk.call('projects.change', { id, name: 'Ascension' });
  await desk.send(id);
  await colleague.open(await bundle(id, 'copy'));
  await colleague.call('projects.remove', { id });
  // A new file of the same list.
  const again = await colleague.importPeople(...lines.toReversed());
  await colleague.call('projects.change', { id: again, name: 'Ascension' });
  const found = { name: expect.stringMatching(/^Ascension · /) as string, totalRows: 3 };
  expect(await colleague.call('cost.elsewhere', { id: again })).toMatchObject({ found: [found] });
  const spent = await charged(() => expect(colleague.send(again)).rejects.toMatchObject({ code: 'SENT_BEFORE' }));
  expect(spent).toBe(0);
});
