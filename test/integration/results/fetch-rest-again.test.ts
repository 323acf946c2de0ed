/**
 * The people of a pilot are among the people of its rest. Fetching its results again and fixing its refused rows concern the right rows.
 * @module-tag deep
 */
import { expect, it } from 'vitest';
import { PEOPLE_HEADINGS, people, person } from '../../kit/list-people.ts';
import { pilot } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();

async function pilotAndRest(prefix: string): Promise<string> {
  const refused = (n: number) => person(`${prefix}${n}`, { isRefused: true });
  const id = await desk.importList([PEOPLE_HEADINGS, ...people(prefix, 1, 2, 3, 4, 5), refused(6), ...people(prefix, 7), refused(8)]);
  await desk.call('projects.change', { id, recencyDays: 0, sendErrors: true });
  await desk.call('cost.choose', { id, best: pilot(3, [`${prefix}2`, `${prefix}6`, `${prefix}7`]) });
  await desk.send(id);
  await desk.call('project.sendRest', { id, rows: 5, credits: 5 });
  await desk.idle();
  return id;
}

it('every profile keeps its row when the results of the pilot are fetched again', async () => {
  const id = await pilotAndRest('G');
  const before = await desk.exportRows(id);
  const counts = { submitted: 8, scored: 6, refused: 2, unknown: 0, unmatched: 0 };
  expect((await desk.call('results.get', { id })).counts).toEqual(counts);
  await desk.call('results.fetchAgain', { id });
  await desk.idle();
  expect((await desk.call('results.get', { id })).counts).toEqual(counts);
  expect(await desk.exportRows(id)).toEqual(before);
});

it('refused rows are fixed without the question whether they were paid for', async () => {
  const id = await pilotAndRest('K');
  const charged = await desk.charged();
  const fixed = await desk.call('projects.fixRefused', { id });
  await desk.idle();
  const { rows } = await desk.call('check.page', { id: fixed.id, filter: { kind: 'all' }, find: '', offset: 0, limit: 50 });
  expect(rows.map(({ row }) => row)).toEqual([7, 9]);
  for (const row of [7, 9]) await desk.call('check.edit', { id: fixed.id, row, field: 'personalEmail', value: `k${row - 1}@example.org` });
  await desk.send(fixed.id);
  expect((await desk.call('results.get', { id })).counts).toEqual({ submitted: 8, scored: 8, refused: 0, unknown: 0, unmatched: 0 });
  expect((await desk.charged()) - charged).toBe(2);
  await desk.call('results.fetchAgain', { id });
  await desk.idle();
  expect((await desk.call('results.get', { id })).counts).toEqual({ submitted: 8, scored: 8, refused: 0, unknown: 0, unmatched: 0 });
});
