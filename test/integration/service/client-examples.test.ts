/** The examples of the client's document, run in order as one script against the practice service. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceClient } from '../../../main/service/client.ts';
import { ROOT } from '../../../scripts/targets.mjs';
import { type SpawnedPractice, spawnPractice } from '../../kit/practice-client.ts';

const TEXT = readFileSync(join(ROOT, 'docs/CLIENT.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'desk-examples-'));
let practice: SpawnedPractice;

beforeAll(async () => {
  practice = await spawnPractice({ dataDir: null, credits: 100, secondsPerThousandRows: 0 });
});
afterAll(async () => {
  await practice.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

async function run(script: string): Promise<{ readonly exit: number | null; readonly out: string; readonly err: string }> {
  const path = join(folder, 'script.ts');
  writeFileSync(path, script.replaceAll(/from '\.\.\//g, `from '${pathToFileURL(ROOT).href.replace(/\/?$/, '/')}`));
  const environment = { ...process.env, SERVICE_URL: practice.client.url, SERVICE_TOKEN: practice.client.token };
  const child = spawn(process.execPath, [path], { env: environment, timeout: 60_000 });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  const exit = await new Promise<number | null>((ended) => {
    child.once('close', ended);
  });
  return { exit, ...output };
}

it('the examples screen one person and a list, and read every result', async () => {
  const examples = [...TEXT.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  expect(examples).toHaveLength(4);
  const { exit, out, err } = await run(examples.join('\n'));
  expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' });
  expect(out.trim().split('\n')).toEqual([
    'credits 100',
    'profile done',
    'profiles 1 1',
    'valid 1 of 2',
    'scored A-2',
    expect.stringMatching(/^refused 2 \S/) as string,
  ]);
  expect((await practice.client.ledger()).credits.charged).toBe(2);
});

it('the table of calls names existing client methods for all thirteen numbers and the fourteenth call', () => {
  const rows = [...TEXT.matchAll(/^\| (\d+|–) \| `(\w+)\(/gm)];
  expect(rows.map(([, number]) => number)).toEqual([...Array.from({ length: 13 }, (_, index) => String(index + 1)), '–']);
  for (const [, , method = ''] of rows) expect(ServiceClient.prototype).toHaveProperty(method);
});
