/** Folders of other programs are not used or changed, and a message explains why. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { desk } from '../../kit/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-folders-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const list = (data: string) => desk(['connections', 'list', '--data', data]);

it('a folder with files of other programs is not used and keeps its permissions', async () => {
  const documents = join(folder, 'documents');
  mkdirSync(documents);
  writeFileSync(join(documents, 'letter.docx'), 'x');
  chmodSync(documents, 0o755);
  const { exit, err } = await list(documents);
  expect(exit).toBe(2);
  expect(err).toContain('holds files of other programs, such as “letter.docx”, so nothing was changed');
  expect(readdirSync(documents)).toEqual(['letter.docx']);
  expect(process.platform === 'win32' ? 0o755 : statSync(documents).mode & 0o777).toBe(0o755);
});

it('an empty name does not mean the current folder', async () => {
  const { exit, err } = await list('');
  expect(exit).toBe(1);
  expect(err).toContain('--data needs the path to a folder');
});

it.runIf(process.platform === 'linux').each(['/proc', '/proc/1/x', '/dev/null'])('%s leads to a plain message', async (path) => {
  const { exit, err } = await list(path);
  expect(exit).toBe(2);
  expect(err).toMatch(/The data folder cannot be created or read|holds files of other programs/);
  expect(err).not.toMatch(/ENOENT|ENOTDIR|EACCES|at .*\.ts/);
});

it('our data folder is used again even if the user puts other files into it', async () => {
  const ours = join(folder, 'ours');
  expect((await list(ours)).exit).toBe(0);
  writeFileSync(join(ours, 'notes.txt'), 'x');
  expect((await list(ours)).exit).toBe(0);
});
