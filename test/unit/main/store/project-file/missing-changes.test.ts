/** A project file whose write-ahead log was lost or damaged is reported; one that was only closed, killed, replaced or removed is not. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../../../../shared/base/errors.ts';
import { removeProjectFile } from '../../../../../main/store/project-file/file-replacement.ts';
import { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';

const KEY = Buffer.alloc(32, 7);
let folder: string;
let path: string;
const ref = (at = path) => ({ path: at, projectId: 'p', key: KEY });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-store-'));
  path = join(folder, 'p.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (file: ProjectFile, text: string) => {
  file.transaction(() => {
    file.write('profiles', { seq: 0, first: 0, count: 1, low: 1, high: 1 }, Buffer.from(text));
    file.putValue('note', text);
  });
};

/** What a connection reads of the stream, or the message of its failure. */
function read(at = path, options = {}): string {
  try {
    using file = new ProjectFile(ref(at), 'read', options);
    return String(file.read('profiles', 0));
  } catch (error) {
    return `${(error as AppError).code}: ${(error as AppError).message}`;
  }
}

const MISSING =
  /^PROJECT_PART_DAMAGED: The latest changes in the project’s file \(p\.sqlite\) are missing: .* fetch the results again, which costs nothing\./;

/** A file whose last transactions are only in the log, as after a kill; `damage` then changes the log. */
function withLog(damage: (log: string) => void): void {
  put(new ProjectFile(ref(), 'create'), 'first');
  using writer = new ProjectFile(ref(), 'write');
  for (const text of ['second', 'third']) put(writer, text);
  const copy = join(folder, 'copy.sqlite');
  for (const ending of ['', '-wal', '.changes']) copyFileSync(path + ending, copy + ending);
  writer.close();
  removeProjectFile(path);
  for (const ending of ['', '-wal', '.changes']) copyFileSync(copy + ending, path + ending);
  damage(`${path}-wal`);
}

const changed = (log: string, change: (bytes: Buffer) => void) => {
  const bytes = readFileSync(log);
  change(bytes);
  writeFileSync(log, bytes);
};

const closedBefore = () => {
  const writer = new ProjectFile(ref(), 'create');
  put(writer, 'first');
  writer.close();
};

describe('a project file without its last changes', () => {
  beforeEach(closedBefore);

  it.each<[string, (log: string) => void]>([
    ['removed', (log) => rmSync(log)],
    ['emptied', (log) => writeFileSync(log, '')],
    ['cut in half', (log) => writeFileSync(log, readFileSync(log).subarray(0, statSync(log).size / 2))],
    ['cut by one byte', (log) => writeFileSync(log, readFileSync(log).subarray(0, -1))],
    ['with another head', (log) => changed(log, (bytes) => bytes.fill(0, 0, 32))],
    ['with other salts', (log) => changed(log, (bytes) => bytes.fill(7, 16, 24))],
    ['changed near its end', (log) => changed(log, (bytes) => (bytes[bytes.length - 100] = bytes.at(-100)! ^ 1))],
    ['overwritten', (log) => writeFileSync(log, 'no journal '.repeat(5_000))],
  ])('with its log %s it is not read in silence, until results are stored again', (_, damage) => {
    withLog(damage);
    expect(read()).toMatch(MISSING);
    expect(() => new ProjectFile(ref(), 'write')).toThrow('are missing');
    expect(read(path, { isTolerant: true })).toMatch(/^(first|second)$/);
    using tolerant = new ProjectFile(ref(), 'read', { isTolerant: true });
    expect([...tolerant.damage(false).keys()]).toEqual(['changes']);
    tolerant.close();
    const again = new ProjectFile(ref(), 'write', { isTolerant: true });
    put(again, 'fetched again');
    again.close();
    expect(read()).toBe('fetched again');
  });

  it('is also noticed if it is restored from an older backup', () => {
    copyFileSync(path, `${path}.kept`);
    const writer = new ProjectFile(ref(), 'write');
    put(writer, 'second');
    writer.close();
    copyFileSync(`${path}.kept`, path);
    expect(read()).toMatch(MISSING);
  });
});

describe('a project file with all its changes', () => {
  it('is read with its log, without the record of changes, and after two programs wrote to it', () => {
    closedBefore();
    withLog(() => undefined);
    expect(read()).toBe('third');
    const [one, other] = [new ProjectFile(ref(), 'write'), new ProjectFile(ref(), 'write')];
    for (const [file, text] of [
      [one, 'a'],
      [other, 'b'],
      [one, 'c'],
    ] as const) {
      put(file, text);
      expect(read()).toBe(text);
    }
    other.close();
    put(one, 'd');
    one.close();
    expect(read()).toBe('d');
    rmSync(`${path}.changes`);
    expect(read()).toBe('d');
  });

  it('is read after a kill at any moment of a transaction', { timeout: 60_000 }, () => {
    closedBefore();
    const module = new URL('../../../../../main/store/project-file/', import.meta.url).href;
    for (const place of ['before the record', 'after the record', 'before the commit']) {
      const script = `
        const { ProjectFile } = await import('${module}project-file.ts');
        const { ChangeRecord } = await import('${module}change-record.ts');
        const file = new ProjectFile({ path: ${JSON.stringify(path)}, projectId: 'p', key: Buffer.alloc(32, 7) }, 'write');
        const kill = () => process.kill(process.pid, 'SIGKILL');
        const write = ChangeRecord.prototype.write;
        ChangeRecord.prototype.write = function (count) {
          if (${JSON.stringify(place)} === 'before the record') kill();
          write.call(this, count);
          if (${JSON.stringify(place)} === 'after the record') kill();
        };
        file.begin();
        file.putValue('note', 'x');
        if (${JSON.stringify(place)} === 'before the commit') kill();
        file.commit();`;
      expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).signal).toBe('SIGKILL');
      expect(read()).toBe('first');
    }
  });

  it('replaces another, is copied, and is created where one was removed', async () => {
    closedBefore();
    const writer = new ProjectFile(ref(), 'write');
    for (let times = 0; times < 9; times++) put(writer, `${times}`);
    writer.close();
    const fresh = new ProjectFile(ref(), 'fresh');
    put(fresh, 'fresh');
    await fresh.publish();
    expect(read()).toBe('fresh');
    const copy = join(folder, 'copy.sqlite');
    writeFileSync(`${copy}.changes`, '0000000000000999\n');
    using original = new ProjectFile(ref(), 'read');
    original.copyTo(copy);
    expect(read(copy)).toBe('fresh');
    removeProjectFile(path);
    expect(existsSync(`${path}.changes`)).toBe(false);
    closedBefore();
    expect(read()).toBe('first');
  });
});
