/**
 * Bundles that cannot be opened: each is refused with a message, and the data folder does not change.
 * @module-tag deep
 */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { BundleReader, BundleWriter, HEADER_BYTES } from '../../../main/bundles/format.ts';
import { isErrorCode } from '../../../shared/base/errors.ts';
import { people } from '../../kit/list-people.ts';
import { randomOf } from '../../kit/random.ts';
import { changedCopy, PASSPHRASE, setupTwoComputers } from '../../kit/two-computers.ts';

const { desk, colleague, bundle } = await setupTwoComputers();
/** The lowest cost of scrypt that a reader accepts. */
const COST = { log2N: 14, r: 8, p: 1 };
let plain = Buffer.alloc(0);
let sound = '';
let files = 0;

/** A bundle with this content. */
async function bundleOf(content: Buffer): Promise<string> {
  const path = join(desk.folder, `made-${++files}.deskbundle`);
  const target = openSync(path, 'w');
  const writer = await BundleWriter.begin({ append: (bytes) => Promise.resolve(void writeSync(target, bytes)) }, PASSPHRASE, COST);
  await writer.append(content);
  await writer.finish();
  closeSync(target);
  return path;
}

beforeAll(async () => {
  const id = await desk.importPeople(...people('D', 1, 2, 3));
  const made = await open(await bundle(id, 'hand-over'), 'r');
  const reader = await BundleReader.begin(made, 'made', PASSPHRASE);
  const parts: Buffer[] = [];
  for await (const part of reader.rest()) parts.push(part);
  await made.close();
  plain = Buffer.concat(parts);
  sound = await bundleOf(plain);
});

/** Everything that is stored about projects: names and sizes of files, and the list. */
const stored = async () => ({
  projects: await colleague.call('projects.list', {}),
  files: readdirSync(join(colleague.dataDir, 'projects')).toSorted(),
  spool: readdirSync(join(colleague.dataDir, 'spool'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(colleague.dataDir, 'spool', name)).isFile(),
  ),
});

/** The code with which a bundle is refused; `opened` otherwise. */
const codeOf = async (path: string, passphrase = PASSPHRASE): Promise<string> =>
  await colleague.open(path, passphrase).then(
    () => 'opened',
    ({ code, message }: { readonly code: string; readonly message: string }) => {
      expect(message).toMatch(/^[“A-Z].*\.$/su);
      return code;
    },
  );

