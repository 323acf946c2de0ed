/**
 * Verdicts are exported as a sheet for a colleague and read back, in the window and in the terminal. Nothing is sent or charged.
 * @module-tag deep
 */
import { readFileSync } from 'node:fs';
import { CFB } from 'xlsx';
import { describe, expect, it, vi } from 'vitest';
import { ReviewVerdicts } from '../../../main/results/review-verdicts.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people } from '../../kit/list-people.ts';
import { cellsIn, sheetsIn } from '../../kit/workbook-facts.ts';

const desk = await setupTestDesk();
const ASK = { filters: [], find: '', value: null };
const rowsIn = async (id: string, part: 'left' | 'right' | 'wrong') =>
  (await desk.call('review.queue', { id, ...ASK, part, offset: 0, limit: 50 })).rows.map(({ row }) => row).toSorted((a, b) => a - b);

type Sheet = (string | number)[][];

/** The XML of the first sheet of a workbook. */
const sheetXml = (path: string): string =>
  Buffer.from(CFB.find(CFB.read(readFileSync(path), { type: 'buffer' }), '/xl/worksheets/sheet1.xml')!.content as Uint8Array).toString();

async function screened(prefix: string): Promise<string> {
  const id = await desk.importPeople(...people(prefix, 1, 2, 3, 4, 5, 6));
  await desk.send(id);
  return id;
}

/** The path of the saved sheet To review. */
const saved = (id: string) => desk.exportWorkbook(id, { kind: 'toReview', id, format: 'xlsx', filters: [], find: '' });

/** Writes the rows as a workbook, and returns its token. */
const filled = (rows: Sheet) => desk.workbook({ 'To review': rows.map((cells) => cells.join(',')) });

it('a colleague types the letters of Review, as a file without the choice list has them', async () => {
  const id = await screened('L');
  const path = await saved(id);
  const [head, ...rows] = cellsIn(path, 'To review') as unknown as [string[], ...Sheet];
  const verdicts = ['R', 'w', ' U '];
  const typed = rows.slice(0, 3).map((cells, at) => cells.with(head.indexOf('Verdict'), verdicts[at]!));
  const imported = await desk.call('review.import', { id, file: await filled([head, ...typed]), take: null });
  expect(imported).toMatchObject({ changed: 3, unknown: [] });
  const [right, wrong] = typed.map((cells) => cells[head.indexOf('File row')]);
  expect([await rowsIn(id, 'right'), await rowsIn(id, 'wrong')]).toEqual([[right], [wrong]]);
});

it('a colleague fills the choice list, and the verdicts reach their people only', async () => {
  const id = await screened('W');
  const before = await desk.practice.client.ledger();
  const path = await saved(id);
  const [head, ...rows] = cellsIn(path, 'To review') as unknown as [string[], ...Sheet];
  const at = (title: string) => head.indexOf(title);
  expect(rows.map((row) => row[at('File row')])).toEqual(
    (await desk.call('review.queue', { id, ...ASK, part: 'left', offset: 0, limit: 50 })).rows.map(({ row }) => row),
  );
  expect(sheetXml(path)).toContain('<formula1>"Right,Wrong,Unsure"</formula1>');

  const row = (number: number) => [...rows.find((one) => one[at('File row')] === number)!];
  const withVerdict = (number: number, verdict: string, note = '') => {
    const cells = row(number);
    cells[at('Verdict')] = verdict;
    cells[at('Note')] = note;
    return cells;
  };
  const stranger = withVerdict(4, 'Right');
  stranger[at('Code (do not change)')] = 'another pair';
  await desk.call('review.set', { id, people: [{ row: 3 }], verdict: { is: 'wrong', reason: null, note: '' } });
  const returned: Sheet = [
    head,
    withVerdict(2, 'Right', 'met her'),
    withVerdict(3, 'Right'),
    stranger,
    withVerdict(5, 'Right'),
    withVerdict(5, 'Wrong'),
    withVerdict(6, 'Perhaps'),
    row(7),
  ];
  const imported = await desk.call('review.import', { id, file: await filled(returned), take: null });
  expect(imported).toMatchObject({
    changed: 1,
    same: 0,
    nobody: [{ line: 4 }],
    twice: [{ row: 5, verdicts: ['right', 'wrong'] }],
    unknown: [{ line: 7, text: 'Perhaps' }],
    conflicts: [{ row: 3, here: { is: 'wrong' }, file: { is: 'right' } }],
  });
  expect([await rowsIn(id, 'right'), await rowsIn(id, 'wrong')]).toEqual([[2], [3]]);
  const [step] = (await desk.call('review.history', { id, row: 2 })).steps;
  expect(step).toMatchObject({ kind: 'imported', after: { is: 'right', note: 'met her' } });

  expect(await desk.call('review.import', { id, file: await filled(returned), take: 'here' })).toMatchObject({
    changed: 0,
    same: 1,
    conflicts: [],
  });
  expect(await desk.call('review.import', { id, file: await filled(returned), take: 'file' })).toMatchObject({ changed: 1, conflicts: [] });
  expect([await rowsIn(id, 'right'), await rowsIn(id, 'wrong')]).toEqual([[2, 3], []]);
  await desk.call('review.undo', { id });
  expect(await rowsIn(id, 'wrong')).toEqual([3]);
  expect(await desk.practice.client.ledger()).toEqual(before);
  // If both have the same verdict, what only one of them wrote is kept.
  await desk.call('review.set', { id, people: [{ row: 6 }], verdict: { is: 'wrong', reason: 'sameName', note: '' } });
  await desk.call('review.set', { id, people: [{ row: 7 }], verdict: { is: 'right', reason: null, note: 'mine' } });
  const both: Sheet = [head, withVerdict(6, 'Wrong', 'lives abroad'), withVerdict(7, 'Right', 'theirs')];
  expect(await desk.call('review.import', { id, file: await filled(both), take: null })).toMatchObject({
    changed: 1,
    same: 1,
    conflicts: [],
  });
  const [noted] = (await desk.call('review.history', { id, row: 6 })).steps;
  expect(noted).toMatchObject({ kind: 'imported', after: { is: 'wrong', reason: 'sameName', note: 'lives abroad' } });
  const strange = ['0', '-2', '2.5', '1e999', '4294967298', '=2', 'two'].map((number) => {
    const cells = withVerdict(2, 'Wrong');
    cells[at('File row')] = number;
    return cells;
  });
  expect(await desk.call('review.import', { id, file: await filled([head, ...strange]), take: 'file' })).toMatchObject({
    changed: 0,
    nobody: { length: strange.length },
  });
  expect(await rowsIn(id, 'wrong')).toEqual([3, 6]);
  await expect(desk.call('review.import', { id, file: await filled([['Name']]), take: null })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  });
});

