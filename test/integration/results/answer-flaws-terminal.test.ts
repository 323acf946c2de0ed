/**
 * Flaws of an answer that belong to no row: the terminal names entries that cannot be read, and lists that were not read.
 * @module-tag deep
 */
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeList } from '../../kit/csv-list.ts';
import { recordService } from '../../kit/recorded-service.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { desk, folder, practice } = await setupTerminal();
const ROWS = 20;
const ERRORS = '[{"row":1,"message":"Slow today."},{"row":2,"message":"Slow."}]';

/** A service whose lists of profiles have one more entry, with a score that is not JSON, and a list of errors. */
const flawed = await recordService(practice.client.url, (answer) =>
  answer.includes('"mostRecentScore"')
    ? answer.replace('"items":[', `"errors":${ERRORS},"items":[{"id":"extra","mostRecentScore":{"overallScore":NaN}},`)
    : answer,
);
afterAll(async () => {
  await flawed.close();
});
await desk('connections', 'add', '--name', 'Flawed', '--base-url', flawed.url);

const UNREADABLE = 'One entry of the answer cannot be read. Its text is kept with the profiles that match no row.';
const NOT_READ = 'The answer has another list than the profiles and the row errors: 2 entries were not read.';

it('a list is screened: the sentences are with the counts, in the status, and after another fetch', async () => {
  const list = join(folder, 'list.csv');
  const { refused } = writeList(list, ROWS);
  const sent = await desk('screen', list, '--connection', 'Flawed', '--send-errors', '--yes', '--out', join(folder, 'out.xlsx'), '--json');
  const { project, ...end } = sent.lines.at(-1) as { readonly project: string };
  expect([sent.exit, end]).toEqual([4, expect.objectContaining({ at: 'done', unreadable: 1, withoutScores: 0, notRead: 2 })]);
  for (const command of ['status', 'fetch']) {
    const { out } = await desk(command, project);
    expect(out).toContain(`${ROWS - refused} scored + ${refused} not accepted + 0 without a result`);
    expect(out.split('\n')).toEqual(expect.arrayContaining([UNREADABLE, NOT_READ]));
  }
  const { lines } = await desk('fetch', project, '--json');
  expect(lines.at(-1)).toMatchObject({ unreadable: 1, withoutScores: 0, notRead: 2 });
});

it('the pages of all profiles show every profile, and the entry with its score as written', async () => {
  const { exit, lines } = await desk('profiles', '--connection', 'Flawed', '--all', '--items', '10', '--json');
  const scores = lines.flatMap((line) => {
    const { profile } = line as { readonly profile?: { readonly mostRecentScore: { readonly overallScore: unknown } } };
    return profile === undefined ? [] : [profile.mostRecentScore.overallScore];
  });
  const inAll = (await practice.client.ledger()).projects.reduce((sum, { processActs, validRows }) => sum + processActs * validRows, 0);
  expect([exit, scores.filter((score) => typeof score === 'number').length]).toEqual([0, inAll]);
  expect(scores).toContain('NaN');
});
