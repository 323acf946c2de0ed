import { expect, it } from 'vitest';
import { PEOPLE_HEADINGS, people } from '../../kit/list-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();
/** More columns than the program reads to choose a sheet. */
const GIFTS = Array.from({ length: 600 }, (_, at) => `Gift ${1900 + Math.floor(at / 4)} Q${(at % 4) + 1}`);
const LINES = [[PEOPLE_HEADINGS, ...GIFTS].join(','), ...people('W', 1, 2).map((person) => [person, ...GIFTS.map(() => '5')].join(','))];
const HEADINGS = [...PEOPLE_HEADINGS.split(','), ...GIFTS];

const headingsOf = async (id: string) => (await desk.call('columns.get', { id })).headers;

it('a list keeps the headings of all its columns, and exports them', async () => {
  const id = await desk.importList(LINES);
  expect(await headingsOf(id)).toEqual(HEADINGS);
  await desk.send(id);
  const [row] = await desk.exportRows(id);
  expect(row).toMatchObject({ [GIFTS[0]!]: '5', [GIFTS.at(-1)!]: '5' });
});

it('so does a workbook, and a list whose heading row the user chose', async () => {
  const { id } = await desk.call('projects.create', { file: await desk.workbook({ People: LINES }), connectionId: desk.connectionId });
  await desk.idle();
  expect(await headingsOf(id)).toEqual(HEADINGS);
  await desk.call('import.change', { id, headerRow: null });
  await desk.idle();
  await desk.call('import.change', { id, headerRow: 1 });
  await desk.idle();
  expect(await headingsOf(id)).toEqual(HEADINGS);
});
