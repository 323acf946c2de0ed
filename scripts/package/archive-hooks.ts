/**
 * Lets a process or thread started with `--import` of this file read from an `app.asar` archive as Electron does. For a path inside the
 * archive, Electron's `fs` (lib/node/asar-fs-wrapper.ts of Electron) reads a file from the archive, opens the unpacked file or a temporary
 * copy instead, and makes up the result of `stat`, with numbers even if the caller asks for bigints. Modules load from the archive;
 * `electron` is replaced by a fake.
 */
import { getRawHeader, extractFile, statFile } from '@electron/asar';
import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

interface Packed {
  readonly archive: string;
  readonly name: string;
}

function packed(path: unknown): Packed | null {
  const text = path instanceof URL ? fileURLToPath(path) : path;
  if (typeof text !== 'string') return null;
  const match = /^(?<archive>.+?\.asar)[\\/](?<name>.+)$/.exec(normalize(text));
  return match === null ? null : { archive: match.groups!['archive']!, name: match.groups!['name']! };
}

type Entry = ReturnType<typeof statFile>;

function entryOf({ archive, name }: Packed): Entry | null {
  // Throws if the file is not an archive.
  getRawHeader(archive);
  try {
    return statFile(archive, name, true) ?? null;
  } catch {
    return null;
  }
}

const missing = ({ archive, name }: Packed) =>
  Object.assign(new Error(`ENOENT, ${name} not found in ${archive}`), { code: 'ENOENT', errno: -2 });

let inode = 0;

function invented(place: Packed): fs.Stats | null {
  const entry = entryOf(place);
  if (entry === null) return null;
  const now = Date.now();
  const isFolder = 'files' in entry;
  // Electron builds the same object; the constructor is not part of the types.
  const Stats = fs.Stats as unknown as new (...facts: unknown[]) => fs.Stats;
  const mode = 0o644 | (isFolder ? fs.constants.S_IFDIR : fs.constants.S_IFREG);
  const size = 'size' in entry ? entry.size : 0;
  return new Stats(1, mode, 1, 0, 0, 0, undefined, ++inode, size, undefined, now, now, now, now);
}

/** The path of a real file with the same content: the unpacked file, or a temporary copy. */
function realPath(place: Packed): string {
  const entry = entryOf(place);
  if (entry === null) throw missing(place);
  if ('unpacked' in entry && entry.unpacked) return join(`${place.archive}.unpacked`, place.name);
  const copy = join(fs.mkdtempSync(join(tmpdir(), 'desk-archive-copy-')), 'file');
  fs.writeFileSync(copy, extractFile(place.archive, place.name));
  return copy;
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
const sync = fs as unknown as Record<string, AnyFunction>;
const promised = fs.promises as unknown as Record<string, AnyFunction>;

/** Replaces a function of `fs` by one that opens the real file for a path in the archive. */
function withRealPath(holder: Record<string, AnyFunction>, name: string): void {
  const old = holder[name]!;
  holder[name] = function (...args) {
    const place = packed(args[0]);
    return old.apply(this, place === null ? args : [realPath(place), ...args.slice(1)]);
  };
}

function statOf(place: Packed, options: unknown): fs.Stats | undefined {
  const stats = invented(place);
  if (stats === null && (options as fs.StatSyncOptions | undefined)?.throwIfNoEntry !== false) throw missing(place);
  return stats ?? undefined;
}

for (const name of ['stat', 'lstat']) {
  const [ofSync, ofPromise] = [sync[`${name}Sync`]!, promised[name]!];
  sync[`${name}Sync`] = (path, options) => {
    const place = packed(path);
    return place === null ? ofSync(path, options) : statOf(place, options);
  };
  promised[name] = async (path, options) => {
    const place = packed(path);
    return place === null ? await ofPromise(path, options) : statOf(place, options);
  };
}
const existed = sync['existsSync']!;
sync['existsSync'] = (path) => {
  const place = packed(path);
  return place === null ? existed(path) : entryOf(place) !== null;
};
for (const name of ['openSync', 'open', 'accessSync', 'copyFileSync', 'readFileSync']) withRealPath(sync, name);
for (const name of ['open', 'access', 'copyFile', 'readFile']) withRealPath(promised, name);
syncBuiltinESMExports();

const STAND_IN = new URL('../../test/fakes/electron.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron') return { url: STAND_IN, shortCircuit: true };
    const parent = context.parentURL === undefined ? null : packed(URL.canParse(context.parentURL) ? new URL(context.parentURL) : null);
    const isPath = /^(?:\.|\/|file:)/.test(specifier);
    if (parent !== null && !isPath && !specifier.startsWith('node:')) {
      // Packages are outside the archive, because a package with a binary is unpacked as a whole.
      const unpacked = pathToFileURL(join(`${parent.archive}.unpacked`, 'package.json')).href;
      return next(specifier, { ...context, parentURL: unpacked });
    }
    const url = isPath ? URL.parse(specifier, context.parentURL) : null;
    if (url === null || packed(url) === null) return next(specifier, context);
    return { url: url.href, format: 'module', shortCircuit: true };
  },
  load(url, context, next) {
    const place = url.startsWith('file:') ? packed(new URL(url)) : null;
    if (place === null) return next(url, context);
    return { format: 'module', source: extractFile(place.archive, place.name), shortCircuit: true };
  },
});
