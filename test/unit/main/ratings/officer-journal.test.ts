/** The journal of officers with two programs on one data folder, and with an entry that is damaged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OfficerJournal } from '../../../../main/ratings/officer-journal.ts';
import { AppDatabase, type ProjectRow } from '../../../../main/store/app-database/index.ts';

const ID = 'a-project';
const CLOCK = { now: () => 1 };
let folder: string;
const databases: AppDatabase[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-officers-'));
});
afterEach(() => {
  for (const database of databases.splice(0)) database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A program on the data folder. `beforeKey` runs each time the program requests the project's key. */
function program(beforeKey: () => void = () => undefined) {
  const database = new AppDatabase(folder);
  databases.push(database);
  const store = {
    get: () => ({}) as ProjectRow,
    fileRef: () => {
      beforeKey();
      return { path: '', projectId: ID, key: new Uint8Array(32).fill(5) };
    },
  };
  return { database, journal: new OfficerJournal(database.settings, store, CLOCK) };
}

const officersOf = ({ rows, names }: ReturnType<OfficerJournal['of']>) => [...rows].map((name) => (name === 0 ? '' : names[name - 1]));

it('keeps the assignments of two programs that assign at the same time', () => {
  const other = program();
  let isFirst = true;
  const { journal } = program(() => {
    if (isFirst) other.journal.assign(ID, 'Birch', Uint32Array.of(2));
    isFirst = false;
  });
  journal.assign(ID, 'Ash', Uint32Array.of(3));
  for (const one of [journal, other.journal, program().journal]) {
    expect(one.of(ID).entries).toBe(2);
    expect(officersOf(one.of(ID))).toEqual(['', '', 'Birch', 'Ash']);
  }
});

it.each([
  ['changed', (one: AppDatabase) => one.settings.set(`officers/${ID}/1`, Buffer.alloc(80).toString('base64'))],
  ['missing', (one: AppDatabase) => one.settings.remove(`officers/${ID}/1`)],
])('says that the data folder is damaged when an entry is %s', (_what, damage) => {
  const { database, journal } = program();
  journal.assign(ID, 'Ash', Uint32Array.of(3));
  damage(database);
  expect(() => program().journal.of(ID)).toThrow(
    expect.objectContaining({ code: 'DATABASE_DAMAGED', message: expect.stringContaining('gift officer cannot be read') as string }),
  );
});
