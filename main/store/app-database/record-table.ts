/**
 * The screening record: a chain to which entries are only added, and which is kept when projects are removed. Contents are encrypted with
 * the key of the data folder, because users type the purpose. No statement changes or removes an entry.
 */
import { Content, type Digest, type Entry, Link, nextEntry } from '../../../shared/record/index.ts';
import { decryptJson, encryptJson } from '../project-file/index.ts';
import { columnsOf } from './schema/tables.ts';
import { parsedRow, type Sql } from './sql.ts';
import type { TextOwners } from './text-owners.ts';

const purposeOf = (number: number) => `record/${number}`;

interface RecordRow {
  readonly number: number;
  readonly project_id: string;
  readonly kind: string;
  readonly hash: string;
  readonly link: string;
  readonly sealed: Buffer;
}

export class RecordTable {
  private readonly sql: Sql;
  private readonly owners: TextOwners;

  constructor(sql: Sql, owners: TextOwners) {
    this.sql = sql;
    this.owners = owners;
  }

  private key() {
    return this.owners.ofFolder('record').key();
  }

  /**
   * Within a transaction, adds an entry after the last one. `chain`: the ID of the chain if this is its first entry.
   * @param digest SHA-256.
   */
  append(place: Pick<Link, 'at' | 'computer'>, chain: string, content: Content, digest: Digest): void {
    const last = this.sql.get(`SELECT ${columnsOf('record')} FROM record ORDER BY number DESC LIMIT 1`) as RecordRow | undefined;
    // The hash has a column of its own, so that the chain can continue after a damaged link, which the verification reports.
    const before = last === undefined ? null : { number: last.number, hash: last.hash };
    const known = last === undefined ? chain : (this.linkOf(last)?.chain ?? chain);
    const { link } = nextEntry(before, { ...place, chain: known }, content, digest);
    this.sql.insert('record', {
      number: link.number,
      project_id: content.project,
      kind: content.kind,
      hash: link.hash,
      link: JSON.stringify(link),
      sealed: encryptJson(this.key(), purposeOf(link.number), content),
    });
  }

  private linkOf({ link }: Pick<RecordRow, 'link'>): Link | null {
    try {
      return Link.parse(JSON.parse(link));
    } catch {
      return null;
    }
  }

  private readonly toEntry = (row: unknown): Entry =>
    parsedRow('screening', () => {
      const { number, link, sealed } = row as RecordRow;
      return { link: Link.parse(JSON.parse(link)), content: Content.parse(decryptJson(this.key(), purposeOf(number), sealed)) };
    });

  /**
   * The entries of a project, in order, even if it was removed.
   * @throws DATABASE_DAMAGED for an entry that cannot be read.
   */
  of(projectId: string): Entry[] {
    return this.sql.all(`SELECT ${columnsOf('record')} FROM record WHERE project_id = ? ORDER BY number`, projectId).map(this.toEntry);
  }

  /** The contents of a project's entries, in order, each with its stored kind. Content that cannot be read is null. */
  contentsOf(projectId: string): { readonly kind: string; readonly content: Content | null }[] {
    const rows = this.sql.all(`SELECT ${columnsOf('record')} FROM record WHERE project_id = ? ORDER BY number`, projectId) as RecordRow[];
    return rows.map((row) => ({ kind: row.kind, content: this.contentOf(row) }));
  }

  /** True when the project has an entry: its list was sent. */
  has(projectId: string): boolean {
    return this.sql.get('SELECT 1 FROM record WHERE project_id = ? LIMIT 1', projectId) !== undefined;
  }

  /** The whole chain as it is stored, for verification. Links that cannot be read are left out; content that cannot be read is null. */
  chain(): {
    readonly links: Link[];
    readonly entries: { readonly number: number; readonly projectId: string; readonly content: Content | null }[];
  } {
    const rows = this.sql.all(`SELECT ${columnsOf('record')} FROM record ORDER BY number`) as RecordRow[];
    return {
      links: rows.flatMap((row) => this.linkOf(row) ?? []),
      entries: rows.map((row) => ({ number: row.number, projectId: row.project_id, content: this.contentOf(row) })),
    };
  }

  private contentOf({ number, sealed }: RecordRow): Content | null {
    try {
      return Content.parse(decryptJson(this.key(), purposeOf(number), sealed));
    } catch {
      return null;
    }
  }
}
