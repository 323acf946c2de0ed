/**
 * A program that is killed while it erases a person, or removes what is past its retention period: the next start finishes it, or it has
 * not begun. No byte of the removed data is left, everybody else keeps their results, and nobody can be paid for again.
 */
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from '../../main/create-application.ts';
import type { Application } from '../../main/application.ts';
import type { Input } from '../../shared/contract/index.ts';
import { bytesOf, decryptedOf, replacedSince, sealedOf } from '../kit/carving.ts';
import { type Call, callOf } from '../kit/desk-actions.ts';
import { runToMoment } from '../kit/run-to-moment.ts';
import { PEOPLE_HEADINGS, people } from '../kit/list-people.ts';
import { localTasks } from '../kit/local-tasks.ts';
import type { RemovalOrder } from '../kit/removal-child.ts';
import { setupTestDesk } from '../kit/setup-test-desk.ts';
import { fastClock, keptLog, memorySecrets, testPorts } from '../kit/test-ports.ts';

const DAY_MS = 86_400_000;
const HEADINGS = `${PEOPLE_HEADINGS},Remarks`;
const ROSALIND = 'P1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609,rosalind@example.org,met at Fernhollow';
const CANARY = /Rosalind|Quayle|Larkspur|rosalind@|Fernhollow|Zephyrine/i;
const OTHERS = people('X', 1, 2, 3).map((line) => `${line.replace('Larkspur', 'Alder')},`);

const desk = await setupTestDesk(localTasks);
const copy = join(desk.folder, 'copy');

/** A fresh copy of a data folder. */
function copyOf(folder: string): string {
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** Copies the data folder of the desk while nothing is written. */
async function keep(name: string): Promise<string> {
  await desk.idle();
  await desk.restart();
  await desk.idle();
  const folder = join(desk.folder, name);
  cpSync(join(desk.folder, 'data'), folder, { recursive: true });
  return folder;
}

const run = (order: RemovalOrder) => runToMoment('removal-child.ts', 'REMOVAL_CHILD', order);

/** Starts a program on the copy, waits until nothing is unfinished, and closes it after `work`. */
async function started<T>(ahead: number, work: (call: Call, application: Application) => Promise<T>): Promise<T> {
  const log = keptLog();
  const clock = fastClock(1_000);
  const ports = { log, secrets: memorySecrets(desk.practice.client.token), clock: { ...clock, now: () => clock.now() + ahead } };
  const application = await createApplication(testPorts(copy, { spawn: localTasks }, ports));
  try {
    await application.idle();
    const result = await work(callOf(application), application);
    expect(log.errors).toEqual([]);
    return result;
  } finally {
    await application.close();
  }
}

/** Imports a list again. */
async function importAgain(call: Call, application: Application, lines: readonly string[]): Promise<string> {
  const path = join(desk.folder, 'again.csv');
  writeFileSync(path, `${[HEADINGS, ...lines].join('\r\n')}\r\n`);
  const { token } = await application.offerFile(path, 'again.csv');
  const { id } = await call('projects.create', { file: token, connectionId: desk.connectionId });
  await application.idle();
  return id;
}

/** Sends a list again, including people who were screened recently, and returns why it was not sent. */
async function refusal(call: Call, application: Application, lines: readonly string[]): Promise<string | undefined> {
  const id = await importAgain(call, application, lines);
  await call('projects.change', { id, resendRecent: true });
  const { rowsToSend, parts } = await call('cost.get', { id });
  await call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, parts }).catch(() => undefined);
  await application.idle();
  return (await call('projects.get', { id })).lastError?.code;
}

/** The scored rows of a project with their IDs and scores. */
async function resultsOf(call: Call, id: string): Promise<readonly (readonly [number | null, readonly unknown[]])[]> {
  const { columns } = await call('results.get', { id });
  const selection = { outcome: 'scored' as const, filters: [], find: '' };
  const keys = columns.slice(0, 6).map(({ key }) => key);
  const { rows } = await call('results.page', { id, selection, columns: keys, sort: null, offset: 0, limit: 50 });
  return rows.map(({ row, cells }) => [row, cells]);
}

