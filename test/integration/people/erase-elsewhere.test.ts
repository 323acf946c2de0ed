/** Somebody who was erased does not come back with a bundle, and no empty row of theirs is sent by another list. */
import { expect, it } from 'vitest';
import type { Call } from '../../kit/desk-actions.ts';
import { people } from '../../kit/list-people.ts';
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

it('opening the bundle again does not bring the person back to a copy; what remains says that there is a bundle', async () => {
  const id = await desk.importPeople(...people('EA', 1, 2, 3));
  await desk.send(id);
  const path = await bundle(id, 'copy');
  await colleague.open(path);
  for (const call of [here, colleague.call])
    expect((await call('people.erasing', { places: await placesOf(call, 'EA1') })).remains.join(' ')).toContain('in a bundle');
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

it('the empty row is not among the people who are sent later, nor compared', async () => {
  const id = await piloted('EC');
  await desk.call('projects.change', { id, sendErrors: true });
  await desk.send(id);
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
