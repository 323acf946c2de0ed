/** If a project's ID on the service cannot be decrypted, it stays as it is stored: nothing replaces it, and the rest can be read. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProjectKeys } from '../../../../../main/projects/project-keys.ts';
import { AppDatabase } from '../../../../../main/store/app-database/app-database.ts';
import { newParts } from '../../../../../main/store/app-database/schema/project.ts';
import type { ProjectState } from '../../../../../shared/project/project-shapes.ts';
import { connectionRow, projectRow } from '../../../../kit/database-rows.ts';

const SENTENCE = 'This text cannot be read on this computer.';
const BODY = { rows: 1, bytes: 1, sha256: 'a'.repeat(64), format: 'json' } as const;
const PROCESSING = {
  at: 'processing',
  body: BODY,
  remoteId: 'project-17',
  attempt: 1,
  marker: 'Spring · ABCD1234',
  nextPollAt: 1,
  observation: null,
  polls: 0,
} as const satisfies ProjectState;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-id-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function open(key: number): AppDatabase {
  const database = new AppDatabase(folder);
  database.useKeys(new ProjectKeys(Buffer.alloc(32, key)));
  return database;
}

beforeEach(() => {
  const database = new AppDatabase(folder);
  const keys = new ProjectKeys(Buffer.alloc(32, 7));
  database.useKeys(keys);
  database.connections.save(connectionRow(), 1);
  database.projects.add(
    projectRow('p', {
      ...newParts('ABCD1234', 'row-', {
        adopted: { remoteId: 'project-17', createdAt: null, from: 'file', rowNumbers: 'ignored', rows: null },
      }),
      name: 'Spring',
      state: { at: 'draft' },
      wrappedKey: keys.create('p'),
      encryptedList: Buffer.alloc(0),
    }),
  );
  database.projects.advance('p', PROCESSING, { at: 2, event: { type: 'created', remoteId: 'project-17' } });
  database.close();
});

interface Stored {
  readonly state: string;
  readonly facts: string;
}

function stored(change?: (row: Stored) => Stored): Stored {
  const db = new Database(join(folder, 'history.sqlite'));
  const row = db.prepare("SELECT state, facts FROM project WHERE id = 'p'").get() as Stored;
  const { state, facts } = change?.(row) ?? row;
  db.prepare("UPDATE project SET state = ?, facts = ? WHERE id = 'p'").run(state, facts);
  db.close();
  return { state, facts };
}

/** The JSON with the last bytes of its encrypted ID changed. */
const damaged = (json: string) => json.replace(/("remoteId":"encrypted:[^"]+)[^"]{6}"/, '$1AAAAAA"');

it.each([
  ['of the state', (row: Stored) => ({ ...row, state: damaged(row.state) })],
  ['of an adopted project', (row: Stored) => ({ ...row, facts: damaged(row.facts) })],
])('a damaged ID %s is not replaced by any change of the project', (_case, damage) => {
  const before = stored(damage);
  const database = open(7);
  expect(database.projects.find('p')).toMatchObject({ name: 'Spring', state: { at: 'processing' } });
  const failure = expect.objectContaining({ code: 'PROJECT_FILE_DAMAGED' }) as Error;
  const state = database.projects.find('p')!.state;
  const entry = { at: 3, event: { type: 'restarted' } } as const;
  expect(() => database.projects.advance('p', state, entry)).toThrow(failure);
  expect(() => database.projects.advance('p', state, entry, { lastError: { code: 'X', message: 'x' } })).toThrow(failure);
  expect(database.journal.entries('p').at(-1)!.event.type).toBe('created');
  database.close();
  expect(stored()).toEqual(before);
});

it('without the key, a sentence takes the place of the ID, and the ID is there again with the key', () => {
  const before = stored();
  const other = open(8);
  expect(other.projects.find('p')).toMatchObject({ state: { remoteId: SENTENCE }, adopted: { remoteId: SENTENCE } });
  expect(other.journal.entries('p').at(-1)!.event).toEqual({ type: 'created', remoteId: SENTENCE });
  expect(() => other.projects.change('p', { name: 'Fall' }, 3)).toThrow('This project cannot be opened');
  other.close();
  expect(stored()).toEqual(before);
  const again = open(7);
  expect(again.projects.find('p')).toMatchObject({ name: 'Spring', state: PROCESSING, adopted: { remoteId: 'project-17' } });
  again.close();
});