describe('erasing a person', () => {
  let before = '';
  let screened = '';
  let sealed = new Map<string, Buffer>();
  let moments: string[] = [];
  let others: readonly unknown[] = [];
  let request: Input<'people.erase'>;

  beforeAll(async () => {
    screened = await desk.importList([HEADINGS, ROSALIND, ...OTHERS]);
    await desk.call('projects.change', { id: screened, sendErrors: true });
    await desk.send(screened);
    await desk.call('notes.save', { id: screened, row: 2, note: 'Cousin of Zephyrine', nextStep: '' });
    const verdict = { is: 'right', reason: null, note: 'Knows Zephyrine' } as const;
    await desk.call('review.set', { id: screened, people: [{ row: 2 }], verdict });
    await desk.call('review.set', { id: screened, people: [{ row: 3 }], verdict: { ...verdict, note: 'Sings in the choir' } });
    const draft = await desk.importList([HEADINGS, ROSALIND.replace('P1', 'D1'), ...OTHERS]);
    // Texts outside rows, about a project and in the data folder.
    await desk.call('projects.change', { id: draft, purpose: 'Dinner with Rosalind Quayle' });
    await desk.call('notes.save', { id: screened, row: 4, note: 'Sister of Rosalind Quayle', nextStep: '' });
    const segment = { id: screened, segmentId: null, name: 'Friends of Rosalind Quayle', filters: [], find: '' };
    await desk.call('segments.save', segment);
    before = await keep('before-erasing');
    const { projects } = await desk.call('people.find', { text: 'Quayle' });
    const found = projects.flatMap(({ people: some }) => some.filter(({ row }) => row === 2));
    const places = found.map(({ id, row, profile }) => ({ id, row, profile }));
    request = { text: 'Quayle', places, neverScreen: false };
    sealed = sealedOf(before);
    others = (await resultsOf(desk.call.bind(desk), screened)).filter(([row]) => row !== 2);
    moments = (await run({ dataDir: copyOf(before), kill: null, ahead: 0, erase: request })).moments;
  });

  /** The moment from which the next start finishes the erasure. Before it, nothing has changed. */
  const BEGUN = 'after begun';
  const KILLS = ['before begun', 'before texts', BEGUN, 'after verdicts', 'before compact', 'before list 2', 'before log'];

  it('passes the moments that the tests kill at', () => {
    expect([request.places.length, others.length]).toEqual([2, 3]);
    expect(moments).toEqual(expect.arrayContaining(KILLS));
  });

  it.each(KILLS)('is finished or not begun when the program is killed %s', async (kill) => {
    const { signal } = await run({ dataDir: copyOf(before), kill, ahead: 0, erase: request });
    expect(signal).toBe('SIGKILL');
    const charged = await desk.charged();
    const left = await started(0, async (call) => {
      const { projects } = await call('people.find', { text: 'Quayle' });
      return projects.flatMap(({ people: some }) => some.filter(({ row }) => row === 2)).length;
    });
    // The person is never erased from only one of the two lists.
    expect(left).toBe(moments.indexOf(kill) < moments.indexOf(BEGUN) ? 2 : 0);
    if (left > 0) await started(0, (call) => call('people.erase', request));
    await started(0, async (call, application) => {
      expect((await resultsOf(call, screened)).filter(([row]) => row !== 2)).toEqual(others);
      expect(JSON.stringify(await call('review.history', { id: screened, row: 3 }))).toContain('choir');
      const { state } = await call('projects.get', { id: screened });
      expect(state).toMatchObject({ at: 'done', counts: { scored: 4 } });
      const { replaced, left: carved } = replacedSince(sealed, copy);
      expect(replaced.map((place) => place.split(' ').at(-2))).toEqual(expect.arrayContaining(['rows', 'profiles', 'scores', 'list']));
      expect(carved).toEqual([]);
      const all = decryptedOf(copy);
      expect(all).not.toMatch(CANARY);
      for (const kept of ['Sings in the choir', 'Sister of [erased]', 'Friends of [erased]', 'Dinner with [erased]'])
        expect(all).toContain(kept);
      const again = await importAgain(call, application, [ROSALIND, ...OTHERS]);
      expect(await call('cost.get', { id: again })).toMatchObject({ rowsToSend: 0, leftOut: [{ reason: 'recentlyScreened', rows: 4 }] });
    });
    expect(await desk.charged()).toBe(charged);
  });
});

