/** A killed export in the terminal leaves personal data in clear text next to its target. The next start of any program removes it. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupReadyList } from '../kit/setup-ready-list.ts';
import { sendList, rootProject } from '../kit/desk-actions.ts';
import { desk as terminal, start } from '../kit/terminal.ts';

/** Enough for an export that is not complete when its first 100 KB are written. */
const ROWS = 40_000;
const CANARY = 'Evergreen Terrace';

const readyList = await setupReadyList(ROWS, { timeouts: { connect: 60, read: 120, idle: 60, create: 60, add: 120, process: 60 } });

it('the next start removes the partial file and keeps the earlier export', async () => {
  const desk = await readyList.openCopy();
  const { dataDir } = desk;
  writeFileSync(join(dataDir, 'data.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
  await sendList(desk.call, desk.name);
  await desk.application.idle();
  const { id, state } = await rootProject(desk.call);
  expect(state.at).toBe('done');
  await desk.close();

  const saved = join(dataDir, '..', 'saved');
  mkdirSync(saved);
  const target = join(saved, 'out.csv');
  writeFileSync(target, 'the export of yesterday');
  const { child, ended } = start(['export', id, '--out', target, '--force', '--data', dataDir]);
  const partials = () => readdirSync(saved).filter((name) => name.endsWith('.tmp'));
  while (
    child.exitCode === null &&
    !partials().some((name) => (statSync(join(saved, name), { throwIfNoEntry: false })?.size ?? 0) > 100_000)
  )
    await new Promise(setImmediate);
  child.kill('SIGKILL');
  await ended;
  expect(partials().length).toBe(1);
  const left = readFileSync(join(saved, partials()[0]!), 'utf8');
  expect(left.split('\n').length).toBeLessThan(ROWS);
  expect(left).toContain(CANARY);
  // A killed page in the browser leaves an export that was not downloaded.
  const spooled = join(dataDir, 'spool', 'downloads', 'abc');
  mkdirSync(spooled, { recursive: true });
  writeFileSync(join(spooled, 'out.csv'), CANARY);

  expect((await terminal(['projects', '--data', dataDir])).exit).toBe(0);
  expect(readdirSync(saved)).toEqual(['out.csv']);
  expect(readFileSync(target, 'utf8')).toBe('the export of yesterday');
  expect(readdirSync(join(dataDir, 'spool'))).toEqual([]);
  expect((await terminal(['export', id, '--out', target, '--force', '--data', dataDir])).exit).toBe(0);
  expect(readFileSync(target, 'utf8').split('\r\n').length).toBeGreaterThan(ROWS);
});
