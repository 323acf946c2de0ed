/**
 * Faults of the disk: a write, flush, read, lock or other access of a whole job in a terminal fails, once or permanently. The program never
 * crashes and never waits endlessly, prints a true message, and afterwards the list is screened once, with every result.
 * DISK_FAULTS sets how many faults to try; DISK_FAULTS_SEED is the seed of the sample.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { canInject, type DiskFault, faultText, withFault } from '../kit/disk-faults.ts';
import { people, PEOPLE_HEADINGS } from '../kit/list-people.ts';
import { randomOf } from '../kit/random.ts';
import { desk, type Terminal } from '../kit/terminal.ts';

const CASES = Number(process.env['DISK_FAULTS'] ?? 12);
const SEED = Number(process.env['DISK_FAULTS_SEED'] ?? 28);
/** In milliseconds; longer than a job of three people takes on a busy computer. */
const ENDS_WITHIN = 180_000;
const AT_ONCE = 2;

/** Paths in the data folder that every run has. */
const KNOWN = [
  '',
  'history.sqlite',
  'history.sqlite-wal',
  'history.sqlite-shm',
  'history.changes',
  'runner.lock',
  'runner.txt',
  'secrets.json',
  'secrets.lock.db',
  'data.key',
  'projects',
  'spool',
  'practice',
];

interface Kind {
  readonly calls: string;
  readonly errors: readonly DiskFault['error'][];
  /** True: the fault affects only files of the data folder, because other files are accessed with the same calls. */
  readonly isKnownOnly: boolean;
  readonly weight: number;
}

const KINDS: readonly Kind[] = [
  { calls: 'pwrite64', errors: ['ENOSPC', 'EIO'], isKnownOnly: false, weight: 4 },
  { calls: 'fdatasync,fsync', errors: ['EIO', 'ENOSPC'], isKnownOnly: false, weight: 3 },
  { calls: 'pread64', errors: ['EIO'], isKnownOnly: false, weight: 3 },
  { calls: 'ftruncate,fallocate', errors: ['EIO', 'ENOSPC'], isKnownOnly: false, weight: 1 },
  { calls: 'rename,renameat,renameat2,link,linkat,unlink,unlinkat', errors: ['EACCES', 'EIO'], isKnownOnly: false, weight: 2 },
  { calls: 'mkdir,mkdirat,chmod,fchmod,fchmodat', errors: ['EACCES', 'ENOSPC', 'EROFS'], isKnownOnly: false, weight: 1 },
  { calls: 'openat', errors: ['EMFILE', 'EACCES', 'EIO'], isKnownOnly: true, weight: 4 },
  { calls: 'fcntl', errors: ['ENOLCK', 'EIO'], isKnownOnly: true, weight: 2 },
  { calls: 'newfstatat,statx,stat,lstat,access,faccessat,faccessat2', errors: ['EACCES', 'EIO'], isKnownOnly: true, weight: 2 },
  { calls: 'write', errors: ['ENOSPC', 'EIO'], isKnownOnly: true, weight: 1 },
  { calls: 'getdents64', errors: ['EIO', 'EACCES'], isKnownOnly: true, weight: 1 },
];

const folder = mkdtempSync(join(tmpdir(), 'disk-faults-'));
const list = join(folder, 'list.csv');
writeFileSync(list, [PEOPLE_HEADINGS, ...people('A', 1, 2, 3)].join('\r\n'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A data folder and what a user does with it. */
class Folder {
  readonly path: string;
  readonly out: string;

  constructor(name: string) {
    this.path = join(folder, name, 'data');
    this.out = join(folder, name, 'results.csv');
    cpSync(base, join(folder, name), { recursive: true });
  }

  run(words: readonly string[], under: readonly string[] = []): Promise<Terminal> {
    return desk([...words, '--json', '--data', this.path], under.length > 0 ? { under, timeout: ENDS_WITHIN } : {});
  }

  screen(under: readonly string[] = []): Promise<Terminal> {
    return this.run(['screen', list, '--connection', 'Practice', '--yes', '--out', this.out], under);
  }

  async credits(): Promise<number> {
    const { lines } = await this.run(['credits', '--connection', 'Practice']);
    return (lines.at(-1) as { remaining: number }).remaining;
  }
}

/** A folder that a program has used, so the faults affect the job and not only the first start. */
const base = join(folder, 'base');
cpSync(list, join(base, 'list.csv'));

/** The rows of an export without the IDs and the time of its profiles, which differ between runs. */
const scoresIn = (path: string): string =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim().replaceAll(/[\da-f]{8}-[-\da-f]+|http:[^,]*|\d{4}-\d\d-\d\dT[^,]*/g, ''))
    .filter((line) => /^\W*A\d/.test(line))
    .toSorted()
    .join('\n');

let reference = '';
let before = 0;
/** The most calls of a kind that any thread makes; by the kind's calls, for all paths and by path. */
const counts = new Map<string, number>();

async function prepare(): Promise<void> {
  const used = new Folder('first');
  before = await used.credits();
  rmSync(base, { recursive: true });
  cpSync(join(folder, 'first'), base, { recursive: true });
  const plain = new Folder('plain');
  const log = join(folder, 'calls.log');
  const calls = KINDS.map((kind) => kind.calls).join(',');
  const { exit, err } = await plain.screen(['strace', '-f', '--seccomp-bpf', '-qq', '-y', '-o', log, '-e', `trace=${calls}`]);
  if (exit !== 0) throw new Error(err);
  reference = scoresIn(plain.out);
  const perThread = new Map<string, number>();
  const lines = readFileSync(log, 'latin1').split('\n');
  for (const line of lines) {
    const [, thread = '', call = ''] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    const kind = KINDS.find((one) => one.calls.split(',').includes(call));
    if (kind === undefined) continue;
    const known = KNOWN.find((name) => [`"${join(plain.path, name)}"`, `<${join(plain.path, name)}>`].some((text) => line.includes(text)));
    for (const what of [kind.calls, ...(known === undefined ? [] : [`${kind.calls} ${known}`])]) {
      const key = `${thread} ${what}`;
      perThread.set(key, (perThread.get(key) ?? 0) + 1);
      counts.set(what, Math.max(counts.get(what) ?? 0, perThread.get(key)!));
    }
  }
}

/** The faults to try; every one hits a call that a run without faults makes. */
function sample(): { readonly fault: DiskFault; readonly name: string }[] {
  const next = randomOf(SEED);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!;
  const weighted = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  const faults: { fault: DiskFault; name: string }[] = [];
  while (faults.length < CASES) {
    const { calls, errors, isKnownOnly } = pick(weighted);
    const known = isKnownOnly ? pick(KNOWN) : null;
    const most = counts.get(known === null ? calls : `${calls} ${known}`) ?? 0;
    if (most === 0) continue;
    // The first calls belong to the start, so small numbers are more likely.
    const nth = 1 + Math.floor(next() ** 2 * most);
    const name = `fault-${faults.length}`;
    const paths = known === null ? {} : { paths: [join(folder, name, 'data', known)] };
    faults.push({ name, fault: { calls, error: pick(errors), nth, how: pick(['once', 'good']), ...paths } });
  }
  return faults;
}

const UNTRUE =
  /INTERNAL|went wrong inside|damaged|backup|changes in the history are missing|^\s+at .+:\d+:\d+\)?$|Unhandled|node:internal/m;