describe('a removal after the period', () => {
  let before = '';
  let kept = '';
  let removed: string[] = [];
  let keys: Buffer[] = [];
  let moments: string[] = [];
  let others: readonly unknown[] = [];
  const OLD = people('R', 1, 2, 3, 4).map((line) => `${line},`);
  const KEPT = people('K', 1, 2).map((line) => `${line},`);
  /** When everything is due, in milliseconds from now: after the period in which people count as recently screened. */
  const announced = 400 * DAY_MS;

  const keyOf = (folder: string, id: string): Buffer => {
    const database = new Database(join(folder, 'history.sqlite'), { readonly: true });
    try {
      return database.prepare('SELECT wrapped_key FROM project WHERE id = ?').pluck().get(id) as Buffer;
    } finally {
      database.close();
    }
  };

  beforeAll(async () => {
    const { settings } = (await desk.call('connections.list', {})).find((one) => one.id === desk.connectionId)!;
    await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 3, retentionMonths: 1 } });
    const id = await desk.importList([HEADINGS, ...OLD]);
    await desk.send(id, 2);
    await desk.exportRows(id);
    kept = await desk.importList([HEADINGS, ...KEPT]);
    await desk.send(kept);
    desk.clockOffset = announced;
    before = await keep('before-removal');
    desk.clockOffset = 0;
    const projects = await desk.call('projects.list', {});
    removed = projects.filter((one) => one.id === id || (one.lineage?.kind === 'part' && one.lineage.of === id)).map((one) => one.id);
    keys = removed.map((one) => keyOf(before, one));
    others = await resultsOf(desk.call.bind(desk), kept);
    const order = { dataDir: copyOf(before), ahead: announced + 8 * DAY_MS, erase: null };
    moments = (await run({ ...order, kill: null })).moments;
  });

  const KILLS = ['after key', 'after removal', 'after key 2', 'before baseline 2'];

  it('passes the moments that the tests kill at', () => {
    expect(removed).toHaveLength(2);
    expect(moments).toEqual(expect.arrayContaining(KILLS));
  });

  it.each(KILLS)('is finished by the next start when the program is killed %s', async (kill) => {
    const ahead = announced + 8 * DAY_MS;
    const { signal } = await run({ dataDir: copyOf(before), kill, ahead, erase: null });
    expect(signal).toBe('SIGKILL');
    const charged = await desk.charged();
    await started(ahead, async (call) => {
      const ids = (await call('projects.list', {})).map(({ id }) => id);
      expect(ids.filter((id) => removed.includes(id))).toEqual([]);
      expect(await resultsOf(call, kept)).toEqual(others);
      const { entries, chain } = await call('record.get', { id: removed[0]! });
      expect(entries.at(-1)!.kind).toBe('removed');
      expect(chain.verdict.problem).toBeNull();
    });
    const files = readdirSync(join(copy, 'projects'));
    expect(files.filter((name) => removed.some((id) => name.startsWith(id)))).toEqual([]);
    const all = bytesOf(copy);
    expect(keys.map((key) => all.includes(key))).toEqual(keys.map(() => false));
    // The practice service uses the clock of this computer.
    expect(await started(0, (call, application) => refusal(call, application, OLD))).toBe('SENT_BEFORE');
    expect(await desk.charged()).toBe(charged);
  });
});
