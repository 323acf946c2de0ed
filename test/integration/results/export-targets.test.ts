/** Exports to places that cannot be written: a clear refusal, no partial file, and no loss of the old file or the results. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { csvOf, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';

/** Faults of the file system for temporary export files, which are recognized by their hidden names. */
const faults = vi.hoisted(() => ({
  open: null as string | null,
  /** Called before each write. The write fails with the error that it throws. */
  write: null as ((path: string, bytesBefore: number) => void) | null,
}));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    open: async (path: string, flags?: string, mode?: number): Promise<FileHandle> => {
      if (!path.includes('.~export-')) return await real.open(path, flags, mode);
      if (faults.open !== null) throw Object.assign(new Error(faults.open), { code: faults.open });
      const handle = await real.open(path, flags, mode);
      const write = handle.write.bind(handle) as (...args: unknown[]) => Promise<{ bytesWritten: number }>;
      let before = 0;
      handle.write = (async (...args: unknown[]) => {
        faults.write?.(path, before);
        const written = await write(...args);
        before += written.bytesWritten;
        return written;
      }) as never;
      return handle;
    },
  };
});

const ROWS = 400;
const FORMATS = ['out.xlsx', 'out.csv', 'out.jsonl'] as const;
const OLD = 'what was there before';

let project: ResultProject;
beforeEach(async () => {
  project = await ResultProject.of(csvOf(listRows(ROWS)));
  await project.collect({ profiles: JSON.stringify(Array.from({ length: ROWS }, (_, index) => profileFor(index))) });
});
afterEach(() => {
  faults.open = null;
  faults.write = null;
  project.dispose();
});

const target = (name: string) => join('there', name);

/** Exports into a folder that may have an old file of this name, and returns the refusal. */
async function refused(name: string): Promise<{ readonly code: string; readonly message: string }> {
  const folder = join(project.folder, 'there');
  const error: unknown = await project.export(target(name)).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  const there = existsSync(folder) ? readdirSync(folder) : [];
  expect(there.filter((file) => file.startsWith('.'))).toEqual([]);
  return error as Error & { code: string };
}

/** Expects that all results are complete and can be exported elsewhere. */
async function expectUnharmed(name: string): Promise<void> {
  faults.open = null;
  faults.write = null;
  const results = await project.results();
  expect(results.counts).toEqual({ submitted: ROWS, scored: ROWS, refused: 0, unknown: 0, unmatched: 0 });
  mkdirSync(join(project.folder, 'elsewhere'), { recursive: true });
  const path = await project.export(join('elsewhere', name));
  expect(readdirSync(dirname(path))).toEqual([name]);
  expect(readFileSync(path).length).toBeGreaterThan(ROWS);
}

describe.each(FORMATS)('%s', (name) => {
  function oldFile(): string {
    const path = join(project.folder, target(name));
    mkdirSync(dirname(path));
    writeFileSync(path, OLD);
    return path;
  }

  test('is refused if the folder does not exist', async () => {
    expect(await refused(name)).toMatchObject({ code: 'TARGET_UNWRITABLE', message: expect.stringContaining('The folder does not exist') });
    expect(existsSync(join(project.folder, 'there'))).toBe(false);
    await expectUnharmed(name);
  });

  test('is refused if the folder is deleted during the export', async () => {
    const path = oldFile();
    faults.write = (temporary) => {
      rmSync(dirname(temporary), { recursive: true });
      faults.write = null;
    };
    expect(await refused(name)).toMatchObject({ code: 'TARGET_UNWRITABLE', message: expect.stringContaining('folder disappeared') });
    expect(existsSync(path)).toBe(false);
    await expectUnharmed(name);
  });

  test('is refused if a folder has the same name', async () => {
    mkdirSync(join(project.folder, target(name)), { recursive: true });
    expect(await refused(name)).toMatchObject({ code: 'TARGET_UNWRITABLE', message: expect.stringContaining('a folder with this name') });
    expect(readdirSync(join(project.folder, target(name)))).toEqual([]);
    await expectUnharmed(name);
  });

  test.each([
    ['EROFS', 'read-only'],
    ['EACCES', 'not have permission'],
  ])('is refused if the folder is not writable (%s)', async (code, words) => {
    const path = oldFile();
    faults.open = code;
    expect(await refused(name)).toMatchObject({ code: 'TARGET_UNWRITABLE', message: expect.stringContaining(words) });
    expect(readFileSync(path, 'utf8')).toBe(OLD);
    await expectUnharmed(name);
  });

  test.each([
    ['ENOSPC', 'DISK_FULL', 'disk is full'],
    ['ENETUNREACH', 'TARGET_UNWRITABLE', 'drive can no longer be reached'],
  ])('is refused if the disk fails during the export (%s)', async (code, known, words) => {
    const path = oldFile();
    let writes = 0;
    faults.write = () => {
      writes += 1;
      if (writes > (name === 'out.xlsx' ? 2 : 0)) throw Object.assign(new Error(code), { code });
    };
    expect(await refused(name)).toMatchObject({ code: known, message: expect.stringContaining(words) });
    expect(readFileSync(path, 'utf8')).toBe(OLD);
    await expectUnharmed(name);
  });
});
