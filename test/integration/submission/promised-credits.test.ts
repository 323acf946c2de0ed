/** The credits that a list needs while it is running are not available to another list on the same account. */
import { expect, it, onTestFinished } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people } from '../../kit/list-people.ts';
import { HeldMeasuring } from '../../kit/held-measuring.ts';

const measuring = new HeldMeasuring();
const desk = await setupTestDesk(measuring.spawn);

it('a list is refused if a running list that is not charged yet needs the rest of the balance', async () => {
  const first = await desk.importPeople(...people('A', 1, 2, 3));
  const second = await desk.importPeople(...people('B', 1, 2, 3));
  await desk.practice.client.settings({ credits: 5 });
  // The service asks to wait with the start, so nothing of the first list is charged.
  const aMonth = { seconds: 30 * 86_400 };
  await desk.practice.client.setFaults({ kind: 'status', status: 429, retryAfter: aMonth, times: null, on: { step: 'process' } });
  const isWaiting = desk.until(first, ({ state, activity }) => state.at === 'starting' && activity?.kind === 'waiting');
  await desk.call('project.send', { id: first, rows: 3, connectionId: desk.connectionId });
  await isWaiting;

  const sending = desk.call('project.send', { id: second, rows: 3, connectionId: desk.connectionId });
  await expect(sending).rejects.toMatchObject({ code: 'CREDITS_SHORT', details: { needed: 3, remaining: 2 } });
  expect((await desk.call('projects.get', { id: second })).state.at).toBe('draft');
  expect((await desk.practice.client.ledger()).projects).toHaveLength(1);

  await desk.practice.client.clearFaults();
  await desk.call('project.pause', { id: first });
  await desk.call('project.resume', { id: first });
  await desk.idle();
  expect((await desk.call('projects.get', { id: first })).state.at).toBe('done');
  expect(await desk.charged()).toBe(3);
});

it('a list is refused if a list that is still being measured needs the rest of the balance', async () => {
  const first = await desk.importPeople(...people('C', 1, 2, 3));
  const second = await desk.importPeople(...people('D', 1, 2, 3));
  const before = await desk.charged();
  await desk.practice.client.settings({ credits: 5 });
  const held = measuring.hold();
  onTestFinished(() => held.release());
  await desk.call('project.send', { id: first, rows: 3, connectionId: desk.connectionId });
  expect((await desk.call('projects.get', { id: first })).state.at).toBe('preparing');

  const sending = desk.call('project.send', { id: second, rows: 3, connectionId: desk.connectionId });
  await expect(sending).rejects.toMatchObject({ code: 'CREDITS_SHORT', details: { needed: 3, remaining: 2 } });
  held.release();
  await desk.idle();
  expect((await desk.charged()) - before).toBe(3);
});
