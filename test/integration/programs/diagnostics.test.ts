/** The diagnostics contain codes, counts and times, and nothing about a user, a list or a service, even with a damaged data folder. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnosticsText } from '../../../main/diagnostics/diagnostics-text.ts';
import type { PolicyState } from '../../../shared/policy/policy.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { TestDesk } from '../../kit/test-desk.ts';

const CANARY = 'Zephyrine';
const POLICY: PolicyState = {
  kind: 'set',
  source: `/etc/${CANARY}/policy.json`,
  policy: {
    version: 1,
    allowedAddresses: [`${CANARY}.example.org`, '127.0.0.1'],
    exportFolders: [`/home/${CANARY}/results`],
    dataFolder: `/home/${CANARY}/data`,
    mostRows: 5000,
    proxy: `http://${CANARY}.example.org:3128`,
  },
};

let desk: TestDesk;
let dataDir = '';
let project = '';
beforeAll(async () => {
  desk = await TestDesk.start();
  dataDir = join(desk.folder, 'data');
  await desk.call('connections.change', { id: desk.connectionId, name: `${CANARY} account` });
  await desk.call('connections.add', { name: `${CANARY} other`, baseUrl: `https://${CANARY}.example.org`, token: `token-${CANARY}` });
  const file = await desk.file(`${CANARY}.csv`, [
    'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Remarks',
    `${CANARY}-1,${CANARY},Quayle,12 Larkspur Ln,Worcester,MA,01609,${CANARY}`,
    `${CANARY}-2,Wei,${CANARY},5 Quarry Rd,Nashua,NH,03060,`,
  ]);
  project = (await desk.call('projects.create', { file, connectionId: desk.connectionId })).id;
  await desk.idle();
  await desk.call('projects.change', { id: project, name: `${CANARY} gala` });
  await desk.call('projects.change', { id: project, purpose: `Campaign of ${CANARY}`, lawfulBasis: CANARY });
  await desk.call('templates.save', { id: project, name: `${CANARY} template` });
  await desk.send(project);
  await desk.call('notes.save', { id: project, row: 2, note: `Sister of ${CANARY}`, nextStep: CANARY });
  await desk.call('doNotScreen.addPerson', { record: { personalEmail: `${CANARY}@example.org` } });
});
afterAll(async () => {
  await desk.close();
});

const textOf = async (
  folder: string,
  policy: PolicyState = POLICY,
  ways: () => Promise<(string | null)[]> = () => Promise.resolve([null]),
) => await diagnosticsText({ host: 'cli', now: 1_764_000_000_000, dataDir: folder, policy, ways, secrets: null, spawn: localTasks });

it('of the open application: versions, counts, integrity and codes, and nobody', async () => {
  const { text } = await desk.call('app.diagnostics', {});
  expect(text).toContain('Screening Desk: 0.');
  expect(text).toMatch(/SQLite: 3\.\d+/);
  expect(text).toContain('Integrity (quick_check): ok');
  expect(text).toMatch(/Checked \(quick_check\): \d+, 0 with a problem/);
  expect(text).toContain('Screening record: 2 entries, one chain');
  expect(text).toMatch(new RegExp(`${project.slice(0, 8)}: done; made 20.*list of \\d+ bytes, 2 rows`));
  expect(text).toContain(`started → processing (project ${project.slice(0, 8)})`);
  expect(text).toMatch(/ {2}2: live; no token in the keychain; tested 20/);
  expect(text).not.toMatch(/not known/);
  expect(text).not.toMatch(new RegExp(CANARY, 'i'));
  expect(text).not.toContain(desk.folder);
  expect(text).not.toContain(desk.practice.client.token);
  expect(text).not.toContain(new URL(desk.practice.client.url).host);
});

it('the policy and the proxies are shown by kind', async () => {
  const text = await textOf(dataDir, POLICY, () => Promise.resolve([`http://${CANARY}:pass-w0rd@${CANARY}.example.org:3128`, null]));
  expect(text).toContain('mostRows: 5000, set by the administrator');
  expect(text).toContain('exportFolders: 1 entry, set by the administrator, who locked it');
  expect(text).toContain('Ways to a service, in order: http proxy with a user name, direct');
  expect(text).not.toMatch(new RegExp(`${CANARY}|pass-w0rd`, 'i'));
  const invalid = await textOf(dataDir, { kind: 'invalid', source: CANARY, problem: `“${CANARY}” is not a key`, dataFolder: CANARY });
  expect(invalid).toContain('“desk policy show” says why');
  expect(invalid).not.toMatch(new RegExp(CANARY, 'i'));
});

describe('a folder that somebody changed', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), `${CANARY}-`));
    mkdirSync(join(folder, 'projects'));
    mkdirSync(join(folder, 'logs'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('with a name in every column of the history, in the log and in the names of files, shows none of them', async () => {
    const source = new Database(join(dataDir, 'history.sqlite'), { readonly: true });
    await source.backup(join(folder, 'history.sqlite'));
    source.close();
    const db = new Database(join(folder, 'history.sqlite'));
    db.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON');
    const columns = db
      .prepare(
        `SELECT m.name AS tab, c.name AS col FROM sqlite_schema m JOIN pragma_table_info(m.name) c
           WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT'`,
      )
      .all() as { tab: string; col: string }[];
    expect(columns.length).toBeGreaterThan(25);
    const key = /^(id|project_id|name)$/;
    const json = JSON.stringify({
      at: CANARY,
      code: CANARY,
      ms: CANARY,
      failure: { code: CANARY },
      source: { rows: CANARY },
      listFormat: CANARY,
    });
    for (const { tab, col } of columns)
      db.prepare(`UPDATE OR IGNORE ${tab} SET ${col} = ? || CASE WHEN ? THEN rowid ELSE '' END`).run(
        /^(facts|state|settings|last_test|detail)$/.test(col) ? json : CANARY,
        key.test(col) ? 1 : 0,
      );
    db.prepare('INSERT INTO journal (project_id, at, event, detail, state) VALUES (?, ?, ?, ?, ?)').run(
      project,
      1,
      'failed',
      JSON.stringify({ code: CANARY, status: CANARY, delivery: CANARY, what: CANARY, words: CANARY }),
      CANARY,
    );
    db.close();
    const log = (line: object) => appendFileSync(join(folder, 'logs', 'desk.log'), `${JSON.stringify(line)}\n`);
    log({ at: CANARY, event: CANARY, error: { kind: CANARY, code: CANARY, frames: `at ${CANARY} (${CANARY}.js:1:2)` } });
    log({
      at: '2026-11-27T15:00:00.000Z',
      event: 'dispatch',
      method: CANARY,
      error: { kind: 'TypeError', code: 'EACCES', frames: 'at f (worker/index.mjs:3:7)' },
    });
    appendFileSync(join(folder, 'logs', 'desk.log'), `${CANARY}\n`);
    writeFileSync(join(folder, `${CANARY}.xlsx`), CANARY);
    writeFileSync(join(folder, 'projects', `${CANARY}.sqlite`), CANARY.repeat(1000));
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ dataKey: { place: CANARY }, tokens: [CANARY], removals: [] }));
    const text = await textOf(folder);
    expect(text).not.toMatch(new RegExp(CANARY, 'i'));
    expect(text).toContain('failed not known not known not known');
    expect(text).toContain('2026-11-27T15:00:00Z: dispatch TypeError EACCES worker/index.mjs:3:7');
    expect(text).toMatch(/Checked \(quick_check\): 1, 1 with a problem/);
    expect(text).toContain('not known: SQLITE_NOTADB');
    expect(text).toContain('1 of them not listed here');
  });

  it('whose history is damaged, locked or missing, still has the rest', async () => {
    for (const end of ['-wal', '-shm']) rmSync(join(folder, `history.sqlite${end}`), { force: true });
    writeFileSync(join(folder, 'history.sqlite'), 'no database'.repeat(1000));
    expect(await textOf(folder)).toContain('Reading: stopped: SQLITE_NOTADB');
    rmSync(join(folder, 'history.sqlite'));
    expect(await textOf(folder)).toContain('Reading: stopped: SQLITE_CANTOPEN');
    const db = new Database(join(folder, 'history.sqlite'));
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE one (a)');
    const text = await textOf(folder);
    db.close();
    expect(text).toContain('Reading: stopped: SQLITE_BUSY');
    expect(text).toContain('Log, the latest');
    expect(await textOf(join(folder, 'nowhere'))).toContain('Folder: ENOENT');
  });
});
