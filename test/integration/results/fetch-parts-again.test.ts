/**
 * The first project of a list in parts has the current results of all its parts, even while it is open and after the program ends.
 * @module-tag deep
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import type { SpawnWorker } from '../../../main/platform/ports.ts';
import { TestDesk } from '../../kit/test-desk.ts';
import { people, person } from '../../kit/list-people.ts';
import { recordService, type RecordedService } from '../../kit/recorded-service.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const REFUSAL = { isRefused: true };

let desk: TestDesk;
let service: RecordedService;
/** Changes the answers of the service. */
let changed = (answer: string): string => answer;
/** Called when a merge begins, before it has written anything. */
let onMerge: (() => Promise<unknown>) | null = null;

const spawn: SpawnWorker = (name, input, onProgress) => {
  const work = onMerge;
  if (name !== 'mergeResults' || work === null) return localTasks(name, input, onProgress);
  const task = { cancel: () => undefined, result: work().then(() => localTasks(name, input, onProgress).result) };
  return task as unknown as ReturnType<typeof localTasks<typeof name>>;
};

beforeAll(async () => {
  desk = await TestDesk.start(spawn);
  service = await recordService(desk.practice.client.url, (answer) => changed(answer));
  desk.connectionId = (await desk.call('connections.add', { name: 'Recorded', baseUrl: service.url })).id;
  await desk.call('connections.change', { id: desk.connectionId, settings: { listFormat: 'json', rowBase: 'find', maxRows: 3 } });
});
afterAll(async () => {
  await service.close();
  await desk.close();
});

/** The scores of a project's rows, by ID. */
const scoresOf = async (id: string): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    (await desk.exportRows(id)).flatMap((row) =>
      row['Overall score'] === undefined ? [] : [[String(row['Constituent ID']), row['Overall score']]],
    ),
  );

/** Sends a list in two parts; returns the first project and the second part. */
async function inTwoParts(lines: readonly string[]): Promise<{ first: string; part: string }> {
  const first = await desk.importPeople(...lines);
  await desk.call('projects.change', { id: first, sendErrors: true, recencyDays: 0 });
  await desk.send(first, 2);
  const part = (await desk.call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'part' && lineage.of === first)!;
  return { first, part: part.id };
}

const allScores = (score: string) => (answer: string) => answer.replaceAll(/"overallScore":[\d.]+/g, `"overallScore":${score}`);
const countsOf = async (id: string) => {
  const { state } = await desk.call('projects.get', { id });
  return state.at === 'done' ? state.counts : state;
};

it('the first project has the newer scores of a part that was fetched again', async () => {
  changed = allScores('1.1');
  const { first, part } = await inTwoParts(people('A', 1, 2, 3, 4, 5, 6));
  const before = await countsOf(first);
  changed = allScores('2.2');
  await desk.call('results.fetchAgain', { id: part });
  expect(await scoresOf(first)).toEqual({ A1: 1.1, A2: 1.1, A3: 1.1, A4: 2.2, A5: 2.2, A6: 2.2 });
  const { columns } = await desk.call('results.get', { id: first });
  expect(columns.find(({ title }) => title === 'Overall score')).toMatchObject({ filled: 6, min: 1.1, max: 2.2 });
  await desk.call('results.fetchAgain', { id: first });
  expect(Object.values(await scoresOf(first))).toEqual([2.2, 2.2, 2.2, 2.2, 2.2, 2.2]);
  expect(await countsOf(first)).toEqual(before);
  expect((await desk.call('results.get', { id: first })).counts).toEqual(before);
});

it('results that are open while a part is merged are those of all parts afterward', async () => {
  let looked = 0;
  onMerge = async () => {
    looked += 1;
    await desk.call('results.get', { id: (await desk.call('projects.list', {})).find(({ name }) => name === 'looked')!.id });
  };
  const id = await desk.importPeople(...people('B', 1, 2, 3, 4, 5, 6));
  await desk.call('projects.change', { id, name: 'looked', recencyDays: 0 });
  await desk.send(id, 2);
  onMerge = null;
  expect(looked).toBe(1);
  expect((await desk.call('results.get', { id })).counts).toMatchObject({ submitted: 6, scored: 6 });
  expect(await countsOf(id)).toMatchObject({ submitted: 6, scored: 6 });
});

