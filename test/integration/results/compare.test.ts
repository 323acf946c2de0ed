/** One person in several screenings, and two screenings of the same people. */
import { NO_VERDICTS, type PackedVerdicts } from '../../../main/worker-protocol/review.ts';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { ChangeKind, ResultFilter } from '../../../shared/results/result-shapes.ts';
import { VerdictKind } from '../../../shared/review/verdict.ts';
import { UNWATCHED } from '../../../main/worker/threads/unwatched.ts';
import { type KnownScreening, NO_OFFICE } from '../../../main/worker-protocol/queries.ts';
import { csvOf, known, listRows, OVERVIEW, ResultProject } from '../../kit/result-project.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

const OVERALL = 'mostRecentScore.overallScore';

/** People `from` up to `to` of the list; `score` null leaves a person without that value. */
async function screened(from: number, to: number, score: (index: number) => unknown, ids = (id: string) => id): Promise<ResultProject> {
  const [head, ...rows] = listRows(to);
  const project = await ResultProject.of(csvOf([head!, ...rows.slice(from).map(([id, ...rest]) => [ids(id!), ...rest])]));
  projects.push(project);
  const people = Array.from({ length: to - from }, (_, at) => from + at);
  await project.collect({
    profiles: JSON.stringify(
      people.map((index) => ({
        constituentId: ids(`C-${String(index + 1).padStart(5, '0')}`),
        mostRecentScore: { overallScore: score(index), other: index },
      })),
    ),
  });
  return project;
}

const compared = (project: ResultProject) => ({ ...OVERVIEW, withId: 'other', other: known(project) });

const earlierOf = (project: ResultProject, projectId = 'other') => ({ ...known(project), projectId, verdicts: NO_VERDICTS });

test('every person is counted once, as changed, new or no longer in the list', async () => {
  const before = await screened(0, 40, (index) => index % 10);
  const now = await screened(5, 50, (index) => (index % 3 === 0 ? (index % 10) + 1 : index % 3 === 1 ? index % 10 : (index % 10) - 0.5));
  const { counts, withoutId } = await now.ask('results.compare', { ...compared(before), column: OVERALL });
  const page = (change: ChangeKind, offset: number, limit: number) =>
    now.ask('results.comparePage', { ...compared(before), column: OVERALL, change, order: 'file', offset, limit });
  const [higher, gone, fresh] = [await page('higher', 0, 3), await page('gone', 0, 200), await page('new', 9, 200)];
  const both = Array.from({ length: 35 }, (_, at) => 5 + at);
  const of = (rest: number) => both.filter((index) => index % 3 === rest).length;
  expect(counts).toEqual({
    higher: of(0),
    lower: of(2),
    same: of(1),
    changed: 0,
    noValue: 0,
    new: 10,
    notAgain: 0,
    leftOut: 0,
    gone: 5,
  } satisfies Record<ChangeKind, number>);
  expect(withoutId).toBe(0);
  expect(higher.rows.map(({ id, before: was, after, by }) => [id, was, after, by])).toEqual([
    ['C-00007', '6', '7', 1],
    ['C-00010', '9', '10', 1],
    ['C-00013', '2', '3', 1],
  ]);
  expect(gone.rows.map(({ id, row, before: was, after }) => [id, row, was, after])).toEqual(
    [0, 1, 2, 3, 4].map((index) => [`C-0000${index + 1}`, null, String(index), '']),
  );
  expect([fresh.total, fresh.rows.map(({ id }) => id)]).toEqual([10, ['C-00050']]);
});

test('people with a change are listed by its size, with ties in file order, or all in file order', async () => {
  const rises = [0.5, 3, 0.1, 3, 0];
  const before = await screened(0, 10, (index) => (index === 9 ? null : 5));
  const now = await screened(0, 10, (index) => 5 + (index < 5 ? rises[index]! : -rises[index - 5]!));
  const list = async (change: ChangeKind, order: 'size' | 'file', offset = 0) => {
    const { total, rows } = await now.ask('results.comparePage', { ...compared(before), column: OVERALL, change, order, offset, limit: 3 });
    return [total, ...rows.map(({ row, by }) => [row, by])];
  };
  expect(await list('higher', 'size')).toEqual([4, [3, 3], [5, 3], [2, 0.5]]);
  expect(await list('higher', 'size', 3)).toEqual([4, [4, 0.1]]);
  expect(await list('higher', 'file')).toEqual([4, [2, 0.5], [3, 3], [4, 0.1]]);
  expect(await list('lower', 'size')).toEqual([4, [8, -3], [10, -3], [7, -0.5]]);
  expect(await list('noValue', 'size')).toEqual([1, [11, null]]);
});