/** The runtime could not read the program’s own files, so no code of the program ran that could print a message. */
const NOT_STARTED = /node:internal\/modules\/esm\/resolve[^]*code: 'ERR_INVALID_PACKAGE_CONFIG'/;

/** The problems of a run, as texts; empty if every promise holds. */
async function problemsOf(name: string, fault: DiskFault): Promise<string[]> {
  const problems: string[] = [];
  const at = new Folder(name);
  const say = (what: string, { exit, err, out }: Terminal) =>
    problems.push(`${what} (exit ${exit})\n${err.slice(-600)}\n${out.slice(-600)}`);
  const check = (what: string, ended: Terminal) => {
    if (ended.exit === null) say(`${what} does not end`, ended);
    if (UNTRUE.test(ended.err) || UNTRUE.test(ended.out)) say(`${what} says what is not true`, ended);
    if (ended.exit !== 0 && ended.exit !== null && !/"message":"[^"]+[.”]/.test(ended.out) && !/[.”] \(\w+\)\s*$/.test(ended.err))
      say(`${what} fails without a sentence`, ended);
  };
  const faulty = await at.screen(withFault(fault));
  if (!NOT_STARTED.test(faulty.err)) check('the run with the fault', faulty);

  const charged = async () => before - (await at.credits());
  for (let tries = 0; ; tries++) {
    const listed = await at.run(['projects']);
    check('projects', listed);
    const projects = listed.lines as { id: string; name: string; state: { at: string; choices?: string[] } }[];
    const sent = projects.find(({ state }) => !['draft', 'unreadable', 'reading'].includes(state.at));
    if (sent?.state.at === 'done') break;
    if (tries === 6) {
      say('the project does not become done', listed);
      return problems;
    }
    if (sent === undefined || sent.state.at === 'ended') {
      const spent = await charged();
      if (spent !== 0) problems.push(`${spent} credits were charged for no project`);
      check('another run', await at.screen());
    } else if (sent.state.choices !== undefined) {
      const choice = ['look-again', 'ask-again', 'fetch'].find((one) => sent.state.choices!.includes(one));
      check('decide', await at.run(['decide', sent.id, '--choice', choice ?? sent.state.choices[0]!]));
    } else check('resume', await at.run(['resume', sent.id]));
  }
  const { lines } = await at.run(['projects']);
  const done = (lines as { id: string; state: { at: string } }[]).find(({ state }) => state.at === 'done')!;
  const exported = await at.run(['export', done.id, '--out', `${at.out}.again.csv`]);
  check('export', exported);
  if (exported.exit === 0 && scoresIn(`${at.out}.again.csv`) !== reference) problems.push('the results differ');
  const spent = await charged();
  if (spent !== 3) problems.push(`${spent} credits were charged`);
  rmSync(join(folder, name), { recursive: true, force: true });
  return problems;
}

describe.runIf(canInject)('a fault of the disk', () => {
  it(
    'ends a whole job with a true sentence, and nothing is lost or paid twice',
    async () => {
      await prepare();
      const faults = sample();
      const found: string[] = [];
      const work = async () => {
        for (let next = faults.pop(); next !== undefined; next = faults.pop())
          for (const problem of await problemsOf(next.name, next.fault)) {
            found.push(`${faultText(next.fault)}: ${problem}`);
            // A long sweep prints each problem immediately.
            process.stderr.write(`${found.at(-1)}\n`);
          }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      expect(found).toEqual([]);
    },
    180_000 + CASES * 180_000,
  );
});
