/**
 * Adopts a service project that this data folder does not know: its profiles and row errors become a finished project. Adoption only reads
 * from the service, and no row of an adopted project can be sent (docs/adr/0035-projects-from-the-service.md).
 */
import { randomUUID } from 'node:crypto';
import { basename, extname } from 'node:path';
import type { Parsed, ProjectView } from '../../shared/contract/index.ts';
import { AppError, countText, numberText } from '../../shared/base/index.ts';
import { type Body, type Counts, claimedSha256, hasMarker, isProcessed, journalEvent, next } from '../../shared/project/index.ts';
import { STANDARD_CLEANING } from '../../shared/mapping/index.ts';
import type { RemoteProject } from '../../shared/results/index.ts';
import type { Templates } from '../checking/index.ts';
import type { ConnectedServices, Connections } from '../connections/index.ts';
import type { ListReader } from '../importing/index.ts';
import type { Clock, Host, SpawnWorker } from '../platform/index.ts';
import {
  type FileTokens,
  type OfferedFile,
  type ProjectFileQueue,
  type ProjectPublisher,
  type ProjectStore,
  findKnown,
  newMarker,
  readMarkedName,
  rowIdPrefix,
  titleFrom,
} from '../projects/index.ts';
import { type FetchedResults, type RunnerOwnership, StepCanceled, fetchResults, lookUpProject } from '../runner/index.ts';
import type { ServiceClient } from '../service/index.ts';
import { type ProjectRow, type StoredAdoption, newParts } from '../store/app-database/index.ts';
import type { CollectInput, ListSource } from '../worker-protocol/index.ts';
import { timeLimit } from '../single-calls/index.ts';

export interface AdoptionDeps {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly services: Pick<ConnectedServices, 'client'>;
  readonly store: ProjectStore;
  readonly queue: ProjectFileQueue;
  readonly publisher: ProjectPublisher;
  readonly ownership: RunnerOwnership;
  readonly files: FileTokens;
  readonly listReader: ListReader;
  readonly templates: Pick<Templates, 'get'>;
  readonly host: Pick<Host, 'keepAwake'>;
  readonly spawnWorker: SpawnWorker;
}

/** The name of a list that is made from profiles, and of its sheet. */
const FROM_PROFILES = 'Profiles of the service';
/** A list without rows. */
const NO_ROWS = { rows: 0, sha256: '' };

/** A service project that can be adopted. */
interface Adoptable {
  readonly client: ServiceClient;
  readonly remote: RemoteProject;
  readonly name: string | null;
}

/** The list that the service project is assumed to hold. */
interface AssumedList {
  readonly body: Body;
  /** Hash that prevents the same list from being sent again; null for a list that is made from profiles. */
  readonly claimSha256: string | null;
  readonly rowNumbers: StoredAdoption['rowNumbers'];
  readonly sendErrors: boolean;
  readonly sendAnyway: boolean;
}

type NamedRemote = Pick<RemoteProject, 'remoteId' | 'name'>;
type AdoptInput = Parsed<'projects.adopt'>;

/** @throws INPUT_INVALID when neither the people nor the number of rows suggest that the file is the project's list. */
function assertFits(rows: number, { scored, refused }: Counts, totalRows: number | null): void {
  if (scored + refused > 0 || totalRows === null || totalRows === rows) return;
  throw new AppError(
    'INPUT_INVALID',
    `This file is not the list of the project: the service returned none of its people, and it has ${countText(rows, 'row')} to send where the project has ${numberText(totalRows)}. Choose the file that was sent.`,
  );
}

export class Adoption {
  private readonly deps: AdoptionDeps;
  /** Service projects that are being adopted. */
  private readonly adopting = new Set<string>();

  constructor(deps: AdoptionDeps) {
    this.deps = deps;
  }

  /**
   * If it throws, nothing is kept.
   * @throws as `projects.adopt` of the contract.
   */
  async adopt(input: AdoptInput): Promise<ProjectView> {
    const { ownership, publisher, files } = this.deps;
    ownership.assertOwned();
    const { connectionId, remoteId } = input;
    const key = JSON.stringify([connectionId, remoteId]);
    if (this.adopting.has(key)) throw new AppError('NOT_NOW', 'This project is already being adopted.');
    this.adopting.add(key);
    let file: OfferedFile | null = null;
    try {
      const found = await this.find(connectionId, remoteId);
      const remote = { remoteId, name: found.name };
      this.removeInterrupted(connectionId, remote);
      this.assertUnknown(connectionId, remote);
      this.assertNotOurs(connectionId, found.name);
      file = input.file === null ? null : files.take(input.file);
      const id = this.add(input, found, file);
      try {
        await this.deps.queue.run(id, () => this.fill(id, input, found, file));
      } catch (error) {
        // Nothing is lost: the service still has everything that was read.
        const project = this.deps.store.find(id);
        if (project !== null && project.state.at !== 'done') this.deps.store.delete(project);
        throw error instanceof StepCanceled ? new AppError('CLOSING', 'Screening Desk is closing. Nothing was kept.') : error;
      }
      return publisher.view(id);
    } finally {
      this.adopting.delete(key);
      if (file !== null) await files.deleteSpooledCopy(file);
    }
  }

