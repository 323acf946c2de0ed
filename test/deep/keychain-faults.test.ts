/**
 * Faults of the keychain: each read, write and deletion of a whole job fails once or permanently, times out, is locked, or answers late.
 * The program prints a message, never makes a second data key, and afterwards the list is screened once, with every result. KEYCHAIN_FAULTS
 * sets how many faults to try, evenly spread over all of them; absent: a sample.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createApplication } from '../../main/create-application.ts';
import { createSecrets } from '../../main/secrets/secrets.ts';
import { AppError } from '../../shared/base/errors.ts';
import { callOf, rootProject, sendList } from '../kit/desk-actions.ts';
import { FaultyKeytar, KEYCHAIN_TIMEOUT_MS, type KeychainFault, type KeychainTrouble } from '../kit/faulty-keytar.ts';
import { localTasks } from '../kit/local-tasks.ts';
import { setupReadyList } from '../kit/setup-ready-list.ts';
import { fastClock, keptLog, testPorts } from '../kit/test-ports.ts';

const CASES = Number(process.env['KEYCHAIN_FAULTS'] ?? 40);
const ROWS = 12;
const TROUBLES: readonly KeychainTrouble[] = ['unheard', 'timeout', 'locked', 'late', 'no-service'];
/** How often a user tries while the keychain fails (`ill`), and afterwards (`well`). */
const ATTEMPTS = { ill: 2, well: 4 };

