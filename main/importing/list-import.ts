/** Imports a file as a project, and reads it again from another sheet or with another header row. */
import { randomUUID } from 'node:crypto';
import { basename, extname, join } from 'node:path';
import type { ImportView, Input, ProjectView } from '../../shared/contract/index.ts';
import { AppError, expectedError, mayReadAgain } from '../../shared/base/index.ts';
import { type ImportOptions, needsFile, returnedMarker } from '../../shared/mapping/index.ts';
import { isRest, mergesIntoParent } from '../../shared/project/index.ts';
import { noticesOf } from '../../shared/view-texts/index.ts';
import type { Baseline, SettingsFrom } from '../checking/index.ts';
import { type Connections, PRACTICE } from '../connections/index.ts';
import type { Log } from '../platform/index.ts';
import {
  type FileTokens,
  type ImportFailures,
  type NewFile,
  type OfferedFile,
  type ProjectFileQueue,
  type ProjectPublisher,
  type ProjectStore,
  type QuerySessions,
  type SourceFiles,
  newMarker,
  rowIdPrefix,
  titleFrom,
} from '../projects/index.ts';
import { type ProjectChange, type ProjectRow, type StoredList, newParts } from '../store/app-database/index.ts';
import { removeProjectFile, removeUnfinished } from '../store/project-file/index.ts';
import type { ListReader, ReadList } from './list-reader.ts';

const SAMPLES = { clean: 'sample-clean.xlsx', messy: 'sample-messy.xlsx' } as const;
const SAMPLE_NAMES = { clean: 'Sample, clean', messy: 'Sample with common errors' } as const;

const INTERRUPTED = {
  type: 'unreadable',
  code: 'FILE_UNREADABLE',
  message: 'Reading the file was interrupted because Screening Desk was closed. Choose the file again.',
} as const;

const CHOICE_DROPPED =
  'The file was read again, so your choice of who to send no longer applies. Choose again before you send: now everyone is sent.';
const GIFTS_REMOVED = 'The list was read again, so it has no gifts of the other file anymore. Use the gift file again before you send.';

export interface ListImportDeps {
  readonly samplesDir: string;
  readonly log: Log;
  readonly connections: Connections;
  readonly store: ProjectStore;
  readonly failures: ImportFailures;
  readonly queue: ProjectFileQueue;
  readonly publisher: ProjectPublisher;
  readonly sessions: QuerySessions;
  readonly files: FileTokens;
  readonly sources: SourceFiles;
  readonly reader: ListReader;
  readonly baseline: Baseline;
}

export class ListImport {
  private readonly deps: ListImportDeps;
  /** Where projects take their settings from, until their file has been read. */
  private readonly settingsFrom = new Map<string, SettingsFrom>();

  constructor(deps: ListImportDeps) {
    this.deps = deps;
  }

  /**
   * Creates a project for a file and returns at once; the file is read in the background.
   * @throws NOT_FOUND for a token that was used; what `Baseline.chosen` throws.
   */
  create(input: Input<'projects.create'>): ProjectView {
    const { connections, files, baseline, publisher, store } = this.deps;
    const { settingsFrom = null } = input;
    const duplicated = settingsFrom?.kind === 'project' ? store.get(settingsFrom.id).connectionId : undefined;
    const connectionId = input.connectionId ?? duplicated ?? connections.chosen();
    // Before the token is used, so that the user can choose another baseline for the same file.
    const earlier = input.baselineId === undefined ? null : baseline.chosen(input.baselineId, connectionId);
    const taken = files.take(input.file);
    const file = input.password === undefined ? taken : { ...taken, password: input.password };
    const view = this.import(file, input.name ?? basename(file.name, extname(file.name)), connectionId, input.importOptions, settingsFrom);
    if (earlier === null) return view;
    baseline.set(view.id, earlier.id);
    return publisher.view(view.id);
  }

