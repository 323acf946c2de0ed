/** The projects of this data folder: the stored rows, the encrypted list states, and the paths of the project files. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, localDay } from '../../shared/base/index.ts';
import {
  type JournalEvent,
  type JournalNotes,
  type ProjectEvent,
  type ProjectState,
  journalEvent,
  next,
} from '../../shared/project/index.ts';
import { RECORD_FIELDS } from '../../shared/record/index.ts';
import type { DomainEventBus } from '../events/index.ts';
import type { Clock } from '../platform/index.ts';
import type { RecordBook } from '../records/index.ts';
import {
  type AppDatabase,
  type AssertChangeable,
  type ProjectChange,
  type ProjectRow,
  StoredList,
  parsedRow,
  type UnreadableProject,
} from '../store/app-database/index.ts';
import { removeProjectFiles } from '../store/project-file/index.ts';
import type { ListSource, ProjectFileRef } from '../worker-protocol/index.ts';
import { isWhollyAdopted } from './lineage.ts';
import type { ProjectKeys } from './project-keys.ts';
import { type Copied, ReadingPrograms } from './reading-programs.ts';

/** The name of the setting with the rows of a project that were erased. They do not name anybody. */
/** Steps after which a saved file no longer has all results. */
const NEWER_RESULTS: ReadonlySet<string> = new Set(['joined', 'fetched-again', 'order-joined'] satisfies JournalEvent['type'][]);

export const erasedName = (id: string): string => `erased/${id}`;

const Erased = z.strictObject({ rows: z.array(z.int()), profiles: z.array(z.int()), isDone: z.boolean() });
/** The rows and profiles of a project that were erased. `isDone` false: the erasure was begun but not finished. */
export type Erased = z.infer<typeof Erased>;

/** `stored`: the value of the setting; null if nobody was erased. */
export const erasedOf = (stored: string | null): Erased =>
  stored === null ? { rows: [], profiles: [], isDone: true } : parsedRow('screening', () => Erased.parse(JSON.parse(stored)));

/** A project before it is stored. */
type NewProject = Omit<ProjectRow, 'version' | 'changedAt' | 'createdAt' | 'wrappedKey' | 'encryptedList'>;

/** A project file that is not in use yet. */
export interface NewFile {
  readonly suffix: string;
  readonly ref: ProjectFileRef;
}

function assertDraft({ state }: ProjectRow): void {
  if (state.at === 'draft') return;
  const isRead = state.at !== 'reading';
  throw new AppError('NOT_NOW', isRead ? 'The list was already sent and can no longer be changed.' : 'The file is still being read.');
}

export class ProjectStore {
  /** The folder of the project files. */
  readonly folder: string;
  private readonly database: AppDatabase;
  private readonly keys: ProjectKeys;
  private readonly clock: Clock;
  private readonly events: DomainEventBus;
  private readonly records: RecordBook;
  readonly readers: ReadingPrograms;

  constructor(dataDir: string, database: AppDatabase, keys: ProjectKeys, clock: Clock, events: DomainEventBus, records: RecordBook) {
    this.folder = join(dataDir, 'projects');
    this.database = database;
    this.keys = keys;
    this.clock = clock;
    this.events = events;
    this.records = records;
    this.readers = new ReadingPrograms(database.settings);
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
  }

  /** The project; null if it was removed. */
  find(id: string): ProjectRow | null {
    return this.database.projects.find(id);
  }

  /** @throws NOT_FOUND when there is no such project. */
  get(id: string): ProjectRow {
    const project = this.find(id);
    if (project === null) throw new AppError('NOT_FOUND', 'There is no such project.');
    return project;
  }

  /**
   * The project, or only its other columns if its record cannot be read.
   * @throws NOT_FOUND when there is no such project.
   */
  known(id: string): ProjectRow | UnreadableProject {
    const project = this.database.projects.findKnown(id);
    if (project === null) throw new AppError('NOT_FOUND', 'There is no such project.');
    return project;
  }

  /** All projects, including those with an unreadable record, the last changed one first. */
  allKnown(): (ProjectRow | UnreadableProject)[] {
    return this.database.projects.allKnown();
  }

  /** All projects with a readable record, the last changed one first. */
  all(): ProjectRow[] {
    return this.database.projects.all();
  }

  /** @throws NOT_FOUND; NOT_NOW while the file is being read, and once the list was sent: what was sent must not change after its check. */
  draft(id: string): ProjectRow {
    const project = this.get(id);
    assertDraft(project);
    return project;
  }

  /**
   * The decrypted list state.
   * @throws NOT_NOW while the file is being read.
   */
  listState(project: ProjectRow): StoredList {
    if (project.encryptedList === null) throw new AppError('NOT_NOW', 'The file is still being read.');
    return StoredList.parse(this.keys.decryptJson(project.id, this.keys.of(project), project.encryptedList));
  }

