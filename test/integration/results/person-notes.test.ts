/** Notes about a person are stored on this computer, encrypted, and removed with their project. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { person } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const desk = await setupTestDesk(localTasks);

const WORDS = 'Asked twice about the chemistry wing';

/** All bytes of the data folder's files. */
const stored = (): string => {
  const folder = join(desk.folder, 'data');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((file) => readFileSync(join(file.parentPath, file.name)).toString('latin1')).join('\n');
};

it('keeps notes and the next step for each person, unreadable in the data folder, until the project is removed', async () => {
  const id = await desk.importPeople(person('1'), person('2'));
  await desk.send(id);
  expect(await desk.call('notes.get', { id, row: 2 })).toEqual({ note: '', nextStep: '' });
  await desk.call('notes.save', { id, row: 2, note: WORDS, nextStep: 'Ask for a visit' });
  await desk.call('notes.save', { id, row: 3, note: 'Another person', nextStep: '' });
  expect(await desk.call('notes.get', { id, row: 2 })).toEqual({ note: WORDS, nextStep: 'Ask for a visit' });
  expect(await desk.call('notes.get', { id, row: 3 })).toEqual({ note: 'Another person', nextStep: '' });
  expect(stored()).toContain(`notes/${id}/2`);
  expect(stored()).not.toContain(WORDS);
  expect(stored()).not.toContain(Buffer.from(WORDS).toString('base64').slice(0, 30));
  await desk.call('notes.save', { id, row: 3, note: '', nextStep: '' });
  expect(await desk.call('notes.get', { id, row: 3 })).toEqual({ note: '', nextStep: '' });

  await desk.restart();
  expect(await desk.call('notes.get', { id, row: 2 })).toEqual({ note: WORDS, nextStep: 'Ask for a visit' });
  await desk.call('projects.remove', { id, loseResults: true });
  await expect(desk.call('notes.get', { id, row: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const database = new Database(join(desk.folder, 'data', 'history.sqlite'), { readonly: true });
  expect(database.prepare("SELECT name FROM setting WHERE name LIKE 'notes/%'").all()).toEqual([]);
  database.close();
});

it('names a damaged note, and keeps those of others', async () => {
  const id = await desk.importPeople(person('11'), person('12'));
  await desk.send(id);
  for (const row of [2, 3]) await desk.call('notes.save', { id, row, note: WORDS, nextStep: '' });
  const database = new Database(join(desk.folder, 'data', 'history.sqlite'));
  database.prepare('UPDATE setting SET value = ? WHERE name = ?').run(Buffer.alloc(80).toString('base64'), `notes/${id}/2`);
  database.close();
  await expect(desk.call('notes.get', { id, row: 2 })).rejects.toMatchObject({
    code: 'DATABASE_DAMAGED',
    message: expect.stringContaining('The record of a note cannot be read') as string,
  });
  expect(await desk.call('notes.get', { id, row: 3 })).toEqual({ note: WORDS, nextStep: '' });
});
