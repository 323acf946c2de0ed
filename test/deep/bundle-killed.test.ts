/**
 * A program that is killed while it makes or opens a bundle, at every step: at most one computer can send the project, the opening computer
 * has all of it or nothing, and the next start leaves no temporary file.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { BundleOrder } from '../kit/bundle-child.ts';
import { people } from '../kit/list-people.ts';
import { Colleague, PASSPHRASE, setupTwoComputers } from '../kit/two-computers.ts';
import { systemClock } from '../../main/platform/clock.ts';
import { createApplication } from '../../main/create-application.ts';
import { callOf } from '../kit/desk-actions.ts';
import { runToMoment } from '../kit/run-to-moment.ts';
import { localTasks } from '../kit/local-tasks.ts';
import { memorySecrets, testPorts } from '../kit/test-ports.ts';

const { desk, bundle } = await setupTwoComputers();
let id = '';
let given = '';
const before = { made: join(desk.folder, 'before-made'), opened: join(desk.folder, 'before-opened') };
const moments = { made: [] as string[], opened: [] as string[] };

/** A fresh copy of a data folder. */
function copyOf(folder: string): string {
  const copy = join(desk.folder, 'copy');
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true });
  return copy;
}

const run = (order: BundleOrder) => runToMoment('bundle-child.ts', 'BUNDLE_CHILD', order);

/** What the program finds on a folder when it starts. */
async function look(dataDir: string, dataKey: number) {
  const secrets = { ...memorySecrets(null), dataKey: () => Promise.resolve(Buffer.alloc(32, dataKey)) };
  const application = await createApplication(testPorts(dataDir, { spawn: localTasks }, { secrets, clock: systemClock }));
  const projects = await callOf(application)('projects.list', {});
  await application.idle();
  await application.close();
  const files = readdirSync(join(dataDir, 'projects')).filter((name) => name.endsWith('.sqlite'));
  return { project: projects.find((one) => one.id === id) ?? null, projects: projects.length, files: files.length };
}

beforeAll(async () => {
  id = await desk.importPeople(...people('K', 1, 2, 3));
  given = await bundle(id, 'copy');
  const colleague = new Colleague(desk, 'killed');
  await colleague.start();
  await colleague.connect();
  await colleague.close();
  cpSync(colleague.dataDir, before.opened, { recursive: true });
  await desk.restart();
  cpSync(join(desk.folder, 'data'), before.made, { recursive: true });
  const target = join(desk.folder, 'whole.deskbundle');
  const order = { bundle: target, passphrase: PASSPHRASE, kill: null };
  moments.made = (await run({ ...order, dataDir: copyOf(before.made), dataKey: 7, id })).moments;
  given = target;
  moments.opened = (await run({ ...order, dataDir: copyOf(before.opened), dataKey: 9, id: null })).moments;
});

const MAKING = ['after append', 'before custody', 'after custody', 'after last chunk', 'before commit', 'after commit'];
const OPENING = ['after intent', 'before store', 'before forget', 'after forget', 'after store'];

it('passes the moments that the tests kill at', () => {
  expect(moments.made).toEqual(expect.arrayContaining(MAKING));
  expect(moments.opened).toEqual(expect.arrayContaining(OPENING));
});

it.each(MAKING)('a program that is killed %s leaves a bundle that can be opened only once the project was given up', async (kill) => {
  const dataDir = copyOf(before.made);
  const folder = join(desk.folder, `saved ${kill}`);
  mkdirSync(folder);
  const target = join(folder, 'killed.deskbundle');
  const { signal } = await run({ dataDir, dataKey: 7, bundle: target, passphrase: PASSPHRASE, id, kill });
  const { project } = await look(dataDir, 7);
  const isGiven = project?.held?.holder === 'given';
  const isSaved = existsSync(target);
  expect({ signal, state: project?.state.at, isUnsafe: isSaved && !isGiven }).toEqual({
    signal: 'SIGKILL',
    state: 'draft',
    isUnsafe: false,
  });
  expect(readdirSync(folder)).toEqual(isSaved ? ['killed.deskbundle'] : []);
  expect([isGiven, isSaved]).toEqual([!/append|before custody/.test(kill), kill === 'after commit']);
});

it.each(OPENING)('a program that is killed %s has opened a whole project or none', async (kill) => {
  const dataDir = copyOf(before.opened);
  const order = { dataDir, dataKey: 9, bundle: given, passphrase: PASSPHRASE, id: null };
  expect((await run({ ...order, kill })).signal).toBe('SIGKILL');
  const left = await look(dataDir, 9);
  const isThere = kill === 'after store';
  // Its project and its file, or neither.
  expect([left.project === null, left.files]).toEqual(isThere ? [false, 1] : [true, 0]);
  const again = isThere ? left : await run({ ...order, kill: null }).then(() => look(dataDir, 9));
  expect(again).toMatchObject({ project: { id, held: null, state: { at: 'draft' } }, files: 1 });
});