it('a part is still collecting while its results are merged, so that an end of the program in between loses none', async () => {
  let during: string | undefined;
  onMerge = async () => {
    during = (await desk.call('projects.list', {})).find(({ lineage }) => lineage?.of === first)?.state.at;
  };
  const first = await desk.importPeople(...people('D', 1, 2, 3, 4, 5));
  await desk.call('projects.change', { id: first, recencyDays: 0 });
  await desk.send(first, 2);
  onMerge = null;
  expect(during).toBe('collecting');
  expect(await countsOf(first)).toMatchObject({ submitted: 5, scored: 5 });
});

it.each([
  ['the first record has a score now and the program ended before the merge', 'C', 0],
  ['the clock was set back before the row was corrected, too', 'H', -3_600_000],
])('a corrected row keeps its own score, although %s', async (_, p, clockOffset) => {
  changed = allScores('1.1');
  const { first, part } = await inTwoParts([...people(p, 1, 2, 3, 4, 5), person(`${p}6`, REFUSAL)]);
  desk.clockOffset = clockOffset;
  const { id: fix } = await desk.call('projects.fixRefused', { id: first });
  await desk.idle();
  await desk.call('check.edit', { id: fix, row: 7, field: 'personalEmail', value: `${p}6@example.org` });
  changed = allScores('3.3');
  await desk.send(fix);
  expect(await scoresOf(first)).toMatchObject({ [`${p}5`]: 1.1, [`${p}6`]: 3.3 });

  // The service has a score for the refused row now.
  changed = (answer) => {
    if (!answer.includes('"mostRecentScore"') || !answer.includes(`"${p}5"`)) return answer;
    const { items } = JSON.parse(answer) as { items: { constituentId: string }[] };
    const late = { constituentId: `${p}6`, mostRecentScore: { overallScore: 0 } };
    return allScores('4.4')(JSON.stringify({ items: [...items, late] }));
  };
  onMerge = () => Promise.reject(new AppError('CLOSING', 'The program ended.'));
  await desk.call('results.fetchAgain', { id: part });
  onMerge = null;
  expect(await scoresOf(part)).toEqual({ [`${p}4`]: 4.4, [`${p}5`]: 4.4, [`${p}6`]: 4.4 });
  await desk.restart();
  await desk.idle();
  expect(await scoresOf(first)).toMatchObject({ [`${p}1`]: 1.1, [`${p}4`]: 4.4, [`${p}5`]: 4.4, [`${p}6`]: 3.3 });
});

it('results that a part collects again because the program was killed after their merge reach the first project', async () => {
  const storedStates = () => {
    const database = new Database(join(desk.folder, 'data', 'history.sqlite'), { readonly: true });
    const states = database
      .prepare<[string], { id: string; state: string }>('SELECT id, state FROM project WHERE parent_id = ?')
      .all(first);
    database.close();
    return Promise.resolve(states);
  };
  let collecting: { id: string; state: string }[] = [];
  onMerge = async () => {
    collecting = await storedStates();
  };
  changed = allScores('1.1');
  const first = await desk.importPeople(...people('E', 1, 2, 3, 4, 5));
  await desk.call('projects.change', { id: first, recencyDays: 0 });
  await desk.send(first, 2);
  onMerge = null;
  expect(collecting).toMatchObject([{ state: expect.stringContaining('"collecting"') as string }]);

  changed = allScores('2.2');
  await desk.whileClosed((dataDir) => {
    const database = new Database(join(dataDir, 'history.sqlite'));
    for (const { id, state } of collecting) database.prepare('UPDATE project SET state = ? WHERE id = ?').run(state, id);
    database.close();
    return Promise.resolve();
  });
  await desk.idle();
  expect(await scoresOf(first)).toEqual({ E1: 1.1, E2: 1.1, E3: 1.1, E4: 2.2, E5: 2.2 });
});
