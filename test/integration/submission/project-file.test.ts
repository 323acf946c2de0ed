/**
 * The file of a project is not the one that was sent from any more: it was emptied, removed, or replaced by an older copy or by another
 * project's file. Nothing is lost and nothing is paid twice: the project waits until the file is put back.
 */
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { Inside, type OpenDesk } from '../../kit/desk-inside.ts';
import { type DeskReport, sendList, theProject } from '../../kit/desk-use.ts';
import { eventually } from '../../kit/eventually.ts';
import type { FaultInput } from '../../kit/practice-client.ts';
import { desk as terminal } from '../../kit/terminal.ts';

let inside: Inside;
let plain: DeskReport['scores'] = {};

beforeAll(async () => {
  inside = await Inside.open();
  plain = await inside.reference();
}, 60_000);
afterEach(async () => {
  await inside.practice.client.clearFaults();
});
afterAll(async () => {
  await inside.close();
});

/** The files that a person may find in the place of the right one. */
interface Files {
  readonly file: string;
  /** A copy from before the list was sent. */
  readonly older: string;
  /** The file of another project of the folder. */
  readonly foreign: string;
}

const SPOIL: readonly (readonly [string, RegExp, (files: Files) => void])[] = [
  ['emptied', /is empty/, ({ file }) => writeFileSync(file, '')],
  ['removed', /is missing from the data folder/, ({ file }) => rmSync(file)],
  ['replaced by an older copy', /is not as it was when the list was sent/, ({ file, older }) => copyFileSync(older, file)],
  ['replaced by another project’s file', /does not hold this project/, ({ file, foreign }) => copyFileSync(foreign, file)],
  ['overwritten', /does not hold this project/, ({ file }) => writeFileSync(file, 'not a database, whatever its name says'.repeat(500))],
];

