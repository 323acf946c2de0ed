/**
 * The results of a finished project are fetched again: late results arrive, nothing is lost and nothing is charged.
 * @module-tag deep
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { memorySecrets, testPorts } from '../../kit/test-ports.ts';
import { callOf } from '../../kit/desk-actions.ts';
import { people, person } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

/** The columns of an export that are compared. */
const OUTCOME = 'Screening outcome';
const SCORE = 'Overall score';

const desk = await setupTestDesk(localTasks);
beforeEach(async () => {
  await desk.practice.client.clearFaults();
  await desk.practice.client.settings({ dialect: 'default' });
});

const refused = (id: string) => person(id, { isRefused: true });
const countsOf = async (id: string) => {
  const { state } = await desk.call('projects.get', { id });
  if (state.at !== 'done') throw new Error(`the project is at ${state.at}`);
  return state.counts;
};
const counts = (submitted: number, scored: number, refusedRows: number, unmatched = 0) => ({
  submitted,
  scored,
  refused: refusedRows,
  unknown: submitted - scored - refusedRows,
  unmatched,
});

/** Sends a list, and keeps the results so far if some are missing. */
async function screened(lines: readonly string[], parts = 1): Promise<string> {
  const id = await desk.importPeople(...lines);
  await desk.call('projects.change', { id, sendErrors: true, recencyDays: 0 });
  await desk.send(id, parts);
  await desk.keepPartialResults();
  expect((await desk.call('projects.get', { id })).state.at).toBe('done');
  return id;
}

/** The id, outcome, score and email of each exported row. */
async function exported(id: string): Promise<Record<string, unknown>[]> {
  const rows = await desk.exportRows(id);
  return rows.map((row) => ({ id: row['Constituent ID'], outcome: row[OUTCOME], score: row[SCORE], email: row['Email'] }));
}

/** The scores of a project's people as the service has them now, by id. */
async function scoresAtService(id: string): Promise<Record<string, unknown>> {
  const { state } = await desk.call('projects.get', { id });
  if (state.at !== 'done') throw new Error(`the project is at ${state.at}`);
  const answer = await desk.practice.client.read<{ items: { constituentId: string; mostRecentScore: { overallScore: number } }[] }>(
    `/project/${state.remoteId}/profiles`,
  );
  return Object.fromEntries(answer.items.map(({ constituentId, mostRecentScore }) => [constituentId, mostRecentScore.overallScore]));
}

const scoresIn = (rows: readonly Record<string, unknown>[]) =>
  Object.fromEntries(rows.flatMap(({ id, score }) => (score === undefined ? [] : [[id, score]])));

/** Makes a project point to another one on the service. */
function pointTo(id: string, remoteId: string): void {
  const database = new Database(join(desk.folder, 'data', 'history.sqlite'));
  database.prepare("UPDATE project SET state = json_set(state, '$.remoteId', ?) WHERE id = ?").run(remoteId, id);
  database.close();
}