  /**
   * Creates a project for a sample workbook of the product, on the practice connection.
   * @throws POLICY_INVALID; POLICY_REFUSED when the policy turns practice off
   */
  async sample(which: keyof typeof SAMPLES): Promise<ProjectView> {
    this.deps.connections.assertUsable(PRACTICE);
    const { files, samplesDir } = this.deps;
    const name = SAMPLES[which];
    const { token } = await files.offer(join(samplesDir, name), name, false);
    return this.import(files.take(token), SAMPLE_NAMES[which], PRACTICE);
  }

  private import(
    file: OfferedFile,
    name: string,
    connectionId: string,
    reading: ImportOptions = {},
    settingsFrom: SettingsFrom | null = null,
  ): ProjectView {
    const { connections, store, publisher } = this.deps;
    const id = randomUUID();
    const marker = newMarker();
    if (settingsFrom !== null) this.settingsFrom.set(id, settingsFrom);
    store.add({
      id,
      name: titleFrom(name) || 'Untitled',
      connectionId: connections.row(connectionId).id,
      fileName: file.name,
      fileBytes: file.bytes,
      fileSha256: null,
      state: { at: 'reading' },
      ...newParts(marker, rowIdPrefix(marker), { submission: { rowIdForm: 'checked' } }),
    });
    this.loadInBackground(id, file, reading);
    return publisher.view(id);
  }

  private async load(id: string, file: OfferedFile, reading: ImportOptions): Promise<void> {
    const { store, failures, log, files, sources, reader } = this.deps;
    let read: ReadList;
    try {
      read = await reader.read(id, file, reading, { settingsFrom: this.settingsFrom.get(id) ?? null });
      store.transition(id, { type: 'read' }, read.detail, read.change);
    } catch (error) {
      const expected = expectedError(error);
      const failure = expected ?? new AppError('INTERNAL', 'Something went wrong while reading the file.');
      if (!(await this.preview(id, file, reading, failure))) await files.deleteSpooledCopy(file);
      if (store.find(id) === null) return;
      if (failure.code === 'CLOSING') {
        store.transition(id, INTERRUPTED, {});
        return;
      }
      failures.record(id, failure);
      if (expected === null) log.error('project.load', error, { project: id });
      return;
    }
    this.settingsFrom.delete(id);
    sources.dropPreview(id);
    await sources.keepImported(id, file, read.list.sheet.sheets.length);
  }

  /** Keeps the file, with a preview, if a different choice may fix the failure. Returns false if it cannot. */
  private async preview(id: string, file: OfferedFile, asked: ImportOptions, { recovery }: AppError): Promise<boolean> {
    const { store, sources } = this.deps;
    sources.drop(id);
    if (recovery === 'typePassword' && store.find(id) !== null) {
      sources.keepLocked(id, file, asked);
      return true;
    }
    if (!mayReadAgain(recovery)) return false;
    try {
      if (store.find(id) === null) return false;
      const seen = await this.seen(id, file, asked);
      const { hiddenColumns, formulasWithoutValue, otherSheets: _, mergedCells: __, ...view } = seen;
      const notices = noticesOf({ hiddenColumns, formulasWithoutValue }, { headers: [] }, asked);
      sources.keepUnimported(id, file, { view: { ...view, totalsRows: [], notices }, asked });
      return true;
    } catch {
      // The first failure is the one to report.
      return false;
    }
  }

  private async seen(id: string, { path, name, password }: OfferedFile, asked: ImportOptions) {
    return await this.deps.queue.runTask(id, 'preview', { path, name, options: asked, ...(password === undefined ? {} : { password }) });
  }

  /**
   * Opens a workbook with its password, then reads it in the background.
   * @throws FILE_PASSWORD for a wrong password; NOT_NOW when no file is waiting for its password.
   */
  async unlock({ id, password }: Input<'projects.unlock'>): Promise<ProjectView> {
    const { failures, publisher, queue, sources } = this.deps;
    return await queue.run(id, async () => {
      const [asked, locked] = [sources.lockedOf(id), sources.of(id)];
      if (asked === null || locked === null)
        throw new AppError('NOT_NOW', 'The file is no longer available, so it cannot be opened. Choose it again as a new screening.');
      const file = { ...locked, password };
      await this.seen(id, file, asked);
      failures.beginAgain(id);
      this.loadInBackground(id, file, asked);
      return publisher.view(id);
    });
  }

