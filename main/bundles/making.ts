/**
 * Makes a bundle of one project. To hand over the right to send, the project is marked as handed over before the last chunk of the bundle
 * is written, so that the two computers can never both send it.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/base/index.ts';
import type { CallOptions, Output, Parsed, ProjectView } from '../../shared/contract/index.ts';
import { bodyOf, comparedPilot, isRest, isRunning, isUnfinished, mergesIntoParent, wasSent } from '../../shared/project/index.ts';
import type { Connections } from '../connections/index.ts';
import { type Clock, type Host, makePrivate, ownSpool, removeFile } from '../platform/index.ts';
import type { Lineage, ProjectFileQueue, ProjectKeys, ProjectPublisher, ProjectStore, QuerySessions } from '../projects/index.ts';
import type { RecordBook } from '../records/index.ts';
import type { ScreeningRecord, UnfinishedExports } from '../results/index.ts';
import type { OverlapGuard } from '../submission/index.ts';
import { TargetFile } from '../spreadsheet/write/index.ts';
import { type AppDatabase, type ProjectRow, assertHeldHere } from '../store/app-database/index.ts';
import { ProjectFile } from '../store/project-file/index.ts';
import { type BundleContents, settingsOf, writeContents } from './contents.ts';
import { BundleWriter, CHUNK_BYTES } from './format.ts';
import { requireGoodPassphrase } from './passphrase.ts';

export interface BundleMakingDeps {
  readonly dataDir: string;
  readonly database: AppDatabase;
  readonly clock: Clock;
  readonly host: Pick<Host, 'saveTarget'>;
  readonly connections: Connections;
  readonly store: ProjectStore;
  readonly publisher: ProjectPublisher;
  readonly keys: ProjectKeys;
  readonly lineage: Lineage;
  readonly guard: Pick<OverlapGuard, 'assertNothingSentSince'>;
  readonly queue: ProjectFileQueue;
  readonly sessions: QuerySessions;
  readonly records: RecordBook;
  readonly screeningRecord: ScreeningRecord;
  readonly unfinished: UnfinishedExports;
}

/** How often a project is copied again because it changed during the copy. */
const MAX_COPIES = 5;

const changedMeanwhile = (name: string) =>
  new AppError('NOT_NOW', `“${name}” changed while its bundle was made. No bundle was made. Try again in a moment.`);

type Right = 'copy' | 'hand-over';

export class BundleMaking {
  private readonly deps: BundleMakingDeps;

  constructor(deps: BundleMakingDeps) {
    this.deps = deps;
  }

  /**
   * Writes the bundle; null if the user cancels. If it throws, there is no bundle, and the project is not changed.
   * @throws NOT_FOUND; NOT_NOW; HELD_ELSEWHERE; BUNDLE_PASSPHRASE for a passphrase that is too short; TARGET_UNWRITABLE; DISK_FULL;
   * CANCELED.
   */
  async make({ id, right, passphrase }: Parsed<'bundles.make'>, { signal, onProgress }: CallOptions = {}): Promise<Output<'bundles.make'>> {
    const { store, queue, sessions, host, unfinished } = this.deps;
    requireGoodPassphrase(passphrase);
    this.assertMay(store.get(id), right);
    // Does not contain the project's name, which can name a person, because the file is passed on with its name.
    const target = await host.saveTarget(`Screening Desk ${id.slice(0, 8)}.deskbundle`);
    if (target === null) return null;
    const writing = randomUUID();
    await unfinished.begin(writing, target.path);
    const file = await TargetFile.open(target.path);
    try {
      await queue.run(id, async () => {
        await sessions.invalidate(id);
        await this.write(id, right, passphrase, file, { signal, onProgress });
      });
    } catch (error) {
      await file.abort();
      throw error;
    } finally {
      unfinished.finish(writing);
    }
    return { shown: target.shown, download: target.download, bytes: file.length, right };
  }

