/**
 * A project of the service that this data folder does not know: its results are imported and joined to the people.
 * @module-tag deep
 */
import { describe, expect, it } from 'vitest';
import { DIALECT_SET_NAMES, DIALECT_SWITCH_NAMES, dialectOf } from '../../../practice/dialects.ts';
import { LIST, REFUSED, ROWS, VALID, countsOf, remoteIdOf, setupAdoption } from '../../kit/adoption-desks.ts';
import { people, person } from '../../kit/list-people.ts';

const desks = setupAdoption();

it('the normal run has scored and refused rows', async () => {
  const view = await desks.sender.call('projects.get', { id: desks.original });
  expect(countsOf(view)).toEqual({ submitted: ROWS, scored: VALID, refused: REFUSED, unknown: 0, unmatched: 0 });
});

describe('with the file that was sent', () => {
  it('the workbook has the cells of the normal run, and its summary shows what is not known', async () => {
    const view = await desks.adopted(true);
    expect(view).toMatchObject({ name: 'Spring', creditsCharged: null, processedAt: null, adopted: { from: 'file' } });
    expect(countsOf(view)).toEqual({ submitted: ROWS, scored: VALID, refused: REFUSED, unknown: 0, unmatched: 0 });
    const timeline = await desks.adopter.call('project.timeline', { id: view.id });
    const { rows, summary, settings } = await desks.adopter.workbook(view.id);
    expect(rows).toEqual(desks.plain);
    expect(summary[2]).toMatch(new RegExp(`^${ROWS} rows sent = `));
    expect(summary).toContain('Credits: what was charged is not known.');
    expect(settings['Scored']).toBe('not known');
    expect(settings['Sent from']).toMatch(/not from this data folder/);
    expect(timeline.at(-1)).toMatchObject({
      title: 'Adopted from the service',
      by: 'person',
      evidence: expect.stringContaining('44 scored') as string,
    });
  });

  it('a list with other people in the same order gets no scores', async () => {
    const { call, connectionId } = desks.adopter;
    const others = people('Z', ...Array.from({ length: ROWS }, (_, index) => index));
    for (const dialect of ['default', 'row-only-echo', 'id-only-echo']) {
      await desks.practice.client.settings({ dialect });
      const view = await call('projects.adopt', {
        connectionId,
        remoteId: await desks.remote(),
        file: await desks.adopter.file('other.csv', others),
      });
      expect([dialect, countsOf(view)]).toEqual([dialect, { submitted: ROWS, scored: 0, refused: 0, unknown: ROWS, unmatched: VALID }]);
      await call('projects.remove', { id: view.id });
    }
  });

  it('a list in another order gets the right scores', async () => {
    const { call, connectionId } = desks.adopter;
    const file = await desks.adopter.file('sorted.csv', LIST.toReversed());
    const view = await call('projects.adopt', { connectionId, remoteId: await desks.remote(), file });
    const { rows } = await desks.adopter.workbook(view.id);
    const byId = (all: Record<string, unknown>[]) =>
      Object.fromEntries(
        all.flatMap((row) => (row['Constituent ID'] === undefined ? [] : [[row['Constituent ID'], row['Overall score']]])),
      );
    expect(byId(rows)).toEqual(byId(desks.plain));
  });
});

it('is not disturbed when somebody adopts the same project over another connection of the account meanwhile', async () => {
  const { application, call, connectionId } = desks.adopter;
  const { id: other } = await call('connections.add', { name: 'Same', baseUrl: desks.practice.client.url });
  const remoteId = await desks.remote();
  let second: Promise<unknown> | null = null;
  const stop = application.subscribe((event) => {
    if (event.name === 'project.changed') second ??= call('projects.adopt', { connectionId: other, remoteId, file: null });
    second?.catch(() => undefined);
  });
  const view = await call('projects.adopt', { connectionId, remoteId, file: null });
  stop();
  await expect(second).rejects.toMatchObject({ code: 'NOT_NOW' });
  expect((await call('projects.list', {})).map(({ id, state }) => [id, state.at])).toEqual([[view.id, 'done']]);
  await call('connections.remove', { id: other });
});

/** The sets, and the switches that affect how profiles are matched to people. */
const NAMES: readonly string[] = [
  ...DIALECT_SET_NAMES,
  ...DIALECT_SWITCH_NAMES.filter((name) => /echo|row-of|paged|names-in-list|counts-never/.test(name)),
];
const returnsIds = (name: string) => ['all', 'id'].includes(dialectOf(name).echo);

describe('a service that returns IDs', () => {
  it.each(NAMES.filter(returnsIds))(
    '%s: adopting with the file gives the cells of the normal run, and without it the same scores',
    async (dialect) => {
      await desks.practice.client.settings({ dialect });
      const view = await desks.adopted(true);
      expect(countsOf(view)).toEqual({ submitted: ROWS, scored: VALID, refused: REFUSED, unknown: 0, unmatched: 0 });
      const outcomes = ({ rows }: { rows: Record<string, unknown>[] }) =>
        rows.map((row) => [row['Constituent ID'], row['Screening outcome'], row['Overall score'], row['Capacity rating']]);
      const { rows } = await desks.adopter.workbook(view.id);
      expect(outcomes({ rows })).toEqual(outcomes({ rows: desks.plain }));
      await desks.adopter.call('projects.remove', { id: view.id });

      const bare = await desks.adopted(false);
      const counts = countsOf(bare);
      expect(counts).toMatchObject({ scored: VALID, unmatched: 0 });
      const scores = (all: Record<string, unknown>[]) =>
        all.flatMap((row) => (typeof row['Overall score'] === 'number' ? [row['Overall score']] : [])).toSorted((a, b) => a - b);
      expect(scores((await desks.adopter.workbook(bare.id)).rows)).toEqual(scores(desks.plain));
    },
  );
});

