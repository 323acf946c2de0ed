/** The columns of the app database, and statements that name them. */

/** The columns that the program writes. SQLite computes `journal.seq` and `project.parent_id`. */
const TABLES = {
  setting: ['name', 'value'],
  connection: [
    'id',
    'name',
    'kind',
    'base_url',
    'version',
    'settings',
    'token_saved',
    'tested_at',
    'credits',
    'credits_per_record',
    'created_at',
    'organization',
    'former',
    'last_test',
    'removed_at',
  ],
  project: [
    'id',
    'version',
    'name',
    'created_at',
    'changed_at',
    'connection_id',
    'file_name',
    'file_bytes',
    'file_sha256',
    'state',
    'facts',
    'wrapped_key',
    'sealed',
  ],
  journal: ['project_id', 'at', 'event', 'detail', 'state'],
  review: ['project_id', 'number', 'at', 'sealed'],
  record: ['number', 'project_id', 'kind', 'hash', 'link', 'sealed'],
  template: ['id', 'changed_at', 'sealed'],
  do_not_screen: ['id', 'name', 'added_at', 'people', 'ids', 'emails', 'names', 'entries'],
} as const;

export type TableName = keyof typeof TABLES;
type Value = string | number | null | Buffer;
/** A row to be written, with every column. */
export type ColumnsOf<T extends TableName> = Readonly<Record<(typeof TABLES)[T][number], Value>>;

/** "id, name, …": the columns of a table for a SELECT. */
export const columnsOf = (table: TableName): string => TABLES[table].join(', ');

/** INSERT INTO t (a, b) VALUES (@a, @b); run it with a `ColumnsOf` of the same table. */
export const insertInto = (table: TableName): string =>
  `INSERT INTO ${table} (${columnsOf(table)}) VALUES (${TABLES[table].map((column) => `@${column}`).join(', ')})`;

/** The same, but if the table has a row with that key, changes all its columns except `except`. */
export function upsertInto<T extends TableName>(
  table: T,
  key: (typeof TABLES)[T][number],
  except: readonly (typeof TABLES)[T][number][] = [],
): string {
  const columns: readonly string[] = TABLES[table];
  const changed = columns.filter((column) => column !== key && !(except as readonly string[]).includes(column));
  return `${insertInto(table)} ON CONFLICT (${key}) DO UPDATE SET ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}
