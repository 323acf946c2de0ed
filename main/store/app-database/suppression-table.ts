import { z } from 'zod';
import { columnsOf } from './schema/tables.ts';
import { parsedRow, type Sql } from './sql.ts';

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

const toSuppression = (row: unknown): SuppressionRow =>
  parsedRow('do-not-screen list', () => {
    const { added_at: addedAt, ...rest } = SuppressionColumns.parse(row);
    return { ...rest, addedAt };
  });

export class SuppressionTable {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  /** The oldest first. */
  all(): SuppressionRow[] {
    return this.sql.all(`SELECT ${columnsOf('do_not_screen')} FROM do_not_screen ORDER BY added_at, id`).map(toSuppression);
  }

  replaceAll(lists: readonly SuppressionRow[]): void {
    this.sql.write(() => {
      this.sql.run('DELETE FROM do_not_screen');
      for (const { addedAt, ...list } of lists) this.sql.insert('do_not_screen', { ...list, added_at: addedAt });
    });
  }
}
