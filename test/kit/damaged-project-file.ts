/** Replaces or damages a project file at a moment of the main job. */
import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { ProjectView } from '../../shared/contract/index.ts';
import type { ReadyList, OpenDesk } from './ready-list.ts';
import { sendList, rootProject } from './desk-actions.ts';
import { eventually } from './eventually.ts';
import { type FaultInput, SCREENING } from './practice-client.ts';

/** Files that may replace the correct one. */
export interface Files {
  readonly file: string;
  /** A copy that was made before the list was sent. */
  readonly older: string;
  /** The file of another project in the folder. */
  readonly foreign: string;
}

export const DAMAGES: readonly (readonly [string, RegExp, (files: Files) => void])[] = [
  ['emptied', /is empty/, ({ file }) => writeFileSync(file, '')],
  ['removed', /is missing from the data folder/, ({ file }) => rmSync(file)],
  ['replaced by an older copy', /has changed since the list was sent/, ({ file, older }) => copyFileSync(older, file)],
  ['replaced by another project’s file', /does not contain this project/, ({ file, foreign }) => copyFileSync(foreign, file)],
  ['overwritten', /does not contain this project/, ({ file }) => writeFileSync(file, 'not a database, whatever its name says'.repeat(500))],
];

/** A folder with the ready list, its older copy and another project. */
export async function openWithCopies(readyList: ReadyList): Promise<{ readonly desk: OpenDesk; readonly files: Files }> {
  const desk = await readyList.openCopy();
  // The data key of these tests as a key file, for the command line.
  writeFileSync(join(desk.dataDir, 'data.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
  const { id } = await rootProject(desk.call);
  const { token } = await desk.application.offerFile(readyList.list, 'list.csv');
  const other = await desk.call('projects.create', { file: token });
  await desk.application.idle();
  const path = (of: string) => join(desk.dataDir, 'projects', `${of}.sqlite`);
  const files = { file: path(id), older: join(desk.dataDir, 'older.sqlite'), foreign: join(desk.dataDir, 'foreign.sqlite') };
  copyFileSync(files.file, files.older);
  copyFileSync(path(other.id), files.foreign);
  await desk.call('projects.remove', { id: other.id });
  return { desk, files };
}

export const journalFiles = ({ file }: Files) => [`${file}-wal`, `${file}-shm`].filter((path) => existsSync(path));

/** The faults that hold a sent project at a state until they are cleared. */
const HOLDS = {
  creating: [{ kind: 'status', status: 503, times: null, on: { step: 'projects' } }],
  processing: [SCREENING],
  done: [],
} as const satisfies Record<string, readonly FaultInput[]>;

/** Sends the list, damages the file at a given state, and waits until the project has stopped. */
export async function sendAndDamage(
  { practice: { client } }: ReadyList,
  desk: OpenDesk,
  files: Files,
  at: keyof typeof HOLDS,
  damage: (files: Files) => void,
): Promise<ProjectView> {
  if (HOLDS[at].length > 0) await client.setFaults(...HOLDS[at]);
  await sendList(desk.call, desk.name);
  await eventually(async () => {
    expect((await rootProject(desk.call)).state.at).toBe(at);
  });
  // Leaves the file as a program leaves it when it ends.
  const db = new Database(files.file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  for (const path of journalFiles(files)) rmSync(path);
  renameSync(files.file, `${files.file}.kept`);
  copyFileSync(`${files.file}.kept`, files.file);
  damage(files);
  await client.clearFaults();
  await desk.application.idle();
  return await rootProject(desk.call);
}
