/** A data folder written by another version is refused, and none of its files changes. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeList } from '../../kit/csv-list.ts';
import { desk } from '../../kit/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-other-versions-'));
const data = join(folder, 'data');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

beforeAll(async () => {
  const list = join(folder, 'list.csv');
  writeList(list, 20);
  await desk(['screen', list, '--connection', 'practice', '--out', join(folder, 'out.xlsx'), '--data', data]);
}, 60_000);

/** Sets the version of the app database; returns the previous one. */
function setVersion(version: number): number {
  const db = new Database(join(data, 'history.sqlite'));
  const present = db.pragma('user_version', { simple: true }) as number;
  db.pragma(`user_version = ${version}`);
  db.close();
  return present;
}

/** The digest of each file in the folder, by its path. */
const files = () =>
  Object.fromEntries(
    readdirSync(data, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(data, name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(data, name)))
          .digest('hex'),
      ]),
  );

it.each([
  [
    'a newer version',
    99,
    /^The data folder was written by a newer version of Screening Desk\. Install that version to open it\. \(DATABASE_NEWER\)$/m,
  ],
  [
    'a development version from before the first release',
    11,
    /^The data folder was written by a development version of Screening Desk from before its first release\. This version cannot read it\. Nothing was changed\. Choose another data folder\. \(DATA_FOLDER\)$/m,
  ],
])('a folder of %s is refused and does not change', async (_, version, sentence) => {
  const present = setVersion(version);
  const before = files();
  const { exit, err } = await desk(['projects', '--data', data]);
  expect(err).toMatch(sentence);
  expect(exit).toBe(2);
  expect(files()).toEqual(before);
  setVersion(present);
  expect((await desk(['projects', '--json', '--data', data])).lines).toMatchObject([{ state: { at: 'draft' } }]);
});
