/**
 * Officers and ratings in the application: they are stored here, never sent, and stay with their person whatever happens to the results.
 * @module-tag deep
 */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { array, assert, asyncProperty, constant, constantFrom, oneof, record, subarray } from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { OFFICER_KEY, type ResultFilter, ratingKey } from '../../../shared/results/result-shapes.ts';
import { people, person } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);
beforeEach(async () => {
  await desk.practice.client.clearFaults();
  await desk.practice.client.settings({ dialect: 'default' });
});

const OVERALL = 'mostRecentScore.overallScore';
const everybody = (filters: ResultFilter[] = []) => ({ outcome: 'scored' as const, filters, find: '' });
const ticked = (rows: number[]) => ({ ...everybody(), chosen: { isExcept: false, rows } });

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

/** The officer of each person by sheet row, as the page of the person shows it. */
async function officers(id: string, rows: readonly number[]): Promise<Record<number, string>> {
  const found = await Promise.all(rows.map(async (row) => [row, (await desk.call('results.person', { id, row })).officer ?? ''] as const));
  return Object.fromEntries(found);
}
const ledger = () => desk.practice.client.ledger();

it('assigns people, counts them first, survives a restart, and is undone; nothing is sent, and no name is readable on the disk', async () => {
  const id = await screened([person('1'), person('2'), person('3')]);
  const before = await ledger();
  await expect(desk.call('officers.assign', { id, selection: everybody(), officer: 'Quillfeather', people: 2 })).rejects.toMatchObject({
    code: 'NOT_NOW',
    message: expect.stringContaining('3 people match by now, not 2. Nothing was assigned') as string,
  });
  expect((await desk.call('results.get', { id })).officer).toBeNull();
  expect(await desk.call('officers.assign', { id, selection: ticked([2, 4]), officer: 'Quillfeather', people: 2 })).toEqual({ people: 2 });
  await desk.call('officers.assign', { id, selection: ticked([4]), officer: '', people: 1 });
  expect(await officers(id, [2, 3, 4])).toEqual({ 2: 'Quillfeather', 3: '', 4: '' });
  await desk.restart();
  const view = await desk.call('results.officers', { id });
  expect(view.officers.map(({ name, people: count }) => [name, count])).toEqual([
    ['', 2],
    ['Quillfeather', 1],
  ]);
  expect(view.undo).toBe('1 person to nobody');
  await desk.call('officers.undo', { id });
  expect(await officers(id, [2, 3, 4])).toEqual({ 2: 'Quillfeather', 3: '', 4: 'Quillfeather' });
  const bytes = desk.storedBytes().toString('latin1');
  expect(bytes).toContain(`officers/${id}`);
  for (const text of ['Quillfeather', Buffer.from('Quillfeather').toString('base64').slice(0, 14)]) expect(bytes).not.toContain(text);
  const [first] = await desk.exportRows(id, { kind: 'list' });
  expect(first!['Officer']).toBe('Quillfeather');
  await desk.call('officers.undo', { id });
  await expect(desk.call('officers.undo', { id })).rejects.toMatchObject({ code: 'NOT_NOW' });
  // Every call since the results arrived was answered without the service.
  expect(await ledger()).toEqual(before);
  await desk.call('projects.remove', { id, loseResults: true });
  const database = new Database(join(desk.folder, 'data', 'history.sqlite'), { readonly: true });
  expect(database.prepare("SELECT name FROM setting WHERE name LIKE 'officers/%'").all()).toEqual([]);
  database.close();
});

it('ratings belong to the connection: the next project has them, and a segment uses them', async () => {
  const id = await screened([person('11'), person('12')]);
  const rating = { kind: 'bands' as const, column: OVERALL, title: 'Ours', steps: [{ code: 'A', label: 'All', from: 0 }] };
  await expect(
    desk.call('ratings.save', { id, rating: { ...rating, steps: [...rating.steps, { code: 'B', label: '', from: 2 }] } }),
  ).rejects.toMatchObject({ code: 'INPUT_INVALID', message: expect.stringContaining('The highest band comes first') as string });
  await desk.call('ratings.save', { id, rating });
  await desk.call('segments.save', {
    id,
    segmentId: null,
    name: 'A',
    filters: [{ kind: 'is', column: ratingKey(OVERALL), value: 'A All' }],
    find: '',
  });
  await desk.restart();
  const next = await screened([person('13'), person('14'), person('15')]);
  const results = await desk.call('results.get', { id: next });
  expect(results.ratings).toEqual([rating]);
  expect(results.shown).toContain(ratingKey(OVERALL));
  expect((await desk.call('segments.list', { id: next })).map(({ rows }) => rows)).toEqual([3]);
  expect((await desk.exportRows(next, { kind: 'list' })).map((row) => row['Ours'])).toEqual(['A All', 'A All', 'A All']);
  await desk.call('ratings.remove', { id: next, column: OVERALL });
  expect((await desk.call('results.get', { id })).ratings).toEqual([]);
  expect((await desk.call('segments.list', { id })).map(({ rows }) => rows)).toEqual([0]);
});