  /** Encrypts the list state, because it may name people. */
  encrypt(project: ProjectRow, state: StoredList): Buffer {
    return this.keys.encryptJson(project.id, this.keys.of(project), StoredList.parse(state));
  }

  fileRef(project: ProjectRow): ProjectFileRef {
    return this.fileWith(project, project.source.fileSuffix);
  }

  private fileWith(project: ProjectRow, suffix: string | null): ProjectFileRef {
    return { path: this.pathOf(project.id, suffix), projectId: project.id, key: this.keys.of(project) };
  }

  /** The path of a project's file. `suffix`: that of a file that replaced the first one; null for the first one. */
  pathOf(id: string, suffix: string | null): string {
    return join(this.folder, `${suffix === null ? id : `${id}.${suffix}`}.sqlite`);
  }

  /**
   * A new file for a list that is read again. The current file is kept until `useNewFile`, so that the list and its file change in one
   * step, even if the program ends in between.
   */
  newFile(project: ProjectRow): NewFile {
    const suffix = randomBytes(4).toString('hex');
    return { suffix, ref: this.fileWith(project, suffix) };
  }

  /**
   * Stores a list that was read into a new file.
   * @throws NOT_NOW, with nothing changed, when the list was sent or read again in the meantime.
   */
  useNewFile(project: ProjectRow, { suffix }: NewFile, change: ProjectChange): void {
    const source = { ...change.source, fileSuffix: suffix };
    this.database.projects.change(project.id, { ...change, source }, this.clock.now(), (present) => {
      assertDraft(present);
      if (present.source.fileSuffix !== project.source.fileSuffix)
        throw new AppError('NOT_NOW', 'Another window has read this list again. Review it, then try again.');
    });
    this.events.emit('project.changed', { id: project.id });
  }

  /** Removes all files of a project except the current one. */
  removeFormerFiles(id: string): void {
    const project = this.find(id);
    if (project !== null) removeProjectFiles(this.folder, id, this.fileRef(project).path);
  }

  /**
   * What a worker needs to read the records of a project.
   * @throws NOT_NOW while the file is being read.
   */
  source(project: ProjectRow): ListSource {
    const { layout, mapping, check } = this.listState(project);
    const today = check?.key.day ?? this.today();
    const { rowIdPrefix, rowIdForm } = project.submission;
    const isPart = isWhollyAdopted(project) && { isPart: true };
    return { file: this.fileRef(project), sheetLayout: layout, plan: mapping, today, rowIdPrefix, rowIdForm, ...isPart };
  }

  /** Today's date in the user's time zone, YYYY-MM-DD. */
  today(): string {
    return localDay(this.clock.now());
  }

  /** Stores a new project, and creates its key. `copied`: where its rows come from; omitted if they come from a file. */
  add(project: NewProject, copied?: Copied): void {
    if (project.state.at === 'reading') this.readers.begin(project.id, copied);
    const wrappedKey = this.keys.create(project.id);
    this.database.projects.add({ ...project, createdAt: this.clock.now(), wrappedKey, encryptedList: null });
    this.events.emit('project.changed', { id: project.id });
  }

  /**
   * Changes a project without changing its state. If it throws, nothing has changed.
   * @throws what `assertChangeable` throws.
   */
  update(id: string, change: ProjectChange, assertChangeable?: AssertChangeable): void {
    const now = this.clock.now();
    // A declaration about a list that was sent is added to its record as a new entry.
    const declares = change.options !== undefined && RECORD_FIELDS.some((field) => field in change.options!);
    const alsoWrite = declares ? (changed: ProjectRow) => this.records.addDeclared(changed, now) : undefined;
    this.database.projects.change(id, change, now, assertChangeable, alsoWrite);
    this.events.emit('project.changed', { id });
  }

  /**
   * As `update`, for a draft.
   * @throws NOT_NOW, with nothing changed, when another program has sent it a moment ago.
   */
  updateDraft(id: string, change: ProjectChange): void {
    this.update(id, change, assertDraft);
  }

  /**
   * Stores the list state of a draft after an edit.
   * @throws as `updateDraft`.
   */
  saveEdit(project: ProjectRow, state: StoredList): void {
    this.updateDraft(project.id, { encryptedList: this.encrypt(project, state), lastError: null });
  }