it('the workbook has the sheet Review once there are verdicts, and no segment has people judged wrong', async () => {
  const id = await screened('V');
  expect(Object.keys(sheetsIn(await desk.exportWorkbook(id)))).not.toContain('Review');
  await desk.call('review.set', { id, people: [{ row: 3 }], verdict: { is: 'wrong', reason: 'sameName', note: 'another V2' } });
  const workbook = await desk.exportWorkbook(id);
  const [, line] = cellsIn(workbook, 'Review');
  expect(line).toMatchObject(expect.arrayContaining([3, 'V2', 'Wrong', 'Same name only', 'another V2', 'Present']));
  const layout = await desk.exportRows(id, { kind: 'layout', layoutId: 'civicrm' });
  expect(layout).toHaveLength(5);
  expect(JSON.stringify(layout)).not.toContain('"V2"');
});

describe('a verdict in the moment in which a reviewed sheet is read', () => {
  const rightFor = async (id: string) => {
    const [head, ...rows] = cellsIn(await saved(id), 'To review') as unknown as [string[], ...Sheet];
    const at = head.indexOf('Verdict');
    return async () => await filled([head, ...rows.map((cells) => cells.with(at, 'Right'))]);
  };

  it('is kept, and the result for the sheet says that it has another verdict', async () => {
    const id = await screened('X');
    const file = await rightFor(id);
    const judging = vi.spyOn(ReviewVerdicts.prototype, 'change').mockImplementationOnce(async function meanwhile(
      this: ReviewVerdicts,
      ...change
    ) {
      await desk.call('review.set', { id, people: [{ row: 2 }], verdict: { is: 'wrong', reason: null, note: '' } });
      return await this.change(...change);
    });
    const read = await desk.call('review.import', { id, file: await file(), take: null });
    judging.mockRestore();
    expect(read).toMatchObject({ changed: 5, same: 0, conflicts: [{ row: 2, here: { is: 'wrong' }, file: { is: 'right' } }] });
    expect(await rowsIn(id, 'wrong')).toEqual([2]);
  });

  it('has one effect when the sheet is read twice', async () => {
    const id = await screened('Y');
    const file = await rightFor(id);
    const files = [await file(), await file()];
    const read = await Promise.all(files.map((token) => desk.call('review.import', { id, file: token, take: null })));
    expect(read.map(({ changed, same, conflicts }) => `${changed} ${same} ${conflicts.length}`).toSorted()).toEqual(['0 6 0', '6 0 0']);
    expect((await desk.call('review.history', { id, row: 2 })).steps).toHaveLength(1);
  });
});
