/**
 * A service that identifies no rows: the user joins its profiles to the rows by their order, and undoes it. Nothing is sent or charged.
 * @module-tag deep
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people, person } from '../../kit/list-people.ts';
import { cellsIn, summaryIn } from '../../kit/workbook-facts.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const OUTCOME = 'Screening outcome';
const SCORE = 'Overall score';
const BY_ORDER = 'Scored, joined by order';

const desk = await setupTestDesk(localTasks);
beforeEach(async () => {
  await desk.practice.client.clearFaults();
  await desk.practice.client.settings({ dialect: 'no-echo' });
});

/** Sends a list and keeps the results so far. */
async function screened(lines: readonly string[], parts = 1): Promise<string> {
  const maxRows = Math.ceil(lines.length / parts);
  await desk.call('connections.change', { id: desk.connectionId, settings: { listFormat: 'json', rowBase: 'find', maxRows } });
  const id = await desk.importPeople(...lines);
  await desk.call('projects.change', { id, sendErrors: true, recencyDays: 0 });
  await desk.send(id, parts);
  await desk.keepPartialResults();
  return id;
}

/** The scores of a project's people as the service has them, by ID. */
async function scoresAtService(id: string): Promise<Record<string, unknown>> {
  const { client } = desk.practice;
  await client.settings({ dialect: 'default' });
  const { state } = await desk.call('projects.get', { id });
  if (state.at !== 'done') throw new Error(`the project is at ${state.at}`);
  const { items } = await client.read<{ items: { constituentId: string; mostRecentScore: { overallScore: number } }[] }>(
    `/project/${state.remoteId}/profiles`,
  );
  await client.settings({ dialect: 'no-echo' });
  return Object.fromEntries(items.map(({ constituentId, mostRecentScore }) => [constituentId, mostRecentScore.overallScore]));
}

async function exported(id: string): Promise<{ outcomes: unknown[]; scores: Record<string, unknown> }> {
  const rows = await desk.exportRows(id);
  return {
    outcomes: rows.map((row) => row[OUTCOME]),
    scores: Object.fromEntries(rows.flatMap((row) => (row[SCORE] === undefined ? [] : [[String(row['Constituent ID']), row[SCORE]]]))),
  };
}

async function join(id: string) {
  const { previewId } = await desk.call('results.orderJoin', { id });
  return await desk.call('results.joinByOrder', { id, previewId });
}

const ledger = () => desk.practice.client.ledger();
const titles = async (id: string) => (await desk.call('project.timeline', { id })).map(({ title }) => title);