  /** @throws HELD_ELSEWHERE; NOT_NOW. */
  private assertMay(project: ProjectRow, right: Right): void {
    const { name, state, lineage } = project;
    assertHeldHere(project);
    if (state.at === 'reading' || state.at === 'unreadable')
      throw new AppError('NOT_NOW', 'The list has not been read yet, so no bundle can be made.');
    if (mergesIntoParent(lineage) || isRest(lineage))
      throw new AppError(
        'NOT_NOW',
        `“${name}” belongs to another list. Make the bundle of that list: it has the results of these people, too.`,
      );
    if (right === 'copy') return;
    if (isRunning(state))
      throw new AppError(
        'NOT_NOW',
        `“${name}” is running on this computer. Pause it to hand it over, or make a copy, which can only be read.`,
      );
    // The other computer would build the list again from the rows, without the screening that it is compared with.
    if (bodyOf(state) === null && lineage !== null)
      throw new AppError(
        'NOT_NOW',
        `“${name}” sends only what is new or changed since a screening that is only on this computer. On another computer, everybody would be sent and paid for. Send it from here, or make a copy.`,
      );
    if (comparedPilot(lineage) !== null)
      throw new AppError(
        'NOT_NOW',
        `“${name}” has the people of a pilot that is only on this computer. On another computer, they could be charged a third time. Make a copy.`,
      );
    // The codes that show that the person was paid for are not in a bundle, and cannot be computed again from an empty row.
    if (this.deps.store.hasErased(project.id))
      throw new AppError(
        'NOT_NOW',
        `Somebody was erased from “${name}” at their request. Another computer would not know that the person was paid for. Make a copy.`,
      );
    // The other computer would resume it without knowing what was sent here since.
    this.deps.guard.assertNothingSentSince(project);
    const twin = this.sameFileUnderWay(project);
    if (twin !== undefined)
      throw new AppError(
        'NOT_NOW',
        `“${twin.name}” has the same file and is not finished, so the same people could be sent from both computers. Finish or stop it first, or make a copy.`,
      );
    const { lineage: links } = this.deps;
    // The parts of a retry are children of its first part.
    const children = links.childrenOf(project.id).flatMap((one) => (one.lineage?.kind === 'retry' ? [one, ...links.partsOf(one)] : [one]));
    const child = children.find(isUnsettled);
    if (child !== undefined)
      throw new AppError(
        'NOT_NOW',
        `“${child.name}” was made from this list and is not finished, so people of it could be sent from both computers. Finish or remove it first, or make a copy.`,
      );
  }

  /**
   * Another list from the same file and over the same account that was sent and is not finished. Here, its people are left out; the other
   * computer would not know about them.
   */
  private sameFileUnderWay({ id, fileSha256, connectionId, state }: ProjectRow): ProjectRow | undefined {
    if (fileSha256 === null || wasSent(state)) return undefined;
    const account = this.deps.connections.accountOf(connectionId);
    return this.deps.database.projects
      .withFile(fileSha256)
      .find((one) => one.id !== id && one.wrappedKey !== null && account.has(one.connectionId) && isUnfinished(one.state));
  }

  private async write(id: string, right: Right, passphrase: string, file: TargetFile, { signal, onProgress }: CallOptions): Promise<void> {
    const { store } = this.deps;
    const snapshot = join(ownSpool(this.deps.dataDir), `bundle-${randomUUID()}.sqlite`);
    mkdirSync(ownSpool(this.deps.dataDir), { recursive: true, mode: 0o700 });
    try {
      const { contents, version } = await this.snapshot(id, right, snapshot, signal);
      const writer = await BundleWriter.begin(file, passphrase);
      await writeContents(writer, contents);
      await copyInto(writer, snapshot, { signal, onProgress });
      // From here on, the bundle is finished even if the user cancels.
      assertGoesOn(signal);
      if (right === 'copy') {
        await writer.finish();
        await file.commit();
        this.recordCopy(store.get(id), contents);
        return;
      }
      this.giveUp(id, version, contents);
      try {
        await writer.finish();
        await file.commit();
      } catch (error) {
        // Nobody can open a bundle without its last chunk, and the file was not moved to its place.
        await file.abort();
        this.takeBack(id);
        throw error;
      }
    } finally {
      removeFile(snapshot);
    }
  }

  /** The rows of a project, and a copy of its file from the same moment. */
  private async snapshot(
    id: string,
    right: Right,
    path: string,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly contents: BundleContents; readonly version: number }> {
    const { store } = this.deps;
    for (let copies = 1; ; copies++) {
      const project = store.get(id);
      // Checked for each copy, because the project may have been started meanwhile.
      this.assertMay(project, right);
      const contents = this.contents(project, right);
      const source = new ProjectFile(store.fileRef(project), 'read');
      try {
        await source.copyInSteps(path, () => assertGoesOn(signal));
      } finally {
        source.close();
      }
      makePrivate(path, 0o600);
      if (store.get(id).version === project.version && contents.rows.project.version === project.version)
        return { contents, version: project.version };
      if (copies === MAX_COPIES) throw changedMeanwhile(project.name);
      removeFile(path);
    }
  }