const readyList = await setupReadyList(ROWS);
const token = () => readyList.practice.client.token;
const folder = mkdtempSync(join(tmpdir(), 'keychain-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Job {
  readonly dataDir: string;
  readonly keytar: FaultyKeytar;
  /** All data keys that the job has had. */
  readonly keys: Set<string>;
  readonly defects: unknown[];
  /** Restarts of the computer so far. */
  starts: number;
}

/** Starts the program and does the remaining steps of the job. Returns true when the results are there. @throws AppError */
async function advance(job: Job): Promise<boolean> {
  const { dataDir, keytar } = job;
  const log = keptLog();
  const secrets = await createSecrets({
    dataDir,
    loadKeytar: keytar.load,
    timeoutMs: KEYCHAIN_TIMEOUT_MS,
    clock: fastClock(100),
    computerStart: () => `start ${job.starts}`,
  });
  job.starts += 1;
  const application = await createApplication(testPorts(dataDir, { spawn: localTasks }, { clock: fastClock(300), secrets, log }));
  try {
    job.keys.add((await secrets.dataKey()).toString('hex'));
    const call = callOf(application);
    const name = dataDir.split('/').at(-1)!;
    const connections = () => call('connections.list', {}).then((all) => all.filter(({ name: its }) => its === 'Service'));
    if ((await connections()).length === 0) await call('connections.add', { name: 'Service', baseUrl: readyList.practice.client.url });
    const connection = (await connections())[0]!;
    // The user sets a token that was not stored or cannot be read.
    const isUsable =
      connection.token !== 'none' &&
      (await call('connections.test', { id: connection.id }).then(({ lastTest }) => lastTest?.failure === null));
    if (!isUsable) await call('connections.setToken', { id: connection.id, token: token() });
    if ((await call('projects.list', {})).length === 0) {
      const { token: file } = await application.offerFile(readyList.list, 'list.csv');
      await call('projects.create', { file, connectionId: connection.id });
      await application.idle();
    }
    const { id, state } = await rootProject(call);
    if (state.at === 'draft') {
      await call('projects.change', { id, sendErrors: true });
      await sendList(call, name);
    } else if (state.at === 'paused') await call('project.resume', { id });
    await application.idle();
    const project = await rootProject(call);
    if (project.state.at !== 'done') return false;
    const selection = { outcome: 'scored' as const, filters: [], find: '' };
    const { total } = await call('results.page', { id, selection, columns: [], sort: null, offset: 0, limit: 50 });
    if (total !== ROWS - readyList.refused) throw new Error(`${total} rows have scores`);
    await call('connections.setToken', { id: connection.id, token: token() });
    return true;
  } finally {
    job.defects.push(...log.errors);
    await application.close();
  }
}

/** Adds and removes a connection, whose token is removed with it. A connection that had a project stays. */
async function removeTokens({ dataDir, keytar }: Job): Promise<void> {
  const secrets = await createSecrets({ dataDir, loadKeytar: keytar.load, timeoutMs: KEYCHAIN_TIMEOUT_MS, clock: fastClock(100) });
  const application = await createApplication(testPorts(dataDir, { spawn: localTasks }, { clock: fastClock(300), secrets }));
  try {
    const call = callOf(application);
    const { id } = await call('connections.add', { name: 'Spare', baseUrl: readyList.practice.client.url, token: token() });
    await call('connections.remove', { id });
  } finally {
    await application.close();
  }
}

const onDisk = (dataDir: string): string =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

let cases = 0;

/** The problems of a job under a fault, as texts. */
async function problemsOf(fault: KeychainFault | null, calls: string[] = []): Promise<string[]> {
  const dataDir = join(folder, `case-${++cases}`);
  const job: Job = { dataDir, keytar: new FaultyKeytar(fault), keys: new Set(), defects: [], starts: 0 };
  const problems: string[] = [];
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || !/[.”]$/.test(error.message) || error.code === 'INTERNAL')
        problems.push(`${what}: ${String(error)}`);
      else if (job.keytar.isWell) problems.push(`${what} with a keychain that works: ${error.message}`);
      return null;
    }
  };
  let isDone = false;
  for (let tries = 0; tries < ATTEMPTS.ill && !isDone; tries++) isDone = (await attempt('the job', () => advance(job))) === true;
  await attempt('removing', () => (isDone ? removeTokens(job) : Promise.resolve()));
  job.keytar.heal();
  for (let tries = 0; tries < ATTEMPTS.well && !isDone; tries++) isDone = (await attempt('the job', () => advance(job))) === true;
  if (!isDone) problems.push('the job does not become done');
  const { projects } = await readyList.practice.client.ledger();
  const charged = projects.filter(({ name }) => name.startsWith(`case-${cases} ·`)).map(({ creditsCharged }) => creditsCharged);
  if (charged.length !== 1 || charged[0] !== ROWS - readyList.refused) problems.push(`charged: ${charged.join(', ')}`);
  if (job.keys.size !== 1) problems.push(`${job.keys.size} data keys`);
  if (onDisk(dataDir).includes(token())) problems.push('the token is on the disk');
  // A start with a working keychain finishes what is pending.
  await attempt('removing', async () => {
    const secrets = await createSecrets({ dataDir, loadKeytar: job.keytar.load, timeoutMs: KEYCHAIN_TIMEOUT_MS, clock: fastClock(100) });
    if (!job.keys.has((await secrets.dataKey()).toString('hex'))) problems.push('another data key');
  });
  problems.push(...job.defects.map((defect) => `defect ${String(defect)}`));
  calls.push(...job.keytar.calls);
  rmSync(dataDir, { recursive: true, force: true });
  return problems;
}

describe('a fault of the keychain', () => {
  it(
    'ends a whole job with a message, no key, token or result is lost, and nothing is paid twice',
    async () => {
      const calls: string[] = [];
      expect(await problemsOf(null, calls)).toEqual([]);
      for (const what of ['read data-key', 'write data-key', 'read token', 'write token', 'delete token']) expect(calls).toContain(what);
      const all = calls.flatMap((call, index) =>
        TROUBLES.flatMap((trouble) => (['once', 'good'] as const).map((how) => ({ call, fault: { trouble, how, nth: index + 1 } }))),
      );
      const chosen =
        CASES >= all.length ? all : Array.from({ length: CASES }, (_, index) => all[Math.floor(((index + 0.5) * all.length) / CASES)]!);
      const found: string[] = [];
      for (const { call, fault } of chosen)
        for (const problem of await problemsOf(fault)) found.push(`${call} (${fault.nth}) ${fault.trouble} ${fault.how}: ${problem}`);
      expect(found).toEqual([]);
    },
    60_000 + CASES * 30_000,
  );
});
