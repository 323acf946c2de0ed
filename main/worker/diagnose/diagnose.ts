/** Describes a data folder for support, even a damaged or locked one. Only reads it, and includes no names of users' files. */
import { readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { LOG_EVENTS } from '../../platform/index.ts';
import type { DiagnosticLine, DiagnosticSection } from '../../worker-protocol/index.ts';
import type { Task } from '../threads/task-context.ts';
import { historyFacts } from './history-facts.ts';
import { codeOf, numberOf, objectIn, systemCodeOf, timeOf, UNKNOWN_WORD, wordOf } from './safe-value.ts';

/** Names of the program's own files, which the diagnostics may contain. */
const OWN_FILES = [
  'history.sqlite',
  'history.sqlite-wal',
  'history.sqlite-shm',
  'history.changes',
  'data.key',
  'secrets.json',
  'secrets.lock.db',
  'runner.lock',
  'runner.txt',
  'practice/practice.sqlite',
  'logs/desk.log',
  'logs/desk.old.log',
];
const OWN_FOLDERS = ['projects', 'spool'];
/** Maximum number of milliseconds for integrity checks of project files, so that the user does not wait for a slow disk. */
const CHECK_MS = 20_000;
const LATEST_LINES = 200;

const bytesText = (bytes: number): string => `${bytes} bytes`;

function fileLine(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  // Windows has no file modes.
  const mode = process.platform === 'win32' ? '' : `, mode ${(stats.mode & 0o777).toString(8)}`;
  return `${stats.isFile() ? bytesText(stats.size) : 'not a file'}${mode}, changed ${timeOf(Math.trunc(stats.mtimeMs))}`;
}

function folderLine(path: string): string {
  const sizes = readdirSync(path, { withFileTypes: true }).map((entry) => (entry.isFile() ? statSync(join(path, entry.name)).size : 0));
  return `${sizes.length} files, ${bytesText(sizes.reduce((sum, size) => sum + size, 0))}`;
}

/** Adds a line, or the error code if the value cannot be read. One failure does not affect other lines. */
function attempt(lines: DiagnosticLine[], label: string, value: () => string | null): void {
  try {
    const text = value();
    if (text !== null) lines.push([label, text]);
  } catch (error) {
    lines.push([label, systemCodeOf(error)]);
  }
}

function folderFacts(dataDir: string): DiagnosticLine[] {
  const lines: DiagnosticLine[] = [];
  attempt(lines, 'Folder', () => {
    const names = readdirSync(dataDir);
    const known = [...OWN_FILES, ...OWN_FOLDERS].map((name) => name.split('/')[0]!);
    const others = names.filter((name) => !known.includes(name)).length;
    return `${names.length} entries, ${others} of them not listed here`;
  });
  attempt(lines, 'Free on its disk', () => {
    const { bavail, bsize } = statfsSync(dataDir);
    return bytesText(bavail * bsize);
  });
  for (const name of OWN_FILES) attempt(lines, name, () => fileLine(join(dataDir, name)));
  for (const name of OWN_FOLDERS) attempt(lines, `${name}/`, () => folderLine(join(dataDir, name)));
  return lines;
}

/** Where the data key is stored, and the number of entries in the keychain. */
function secretFacts(dataDir: string): DiagnosticLine[] {
  const lines: DiagnosticLine[] = [];
  attempt(lines, 'Data key', () => {
    const state = objectIn(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
    const { place } = objectIn(JSON.stringify(state['dataKey'] ?? null));
    const { tokens, removals } = state;
    if (Array.isArray(tokens)) lines.push(['Tokens and passwords of proxies in the keychain', String(tokens.length)]);
    if (Array.isArray(removals)) lines.push(['To be removed from the keychain', String(removals.length)]);
    return wordOf(place, ['keychain', 'key-file']);
  });
  return lines;
}

/** The integrity of each project file, checked without its key. Damaged files are named by the first digits of their random ID. */
function projectFacts(dataDir: string): DiagnosticLine[] {
  const lines: DiagnosticLine[] = [];
  let names: string[] = [];
  attempt(lines, 'Project files', () => {
    names = readdirSync(join(dataDir, 'projects')).filter((name) => name.endsWith('.sqlite'));
    return String(names.length);
  });
  const begun = performance.now();
  const problems: DiagnosticLine[] = [];
  let checked = 0;
  for (const name of names) {
    if (performance.now() - begun > CHECK_MS) break;
    checked += 1;
    try {
      const db = new Database(join(dataDir, 'projects', name), { readonly: true, fileMustExist: true, timeout: 500 });
      try {
        if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') problems.push([projectOf(name), 'damaged']);
      } finally {
        db.close();
      }
    } catch (error) {
      problems.push([projectOf(name), systemCodeOf(error)]);
    }
  }
  lines.push(['Checked (quick_check)', `${checked}, ${problems.length} with a problem, in ${Math.round(performance.now() - begun)} ms`]);
  return [...lines, ...problems];
}

/** The first digits of the random ID in a project file's name. */
const projectOf = (name: string): string => /^([0-9a-f]{8})[0-9a-f-]*\./.exec(name)?.[1] ?? UNKNOWN_WORD;

/** Source locations in built files, as the log writes them. */
const FRAME = /\(?((?:electron|preload|worker|practice|loopback|cli|renderer)\/[\w-]{1,40}\.m?js:\d+:\d+)\)?/g;
const ERROR_NAMES = [
  'AppError',
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'SqliteError',
  'ZodError',
  'AggregateError',
  'RequestFailed',
  'DOMException',
];

/** A line of the log, reduced to known codes. */
function logLine(text: string): DiagnosticLine {
  const { at, event, error } = objectIn(text);
  const { kind, code, frames } = objectIn(JSON.stringify(error ?? null));
  const places = typeof frames === 'string' ? [...frames.matchAll(FRAME)].map(([, place]) => place!) : [];
  const known = codeOf(code);
  return [
    timeOf(typeof at === 'string' ? Date.parse(at) : null),
    [
      wordOf(event, LOG_EVENTS),
      ...(error === undefined ? [] : [wordOf(kind, ERROR_NAMES)]),
      ...(code === undefined || code === '' ? [] : [known === UNKNOWN_WORD ? systemCodeOf({ code }) : known]),
      ...places,
    ].join(' '),
  ];
}

function logFacts(dataDir: string): DiagnosticLine[] {
  const lines: DiagnosticLine[] = [];
  attempt(lines, 'Log', () => {
    const all = readFileSync(join(dataDir, 'logs', 'desk.log'), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    lines.push(...all.slice(-LATEST_LINES).toReversed().map(logLine));
    return null;
  });
  return lines;
}

function sqliteVersion(): string {
  const db = new Database(':memory:');
  try {
    const version = db.prepare('SELECT sqlite_version()').pluck().get();
    return typeof version === 'string' && /^[\d.]{3,20}$/.test(version) ? version : numberOf(version);
  } finally {
    db.close();
  }
}

export const diagnose: Task<'diagnose'> = ({ dataDir }) => {
  const sections: DiagnosticSection[] = [
    { title: 'Database', lines: [['SQLite', sqliteVersion()]] },
    { title: 'Data folder', lines: folderFacts(dataDir) },
    { title: 'Secrets', lines: secretFacts(dataDir) },
    { title: 'Project files', lines: projectFacts(dataDir) },
    ...historyFacts(join(dataDir, 'history.sqlite')),
    { title: `Log, the latest ${LATEST_LINES} lines, the newest first`, lines: logFacts(dataDir) },
  ];
  return Promise.resolve(sections);
};
