/**
 * A list is sent while another list with the same people is handed over: one of the two is refused, so both computers never send somebody.
 * @module-tag deep
 */
import { afterEach, expect, it, vi } from 'vitest';
import { BundleWriter } from '../../../main/bundles/format.ts';
import { pilotLists } from '../../kit/pilot-lists.ts';
import { best, first, rankedList } from '../../kit/ranked-lists.ts';
import { setupTwoComputers } from '../../kit/two-computers.ts';

const { desk, colleague, bundle } = await setupTwoComputers();
const { piloted } = pilotLists(desk);
afterEach(() => {
  vi.restoreAllMocks();
});

/** Does something after the rows of the next bundle were copied, and before it is finished. */
function duringBundle(work: () => Promise<unknown>): void {
  const begin = BundleWriter.begin.bind(BundleWriter);
  vi.spyOn(BundleWriter, 'begin').mockImplementationOnce(async (...to) => {
    await work();
    return await begin(...to);
  });
}

/** A list of six people, two of whom were chosen and sent, and the same file as a new list. */
async function screened(prefix: string): Promise<{ readonly older: string; readonly newer: string }> {
  const older = await desk.importList(rankedList(prefix, 6));
  await desk.call('projects.change', { id: older, recencyDays: 0 });
  await desk.call('cost.choose', { id: older, best: best(first(2)) });
  await desk.send(older);
  const newer = await desk.importList(rankedList(prefix, 6));
  // Opened before, because the first query about the older list would wait for the bundle.
  await desk.call('cost.get', { id: newer });
  return { older, newer };
}
const stateOf = async (id: string) => (await desk.call('projects.get', { id })).state.at;
const holderOf = async (id: string) => (await desk.call('projects.get', { id })).held?.holder ?? 'here';

it('a pilot is not handed over if its people are sent again while its bundle is written', async () => {
  const id = await piloted('MA');
  await desk.send(id);
  // Opened before, because the first query about the pilot would wait for the bundle.
  await desk.call('cost.get', { id: await desk.importList(rankedList('MA', 4)) });
  const scoreConfiguration = { scoreWeights: { propensity: 1, affinity: 1, capacity: 8 } };
  duringBundle(async () => {
    const asked = { id, connectionId: desk.connectionId, scoreConfiguration, rows: 3, credits: 3 };
    await desk.until((await desk.call('project.comparePilot', asked)).id, ({ state }) => state.at === 'done');
  });
  await expect(bundle(id, 'hand-over')).rejects.toMatchObject({ code: 'NOT_NOW' });
  expect(await holderOf(id)).toBe('here');
  // The next bundle says that they were sent.
  await colleague.open(await bundle(id, 'hand-over'));
  expect((await colleague.call('projects.get', { id })).sentElsewhere).toEqual(['comparison']);
});

it('a list is not handed over if a newer list sends its people while its bundle is written', async () => {
  const { older, newer } = await screened('MB');
  duringBundle(async () => {
    await desk.call('projects.change', { id: newer, baselineId: older });
    const { rowsToSend, quoteId } = await desk.call('cost.get', { id: newer });
    await desk.call('project.send', { id: newer, rows: rowsToSend, connectionId: desk.connectionId, quoteId });
    await desk.until(newer, ({ state }) => state.at === 'done');
  });
  await expect(bundle(older, 'hand-over')).rejects.toMatchObject({ code: 'NOT_NOW' });
  expect(await holderOf(older)).toBe('here');
  expect(await stateOf(newer)).toBe('done');
});

it('the same file is not sent as a new list if the former one is handed over while it is about to be', async () => {
  const { older, newer } = await screened('MC');
  const before = await desk.charged();
  desk.duringNextRequest = () => bundle(older, 'hand-over');
  await expect(desk.send(newer)).rejects.toMatchObject({ code: 'SENT_BEFORE' });
  expect(await holderOf(older)).toBe('given');
  expect(await stateOf(newer)).toBe('draft');
  expect(await desk.charged()).toBe(before);
});
