/** Verdicts about matches: to whom they belong, what they outlast, and what they change. Nothing is sent or charged. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people, person } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const desk = await setupTestDesk(localTasks);
beforeEach(async () => {
  await desk.practice.client.clearFaults();
  await desk.practice.client.settings({ dialect: 'default' });
});

const ASK = { filters: [], find: '', value: null };
const NOTE = 'She told us that she moved to the lake house';
const verdict = (is: 'right' | 'wrong' | 'unsure', note = '') => ({ is, reason: null, note });
const ledger = () => desk.practice.client.ledger();

async function screened(lines: readonly string[], parts = 1): Promise<string> {
  await desk.call('connections.change', {
    id: desk.connectionId,
    settings: { listFormat: 'json', rowBase: 'find', maxRows: Math.ceil(lines.length / parts) },
  });
  const id = await desk.importPeople(...lines);
  await desk.call('projects.change', { id, sendErrors: true, recencyDays: 0 });
  await desk.send(id, parts);
  await desk.keepPartialResults();
  return id;
}

const queue = (id: string, part: 'left' | 'right' | 'wrong' | 'unsure' | 'accepted' | 'all' = 'left') =>
  desk.call('review.queue', { id, ...ASK, part, offset: 0, limit: 200 });
const rowsIn = async (...of: Parameters<typeof queue>) => (await queue(...of)).rows.map(({ row }) => row).toSorted((a, b) => a - b);
const view = (id: string) => desk.call('review.get', { id, ...ASK });
const set = (id: string, rows: readonly number[], one: ReturnType<typeof verdict> | null) =>
  desk.call('review.set', { id, people: rows.map((row) => ({ row })), verdict: one });
const stored = (): string => {
  const files = readdirSync(join(desk.folder, 'data'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((file) => readFileSync(join(file.parentPath, file.name)).toString('latin1')).join('\n');
};

describe('a verdict', () => {
  it('outlives a restart with who gave it, is unreadable on the disk, and is gone with its project', async () => {
    const id = await screened(people('A', 1, 2, 3, 4));
    const before = await ledger();
    const first = (await queue(id)).rows[0]!;
    const shown = await desk.call('review.person', { id, row: first.row, value: null });
    expect(shown.constituentId).toMatch(/^A\d$/);
    await desk.call('review.set', {
      id,
      people: [{ row: first.row, pair: shown.pair }],
      verdict: { is: 'right', reason: 'moved', note: NOTE },
    });
    expect((await queue(id)).rows.map(({ row }) => row)).not.toContain(first.row);
    expect(stored()).not.toContain(NOTE);

    await desk.restart();
    expect(await rowsIn(id, 'right')).toEqual([first.row]);
    const { steps } = await desk.call('review.history', { id, row: first.row });
    const after = { is: 'right', reason: 'moved', note: NOTE };
    expect(steps).toEqual([
      { at: expect.any(Number), who: userInfo().username, kind: 'set', from: null, before: null, after, isPresent: true },
    ]);
    await set(id, [first.row], verdict('unsure'));
    expect((await desk.call('review.history', { id, row: first.row })).steps[0]).toMatchObject({ before: after, after: { is: 'unsure' } });
    expect(await ledger()).toEqual(before);

    await desk.call('projects.remove', { id, loseResults: true });
    const database = new Database(join(desk.folder, 'data', 'history.sqlite'), { readonly: true });
    expect(database.prepare('SELECT count(*) FROM review WHERE project_id = ?').pluck().get(id)).toBe(0);
    database.close();
  });

  it('about several people is one step, and undoing it restores the earlier verdicts', async () => {
    const id = await screened(people('B', 1, 2, 3, 4));
    await set(id, [2], verdict('unsure'));
    expect((await set(id, [2, 3, 4], verdict('wrong'))).rows).toEqual([2, 3, 4]);
    expect(await rowsIn(id, 'wrong')).toEqual([2, 3, 4]);
    expect((await desk.call('review.undo', { id })).rows).toEqual([2, 3, 4]);
    expect([await rowsIn(id, 'wrong'), await rowsIn(id, 'unsure'), await rowsIn(id)]).toEqual([[], [2], [3, 4, 5]]);
    await desk.call('review.undo', { id });
    expect(await rowsIn(id)).toEqual([2, 3, 4, 5]);
    await expect(desk.call('review.undo', { id })).rejects.toMatchObject({ code: 'NOT_NOW' });
    await expect(desk.call('review.set', { id, people: [{ row: 2, pair: 'another' }], verdict: verdict('right') })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    await expect(set(id, [1], verdict('right'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of a wrong profile takes the person out of lists, sums and segments, and the subtraction adds up', async () => {
    const id = await screened(people('C', 1, 2, 3, 4, 5, 6));
    const selection = { outcome: 'scored' as const, filters: [], find: '' };
    const key = (await view(id)).value!.key;
    const sum = async () => await desk.call('results.sum', { id, selection, column: key });
    const before = await sum();
    const scale = async () => (await desk.call('results.capacity', { id }))!;
    const allBands = (await scale()).bands;
    const [top] = (await queue(id)).rows;
    await set(id, [top!.row], verdict('wrong'));
    const after = await sum();
    expect([after.rows, after.sum]).toEqual([before.rows - 1, before.sum! - top!.value!]);
    const { counts, judgedWrong } = await desk.call('results.get', { id });
    expect([counts.scored, judgedWrong, after.rows]).toEqual([6, 1, counts.scored - judgedWrong]);
    const page = await desk.call('results.page', { id, selection, columns: [], sort: null, offset: 0, limit: 50 });
    expect(page.rows.map(({ row }) => row)).not.toContain(top!.row);
    const groups = await scale();
    expect(groups.bands.reduce((rows, band) => rows + band.rows, groups.without)).toBe(5);
    // The groups stay in their places, even without a person, and the top group always has somebody.
    const bounds = ({ label, min, max }: (typeof allBands)[number]) => ({ label, min, max });
    expect(groups.bands.map(bounds)).toEqual(allBands.map(bounds));
    const inBand = allBands.findIndex(({ min, max }) => top!.value! >= min && top!.value! <= max);
    expect(groups.bands[inBand]!.rows).toBe(allBands[inBand]!.rows - 1);
    expect(groups.top.rows).toBeGreaterThan(0);
    await desk.call('review.undo', { id });
    expect(await sum()).toEqual(before);
  });
});

describe('a verdict stays with its pair', () => {
  it('is stale while a join by order is undone, never on another row, and valid again after the same join', async () => {
    await desk.practice.client.settings({ dialect: 'no-echo' });
    const id = await screened(people('D', 1, 2, 3));
    const joinByOrder = async () => {
      const { previewId } = await desk.call('results.orderJoin', { id });
      await desk.call('results.joinByOrder', { id, previewId });
    };
    await joinByOrder();
    await set(id, [3], verdict('wrong'));
    await desk.call('results.undoOrderJoin', { id });
    expect(await view(id)).toMatchObject({ scored: 0, verdicts: { right: 0, wrong: 0, unsure: 0 }, stale: [3] });
    expect((await desk.call('review.history', { id, row: 3 })).steps[0]).toMatchObject({ after: { is: 'wrong' }, isPresent: false });
    await joinByOrder();
    expect([await rowsIn(id, 'wrong'), (await view(id)).stale]).toEqual([[3], []]);
  });

  it('is valid after results are fetched again, and after the parts of a list are merged', async () => {
    const id = await screened(people('E', 1, 2, 3, 4, 5, 6), 2);
    await set(id, [2, 7], verdict('right'));
    await desk.call('results.fetchAgain', { id });
    expect([await rowsIn(id, 'right'), (await view(id)).stale]).toEqual([[2, 7], []]);
    await desk.restart();
    const part = (await desk.call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'part' && lineage.of === id)!;
    await desk.call('results.fetchAgain', { id: part.id });
    expect([await rowsIn(id, 'right'), (await view(id)).stale]).toEqual([[2, 7], []]);
  });

  it('a later screening takes it over once if ID, name and address are the same on both sides, and says how many', async () => {
    const first = await screened([...people('F', 1, 2, 3), person('F4'), person('F5')]);
    await set(first, [2, 3, 5], verdict('right', NOTE));
    await set(first, [6], verdict('wrong'));
    const lines = [person('F3'), person('F2'), person('F1', { street: '1 New Road' }), person('F5'), person('F9')];
    const second = await screened(lines);
    const { name } = await desk.call('projects.get', { id: first });
    expect(await desk.call('review.carry', { id: second })).toEqual({ carried: 2, from: name });
    expect([await rowsIn(second, 'right'), await rowsIn(second, 'wrong')]).toEqual([[3], [5]]);
    const { steps } = await desk.call('review.history', { id: second, row: 3 });
    expect(steps).toMatchObject([{ kind: 'carried', after: { note: NOTE }, who: userInfo().username }]);
    await set(second, [3], null);
    await desk.restart();
    expect(await desk.call('review.carry', { id: second })).toEqual({ carried: 2, from: name });
    expect(await rowsIn(second, 'right')).toEqual([]);
    // After another fetch, verdicts are carried over again, but a verdict that was removed here stays removed.
    await desk.call('results.fetchAgain', { id: second });
    expect(await desk.call('review.carry', { id: second })).toEqual({ carried: 2, from: name });
    expect([await rowsIn(second, 'right'), await rowsIn(second, 'wrong')]).toEqual([[], [5]]);
  });

  it('nothing is taken over if the profile shows no name or address', async () => {
    await desk.practice.client.settings({ dialect: 'id-only-echo' });
    const first = await screened(people('G', 1, 2));
    expect((await desk.call('review.person', { id: first, row: 2, value: null })).shows).toBe('nothing');
    await set(first, [2], verdict('right'));
    const second = await screened(people('G', 1, 2, 3));
    expect(await desk.call('review.carry', { id: second })).toEqual({ carried: 0, from: null });
  });
});

describe('the queue', () => {
  it('orders by value × doubt, settles most with few verdicts, and leaves out matches that the office accepts', async () => {
    const id = await screened(people('H', ...Array.from({ length: 40 }, (_, at) => at + 1)));
    const before = await view(id);
    const { rows } = await queue(id);
    const weights = rows.map(({ value, doubt }) => value! * doubt);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(before).toMatchObject({ scored: 40, left: 40, accepted: 0, doubtBy: 'match' });
    expect(before.doubtful).toBeCloseTo(weights.reduce((sum, weight) => sum + weight, 0));
    const first = weights.slice(0, before.next!.people).reduce((sum, weight) => sum + weight, 0);
    expect(first).toBeGreaterThanOrEqual(0.8 * before.doubtful);
    expect(first - weights[before.next!.people - 1]!).toBeLessThan(0.8 * before.doubtful);
    await set(id, [rows[0]!.row], verdict('right'));
    expect((await view(id)).doubtful).toBeCloseTo(before.doubtful - weights[0]!);

    const accepting = await desk.call('review.accepting', { id, acceptAt: 70 });
    const above = rows.slice(1).filter(({ match }) => match! >= 70).length;
    expect(accepting.accepted + accepting.reviewedBelow + accepting.left).toBe(40);
    expect(accepting.left).toBe(rows.slice(1).filter(({ match }) => match! < 70).length);
    expect(accepting.notRight).toBe(above === 0 ? 0 : null);
    await desk.call('review.accept', { id, acceptAt: 70 });
    expect(await view(id)).toMatchObject({ left: accepting.left, acceptAt: 70, accepted: above });
    await desk.call('review.accept', { id, acceptAt: null });
  });

  it('counts how often matches are right in each band, unsure as not right', async () => {
    const id = await screened(people('I', ...Array.from({ length: 30 }, (_, at) => at + 1)));
    const { rows } = await queue(id);
    const everybody = rows.map(({ row }) => row);
    await set(id, everybody, verdict('right'));
    await set(id, everybody.slice(0, 2), verdict('unsure'));
    const { bands } = await view(id);
    const inBand = [
      rows.filter(({ match }) => match! >= 90),
      rows.filter(({ match }) => match! >= 70 && match! < 90),
      rows.filter(({ match }) => match! < 70),
    ];
    expect(bands.map(({ verdicts }) => verdicts)).toEqual(inBand.map((one) => one.length));
    expect(bands.map(({ right }) => right)).toEqual(
      inBand.map((one) => one.filter(({ row }) => !everybody.slice(0, 2).includes(row)).length),
    );
  });

  it('shows both sides of a pair, and the links of the profile', async () => {
    const id = await screened(people('J', 1, 2));
    const shown = await desk.call('review.person', { id, row: 2, value: null });
    expect(shown.fields.find(({ field }) => field === 'primaryLast')).toMatchObject({ state: 'same' });
    expect(shown.links.map(({ key }) => key)).toContain('profileUrl');
    expect(shown.shows).toBe('both');
  });
});

describe('a damaged step of the journal of verdicts', () => {
  const damage = (id: string) => {
    const database = new Database(join(desk.folder, 'data', 'history.sqlite'));
    database.prepare('UPDATE review SET sealed = ? WHERE project_id = ?').run(Buffer.alloc(90), id);
    database.close();
  };

  it('is named, lets nobody pass unseen, and hides no results of other screenings', async () => {
    const id = await screened(people('K', 1, 2, 3));
    const other = await screened(people('L', 1, 2));
    await set(id, [2], verdict('wrong'));
    damage(id);
    await desk.restart();
    const damaged = { code: 'DATABASE_DAMAGED', message: expect.stringContaining('The record of a verdict cannot be read') as string };
    await expect(view(id)).rejects.toMatchObject(damaged);
    await expect(desk.exportRows(id, { kind: 'layout', layoutId: 'civicrm' })).rejects.toMatchObject(damaged);
    expect(await view(other)).toMatchObject({ scored: 2, left: 2 });
    expect(await desk.exportRows(other)).toHaveLength(2);
    expect(await desk.call('review.carry', { id: other })).toEqual({ carried: 0, from: null });
    await desk.call('projects.remove', { id, loseResults: true });
  });
});
