/**
 * A person who was erased does not come back with a bundle, and no other list sends an empty row in their place.
 * @module-tag deep
 */
import { afterEach, expect, it, vi } from 'vitest';
import { SourceFiles } from '../../../main/projects/source-files.ts';
import type { Call } from '../../kit/desk-actions.ts';
import { people, person } from '../../kit/list-people.ts';
import { pilotLists } from '../../kit/pilot-lists.ts';
import { setupTwoComputers } from '../../kit/two-computers.ts';

const { desk, colleague, bundle } = await setupTwoComputers();
const { piloted, restOf } = pilotLists(desk);
const here: Call = (method, input) => desk.call(method, input);
const placesOf = async (call: Call, text: string) =>
  (await call('people.find', { text })).projects.flatMap(({ people: found }) =>
    found.map(({ id, row, profile }) => ({ id, row, profile })),
  );
const erase = async (call: Call, text: string) =>
  await call('people.erase', { text, places: await placesOf(call, text), neverScreen: false });

const { client } = desk.practice;

afterEach(() => {
  vi.restoreAllMocks();
});

it('opening the bundle again does not bring the person back to a copy, and the dialog says that there is a bundle', async () => {
  const id = await desk.importPeople(...people('EA', 1, 2, 3));
  await desk.send(id);
  const path = await bundle(id, 'copy');
  await colleague.open(path);
  for (const call of [here, colleague.call])
    expect((await call('people.erasing', { text: 'EA1', places: await placesOf(call, 'EA1') })).remains.join(' ')).toContain('in a bundle');
  await erase(colleague.call, 'EA1');
  await expect(colleague.open(path)).rejects.toMatchObject({
    code: 'BUNDLE_PRESENT',
    message: expect.stringContaining('erased') as string,
  });
  expect(await placesOf(colleague.call, 'EA1')).toEqual([]);
  // A bundle without the person replaces the copy.
  await erase(here, 'EA1');
  await colleague.open(await bundle(id, 'copy'));
  expect(await placesOf(colleague.call, 'EA1')).toEqual([]);
  expect(await placesOf(colleague.call, 'EA2')).toHaveLength(1);
});

it('a copy of a list from which somebody was erased does not fetch its results again, and the list is not handed over', async () => {
  const id = await desk.importPeople(...people('EB', 1, 2, 3));
  await desk.send(id);
  await erase(here, 'EB1');
  await expect(bundle(id, 'hand-over')).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('erased') as string });
  await colleague.open(await bundle(id, 'copy'));
  await expect(colleague.call('results.fetchAgain', { id })).rejects.toMatchObject({ code: 'NOT_NOW' });
});

it('the empty row is not among the people who are sent later, nor compared; the service has only who was sent', async () => {
  const id = await piloted('EC');
  await desk.call('projects.change', { id, sendErrors: true });
  await desk.send(id);
  const remainsOf = async (text: string) =>
    (await desk.call('people.erasing', { text, places: await placesOf(here, text) })).remains.join(' ');
  expect(await remainsOf('EC2')).toContain('send it the letter');
  expect(await remainsOf('EC7')).not.toContain('The service still has');
  await erase(here, 'EC2');
  await erase(here, 'EC7');
  const before = await desk.charged();
  const scoreConfiguration = { scoreWeights: { propensity: 1, affinity: 1, capacity: 8 } };
  await expect(
    desk.call('project.comparePilot', { id, connectionId: desk.connectionId, scoreConfiguration, rows: 3, credits: 3 }),
  ).rejects.toMatchObject({ code: 'NOT_NOW' });
  expect(await desk.charged()).toBe(before);
  const rest = await restOf(id);
  expect((await desk.call('cost.get', { id: rest })).rowsToSend).toBe(5);
  await desk.send(rest);
  expect(await desk.charged()).toBe(before + 5);
  expect((await desk.call('projects.get', { id })).state).toMatchObject({ at: 'done', counts: { submitted: 8, scored: 8, refused: 0 } });
});

