/** `desk adopt`: a project of the service comes into the data folder, and no command sends anything of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { person, type SpawnedPractice, spawnPractice } from '../kit/practice-client.ts';
import { desk } from '../kit/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-adopt-terminal-'));
const file = join(folder, 'spring.csv');
let practice: SpawnedPractice;
let remoteId = '';
let before = '';

const run = (...words: string[]) =>
  desk([...words, '--data', join(folder, 'data')], { environment: { DESK_TOKEN: practice.client.token } });
const adopt = (...words: string[]) => run('adopt', ...words, '--connection', 'Service');
const ledger = async () => JSON.stringify(await practice.client.ledger());

beforeAll(async () => {
  practice = await spawnPractice({ dataDir: null, credits: 1_000, secondsPerThousandRows: 0 });
  const records = Array.from({ length: 12 }, (_, index) => person(index)).map((one, index) =>
    index === 3 ? { ...one, personalEmail: 'nobody' } : one,
  );
  remoteId = await practice.client.screen('Spring', records);
  const keys = ['constituentId', 'primaryFirst', 'primaryLast', 'personalEmail'] as const;
  writeFileSync(file, `${[keys.join(','), ...records.map((one) => keys.map((key) => one[key] ?? '').join(','))].join('\n')}\n`);
  await run('connections', 'add', '--name', 'Service', '--base-url', practice.client.url);
  before = await ledger();
});
afterAll(async () => {
  await practice.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async (context) => {
  context.expect(await ledger()).toBe(before);
});

const removeAll = async () => {
  for (const { id } of (await run('projects', '--json')).lines) await run('remove', String(id), '--yes');
};

it('with the file: says what came and what is not known, and exports the list with its scores', async () => {
  const { exit, out } = await adopt(remoteId, '--file', file);
  expect(exit).toBe(4);
  expect(out).toMatch(
    /^“Spring” is here as [0-9a-f]{8}\. Nothing was sent and nothing was charged\.\n12 rows = 11 scored \+ 1 refused \+ 0 unknown\n/,
  );
  expect(out).toMatch(/does not say when it was screened/);
  expect(out).toMatch(/What it cost is not known\./);
  const remote = await run('projects', '--remote', '--connection', 'Service', '--json');
  const [own] = (await run('projects', '--json')).lines;
  expect(remote.lines).toMatchObject([{ remoteId, projectId: own!['id'] }]);
  const results = join(folder, 'results.jsonl');
  expect((await run('export', String(own!['id']), '--out', results)).exit).toBeLessThan(5);
  const again = await adopt(remoteId, '--json');
  expect(again.exit).toBe(1);
  expect(again.lines).toMatchObject([{ ok: false, error: { code: 'NOT_NOW', message: 'This project is here already: “Spring”.' } }]);
});

describe('no command sends anything of it', () => {
  it.each([
    ['fix', ['fix'], 1],
    ['fix and send', ['fix', '--yes', '--elsewhere', '--short-balance'], 1],
    ['decide', ['decide', '--choice', 'ask-again'], 1],
    ['cancel', ['cancel'], 1],
    ['the next part', ['parts', '--send'], 1],
  ])('%s', async (_, [command, ...options], exit) => {
    const [own] = (await run('projects', '--json')).lines;
    expect((await run(command!, String(own!['id']), ...options, '--json')).exit).toBe(exit);
    expect((await run('projects', '--json')).lines).toHaveLength(1);
  });

  it('resume has nothing to do', async () => {
    const [own] = (await run('projects', '--json')).lines;
    expect((await run('resume', String(own!['id']))).out).toMatch(/Nothing waits to go on/);
  });

  it('the file as a new screening: its people count as screened', async () => {
    const { exit, out, err } = await run('screen', file, '--connection', 'Service', '--yes', '--out', join(folder, 'again.xlsx'));
    expect([exit, `${out}${err}`]).toEqual([3, expect.stringMatching(/0 of 12 rows to send[\s\S]*Nobody is left to send/) as string]);
    for (const { id, state } of (await run('projects', '--json')).lines as { id: string; state: { at: string } }[])
      if (state.at === 'draft') await run('remove', id, '--yes');
  });
});

it('without a file: the list has the people of the profiles, and --json gives the counts', async () => {
  await removeAll();
  const { exit, lines } = await adopt(remoteId, '--json');
  expect(exit).toBe(4);
  expect(lines).toMatchObject([
    { ok: true, remoteId, name: 'Spring', from: 'profiles', counts: { submitted: 12, scored: 11, refused: 1, unknown: 0, unmatched: 0 } },
  ]);
});

it.each([
  ['no ID', ['adopt'], 1, /Usage: desk adopt REMOTE_ID/],
  ['a project that the service does not have', ['adopt', 'nobody', '--connection', 'Service'], 1, /The service has no project “nobody”/],
  ['a file that is not there', ['adopt', 'x', '--file', 'nowhere.csv', '--connection', 'Service'], 6, /There is no file/],
  ['options for a file without one', ['adopt', 'x', '--sheet', 'Two', '--connection', 'Service'], 1, /go with --file/],
])('%s', async (_, words, exit, text) => {
  const ended = await run(...words);
  expect([ended.exit, ended.err]).toEqual([exit, expect.stringMatching(text) as string]);
});