  private loadInBackground(id: string, file: OfferedFile, reading: ImportOptions): void {
    const { queue, log } = this.deps;
    void queue.run(id, () => this.load(id, file, reading)).catch((error: unknown) => log.error('project.load', error, { project: id }));
  }

  /** Imports a file that could not be imported yet, from another sheet or with another header row. */
  private async retryImport({ id, file: token, ...asked }: Input<'import.change'>): Promise<ImportView> {
    const { failures, publisher, sources } = this.deps;
    const preview = sources.previewOf(id);
    const file = sources.of(id);
    if (preview === null || file === null || token !== undefined)
      throw new AppError('NOT_NOW', 'The file is no longer available, so it cannot be read another way. Import it as a new screening.');
    const { sheet: _, headerRow: __, ...lasting } = preview.asked;
    failures.beginAgain(id);
    await this.load(id, file, { ...lasting, sheet: preview.view.sheet, ...asked });
    const { state } = publisher.view(id);
    if (state.at === 'unreadable' && sources.previewOf(id) === null) throw new AppError('FILE_UNREADABLE', state.message);
    return this.view(id);
  }

  /** @throws NOT_FOUND; NOT_NOW while the file is being read. */
  view(id: string): ImportView {
    const { store, sources } = this.deps;
    const preview = sources.previewOf(id);
    if (preview !== null) return { ...preview.view, isReadable: sources.has(id) };
    return this.viewOf(id, store.listState(store.get(id)));
  }

  /** The view of an imported file, with a note when its rows are refused rows of an earlier screening. */
  private viewOf(id: string, { sheet: stored, layout, importOptions, check }: StoredList): ImportView {
    const { store, sources } = this.deps;
    const { hiddenColumns, formulasWithoutValue, otherSheets, mergedCells, ...shown } = stored;
    const notices = noticesOf({ hiddenColumns, formulasWithoutValue, otherSheets, mergedCells }, layout, importOptions, check?.rules);
    const { sheet, headerRow, headerReason, rows, totalsRows, appended } = layout;
    const view = {
      ...shown,
      sheet,
      headerRow,
      headerReason,
      rows,
      totalsRows,
      ...(appended !== undefined && { appended }),
      notices,
      isReadable: sources.has(id),
    };
    const marker = returnedMarker(layout.headers);
    if (marker === null) return view;
    const from = store.all().find(({ submission }) => submission.marker === marker);
    const where = from === undefined ? 'an earlier screening' : `“${from.name}”`;
    const note = `These are rows that were not accepted in ${where}, imported again. The two columns that Screening Desk added are not sent.`;
    return { ...view, notes: [note, ...view.notes] };
  }

  /**
   * For a different header row or different totals rows, reads the stored rows again; for a different sheet, encoding or delimiter, reads
   * the file again. `file`: its token, if it was moved.
   * @throws NOT_NOW once the list was sent, when the needed file is missing, and for the file of rows that come from another list.
   */
  async change(input: Input<'import.change'>): Promise<ImportView> {
    const { store, failures, queue, reader } = this.deps;
    return await queue.run(input.id, async () => {
      if (store.get(input.id).state.at === 'unreadable' || failures.isUnstored(input.id)) return await this.retryImport(input);
      const project = store.draft(input.id);
      store.assertNobodyErased(input.id, 'reading the file again');
      const state = store.listState(project);
      const { id, file, ...asked } = input;
      const isOther = asked.sheet !== undefined && asked.sheet !== state.layout.sheet && asked.sheet !== state.layout.sheetName;
      if (isOther) return await this.readAgain(project, file, asked);
      if (needsFile({ ...asked, sheet: undefined })) {
        const { sheet, headerRow } = state.layout;
        const isText = asked.encoding !== undefined || asked.delimiter !== undefined;
        // Another encoding or delimiter changes the headings, so the row of the headings is detected again.
        const place = isText ? {} : { sheet, headerRow };
        return await this.readAgain(project, file, { ...state.importOptions, totalsRows: undefined, ...place, ...asked }, !isText);
      }
      const { list } = await this.intoNewFile(project, (into) => reader.rereadStored(project, state, asked, into));
      return this.withoutGifts(id, state, this.viewOf(id, list));
    });
  }

