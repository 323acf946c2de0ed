/**
 * What is on the disk at which moment, from the system calls of whole programs. A rule holds if the file was flushed after its last write
 * and before the call that depends on it.
 * @module-tag deep
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { desk } from '../../kit/terminal.ts';
import { type SystemCall, traceNode, type Traced } from '../../kit/system-calls.ts';

const PROGRAM = fileURLToPath(new URL('../../kit/cli-program.ts', import.meta.url));
const moduleAt = (path: string) => JSON.stringify(new URL(`../../../${path}`, import.meta.url).href);

const isWrite = ({ name }: SystemCall) => ['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'ftruncate'].includes(name);
const isFlush = ({ name }: SystemCall) => name === 'fsync' || name === 'fdatasync';
/** Path of the open file that a call uses. */
const fileOf = ({ args }: SystemCall) => /^\d+<([^>]*)>/.exec(args)?.[1] ?? null;
/** Paths that a call names. */
const pathsOf = ({ args }: SystemCall) => [...args.matchAll(/"([^"]*)"/g)].map(([, path]) => path!);
const moves = (calls: readonly SystemCall[]) => calls.filter(({ name, failed }) => !failed && /^(rename|link)/.test(name));

/** True if everything that was written to the file before `moment` has been flushed. */
function isFlushed(calls: readonly SystemCall[], file: string, moment: SystemCall): boolean {
  const before = calls.filter((call) => call.began < moment.began && fileOf(call) === file);
  const written = before.findLast(isWrite);
  return (
    written === undefined || before.some((call) => isFlush(call) && !call.failed && call.began > written.ended && call.ended < moment.began)
  );
}

/** Moves of files that were not flushed before, or whose folder is not flushed afterwards. */
function carelessMoves(calls: readonly SystemCall[], folder: string): string[] {
  return moves(calls).flatMap((move) => {
    const [from, to] = pathsOf(move) as [string, string];
    if (!to.startsWith(folder)) return [];
    // SQLite flushes folders too, but later.
    const next = calls.find((call) => call.began > move.ended && isWrite(call) && fileOf(call)?.startsWith(folder) === true);
    const isFolderFlushed = calls.some(
      (call) =>
        isFlush(call) && !call.failed && fileOf(call) === dirname(to) && call.began > move.ended && call.ended < (next?.began ?? Infinity),
    );
    return [
      ...(calls.some((call) => isWrite(call) && fileOf(call) === from) ? [] : [`nothing was written to ${from}`]),
      ...(isFlushed(calls, from, move) ? [] : [`${from} was not flushed`]),
      ...(isFolderFlushed ? [] : [`the folder of ${to} was not flushed`]),
    ];
  });
}

/** Messages on a connection that begin with `start` and are sent while the file has unflushed writes. */
const saidTooEarly = (calls: readonly SystemCall[], start: string, file: string) => {
  const said = calls.filter(({ args }) => /^\d+<(TCP|socket)/.test(args) && args.includes(start));
  return { said: said.length, early: said.filter((call) => !isFlushed(calls, file, call)).length };
};