  /**
   * Stores the state after an event, with its journal entry and its entry in the screening record. All are on disk when this returns.
   * Returns false, with nothing changed, if another project holds the claim in `change`.
   * @throws what `assertChangeable` throws.
   */
  advance(
    id: string,
    state: ProjectState,
    entry: { readonly at: number; readonly event: JournalEvent },
    change: ProjectChange = {},
    assertChangeable?: AssertChangeable,
  ): boolean {
    const alsoWrite = (changed: ProjectRow) => {
      this.records.add(changed, entry, () => (changed.encryptedList === null ? null : this.listState(changed)));
    };
    const isNoted = this.records.isNoted(state, entry.event);
    const isStored = this.database.projects.advance(id, state, entry, change, assertChangeable, isNoted ? alsoWrite : undefined);
    this.events.emit('project.changed', { id });
    return isStored;
  }

  /**
   * Applies an event to the stored state.
   * @throws NotNow when the state does not allow it.
   */
  transition<E extends ProjectEvent>(id: string, event: E, notes: JournalNotes<E>, change: ProjectChange = {}): void {
    const state = next(this.get(id).state, event);
    if (state.at === 'reading') this.readers.begin(id);
    this.advance(id, state, { at: this.clock.now(), event: journalEvent(event, notes) }, change);
  }

  /** Call it after a project was changed without this class. */
  changed(id: string): void {
    this.events.emit('project.changed', { id });
  }

  /** Adds a journal entry that does not change the state. */
  appendJournal(id: string, event: JournalEvent): void {
    this.database.journal.append(id, this.clock.now(), event);
  }

  /** When the last file for another system was written; null where none was. */
  writtenBackAt(id: string): number | null {
    const entries = this.database.journal.entries(id);
    return entries.findLast(({ event }) => event.type === 'exported' && event.layout !== undefined)?.at ?? null;
  }

  /** The name of the layout of the last file for another system; null where none was written. */
  layoutOf(id: string): string | null {
    const names = this.database.journal.entries(id).flatMap(({ event }) => (event.type === 'exported' ? [event.layout ?? null] : []));
    return names.findLast((name) => name !== null) ?? null;
  }

  /** Whether somebody was erased from the project, or from a list that its results are merged with. */
  hasErased(id: string): boolean {
    return this.database.settings.get(erasedName(id)) !== null;
  }

  /** The rows of the people who were erased from a project. The rows are kept, but empty. */
  erasedRows(id: string): readonly number[] {
    return erasedOf(this.database.settings.get(erasedName(id))).rows;
  }

  /**
   * Refuses what would bring back people who were erased from the project. `what`: the subject of the sentence, such as "fetching its
   * results again".
   * @throws NOT_NOW.
   */
  assertNobodyErased(id: string, what: string): void {
    if (this.hasErased(id))
      throw new AppError(
        'NOT_NOW',
        `Somebody was erased from this list at their request, and ${what} would bring them back. Nothing was changed.`,
      );
  }

  /** Stores the list state of a project after people were erased from it. */
  saveErased(project: ProjectRow, state: StoredList): void {
    const now = this.clock.now();
    this.database.projects.change(project.id, { encryptedList: this.encrypt(project, state) }, now, undefined, () => {
      this.records.addRemoved(project.id, now, 'person');
    });
    this.events.emit('project.changed', { id: project.id });
  }

  /** Whether the results of everybody were saved in a file after the last results arrived. */
  isSaved(id: string): boolean {
    const last = this.database.journal
      .entries(id)
      .findLast(({ event }) => NEWER_RESULTS.has(event.type) || (event.type === 'exported' && event.what === undefined));
    return last?.event.type === 'exported';
  }

  /** Removes the key, the encrypted list and the files of a project for good. `why`: whether the user requested it, or the list was due. */
  delete(project: Pick<ProjectRow, 'id'>, why: 'request' | 'retention' = 'request'): void {
    const now = this.clock.now();
    this.database.eraseProject(project.id, now, () => {
      if (why === 'retention') this.records.addRemoved(project.id, now, 'list');
    });
    this.keys.drop(project.id);
    removeProjectFiles(this.folder, project.id);
    this.events.emit('project.removed', { id: project.id });
  }

  /**
   * Finishes removals that were interrupted after the key was removed. Call it only in the program that runs the projects. `isArriving`:
   * whether a program is opening a bundle with the removed project, and has already written its file.
   * @throws what removing a file throws, after all other removals. On Windows, a file that a program has open cannot be removed.
   */
  finishRemovals(isArriving: (id: string) => boolean): void {
    const ids = new Set(readdirSync(this.folder).map((name) => name.slice(0, name.indexOf('.'))));
    const failures: unknown[] = [];
    for (const id of ids)
      try {
        this.database.projects.whileRemoved(id, () => {
          if (isArriving(id)) return;
          removeProjectFiles(this.folder, id);
          this.events.emit('project.removed', { id });
        });
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
}
