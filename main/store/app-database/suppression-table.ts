import { z } from 'zod';
import { columnsOf } from './schema/tables.ts';
import { encryptedText, readText } from './service-texts.ts';
import { parsedRow, type Sql } from './sql.ts';
import type { TextOwners } from './text-owners.ts';

/** One import of a do-not-screen list; `entries` are encrypted. */
export interface SuppressionRow {
  readonly id: string;
  readonly name: string;
  readonly addedAt: number;
  readonly people: number;
  readonly ids: number;
  readonly emails: number;
  readonly names: number;
  readonly entries: Buffer;
}

const SuppressionColumns = z.object({
  id: z.string(),
  name: z.string(),
  added_at: z.number(),
  people: z.int(),
  ids: z.int(),
  emails: z.int(),
  names: z.int(),
  entries: z.instanceof(Buffer),
});

export class SuppressionTable {
  private readonly sql: Sql;
  private readonly owners: TextOwners;

  constructor(sql: Sql, owners: TextOwners) {
    this.sql = sql;
    this.owners = owners;
  }

  private readonly ownerOf = (id: string) => this.owners.ofFolder(`do-not-screen/${id}`);

  private readonly toSuppression = (row: unknown): SuppressionRow =>
    parsedRow('do-not-screen list', () => {
      const { added_at: addedAt, name, ...rest } = SuppressionColumns.parse(row);
      return { ...rest, name: readText(name, this.ownerOf(rest.id)), addedAt };
    });

  /** The oldest first. */
  all(): SuppressionRow[] {
    return this.sql.all(`SELECT ${columnsOf('do_not_screen')} FROM do_not_screen ORDER BY added_at, id`).map(this.toSuppression);
  }

  /** Adds lists, replaces those with the same IDs, and removes others. A list that another program has added meanwhile is kept. */
  change(lists: readonly SuppressionRow[], removed: readonly string[]): void {
    this.sql.write(() => {
      for (const { addedAt, name, ...list } of lists)
        this.sql.put('do_not_screen', 'id', { ...list, name: encryptedText(name, this.ownerOf(list.id)), added_at: addedAt });
      for (const id of removed) this.sql.run('DELETE FROM do_not_screen WHERE id = ?', id);
    });
  }
}
