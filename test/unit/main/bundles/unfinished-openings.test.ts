/** Files that a program left when it was killed while it opened a bundle. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnfinishedOpenings } from '../../../../main/bundles/unfinished-openings.ts';
import { AppDatabase } from '../../../../main/store/app-database/app-database.ts';
import { keptLog } from '../../../kit/test-ports.ts';

const FILE = 'one.0a1b2c3d.sqlite';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unfinished-openings-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A data folder in which a program that has ended began to open a bundle. */
function left(): { readonly dataDir: string; readonly path: string } {
  const dataDir = join(folder, 'data');
  const projects = join(dataDir, 'projects');
  mkdirSync(projects, { recursive: true });
  const path = join(projects, FILE);
  const database = new AppDatabase(dataDir);
  const own = vi.spyOn(process, 'pid', 'get').mockReturnValue(999_999_999);
  new UnfinishedOpenings(database, projects).begin(path);
  own.mockRestore();
  database.close();
  writeFileSync(path, 'people');
  return { dataDir, path };
}

function start(dataDir: string): { readonly errors: readonly unknown[]; readonly isKnown: boolean } {
  const database = new AppDatabase(dataDir);
  const log = keptLog();
  const openings = new UnfinishedOpenings(database, join(dataDir, 'projects'));
  openings.removeLeftovers(log);
  const isKnown = openings.has('one');
  database.close();
  return { errors: log.errors, isKnown };
}

it('is removed in a copy of the data folder, and never in the original', () => {
  const { dataDir, path } = left();
  const copy = join(folder, 'copy');
  cpSync(dataDir, copy, { recursive: true });
  start(copy);
  expect([existsSync(path), existsSync(join(copy, 'projects', FILE))]).toEqual([true, false]);
  start(dataDir);
  expect(existsSync(path)).toBe(false);
});

it('does not keep the program from starting while another program has the file open', () => {
  const { dataDir, path } = left();
  // A folder in place of the file cannot be removed as a file.
  rmSync(path);
  mkdirSync(path);
  expect(start(dataDir)).toEqual({ errors: [['projects.remove', expect.anything()]], isKnown: true });
  rmSync(path, { recursive: true });
  writeFileSync(path, 'people');
  expect(start(dataDir)).toEqual({ errors: [], isKnown: false });
  expect(existsSync(path)).toBe(false);
});