test('the list shows and sorts by the change since an earlier screening, people without one last', async () => {
  const before = await screened(0, 10, (index) => (index === 3 ? null : index));
  const now = await screened(0, 12, (index) => (index < 4 ? index + (index % 2) * 2 : index === 5 ? 4.9 : index));
  const ask = (descending: boolean, filters: ResultFilter[] = []) => ({
    selection: { outcome: 'scored' as const, filters, find: '' },
    columns: [OVERALL],
    sort: { column: OVERALL, descending, bySince: true as const },
    offset: 0,
    limit: 200,
    options: { sendErrors: false, resendRecent: false },
    earlier: [earlierOf(before)],
    verdicts: NO_VERDICTS,
    office: NO_OFFICE,
  });
  const sorted = await now.ask('results.page', ask(true));
  expect(sorted.rows.map(({ row, scoreChange }) => [row, scoreChange?.change, scoreChange?.by, scoreChange?.before])).toEqual([
    [3, 'higher', 2, '1'],
    ...[2, 4, 6, 8, 9, 10, 11].map((row) => [row, 'same', null, String(row - 2)]),
    [7, 'lower', -0.1, '5'],
    [5, 'noValue', null, ''],
    [12, 'new', null, ''],
    [13, 'new', null, ''],
  ]);
  const lowest = await now.ask('results.page', ask(false, [{ kind: 'range', column: OVERALL, min: 4.5, max: 5 }]));
  expect(lowest.rows.map(({ row, scoreChange }) => [row, scoreChange?.by])).toEqual([
    [7, -0.1],
    [5, null],
  ]);
});

test('a page is available before the comparison is ready, and shows the changes afterwards', async () => {
  const before = await screened(0, 300, (index) => index);
  const now = await screened(0, 300, (index) => index + 1);
  const page = {
    selection: { outcome: 'scored' as const, filters: [], find: '' },
    columns: [OVERALL],
    sort: null,
    offset: 100,
    limit: 2,
    options: { sendErrors: false, resendRecent: false },
    since: OVERALL,
    earlier: [earlierOf(before)],
    verdicts: NO_VERDICTS,
    office: NO_OFFICE,
  };
  await now.answering(async (answers) => {
    const first = await answers['results.page'](page, UNWATCHED);
    expect(first.rows.map((row) => ['scoreChange' in row, row.cells])).toEqual([
      [false, ['101']],
      [false, ['102']],
    ]);
    await answers['results.since']({ ...OVERVIEW, since: OVERALL, earlier: page.earlier }, UNWATCHED);
    const second = await answers['results.page'](page, UNWATCHED);
    expect(second.rows.map(({ scoreChange }) => scoreChange)).toEqual([
      { change: 'higher', before: '100', by: 1 },
      { change: 'higher', before: '101', by: 1 },
    ]);
  });
});

test('two comparisons of one project at the same time each use their own screening', async () => {
  const [first, second] = [await screened(0, 50, (index) => index), await screened(0, 20, (index) => index + 2)];
  const now = await screened(0, 50, (index) => index + 1);
  await now.answering(async (answers) => {
    const [one, two] = await Promise.all(
      [first, second].map(async (other) => await answers['results.compare']({ ...compared(other), column: OVERALL }, UNWATCHED)),
    );
    expect([one?.counts.higher, one?.counts.new]).toEqual([50, 0]);
    expect([two?.counts.lower, two?.counts.new]).toEqual([20, 30]);
  });
});

test('letters count as changed, missing values are counted separately, and rows without an id are not compared', async () => {
  const before = await screened(
    0,
    12,
    (index) => (index < 4 ? 'A' : index < 8 ? null : 'B'),
    (id) => (id === 'C-00012' ? '' : id),
  );
  const now = await screened(
    0,
    12,
    (index) => (index < 2 ? 'A' : index < 6 ? 'C' : null),
    (id) => (id === 'C-00011' ? '' : id),
  );
  const { counts, withoutId } = await now.ask('results.compare', { ...compared(before), column: OVERALL });
  // Row 11 has no id now and counts as gone. Row 12 had no id then and counts as new.
  expect(withoutId).toBe(1);
  expect(counts).toEqual({ higher: 0, lower: 0, same: 2 + 2, changed: 2, noValue: 2 + 2, new: 1, notAgain: 0, leftOut: 0, gone: 1 });
});

