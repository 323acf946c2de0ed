/** A window continues the work of the last program, and names it. */
import { expect, it } from 'vitest';
import { people } from '../../kit/list-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();

it('a window names the screenings that it continues', async () => {
  expect((await desk.call('app.get', {})).continued).toBeNull();
  const id = await desk.importPeople(...people('W', 1, 2));
  await desk.practice.client.setFaults({ kind: 'latency', ms: 60_000, on: { step: 'create' } });
  const asked = desk.until(id, ({ state }) => state.at === 'creating');
  const { rowsToSend, quoteId } = await desk.call('cost.get', { id });
  await desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, parts: 1, quoteId });
  await asked;
  await desk.restart();
  await desk.practice.client.clearFaults();
  expect((await desk.call('app.get', {})).continued).toMatch(
    /^Screening Desk continues “.*list”: it was not finished when the last program ended\.$/,
  );
  await desk.idle();
  expect(await desk.charged()).toBe(2);
});
