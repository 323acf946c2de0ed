/**
 * Opens a bundle as a project of this data folder. Everything is read and verified before anything is stored, and one transaction stores
 * it. If the program is killed, either the whole project is stored or nothing, and the next start removes temporary files.
 */
import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '../../shared/base/index.ts';
import type { CallOptions, Output, Parsed } from '../../shared/contract/index.ts';
import { RecordFile } from '../../shared/record/index.ts';
import { isRest, mergesIntoParent } from '../../shared/project/index.ts';
import { type Connections, PRACTICE } from '../connections/index.ts';
import { type Clock, makePrivate, ownSpool, renameFileSync, syncFolder } from '../platform/index.ts';
import {
  type FileTokens,
  type OfferedFile,
  type ProjectKeys,
  type ProjectPublisher,
  type ProjectStore,
  type QuerySessions,
  erasedName,
  erasedOf,
} from '../projects/index.ts';
import type { RecordBook } from '../records/index.ts';
import { type AppDatabase, type ConnectionRow, type ProjectRow, sameAccount } from '../store/app-database/index.ts';
import { assertOwnTables, decryptJson, deriveKey, encryptJson, ProjectFile, removeProjectFile } from '../store/project-file/index.ts';
import { type BundleContents, type Head, readContents } from './contents.ts';
import { BundleReader, bundleUnreadable } from './format.ts';
import { requirePassphrase } from './passphrase.ts';
import type { UnfinishedOpenings } from './unfinished-openings.ts';

export interface BundleOpeningDeps {
  readonly dataDir: string;
  readonly database: AppDatabase;
  readonly clock: Clock;
  readonly files: FileTokens;
  readonly connections: Connections;
  readonly store: ProjectStore;
  readonly keys: ProjectKeys;
  readonly sessions: QuerySessions;
  readonly publisher: ProjectPublisher;
  readonly records: RecordBook;
  readonly openings: UnfinishedOpenings;
}

const recordName = (id: string) => `arrived/${id}`;
const recordKey = (key: Buffer) => deriveKey(key, 'arrived record');

/** Failures of reading the contents of a bundle which mean that they are not a project that this program can read. */
const DAMAGE = new Set(['DATABASE_DAMAGED', 'PROJECT_FILE_DAMAGED', 'PROJECT_PART_DAMAGED', 'HELD_ELSEWHERE', 'INPUT_INVALID']);

export class BundleOpening {
  private readonly deps: BundleOpeningDeps;

  constructor(deps: BundleOpeningDeps) {
    this.deps = deps;
  }

  /**
   * Opens a bundle. If it throws, nothing was stored.
   * @throws what `BundleReader.begin` throws; BUNDLE_DAMAGED; BUNDLE_CONNECTION; BUNDLE_PRESENT; NOT_FOUND for the connection; DISK_FULL;
   * CANCELED.
   */
  async open(
    { file: token, passphrase, connectionId }: Parsed<'bundles.open'>,
    options: CallOptions = {},
  ): Promise<Output<'bundles.open'>> {
    const { files } = this.deps;
    const file = files.take(token);
    try {
      requirePassphrase(passphrase);
      const opened = await this.openFile(file, passphrase, connectionId ?? null, options);
      await files.deleteSpooledCopy(file);
      return opened;
    } catch (error) {
      // The user may type another passphrase, or choose a connection.
      files.giveBack(token, file);
      throw error;
    }
  }

  private async openFile(
    { path, name }: OfferedFile,
    passphrase: string,
    connectionId: string | null,
    options: CallOptions,
  ): Promise<Output<'bundles.open'>> {
    const spool = ownSpool(this.deps.dataDir);
    mkdirSync(spool, { recursive: true, mode: 0o700 });
    const temporary = join(spool, `opening-${randomUUID()}.sqlite`);
    const source = await open(path, 'r').catch((cause: unknown) => {
      throw bundleUnreadable(name, cause);
    });
    try {
      const reader = await BundleReader.begin(source, name, passphrase);
      const contents = await readContents(reader);
      const { id } = contents.rows.project;
      this.assertMayReplace(this.known(id), contents.head);
      this.assertBringsNobodyBack(contents);
      const { connection, isSameAccount } = this.connectionFor(contents.head, connectionId);
      await writeFile(reader, temporary, (await source.stat()).size, options);
      try {
        return this.store(contents, connection, isSameAccount, temporary);
      } catch (error) {
        if (error instanceof AppError && DAMAGE.has(error.code)) throw reader.damaged();
        throw error;
      }
    } finally {
      await source.close();
      removeProjectFile(temporary);
    }
  }

