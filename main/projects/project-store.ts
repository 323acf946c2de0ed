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
import type { ProjectKeys } from './project-keys.ts';
import { type Copied, ReadingPrograms } from './reading-programs.ts';

/** The setting with the rows of a project from which somebody was erased; they name nobody. */
export const erasedName = (id: string): string => `erased/${id}`;

const Erased = z.strictObject({ rows: z.array(z.int()), profiles: z.array(z.int()), isDone: z.boolean() });
/** The rows and profiles of a project from which somebody was erased. `isDone` false: begun. */
export type Erased = z.infer<typeof Erased>;

/** `stored`: the setting; null for nobody. */
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
  /** That of the project files. */
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

  /** The project; null once it was removed. */
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
   * The project; only its other columns when its record cannot be read.
   * @throws NOT_FOUND when there is no such project.
   */
  known(id: string): ProjectRow | UnreadableProject {
    const project = this.database.projects.findKnown(id);
    if (project === null) throw new AppError('NOT_FOUND', 'There is no such project.');
    return project;
  }

  /** Every project, with those whose record cannot be read; the last changed one first. */
  allKnown(): (ProjectRow | UnreadableProject)[] {
    return this.database.projects.allKnown();
  }

  /** Every project whose record can be read, the last changed one first. */
  all(): ProjectRow[] {
    return this.database.projects.all();
  }

  /** @throws NOT_FOUND; NOT_NOW once the list was sent: what was sent must stay what was checked. */
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

  /** The path of the file of a project. `suffix`: of a file that replaced the first one. */
  pathOf(id: string, suffix: string | null): string {
    return join(this.folder, `${suffix === null ? id : `${id}.${suffix}`}.sqlite`);
  }

  /**
   * A file for a list that is read again. The present file stays until `useNewFile`, so that the list and its file
   * change in one step, also when the program ends in between.
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
        throw new AppError('NOT_NOW', 'Another window has read this list again. Look at it, then try again.');
    });
    this.events.emit('project.changed', { id: project.id });
  }

  /** Removes every file of a project except the present one. */
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
    return { file: this.fileRef(project), sheetLayout: layout, plan: mapping, today, rowIdPrefix, rowIdForm };
  }

  /** Today where the user is, YYYY-MM-DD. */
  today(): string {
    return localDay(this.clock.now());
  }

  /** Stores a new project, and creates its key. `copied`: where its rows come from; without it, from a file. */
  add(project: NewProject, copied?: Copied): void {
    if (project.state.at === 'reading') this.readers.begin(project.id, copied);
    const wrappedKey = this.keys.create(project.id);
    this.database.projects.add({ ...project, createdAt: this.clock.now(), wrappedKey, encryptedList: null });
    this.events.emit('project.changed', { id: project.id });
  }

  /**
   * Changes a project without changing its state.
   * @throws what `assertChangeable` throws; nothing has changed then.
   */
  update(id: string, change: ProjectChange, assertChangeable?: AssertChangeable): void {
    const now = this.clock.now();
    // A declaration about a list that was sent becomes a new entry of its record.
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
   * Stores the state that an event leads to with its journal entry and the screening record; all are on the disk when this returns. False,
   * with nothing changed, when another project holds the claim in `change`.
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
   * @throws NotNow when the state does not accept it.
   */
  transition<E extends ProjectEvent>(id: string, event: E, notes: JournalNotes<E>, change: ProjectChange = {}): void {
    const state = next(this.get(id).state, event);
    if (state.at === 'reading') this.readers.begin(id);
    this.advance(id, state, { at: this.clock.now(), event: journalEvent(event, notes) }, change);
  }

  /** Call it after a project was changed past this class. */
  changed(id: string): void {
    this.events.emit('project.changed', { id });
  }

  /** Adds a journal entry that changes no state. */
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

  /** The rows of a project from which somebody was erased: they stay, empty. */
  erasedRows(id: string): readonly number[] {
    return erasedOf(this.database.settings.get(erasedName(id))).rows;
  }

  /**
   * Refuses what would bring back somebody who was erased from the project. `what`: begins a sentence.
   * @throws NOT_NOW.
   */
  assertNobodyErased(id: string, what: string): void {
    if (this.hasErased(id))
      throw new AppError(
        'NOT_NOW',
        `Somebody was erased from this list at their request, and ${what} would bring them back. Nothing was changed.`,
      );
  }

  /** Stores the list state of a project whose people were erased. */
  saveErased(project: ProjectRow, state: StoredList): void {
    const now = this.clock.now();
    this.database.projects.change(project.id, { encryptedList: this.encrypt(project, state) }, now, undefined, () => {
      this.records.addRemoved(project.id, now, 'person');
    });
    this.events.emit('project.changed', { id: project.id });
  }

  /** Whether results of the project were saved in a file. */
  wasExported(id: string): boolean {
    return this.database.journal.entries(id).some(({ event }) => event.type === 'exported');
  }

  /** Removes the key, the encrypted list and the files of a project for good. `why`: as `ProjectRemoval.remove`. */
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
   * Finishes removals that a program left when it ended after it removed the key. Call it only in the program that runs the projects.
   * `isArriving`: whether a program puts a file of the removed project in its place, because it opens a bundle.
   */
  finishRemovals(isArriving: (id: string) => boolean): void {
    const ids = new Set(readdirSync(this.folder).map((name) => name.slice(0, name.indexOf('.'))));
    for (const id of ids)
      this.database.projects.whileRemoved(id, () => {
        if (isArriving(id)) return;
        removeProjectFiles(this.folder, id);
        this.events.emit('project.removed', { id });
      });
  }
}
