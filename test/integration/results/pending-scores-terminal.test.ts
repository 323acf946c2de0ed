/**
 * A profile with only a pending score: the terminal, the workbook, the grid and the window show it as pending.
 * @module-tag deep
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readScores } from '../../../renderer/screens/profile/score-answer.ts';
import { writeList } from '../../kit/csv-list.ts';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { rootProject, sendList } from '../../kit/desk-actions.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { desk, computer, folder, practice } = await setupTerminal();
const readyList = await setupReadyList(40);

it.each(['pending-scores', 'pending-scores,csv-answers'])('%s: the terminal and the workbook show pending scores', async (dialect) => {
  await practice.client.settings({ dialect });
  const list = join(folder, `${dialect}.csv`);
  const { refused } = writeList(list, 20);
  const out = join(folder, `${dialect}.xlsx`);
  const own = await computer(dialect);
  const sent = await own.desk('screen', list, '--connection', 'Service', '--send-errors', '--yes', '--out', out);
  expect([sent.exit, sent.out]).toEqual([4, expect.stringContaining(`${20 - refused} scored`)]);
  const rows = (await desk('rows', out, '--sheet', 'Scores')).out.split('\n').map((line) => line.split('\t'));
  const headings = rows.find((row) => row.includes('Overall score'))!;
  const cellsOf = (title: string) => {
    const cells = rows.slice(rows.indexOf(headings) + 1).map((row) => row[headings.indexOf(title)] ?? '');
    return cells.filter((cell) => cell !== '');
  };
  expect(cellsOf('Overall score')).toHaveLength(20 - refused);
  expect(cellsOf('Score pending')).toEqual(Array(20 - refused).fill('TRUE'));
});

it('one profile in the terminal has its pending score, and says so', async () => {
  await practice.client.settings({ dialect: 'pending-scores' });
  const [listed] = (await desk('profiles', '--connection', 'Service', '--items', '1', '--json')).lines;
  const { id } = (listed as { profile: { id: string } }).profile;
  const { out } = await desk('profile', 'show', id, '--connection', 'Service');
  expect(out).toMatch(/^Score pending: TRUE$/m);
  expect(out).toMatch(/^Overall score: [1-4]/m);
});

it('the grid shows the pending score and its mark by default, and the window that the scores are pending', async () => {
  const { client } = readyList.practice;
  await client.settings({ dialect: 'pending-scores' });
  const open = await readyList.openCopy();
  try {
    await sendList(open.call, open.name);
    await open.application.idle();
    const { id, connection } = await rootProject(open.call);
    const { shown } = await open.call('results.get', { id });
    expect(shown).toEqual(expect.arrayContaining(['mostRecentScore.overallScore', 'scorePending']));
    const selection = { outcome: 'scored' as const, filters: [], find: '' };
    const page = await open.call('results.page', {
      id,
      selection,
      columns: ['mostRecentScore.overallScore', 'scorePending'],
      sort: null,
      offset: 0,
      limit: 1,
    });
    expect(page.rows[0]!.cells).toEqual([expect.stringMatching(/^[1-4]/), 'TRUE']);
    const person = await open.call('results.person', { id, row: page.rows[0]!.row! });
    expect(person.values).toContainEqual({ key: 'scorePending', title: 'Score pending', value: 'TRUE' });
    const answer = await open.call('service.screenOne', {
      connectionId: connection.id,
      record: { primaryFirst: 'Ngozi', primaryLast: 'Ashdown', street: '1 Elm Street', postalCode: '02139' },
    });
    const { now, isNowPending, highlights } = readScores(answer);
    expect({
      isNowPending,
      isShown: now.length > 0,
      highlights: highlights.filter(({ key }) => key.endsWith('overallScore')).length,
    }).toEqual({ isNowPending: true, isShown: true, highlights: 1 });
  } finally {
    await open.close();
    await client.settings({ dialect: 'default' });
  }
});
