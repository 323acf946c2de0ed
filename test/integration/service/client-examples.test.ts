/**
 * The examples in docs/CLIENT.md, run in order as one script against the practice service.
 * @module-tag deep
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const EXAMPLES = [...TEXT.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);

/** A user's folder, with the link that the document describes. */
function folderWith(name: string, script: string): string {
  const own = join(folder, name);
  mkdirSync(join(own, 'node_modules'), { recursive: true });
  symlinkSync(ROOT, join(own, 'node_modules', 'screening-desk'), 'junction');
  writeFileSync(join(own, 'package.json'), '{"type":"module"}');
  writeFileSync(join(own, 'script.ts'), script);
  return own;
}

async function node(
  cwd: string,
  ...words: string[]
): Promise<{ readonly exit: number | null; readonly out: string; readonly err: string }> {
  const environment = { ...process.env, SERVICE_URL: practice.client.url, SERVICE_TOKEN: practice.client.token };
  const child = spawn(process.execPath, words, { cwd, env: environment, timeout: 120_000 });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  const exit = await new Promise<number | null>((ended) => {
    child.once('close', ended);
  });
  return { exit, ...output };
}

it('the first example runs unchanged, from any folder', async () => {
  const { exit, out, err } = await node(folderWith('first', EXAMPLES[0]!), 'script.ts');
  expect({ exit, out, err }).toEqual({ exit: 0, out: 'credits 100\n', err: '' });
});

it('the examples screen one person and a list, and read every result', async () => {
  expect(EXAMPLES).toHaveLength(4);
  const { exit, out, err } = await node(folderWith('all', EXAMPLES.join('\n')), 'script.ts');
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

it('a refusal has the fields that the service names', async () => {
  const refused = EXAMPLES[1]!.replace("primaryFirst: 'Ada', primaryLast: 'Lindqvist'", "primaryFirst: 'Ada'");
  const { out } = await node(folderWith('refused', EXAMPLES[0]! + refused), 'script.ts');
  expect(out).toMatch(/^primaryLast \S.*$/m);
  expect(out).toContain('profile refused');
});

it('the examples have types that the compiler accepts, and mistakes that it finds', async () => {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  };
  const own = folderWith('types', EXAMPLES.join('\n'));
  // All in one run of the compiler, because it spends nearly all of its time on the client and its libraries.
  writeFileSync(join(own, 'wrong.ts'), `${EXAMPLES[0]!}const total: string = remaining;\n`);
  writeFileSync(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['script.ts', 'wrong.ts'] }));
  const { exit, out, err } = await node(own, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', own, '--pretty', 'false');
  expect(err).toBe('');
  expect(exit).not.toBe(0);
  const line = EXAMPLES[0]!.split('\n').length;
  // The additional lines of an error are indented.
  expect(out.match(/^\S.*$/gm)).toEqual([expect.stringMatching(new RegExp(`^wrong\\.ts\\(${line},7\\): error TS2322: `)) as string]);
});

it('the table of calls names existing client methods for all thirteen numbers and the fourteenth call', () => {
  const rows = [...TEXT.matchAll(/^\| (\d+|–) \| `(\w+)\(/gm)];
  expect(rows.map(([, number]) => number)).toEqual([...Array.from({ length: 13 }, (_, index) => String(index + 1)), '–']);
  for (const [, , method = ''] of rows) expect(ServiceClient.prototype).toHaveProperty(method);
});
