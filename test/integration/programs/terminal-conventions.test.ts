/**
 * Every command follows the conventions of terminals: its exit code, standard output and standard error are those of docs/TERMINAL.md, each
 * line of JSON has its shape, and neither a closed or full pipe nor Ctrl+C makes it print a stack.
 * @module-tag deep
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { COMMANDS } from '../../../main/cli/arguments.ts';
import { FAILED, SHAPES } from '../../../main/cli/shapes.ts';
import { EXIT } from '../../../shared/base/errors.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';
import { desk as run, start, type Terminal } from '../../kit/terminal.ts';
import { eventually } from '../../kit/eventually.ts';

const { dataDir, desk, folder, practice } = await setupTerminal();
const PROGRAM = fileURLToPath(new URL('../../kit/cli-program.ts', import.meta.url));
const HEADINGS = 'ID,First Name,Last Name,Address,City,State,ZIP,Email\n';
const ROWS = `${HEADINGS}A-1,Ada,Byrne,12 Fern Rd,Burlington,VT,05401,ada@example.org\nA-2,Lee,,4 Oak Ave,Boston,MA,02108,lee@example.org\n`;
const CHANGED = ROWS.replace('Fern', 'Ferncliff').replace('Oak', 'Oakdale');

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const list = file('list.csv', ROWS);

/** IDs of projects, by their purpose in the tests. */
const ids = { first: '', second: '', remote: '', profile: '', draft: '' };
beforeAll(async () => {
  await desk('dismiss');
  const screened = async (name: string, text: string) => {
    const { exit, lines } = await desk(
      'screen',
      file(name, text),
      '--out',
      join(folder, `${name}.xlsx`),
      '--yes',
      '--again',
      '--connection',
      'Service',
      '--json',
    );
    if (exit !== 4) throw new Error(JSON.stringify(lines));
    return String(lines.at(-1)?.['project']);
  };
  ids.first = await screened('first.csv', ROWS);
  ids.second = await screened('second.csv', CHANGED);
  const [profile] = (await desk('profiles', '--json', '--connection', 'Service')).lines;
  ids.profile = String((profile!['profile'] as { id?: unknown }).id);
  await desk('templates', 'save', ids.first, '--name', 'Own');
  file('settings.json', '{"scoreWeights":{"propensity":1,"affinity":2,"capacity":1}}');
});

interface Case {
  readonly words: () => readonly string[];
  readonly exit: keyof typeof EXIT;
  readonly input?: string;
}

