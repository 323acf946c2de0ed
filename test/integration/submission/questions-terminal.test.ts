/** A question as the terminal asks it: what happened, the rows, what each choice does, and the answer to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeList } from '../../kit/desk-list.ts';
import { type SpawnedPractice, spawnPractice } from '../../kit/practice-client.ts';
import { desk } from '../../kit/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-questions-'));
let practice: SpawnedPractice;

beforeAll(async () => {
  practice = await spawnPractice({ dataDir: null, credits: 1_000, secondsPerThousandRows: 0 });
});

afterAll(async () => {
  await practice.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

it('a project that is done before it was asked for is told in words, answered, and goes on', async () => {
  const { client } = practice;
  const list = join(folder, 'list.csv');
  const { rows, refused } = writeList(list, 40);
  const data = ['--data', join(folder, 'data')];
  const environment = { DESK_TOKEN: client.token };
  const run = (...words: string[]) => desk([...words, ...data], { environment });
  expect((await run('connections', 'add', '--name', 'Service', '--base-url', client.url)).exit).toBe(0);

  await client.setFaults({ kind: 'status-word', word: 'processed', times: null, on: { step: 'status' } });
  const out = join(folder, 'results.csv');
  const asked = await run('screen', list, '--connection', 'Service', '--send-errors', '--yes', '--out', out);
  expect(asked.exit).toBe(3);
  expect(asked.out).toContain('A person must decide: Screening is done, but we did not start it (processed-early).');
  expect(asked.out).toContain('Its last state is “processed”.');
  expect(asked.out).toContain(`${rows} rows sent.`);
  expect(asked.out).toMatch(/^ {2}fetch +It is done: fetch the results$/m);
  expect(asked.out).toMatch(/^ {2}give-up +Give up this project$/m);
  const [, id = ''] = /"desk decide (\S+) --choice CHOICE"/.exec(asked.out) ?? [];
  expect((await client.ledger()).projects.map(({ processCalls }) => processCalls)).toEqual([0]);

  const [asJson] = (await run('--json', 'status', id)).lines;
  expect(asJson).toMatchObject({ project: { state: { question: 'processed-early', choices: ['fetch', 'look-again', 'give-up'] } } });
  const wrong = await run('decide', id, '--choice', 'keep');
  expect(wrong.exit).toBe(1);

  await client.clearFaults();
  const done = await run('decide', id, '--choice', 'look-again');
  expect(done.exit).toBe(4);
  expect(done.out).toContain(`${rows} rows submitted = ${rows - refused} scored + ${refused} refused + 0 unknown`);
  expect((await client.ledger()).credits.charged).toBe(rows - refused);
});