  private known(connectionId: string, remote: NamedRemote): ProjectRow | undefined {
    const { store, connections } = this.deps;
    return findKnown(store.all(), connections.reached(connectionId))(remote);
  }

  /** Removes an adoption whose program ended in between. A window does this when it starts, but a command does not. */
  private removeInterrupted(connectionId: string, remote: NamedRemote): void {
    const { store, queue } = this.deps;
    const known = this.known(connectionId, remote);
    const isInterrupted = known?.state.at === 'reading' && !queue.isBusy(known.id) && !store.readers.isElsewhere(known.id);
    if (isInterrupted) store.delete(known);
  }

  private assertUnknown(connectionId: string, remote: NamedRemote): void {
    const known = this.known(connectionId, remote);
    if (known !== undefined) throw new AppError('NOT_NOW', `This project is already in this data folder: “${known.name}”.`);
  }

  /**
   * Refuses a service project that was created by a project of this folder which does not know its ID yet. That project will find it by the
   * marker in the name.
   */
  private assertNotOurs(connectionId: string, name: string | null): void {
    const { store, connections } = this.deps;
    const account = connections.accountOf(connectionId);
    const own = store.all().find((one) => account.has(one.connectionId) && hasMarker(name, one.submission.marker));
    if (own !== undefined)
      throw new AppError(
        'NOT_NOW',
        `This project was created by “${own.name}”, which is in this data folder. Open that project: it finds its results itself.`,
      );
  }

  private async find(connectionId: string, remoteId: string): Promise<Adoptable> {
    const client = await this.deps.services.client(connectionId);
    const signal = timeLimit();
    const remote = await client.project(remoteId, signal).catch((error: unknown) => {
      if (error instanceof AppError && error.details.status === 404)
        throw new AppError('NOT_FOUND', `The service has no project “${remoteId}”.`, {}, { cause: error });
      throw error;
    });
    if (!isProcessed(remote.status))
      throw new AppError(
        'NOT_NOW',
        remote.status === null
          ? 'The service does not say that this project is processed, so it may have no results yet.'
          : `The service has not processed this project: its status is “${remote.status.trim().slice(0, 60)}”. Adopt it once it is processed.`,
      );
    const name = remote.name ?? (await lookUpProject(client, { remoteId, marker: undefined }, signal))?.name ?? null;
    return { client, remote, name };
  }

  /** Stores the project with its ID on the service, but without a list. */
  private add({ connectionId, remoteId }: AdoptInput, { remote, name }: Adoptable, file: OfferedFile | null): string {
    const marked = readMarkedName(name ?? '');
    const id = randomUUID();
    const title = marked.name.trim() || (file === null ? `Project ${remoteId}` : basename(file.name, extname(file.name)));
    // A new marker, so that removing this project does not remove the other one from the practice service.
    const marker = newMarker();
    const adopted: StoredAdoption = {
      remoteId,
      createdAt: remote.createdAt,
      from: file === null ? 'profiles' : 'file',
      rowNumbers: 'ignored',
      rows: remote.totalRows,
    };
    this.deps.store.add({
      id,
      name: titleFrom(title),
      connectionId,
      fileName: file?.name ?? FROM_PROFILES,
      fileBytes: file?.bytes ?? 0,
      fileSha256: null,
      state: { at: 'reading' },
      // For rows without an ID, the sent IDs begin with the marker of the program that sent them.
      ...newParts(marker, rowIdPrefix(marked.marker ?? marker), { adopted }),
    });
    return id;
  }

  private async fill(id: string, input: AdoptInput, found: Adoptable, file: OfferedFile | null): Promise<void> {
    const { store, clock } = this.deps;
    const { remoteId } = input;
    const list = file === null ? await this.listOfProfiles(id, remoteId, found) : await this.listOfFile(id, input, found, file);
    const { rowBase: base } = this.deps.connections.row(input.connectionId).settings;
    const { body, claimSha256, rowNumbers, sendErrors, sendAnyway } = list;
    const source = { ...store.source(store.get(id)), rowBase: base, body, rowNumbers };
    let fetched = await this.fetch(id, remoteId, found, source, body.rows);
    const rowIdPrefix = fetched.rowIdPrefix ?? source.rowIdPrefix;
    if (rowIdPrefix !== source.rowIdPrefix)
      // Parts and retries have different markers than the list that their rows come from, and the service may not show a name.
      fetched = await this.fetch(id, remoteId, found, { ...source, rowIdPrefix }, body.rows);
    const { counts, rowBase, rowIdForm, validRows, report } = fetched;
    if (file !== null) assertFits(body.rows, counts, found.remote.totalRows);
    const project = store.get(id);
    const isMarked = readMarkedName(found.name ?? '').marker !== null;
    const event = { type: 'adopted', body, remoteId, name: found.name, isMarked, counts } as const;
    const from = file === null ? 'profiles' : 'file';
    store.advance(
      id,
      next(project.state, event),
      { at: clock.now(), event: journalEvent(event, { validRows, report, from, by: 'person' }) },
      {
        submission: { rowBase, rowIdPrefix, ...(rowIdForm != null && { rowIdForm }) },
        options: { sendErrors, sendAnyway, resendRecent: true },
        adopted: { ...project.adopted!, rowNumbers },
        ...(claimSha256 !== null && { claim: { sha256: claimSha256, allowDuplicate: true, besides: null } }),
      },
    );
  }