it('fetching the results of the rest again does not bring back somebody who was erased from its pilot', async () => {
  const id = await piloted('ED');
  await desk.send(id);
  const rest = await restOf(id);
  await desk.send(rest);
  await erase(here, 'ED2');
  for (const one of [id, rest])
    await expect(desk.call('results.fetchAgain', { id: one })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringContaining('would bring them back') as string,
    });
});

it('nobody is erased from practice, from a list that can be resumed, or from unsent refused rows alone', async () => {
  const blocked = async (id: string, text: string) => {
    const places = (await placesOf(here, text)).filter((place) => place.id === id);
    expect(places).toHaveLength(1);
    await expect(desk.call('people.erase', { text, places, neverScreen: false })).rejects.toMatchObject({ code: 'NOT_NOW' });
    return (await desk.call('people.erasing', { text, places })).blocked;
  };
  const practiced = await desk.importPeople(...people('EE', 1));
  await desk.call('projects.change', { id: practiced, connectionId: 'practice' });
  await desk.call('project.send', { id: practiced, rows: 1, connectionId: 'practice' });
  await desk.idle();
  expect(await blocked(practiced, 'EE1')).toEqual([expect.stringContaining('is a practice project')]);

  const stopped = await desk.importPeople(...people('EF', 1));
  await client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
  await desk.send(stopped);
  await client.clearFaults();
  await desk.call('project.decide', { id: stopped, choice: 'give-up' });
  expect(await blocked(stopped, 'EF1')).toEqual([expect.stringContaining('is not finished')]);

  const refused = await desk.importPeople(...people('EG', 1), person('EG2', { isRefused: true }));
  await desk.call('projects.change', { id: refused, sendErrors: true });
  await desk.send(refused);
  const retry = await desk.call('projects.fixRefused', { id: refused });
  await desk.idle();
  expect(await blocked(retry.id, 'EG2')).toEqual([expect.stringContaining('is not finished')]);
});

it('a person whose list is sent at the same moment is erased at the next start after the results arrive', async () => {
  const id = await desk.importPeople(...people('EH', 1, 2));
  // The list waits for a token, so it is unfinished when the rows would be emptied.
  await client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'create' } });
  vi.spyOn(SourceFiles.prototype, 'deleteSpooledCopy').mockImplementationOnce(async () => {
    await desk.call('project.send', { id, rows: 2, connectionId: desk.connectionId });
  });
  await expect(erase(here, 'EH1')).rejects.toMatchObject({ code: 'NOT_NOW' });
  await desk.idle();
  await client.clearFaults();
  await desk.call('connections.setToken', { id: desk.connectionId, token: client.token });
  await desk.idle();
  expect(await desk.idsOnService(id)).toEqual(['EH1', 'EH2']);
  await desk.restart();
  await desk.idle();
  expect([await placesOf(here, 'EH1'), (await placesOf(here, 'EH2')).length]).toEqual([[], 1]);
});

it('an erased person still counts as paid for after refused rows were sent again and merged', async () => {
  const id = await desk.importPeople(...people('EI', 1, 2), person('EI3', { isRefused: true }));
  await desk.call('projects.change', { id, sendErrors: true });
  await desk.send(id);
  await erase(here, 'EI1');
  const { id: retry } = await desk.call('projects.fixRefused', { id });
  await desk.idle();
  await desk.call('check.edit', { id: retry, row: 4, field: 'personalEmail', value: 'mended@example.org' });
  await desk.send(retry);
  expect((await desk.call('projects.get', { id })).state).toMatchObject({ at: 'done', counts: { scored: 3, refused: 0 } });
  const later = await desk.importPeople(...people('EI', 1, 2), person('EI3', { email: 'mended@example.org' }), person('EI4'));
  expect((await desk.call('cost.get', { id: later })).leftOut).toEqual([{ reason: 'recentlyScreened', rows: 3 }]);
  await desk.call('projects.change', { id: later, recencyDays: 0, baselineId: id });
  expect((await desk.call('cost.get', { id: later })).leftOut).toEqual([{ reason: 'unchanged', rows: 3 }]);
});
