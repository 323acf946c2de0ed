/** A part of a list that could not be sent waits for the user. */
import { expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import { HeldMeasuring } from '../../kit/held-measuring.ts';
import { people } from '../../kit/list-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const measuring = new HeldMeasuring();
const desk = await setupTestDesk(measuring.spawn);

it('a part that could not be sent is not sent again without the user, even after a restart', async () => {
  const settings = { listFormat: 'json', rowBase: 'find', maxRows: 2 } as const;
  await desk.call('connections.change', { id: desk.connectionId, settings });
  const first = await desk.importPeople(...people('F', 1, 2, 3));
  const { rowsToSend, quoteId } = await desk.call('cost.get', { id: first });
  const [part, nextPart] = [measuring.hold(), measuring.hold()];
  await desk.call('project.send', { id: first, rows: rowsToSend, connectionId: desk.connectionId, parts: 2, quoteId });
  part.release();
  nextPart.fail(new AppError('PROJECT_FILE_DAMAGED', 'The list could not be read.'));
  await desk.idle();

  const partOf = async () => (await desk.call('projects.list', {})).find(({ lineage }) => lineage?.of === first)!;
  const { id } = await partOf();
  expect(await partOf()).toMatchObject({ state: { at: 'draft' }, lastError: { code: 'PROJECT_FILE_DAMAGED' } });
  await desk.restart();
  await desk.idle();
  expect(await partOf()).toMatchObject({ id, state: { at: 'draft' }, lastError: { code: 'PROJECT_FILE_DAMAGED' } });
  expect(await desk.charged()).toBe(2);
});