it('if the service returns no project names, the echoed ID of a row without one shows whose score it is', async () => {
  await desks.practice.client.settings({ dialect: 'no-project-names' });
  const view = await desks.adopted(true);
  expect(view.name).toBe('spring');
  expect(countsOf(view)).toEqual({ submitted: ROWS, scored: VALID, refused: REFUSED, unknown: 0, unmatched: 0 });
  expect((await desks.adopter.workbook(view.id)).rows).toEqual(desks.plain);
});

it('a part gives its rows without an ID their results, although its name has another marker than their IDs', async () => {
  const settings = { listFormat: 'json', rowBase: 'find' } as const;
  await desks.sender.call('connections.change', { id: desks.sender.connectionId, settings: { ...settings, maxRows: 3 } });
  const nameless = (id: string, more?: Parameters<typeof person>[1]) => person(id, more).replace(id, '');
  const lines = [...people('D', 1, 2, 3), nameless('D4'), person('D5'), nameless('D6', { isRefused: true })];
  const whole = await desks.sent('Summer', lines, 2);
  await desks.sender.call('connections.change', { id: desks.sender.connectionId, settings });
  await desks.acceptLedger();
  const part = (await desks.sender.call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'part' && lineage.of === whole)!;
  const { call, connectionId } = desks.adopter;
  const file = await desks.adopter.file('summer.csv', lines);
  const view = await call('projects.adopt', { connectionId, remoteId: remoteIdOf(part), file });
  expect(countsOf(view)).toEqual({ submitted: 6, scored: 2, refused: 1, unknown: 3, unmatched: 0 });
  const { rows, summary } = await desks.adopter.workbook(view.id);
  const outside = ['Not sent', 'Not part of this project'];
  expect(rows.map((row) => [row['Screening outcome'], row['Why it was not sent']])).toEqual([
    outside,
    outside,
    outside,
    ['Scored', undefined],
    ['Scored', undefined],
    ['Not accepted', undefined],
  ]);
  expect(summary).toContain('3 rows sent = 2 scored + 1 not accepted + 0 without a result.');
  expect(await call('results.get', { id: view.id })).toMatchObject({ notPart: 3 });
  const first = (
    await call('results.page', {
      id: view.id,
      selection: { outcome: 'unknown', filters: [], find: '' },
      columns: [],
      sort: null,
      offset: 0,
      limit: 1,
    })
  ).rows[0]!.row!;
  expect(await call('results.person', { id: view.id, row: first })).toMatchObject({ isNotPart: true, outcome: 'leftOut' });
  expect((await call('results.history', { id: view.id, row: first })).entries).toEqual([]);
  expect((await call('results.fetchAgain', { id: view.id })).after).toEqual(countsOf(view));
});

describe('a service that returns no IDs', () => {
  it.each(NAMES.filter((name) => !returnsIds(name)))('%s: no one gets a score that may belong to another person', async (dialect) => {
    await desks.practice.client.settings({ dialect });
    const view = await desks.adopted(true);
    expect(countsOf(view)).toEqual({ submitted: ROWS, scored: 0, refused: 0, unknown: ROWS, unmatched: VALID });
    await expect(desks.adopter.call('results.joinByOrder', { id: view.id, previewId: '' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(/^This project came from the service/) as string,
    });
    await desks.adopter.call('projects.remove', { id: view.id });
    await expect(desks.adopted(false)).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringMatching(/with the file that was sent/) as string,
    });
    expect(await desks.adopter.call('projects.list', {})).toEqual([]);
  });
});

describe('without a file', () => {
  it('the list has the people of the profiles and the IDs of the row errors, and can be searched, opened and fetched again', async () => {
    const { call } = desks.adopter;
    const view = await desks.adopted(false);
    expect(view).toMatchObject({ adopted: { from: 'profiles' }, sheet: { rows: ROWS } });
    expect(countsOf(view)).toEqual({ submitted: ROWS, scored: VALID, refused: REFUSED, unknown: 0, unmatched: 0 });
    const { rows } = await desks.adopter.workbook(view.id);
    const one = rows.find((row) => row['Constituent ID'] === 'A7')!;
    const there = desks.plain.find((row) => row['Constituent ID'] === 'A7')!;
    expect(one).toMatchObject({
      'First name': there['First Name'],
      'Last name': there['Last Name'],
      'Overall score': there['Overall score'],
    });
    expect(rows.filter((row) => row['Screening outcome'] === 'Not accepted').map((row) => row['Constituent ID'])).toEqual([
      'R1',
      'R2',
      'R3',
    ]);
    // The row without an ID got a random one, which may contain "a7" too.
    const selection = { outcome: 'scored' as const, filters: [], find: `A7 ${String(one['First name'])}` };
    const page = await call('results.page', { id: view.id, selection, columns: [], sort: null, offset: 0, limit: 10 });
    expect(page.total).toBe(1);
    expect((await call('results.person', { id: view.id, row: page.rows[0]!.row! })).values.length).toBeGreaterThan(3);
    const again = await call('results.fetchAgain', { id: view.id });
    expect(again.after).toEqual(again.before);
  });
});
