/** Folders that are not ours: they are neither used nor changed, and a sentence says why. */
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

it('is not used and keeps its rights when it holds files of others', async () => {
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

it('is never the current folder because its name is empty', async () => {
  const { exit, err } = await list('');
  expect(exit).toBe(1);
  expect(err).toContain('--data needs the path to a folder');
});

it.runIf(process.platform === 'linux').each(['/proc', '/proc/1/x', '/dev/null'])('ends with a sentence at %s', async (path) => {
  const { exit, err } = await list(path);
  expect(exit).toBe(2);
  expect(err).toMatch(/The data folder cannot be created or read|holds files of other programs/);
  expect(err).not.toMatch(/ENOENT|ENOTDIR|EACCES|at .*\.ts/);
});

it('is used again once it is ours, whatever else a person put into it', async () => {
  const ours = join(folder, 'ours');
  expect((await list(ours)).exit).toBe(0);
  writeFileSync(join(ours, 'notes.txt'), 'x');
  expect((await list(ours)).exit).toBe(0);
});