/** For each command, a call that does its work; `exit`: its exit code. */
const CASES: Readonly<Record<string, Case>> = {
  screen: {
    words: () => [
      'screen',
      file('third.csv', ROWS.replaceAll('Byrne', 'Moss')),
      '--out',
      join(folder, 'third.xlsx'),
      '--yes',
      '--force',
      '--repeat',
      '--connection',
      'Service',
    ],
    exit: 'refusedRows',
  },
  inspect: { words: () => ['inspect', list], exit: 'done' },
  gifts: { words: () => ['gifts', file('gifts.csv', 'ID,Gift Date,Amount\nA-1,2024-05-06,12\n'), list], exit: 'done' },
  rows: { words: () => ['rows', list], exit: 'done' },
  check: { words: () => ['check', '-'], input: ROWS, exit: 'done' },
  projects: { words: () => ['projects'], exit: 'done' },
  adopt: { words: () => ['adopt', 'unknown-project', '--connection', 'Service'], exit: 'usage' },
  status: { words: () => ['status', ids.first], exit: 'done' },
  resume: { words: () => ['resume'], exit: 'done' },
  decide: { words: () => ['decide', ids.first, '--choice', 'look-again'], exit: 'usage' },
  cancel: { words: () => ['cancel', ids.first], exit: 'usage' },
  fix: { words: () => ['fix', ids.first], exit: 'done' },
  rest: { words: () => ['rest', ids.first], exit: 'usage' },
  pilot: { words: () => ['pilot', ids.first], exit: 'usage' },
  'compare-pilot': { words: () => ['compare-pilot', ids.first], exit: 'usage' },
  fetch: { words: () => ['fetch', ids.second], exit: 'refusedRows' },
  parts: { words: () => ['parts', ids.first], exit: 'done' },
  export: { words: () => ['export', ids.first, '--out', join(folder, 'out.csv')], exit: 'done' },
  compare: { words: () => ['compare', ids.first, ids.second], exit: 'done' },
  review: { words: () => ['review', ids.first], exit: 'done' },
  ratings: { words: () => ['ratings', ids.first], exit: 'done' },
  officers: { words: () => ['officers', ids.first], exit: 'done' },
  report: { words: () => ['report', ids.first], exit: 'done' },
  plan: { words: () => ['plan', '--connection', 'Service', '--months', '12'], exit: 'done' },
  record: { words: () => ['record', 'show', ids.first], exit: 'done' },
  bundle: {
    words: () => ['bundle', 'create', ids.first, '--out', join(folder, 'first.deskbundle'), '--force', '--passphrase-stdin'],
    input: 'correct horse battery',
    exit: 'done',
  },
  writeback: {
    words: () => ['writeback', ids.first, '--layout', 'civicrm', '--out', join(folder, 'civicrm.csv'), '--force'],
    exit: 'done',
  },
  prove: {
    words: () => ['prove', ids.first, '-', '--layout', 'civicrm'],
    input: 'External Identifier,Screening: overall\nA-1,1\n',
    exit: 'done',
  },
  remove: { words: () => ['remove', ids.first], exit: 'usage' },
  credits: { words: () => ['credits', '--connection', 'Service'], exit: 'done' },
  profile: { words: () => ['profile', 'show', ids.profile, '--connection', 'Service'], exit: 'done' },
  profiles: { words: () => ['profiles', '--connection', 'Service'], exit: 'done' },
  'score-request': { words: () => ['score-request', 'show', 'unknown', '--connection', 'Service'], exit: 'service' },
  'project-scores': { words: () => ['project-scores', ids.first], exit: 'done' },
  'score-settings': { words: () => ['score-settings', 'save', 'Own', '--file', join(folder, 'settings.json'), '--replace'], exit: 'done' },
  connections: { words: () => ['connections', 'list'], exit: 'done' },
  templates: { words: () => ['templates', 'list'], exit: 'done' },
  'do-not-screen': { words: () => ['do-not-screen', 'add', '-'], input: 'ID,Email\nZ-1,z@example.org\n', exit: 'done' },
  person: { words: () => ['person', 'find', '-'], input: 'Nobody Anywhere\n', exit: 'done' },
  retention: { words: () => ['retention'], exit: 'done' },
  dismiss: { words: () => ['dismiss'], exit: 'done' },
  policy: { words: () => ['policy', 'show'], exit: 'done' },
  diagnostics: { words: () => ['diagnostics'], exit: 'done' },
  completion: { words: () => ['completion', 'bash'], exit: 'done' },
  // The port is in use.
  practice: {
    words: () => ['practice', '--token-file', '-', '--port', new URL(practice.client.url).port],
    input: 'a-token-of-this-test\n',
    exit: 'service',
  },
};
const NAMES = COMMANDS.map(({ name }) => name);
const descriptionOf = (name: string) => COMMANDS.find((one) => one.name === name)!;

const STACK = /\n\s+at |node:internal|Warning: |UnhandledPromise|\(node:\d+\)/;
/** What a command prints if something is wrong inside it. */
const FAULT = new RegExp(`${STACK.source}|Something went wrong`);
// oxlint-disable-next-line no-control-regex
const ESCAPE = /\u001B/;

const environment = { DESK_TOKEN: practice.client.token };
const words = (name: string, ...more: string[]) => [...CASES[name]!.words(), ...more, '--data', dataDir];
const runCase = async (name: string, ...more: string[]): Promise<Terminal> =>
  await run(words(name, ...more), { environment, input: CASES[name]!.input ?? '' });

const hasShape = (shapes: readonly z.ZodType[], line: unknown) => shapes.some((shape) => shape.safeParse(line).success);

const exitsOf = (name: string) => [EXIT.done, EXIT.usage, EXIT.service, ...descriptionOf(name).exits.map((exit) => EXIT[exit])];

