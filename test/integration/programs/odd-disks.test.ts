/**
 * Disks that lack a function, and computers without a home folder: the program works if that is safe, and otherwise names the cause.
 * strace makes system calls fail as they do on such disks. Linux only.
 * @module-tag deep
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FailingCall, traceNode } from '../../kit/system-calls.ts';

const PROGRAM = fileURLToPath(new URL('../../kit/cli-program.ts', import.meta.url));
const PEOPLE = ['ID,First,Last,City,State,ZIP', '7,Ann,Lee,Boston,MA,02110', ''].join('\n');

describe.runIf(process.platform === 'linux')('a computer', () => {
  let folder: string;
  let runs = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-odd-'));
    writeFileSync(join(folder, 'people.csv'), PEOPLE);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const newData = () => join(folder, `data-${++runs}`);
  const run = (words: readonly string[], failing?: FailingCall, environment: Readonly<Record<string, string | undefined>> = {}) =>
    traceNode([PROGRAM, ...words], { environment: { DESK_KEYCHAIN: 'none', ...environment }, ...(failing && { failing }) });
  /** The whole main job with the practice service. */
  const screen = (data: string, failing: FailingCall) => {
    const out = join(data, '..', `results-${runs}.csv`);
    return run(['screen', join(folder, 'people.csv'), '--connection', 'practice', '--yes', '--out', out, '--data', data], failing);
  };

  it.each<[what: string, failing: (data: string) => FailingCall]>([
    ['folders cannot be flushed', (data) => ({ calls: 'fsync', error: 'EINVAL', on: [data, join(data, 'projects'), join(data, '..')] })],
    ['there are no hard links', () => ({ calls: 'link,linkat', error: 'EPERM' })],
    ['a link is not supported', () => ({ calls: 'link,linkat', error: 'EOPNOTSUPP' })],
  ])('whose disk works although %s screens a list', async (_, failing) => {
    const data = newData();
    const { exit, err } = await screen(data, failing(data));
    expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' });
    expect(readFileSync(join(folder, `results-${runs}.csv`), 'utf8')).toContain('Scored');
    expect(readdirSync(data).filter((name) => name.startsWith('data.key'))).toEqual(['data.key']);
    expect(statSync(join(data, 'data.key')).mode & 0o777).toBe(0o600);
  });

  it('on which a virus scanner has a new file open for a moment, as on Windows, opens its data folder', async () => {
    const { exit, err } = await run(['projects', '--data', newData()], { calls: 'rename,renameat,renameat2', error: 'EBUSY', times: 3 });
    expect({ exit, err }).toMatchObject({ exit: 0 });
  });

  const noModes: FailingCall = { calls: 'chmod,fchmod,fchmodat,fchmodat2', error: 'EPERM' };

  it('whose disk refuses to change permissions works while no other user can read the key', async () => {
    const data = newData();
    const { exit, err } = await run(['projects', '--data', data], noModes);
    expect({ exit, err }).toMatchObject({ exit: 0 });
    expect(statSync(join(data, 'data.key')).mode & 0o777).toBe(0o600);
  });

  it('whose disk refuses to change permissions replaces a file that was saved before', async () => {
    const data = newData();
    expect(await screen(data, { calls: 'link,linkat', error: 'EPERM' })).toMatchObject({ exit: 0 });
    const out = join(folder, `results-${runs}.csv`);
    const listed = await run(['projects', '--data', data, '--json']);
    const { id } = JSON.parse(listed.out) as { id: string };
    const { exit, err } = await run(['export', id, '--out', out, '--contents', 'keyed', '--data', data], noModes);
    expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' });
    expect(readFileSync(out, 'utf8')).toMatch(/^\uFEFFID,Screening outcome/);
  });

  it('whose disk keeps no permissions does not keep the key in a file that other users can read', async () => {
    const data = newData();
    expect(await run(['projects', '--data', data], noModes)).toMatchObject({ exit: 0 });
    chmodSync(join(data, 'data.key'), 0o644);
    const { exit, err } = await run(['projects', '--data', data], noModes);
    expect(exit).toBe(2);
    expect(err).toContain('does not keep file permissions, so every user of this computer could read the key');
  });

  it('whose disk has no file locks says so and starts nothing', async () => {
    const data = newData();
    const on = [join(data, 'secrets.lock.db'), join(data, 'secrets.lock.PID'), join(data, 'runner.lock')];
    const { exit, err } = await run(['projects', '--data', data], { calls: 'fcntl', error: 'ENOLCK', on });
    expect(exit).toBe(2);
    expect(err).toContain('does not support file locks');
    const left = readdirSync(data);
    for (const name of ['data.key', 'secrets.json']) expect(left).not.toContain(name);
    expect(left.filter((name) => name.startsWith('secrets.lock'))).toEqual(['secrets.lock.db']);
  });

  it('whose disk has no shared memory says so', async () => {
    const data = newData();
    const { exit, err } = await run(['projects', '--data', data], {
      calls: 'mmap',
      error: 'ENODEV',
      on: [join(data, 'history.sqlite-shm')],
    });
    expect(exit).toBe(2);
    expect(err).toContain('does not let programs share memory');
  });

  it('without an entry for its user uses the data folder that was named', async () => {
    // The second file is removed as well, because only then does the first one alone name users.
    const noUser: FailingCall = { calls: 'openat', error: 'ENOENT', on: ['/etc/passwd', '/etc/nsswitch.conf'] };
    const environment = { HOME: undefined, XDG_CONFIG_HOME: undefined };
    const [byOption, byVariable] = [newData(), newData()];
    expect(await run(['projects', '--data', byOption], noUser, environment)).toMatchObject({ exit: 0 });
    expect(await run(['projects'], noUser, { ...environment, DESK_DATA: byVariable })).toMatchObject({ exit: 0 });
    for (const data of [byOption, byVariable]) expect(readdirSync(data)).toContain('history.sqlite');
  });

  it('whose folder for temporary files is missing names TMPDIR', async () => {
    const { exit, err } = await run(['check', join(folder, 'people.csv'), '--data', newData()], undefined, {
      TMPDIR: join(folder, 'missing'),
    });
    expect(exit).toBe(2);
    expect(err).toContain(
      `Temporary files cannot be written to ${join(folder, 'missing')}. Name another folder with the environment variable TMPDIR.`,
    );
  });
});
