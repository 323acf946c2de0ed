/** The content of a data folder, for tests that look for removed people: every byte, each encrypted text, and everything decrypted. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync, zstdDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { type TextOwner, decryptedText } from '../../main/store/app-database/service-texts.ts';
import { ProjectFile, decryptJson, deriveKey } from '../../main/store/project-file/index.ts';
import type { Stream } from '../../main/store/project-file/streams.ts';
import { ProjectKeys } from '../../main/projects/project-keys.ts';

/** The length in bytes of the pieces of a replaced text that are looked for, and the distance between two of them. */
const PIECE = 32;
const DISTANCE = 256;

const open = (path: string) => new Database(path, { readonly: true });
const projectPaths = (dataDir: string) => readdirSync(join(dataDir, 'projects')).filter((name) => name.endsWith('.sqlite'));

/** Every byte of the data folder. */
export function bytesOf(dataDir: string): Buffer {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))));
}

/** Each encrypted text of the data folder, by its location. */
export function sealedOf(dataDir: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const name of projectPaths(dataDir)) {
    const database = open(join(dataDir, 'projects', name));
    for (const { stream, seq, body } of database.prepare('SELECT stream, seq, body FROM chunk').iterate() as Iterable<{
      stream: string;
      seq: number;
      body: Buffer;
    }>)
      found.set(`${name} ${stream} ${seq}`, body);
    database.close();
  }
  const history = open(join(dataDir, 'history.sqlite'));
  for (const { id, sealed: body } of history.prepare('SELECT id, sealed FROM project WHERE sealed IS NOT NULL').all() as {
    id: string;
    sealed: Buffer;
  }[])
    found.set(`list ${id}`, body);
  for (const { name, value } of history.prepare("SELECT name, value FROM setting WHERE name LIKE 'notes/%'").all() as {
    name: string;
    value: string;
  }[])
    found.set(name, Buffer.from(value));
  history.close();
  return found;
}

/**
 * The locations of encrypted texts that were replaced since `before`, and those whose old bytes are still in the folder, as in old pages.
 */
export function replacedSince(
  before: ReadonlyMap<string, Buffer>,
  dataDir: string,
): { readonly replaced: string[]; readonly left: string[] } {
  const after = sealedOf(dataDir);
  const all = bytesOf(dataDir);
  const replaced = [...before].filter(([place, body]) => after.get(place)?.equals(body) !== true);
  const isLeft = (body: Buffer) => {
    for (let at = 0; at + PIECE <= body.length; at += DISTANCE) if (all.includes(body.subarray(at, at + PIECE))) return true;
    return false;
  };
  return { replaced: replaced.map(([place]) => place), left: replaced.filter(([, body]) => isLeft(body)).map(([place]) => place) };
}

const DATA_KEY = Buffer.alloc(32, 7);

/** What JSON of the app database says, with its texts decrypted. */
const readable = (json: string, owner: TextOwner): string =>
  JSON.stringify(JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? (decryptedText(value, owner) ?? value) : value)));

/** Settings about a project, by the prefix of their names, with the purpose of their keys. */
const SETTING_KEYS = { notes: 'notes', officers: 'officers', report: 'report', retention: 'retention' } as const;