it('has a case for every command', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(NAMES.toSorted());
});

describe.each(NAMES)('desk %s', (name) => {
  it('ends with its exit code, prints its result to standard output, and the rest to standard error', async () => {
    const { exit, out, err } = await runCase(name);
    const code = EXIT[CASES[name]!.exit];
    const isDone = code === EXIT.done || code === EXIT.refusedRows;
    expect({ exit, err }).toEqual({ exit: code, err: expect.not.stringMatching(STACK) as string });
    expect(exitsOf(name)).toContain(exit);
    expect(out !== '').toBe(isDone);
    expect(isDone && descriptionOf(name).steps === undefined ? err : '').toBe('');
    expect(isDone || err !== '').toBe(true);
    expect(out + err).not.toMatch(ESCAPE);
  });

  it('survives a reader that is gone', async () => {
    const { exit, err } = await run(words(name), { environment, input: CASES[name]!.input ?? '', unread: true });
    expect({ exit, err }).toEqual({ exit: EXIT[CASES[name]!.exit], err: expect.not.stringMatching(FAULT) as string });
  });
});

// The broken pipe of the system, for each way to print: a result, lines of a long list, a script, steps before the result.
it.each(['projects', 'rows', 'completion', 'screen', 'practice'])(
  'desk %s, a program of its own, survives a reader that is gone',
  async (name) => {
    const { exit, err } = await start(words(name), { environment, input: CASES[name]!.input ?? '', unread: true }).ended;
    expect({ exit, err }).toEqual({ exit: EXIT[CASES[name]!.exit], err: expect.not.stringMatching(FAULT) as string });
  },
);

// Those that print something before their work ends, and one of each kind that does not. The others print only when their work has ended.
it.each(['screen', 'score-request', 'project-scores', 'rows', 'fetch', 'completion', 'practice'])(
  'desk %s stops at Ctrl+C without a stack',
  async (name) => {
    const { child, ended } = start(words(name), { environment, input: CASES[name]!.input ?? '' });
    // Any output shows that the command has begun; a command that has printed everything ends without a signal.
    await Promise.race([
      new Promise((seen) => child.stderr.once('data', seen)),
      new Promise((seen) => child.stdout.once('data', seen)),
      ended,
    ]);
    child.kill('SIGINT');
    const { exit, out, err } = await ended;
    expect(out + err).not.toMatch(FAULT);
    expect([...exitsOf(name), 130, null]).toContain(exit);
    expect([null, 'SIGINT']).toContain(child.signalCode);
  },
);

it('a mistake ends every command with 1, names the mistake on standard error, and prints no result', async () => {
  for (const name of NAMES) {
    const { exit, out, err } = await run([name, '--no-such-option', '--data', dataDir]);
    expect([name, exit, out]).toEqual([name, EXIT.usage, '']);
    expect(err).toContain('--no-such-option');
    expect(err).toContain(`Usage: desk ${name}`);
    expect(err).not.toMatch(STACK);
  }
});

describe('with --json', () => {
  const shaped = Object.keys(SHAPES) as (keyof typeof SHAPES)[];
  const linesOf: Partial<Record<string, Record<string, unknown>[]>> = {};
  beforeAll(async () => {
    for (const name of shaped) linesOf[name] = (await runCase(name, '--json')).lines;
  });

  it.each(shaped)('desk %s prints only lines of its shapes', (name) => {
    const lines = linesOf[name]!;
    expect(lines.length).toBeGreaterThan(0);
    const shapes: readonly z.ZodType[] = [...SHAPES[name], FAILED];
    expect(lines.filter((line) => !hasShape(shapes, line))).toEqual([]);
  });
});

