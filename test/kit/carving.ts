/** What a data folder holds, for tests that look for people who were removed: every byte, each encrypted text, and all of it decrypted. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync, zstdDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { ProjectFile, decryptJson } from '../../main/store/project-file/index.ts';
import type { Stream } from '../../main/store/project-file/streams.ts';
import { ProjectKeys } from '../../main/projects/project-keys.ts';

/** Bytes of a replaced text that are looked for at once, and the distance between two such pieces. */
const PIECE = 32;
const DISTANCE = 256;

const open = (path: string) => new Database(path, { readonly: true });
const projectPaths = (dataDir: string) => readdirSync(join(dataDir, 'projects')).filter((name) => name.endsWith('.sqlite'));

/** Every byte of the data folder. */
export function bytesOf(dataDir: string): Buffer {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))));
}

/** Each encrypted text of the data folder, by its place. */
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

/** Places of encrypted texts that were replaced since `before`, and those of them that are still anywhere in the folder, as old pages would be. */
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

/** Everything of the project files, list states and verdicts, decrypted with the data key of tests. */
export function decryptedOf(dataDir: string): string {
  const keys = new ProjectKeys(Buffer.alloc(32, 7));
  const history = open(join(dataDir, 'history.sqlite'));
  const texts: string[] = [];
  for (const row of history.prepare('SELECT id, wrapped_key AS wrappedKey, sealed FROM project WHERE sealed IS NOT NULL').all() as {
    id: string;
    wrappedKey: Buffer;
    sealed: Buffer;
  }[]) {
    const key = keys.of(row);
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
    // Lists of chunks and the manifest are no JSON, and have no texts.
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
      // It is in the other form, or not compressed.
    }
  return chunk;
}
