/**
 * `--out` never replaces the list or a file that the program did not write, and is checked before anything is paid.
 * @module-tag deep
 */
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';
import { SCREENING } from '../../kit/practice-client.ts';

const { practice, folder, desk, start } = await setupTerminal();

let lists = 0;
function newList(): { readonly list: string; readonly content: string; readonly dir: string } {
  const prefix = `L${'abcdefghijklmnop'[lists++]}`.toUpperCase();
  const dir = join(folder, prefix);
  mkdirSync(join(dir, 'sub'), { recursive: true });
  const list = join(dir, 'people.csv');
  const content = [PEOPLE_HEADINGS, ...people(prefix, 1, 2)].join('\r\n');
  writeFileSync(list, content);
  return { list, content, dir };
}
const screen = (list: string, out: string, ...more: readonly string[]) =>
  desk('screen', list, '--connection', 'Service', '--yes', '--out', out, ...more);

describe('the list itself', () => {
  it.each<[string, (list: string, dir: string) => string]>([
    ['by its own name', (list) => list],
    ['through ..', (_, dir) => `${dir}/sub/../people.csv`],
    [
      'through a symbolic link',
      (list, dir) => {
        symlinkSync(list, join(dir, 'link.csv'));
        return join(dir, 'link.csv');
      },
    ],
    [
      'through a hard link',
      (list, dir) => {
        linkSync(list, join(dir, 'hard.csv'));
        return join(dir, 'hard.csv');
      },
    ],
    [
      'through a linked folder',
      (_, dir) => {
        symlinkSync(dir, join(dir, 'sub', 'up'));
        return join(dir, 'sub', 'up', 'people.csv');
      },
    ],
  ])('is not replaced %s, not even with --force, and nothing is paid', async (_, outOf) => {
    const { list, content, dir } = newList();
    const before = await practice.client.ledger();
    const { exit, err } = await screen(list, outOf(list, dir), '--force');
    expect(exit).toBe(1);
    expect(err).toMatch(/is the list itself, and saving the results there would replace it\. Choose another name\. \(TARGET_UNWRITABLE\)/);
    expect(readFileSync(list, 'utf8')).toBe(content);
    expect(await practice.client.ledger()).toEqual(before);
  });
});

describe('a target', () => {
  it('that somebody else wrote is replaced only with --force; an own file that nobody changed needs none', async () => {
    const { list, dir } = newList();
    const out = join(dir, 'other.csv');
    writeFileSync(out, 'mine');
    const before = await practice.client.ledger();
    const refused = await screen(list, out);
    expect(refused).toMatchObject({ exit: 1, err: expect.stringContaining('add --force to replace it') as string });
    expect(readFileSync(out, 'utf8')).toBe('mine');
    expect(await practice.client.ledger()).toEqual(before);
    expect((await screen(list, out, '--force')).exit).toBe(0);
    const project = JSON.parse((await desk('projects', '--json')).out.split('\n')[0]!) as { id: string };
    const written = readFileSync(out, 'utf8');
    expect(written).not.toBe('mine');
    expect((await desk('export', project.id, '--out', out)).exit).toBe(0);
    writeFileSync(out, `${written}changed`);
    for (const command of [
      ['export', project.id],
      ['compare', project.id, project.id],
      ['profiles', '--connection', 'Service'],
    ])
      expect(await desk(...command, '--out', out)).toMatchObject({ exit: 1, err: expect.stringContaining('--force') as string });
    expect(readFileSync(out, 'utf8')).toBe(`${written}changed`);
    expect((await desk('export', project.id, '--out', out, '--force')).exit).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(written);
  });

  it.each<[string, (dir: string) => string, RegExp]>([
    ['in a folder that does not exist', (dir) => join(dir, 'none', 'out.csv'), /The folder does not exist/],
    [
      'that is a folder',
      (dir) => {
        mkdirSync(join(dir, 'folder.csv'));
        return join(dir, 'folder.csv');
      },
      /There is a folder with this name/,
    ],
    [
      'that is read-only',
      (dir) => {
        writeFileSync(join(dir, 'locked.csv'), '');
        chmodSync(join(dir, 'locked.csv'), 0o444);
        return join(dir, 'locked.csv');
      },
      /read-only/,
    ],
  ])('%s is refused before anything is paid', async (_, outOf, message) => {
    const { list, dir } = newList();
    const before = await practice.client.ledger();
    const { exit, err } = await screen(list, outOf(dir), '--force');
    expect(exit).toBe(1);
    expect(err).toMatch(message);
    expect(await practice.client.ledger()).toEqual(before);
  });

  it('that disappears during the screening is named afterward, with the project and "desk export"', async () => {
    const { list, dir } = newList();
    await practice.client.setFaults(SCREENING);
    const running = start('screen', list, '--connection', 'Service', '--yes', '--out', join(dir, 'sub', 'out.csv'));
    await new Promise<void>((resolve) => {
      running.child.stderr.on('data', (text: string) => {
        if (text.includes('The service is screening')) resolve();
      });
    });
    rmSync(join(dir, 'sub'), { recursive: true });
    await practice.client.clearFaults();
    const { exit, err } = await running.ended;
    expect(exit).toBe(1);
    const [, short] =
      /The folder does not exist.*results are kept in the project (\w{8})\. "desk export \1 --out RESULTS.xlsx" saves them/.exec(err)!;
    const out = join(dir, 'out.csv');
    expect((await desk('export', short!, '--out', out)).exit).toBe(0);
    expect(existsSync(out)).toBe(true);
  });
});