/** Calls with another kind of line. */
const MORE: readonly (readonly [keyof typeof SHAPES, readonly string[]])[] = [
  ['projects', ['projects', '--remote', '--connection', 'Service']],
  ['credits', ['credits', '--history', '--connection', 'Service']],
  ['connections', ['connections', 'headings', 'Service']],
  ['connections', ['connections', 'use', 'Service']],
  ['connections', ['connections', 'rename', 'Service', '--name', 'Service']],
  ['templates', ['templates', 'list']],
  ['do-not-screen', ['do-not-screen', 'list']],
  ['retention', ['retention', 'apply']],
  ['person', ['person', 'letter', 'A-1']],
  ['person', ['person', 'export', 'A-1', '--out', join(folder, 'person.json'), '--force']],
  ['profiles', ['profiles', '--connection', 'Service', '--out', join(folder, 'profiles.csv'), '--force']],
  [
    'profile',
    [
      'profile',
      'create',
      '--primaryFirst',
      'Ida',
      '--primaryLast',
      'Vance',
      '--postalCode',
      '05401',
      '--connection',
      'Service',
      '--yes',
      '--again',
    ],
  ],
  ['rows', ['rows', '--batch']],
];

it.each(MORE)('desk %s: the lines of %j have their shapes', async (name, call) => {
  const input = `${JSON.stringify({ file: list })}\n{"file":"missing.csv"}\n`;
  const { exit, lines } = await run([...call, '--json', '--data', dataDir], { environment, input });
  expect(exit).toBe(0);
  expect(lines.length).toBeGreaterThan(0);
  const shapes: readonly z.ZodType[] = SHAPES[name];
  expect(lines.filter((line) => !hasShape(shapes, line))).toEqual([]);
});

it.each<[string, () => readonly string[], number]>([
  ['rows', () => ['rows', file('long.csv', HEADINGS + ROWS.slice(HEADINGS.length).repeat(20_000))], 40_001],
  ['project-scores', () => ['project-scores', ids.first], 1],
])('%s waits for a slow reader, loses no line and prints no warning', async (_, call, least) => {
  const child = spawn(process.execPath, [PROGRAM, ...call(), '--json', '--data', dataDir], {
    env: { ...process.env, DESK_KEYCHAIN: 'none', ...environment },
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end();
  let out = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    out += part as string;
    await pause(1);
  }
  expect(err).not.toMatch(STACK);
  const lines = out.trimEnd().split('\n');
  expect(lines.length).toBe(Math.max(least, lines.length));
  for (const line of [lines[0]!, lines.at(-1)!]) expect(() => JSON.parse(line) as unknown).not.toThrow();
});

it.each([
  ['Ctrl+C', 'SIGINT', 130],
  ['a terminal that is closed', 'SIGHUP', 129],
] as const)('%s while it reads standard input ends it, and nothing of the input is left', async (_, signal, code) => {
  const TMPDIR = join(folder, `temporary-${signal}`);
  mkdirSync(TMPDIR);
  const child = spawn(process.execPath, [PROGRAM, 'check', '-'], { env: { ...process.env, DESK_KEYCHAIN: 'none', TMPDIR } });
  child.stdin.write(ROWS);
  await eventually(() => expect(readdirSync(TMPDIR).flatMap((one) => readdirSync(join(TMPDIR, one)))).toContain('input'));
  child.kill(signal);
  const exit = await new Promise<number | null>((ended) => {
    child.once('close', ended);
  });
  expect(exit).toBe(code);
  expect(readdirSync(TMPDIR)).toEqual([]);
});

it.skipIf(!existsSync('/dev/full')).each([
  ['projects', () => words('projects')],
  ['templates list', () => words('templates')],
  ['completion bash', () => words('completion')],
  ['--help', () => ['--help']],
  ['--version', () => ['--version']],
])('desk %s: a full disk behind standard output is named, without a stack', async (_, call) => {
  const { exit, err } = await run(call(), { environment, under: ['sh', '-c', '"$@" > /dev/full', 'sh'] });
  expect(exit).toBe(EXIT.service);
  expect(err).toContain('The output could not be written');
  expect(err).not.toMatch(STACK);
});

it('NO_COLOR and FORCE_COLOR change nothing, because nothing is colored', async () => {
  for (const variable of ['NO_COLOR', 'FORCE_COLOR']) {
    const { out, err } = await run(words('check'), { input: ROWS, environment: { ...environment, [variable]: '1' } });
    expect(out + err).not.toMatch(ESCAPE);
  }
});
