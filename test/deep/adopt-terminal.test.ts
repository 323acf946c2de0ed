/** `desk adopt`: a project of the service is added to the data folder, and no command sends any of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { person } from '../kit/practice-client.ts';
import { setupTerminal } from '../kit/setup-terminal.ts';

const { practice, folder, desk } = await setupTerminal();
const file = join(folder, 'spring.csv');
const adopt = (...words: string[]) => desk('adopt', ...words, '--connection', 'Service');
const ledger = async () => JSON.stringify(await practice.client.ledger());

const records = Array.from({ length: 12 }, (_, index) => person(index)).map((one, index) =>
  index === 3 ? { ...one, personalEmail: 'nobody@example.invalid' } : one,
);
const remoteId = await practice.client.screen('Spring', records);
const keys = ['constituentId', 'primaryFirst', 'primaryLast', 'personalEmail'] as const;
writeFileSync(file, `${[keys.join(','), ...records.map((one) => keys.map((key) => one[key] ?? '').join(','))].join('\n')}\n`);
const before = await ledger();
afterEach(async (context) => {
  context.expect(await ledger()).toBe(before);
});

const removeAll = async () => {
  for (const { id } of (await desk('projects', '--json')).lines) await desk('remove', String(id), '--yes');
};

it('with the file, desk adopt reports the counts and what is not known, and the list can be exported with its scores', async () => {
  const { exit, out } = await adopt(remoteId, '--file', file);
  expect(exit).toBe(4);
  expect(out).toMatch(
    /^“Spring” was adopted as [0-9a-f]{8}\. Nothing was sent and nothing was charged\.\n12 rows = 11 scored \+ 1 not accepted \+ 0 without a result\n/,
  );
  expect(out).toMatch(/does not say when it was screened/);
  expect(out).toMatch(/Its cost is not known\./);
  const remote = await desk('projects', '--remote', '--connection', 'Service', '--json');
  const [own] = (await desk('projects', '--json')).lines;
  expect(remote.lines).toMatchObject([{ remoteId, projectId: own!['id'] }]);
  const results = join(folder, 'results.jsonl');
  expect((await desk('export', String(own!['id']), '--out', results)).exit).toBeLessThan(5);
  const again = await adopt(remoteId, '--json');
  expect(again.exit).toBe(1);
  expect(again.lines).toMatchObject([
    { ok: false, error: { code: 'NOT_NOW', message: 'This project is already in this data folder: “Spring”.' } },
  ]);
});

describe('no command sends any of an adopted project', () => {
  it.each([
    ['fix', ['fix'], 1],
    ['fix and send', ['fix', '--yes', '--elsewhere', '--short-balance'], 1],
    ['decide', ['decide', '--choice', 'ask-again'], 1],
    ['cancel', ['cancel'], 1],
    ['the next part', ['parts', '--send'], 1],
  ])('%s sends nothing', async (_, [command, ...options], exit) => {
    const [own] = (await desk('projects', '--json')).lines;
    expect((await desk(command!, String(own!['id']), ...options, '--json')).exit).toBe(exit);
    expect((await desk('projects', '--json')).lines).toHaveLength(1);
  });

  it('there is nothing to resume', async () => {
    const [own] = (await desk('projects', '--json')).lines;
    expect((await desk('resume', String(own!['id']))).out).toMatch(/There is nothing to resume/);
  });

  it('in a new screening of the file, its people count as screened', async () => {
    // A file without the row that the service refused, because that person is not screened and would be sent again.
    const others = join(folder, 'others.csv');
    writeFileSync(
      others,
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => !line.includes('.invalid'))
        .join('\n'),
    );
    const { exit, out, err } = await desk('screen', others, '--connection', 'Service', '--yes', '--out', join(folder, 'again.xlsx'));
    expect([exit, `${out}${err}`]).toEqual([3, expect.stringMatching(/0 of 11 rows to send[\s\S]*Nobody is left to send/) as string]);
    for (const { id, state } of (await desk('projects', '--json')).lines as { id: string; state: { at: string } }[])
      if (state.at === 'draft') await desk('remove', id, '--yes');
  });
});

it('after a killed command, the same command adopts the project', async () => {
  await removeAll();
  expect((await adopt(remoteId, '--file', file)).exit).toBe(4);
  const database = new Database(join(folder, 'data', 'history.sqlite'));
  database.prepare(`UPDATE project SET state = '{"at":"reading"}' WHERE wrapped_key IS NOT NULL`).run();
  database.close();
  expect((await adopt(remoteId, '--file', file, '--json')).lines.at(-1)).toMatchObject({ ok: true, counts: { scored: 11 } });
  expect((await desk('projects', '--json')).lines).toHaveLength(1);
});

it('without a file, the list has the people of the profiles, and --json returns the counts', async () => {
  await removeAll();
  const { exit, lines } = await adopt(remoteId, '--json');
  expect(exit).toBe(4);
  expect(lines).toMatchObject([
    { ok: true, remoteId, name: 'Spring', from: 'profiles', counts: { submitted: 12, scored: 11, refused: 1, unknown: 0, unmatched: 0 } },
  ]);
});

it('a row of the file that the project does not have is not part of it, and was not sent', async () => {
  await removeAll();
  const longer = join(folder, 'longer.csv');
  writeFileSync(longer, `${readFileSync(file, 'utf8')}L-1,Wilhelmina,Thrale,w.thrale@example.org\n`);
  const { exit, out } = await adopt(remoteId, '--file', longer);
  expect([exit, out]).toEqual([
    4,
    expect.stringContaining('13 rows = 11 scored + 1 not accepted + 1 not part of this project\n') as string,
  ]);
  const id = String((await desk('projects', '--json')).lines[0]!['id']);
  const counts = '12 rows sent = 11 scored + 1 not accepted + 0 without a result; 1 row of the file not part of this project\n';
  expect((await desk('status', id)).out).toContain(counts);
  expect((await desk('fetch', id)).out).toContain(`Now:    ${counts}`);
});

it.each([
  ['no ID', ['adopt'], 1, /Usage: desk adopt REMOTE_ID/],
  ['a project that the service does not have', ['adopt', 'nobody', '--connection', 'Service'], 1, /The service has no project “nobody”/],
  ['a file that does not exist', ['adopt', 'x', '--file', 'nowhere.csv', '--connection', 'Service'], 6, /was not found/],
  ['options for a file without one', ['adopt', 'x', '--sheet', 'Two', '--connection', 'Service'], 1, /need --file/],
])('desk adopt refuses %s', async (_, words, exit, text) => {
  const ended = await desk(...words);
  expect([ended.exit, ended.err]).toEqual([exit, expect.stringMatching(text) as string]);
});
