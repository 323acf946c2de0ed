/** Errors of the service that belong to no row: those that name an erased person, even only by the ID, are emptied, and all others stay. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';
import { FIRST_INDEX, NO_INDEX } from '../../../../../main/worker/list/ordinals.ts';
import { StoredRowWriter } from '../../../../../main/worker/list/stored-row-writer.ts';
import { erasePlaces } from '../../../../../main/worker/people/erase-places.ts';
import { ResultFile, storeScoreColumns, type StoredRowError } from '../../../../../main/worker/result-file/result-file.ts';
import { writeErrors } from '../../../../../main/worker/result-file/result-writer.ts';
import { writeSentRows } from '../../../../../main/worker/submit/sent-rows.ts';
import type { ListSource } from '../../../../../main/worker-protocol/list.ts';
import { sheetRow } from '../../../../kit/ordinals.ts';
import { suggest } from '../../../../kit/suggested-mapping.ts';
import { quietContext } from '../../../../kit/task-context.ts';

const ROWS = [
  // Too short to be looked for in texts.
  ['17', 'Tobias', 'Whitlock'],
  ['18', 'Wei', 'Li'],
];
const headers = ['Constituent ID', 'First Name', 'Last Name'];
const { plan } = suggest(Object.fromEntries(headers.map((header, column) => [header, ROWS.map((row) => row[column]!)])));

const error = (index: number, change: Partial<StoredRowError>) =>
  ({ index, row: null, id: null, field: null, code: null, message: 'Refused', value: null, ...change }) as StoredRowError;
const ERRORS = [
  error(NO_INDEX, { id: '17' }),
  error(NO_INDEX, { id: '18' }),
  error(NO_INDEX, { message: 'Tobias Whitlock is unknown' }),
  error(NO_INDEX, { value: 'Whitlock, Tobias' }),
  error(NO_INDEX, { id: '170', message: 'Row 17 is refused', value: 'Tobias' }),
  // The row of another person.
  error(FIRST_INDEX, { value: 'Tobias Whitlock' }),
];
const ERASED = { id: null, message: 'Erased', value: null };

it('empties the errors that quote the person, and no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-erase-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = { path: join(folder, 'list.sqlite'), projectId: 'list', key: Buffer.alloc(32, 7) };
  {
    using stored = new ProjectFile(file, 'create');
    stored.transaction(() => {
      const rows = new StoredRowWriter(stored);
      for (const [at, texts] of ROWS.entries()) rows.add(at + 2, texts);
      rows.finish();
      writeSentRows(stored, Uint32Array.of(sheetRow(3)));
      storeScoreColumns(stored, []);
      writeErrors(stored, ERRORS);
    });
  }
  const list = { file, plan } as unknown as ListSource;
  await erasePlaces({ list, rows: [2], profiles: [], isUnsent: false, mode: 'erase' }, quietContext);
  using erased = new ProjectFile(file, 'read');
  const results = new ResultFile(erased);
  expect([...results.errors().values()].flat()).toEqual(ERRORS.map((one, at) => ([0, 2, 3].includes(at) ? { ...one, ...ERASED } : one)));
});
