import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSmallProject, type SmallProject } from '../../kit/temporary-checkout.ts';

let project: SmallProject;
let root: string;

const write = (path: string, text: string) => project.write(path, text);
const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
const desk = (...args: string[]) => run('scripts/desk.mjs', ...args);

beforeAll(() => {
  project = makeSmallProject();
  root = project.root;
});
afterAll(() => project.dispose());
/** A command line that loads one module late. */
beforeEach(() => {
  project.clear();
  write('shared/words.ts', `export const greeting: string = 'good day';\n`);
  write('main/heavy.ts', `export const heavy: string = 'loaded late';\n`);
  write(
    'main/cli/index.ts',
    `import { greeting } from '../../shared/words.ts';
export async function main(argv: readonly string[]): Promise<number> {
  const { heavy } = await import('../heavy.ts');
  process.stdout.write([greeting, heavy, ...argv].join('|'));
  return 4;
}\n`,
  );
});

describe('the command line from a checkout', () => {
  it('builds missing targets, passes the arguments and returns the exit code', () => {
    const first = desk('screen', 'a file.xlsx', '--json');
    expect(first.stdout).toBe('good day|loaded late|screen|a file.xlsx|--json');
    expect(first.status).toBe(4);
    expect(first.stderr).toContain('built cli');
  });

  it('keeps a dynamic import as a separate chunk', () => {
    desk();
    const files = readdirSync(join(root, 'out/cli'));
    const chunk = files.find((name) => name.startsWith('heavy-'));
    expect(files).toContain('index.mjs');
    expect(readFileSync(join(root, 'out/cli/index.mjs'), 'utf8')).not.toContain('loaded late');
    expect(readFileSync(join(root, 'out/cli', chunk ?? ''), 'utf8')).toContain('loaded late');
  });

  it('builds only after a source is changed, restored or removed', () => {
    desk();
    expect(desk().stderr).toBe('');
    write('shared/words.ts', `export const greeting: string = 'good night';\n`);
    expect(desk()).toMatchObject({ stdout: 'good night|loaded late', stderr: expect.stringContaining('built cli') });
    // Older than the build, as after checking out an earlier commit.
    write('shared/words.ts', `export const greeting: string = 'farewell';\n`);
    utimesSync(join(root, 'shared/words.ts'), 1, 1);
    expect(desk().stdout).toBe('farewell|loaded late');
    project.remove('main/heavy.ts');
    expect(desk()).toMatchObject({ status: 2, stderr: expect.stringContaining('could not be built') });
  });

  it('does not build for a change in another host', () => {
    desk();
    write('main/loopback/other.ts', 'export {};\n');
    expect(desk().stderr).toBe('');
    write('main/other.ts', 'export {};\n');
    expect(desk().stderr).toContain('built cli');
  });

  it('prints one JSON line when the build fails', () => {
    write('main/cli/index.ts', 'export const = 1;\n');
    const { stdout, status } = desk('projects', '--json');
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'INTERNAL', retry: 'ask', details: {} } });
  });

  it('shares one build between two simultaneous starts', async () => {
    const both = await Promise.all(
      [1, 2].map(
        () =>
          new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
            const child = spawn(process.execPath, ['scripts/desk.mjs'], { cwd: root });
            let [stdout, stderr] = ['', ''];
            child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
            child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
            child.on('close', (status) => resolve({ status, stdout, stderr }));
          }),
      ),
    );
    for (const one of both) expect(one).toMatchObject({ stdout: 'good day|loaded late', status: 4 });
    expect(both.filter(({ stderr }) => stderr.includes('built cli'))).toHaveLength(1);
  });
});

describe('source maps', () => {
  beforeEach(() => {
    write(
      'main/heavy.ts',
      `/** A comment, which the map does not contain. */
export const heavy: string = 'late';

export function fail(): never {
  throw new Error('here');
}\n`,
    );
    write(
      'main/cli/index.ts',
      `export async function main(): Promise<number> {
  const { fail } = await import('../heavy.ts');
  try {
    return fail();
  } catch (error) {
    process.stdout.write((error as Error).stack!);
    return 0;
  }
}\n`,
    );
  });

  it('lead from the stack of a built file to its sources', () => {
    const { stdout } = desk();
    expect(stdout).toMatch(/at fail \(file:.*out\/cli\/heavy-[\w-]+\.mjs:\d+:\d+\)/);
    const traced = spawnSync(process.execPath, ['scripts/trace.ts'], { cwd: root, encoding: 'utf8', input: stdout }).stdout;
    expect(traced).toContain('at fail (main/heavy.ts:5:9)');
    expect(traced).toContain('(main/cli/index.ts:4:12)');
    write('a.log', stdout.replaceAll(/\(file:.*\/out\//g, '('));
    expect(run('scripts/trace.ts', 'a.log').stdout).toBe(traced);
  });

  it('are not needed: a place that no build has is printed unchanged', () => {
    write('a.log', 'at read (worker/index.mjs:3:7) | at list.mjs:3:7');
    expect(run('scripts/trace.ts', 'a.log').stdout).toBe('at read (worker/index.mjs:3:7) | at list.mjs:3:7');
  });

  it('name the sources and do not contain them', () => {
    desk();
    const maps = readdirSync(join(root, 'out/cli')).filter((name) => name.endsWith('.map'));
    expect(maps).toHaveLength(2);
    for (const name of maps) {
      const map = JSON.parse(readFileSync(join(root, 'out/cli', name), 'utf8')) as { sources: string[]; sourcesContent?: unknown };
      expect(map.sources.every((source) => source.startsWith('../../main/'))).toBe(true);
      expect(map.sourcesContent ?? []).toEqual([]);
    }
  });
});

describe('the build', () => {
  it('names targets without an entry and rejects unknown targets', () => {
    const { status, stderr } = run('scripts/build.ts', 'cli', 'loopback');
    expect(status).toBe(0);
    expect(stderr).toContain('main/loopback/index.ts');
    expect(existsSync(join(root, 'out/cli/index.mjs'))).toBe(true);
    expect(run('scripts/build.ts', 'desktop')).toMatchObject({ status: 1, stderr: expect.stringContaining('unknown target desktop') });
  });

  it('keeps the last good build when the next one fails', () => {
    desk();
    write('main/cli/index.ts', 'export const = 1;\n');
    expect(run('scripts/build.ts', 'cli').status).not.toBe(0);
    expect(readdirSync(join(root, 'out')).filter((name) => name.startsWith('.cli'))).toEqual([]);
    expect(existsSync(join(root, 'out/cli/index.mjs'))).toBe(true);
  });
});
