/** The keys that encrypt texts in the app database: those of the projects, and that of the data folder. */
import { createHmac } from 'node:crypto';
import type { TextOwner } from './service-texts.ts';
import type { Sql } from './sql.ts';

export interface KeyedProject {
  readonly id: string;
  /** Null after the project's data was removed for good. */
  readonly wrappedKey: Buffer | null;
}

export interface KeySource {
  /**
   * The key of a project, 32 bytes.
   * @throws AppError when there is none.
   */
  of(project: KeyedProject): Buffer;
  /** The key for everything that does not belong to a project, 32 bytes. */
  readonly folder: Buffer;
}

export class TextOwners {
  private readonly sql: Sql;
  private keys: KeySource | null = null;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  useKeys(keys: KeySource): void {
    this.keys = keys;
  }

  private source(): KeySource {
    if (this.keys === null) throw new TypeError('the database has no keys yet');
    return this.keys;
  }

  private keyOf(project: KeyedProject): Buffer {
    return this.source().of(project);
  }

  /** The owner of a row that does not belong to a project. `what`: its table and its ID. */
  ofFolder(what: string): TextOwner {
    return { id: what, key: () => this.source().folder };
  }

  /** A keyed code of the ID of a service project: it shows whether an ID is the same, but cannot be read. */
  readonly codeOf = (remoteId: string): string =>
    `code:${createHmac('sha256', this.source().folder).update(`service project/${remoteId}`).digest('base64')}`;

  of(project: KeyedProject): TextOwner {
    return { id: project.id, key: () => this.keyOf(project) };
  }

  /** The owner of a project's journal rows, which do not contain its key. */
  byId(id: string): TextOwner {
    let known: Buffer | null = null;
    const key = () => {
      if (known !== null) return known;
      const row = this.sql.get('SELECT wrapped_key FROM project WHERE id = ?', id) as { readonly wrapped_key: Buffer | null } | undefined;
      known = this.keyOf({ id, wrappedKey: row?.wrapped_key ?? null });
      return known;
    };
    return { id, key };
  }
}
