/** A workbook with a password: imported after it is typed, in the window and in the terminal; the password is kept nowhere. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupApplication } from '../../kit/setup-application.ts';
import { encryptAgile } from '../../kit/sheet-encryption.ts';
import { bySheetJs } from '../../kit/sheetjs-workbook.ts';
import { desk as terminal } from '../../kit/terminal.ts';

const logged: unknown[] = [];
const log = { info: (...parts: unknown[]) => void logged.push(parts), error: (...parts: unknown[]) => void logged.push(parts) };
const app = setupApplication({ log });
const { call } = app;

const PASSWORD = 'Quarry-Otter-7731';
const people = bySheetJs('xlsx', [
  ['ID', 'First Name', 'Last Name', 'Street', 'City', 'State', 'ZIP'],
  ['1', 'Ines', 'Marlowe', '3 Elm St', 'Keene', 'NH', '03431'],
  ['2', 'Otto', 'Brandvold', '5 Oak St', 'Keene', 'NH', '03431'],
]);
const locked = encryptAgile(people, PASSWORD);

/** The content of every file below a folder. */
function filesBelow(folder: string): { path: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, bytes: readFileSync(path) }));
}

async function importLocked(): Promise<string> {
  const { id } = await call('projects.create', { file: await app.offer('board.xlsx', locked, true) });
  await app.idle();
  return id;
}

const stateOf = async (id: string) => (await call('projects.get', { id })).state;

describe('a workbook with a password', () => {
  it('is read after the password is typed, and a wrong one changes nothing', async () => {
    const id = await importLocked();
    const waiting = { at: 'unreadable', code: 'FILE_PASSWORD', message: expect.stringContaining('Type the password') as string };
    expect(await stateOf(id)).toMatchObject(waiting);
    await expect(call('projects.unlock', { id, password: 'quarry-otter-7731' })).rejects.toMatchObject({
      code: 'FILE_PASSWORD',
      message: expect.stringContaining('not the password') as string,
    });
    expect(await stateOf(id)).toMatchObject(waiting);
    await call('projects.unlock', { id, password: PASSWORD });
    await app.idle();
    expect((await stateOf(id)).at).toBe('draft');
    expect(await call('check.get', { id })).toMatchObject({ rows: 2, ready: 2 });
  });

  it('leaves the password in no file and no log, and its copy is removed with the project', async () => {
    const id = await importLocked();
    await call('projects.unlock', { id, password: PASSWORD });
    await app.idle();
    await app.close();
    for (const { path, bytes } of filesBelow(app.folder))
      for (const form of ['utf8', 'utf16le'] as const) expect(bytes.includes(PASSWORD, 0, form) ? path : '').toBe('');
    expect(JSON.stringify(logged)).not.toContain(PASSWORD);
    expect(filesBelow(app.folder).map(({ path }) => path)).not.toContain(join(app.folder, 'spooled-board.xlsx'));
  });

  it('asks for the file again after a restart', async () => {
    const id = await importLocked();
    await app.close();
    await app.start();
    await expect(call('projects.unlock', { id, password: PASSWORD })).rejects.toMatchObject({ code: 'NOT_NOW' });
  });

  it('is read in the terminal with --password-stdin', async () => {
    const path = app.write('board.xlsx', locked);
    const [without, wrong, right, inspected] = [
      await terminal(['check', path, '--json']),
      await terminal(['check', path, '--json', '--password-stdin'], { input: 'guess\n' }),
      await terminal(['check', path, '--json', '--password-stdin'], { input: `${PASSWORD}\r\n` }),
      await terminal(['inspect', path, '--password-stdin'], { input: PASSWORD }),
    ];
    expect([without.exit, wrong.exit, right.exit, inspected.exit]).toEqual([6, 6, 0, 0]);
    expect(without.lines[0]).toMatchObject({ error: { code: 'FILE_PASSWORD' } });
    expect(wrong.lines[0]).toMatchObject({ error: { message: expect.stringContaining('not the password') as string } });
    expect(right.lines[0]).toMatchObject({ rows: 2 });
    const both = await terminal(['screen', path, '--out', join(app.folder, 'out.xlsx'), '--password-stdin', '--token-stdin'], {
      input: PASSWORD,
    });
    expect([both.exit, both.out + both.err]).toEqual([1, expect.stringContaining('only one thing')]);
  });

  it('is screened in the terminal with --password-stdin', async () => {
    const path = app.write('board.xlsx', locked);
    const out = join(app.folder, 'results.xlsx');
    const options = ['--data', join(app.folder, 'terminal'), '--connection', 'practice', '--yes', '--out', out, '--password-stdin'];
    const ended = await terminal(['screen', path, ...options], { input: `${PASSWORD}\n` });
    expect({ exit: ended.exit, err: ended.exit === 0 ? '' : ended.err }).toEqual({ exit: 0, err: '' });
    expect(readFileSync(out).length).toBeGreaterThan(1000);
    expect(ended.out + ended.err).not.toContain(PASSWORD);
  });
});
