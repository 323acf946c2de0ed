/** The files of the key, as somebody at a terminal meets them: lost, damaged, or locked by a program that is gone. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeList } from '../../kit/desk-list.ts';
import { desk } from '../../kit/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-key-files-'));
const data = join(folder, 'data');
const at = (name: string) => join(data, name);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A folder with one project, whose key is in data.key. */
beforeAll(async () => {
  const list = join(folder, 'list.csv');
  writeList(list, 20);
  await desk(['screen', list, '--connection', 'practice', '--out', join(folder, 'out.xlsx'), '--data', data]);
}, 60_000);

it('has its key in data.key where there is no keychain', async () => {
  expect(readdirSync(data)).toContain('data.key');
  expect((await projects()).lines).toMatchObject([{ state: { at: 'draft' } }]);
});

const projects = () => desk(['projects', '--json', '--data', data]);

/** What a command says while a file is as `spoil` leaves it; afterwards the file is put back, and the project is there again. */
async function saidWithout(name: string, spoil: (path: string) => void): Promise<string> {
  const kept = readFileSync(at(name));
  const before = readdirSync(data).filter((one) => one !== name);
  spoil(at(name));
  const spoilt = readdirSync(data).includes(name) ? readFileSync(at(name), 'utf8') : null;
  const { exit, lines } = await projects();
  expect(exit).toBe(2);
  // Nothing was made in its place and nothing was repaired over it.
  expect(readdirSync(data).includes(name) ? readFileSync(at(name), 'utf8') : null).toBe(spoilt);
  expect(readdirSync(data).filter((one) => one !== name)).toEqual(before);
  writeFileSync(at(name), kept, { mode: 0o600 });
  const again = await projects();
  expect([again.exit, again.lines.length]).toEqual([0, 1]);
  const { error } = lines.at(-1) as { error: { code: string; message: string } };
  return `${error.code}: ${error.message}`;
}

const lose = (path: string) => {
  rmSync(path);
};

describe('data.key', () => {
  it('that is lost is named, and no keychain', async () => {
    const said = await saidWithout('data.key', lose);
    expect(said).toMatch(/^DATA_FOLDER: The file data\.key is missing from the data folder\. It holds the key/);
    expect(said).toContain('Nothing was changed');
    expect(said).toContain('Put data.key back from a backup of the folder');
    expect(said).not.toContain('keychain');
  });

  it('that is lost from a folder of an older program is named beside the keychain', async () => {
    const state = readFileSync(at('secrets.json'), 'utf8');
    const { dataKey, ...rest } = JSON.parse(state) as { dataKey: { mark: string; copiedDuring: null } };
    const older = JSON.stringify({ ...rest, dataKey: { mark: dataKey.mark, copiedDuring: dataKey.copiedDuring } });
    const said = await saidWithout('data.key', (path) => {
      rmSync(path);
      writeFileSync(at('secrets.json'), older);
    });
    expect(said).toMatch(/^KEYCHAIN_UNAVAILABLE: The file data\.key is not in the data folder\. .* put it back from a backup/);
    expect(said).toContain('the keychain, which cannot be used: it is turned off by DESK_KEYCHAIN');
    // Where the key is has been noted since.
    expect(JSON.parse(readFileSync(at('secrets.json'), 'utf8'))).toEqual(JSON.parse(state));
  });

  it('that is damaged is named', async () => {
    const said = await saidWithout('data.key', (path) => {
      writeFileSync(path, 'AAAA');
    });
    expect(said).toMatch(/^DATA_FOLDER: The key file data\.key in the data folder is damaged/);
    expect(said).toContain('Nothing was changed');
  });
});

describe('secrets.json', () => {
  it('that is damaged says that the key is safe beside it', async () => {
    const said = await saidWithout('secrets.json', (path) => {
      writeFileSync(path, '{"format":1');
    });
    expect(said).toMatch(/^DATA_FOLDER: The file secrets\.json in the data folder is damaged/);
    expect(said).toContain('The key to your donor data is safe in data.key');
    expect(said).toContain('remove it');
  });

  it('that was removed as it says is made again, with the same key', async () => {
    renameSync(at('secrets.json'), join(folder, 'secrets.json'));
    const { exit, lines } = await projects();
    expect([exit, lines.length]).toEqual([0, 1]);
    renameSync(join(folder, 'secrets.json'), at('secrets.json'));
  });

  it('and data.key that are both lost are both named', async () => {
    renameSync(at('data.key'), join(folder, 'data.key'));
    renameSync(at('secrets.json'), join(folder, 'secrets.json'));
    const before = readdirSync(data);
    const { exit, err } = await desk(['projects', '--data', data]);
    expect(exit).toBe(2);
    expect(err).toMatch(/neither data\.key nor secrets\.json.*no new key was made\. \(DATA_FOLDER\)/);
    expect(readdirSync(data)).toEqual(before);
    for (const name of ['data.key', 'secrets.json']) renameSync(join(folder, name), at(name));
    expect((await projects()).lines).toHaveLength(1);
  });
});

describe.runIf(process.platform === 'linux')('secrets.lock of a program that is gone', () => {
  it.each([
    ['whose number another program has now', 0],
    ['from a time when the clock was ahead', 86_400_000],
    ['from a time when the clock was behind', -86_400_000],
  ])('%s holds nobody up', async (_, ms) => {
    const lock = at('secrets.lock');
    // The process of this test lives, and did not start then.
    writeFileSync(lock, `${process.pid} another-start 0123`);
    const then = (Date.now() + ms) / 1000;
    utimesSync(lock, then, then);
    const began = performance.now();
    const { exit, lines } = await projects();
    expect([exit, lines.length]).toEqual([0, 1]);
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(readdirSync(data)).not.toContain('secrets.lock');
  });
});