/** Every setting, and everything else that belongs to no project, decrypted, except the screening record. */
function* folderTexts(history: Database.Database, keys: ProjectKeys): Generator<string> {
  const ownerOf = (id: string): TextOwner => ({ id, key: () => keys.folder });
  type Columns = Readonly<Record<string, string | null>>;
  for (const row of history.prepare('SELECT id, name, settings, organization, credits FROM connection').all() as Columns[]) {
    yield row['name']!;
    for (const json of [row['settings'], row['credits']]) if (json != null) yield readable(json, ownerOf(`connection/${row['id']!}`));
  }
  for (const { id, name } of history.prepare('SELECT id, name FROM do_not_screen').all() as { id: string; name: string }[])
    yield decryptedText(name, ownerOf(`do-not-screen/${id}`))!;
  for (const { id, sealed } of history.prepare('SELECT id, sealed FROM template').all() as { id: string; sealed: Buffer }[])
    yield JSON.stringify(decryptJson(deriveKey(DATA_KEY, 'templates'), `template/${id}`, sealed));
  for (const { name, value } of history.prepare('SELECT name, value FROM setting').all() as { name: string; value: string }[]) {
    const [kind = '', id = ''] = name.split('/');
    const bytes = Buffer.from(value, 'base64');
    if (kind === 'arrangement') yield JSON.stringify(decryptJson(deriveKey(DATA_KEY, 'arrangements'), name, bytes));
    else if (Object.hasOwn(SETTING_KEYS, kind) && !/^\d*$/.test(value)) {
      const row = history.prepare('SELECT id, wrapped_key AS wrappedKey FROM project WHERE id = ?').get(id) as {
        id: string;
        wrappedKey: Buffer;
      };
      yield JSON.stringify(decryptJson(deriveKey(keys.of(row), SETTING_KEYS[kind as keyof typeof SETTING_KEYS]), name, bytes));
    } else yield value;
  }
}

/**
 * Everything in the project files and the app database, decrypted with the data key of tests, except the screening record, whose entries
 * never change.
 */
export function decryptedOf(dataDir: string): string {
  const keys = new ProjectKeys(DATA_KEY);
  const history = open(join(dataDir, 'history.sqlite'));
  const texts: string[] = [...folderTexts(history, keys)];
  for (const row of history
    .prepare(
      'SELECT id, name, file_name AS fileName, state, facts, wrapped_key AS wrappedKey, sealed FROM project WHERE sealed IS NOT NULL',
    )
    .all() as { id: string; name: string; fileName: string; state: string; facts: string; wrappedKey: Buffer; sealed: Buffer }[]) {
    const key = keys.of(row);
    const owner: TextOwner = { id: row.id, key: () => key };
    texts.push(
      decryptedText(row.name, owner)!,
      decryptedText(row.fileName, owner)!,
      readable(row.state, owner),
      readable(row.facts, owner),
    );
    const entries = history.prepare('SELECT detail FROM journal WHERE project_id = ?').pluck().all(row.id) as string[];
    texts.push(...entries.map((detail) => readable(detail, owner)));
    texts.push(JSON.stringify(keys.decryptJson(row.id, key, row.sealed)));
    const steps = history.prepare('SELECT number, sealed FROM review WHERE project_id = ?').all(row.id) as {
      number: number;
      sealed: Buffer;
    }[];
    for (const { number, sealed: step } of steps) texts.push(JSON.stringify(decryptJson(key, `review/${row.id}/${number}`, step)));
    const name = projectPaths(dataDir).find((one) => one.startsWith(row.id))!;
    using file = new ProjectFile({ path: join(dataDir, 'projects', name), projectId: row.id, key }, 'read');
    const streams = open(join(dataDir, 'projects', name));
    const all = streams.prepare('SELECT DISTINCT stream FROM chunk').pluck().all() as Stream[];
    const values = streams.prepare('SELECT name FROM note').pluck().all() as string[];
    streams.close();
    // Lists of chunks and the manifest are not JSON and contain no texts.
    for (const one of values.filter((text) => !/^(?:manifest|chunks)/.test(text))) texts.push(JSON.stringify(file.getValue(one)));
    for (const stream of all.filter((one) => !one.startsWith('manifest')))
      for (const { bytes: chunk } of file.chunks(stream)) texts.push(plain(chunk).toString('latin1'));
  }
  history.close();
  return texts.join('\n');
}

function plain(chunk: Buffer): Buffer {
  for (const decompress of [zstdDecompressSync, inflateRawSync])
    try {
      return decompress(chunk);
    } catch {
      // The other form, or not compressed.
    }
  return chunk;
}
