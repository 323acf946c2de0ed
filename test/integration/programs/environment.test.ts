/**
 * What a program takes from its environment: proxies, and a token, which does not stay in the environment.
 * @module-tag deep
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeList } from '../../kit/csv-list.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';
import { desk as terminal } from '../../kit/terminal.ts';

const { practice, folder, dataDir } = await setupTerminal();
const { token } = practice.client;
const list = join(folder, 'list.csv');
writeList(list, 10);

const credits = (environment: Readonly<Record<string, string>>, input = '', ...words: readonly string[]) =>
  terminal(['credits', '--connection', 'Service', ...words, '--data', dataDir], { environment, input });

describe('a token', () => {
  it.each([
    ['with spaces and a line break around it', ` ${token}\r\n`],
    ['with the word Bearer', `Bearer ${token}`],
    ['after a byte order mark', `\uFEFF${token}`],
  ])('is cleaned %s, from the environment and from standard input', async (_what, text) => {
    expect(await credits({ DESK_TOKEN: text })).toMatchObject({ exit: 0 });
    expect(await credits({}, text, '--token-stdin')).toMatchObject({ exit: 0 });
  });

  it.each([
    ['two words', 'one two'],
    ['a line break inside', 'one\ntwo'],
    ['letters that a header cannot hold', 'tökén'],
  ])('of %s is refused with exit code 5, without a wait, and is not shown', async (_what, text) => {
    for (const [answer, source] of [
      [await credits({ DESK_TOKEN: text }), 'The variable DESK_TOKEN'],
      [await credits({}, text, '--token-stdin'), 'Standard input'],
      [
        await terminal(['screen', list, '--connection', 'Service', '--yes', '--out', join(folder, 'never.csv'), '--data', dataDir], {
          environment: { DESK_TOKEN: text },
        }),
        'The variable DESK_TOKEN',
      ],
    ] as const) {
      expect(answer).toMatchObject({ exit: 5, out: '' });
      expect(answer.err).toContain(`${source} holds no usable token`);
      expect(answer.err).not.toContain(text);
    }
    expect((await practice.client.ledger()).projects).toEqual([]);
  });

  it('is in the environment of no thread', async () => {
    const seen = join(folder, 'seen.log');
    const code = `import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (!isMainThread) appendFileSync(${JSON.stringify(seen)}, 'thread ' + String(process.env.DESK_TOKEN) + '\\n');`;
    const environment = { DESK_TOKEN: token, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
    expect(await credits(environment)).toMatchObject({ exit: 0 });
    expect(await terminal(['inspect', list], { environment })).toMatchObject({ exit: 0 });
    const lines = readFileSync(seen, 'utf8').split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines)).toEqual(new Set(['thread undefined']));
  });
});

it.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])(
  'a malformed address of a proxy in %s is named, without its password',
  async (name) => {
    const data = join(folder, `proxy-${name}`);
    const environment = { DESK_TOKEN: token, [name]: 'http://user:secret@proxy:port' };
    await terminal(['connections', 'add', '--name', 'Far', '--base-url', 'https://service.invalid', '--data', data]);
    const { exit, err } = await terminal(['credits', '--connection', 'Far', '--data', data], { environment });
    expect(exit).toBe(1);
    expect(err).toContain(`The variable ${name} holds a text that is not the address of a proxy, so nothing was sent to "service.invalid"`);
    expect(err).not.toContain('secret');
  },
);

it('times and days are in the time zone of the computer', async () => {
  const data = join(folder, 'zones');
  await terminal(['do-not-screen', 'add', '--id', 'C-1', '--yes', '--data', data]);
  const shownIn = async (zone: string) => {
    const { out } = await terminal(['do-not-screen', 'list', '--data', data], { environment: { TZ: zone } });
    return /\d{4}-\d\d-\d\d/.exec(out)![0];
  };
  // The dates in these two time zones always differ.
  expect(Date.parse(await shownIn('Etc/GMT-14')) - Date.parse(await shownIn('Etc/GMT+12'))).toBeGreaterThanOrEqual(86_400_000);

  await terminal(['screen', list, '--connection', 'practice', '--yes', '--out', join(folder, 'zones.csv'), '--data', data]);
  const changed = async (zone: string) => {
    const { out } = await terminal(['projects', '--data', data], { environment: { TZ: zone } });
    return Date.parse(`${/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(out)![0].replace(' ', 'T')}Z`);
  };
  expect((await changed('Etc/GMT-14')) - (await changed('Etc/GMT+12'))).toBe(26 * 3_600_000);
});