/** The records of a content, and the project file that follows them. */
function split(content: Buffer): { readonly records: Record<string, unknown>[]; readonly file: Buffer } {
  const records: Record<string, unknown>[] = [];
  let at = 0;
  for (let length = content.readUInt32BE(0); length > 0; length = content.readUInt32BE(at)) {
    records.push(JSON.parse(content.subarray(at + 4, at + 4 + length).toString()) as Record<string, unknown>);
    at += 4 + length;
  }
  return { records, file: content.subarray(at + 4) };
}
function join2(records: readonly unknown[], file: Buffer): Buffer {
  const parts = records.flatMap((record) => {
    const bytes = Buffer.from(JSON.stringify(record));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat([...parts, Buffer.alloc(4), file]);
}

describe('a damaged bundle', () => {
  it('is refused whatever byte is flipped, and nothing is stored', async () => {
    const before = await stored();
    const random = randomOf(20261127);
    const { size } = statSync(sound);
    const places = [0, 12, 14, 15, 16, 17, HEADER_BYTES - 1, HEADER_BYTES, size - 1];
    while (places.length < 30) places.push(Math.floor(random() * size));
    for (const at of places) {
      const path = changedCopy(sound, (bytes) => {
        bytes[at]! ^= 1 << Math.floor(random() * 8);
        return bytes;
      });
      const code = await codeOf(path);
      expect(code, `byte ${at}`).toMatch(/^BUNDLE_/);
      expect(isErrorCode(code)).toBe(true);
    }
    expect(await stored()).toEqual(before);
  });

  it('is refused wherever it is cut off', async () => {
    const before = await stored();
    const { size } = statSync(sound);
    for (const length of [1, 13, HEADER_BYTES, HEADER_BYTES + 10, Math.floor(size / 2), size - 16, size - 1])
      expect(await codeOf(changedCopy(sound, (bytes) => bytes.subarray(0, length))), `${length} bytes`).toMatch(
        /^BUNDLE_(DAMAGED|FOREIGN)$/,
      );
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['an empty passphrase', ''],
    ['another passphrase', 'correct horse battery'],
  ])('is refused with %s', async (_, passphrase) => {
    expect(await codeOf(sound, passphrase)).toBe('BUNDLE_PASSPHRASE');
  });

  it('is refused if it is gone, and the data folder is not to blame', async () => {
    const path = changedCopy(sound, (bytes) => bytes);
    const file = await colleague.offer(path);
    rmSync(path);
    const refused = { code: 'FILE_UNREADABLE', message: expect.stringContaining('“given.deskbundle” cannot be read.') as string };
    await expect(colleague.call('bundles.open', { file, passphrase: PASSPHRASE })).rejects.toMatchObject(refused);
  });

  it('is refused if it is a list', async () => {
    const path = join(desk.folder, 'list.csv');
    writeFileSync(path, 'Constituent ID,Last Name\n1,Quayle\n');
    expect(await codeOf(path)).toBe('BUNDLE_FOREIGN');
  });
});

/** The project file, changed by these statements. */
function changedFile(file: Buffer, sql: string): Buffer {
  const path = join(desk.folder, `changed-${++files}.sqlite`);
  writeFileSync(path, file);
  const database = new Database(path);
  database.exec(sql);
  database.pragma('journal_mode = DELETE');
  database.close();
  return readFileSync(path);
}
const lengthOf = (bytes: number) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
};
/** Rows without an end. */
const ENDLESS = `WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT`;

describe('a bundle that somebody made up with the right passphrase', () => {
  type Change = (record: Record<string, unknown>) => unknown;
  const rowOf = (record: Record<string, unknown>) => record['row'] as Record<string, unknown>;
  const changed =
    (kind: string, change: Change): Change =>
    (record) =>
      record['kind'] === kind ? change(record) : record;
  const row = (values: Record<string, unknown>): Change =>
    changed('project', (record) => ({ ...record, row: { ...rowOf(record), ...values } }));
  const lineage = (value: object): Change =>
    changed('project', (record) => {
      const facts = JSON.parse(String(rowOf(record)['facts'])) as object;
      return { ...record, row: { ...rowOf(record), facts: JSON.stringify({ ...facts, lineage: value }) } };
    });

  it.each<readonly [string, Change]>([
    ['a name of a file in place of the ID', row({ id: '../../../elsewhere' })],
    ['a state that is none', row({ state: '{"at":"everywhere"}' })],
    ['a list that is being read', row({ state: '{"at":"reading"}' })],
    ['options that are none', row({ facts: '{}' })],
    [
      'results that would be merged into another list',
      lineage({ kind: 'retry', of: '00000000-0000-4000-8000-000000000000', merged: false }),
    ],
    ['people who were not chosen in another list', lineage({ kind: 'baseline', of: '00000000-0000-4000-8000-000000000000', rest: true })],
    [
      'erased rows that are none',
      changed('project', (record) => [record, { kind: 'setting', name: `erased/${String(rowOf(record)['id'])}`, value: '{}' }]),
    ],
    ['a list under another key', row({ sealed: Buffer.alloc(64, 1).toString('base64') })],
    ['no list', row({ sealed: null })],
    ['a further column', row({ wrapped_key: 'AAAA' })],
    ['another key', changed('head', (record) => ({ ...record, key: Buffer.alloc(32, 1).toString('base64') }))],
    ['a short key', changed('head', (record) => ({ ...record, key: 'AAAA' }))],
    ['no head', changed('head', () => ({ kind: 'nothing' }))],
    ['a setting of the program', changed('journal', () => ({ kind: 'setting', name: 'organizationRules', value: '{}' }))],
  ])('is refused for %s, and nothing is stored', async (_, change) => {
    const before = await stored();
    const { records, file } = split(plain);
    expect(await codeOf(await bundleOf(join2(records.flatMap(change), file)))).toBe('BUNDLE_DAMAGED');
    expect(await stored()).toEqual(before);
  });

  it.each<readonly [string, (file: Buffer) => Buffer]>([
    ['no project file', () => Buffer.alloc(0)],
    ['a project file that is none', () => Buffer.from('PK and so on')],
    ['half of a project file', (file) => file.subarray(0, 16_384)],
    [
      'a project file whose values have no end',
      (file) => changedFile(file, `DROP TABLE note; CREATE VIEW note AS ${ENDLESS} 'project' AS name, zeroblob(1000000) AS body FROM more`),
    ],
    [
      'a project file that works without an end once it is written to',
      (file) =>
        changedFile(file, `CREATE TRIGGER work AFTER INSERT ON note BEGIN DELETE FROM chunk WHERE seq IN (${ENDLESS} n FROM more); END`),
    ],
    ['a project file with another table', (file) => changedFile(file, 'CREATE TABLE more (body BLOB)')],
  ])('is refused for %s, and nothing is stored', async (_, change) => {
    const before = await stored();
    const { records, file } = split(plain);
    expect(await codeOf(await bundleOf(join2(records, change(file))))).toBe('BUNDLE_DAMAGED');
    expect(await stored()).toEqual(before);
  });
});

it.each<readonly [string, () => Buffer]>([
  ['is longer than any record', () => lengthOf(0xff_ff_ff_ff)],
  ['is longer than the bundle', () => Buffer.concat([lengthOf(60_000_000), Buffer.alloc(1000)])],
  ['has no end', () => plain.subarray(0, 2)],
])('is refused if a record %s, and nothing is stored', async (_, content) => {
  const before = await stored();
  expect(await codeOf(await bundleOf(content()))).toBe('BUNDLE_DAMAGED');
  expect(await stored()).toEqual(before);
});

it('has no readable name, no token and no key of a data folder', () => {
  const bytes = readFileSync(sound);
  for (const text of ['Larkspur', 'First', desk.practice.client.token]) {
    expect(bytes.includes(text)).toBe(false);
    // Names of people have another encryption inside the bundle.
    expect(plain.includes(text)).toBe(false);
  }
  for (const key of [Buffer.alloc(32, 7), Buffer.alloc(32, 7).toString('base64')]) expect(plain.includes(key)).toBe(false);
});

// Must be the last test, because it stores the project.
it('is opened after a wrong passphrase with the same file', async () => {
  const file = await colleague.offer(sound);
  await expect(colleague.call('bundles.open', { file, passphrase: 'wrong' })).rejects.toMatchObject({ code: 'BUNDLE_PASSPHRASE' });
  expect((await colleague.call('bundles.open', { file, passphrase: PASSPHRASE })).holder).toBe('here');
});
