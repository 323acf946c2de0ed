/** A project file is used only while it contains the list that was measured from it. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Opens a file to send from it and to store results in it. Returns 'accepted' or the failure for each. */
function opened(make: (file: ProjectFile) => void): string[] {
  const ref = { path: join(folder, `${(files += 1)}.sqlite`), projectId: 'p', key: randomBytes(32) };
  const made = new ProjectFile(ref, 'create');
  make(made);
  made.close();
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
  expect.stringMatching(/^PROJECT_FILE_DAMAGED: .*has changed since the list was sent\. Put .* Nothing was sent from this file/),
  expect.stringMatching(/^PROJECT_FILE_DAMAGED: .*has changed since the list was sent\. Put .* The results are safe at the service/),
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

describe('a file of an earlier version', () => {
  it.each([
    ['as many rows as were sent', 3, false, ['accepted', 'accepted']],
    ['fewer rows', 2, false, REFUSED],
    ['no rows', 0, false, REFUSED],
    ['more rows', 5, false, REFUSED],
    ['more rows, with those of later parts', 5, true, ['accepted', 'accepted']],
    ['fewer rows, with those of later parts', 2, true, REFUSED],
  ] as const)('is accepted or refused with %s', (_, count, joined, expected) => {
    const made = opened((file) => {
      writeSentRows(file, rows(count));
      if (joined) file.putValue('joined', ['q']);
    });
    expect(made).toEqual(expected);
  });
});
