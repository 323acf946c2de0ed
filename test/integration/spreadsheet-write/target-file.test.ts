import { spawn } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, readlink, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CsvWriter } from '../../../main/spreadsheet/write/csv-writer.ts';
import { JsonLinesWriter } from '../../../main/spreadsheet/write/jsonl-writer.ts';
import { removeLeftovers, TargetFile } from '../../../main/spreadsheet/write/target-file.ts';
import { WorkbookWriter } from '../../../main/spreadsheet/write/xlsx-writer.ts';
import { readWorkbook, temporaryFolder, writeRow } from './written-files.ts';

const windows = process.platform === 'win32';
const child = fileURLToPath(new URL('write-child.ts', import.meta.url));

/** Runs the child, kills it when it prints `kill`, and returns its last line. */
async function runChild(path: string, rows: number, kill?: string, shell?: string): Promise<string> {
  const command = [process.execPath, child, path, String(rows)];
  const running =
    shell === undefined
      ? spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
      : spawn('sh', ['-c', `${shell}; exec "$@"`, 'sh', ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((resolve) => running.on('close', resolve));
  let last = '';
  for await (const line of createInterface({ input: running.stdout })) {
    last = line;
    if (line === kill) running.kill('SIGKILL');
  }
  await closed;
  return last;
}

const permissions = async (path: string) => (await stat(path)).mode & 0o777;

const temporaries = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('.~export-'));

describe('a target file', () => {
  test('appears only after it is finished', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'new.bin');
    const target = await TargetFile.open(path);
    await target.append(Buffer.from('hello '));
    await target.append(Buffer.from('world'));
    await target.patch(Buffer.from('J'), 0);
    const [temporary] = await temporaries(folder);
    expect(await readdir(folder)).toEqual([temporary]);
    expect(target.length).toBe(11);
    await target.commit();
    expect(await readdir(folder)).toEqual(['new.bin']);
    expect(await readFile(path, 'utf8')).toBe('Jello world');
  });

  test.skipIf(windows)('is private, or has the permissions of the file that it replaces', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'file.bin');
    const first = await TargetFile.open(path);
    const [temporary] = await temporaries(folder);
    expect(await permissions(join(folder, temporary!))).toBe(0o600);
    await first.commit();
    expect(await permissions(path)).toBe(0o600);
    await chmod(path, 0o640);
    await (await TargetFile.open(path)).commit();
    expect(await permissions(path)).toBe(0o640);
  });

  test('replaces an old file', async () => {
    const path = join(await temporaryFolder(), 'old.bin');
    await writeFile(path, 'old');
    const target = await TargetFile.open(path);
    await target.append(Buffer.from('new'));
    expect(await readFile(path, 'utf8')).toBe('old');
    await target.commit();
    expect(await readFile(path, 'utf8')).toBe('new');
  });

  test('leaves the old file after an abort, which can be repeated', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'old.bin');
    await writeFile(path, 'old');
    const target = await TargetFile.open(path);
    await target.append(Buffer.from('new'));
    await target.abort();
    await target.abort();
    expect(await readdir(folder)).toEqual(['old.bin']);
    expect(await readFile(path, 'utf8')).toBe('old');
    await expect(target.commit()).rejects.toThrow('given up');
  });

  test.skipIf(windows)('is written to the target of a link, and the link is kept', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'real'));
    await writeFile(join(folder, 'real', 'file.bin'), 'old');
    await symlink(join(folder, 'real', 'file.bin'), join(folder, 'link.bin'));
    const target = await TargetFile.open(join(folder, 'link.bin'));
    await target.append(Buffer.from('new'));
    await target.commit();
    expect(await readlink(join(folder, 'link.bin'))).toBe(join(folder, 'real', 'file.bin'));
    expect(await readFile(join(folder, 'real', 'file.bin'), 'utf8')).toBe('new');
  });

  test('can be finished again if a folder blocks its path at the end', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'book.xlsx');
    const book = await WorkbookWriter.create(path);
    await writeRow(book.addSheet('Rows', { columns: [{ title: 'A' }] }), ['kept']);
    await mkdir(path);
    await writeFile(join(path, 'in the way'), '');
    await expect(book.finish()).rejects.toMatchObject({ code: 'TARGET_UNWRITABLE' });
    expect(await temporaries(folder)).toHaveLength(1);
    const { rename } = await import('node:fs/promises');
    await rename(path, join(folder, 'away'));
    expect((await book.finish()).sheets).toEqual([{ name: 'Rows', rows: 1 }]);
    expect((await readWorkbook(path)).SheetNames).toEqual(['Rows']);
    expect(await temporaries(folder)).toEqual([]);
  });
});

