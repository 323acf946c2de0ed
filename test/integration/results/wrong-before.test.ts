/** A person who was judged wrong and has not changed since keeps an earlier score, which is someone else's. */
import { expect, it } from 'vitest';
import { PEOPLE_HEADINGS, people } from '../../kit/list-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { cellsIn, summaryIn } from '../../kit/workbook-facts.ts';

const desk = await setupTestDesk();
const CAPACITY = 'mostRecentScore.scoreDetails.capacityValue';

it('is not in Top prospects and the ranges of the next workbook, until the verdict is taken back', async () => {
  const before = await desk.importList([PEOPLE_HEADINGS, ...people('Q', 1, 2, 3, 4, 5, 6)]);
  await desk.send(before);
  const { rows } = await desk.call('results.page', {
    id: before,
    selection: { outcome: 'scored', filters: [], find: '' },
    columns: [CAPACITY],
    sort: { column: CAPACITY, descending: true },
    offset: 0,
    limit: 1,
  });
  const { row, name } = rows[0]!;
  await desk.call('review.set', { id: before, people: [{ row: row! }], verdict: { is: 'wrong', reason: null, note: '' } });
  const id = await desk.importList([PEOPLE_HEADINGS, ...people('Q', 1, 2, 3, 4, 5, 6, 7, 8)]);
  await desk.call('projects.change', { id, baselineId: before });
  await desk.send(id);

  const workbook = async () => {
    const people = { kind: 'everyone' as const, priorScores: true };
    const path = await desk.exportWorkbook(id, { kind: 'workbook', id, format: { kind: 'xlsx', bars: [] }, people, columns: null });
    const cells = cellsIn(path, 'Summary');
    const start = cells.findIndex(([title]) => title === 'Capacity by range');
    const inRanges = cells.slice(start + 1).reduce((sum, [, count]) => sum + Number(count), 0);
    return { names: cellsIn(path, 'Top prospects').map((line) => line[1]), inRanges, sentences: summaryIn(path).join(' ') };
  };
  const judged = await workbook();
  expect(judged.names).not.toContain(name);
  expect(judged.inRanges).toBe(7);
  expect(judged.sentences).toContain('1 scored person was judged wrong in Review');
  expect(judged.sentences).toContain('6 people who have not changed keep the scores');
  await desk.call('review.undo', { id: before });
  const undone = await workbook();
  expect(undone.names).toContain(name);
  expect(undone.inRanges).toBe(8);
});
