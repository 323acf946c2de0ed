import { z } from 'zod';
import { columnsOf } from './schema/tables.ts';
import { parsedRow, type Sql } from './sql.ts';

/** A template: its name, headings and mapping, encrypted with a key of the installation. */
export interface TemplateRow {
  readonly id: string;
  readonly changedAt: number;
  readonly encrypted: Buffer;
}

const TemplateColumns = z.object({ id: z.string(), changed_at: z.number(), sealed: z.instanceof(Buffer) });

const toTemplate = (row: unknown): TemplateRow =>
  parsedRow('template', () => {
    const { id, changed_at: changedAt, sealed: encrypted } = TemplateColumns.parse(row);
    return { id, changedAt, encrypted };
  });

export class TemplateTable {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  /** The last changed one first. */
  all(): TemplateRow[] {
    return this.sql.all(`SELECT ${columnsOf('template')} FROM template ORDER BY changed_at DESC, id`).map(toTemplate);
  }

  /** Stores a template; replaces the one with its ID. */
  save({ id, changedAt, encrypted }: TemplateRow): void {
    this.sql.write(() => this.sql.put('template', 'id', { id, changed_at: changedAt, sealed: encrypted }));
  }

  remove(id: string): void {
    this.sql.write(() => this.sql.run('DELETE FROM template WHERE id = ?', id));
  }
}