describe('a service that identifies no rows', () => {
  it('the user can join its profiles by order and undo the join, without a call to the service', async () => {
    const id = await screened(people('A', 1, 2, 3, 4, 5));
    expect((await exported(id)).scores).toEqual({});
    const before = await ledger();
    const former = await desk.exportRows(id);

    const view = await desk.call('results.orderJoin', { id });
    expect(view).toMatchObject({ state: 'possible', reason: null, rows: 5, profiles: 5, wasDropped: false });
    expect(view.pairs.map(({ row, profile, contradicts }) => [row, profile, contradicts])).toEqual([
      [2, 1, false],
      [4, 3, false],
      [6, 5, false],
    ]);
    expect(view.pairs[0]!.text).toContain('Overall score');

    const joined = await desk.call('results.joinByOrder', { id, previewId: view.previewId });
    expect(joined).toMatchObject({
      rows: 5,
      before: { scored: 0, unknown: 5, unmatched: 5 },
      after: { scored: 5, unknown: 0, unmatched: 0 },
    });
    const after = await exported(id);
    expect(after.outcomes).toEqual([BY_ORDER, BY_ORDER, BY_ORDER, BY_ORDER, BY_ORDER]);
    expect(Object.keys(after.scores)).toHaveLength(5);
    // The list and the page of a person show the join. A layout for another system is refused.
    expect((await desk.call('results.get', { id })).byOrder).toBe(5);
    const selection = { outcome: 'scored' as const, filters: [], find: '' };
    const page = await desk.call('results.page', { id, selection, columns: [], sort: null, offset: 0, limit: 10 });
    expect(page.rows.map(({ byOrder }) => byOrder)).toEqual([true, true, true, true, true]);
    expect((await desk.call('results.person', { id, row: 3 })).byOrder).toBe(true);
    const layout = { kind: 'layout', id, format: 'csv', layoutId: 'civicrm', segment: null, columns: null } as const;
    await expect(desk.call('results.export', layout)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    const workbook = await desk.exportWorkbook(id);
    expect(summaryIn(workbook)).toEqual(
      expect.arrayContaining([
        '5 rows sent = 5 scored + 0 not accepted + 0 without a result.',
        '5 scored rows were joined to their results by order.',
        'Every result belongs to a row.',
      ]),
    );
    const [headings, ...rows] = cellsIn(workbook, 'Scores');
    expect(rows.map((row) => row[headings!.indexOf(OUTCOME)])).toEqual([BY_ORDER, BY_ORDER, BY_ORDER, BY_ORDER, BY_ORDER]);
    expect(await desk.call('results.orderJoin', { id })).toMatchObject({ state: 'joined', rows: 5 });

    await desk.restart();
    expect((await exported(id)).outcomes[0]).toBe(BY_ORDER);
    const undone = await desk.call('results.undoOrderJoin', { id });
    expect(undone).toMatchObject({ rows: 5, before: joined.after, after: joined.before });
    expect(await desk.exportRows(id)).toEqual(former);
    expect(summaryIn(await desk.exportWorkbook(id)).join(' ')).not.toContain('by order');
    expect(await desk.call('results.orderJoin', { id })).toEqual(view);
    expect((await titles(id)).filter((title) => title.includes('order'))).toEqual([
      'Joined the profiles to the rows by their order',
      'Undid the join by order',
    ]);
    expect(await ledger()).toEqual(before);
    expect(after.scores).toEqual(await scoresAtService(id));
  });

  it('a comparison marks the rows whose scores were joined by order, before, now or both', async () => {
    const [first, second] = [await screened(people('M', 1)), await screened(people('M', 1, 2))];
    const compared = async () => {
      const { columns } = await desk.call('results.get', { id: second });
      return await desk.exportRows(second, { kind: 'comparison', withId: first, column: columns[0]!.key });
    };
    const marks = async () => (await compared()).map((row) => row['Joined by order']);
    expect(await marks()).toEqual([undefined, undefined]);
    await join(second);
    expect(await marks()).toEqual(['now', 'now']);
    await join(first);
    expect(await marks()).toEqual(['before and now', 'now']);
    await desk.call('results.undoOrderJoin', { id: second });
    expect(await marks()).toEqual(['before', undefined]);
  });

  it('joins only what the user saw, and a second join or undo changes nothing', async () => {
    const id = await screened(people('B', 1, 2));
    await expect(desk.call('results.joinByOrder', { id, previewId: 'other' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect((await exported(id)).scores).toEqual({});
    expect(await desk.call('results.undoOrderJoin', { id })).toMatchObject({ rows: 0 });
    await join(id);
    expect(await desk.call('results.joinByOrder', { id, previewId: 'other' })).toMatchObject({ rows: 0, after: { scored: 2 } });
    expect((await titles(id)).filter((title) => title.startsWith('Joined the profiles'))).toHaveLength(1);
  });

  it('refuses the join while refused rows are not identified, and skips them afterwards', async () => {
    const id = await screened([...people('C', 1, 2), person('C3', { isRefused: true }), ...people('C', 4, 5)]);
    const view = await desk.call('results.orderJoin', { id });
    expect(view).toMatchObject({ state: 'refused', pairs: [] });
    expect(view.reason).toMatch(/did not accept 1 row, and its answer does not prove which/);
    await expect(desk.call('results.joinByOrder', { id, previewId: view.previewId })).rejects.toMatchObject({ code: 'INPUT_INVALID' });

    await desk.call('connections.change', { id: desk.connectionId, settings: { listFormat: 'json', rowBase: 'one' } });
    await desk.call('results.fetchAgain', { id });
    expect(await join(id)).toMatchObject({ rows: 4, after: { scored: 4, refused: 1, unknown: 0, unmatched: 0 } });
    const { outcomes, scores } = await exported(id);
    expect(outcomes).toEqual([BY_ORDER, BY_ORDER, 'Not accepted', BY_ORDER, BY_ORDER]);
    expect(scores).toEqual(await scoresAtService(id));
  });

  it('a refusal of the row with the number 0 proves how refused rows are numbered, so the rest can be joined', async () => {
    await desk.practice.client.settings({ dialect: 'no-echo,row-zero' });
    const id = await screened([person('Q1', { isRefused: true }), ...people('Q', 2, 3), person('Q4', { isRefused: true })]);
    expect((await exported(id)).outcomes).toEqual(['Not accepted', 'Without a result', 'Without a result', 'Not accepted']);
    expect(await join(id)).toMatchObject({ rows: 2, after: { scored: 2, refused: 2, unknown: 0, unmatched: 0 } });
    expect((await exported(id)).scores).toEqual(await scoresAtService(id));
  });

  it('can still join after the refused rows were fixed, and again after an undo', async () => {
    await desk.practice.client.settings({ dialect: 'no-echo,row-zero' });
    const id = await screened([person('K1', { isRefused: true }), ...people('K', 2, 3)]);
    const { id: fixed } = await desk.call('projects.fixRefused', { id });
    await desk.call('check.edit', { id: fixed, row: 2, field: 'personalEmail', value: 'mended@example.org' });
    await desk.practice.client.settings({ dialect: 'default' });
    await desk.send(fixed);
    const fixedScores = await scoresAtService(fixed);
    expect((await exported(id)).outcomes).toEqual(['Scored', 'Without a result', 'Without a result']);
    const all = { ...(await scoresAtService(id)), ...fixedScores };
    for (const _ of ['first', 'after an undo']) {
      expect(await join(id)).toMatchObject({ rows: 2, after: { scored: 3, refused: 0, unknown: 0, unmatched: 0 } });
      expect(await exported(id)).toEqual({ outcomes: ['Scored', BY_ORDER, BY_ORDER], scores: all });
      await desk.call('results.undoOrderJoin', { id });
      expect(await exported(id)).toEqual({ outcomes: ['Scored', 'Without a result', 'Without a result'], scores: fixedScores });
    }
  });

  it('refuses the join if profiles are missing', async () => {
    await desk.practice.client.setFaults({ kind: 'missing-profiles', every: 2, times: null });
    const id = await screened(people('D', 1, 2, 3, 4));
    const view = await desk.call('results.orderJoin', { id });
    expect(view.state).toBe('refused');
    expect(view.reason).toMatch(/4 valid rows but returned 2 profiles/);
  });

  it('offers no join if IDs identify the rows', async () => {
    await desk.practice.client.settings({ dialect: 'default' });
    const id = await screened(people('E', 1, 2));
    expect(await desk.call('results.orderJoin', { id })).toMatchObject({ state: 'none', reason: null });
    expect((await exported(id)).outcomes).toEqual(['Scored', 'Scored']);
  });
});

describe('a join by order and later results', () => {
  it('is kept if the same answer or a part of it arrives again', async () => {
    const id = await screened(people('F', 1, 2, 3, 4));
    await join(id);
    const { scores } = await exported(id);
    await desk.call('results.fetchAgain', { id });
    expect(await exported(id)).toEqual({ outcomes: [BY_ORDER, BY_ORDER, BY_ORDER, BY_ORDER], scores });
    await desk.practice.client.setFaults({ kind: 'missing-profiles', every: 4, times: null });
    await desk.call('results.fetchAgain', { id });
    expect(await exported(id)).toEqual({ outcomes: [BY_ORDER, BY_ORDER, BY_ORDER, BY_ORDER], scores });

    await desk.call('results.undoOrderJoin', { id });
    expect((await exported(id)).scores).toEqual({});
    expect(await desk.call('results.orderJoin', { id })).toMatchObject({ state: 'possible', rows: 4 });
  });

  it('is removed if the order changes, and the profiles are kept', async () => {
    const id = await screened(people('G', 1, 2, 3, 4, 5, 6));
    await join(id);
    await desk.practice.client.settings({ dialect: 'no-echo,shuffled' });
    const { after } = await desk.call('results.fetchAgain', { id });
    expect(after).toMatchObject({ scored: 0, unknown: 6, unmatched: 6 });
    expect(await desk.call('results.orderJoin', { id })).toMatchObject({ wasDropped: true });
  });

  it('is replaced if the service identifies the rows later', async () => {
    const id = await screened(people('H', 1, 2, 3));
    await join(id);
    await desk.practice.client.settings({ dialect: 'default' });
    await desk.call('results.fetchAgain', { id });
    expect((await exported(id)).outcomes).toEqual(['Scored', 'Scored', 'Scored']);
    expect(await desk.call('results.orderJoin', { id })).toMatchObject({ state: 'none' });
  });

  it('is merged into the first project for fixed rows, and an undo makes these rows refused again', async () => {
    await desk.practice.client.settings({ dialect: 'default' });
    const id = await screened([...people('J', 1, 2), person('J3', { isRefused: true })]);
    await desk.practice.client.settings({ dialect: 'no-echo' });
    const { id: fixed } = await desk.call('projects.fixRefused', { id });
    await desk.call('check.edit', { id: fixed, row: 4, field: 'personalEmail', value: 'mended@example.org' });
    await desk.send(fixed);
    expect((await exported(id)).outcomes).toEqual(['Scored', 'Scored', 'Not accepted']);
    const before = (await desk.call('results.get', { id })).counts;
    const charged = await ledger();

    expect(await join(fixed)).toMatchObject({ rows: 1, after: { scored: 1 } });
    const joined = await exported(id);
    expect(joined.outcomes).toEqual(['Scored', 'Scored', BY_ORDER]);
    expect(joined.scores['J3']).toEqual((await scoresAtService(fixed))['J3']);
    expect(await desk.exportRows(id, { kind: 'refusedRows' })).toEqual([]);
    expect((await desk.call('results.person', { id, row: 4 })).reasons).toEqual([]);

    await desk.call('results.undoOrderJoin', { id: fixed });
    expect((await exported(id)).outcomes).toEqual(['Scored', 'Scored', 'Not accepted']);
    expect((await desk.call('results.get', { id })).counts).toEqual(before);
    expect(await ledger()).toEqual(charged);
  });

  it('is merged into the first project of the list for a part, and undone there', async () => {
    const id = await screened(people('I', 1, 2, 3, 4), 2);
    const before = await exported(id);
    expect(before.scores).toEqual({});
    const second = (await desk.call('projects.list', {})).find(({ lineage }) => lineage?.of === id)!.id;
    await join(second);
    const afterSecond = await exported(id);
    expect(afterSecond.outcomes).toEqual(['Without a result', 'Without a result', BY_ORDER, BY_ORDER]);
    expect(afterSecond.scores).toEqual(await scoresAtService(second));
    await join(id);
    const all = await exported(id);
    expect(all.outcomes).toEqual([BY_ORDER, BY_ORDER, BY_ORDER, BY_ORDER]);
    expect(all.scores).toEqual({ ...(await scoresAtService(id)), ...(await scoresAtService(second)) });

    await desk.call('results.undoOrderJoin', { id: second });
    expect((await exported(id)).outcomes).toEqual([BY_ORDER, BY_ORDER, 'Without a result', 'Without a result']);
    await desk.call('results.undoOrderJoin', { id });
    expect(await exported(id)).toEqual(before);
    expect((await desk.call('results.get', { id })).counts).toMatchObject({ scored: 0, unknown: 4, unmatched: 4 });
  });
});