it('an officer never lands on another person, whatever is fetched again, joined, undone or restarted', async () => {
  await desk.practice.client.settings({ dialect: 'no-echo' });
  const id = await screened(people('P', 1, 2, 3, 4, 5, 6));
  const rows = [2, 3, 4, 5, 6, 7];
  const before = (await ledger()).projects.map(({ creditsCharged }) => creditsCharged);
  let isJoined = false;
  const join = async () => {
    if (isJoined) await desk.call('results.undoOrderJoin', { id });
    else await desk.call('results.joinByOrder', { id, previewId: (await desk.call('results.orderJoin', { id })).previewId });
    isJoined = !isJoined;
  };
  const history: Record<number, string>[] = [];
  let expected: Record<number, string> = Object.fromEntries(rows.map((row) => [row, '']));
  const step = oneof(
    record({
      kind: constant('assign' as const),
      rows: subarray(rows, { minLength: 1 }),
      name: constantFrom('Ash', 'Birch', ''),
    }),
    record({ kind: constantFrom('undo' as const, 'fetch' as const, 'join' as const, 'restart' as const) }),
  );
  await assert(
    asyncProperty(array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      for (const one of steps) {
        let outcome: string | undefined = 'done';
        let wanted = 'done';
        if (one.kind === 'assign') {
          // Rows without a result are people too.
          const selection = {
            outcome: isJoined ? ('scored' as const) : ('unknown' as const),
            filters: [],
            find: '',
            chosen: { isExcept: false, rows: one.rows },
          };
          await desk.call('officers.assign', { id, selection, officer: one.name, people: one.rows.length });
          history.push(expected);
          expected = { ...expected, ...Object.fromEntries(one.rows.map((row) => [row, one.name])) };
        } else if (one.kind === 'undo') {
          const former = history.pop();
          outcome = await desk.call('officers.undo', { id }).then(
            () => 'done',
            (error: unknown) => (error as { readonly code?: string }).code,
          );
          wanted = former === undefined ? 'NOT_NOW' : 'done';
          expected = former ?? expected;
        } else if (one.kind === 'fetch') await desk.call('results.fetchAgain', { id });
        else if (one.kind === 'join') await join();
        else await desk.restart();
        expect([outcome, await officers(id, rows)]).toEqual([wanted, expected]);
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
  if (!isJoined) await join();
  const { rows: listed } = await desk.call('results.page', {
    id,
    selection: everybody(),
    columns: [OFFICER_KEY],
    sort: null,
    offset: 0,
    limit: 10,
  });
  expect(Object.fromEntries(listed.map(({ row, cells }) => [row, cells[0]]))).toEqual(
    history.length === 0 && Object.values(expected).every((name) => name === '')
      ? Object.fromEntries(rows.map((row) => [row, '']))
      : expected,
  );
  expect((await ledger()).projects.map(({ creditsCharged }) => creditsCharged)).toEqual(before);
});

it('officers and ratings stay with their person while the parts of a list are merged again', async () => {
  const id = await screened(people('M', 1, 2, 3, 4, 5, 6), 3);
  const rows = [2, 3, 4, 5, 6, 7];
  const before = (await ledger()).projects.map(({ creditsCharged }) => creditsCharged);
  const parts = (await desk.call('projects.list', {})).filter(({ lineage }) => lineage?.kind === 'part' && lineage.of === id);
  expect(parts).toHaveLength(2);
  const steps = [3.2, 3, 2.5, 0].map((from, at) => ({ code: String.fromCharCode(65 + at), label: '', from }));
  const rating = { kind: 'bands' as const, column: OVERALL, title: 'Ours', steps };
  const page = async (columns: string[]) => {
    const found = await desk.call('results.page', { id, selection: everybody(), columns, sort: null, offset: 0, limit: 10 });
    return Object.fromEntries(found.rows.map(({ row, cells }) => [row, cells[0]]));
  };
  const scores = await page([OVERALL]);
  expect(Object.keys(scores).map(Number)).toEqual(rows);
  await desk.call('ratings.save', { id, rating });
  const rated = Object.fromEntries(rows.map((row) => [row, steps.find(({ from }) => Number(scores[row]) >= from)!.code]));
  let expected: Record<number, string> = Object.fromEntries(rows.map((row) => [row, '']));
  const step = oneof(
    record({ kind: constant('assign' as const), rows: subarray(rows, { minLength: 1 }), name: constantFrom('Ash', 'Birch', '') }),
    record({ kind: constant('merge' as const), part: constantFrom(...parts) }),
    record({ kind: constantFrom('fetch' as const, 'restart' as const) }),
  );
  await assert(
    asyncProperty(array(step, { minLength: 2, maxLength: 6 }), async (taken) => {
      for (const one of taken) {
        if (one.kind === 'assign') {
          await desk.call('officers.assign', { id, selection: ticked(one.rows), officer: one.name, people: one.rows.length });
          expected = { ...expected, ...Object.fromEntries(one.rows.map((row) => [row, one.name])) };
        } else if (one.kind === 'restart') await desk.restart();
        // The results of a part that is fetched again are merged into the list again.
        else await desk.call('results.fetchAgain', { id: one.kind === 'merge' ? one.part.id : id });
        expect([await officers(id, rows), await page([ratingKey(OVERALL)])]).toEqual([expected, rated]);
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
  await desk.call('ratings.remove', { id, column: OVERALL });
  expect((await ledger()).projects.map(({ creditsCharged }) => creditsCharged)).toEqual(before);
});
