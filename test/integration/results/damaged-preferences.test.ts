/** Damaged preferences of a connection: results stay readable, a notice says what is damaged, and only the user starts over. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();

it('tells that the preferences are damaged, refuses to save others, and starts over when the notice is dismissed', async () => {
  const id = await desk.importList([PEOPLE_HEADINGS, ...people('A', 1, 2)]);
  await desk.send(id);
  const saveSegment = () => desk.call('segments.save', { id, segmentId: null, name: 'Major gifts', filters: [], find: '' });
  await saveSegment();
  const database = new Database(join(desk.folder, 'data', 'history.sqlite'));
  const stored = () => database.prepare('SELECT value FROM setting WHERE name = ?').pluck().get(`arrangement/${desk.connectionId}`);
  database.prepare("UPDATE setting SET value = 'AAAA' || value WHERE name = ?").run(`arrangement/${desk.connectionId}`);
  const damaged = stored();

  const { name } = (await desk.call('connections.list', {})).find((one) => one.id === desk.connectionId)!;
  const { notice } = await desk.call('app.get', {});
  expect(notice).toContain(`“${name}” are damaged`);
  expect((await desk.call('results.get', { id })).counts.scored).toBe(2);
  expect(await desk.call('segments.list', { id })).toEqual([]);
  await expect(saveSegment()).rejects.toMatchObject({ code: 'DATABASE_DAMAGED' });
  expect(stored()).toBe(damaged);

  expect((await desk.call('app.dismissNotice', {})).notice).toBeNull();
  expect(await saveSegment()).toMatchObject([{ name: 'Major gifts', rows: 2 }]);
  database.close();
});