  private known(id: string): ProjectRow | null {
    return this.deps.database.projects.findEver(id);
  }

  /**
   * Decides whether a bundle may replace the project with the same ID: a copy, only with a newer bundle; a project that was handed over
   * from here or removed here, only with a newer hand-over; a project that can be sent from here, never.
   * @throws BUNDLE_PRESENT.
   */
  private assertMayReplace(known: ProjectRow | null, { right, moves, at }: Head): void {
    if (known === null) return;
    const isThere = known.wrappedKey !== null;
    const holder = known.custody?.holder ?? 'here';
    if (holder === 'copy') {
      if (at >= known.custody!.at) return;
      throw new AppError('BUNDLE_PRESENT', 'This computer already has or had a newer copy of this project. Nothing was changed.');
    }
    if (isThere && holder === 'here')
      throw new AppError('BUNDLE_PRESENT', `“${known.name}” is already on this computer and can be sent from it. Nothing was changed.`);
    if (right === 'hand-over' && moves > (known.custody?.moves ?? 0)) return;
    throw new AppError(
      'BUNDLE_PRESENT',
      isThere
        ? `“${known.name}” was handed over from here, and this bundle does not hand it back. Nothing was changed.`
        : 'This project was here and was removed, and this bundle is not newer. Opening it could send its list a second time, so nothing was changed.',
    );
  }

  /**
   * Refuses a bundle that still contains somebody who was erased from the project here.
   * @throws BUNDLE_PRESENT.
   */
  private assertBringsNobodyBack({ rows: { project }, settings }: BundleContents): void {
    const { database, store } = this.deps;
    const here = erasedOf(database.settings.get(erasedName(project.id)));
    const there = erasedOf(settings.get(erasedName(project.id)) ?? null);
    const isThereToo = here.rows.every((row) => there.rows.includes(row)) && here.profiles.every((one) => there.profiles.includes(one));
    const known = store.find(project.id);
    if (known === null || isThereToo) return;
    throw new AppError(
      'BUNDLE_PRESENT',
      `Somebody was erased from “${known.name}” here at their request, and this bundle may still contain them. Nothing was changed. Have the person erased on the computer that made the bundle. To open it anyway, remove the list here first, and erase the person again after you open it.`,
    );
  }

  /**
   * The connection that reaches the project's account, or the one that the user chose.
   * @throws BUNDLE_CONNECTION when there is none, or several; NOT_FOUND for the chosen one.
   */
  private connectionFor(
    { connection: from }: Head,
    chosen: string | null,
  ): { readonly connection: ConnectionRow; readonly isSameAccount: boolean } {
    const { connections, database } = this.deps;
    if (chosen !== null) {
      const connection = connections.row(chosen);
      return { connection, isSameAccount: sameAccount(connection, from) };
    }
    if (from.kind === 'practice') return { connection: connections.row(PRACTICE), isSameAccount: true };
    const matches = database.connections.all().filter((one) => sameAccount(one, from));
    const [only] = matches.length === 1 ? matches : matches.filter(({ name }) => name === from.name);
    if (only !== undefined) return { connection: only, isSameAccount: true };
    const account = `${from.baseUrl}${from.organization === null ? '' : ` (${from.organization})`}`;
    throw new AppError(
      'BUNDLE_CONNECTION',
      matches.length > 1
        ? `Several connections reach ${account}: ${matches.map(({ name }) => `“${name}”`).join(', ')}. Choose one of them.`
        : `No connection here reaches ${account}. Add one and open the bundle again. With any other connection the project can only be read.`,
    );
  }