  /** `keepsMapping`: the headings do not change, so the user's choices for the columns are kept. */
  private async readAgain(project: ProjectRow, token: string | undefined, asked: ImportOptions, keepsMapping = false): Promise<ImportView> {
    const { store, files, sources, reader } = this.deps;
    const { id, lineage } = project;
    if (mergesIntoParent(lineage) || isRest(lineage))
      throw new AppError(
        'NOT_NOW',
        'These rows come from another list. The file has all rows of that list, so it is not read again for them, and nobody is sent twice.',
      );
    const file = token === undefined ? sources.of(id) : files.take(token);
    if (file === null)
      throw new AppError('NOT_NOW', 'The file is no longer available, so it cannot be read another way. Choose the same file again.');
    try {
      const before = store.listState(project);
      const { list, detail } = await this.intoNewFile(project, (into) =>
        reader.read(id, file, asked, { into, expected: token === undefined ? null : project.fileSha256, before, keepsMapping }),
      );
      await sources.keepImported(id, file, list.sheet.sheets.length);
      store.appendJournal(id, { type: 'read', ...detail });
      const view = this.withoutGifts(id, before, this.viewOf(id, list));
      if (before.check?.best == null) return view;
      store.appendJournal(id, { type: 'best', people: null, chosen: null, sampled: null, seed: null });
      return { ...view, notes: [CHOICE_DROPPED, ...view.notes] };
    } catch (error) {
      if (token !== undefined) await files.deleteSpooledCopy(file);
      // The file was moved, so from now on the page asks the user for it.
      else if (error instanceof AppError && error.code === 'FILE_NOT_FOUND') sources.drop(id);
      throw error;
    }
  }

  /** If the list had gifts from a second file before it was read again, says so in the view and the timeline. */
  private withoutGifts(id: string, before: StoredList, view: ImportView): ImportView {
    if (before.mapping.gifts === undefined) return view;
    this.deps.store.appendJournal(id, { type: 'gifts-removed' });
    return { ...view, notes: [GIFTS_REMOVED, ...view.notes] };
  }

  /**
   * Reads a list into a new file, which becomes the file of the project.
   * @throws what `read` throws; as `useNewFile`.
   */
  private async intoNewFile<T extends { readonly change: ProjectChange }>(
    project: ProjectRow,
    read: (into: NewFile) => Promise<T>,
  ): Promise<T> {
    const { store, sessions } = this.deps;
    const into = store.newFile(project);
    let answer: T;
    try {
      answer = await read(into);
      store.useNewFile(project, into, { ...answer.change, editPending: false, lastError: null });
    } catch (error) {
      removeProjectFile(into.ref.path);
      throw error;
    }
    // A session that started meanwhile has read the earlier file.
    await sessions.invalidate(project.id);
    store.removeFormerFiles(project.id);
    return answer;
  }

  /**
   * Ends interrupted imports of files, except imports of other programs that are still running. `only`: the ID of one project; null: all.
   */
  resumeAll(only: string | null): void {
    const { store, queue } = this.deps;
    for (const project of store.all()) {
      if (only !== null && project.id !== only) continue;
      // A program that takes over the projects may be importing a file itself.
      if (project.state.at !== 'reading' || queue.isBusy(project.id) || store.readers.isElsewhere(project.id)) continue;
      // There is no file to choose: its rows are copied from another list.
      if (store.readers.copiedFrom(project.id) !== null) continue;
      removeUnfinished(store.fileRef(project).path);
      // Nothing is lost: the service still has everything that the adoption had read.
      if (project.adopted !== null) {
        store.delete(project);
        continue;
      }
      store.transition(project.id, INTERRUPTED, {});
    }
    const reading = new Set(store.all().flatMap(({ id, state }) => (state.at === 'reading' ? [id] : [])));
    store.readers.keepOnly((id) => reading.has(id));
  }
}
