/** A file of a removed list cannot be deleted, as when another program has it open on Windows: all other files are still deleted. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();

it('the next start deletes the files of all other removed lists, and the other files of the same list', async () => {
  const ids: string[] = [];
  for (const prefix of ['A', 'B', 'C']) {
    const id = await desk.importList([PEOPLE_HEADINGS, ...people(prefix, 1, 2)]);
    await desk.call('projects.remove', { id });
    ids.push(id);
  }
  const fileOf = (id: string, ending = '') => join(desk.folder, 'data', 'projects', `${id}.sqlite${ending}`);
  // Each list once, because the order of the files is not known.
  for (const locked of ids) {
    // A folder cannot be deleted like a file.
    mkdirSync(fileOf(locked));
    const left = [fileOf(locked, '.changes'), fileOf(locked, '-wal'), ...ids.filter((id) => id !== locked).map((id) => fileOf(id))];
    for (const path of left) writeFileSync(path, 'left');
    await desk.restart();
    await desk.idle();
    expect(left.filter((path) => existsSync(path))).toEqual([]);
    rmdirSync(fileOf(locked));
    expect(desk.log.errors.splice(0)).toMatchObject([['projects.remove', { cause: { syscall: 'unlink' } }]]);
  }
});