describe.runIf(process.platform === 'linux')('on the disk', () => {
  let folder: string;
  let job: Traced;
  let calls: readonly SystemCall[];
  const at = (...names: readonly string[]) => join(folder, ...names);
  const trace = (words: readonly string[], options: Parameters<typeof traceNode>[1] = {}) =>
    traceNode([PROGRAM, ...words], { ...options, environment: { DESK_KEYCHAIN: 'none', ...options.environment } });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'desk-durability-'));
    const rows = Array.from({ length: 5 }, (_, row) => `${row},Ann,Lee${row},Boston,MA,02110`);
    writeFileSync(at('people.csv'), ['ID,First,Last,City,State,ZIP', ...rows, ''].join('\n'));
    writeFileSync(at('results.csv'), 'an earlier file\n', { mode: 0o640 });
    job = await trace([
      'screen',
      at('people.csv'),
      '--connection',
      'practice',
      '--yes',
      '--out',
      at('results.csv'),
      '--force',
      '--data',
      at('data'),
    ]);
    ({ calls } = job);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is every intent before the request that it announces', () => {
    expect(job).toMatchObject({ exit: 0 });
    const requests = saidTooEarly(calls, '"POST /', at('data/history.sqlite-wal'));
    expect(requests.said).toBeGreaterThanOrEqual(3);
    expect(requests.early).toBe(0);
  });

  it('is every change of the practice service before its answer', () => {
    const answers = saidTooEarly(calls, '"HTTP/1.1 2', at('data/practice/practice.sqlite-wal'));
    expect(answers.said).toBeGreaterThanOrEqual(3);
    expect(answers.early).toBe(0);
  });

  it('are the keys, the project file and the results before they get their names, and then the names', () => {
    const moved = moves(calls).map((call) => pathsOf(call)[1]);
    for (const name of ['data/secrets.json', 'data/data.key', 'results.csv']) expect(moved).toContain(at(name));
    expect(moved.filter((path) => path!.startsWith(at('data/projects')))).toHaveLength(1);
    expect(carelessMoves(calls, folder)).toEqual([]);
  });

  it('is the removal of the key file', async () => {
    const files = `
      import { SecretFiles } from ${moduleAt('main/secrets/secret-files.ts')};
      const files = new SecretFiles(${JSON.stringify(at('keys'))});
      files.createKey(Buffer.alloc(32, 1));
      files.removeKey();
    `;
    const removed = await traceNode(['--input-type=module', '-e', files]);
    expect(removed.exit).toBe(0);
    const removal = removed.calls.find((call) => call.name.startsWith('unlink') && pathsOf(call)[0] === at('keys/data.key'))!;
    expect(removed.calls.some((call) => isFlush(call) && call.began > removal.ended && fileOf(call) === at('keys'))).toBe(true);
  });

  it('is an exported template before it gets its name', async () => {
    const [project] = (await desk(['projects', '--json', '--data', at('data')])).lines;
    await desk(['templates', 'save', String(project!['id']), '--name', 'Mine', '--data', at('data')]);
    const exported = await trace(['templates', 'export', 'Mine', '--out', at('mine.json'), '--data', at('data')]);
    expect(exported).toMatchObject({ exit: 0 });
    const move = moves(exported.calls).find((call) => pathsOf(call)[1] === at('mine.json'))!;
    expect(isFlushed(exported.calls, pathsOf(move)[0]!, move)).toBe(true);
  });

  describe('of a long list', () => {
    const words = () => ['screen', at('long.csv'), '--connection', 'practice', '--out', at('long-results.csv'), '--data', at('long')];

    beforeAll(() => {
      const note = 'n'.repeat(30_000);
      const rows = Array.from({ length: 2700 }, (_, row) => `${row},Ann,Lee${row},Boston,MA,02110,${note}`);
      writeFileSync(at('long.csv'), ['ID,First,Last,City,State,ZIP,Note', ...rows, ''].join('\n'));
    });

    it('is a part while the rest is read', async () => {
      const { calls: made } = await trace(words());
      const early = made.find((call) => call.name === 'fdatasync' && fileOf(call)?.endsWith('.sqlite.new') === true)!;
      expect(early.failed).toBe(false);
      expect(made.some((call) => isWrite(call) && fileOf(call) === fileOf(early) && call.began > early.began)).toBe(true);
    });

    it('is all of it: a part that could not be written ends the import', async () => {
      rmSync(at('long'), { recursive: true, force: true });
      const failed = await trace(words(), { failing: { calls: 'fdatasync', error: 'EIO' } });
      expect(failed.exit).not.toBe(0);
      expect(moves(failed.calls).filter((call) => pathsOf(call)[1]!.endsWith('.sqlite'))).toEqual([]);
    });
  });
});