describe('a target that cannot be written is refused at the start', () => {
  const refusal = (message: RegExp) =>
    expect.objectContaining({ name: 'WriteError', code: 'TARGET_UNWRITABLE', message: expect.stringMatching(message) });

  test('by every writer', async () => {
    const path = join(await temporaryFolder(), 'missing', 'out');
    const options = { columns: [{ title: 'A' }] };
    const missing = refusal(/folder does not exist/);
    await expect(WorkbookWriter.create(`${path}.xlsx`)).rejects.toEqual(missing);
    await expect(CsvWriter.create(`${path}.csv`, options)).rejects.toEqual(missing);
    await expect(JsonLinesWriter.create(`${path}.jsonl`, options)).rejects.toEqual(missing);
  });

  test('if it is a folder', async () => {
    const folder = await temporaryFolder();
    await expect(TargetFile.open(folder)).rejects.toEqual(refusal(/folder with this name/));
  });

  test('if its folder is a file', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, '');
    await expect(TargetFile.open(join(path, 'out.xlsx'))).rejects.toEqual(refusal(/folder/));
  });

  test('if the file is read-only', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'kept.xlsx');
    await writeFile(path, 'old');
    await chmod(path, 0o444);
    await expect(TargetFile.open(path)).rejects.toEqual(refusal(/read-only/));
    expect(await readdir(folder)).toEqual(['kept.xlsx']);
    await chmod(path, 0o644);
  });

  test.each(['.~lock.open.xlsx#', '~$open.xlsx'])('if the file is open in another program, as %s shows', async (lock) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'open.xlsx'), 'old');
    await writeFile(join(folder, lock), '');
    await expect(TargetFile.open(join(folder, 'open.xlsx'))).rejects.toEqual(refusal(/open in another program/));
    const other = await TargetFile.open(join(folder, 'other.xlsx'));
    await other.abort();
  });

  test.skipIf(windows)('if it is a device or a broken link', async () => {
    await expect(TargetFile.open('/dev/null')).rejects.toEqual(refusal(/device/));
    const link = join(await temporaryFolder(), 'link');
    await symlink('/nowhere/at/all', link);
    await expect(TargetFile.open(link)).rejects.toEqual(refusal(/does not exist/));
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
  });

  test('if the folder is not writable', async ({ skip }) => {
    if (windows || process.getuid?.() === 0) skip('permissions do not hold the superuser back, nor are they those of Windows');
    const folder = await temporaryFolder();
    await chmod(folder, 0o555);
    await expect(TargetFile.open(join(folder, 'out.xlsx'))).rejects.toEqual(refusal(/permission/));
    await chmod(folder, 0o755);
  });

  test('if the name is too long', async () => {
    await expect(TargetFile.open(join(await temporaryFolder(), `${'x'.repeat(300)}.xlsx`))).rejects.toEqual(refusal(/name/));
  });
});

describe('a process that is killed', () => {
  test.each(['book.xlsx', 'list.csv'])(
    'leaves the old %s if it is writing, and the next export removes its temporary file',
    async (name) => {
      const folder = await temporaryFolder();
      const path = join(folder, name);
      await writeFile(path, 'the old file');
      await runChild(path, 10_000_000, '30000');
      expect(await readFile(path, 'utf8')).toBe('the old file');
      expect(await temporaries(folder)).toHaveLength(1);
      const next = await TargetFile.open(join(folder, 'next.bin'));
      expect(await temporaries(folder)).toHaveLength(1);
      await next.commit();
      expect(await readdir(folder)).toEqual([name, 'next.bin'].sort());
    },
  );

  test('leaves the old file or the complete new one if it is finishing', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'book.xlsx');
    for (let turn = 0; turn < 5; turn += 1) {
      await writeFile(path, 'the old file');
      await runChild(path, 20_000, 'finishing');
      const isOld = (await readFile(path)).toString('latin1', 0, 12) === 'the old file';
      const rows = isOld ? 'A1:B20001' : (await readWorkbook(path)).Sheets['Rows']!['!ref'];
      expect(rows).toBe('A1:B20001');
    }
    await (await TargetFile.open(path)).abort();
    expect(await readdir(folder)).toEqual(['book.xlsx']);
  });

  test('leaves a temporary file on a shared drive that is removed only after days, because another computer may still write it', async () => {
    const folder = await temporaryFolder();
    const fresh = '.~export-00000f-1-0123456789ab.tmp';
    const stale = '.~export-00000f-1-ba9876543210.tmp';
    const other = '.~exported-by-hand.tmp';
    for (const name of [fresh, stale, other]) await writeFile(join(folder, name), '');
    const fourDaysAgo = Date.now() / 1000 - 4 * 24 * 3600;
    await utimes(join(folder, stale), fourDaysAgo, fourDaysAgo);
    await utimes(join(folder, other), fourDaysAgo, fourDaysAgo);
    await (await TargetFile.open(join(folder, 'next.bin'))).abort();
    expect((await readdir(folder)).sort()).toEqual([fresh, other].sort());
  });
});

test('a network folder whose clock is behind does not lose a file that this process is writing', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'file.bin');
  const target = await TargetFile.open(path);
  await target.append(Buffer.from('whole'));
  const [temporary] = await temporaries(folder);
  const yesterday = Date.now() - 24 * 3600_000;
  await utimes(join(folder, temporary!), yesterday / 1000, yesterday / 1000);
  expect(await removeLeftovers(folder, yesterday + 1000)).toBe(false);
  await target.commit();
  expect(await readFile(path, 'utf8')).toBe('whole');
});

describe('a full disk', () => {
  test.skipIf(windows).each(['book.xlsx', 'list.csv'])('leads to a clear error and no partial file: %s', async (name) => {
    const folder = await temporaryFolder();
    const path = join(folder, name);
    await writeFile(path, 'the old file');
    // The system's limit on the file size causes the same kind of failure as a full disk, in the middle of a write.
    expect(await runChild(path, 10_000_000, undefined, 'ulimit -f 4000')).toBe('DISK_FULL');
    expect(await readdir(folder)).toEqual([name]);
    expect(await readFile(path, 'utf8')).toBe('the old file');
  });
});