  private contents(project: ProjectRow, right: Right): BundleContents {
    const { database, keys, connections, clock, screeningRecord } = this.deps;
    const { id, custody } = project;
    const { name, kind, baseUrl, organization } = connections.row(project.connectionId);
    const rows = database.transfer.read(id);
    const settings = settingsOf(id).flatMap((own) => [
      ...[database.settings.get(own)].flatMap((value) => (value === null ? [] : [[own, value] as const])),
      ...database.settings.withPrefix(`${own}/`),
    ]);
    return {
      head: {
        kind: 'head',
        bundle: randomBytes(16).toString('hex'),
        at: clock.now(),
        computer: hostname(),
        right,
        moves: (custody?.moves ?? 0) + (right === 'copy' ? 0 : 1),
        sentElsewhere: this.deps.lineage.sentOf(project),
        key: keys.of(project).toString('base64'),
        connection: { name, kind, baseUrl, organization },
        claim: rows.claim,
      },
      rows,
      settings: new Map(settings),
      record: screeningRecord.file(id),
    };
  }

  /** Gives up the right to send, on the disk when this returns. */
  private giveUp(id: string, version: number, contents: BundleContents): void {
    const { database, clock, records } = this.deps;
    const { bundle, at, computer, moves, sentElsewhere } = contents.head;
    database.transfer.setCustody(
      id,
      clock.now(),
      { custody: { holder: 'given', moves, at, computer, bundle, sentElsewhere } },
      { type: 'bundle-made', right: 'hand-over' },
      {
        // Another program may have sent the list since it was copied.
        assertChangeable: (present) => {
          if (present.version !== version) throw changedMeanwhile(present.name);
          this.assertMay(present, 'hand-over');
          // A list with people of this project may have been made and sent since. The bundle does not say so.
          if (!isDeepStrictEqual(this.deps.lineage.sentOf(present), sentElsewhere)) throw changedMeanwhile(present.name);
        },
        write: (changed) => {
          if (database.records.has(id)) records.addMoved(changed, clock.now(), { step: 'given', bundle, computer });
        },
      },
    );
    this.deps.store.changed(id);
  }

  private recordCopy(project: ProjectRow, { head: { bundle, computer } }: BundleContents): void {
    const { database, store, records, clock } = this.deps;
    database.transfer.appendJournal(project.id, clock.now(), { type: 'bundle-made', right: 'copy' }, () => {
      if (database.records.has(project.id)) records.addMoved(project, clock.now(), { step: 'copied', bundle, computer });
    });
    store.changed(project.id);
  }

  /**
   * Takes the right to send back. The bundle must be lost or unopened, which only the user can know.
   * @throws NOT_FOUND; NOT_NOW for a project that was not handed over from here.
   */
  takeBack(id: string): ProjectView {
    const { database, store, clock, records } = this.deps;
    const { name, custody } = store.get(id);
    if (custody?.holder !== 'given') throw new AppError('NOT_NOW', `“${name}” was not handed over from here.`);
    const now = clock.now();
    const { bundle, computer } = custody;
    database.transfer.setCustody(
      id,
      now,
      { custody: { ...custody, holder: 'here', moves: custody.moves + 1, at: now } },
      { type: 'taken-back' },
      {
        write: (changed) => {
          if (database.records.has(id)) records.addMoved(changed, now, { step: 'taken-back', bundle, computer });
        },
      },
    );
    store.changed(id);
    return this.deps.publisher.view(id);
  }
}

/** A list that can still send people of its parent, or with results that are not merged into its parent yet. */
function isUnsettled({ wrappedKey, state, lineage }: ProjectRow): boolean {
  if (wrappedKey === null) return false;
  if (state.at === 'done') return mergesIntoParent(lineage) && !lineage.merged;
  return state.at !== 'ended' || state.resume !== null;
}

/** @throws CANCELED. */
function assertGoesOn(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError('CANCELED', 'No bundle was made.');
}

/** @throws CANCELED. */
async function copyInto(writer: BundleWriter, path: string, { signal, onProgress }: CallOptions): Promise<void> {
  const source = await open(path, 'r');
  try {
    const { size: total } = await source.stat();
    for (let done = 0; done < total;) {
      assertGoesOn(signal);
      const { buffer, bytesRead } = await source.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, done);
      if (bytesRead === 0) break;
      await writer.append(buffer.subarray(0, bytesRead));
      done += bytesRead;
      onProgress?.({ done, total, unit: 'bytes' });
    }
  } finally {
    await source.close();
  }
}
