/**
 * System calls of a command fail: the command says what could not be read or written, never that something is damaged, and loses nothing.
 * @module-tag deep
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canInject, type DiskFault, withFault } from '../../kit/disk-faults.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { desk } from '../../kit/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'failing-disk-'));
const dataDir = join(folder, 'data');
const list = join(folder, 'list.csv');
writeFileSync(list, [PEOPLE_HEADINGS, ...people('A', 1, 2, 3)].join('\r\n'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The path of a file of the data folder; `project`: the only file in `projects`, whose name is not known before. */
const pathOf = (name: string) =>
  name === 'project'
    ? join(
        dataDir,
        'projects',
        readdirSync(join(dataDir, 'projects')).find((one) => one.endsWith('.sqlite'))!,
      )
    : join(dataDir, name);

const run = (words: readonly string[], fault: DiskFault | null = null) =>
  desk([...words, '--data', dataDir], fault === null ? {} : { under: withFault(fault) });

describe.runIf(canInject)('a disk that fails', () => {
  beforeAll(async () => {
    const { exit, err } = await run(['screen', list, '--connection', 'Practice', '--yes', '--out', join(folder, 'results.csv')]);
    if (exit !== 0) throw new Error(err);
  }, 60_000);

  const exported = ['export', 'project', '--out', join(folder, 'again.csv')];
  it.each<[string[], DiskFault['calls'], string, DiskFault['error'], RegExp]>([
    [
      ['projects'],
      'openat',
      'history.sqlite',
      'EACCES',
      /^The data folder cannot be read right now \(SQLITE_CANTOPEN\)\. Nothing was changed/,
    ],
    [['projects'], 'openat', 'history.sqlite', 'EMFILE', /^The data folder cannot be read right now/],
    [['projects'], 'pread64', 'history.sqlite', 'EIO', /^The data folder cannot be read right now/],
    [['projects'], 'openat', 'history.sqlite-wal', 'EMFILE', /^The data folder cannot be read right now/],
    [['projects'], 'newfstatat,statx,stat', 'history.sqlite', 'EACCES', /^The data folder cannot be read right now/],
    [exported, 'openat', 'project', 'EACCES', /^The project’s file \(.+\) cannot be read right now\. Nothing was changed/],
    [exported, 'openat', 'project', 'EMFILE', /^The project’s file \(.+\) cannot be read right now/],
    [exported, 'pread64', 'project', 'EIO', /^The project’s file \(.+\) cannot be read right now/],
    [exported, 'newfstatat,statx,stat', 'project', 'EACCES', /^The (project’s file|data folder) .*cannot be read right now/],
  ])(
    '%s with a failing %s of %s (%s): it cannot be read now, and no message mentions a backup',
    async (words, calls, name, error, sentence) => {
      const id = /(\w{8})-[-\w]+\.sqlite$/.exec(pathOf('project'))![1]!;
      const command = words.map((word) => (word === 'project' ? id : word));
      const { exit, err } = await run(command, { calls, error, nth: 1, how: 'good', paths: [pathOf(name)] });
      const last = err.trim().split('\n').at(-1)!;
      expect(last).toMatch(sentence);
      expect(last).toMatch(/\(READ_FAILED\)$/);
      expect(err).not.toMatch(/backup|damaged|missing/);
      expect(exit).toBe(2);
      const after = await run(command);
      expect([after.exit, after.err]).toEqual([0, expect.not.stringMatching(/missing|damaged/)]);
    },
  );

  it('one failed read of a page of the history is not reported as damage', async () => {
    for (const nth of Array.from({ length: 14 }, (_, index) => 2 + 5 * index)) {
      const { exit, err } = await run(['projects'], {
        calls: 'pread64',
        error: 'EIO',
        nth,
        how: 'once',
        paths: [pathOf('history.sqlite')],
      });
      expect(err).not.toContain('damaged');
      const isSaid = /^The data folder cannot be read right now.* \(READ_FAILED\)$/m.test(err);
      expect({ nth, exit, isSaid }).toEqual({ nth, exit: isSaid ? 2 : 0, isSaid });
    }
  });

  it('a note on the lock that cannot be removed ends no command', async () => {
    const fault = { calls: 'unlink,unlinkat', error: 'EIO', nth: 1, how: 'good', paths: [pathOf('runner.txt')] } as const;
    // This command runs the projects of the folder.
    expect(await run(['resume'], fault)).toMatchObject({ exit: 0, err: expect.not.stringContaining('INTERNAL') as string });
    expect((await run(['projects'])).exit).toBe(0);
  });

  it('does not keep a program from its keys, because a lock needs no space', async () => {
    const other = join(folder, 'other');
    const fault = { calls: 'write,pwrite64', error: 'ENOSPC', nth: 1, how: 'good', paths: [join(other, 'secrets.lock.db')] } as const;
    expect((await desk(['projects', '--data', other], { under: withFault(fault) })).exit).toBe(0);
  });

  it.each<DiskFault>([
    { calls: 'pwrite64', error: 'ENOSPC', nth: 30, how: 'good' },
    { calls: 'pwrite64', error: 'ENOSPC', nth: 60, how: 'good' },
    { calls: 'pwrite64', error: 'EIO', nth: 90, how: 'good' },
    { calls: 'rename,renameat,renameat2,unlink,unlinkat', error: 'EIO', nth: 1, how: 'good' },
  ])('an import on it ends with a message: $calls $error from the $nth on', async (fault) => {
    const { exit, out, err } = await run(
      ['screen', list, '--connection', 'Practice', '--yes', '--again', '--repeat', '--out', join(folder, 'more.csv')],
      fault,
    );
    expect(exit).toBe(2);
    expect(out + err).toMatch(/(disk is full|cannot be written).*\. .*\(DISK_FULL\)$/m);
    expect(out + err).not.toMatch(/INTERNAL|the file cannot be read|damaged/);
    expect((await run(['projects'])).exit).toBe(0);
  });
});
