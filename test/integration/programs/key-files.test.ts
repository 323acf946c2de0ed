/** Problems with the key files in a terminal: lost, damaged, or locked by a program that has ended. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeList } from '../../kit/csv-list.ts';
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

it('the key is in data.key if there is no keychain', async () => {
  expect(readdirSync(data)).toContain('data.key');
  expect((await projects()).lines).toMatchObject([{ state: { at: 'draft' } }]);
});

const projects = () => desk(['projects', '--json', '--data', data]);

/** The error of a command after `damage` changed a file. Then puts the file back and expects the project again. */
async function errorAfter(name: string, damage: (path: string) => void): Promise<string> {
  const kept = readFileSync(at(name));
  const before = readdirSync(data).filter((one) => one !== name);
  damage(at(name));
  const damaged = readdirSync(data).includes(name) ? readFileSync(at(name), 'utf8') : null;
  const { exit, lines } = await projects();
  expect(exit).toBe(2);
  // The command neither replaces nor repairs the file.
  expect(readdirSync(data).includes(name) ? readFileSync(at(name), 'utf8') : null).toBe(damaged);
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
  it('is named in the error if it is lost, without a keychain', async () => {
    const error = await errorAfter('data.key', lose);
    expect(error).toMatch(/^DATA_FOLDER: The file data\.key is missing from the data folder\. It holds the key/);
    expect(error).toContain('Nothing was changed');
    expect(error).toContain('Restore data.key from a backup of the folder');
    expect(error).not.toContain('keychain');
  });

  it('is named in the error if it is damaged', async () => {
    const error = await errorAfter('data.key', (path) => {
      writeFileSync(path, 'AAAA');
    });
    expect(error).toMatch(/^DATA_FOLDER: The key file data\.key in the data folder is damaged/);
    expect(error).toContain('Nothing was changed');
  });
});

describe('secrets.json', () => {
  it('causes an error that says that the key is safe, if it is damaged', async () => {
    const error = await errorAfter('secrets.json', (path) => {
      writeFileSync(path, '{"format":1');
    });
    expect(error).toMatch(/^DATA_FOLDER: The file secrets\.json in the data folder is damaged/);
    expect(error).toContain('The key to your donor data is safe in data.key');
    expect(error).toContain('remove it');
  });

  it('is created again with the same key after the user removes it', async () => {
    renameSync(at('secrets.json'), join(folder, 'secrets.json'));
    const { exit, lines } = await projects();
    expect([exit, lines.length]).toEqual([0, 1]);
    renameSync(join(folder, 'secrets.json'), at('secrets.json'));
  });

  it('is named together with data.key if both are lost', async () => {
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