test('the export has the whole comparison', async () => {
  const before = await screened(0, 10, (index) => index);
  const now = await screened(2, 12, (index) => index + 1);
  const path = await now.export('changes.csv', {
    kind: 'comparison',
    other: before.request,
    column: OVERALL,
    title: 'Overall score',
  });
  const lines = readFileSync(path, 'utf8').replace('﻿', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('Constituent ID,Name,Place,Change,"Overall score, before","Overall score, now",Difference');
  expect(lines[1]).toBe('C-00003,Édith Stein,"Salem, MA",Higher number,2,3,1');
  expect(lines).toHaveLength(1 + 10 + 2);
  expect(lines.at(-1)).toBe('C-00002,Grace Hopper,"Worcester, MA",No longer here,1,,');
});

test('a person is found by id in every screening, but not by a row number that was sent instead of an id', async () => {
  const first = await screened(0, 5000, (index) => index);
  const second = await screened(
    100,
    300,
    (index) => index * 2,
    (id) => ` ${id}`,
  );
  const now = await screened(200, 210, (index) => index * 3);
  const row = 2;
  const history = (project: ResultProject, finished: readonly KnownScreening[]) =>
    project.ask('results.history', { ...OVERVIEW, row, finished, preferences: { ...OVERVIEW.preferences, shown: [OVERALL] } });
  const screening = (project: ResultProject, name: string, at: number) => ({ ...known(project), name, at });
  const { columns, entries } = await history(now, [screening(second, 'second', 2), screening(first, 'first', 1)]);
  expect(columns.map(({ key }) => key)).toEqual([OVERALL]);
  expect(entries.map(({ name, row: there, outcome, cells }) => [name, there, outcome, cells])).toEqual([
    ['A test', row, 'scored', ['600']],
    ['first', 202, 'scored', ['200']],
    ['second', 102, 'scored', ['400']],
  ]);
  const nameless = await screened(
    0,
    3,
    (index) => index,
    () => '',
  );
  const other = await screened(
    0,
    3,
    (index) => index,
    () => '',
  );
  const alone = await history(nameless, [known(other)]);
  expect(alone.entries.map(({ name }) => name)).toEqual(['A test']);
});

test('each person is compared with the most recent earlier result, in whichever list it is', async () => {
  const oldest = await screened(0, 20, () => 1);
  // People 5 to 9 are in the newer list, but without a score for number 9.
  const newest = await screened(5, 10, (index) => (index === 9 ? null : 5));
  const now = await screened(0, 24, () => 3);
  const earlier = [earlierOf(newest, 'newest'), earlierOf(oldest, 'oldest')];
  const found = await now.ask('results.since', { ...OVERVIEW, since: OVERALL, earlier });
  expect(found.lists.map(({ id }) => id)).toEqual(['newest', 'oldest']);
  expect(found.counts).toEqual({ higher: 15, lower: 4, same: 0, changed: 0, noValue: 1, new: 4 });
  expect([found.unread, found.withoutId]).toEqual([0, 0]);
  const page = await now.ask('results.page', {
    selection: { outcome: 'scored', filters: [], find: '' },
    columns: [OVERALL],
    sort: { column: OVERALL, descending: true, bySince: true },
    offset: 0,
    limit: 200,
    options: { sendErrors: false, resendRecent: false },
    earlier,
    verdicts: NO_VERDICTS,
    office: NO_OFFICE,
  });
  const changes = page.rows.map(({ row, scoreChange }) => [row, scoreChange?.before, scoreChange?.by]);
  expect(changes.slice(0, 2)).toEqual([
    [2, '1', 2],
    [3, '1', 2],
  ]);
  expect(changes.slice(15, 21)).toEqual([
    [7, '5', -2],
    [8, '5', -2],
    [9, '5', -2],
    [10, '5', -2],
    [11, '', null],
    [22, '', null],
  ]);
});

test('a profile that belongs to somebody else is not an earlier result, and not a current one', async () => {
  const oldest = await screened(0, 4, () => 1);
  const newest = await screened(0, 4, () => 5);
  const now = await screened(0, 4, () => 3);
  const wrong = async (project: ResultProject, version: number, row: number): Promise<PackedVerdicts> => {
    const { pairs, changes } = await project.ask('pairs', { rows: [row] });
    return {
      ...NO_VERDICTS,
      version,
      rows: Uint32Array.of(row),
      kinds: Uint8Array.of(VerdictKind.options.indexOf('wrong')),
      pairs: Buffer.from(pairs[0]!.pair, 'base64url'),
      changes: Uint32Array.of(changes),
    };
  };
  const earlier = [{ ...earlierOf(newest, 'newest'), verdicts: await wrong(newest, 1, 2) }, earlierOf(oldest, 'oldest')];
  const verdicts = await wrong(now, 2, 5);
  const found = await now.ask('results.since', { ...OVERVIEW, since: OVERALL, earlier, verdicts });
  expect(found.counts).toEqual({ higher: 1, lower: 2, same: 0, changed: 0, noValue: 0, new: 0 });
});

test('an earlier list with a damaged file is left out, and counted', async () => {
  const oldest = await screened(0, 4, () => 1);
  const newest = await screened(0, 4, () => 5);
  const now = await screened(0, 4, () => 3);
  const known = earlierOf(newest, 'newest');
  const damaged = { ...known, source: { ...known.source, file: { ...known.source.file, key: new Uint8Array(32) } } };
  const found = await now.ask('results.since', { ...OVERVIEW, since: OVERALL, earlier: [damaged, earlierOf(oldest, 'oldest')] });
  expect([found.unread, found.lists.map(({ id }) => id), found.counts.higher]).toEqual([1, ['oldest'], 4]);
});
