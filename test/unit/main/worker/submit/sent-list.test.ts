/** A project file is used only while it contains the list that was measured from it. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';
import { writeSentRows } from '../../../../../main/worker/submit/sent-rows.ts';
import { storeMeasured, openSentList } from '../../../../../main/worker/submit/sent-list.ts';
import { AppError } from '../../../../../shared/base/errors.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-sent-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
const LIST = { rows: 3, sha256: 'a'.repeat(64) };

const newRef = () => ({ path: join(folder, `${(files += 1)}.sqlite`), projectId: 'p', key: randomBytes(32) });

/**
 * Opens a file to send from it and to store results in it. Returns 'accepted' or the failure for each. `afterwards` changes the closed
 * file.
 */
function opened(make: (file: ProjectFile) => void, afterwards = (_path: string) => undefined as void): string[] {
  const ref = newRef();
  const made = new ProjectFile(ref, 'create');
  make(made);
  made.close();
  afterwards(ref.path);
  return (['send', 'keep results'] as const).map((to) => {
    try {
      openSentList(ref, to, LIST).close();
      return 'accepted';
    } catch (error) {
      return error instanceof AppError ? `${error.code}: ${error.message}` : String(error);
    }
  });
}

const REFUSED = [
  expect.stringMatching(/^PROJECT_FILE_DAMAGED: .*has changed since the list was sent\. Restore .* Nothing was sent from this file/),
  expect.stringMatching(/^PROJECT_FILE_DAMAGED: .*has changed since the list was sent\. Restore .* The results are safe at the service/),
];
const rows = (count: number) => Uint32Array.from({ length: count }, (_, index) => index + 2);

describe('a file that stores the measured list', () => {
  it('is accepted for that list, even after rows of later parts were merged into it', () => {
    const measured = (file: ProjectFile, count: number) => {
      writeSentRows(file, rows(count));
      storeMeasured(file, LIST);
    };
    expect(opened((file) => measured(file, 3))).toEqual(['accepted', 'accepted']);
    expect(opened((file) => measured(file, 5))).toEqual(['accepted', 'accepted']);
  });

  it.each([
    ['another digest', { ...LIST, sha256: 'b'.repeat(64) }],
    ['another number of rows', { ...LIST, rows: 4 }],
  ])('is refused with %s', (_, list) => {
    const made = opened((file) => {
      writeSentRows(file, rows(3));
      storeMeasured(file, list);
    });
    expect(made).toEqual(REFUSED);
  });
});

it('a list is sent through a connection that cannot write, and results are stored through one that can', () => {
  const ref = newRef();
  const made = new ProjectFile(ref, 'create');
  storeMeasured(made, LIST);
  made.close();
  const toSend = openSentList(ref, 'send', LIST);
  expect(() => toSend.putValue('results', 1)).toThrow(AppError);
  expect(toSend.isTolerant).toBe(false);
  toSend.close();
  const toStore = openSentList(ref, 'keep results', LIST);
  toStore.putValue('results', 1);
  expect([toStore.getValue('results'), toStore.isTolerant]).toEqual([1, true]);
  toStore.close();
});

describe('a file with a damaged part', () => {
  const make = (file: ProjectFile) => {
    writeSentRows(file, rows(3));
    file.write('check', { seq: 0, first: 0, count: 3, low: 2, high: 4 }, Buffer.from('facts'));
    storeMeasured(file, LIST);
  };
  const damage = (stream: string) => (path: string) => {
    const db = new Database(path);
    expect(db.prepare('UPDATE chunk SET body = zeroblob(length(body)) WHERE stream = ?').run(stream).changes).toBe(1);
    db.close();
  };

  it('is refused if the part has the sent rows: they decide to whom the results belong', () => {
    expect(opened(make, damage('list'))).toEqual([
      expect.stringMatching(/^PROJECT_PART_DAMAGED: .* Nothing was sent from this file\.$/),
      expect.stringMatching(/^PROJECT_PART_DAMAGED: .* The results are safe at the service, and fetching them costs nothing\.$/),
    ]);
  });

  it('is accepted otherwise', () => {
    expect(opened(make, damage('check'))).toEqual(['accepted', 'accepted']);
  });

  it('is refused if the digest of the measured list is not readable', () => {
    expect(opened((file) => file.putValue('body', 'no list'))).toEqual(REFUSED);
  });
});

it('a file of a newer program is reported as such, not as damaged', () => {
  const newer = (path: string) => {
    const db = new Database(path);
    db.pragma('user_version = 99');
    db.close();
  };
  expect(opened((file) => storeMeasured(file, LIST), newer)).toEqual([
    expect.stringMatching(/^DATABASE_NEWER: .* Install that version to open it\.$/),
    expect.stringMatching(/^DATABASE_NEWER: .* Install that version to open it\.$/),
  ]);
});

it('a file without the digest of the measured list is refused', () => {
  expect(opened((file) => writeSentRows(file, rows(3)))).toEqual(REFUSED);
});