describe('late results', () => {
  it('a late report of row errors arrives with its messages, and nothing is charged', async () => {
    const { client } = desk.practice;
    await client.setFaults({ kind: 'status', status: 404, on: { step: 'errors' }, times: null });
    const id = await screened([...people('A', 1, 2, 3), refused('A4'), refused('A5')]);
    expect(await countsOf(id)).toEqual(counts(5, 3, 0));
    const charged = await desk.charged();

    await client.clearFaults();
    const fetched = await desk.call('results.fetchAgain', { id });
    expect(fetched).toMatchObject({ before: counts(5, 3, 0), after: counts(5, 3, 2), report: 'read', project: { id } });
    expect(await countsOf(id)).toEqual(counts(5, 3, 2));
    expect((await desk.call('results.get', { id })).counts).toEqual(counts(5, 3, 2));
    expect((await exported(id)).map(({ outcome }) => outcome)).toEqual(['Scored', 'Scored', 'Scored', 'Not accepted', 'Not accepted']);
    const errors = await desk.exportRows(id, { kind: 'refusedRows' });
    expect(errors.map((row) => row['Constituent ID'])).toEqual(['A4', 'A5']);
    expect(errors[0]!['What the service refused']).toMatch(/email/i);
    expect(await desk.charged()).toBe(charged);
    const entry = (await desk.call('project.timeline', { id })).find(({ title }) => title === 'Fetched the results again');
    expect(entry).toMatchObject({
      evidence: 'before: 3 scored, 0 not accepted, 2 without a result; now: 3 scored, 2 not accepted, 0 without a result of 5',
      by: 'person',
    });
  });

  it('missing profiles arrive, also in segments, and later lists leave these people out', async () => {
    const { client } = desk.practice;
    await client.setFaults({ kind: 'missing-profiles', every: 2, times: null });
    const lines = people('B', 1, 2, 3, 4, 5, 6);
    const id = await screened(lines);
    expect(await countsOf(id)).toEqual(counts(6, 3, 0));
    const later = await desk.importPeople(...lines);
    await desk.call('cost.get', { id: later });
    const { columns } = await desk.call('results.get', { id });
    const { key } = columns.find(({ title }) => title === SCORE)!;
    const filters = [{ kind: 'range' as const, column: key, min: 0, max: null }];
    const segmentRows = async () => (await desk.call('segments.list', { id })).find(({ name }) => name === 'Everybody')?.rows;
    await desk.call('segments.save', { id, segmentId: null, name: 'Everybody', filters, find: '' });
    expect(await segmentRows()).toBe(3);
    const charged = await desk.charged();

    await client.clearFaults();
    const { before, after } = await desk.call('results.fetchAgain', { id });
    expect([before, after]).toEqual([counts(6, 3, 0), counts(6, 6, 0)]);
    expect(await segmentRows()).toBe(6);
    expect(scoresIn(await exported(id))).toEqual(await scoresAtService(id));
    const cost = await desk.call('cost.get', { id: later });
    expect(cost).toMatchObject({ rowsToSend: 0, leftOut: [{ reason: 'recentlyScreened', rows: 6 }] });
    expect(await desk.charged()).toBe(charged);
  });

  it('scores with only row numbers match their people after the row base is set', async () => {
    const { client } = desk.practice;
    await client.settings({ dialect: 'row-only-echo,row-sheet' });
    await client.setFaults({ kind: 'status', status: 404, on: { step: 'errors' }, times: null });
    // The last row is refused, which makes the numbers of the others fit two ways of counting.
    const id = await screened([...people('C', 1, 2, 3, 4), refused('C5')]);
    expect(await countsOf(id)).toEqual(counts(5, 0, 0, 4));
    const charged = await desk.charged();

    await client.clearFaults();
    await desk.call('connections.change', { id: desk.connectionId, settings: { listFormat: 'json', rowBase: 'sheet' } });
    try {
      const { after } = await desk.call('results.fetchAgain', { id });
      expect(after).toEqual(counts(5, 4, 1));
      expect((await desk.call('results.get', { id })).rowBase).toMatch(/heading in row 1 \(set on the connection/);
    } finally {
      await desk.call('connections.change', { id: desk.connectionId, settings: { listFormat: 'json', rowBase: 'find' } });
    }
    await client.settings({ dialect: 'default' });
    const scores = await scoresAtService(id);
    expect(Object.keys(scores)).toEqual(['C1', 'C2', 'C3', 'C4']);
    expect(scoresIn(await exported(id))).toEqual(scores);
    expect(await desk.charged()).toBe(charged);
  });
});

describe('results that the service no longer returns', () => {
  it.each([
    ['N', 'the project', [{ step: 'status' }], 404, 'The service has no results of this screening (404).'],
    ['O', 'the profiles', [{ step: 'profiles' }, { step: 'scores' }], 410, 'The service has no results of this screening (410).'],
    ['P', 'a token', [{ step: 'profiles' }], 403, 'The service refused the token for this project (403).'],
  ] as const)(
    'are kept (list %s) when the service refuses %s, and the message explains it',
    async (prefix, _what, steps, status, message) => {
      const { client } = desk.practice;
      const id = await screened([...people(prefix, 1, 2, 3), refused(`${prefix}4`)]);
      const before = await exported(id);
      await client.setFaults(...steps.map((on) => ({ kind: 'status' as const, status, on, times: null })));
      const failed = desk.call('results.fetchAgain', { id });
      await expect(failed).rejects.toMatchObject({ message: expect.stringContaining(message) as string });
      await expect(failed).rejects.toMatchObject({ message: expect.stringContaining('are unchanged') as string });
      expect(await countsOf(id)).toEqual(counts(4, 3, 1));
      expect(await exported(id)).toEqual(before);
      await client.clearFaults();
      expect(await desk.call('results.fetchAgain', { id })).toMatchObject({ before: counts(4, 3, 1), after: counts(4, 3, 1) });
    },
  );

  it('are kept when the service no longer has the report of row errors', async () => {
    const id = await screened([...people('R', 1, 2, 3), refused('R4')]);
    const before = await desk.exportRows(id, { kind: 'refusedRows' });
    await desk.practice.client.setFaults({ kind: 'status', status: 404, on: { step: 'errors' }, times: null });
    expect(await desk.call('results.fetchAgain', { id })).toMatchObject({ report: 'none', after: counts(4, 3, 1) });
    expect(await desk.exportRows(id, { kind: 'refusedRows' })).toEqual(before);
    expect((await exported(id)).map(({ outcome }) => outcome)).toEqual(['Scored', 'Scored', 'Scored', 'Not accepted']);
  });

  it('are kept when the answer is truncated', async () => {
    const id = await screened(people('E', 1, 2, 3));
    const before = await exported(id);
    await desk.practice.client.setFaults({ kind: 'truncate', atByte: 200, on: { step: 'profiles' }, times: null });
    await expect(desk.call('results.fetchAgain', { id })).rejects.toMatchObject({
      code: 'ANSWER_TRUNCATED',
      message: 'The answer of the service was cut off. Fetch again later. The results fetched before are unchanged.',
    });
    expect(await exported(id)).toEqual(before);
  });

  it('are kept when the program closes during the fetch, and can be fetched after the next start', async () => {
    const { client } = desk.practice;
    await client.setFaults({ kind: 'missing-profiles', every: 2, times: null });
    const id = await screened(people('F', 1, 2, 3, 4));
    const before = await exported(id);
    await client.clearFaults();
    await client.setFaults({ kind: 'stall', atByte: 300, on: { step: 'profiles' }, times: null });
    const reading = desk.until(id, ({ activity }) => activity?.kind === 'collecting' && activity.done > 0);
    const ended = desk.call('results.fetchAgain', { id }).then(
      () => null,
      (error: unknown) => error,
    );
    await reading;
    await desk.restart();
    expect(await ended).toMatchObject({ code: 'CLOSING' });
    expect(await exported(id)).toEqual(before);
    await client.clearFaults();
    expect(await desk.call('results.fetchAgain', { id })).toMatchObject({ before: counts(4, 2, 0), after: counts(4, 4, 0) });
  });
});

describe('results that came from other projects of the list', () => {
  const inParts = async (maxRows: number | undefined) =>
    await desk.call('connections.change', {
      id: desk.connectionId,
      settings: { listFormat: 'json', rowBase: 'find', ...(maxRows === undefined ? {} : { maxRows }) },
    });
  afterEach(async () => {
    await inParts(undefined);
  });

  /** Sends a list in three parts and fixes its refused rows. Returns the projects. */
  async function wholeList(prefix: string): Promise<{ first: string; parts: string[]; fix: string }> {
    await inParts(3);
    const lines = [...people(prefix, 1, 2), refused(`${prefix}3`), ...people(prefix, 4), refused(`${prefix}5`), ...people(prefix, 6, 7, 8)];
    const first = await screened(lines, 3);
    const { id: fix } = await desk.call('projects.fixRefused', { id: first });
    await desk.idle();
    for (const row of [4, 6]) await desk.call('check.edit', { id: fix, row, field: 'personalEmail', value: `fixed${row}@example.org` });
    await desk.send(fix);
    const parts = (await desk.call('projects.list', {}))
      .flatMap(({ id, lineage }) => (lineage?.kind === 'part' && lineage.of === first ? [{ id, part: lineage.part }] : []))
      .toSorted((a, b) => a.part - b.part);
    return { first, parts: parts.map(({ id }) => id), fix };
  }

  it('do not change, however often any of the projects is fetched', async () => {
    const { first, parts, fix } = await wholeList('G');
    expect(await countsOf(first)).toEqual(counts(8, 8, 0));
    const before = await exported(first);
    expect(before.map(({ outcome }) => outcome)).toEqual(before.map(() => 'Scored'));
    const charged = await desk.charged();
    for (const id of [first, ...parts, fix, first]) {
      const { before: was, after } = await desk.call('results.fetchAgain', { id });
      expect(after).toEqual(was);
      expect(await countsOf(first)).toEqual(counts(8, 8, 0));
      expect((await desk.call('results.get', { id: first })).counts).toEqual(counts(8, 8, 0));
      expect(await exported(first)).toEqual(before);
    }
    expect(await desk.charged()).toBe(charged);
  });

  it('are kept after the projects that they came from are removed', async () => {
    const { first, parts, fix } = await wholeList('Q');
    const before = await exported(first);
    for (const id of [...parts, fix]) await desk.call('projects.remove', { id });
    expect((await desk.call('results.fetchAgain', { id: first })).after).toEqual(counts(8, 8, 0));
    expect(await exported(first)).toEqual(before);
  });

  it('are added to the first project when a part has new results', async () => {
    await inParts(3);
    await desk.practice.client.setFaults({ kind: 'missing-profiles', every: 3, nth: 2, times: null });
    const first = await screened(people('H', 1, 2, 3, 4, 5, 6), 2);
    await desk.practice.client.clearFaults();
    const part = (await desk.call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'part' && lineage.of === first)!;
    const unknown = (await countsOf(part.id)).unknown;
    expect(unknown).toBeGreaterThan(0);
    expect(await countsOf(first)).toEqual(counts(6, 6 - unknown, 0));
    await desk.call('results.fetchAgain', { id: part.id });
    expect(await countsOf(first)).toEqual(counts(6, 6, 0));
    expect(Object.keys(scoresIn(await exported(first)))).toHaveLength(6);
    expect((await desk.call('results.get', { id: first })).counts).toEqual(counts(6, 6, 0));
  });

  it('are counted once if they match no row', async () => {
    await inParts(3);
    await desk.practice.client.settings({ dialect: 'no-echo' });
    const first = await screened(people('I', 1, 2, 3, 4, 5, 6), 2);
    expect(await countsOf(first)).toEqual(counts(6, 0, 0, 6));
    const part = (await desk.call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'part' && lineage.of === first)!;
    for (const id of [part.id, first, part.id]) {
      await desk.call('results.fetchAgain', { id });
      expect(await countsOf(first)).toEqual(counts(6, 0, 0, 6));
      expect((await desk.call('results.get', { id: first })).counts).toEqual(counts(6, 0, 0, 6));
    }
  });
});

it('rows that have received scores in the meantime are not sent as refused ones', async () => {
  const { client } = desk.practice;
  const id = await screened([...people('J', 1, 2), refused('J3'), refused('J4')]);
  const { id: fix } = await desk.call('projects.fixRefused', { id });
  await desk.idle();
  for (const row of [4, 5]) await desk.call('check.edit', { id: fix, row, field: 'personalEmail', value: `fixed${row}@example.org` });
  // The service now has scores for the third row.
  const name = (await client.ledger()).projects.at(-1)!.name;
  const records = [...people('J', 1, 2, 3), refused('J4')].map((line) => {
    const [constituentId, primaryFirst, primaryLast, , city, state, , personalEmail] = line.split(',');
    return { constituentId, primaryFirst, primaryLast, city, state, personalEmail };
  });
  pointTo(id, await client.screen(name, records));
  expect((await desk.call('results.fetchAgain', { id })).after).toEqual(counts(4, 3, 1));
  const charged = await desk.charged();
  await expect(desk.send(fix)).rejects.toMatchObject({
    code: 'NOT_NOW',
    message: expect.stringMatching(/^Row 4 has scores in “/) as string,
  });
  expect(await desk.charged()).toBe(charged);
  await desk.call('check.leaveOut', { id: fix, rows: [4], leaveOut: true });
  await desk.send(fix);
  expect(await desk.charged()).toBe(charged + 1);
  expect(await countsOf(id)).toEqual(counts(4, 4, 0));
});

describe('nothing is fetched', () => {
  it('if the service returns another project under the ID of an adopted one, and their names only end alike', async () => {
    const { client } = desk.practice;
    const record = { constituentId: 'Z1', primaryFirst: 'Ann', primaryLast: 'Archer', state: 'MA' };
    const spring = await client.screen('Spring 2024', [{ ...record, city: 'Lowell' }]);
    const fall = await client.screen('Fall 2024', [{ ...record, city: 'Boston' }]);
    const { id } = await desk.call('projects.adopt', { connectionId: desk.connectionId, remoteId: spring, file: null });
    const before = await desk.exportRows(id);
    pointTo(id, fall);
    await expect(desk.call('results.fetchAgain', { id })).rejects.toMatchObject({
      code: 'SERVICE_NONSENSE',
      message: expect.stringContaining('another project under the ID of this one: “Fall 2024”') as string,
    });
    expect(await desk.exportRows(id)).toEqual(before);
    pointTo(id, spring);
    expect((await desk.call('results.fetchAgain', { id })).after).toMatchObject({ submitted: 1, unmatched: 0 });
  });

  it('if the service returns another project under the ID', async () => {
    const { client } = desk.practice;
    const id = await screened(people('K', 1, 2));
    const before = await exported(id);
    pointTo(
      id,
      await client.screen('Somebody else’s list', [{ constituentId: 'K1', primaryFirst: 'Al', primaryLast: 'Foe', city: 'Salem' }]),
    );
    await client.setFaults({ kind: 'latency', ms: 0, on: { step: 'profiles' }, times: null });
    await expect(desk.call('results.fetchAgain', { id })).rejects.toMatchObject({
      code: 'SERVICE_NONSENSE',
      message: expect.stringMatching(/another project.*“Somebody else’s list”.*Nothing was read.*are unchanged/) as string,
    });
    expect((await client.faults()).faults.map(({ seen }) => seen)).toEqual([0]);
    expect(await exported(id)).toEqual(before);
  });

  it('if there are no results yet, if another fetch is running, or if another program runs the projects', async () => {
    const id = await screened(people('L', 1, 2));
    const draft = await desk.importPeople(...people('M', 1));
    await expect(desk.call('results.fetchAgain', { id: draft })).rejects.toMatchObject({ code: 'NOT_NOW' });
    const [one, other] = await Promise.allSettled([desk.call('results.fetchAgain', { id }), desk.call('results.fetchAgain', { id })]);
    expect(one.status).toBe('fulfilled');
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'NOT_NOW' } });
    const second = await createApplication(
      testPorts(join(desk.folder, 'data'), { spawn: localTasks }, { secrets: memorySecrets(desk.practice.client.token), log: desk.log }),
    );
    try {
      await expect(callOf(second)('results.fetchAgain', { id })).rejects.toMatchObject({ code: 'RUNNER_ELSEWHERE' });
    } finally {
      await second.close();
    }
  });
});
