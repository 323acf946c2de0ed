/**
 * The terminal refuses an empty name for the data folder, and says how the folder's key is protected.
 * @module-tag deep
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { COMMANDS } from '../../../main/cli/arguments.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { desk } from '../../kit/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-names-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const list = join(folder, 'list.csv');
writeFileSync(list, [PEOPLE_HEADINGS, ...people('E', 1)].join('\r\n'));

/** The smallest number of words for each command, and whatever else it needs before it opens the folder. */
const wordsFor = ({ name, words: [least] }: (typeof COMMANDS)[number]): string[] => [
  name,
  ...Array.from({ length: name === 'rows' ? 1 : least }, () => list),
];

it('an empty name of the data folder is an error in every command', async () => {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const environment = { HOME: home, XDG_CONFIG_HOME: home };
  const calls = COMMANDS.map(wordsFor).flatMap((words) =>
    ['', '  '].flatMap((data) => [
      { words: [...words, '--data', data], environment, message: '--data needs the path to a folder. (USAGE)' },
      { words, environment: { ...environment, DESK_DATA: data }, message: 'DESK_DATA is empty.' },
    ]),
  );
  for (const { words, message, ...options } of calls) {
    const { exit, err } = await desk(words, options);
    expect({ words, exit, err }).toEqual({ words, exit: 1, err: expect.stringContaining(message) as string });
  }
  expect(readdirSync(home)).toEqual([]);
});

it('a key that only file permissions protect is mentioned until the user dismisses it', async () => {
  const data = ['--data', join(folder, 'data')];
  const sentence = /The keychain of this computer cannot be used: .* Run "desk dismiss" to hide this notice\./;
  for (const words of [
    ['connections', 'list'],
    ['check', list, '--organization-rules'],
  ])
    expect((await desk([...words, ...data])).err).toMatch(sentence);
  expect((await desk(['dismiss', ...data])).exit).toBe(0);
  expect((await desk(['connections', 'list', ...data])).err).toBe('');
});
