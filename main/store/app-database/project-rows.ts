/** Reads projects from their rows. */
import { z } from 'zod';
import { AppError, UNREADABLE_TEXT } from '../../../shared/base/index.ts';
import { ProjectState } from '../../../shared/project/index.ts';
import { ReadRows } from './read-rows.ts';
import { ProjectParts } from './schema/project.ts';
import { columnsOf } from './schema/tables.ts';
import { readText, readWithTexts, TEXT_KEYS, type TextOwner, withEncryptedTexts } from './service-texts.ts';
import { parsedRow, type Sql } from './sql.ts';
import type { KeyedProject, TextOwners } from './text-owners.ts';

export interface ProjectRow extends ProjectParts, KeyedProject {
  readonly version: number;
  readonly name: string;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly connectionId: string;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly fileSha256: string | null;
  readonly state: ProjectState;
  /** Null until the file has been read. */
  readonly encryptedList: Buffer | null;
}

const ProjectColumns = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  created_at: z.number(),
  changed_at: z.number(),
  connection_id: z.string(),
  file_name: z.string(),
  file_bytes: z.number(),
  file_sha256: z.string().nullable(),
  state: z.string(),
  facts: z.string(),
  wrapped_key: z.instanceof(Buffer).nullable(),
  sealed: z.instanceof(Buffer).nullable(),
});

/** A project with a record that cannot be read: only its other columns are known. */
export interface UnreadableProject extends Pick<
  ProjectRow,
  'id' | 'version' | 'name' | 'createdAt' | 'changedAt' | 'connectionId' | 'fileName' | 'fileBytes'
> {
  readonly state: Extract<ProjectState, { at: 'unreadable' }>;
}

const recordText = (name: string): string =>
  `The record of “${name}” in the history cannot be read, so this project cannot be opened. Nothing was changed, and the other projects can be used. To open it again, restore the data folder from a backup.`;

export const isReadable = (project: ProjectRow | UnreadableProject): project is ProjectRow => 'options' in project;

/** The column `facts` of a project. */
export function storedParts(parts: ProjectParts, owner: TextOwner): string {
  const { source, options, submission, lineage, adopted, custody, index, editPending, lastError } = parts;
  const stored: ProjectParts = { source, options, submission, lineage, adopted, custody, index, editPending, lastError };
  return withEncryptedTexts(stored, TEXT_KEYS.facts, owner);
}

/** The table of projects, parsed and decrypted. Rows that have not changed are parsed once. */
export class ProjectRows {
  private readonly sql: Sql;
  private readonly owners: TextOwners;
  private readonly cache = new ReadRows<Omit<z.infer<typeof ProjectColumns>, 'sealed'>, ProjectRow>();

  constructor(sql: Sql, owners: TextOwners) {
    this.sql = sql;
    this.owners = owners;
  }

  private select(where: string, ...values: readonly string[]): unknown[] {
    return this.sql.all(`SELECT ${columnsOf('project')} FROM project WHERE ${where}`, ...values);
  }

  /**
   * The projects that match a condition of SQL.
   * @throws DATABASE_DAMAGED, with the name of the project, when a record cannot be read.
   */
  readable(where: string, ...values: readonly string[]): ProjectRow[] {
    return this.select(where, ...values).map(this.toProject);
  }

  /** As `readable`, but includes projects with an unreadable record. */
  known(where: string, ...values: readonly string[]): (ProjectRow | UnreadableProject)[] {
    return this.select(where, ...values).map(this.toKnown);
  }

  /** Forgets what was read of all other projects. */
  retain(ids: ReadonlySet<string>): void {
    this.cache.retain(ids);
  }

  forget(id: string): void {
    this.cache.forget(id);
  }

  private readonly toProject = (row: unknown): ProjectRow => {
    const { sealed: encryptedList, ...rest } = row as z.infer<typeof ProjectColumns>;
    const known = this.cache.of(rest.id, rest);
    if (known !== null) return { ...known, encryptedList };
    const project = this.parsed(row);
    // Not kept while the project's key is missing, which can be temporary.
    if (project.name !== UNREADABLE_TEXT) this.cache.keep(rest.id, rest, { ...project, encryptedList: null });
    return project;
  };

  private parsed(row: unknown): ProjectRow {
    const { name, fileName } = this.namesOf(row);
    return parsedRow({ message: recordText(name) }, () => {
      const r = ProjectColumns.parse(row);
      const owner = this.owners.of({ id: r.id, wrappedKey: r.wrapped_key });
      return {
        ...ProjectParts.parse(readWithTexts(r.facts, TEXT_KEYS.facts, owner)),
        id: r.id,
        version: r.version,
        name,
        createdAt: r.created_at,
        changedAt: r.changed_at,
        connectionId: r.connection_id,
        fileName,
        fileBytes: r.file_bytes,
        fileSha256: r.file_sha256,
        state: ProjectState.parse(readWithTexts(r.state, TEXT_KEYS.state, owner)),
        wrappedKey: r.wrapped_key,
        encryptedList: r.sealed,
      };
    });
  }

  /** The names in a row, even if the rest of it cannot be read. */
  private namesOf(row: unknown): Pick<ProjectRow, 'name' | 'fileName'> {
    const { id, name, file_name, wrapped_key } = row as z.infer<typeof ProjectColumns>;
    const owner = this.owners.of({ id, wrappedKey: wrapped_key });
    return { name: readText(name, owner), fileName: readText(file_name, owner) };
  }

  /** The project, or only its other columns if its record cannot be read. */
  private readonly toKnown = (row: unknown): ProjectRow | UnreadableProject => {
    try {
      return this.toProject(row);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'DATABASE_DAMAGED') throw error;
      const { id, version, created_at, changed_at, connection_id, file_bytes } = row as z.infer<typeof ProjectColumns>;
      return {
        ...this.namesOf(row),
        id,
        version,
        createdAt: created_at,
        changedAt: changed_at,
        connectionId: connection_id,
        fileBytes: file_bytes,
        state: { at: 'unreadable', code: error.code, message: error.message },
      };
    }
  };
}