/** A folder with the list that is ready, its older copy and another project. */
async function prepared(): Promise<{ readonly desk: OpenDesk; readonly files: Files }> {
  const desk = await inside.fresh();
  // The key that the programs of these tests have in memory, for a terminal.
  writeFileSync(join(desk.dataDir, 'data.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
  const { id } = await theProject(desk.call);
  const { token } = await desk.application.offerFile(inside.list, 'list.csv');
  const other = await desk.call('projects.create', { file: token });
  await desk.application.idle();
  const path = (of: string) => join(desk.dataDir, 'projects', `${of}.sqlite`);
  const files = { file: path(id), older: join(desk.dataDir, 'older.sqlite'), foreign: join(desk.dataDir, 'foreign.sqlite') };
  copyFileSync(files.file, files.older);
  copyFileSync(path(other.id), files.foreign);
  await desk.call('projects.remove', { id: other.id });
  return { desk, files };
}

const besides = ({ file }: Files) => [`${file}-wal`, `${file}-shm`].filter((path) => existsSync(path));

/** Says "send", spoils the file once the project is at a place, and waits until the project has stopped. */
async function stopped(desk: OpenDesk, files: Files, at: string, spoil: (files: Files) => void): Promise<ProjectView> {
  await sendList(desk.call, desk.name);
  await eventually(async () => {
    expect((await theProject(desk.call)).state.at).toBe(at);
  });
  // The file as a program that has ended leaves it.
  const db = new Database(files.file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  for (const path of besides(files)) rmSync(path);
  renameSync(files.file, `${files.file}.kept`);
  copyFileSync(`${files.file}.kept`, files.file);
  spoil(files);
  await desk.application.idle();
  return await theProject(desk.call);
}

const resume = (desk: OpenDesk) =>
  terminal(['resume', '--json', '--data', desk.dataDir], { environment: { DESK_TOKEN: inside.practice.client.token } });

/** The file put back, `desk resume` brings the results, paid once. */
async function goesOn(desk: OpenDesk, { file }: Files): Promise<void> {
  renameSync(`${file}.kept`, file);
  const { exit, lines } = await resume(desk);
  const counts = { submitted: inside.rows, scored: inside.rows - inside.refused, refused: inside.refused, unknown: 0, unmatched: 0 };
  expect([exit, lines.at(-1)]).toMatchObject([4, { ok: true, at: 'done', counts }]);
  const again = await inside.start(desk.name);
  const projects = await inside.ledgerOf(again);
  expect(inside.judge({ report: await again.report(), projects }, plain)).toEqual([]);
  expect(projects).toHaveLength(1);
  await again.close();
}

describe('between processing and collecting', () => {
  const working: FaultInput = { kind: 'processing-time', secondsPerThousandRows: 15 };

  it.each(SPOIL)('%s: the results wait at the service, and come once the file is put back', async (_, words, spoil) => {
    await inside.practice.client.setFaults(working);
    const { desk, files } = await prepared();
    const { state, notice } = await stopped(desk, files, 'processing', spoil);
    expect(state).toMatchObject({ at: 'paused', resume: { at: 'collecting' } });
    expect(notice?.code).toBe('PROJECT_FILE_DAMAGED');
    expect(notice?.message).toMatch(words);
    expect(notice?.message).toContain('The results are safe at the service');
    expect(notice?.message).toMatch(/[Pp]ut .* back from a backup/);
    const there = existsSync(files.file);
    expect((await desk.report()).defects).toEqual([]);
    await desk.close();

    // Said again as long as the file is not put back; nothing is made in its place.
    const { exit, lines } = await resume(desk);
    const message = `${notice?.message} Its ${inside.rows} rows were sent and screened; their scores are still to be fetched.`;
    expect([exit, lines.at(-1)]).toMatchObject([2, { ok: false, error: { code: 'PROJECT_FILE_DAMAGED' } }]);
    expect((lines.at(-1) as { error: { message: string } }).error.message).toContain(message);
    expect(existsSync(files.file)).toBe(there);
    expect(besides(files)).toEqual([]);
    await goesOn(desk, files);
  });
});

describe('before the list is sent', () => {
  it.each(SPOIL)('%s: nothing of another file leaves, and the list is sent once the file is put back', async (_, words, spoil) => {
    await inside.practice.client.setFaults({ kind: 'latency', ms: 700, when: 'act', on: { step: 'create' } });
    const { desk, files } = await prepared();
    const { state, notice } = await stopped(desk, files, 'creating', spoil);
    expect(state.at).toBe('paused');
    expect(notice?.code).toBe('PROJECT_FILE_DAMAGED');
    expect(notice?.message).toMatch(words);
    expect(notice?.message).toMatch(/nothing .*was sent/i);
    expect((await inside.ledgerOf(desk)).map(({ rowsStored, processActs }) => [rowsStored, processActs])).toEqual([[0, 0]]);
    expect((await desk.report()).defects).toEqual([]);
    await desk.close();
    await goesOn(desk, files);
  });
});

it('a list that an older program has sent is known by its number of rows', async () => {
  await inside.practice.client.setFaults({ kind: 'processing-time', secondsPerThousandRows: 15 });
  const { desk, files } = await prepared();
  const older = ({ file }: Files) => {
    const db = new Database(file);
    db.exec("DELETE FROM note WHERE name IN ('project', 'body')");
    db.close();
  };
  const { state } = await stopped(desk, files, 'processing', older);
  expect(state.at).toBe('done');
  rmSync(`${files.file}.kept`);
  expect(inside.judge({ report: await desk.report(), projects: await inside.ledgerOf(desk) }, plain)).toEqual([]);
  await desk.close();
});

describe('with its results', () => {
  const [, , older] = SPOIL;
  it.each([...SPOIL.filter(([what]) => what !== older![0]), [older![0], /does not have the results in it/, older![2]] as const])(
    '%s: no empty results are shown or saved, and none of its people counts as never screened',
    async (_, words, spoil) => {
      const { desk, files } = await prepared();
      const { id, state, notice } = await stopped(desk, files, 'done', spoil);
      expect([state.at, notice]).toEqual(['done', null]);
      const said = { code: 'PROJECT_FILE_DAMAGED', message: expect.stringMatching(words) as string };
      await expect(desk.call('results.get', { id })).rejects.toMatchObject(said);
      const { token } = await desk.application.offerFile(inside.list, 'list.csv');
      const next = await desk.call('projects.create', { file: token, connectionId: (await theProject(desk.call)).connection.id });
      await desk.application.idle();
      await expect(desk.call('cost.get', { id: next.id })).rejects.toMatchObject({
        code: 'PROJECT_FILE_DAMAGED',
        message: expect.stringContaining(`“${desk.name}”`) as string,
      });
      renameSync(`${files.file}.kept`, files.file);
      expect((await desk.call('cost.get', { id: next.id })).screened.unchanged).toBe(inside.rows - inside.refused);
      expect((await desk.call('results.get', { id })).columns.length).toBeGreaterThan(0);
      await desk.close();
    },
  );
});

describe('a draft', () => {
  it.each(SPOIL.filter(([what]) => what !== 'replaced by an older copy'))('%s is neither checked nor sent', async (_, words, spoil) => {
    const { desk, files } = await prepared();
    const names = () => readdirSync(join(desk.dataDir, 'projects')).toSorted();
    const { id } = await theProject(desk.call);
    spoil(files);
    const before = names();
    await desk.call('houseRules.set', { required: [], severities: { EMAIL_FORMAT: 'off' } });
    const said = { code: 'PROJECT_FILE_DAMAGED', message: expect.stringMatching(words) as string };
    await expect(desk.call('check.get', { id })).rejects.toMatchObject(said);
    await expect(desk.call('import.change', { id, headerRow: 1 })).rejects.toMatchObject(said);
    await expect(sendList(desk.call)).rejects.toMatchObject(said);
    expect(names()).toEqual(before);
    expect(await inside.ledgerOf(desk)).toEqual([]);
    expect((await desk.report()).defects).toEqual([]);
    await desk.close();
  });
});
