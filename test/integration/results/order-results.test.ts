/**
 * Capacity by decile after only the people who come first were screened: each number agrees with the cells of the export.
 * @module-tag deep
 */
import { expect, it } from 'vitest';
import { INITIAL_WEIGHTS } from '../../../shared/order/index.ts';
import { fieldKey } from '../../../shared/results/index.ts';
import { best, first, rankedList } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { cellsIn, sheetsIn, summaryIn } from '../../kit/workbook-facts.ts';

const desk = await setupTestDesk();
const PEOPLE = 120;
const EVERYBODY = { outcome: 'scored' as const, filters: [], find: '' };
const CAPACITY = 'mostRecentScore.scoreDetails.capacityValue';

/** The capacities of the scored people by the number in their ID, from the pages of Scores. */
async function capacities(id: string): Promise<Map<number, number>> {
  const ask = { id, selection: EVERYBODY, columns: [fieldKey('constituentId'), CAPACITY], sort: null, offset: 0, limit: 200 };
  const { rows } = await desk.call('results.page', ask);
  return new Map(rows.map(({ cells }) => [Number(cells[0]!.replace(/\D/g, '')), Number(cells[1])]));
}

function yieldOf(people: readonly number[], found: ReadonlyMap<number, number>, least: number) {
  const amounts = people.flatMap((one) => found.get(one) ?? []).toSorted((a, b) => a - b);
  const { length } = amounts;
  const median = length === 0 ? null : (amounts[Math.floor((length - 1) / 2)]! + amounts[Math.floor(length / 2)]!) / 2;
  return {
    people: people.length,
    sent: length,
    scored: length,
    sum: amounts.reduce((sum, amount) => sum + amount, 0),
    median,
    top: amounts.filter((amount) => amount >= least).length,
  };
}

it('is that of the scored people of each decile, and of the people above the cut next to the sample below it', async () => {
  const id = await desk.importList(rankedList('O', PEOPLE, 'O121,,,,,,,9000,01/15/2020,3,1'));
  await desk.call('cost.choose', { id, best: best({ kind: 'decile', last: 'E' }, { sample: 0.5 }) });
  await desk.send(id);
  const order = (await desk.call('results.order', { id }))!;
  const found = await capacities(id);
  const { least } = (await desk.call('results.capacity', { id }))!;
  expect(found.size).toBe(90);
  // The person who gave most, the last of the list, comes first.
  const inOrder = Array.from({ length: PEOPLE }, (_, at) => PEOPLE - at);
  expect(order.deciles).toEqual(
    'ABCDEFGHIJ'.split('').map((decile, at) => ({ decile, ...yieldOf(inOrder.slice(at * 12, at * 12 + 12), found, least) })),
  );
  expect(order.above).toEqual(yieldOf(inOrder.slice(0, 60), found, least));
  expect(order.below).toEqual(yieldOf(inOrder.slice(60), found, least));

  const people = { kind: 'everyone' as const, priorScores: false };
  // Scores lists them separately, and Left out has only the others.
  const listed = async (outcome: 'notChosen' | 'leftOut') =>
    (await desk.call('results.page', { id, selection: { ...EVERYBODY, outcome }, columns: [], sort: null, offset: 0, limit: 200 })).rows;
  const later = await listed('notChosen');
  expect(later.map(({ leftOut }) => leftOut)).toEqual(Array.from({ length: 30 }, () => 'notChosen'));
  expect((await listed('leftOut')).map(({ leftOut }) => leftOut)).toEqual(['invalid']);
  expect(await desk.call('results.get', { id })).toMatchObject({ leftOut: 31, notChosen: 30 });
  const path = await desk.exportWorkbook(id, { kind: 'workbook', id, format: { kind: 'xlsx', bars: [] }, people, columns: null });
  const cells = cellsIn(path, 'Summary');
  const start = cells.findIndex(([title]) => title === 'Capacity by decile');
  expect(cells[start]).toEqual(['Capacity by decile', 'People', 'Sent', 'Scored', 'Capacity', 'Median', 'In the top group']);
  const line = ({ people, sent, scored, sum, median, top }: ReturnType<typeof yieldOf>) => [people, sent, scored, sum, median, top];
  expect(cells.slice(start + 1)).toEqual([
    ...order.deciles.map((one) => [one.decile, ...line(one)]),
    ['Above the cut', ...line(order.above)],
    ['Sample below the cut', ...line(order.below)],
  ]);
  const share = ({ top, scored }: typeof order.above) => `${top} of ${scored} scored (${Math.round((top / scored) * 100)}%)`;
  const sentence = `Above the cut ${share(order.above)} are in the top group by capacity; in the sample below it ${share(order.below)}.`;
  expect(summaryIn(path)).toContain(sentence);
  expect(summaryIn(path)).toContain('121 rows in the file = 90 sent + 31 not sent, 30 of them not chosen this time.');
  expect((await desk.call('report.get', { id })).report.sent!.notes).toContain(sentence);

  // The people of a segment are not those whom the order chose.
  const segment = { kind: 'segment' as const, name: 'Some', filters: [], find: '' };
  const some = await desk.exportWorkbook(id, { kind: 'workbook', id, format: { kind: 'xlsx', bars: [] }, people: segment, columns: null });
  expect(cellsIn(some, 'Summary').map(([title]) => title)).not.toContain('Capacity by decile');
  expect(summaryIn(some)).not.toContain(sentence);
  expect(Object.keys(sheetsIn(some))).not.toContain('Report');
  expect(Object.keys(sheetsIn(path))).toContain('Report');
});

it('says that nobody or too few people below the cut show whether the order was right, and nothing if everyone was sent', async () => {
  const without = await desk.importList(rankedList('P', 30));
  await desk.call('cost.choose', { id: without, best: best(first(10)) });
  await desk.send(without);
  const notes = async (id: string) => (await desk.call('report.get', { id })).report.sent!.notes.join(' ');
  expect(await notes(without)).toContain('Nobody below it was sampled, so nothing shows whether the order was right.');
  expect((await desk.call('results.order', { id: without }))!.deciles).toEqual([]);
  const few = await desk.importList(rankedList('Q', 30));
  await desk.call('cost.choose', { id: few, best: best(first(10), { sample: 0.1, by: { kind: 'weights', weights: INITIAL_WEIGHTS } }) });
  await desk.send(few);
  expect(await notes(few)).toContain('The sample has 2 scored people: too few to tell whether the order was right.');
  const everyone = await desk.importList(rankedList('S', 3));
  await desk.send(everyone);
  expect(await desk.call('results.order', { id: everyone })).toBeNull();
  expect(await notes(everyone)).not.toContain('the cut');
});