  private async fetch(
    id: string,
    remoteId: string,
    { client, remote }: Adoptable,
    input: CollectInput,
    rows: number,
  ): Promise<FetchedResults> {
    const { queue, host, spawnWorker } = this.deps;
    return await queue.runAbortable(id, 'collecting', (signal, show) =>
      fetchResults({
        client,
        remoteId,
        remote,
        rows,
        spawn: () => spawnWorker('collect', input),
        host,
        signal,
        progress: (done, total) => show({ done, total, unit: 'bytes' }),
      }),
    );
  }

  /**
   * The rows of a file that were sent. The service's count shows whether they include invalid rows, and rows that do not name a living
   * person.
   */
  private async listOfFile(
    id: string,
    { importOptions = {}, template }: AdoptInput,
    { remote: { totalRows } }: Adoptable,
    file: OfferedFile,
  ): Promise<AssumedList> {
    const { store, queue, listReader, templates } = this.deps;
    for (const sendAnyway of totalRows === null ? [true] : [false, true]) {
      store.update(id, { options: { sendAnyway } });
      const list = await listReader.readAdopted(id, file, importOptions, template === undefined ? null : templates.get(template));
      store.update(id, list.change);
      const source = store.source(store.get(id));
      for (const sendErrors of [false, true]) {
        const options = { sendErrors, resendRecent: true };
        const measured = await queue.runTask(id, 'encode', { ...source, options, format: 'json', mode: 'measure' });
        const isLast = sendErrors && sendAnyway;
        if (measured?.rows !== totalRows && !isLast) continue;
        if (measured === null) break;
        // This folder cannot read pseudonyms of another one, so the file's own IDs are used.
        const { ownIdsSha256: _, ...body } = measured;
        const rowNumbers = totalRows === null || totalRows === body.rows ? 'with-ids' : 'ignored';
        store.appendJournal(id, { type: 'read', ...list.detail });
        return { body, claimSha256: claimedSha256(measured), rowNumbers, sendErrors, sendAnyway };
      }
    }
    throw new AppError('NO_ROWS', 'The file has no rows that could have been sent.');
  }

  /**
   * A list made from the profiles and row errors of the service.
   * @throws NOT_NOW when they do not show any rows.
   */
  private async listOfProfiles(id: string, remoteId: string, found: Adoptable): Promise<AssumedList> {
    const { store, queue, listReader } = this.deps;
    const project = store.get(id);
    const file = store.fileRef(project);
    await queue.runTask(id, 'writeList', { file, isNew: true, list: NO_ROWS });
    const emptySource: ListSource = {
      file,
      sheetLayout: { sheet: 0, sheetName: FROM_PROFILES, headerRow: null, headerReason: '', headers: [], totalsRows: [], rows: 0 },
      plan: { columns: [], combinations: [], constants: [], cleaning: STANDARD_CLEANING },
      today: store.today(),
      rowIdPrefix: project.submission.rowIdPrefix,
    };
    // These rows were sent, whatever they contain.
    store.update(id, { options: { sendAnyway: true } });
    const input = { ...emptySource, rowBase: 'find', body: NO_ROWS, rowNumbers: 'ignored' } as const;
    await this.fetch(id, remoteId, found, input, found.remote.totalRows ?? Number.POSITIVE_INFINITY);
    const list = await queue.runTask(id, 'listProfiles', file);
    if (list === null)
      throw new AppError(
        'NOT_NOW',
        'The profiles of this project do not show whose they are, so no list can be made from them. Adopt it with the file that was sent.',
      );
    const { body, firstRows } = list;
    const read = await listReader.readStoredRows(id, FROM_PROFILES, firstRows);
    store.update(id, read.change);
    store.appendJournal(id, { type: 'read', ...read.detail });
    await queue.runTask(id, 'writeList', { file, isNew: false, list: body });
    return { body, claimSha256: null, rowNumbers: 'ignored', sendErrors: true, sendAnyway: true };
  }
}