  private store(contents: BundleContents, connection: ConnectionRow, isSameAccount: boolean, temporary: string): Output<'bundles.open'> {
    const { database, store, keys, clock, records, sessions, publisher, openings } = this.deps;
    const { head, rows, settings, record } = contents;
    const { id } = rows.project;
    const key = Buffer.from(head.key, 'base64');
    const fileSuffix = randomBytes(4).toString('hex');
    const holder = head.right === 'hand-over' && isSameAccount ? 'here' : 'copy';
    assertOwnTables(temporary);
    // Opening the file verifies the key, the owner and the manifest.
    new ProjectFile({ path: temporary, projectId: id, key }, 'write').close();
    const wrappedKey = keys.adopt(id, key);
    const target = store.pathOf(id, fileSuffix);
    openings.begin(target);
    try {
      renameFileSync(temporary, target);
      syncFolder(dirname(target));
      const { bundle, at, computer, moves, sentElsewhere } = head;
      database.transfer.write(rows, {
        wrappedKey,
        connectionId: connection.id,
        at: clock.now(),
        event: { type: 'bundle-opened', holder, computer },
        change: {
          source: { fileSuffix },
          // The codes of sent records depend on a key of the data folder, so they are computed again.
          index: null,
          custody: { holder, moves, at, computer, bundle, sentElsewhere },
        },
        assertMayReplace: (known) => this.assertMayReplace(known, head),
        alsoWrite: (arrived) => {
          this.assertBringsNobodyBack(contents);
          this.assertList(arrived);
          this.replaceSettings(id, settings, record, key);
          if (record !== null)
            records.addMoved(arrived, clock.now(), { step: holder === 'here' ? 'opened' : 'opened-copy', bundle, computer });
          openings.finish(target);
        },
      });
    } catch (error) {
      // If the project was already here, it has its own key, which must be read again.
      keys.drop(id);
      removeProjectFile(target);
      openings.finish(target);
      throw error;
    }
    void sessions.invalidate(id);
    store.changed(id);
    store.removeFormerFiles(id);
    return { project: publisher.view(id), holder, isSameAccount };
  }

  /** @throws DATABASE_DAMAGED when the project has no list that this program can read. */
  private assertList(arrived: ProjectRow): void {
    const hasList = arrived.state.at !== 'reading' && arrived.state.at !== 'unreadable';
    try {
      if (hasList) this.deps.store.listState(arrived);
    } catch (cause) {
      throw new AppError('DATABASE_DAMAGED', 'The list of the project cannot be read.', {}, { cause });
    }
    if (!hasList) throw new AppError('DATABASE_DAMAGED', 'The project has no list.');
    // Bundles are never made of such lists, and it would be merged into another project.
    if (mergesIntoParent(arrived.lineage) || isRest(arrived.lineage))
      throw new AppError('DATABASE_DAMAGED', 'The project belongs to another list.');
  }

  private replaceSettings(id: string, settings: ReadonlyMap<string, string>, record: RecordFile | null, key: Buffer): void {
    const own = this.deps.database.settings;
    this.removeSettings(id);
    for (const [name, value] of settings) own.set(name, value);
    if (record !== null) own.set(recordName(id), encryptJson(recordKey(key), recordName(id), record).toString('base64'));
  }

  private removeSettings(id: string): void {
    const own = this.deps.database.settings;
    for (const prefix of [`notes/${id}/`, `officers/${id}`, `report/${id}`, erasedName(id), recordName(id)])
      for (const name of own.withPrefix(prefix).keys()) own.remove(name);
  }

  /** Call it for a removed project. */
  removeRecord(id: string): void {
    this.deps.database.settings.remove(recordName(id));
  }
}

/** The record that came with a project in a bundle; null if there is none, or the project was removed. */
export function arrivedRecord(
  database: Pick<AppDatabase, 'settings' | 'projects'>,
  keys: Pick<ProjectKeys, 'of'>,
  id: string,
): RecordFile | null {
  const stored = database.settings.get(recordName(id));
  const project = stored === null ? null : database.projects.find(id);
  if (stored === null || project === null) return null;
  try {
    return RecordFile.parse(decryptJson(recordKey(keys.of(project)), recordName(id), Buffer.from(stored, 'base64')));
  } catch (cause) {
    throw new AppError(
      'DATABASE_DAMAGED',
      'The record that arrived with this project cannot be read: the data folder is damaged.',
      {},
      { cause },
    );
  }
}

/** Writes the rest of a bundle to a new file, on the disk when this resolves. */
async function writeFile(reader: BundleReader, path: string, total: number, { signal, onProgress }: CallOptions): Promise<void> {
  let target: FileHandle | null = null;
  try {
    target = await open(path, 'wx', 0o600);
    let done = 0;
    for await (const bytes of reader.rest()) {
      if (signal?.aborted === true) throw new AppError('CANCELED', 'The bundle was not opened. Nothing was stored.');
      await target.writeFile(bytes);
      done += bytes.length;
      onProgress?.({ done, total, unit: 'bytes' });
    }
    await target.sync();
  } finally {
    await target?.close();
  }
  makePrivate(path, 0o600);
}
