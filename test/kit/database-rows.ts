/** Rows for a database in a test that needs any connection or project. */
import { type AppDatabase, type ConnectionRow, newParts } from '../../main/store/app-database/index.ts';
import { INITIAL_CONNECTION_SETTINGS } from '../../shared/contract/index.ts';

type NewProject = Parameters<AppDatabase['projects']['add']>[0];

/** A connection whose service has not answered yet. */
export const connectionRow = (given: Partial<ConnectionRow> = {}): ConnectionRow => ({
  id: 'practice',
  name: 'Practice',
  kind: 'practice',
  baseUrl: 'http://127.0.0.1',
  version: 'v1',
  settings: INITIAL_CONNECTION_SETTINGS,
  tokenSaved: false,
  testedAt: null,
  credits: null,
  creditsPerRecord: null,
  organization: null,
  former: [],
  lastTest: null,
  ...given,
});

/** A project of the connection of `connectionRow`, whose file is not read yet. */
export const projectRow = (id: string, given: Partial<NewProject> = {}): NewProject => ({
  ...newParts(`desk-${id}`, 'row-'),
  id,
  name: id,
  createdAt: 1,
  connectionId: 'practice',
  fileName: 'list.csv',
  fileBytes: 1,
  fileSha256: null,
  state: { at: 'reading' },
  wrappedKey: Buffer.alloc(60),
  encryptedList: null,
  ...given,
});
