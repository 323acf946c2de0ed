import type { z } from 'zod';
import type { Sql } from './sql.ts';

export class SettingTable {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  get(name: string): string | null {
    const row = this.sql.get('SELECT value FROM setting WHERE name = ?', name) as { value: string } | undefined;
    return row?.value ?? null;
  }

  /** The settings whose name begins with `prefix`, by name. */
  withPrefix(prefix: string): Map<string, string> {
    const rows = this.sql.all('SELECT name, value FROM setting WHERE substr(name, 1, ?) = ?', prefix.length, prefix) as {
      name: string;
      value: string;
    }[];
    return new Map(rows.map(({ name, value }) => [name, value]));
  }

  set(name: string, value: string): void {
    this.sql.write(() => this.sql.put('setting', 'name', { name, value }));
  }

  /**
   * Runs `work` in one transaction. Use it to store a value that depends on the stored one, so that a change that another program makes
   * meanwhile is not lost.
   */
  atomically<T>(work: () => T): T {
    return this.sql.write(work);
  }

  /** Stores settings by name, all or none of them. */
  setAll(settings: ReadonlyMap<string, string>): void {
    this.sql.write(() => {
      for (const [name, value] of settings) this.set(name, value);
    });
  }

  /**
   * Adds an entry to a journal of settings: the setting `name` has the number of its entries, and its first entry is `name/1`. Runs in one
   * transaction, so that two programs never write the same entry. `valueOf`: the value of the entry with this name.
   */
  append(name: string, valueOf: (entry: string) => string): void {
    this.sql.write(() => {
      const number = Number(this.get(name) ?? 0) + 1;
      const entry = `${name}/${number}`;
      this.set(entry, valueOf(entry));
      this.set(name, String(number));
    });
  }

  remove(name: string): void {
    this.sql.write(() => this.sql.run('DELETE FROM setting WHERE name = ?', name));
  }
}

/** The settings, as the rest of the program uses them. */
export type Settings = Pick<SettingTable, keyof SettingTable>;

/** A setting stored as JSON. Null if it is missing or does not have this shape, so the caller must be able to do without it. */
export function jsonSetting<T>(settings: Pick<Settings, 'get'>, name: string, shape: z.ZodType<T>): T | null {
  const stored = settings.get(name);
  if (stored === null) return null;
  try {
    return shape.parse(JSON.parse(stored));
  } catch {
    return null;
  }
}
