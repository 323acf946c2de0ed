/**
 * A project that an earlier command left unfinished: only "desk resume" continues it, and no other command of the terminal spends anything.
 * @module-tag deep
 */
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../main/cli/arguments.ts';
import { EXIT } from '../../../shared/base/index.ts';
import { eventually } from '../../kit/eventually.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { type Computer, setupTerminal } from '../../kit/setup-terminal.ts';
import type { Started } from '../../kit/terminal.ts';

const { practice, folder, dataDir, desk, start, computer } = await setupTerminal();

function listOf(prefix: string): string {
  const path = join(folder, `${prefix}.csv`);
  writeFileSync(path, [PEOPLE_HEADINGS, ...people(prefix, 1, 2, 3)].join('\r\n'));
  return path;
}

function withDatabase<T>(folderOf: string, work: (database: Database.Database) => T): T {
  const database = new Database(join(folderOf, 'history.sqlite'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}
const newest = (folderOf: string): string =>
  withDatabase(folderOf, (all) => (all.prepare('SELECT id FROM project ORDER BY rowid DESC').get() as { id: string }).id);

/** Puts a project that is ready to send into the state that a program leaves if it is killed while it prepares the list. */
async function killedWhilePreparing(one: Pick<Computer, 'desk' | 'dataDir'>, prefix: string): Promise<string> {
  const asked = await one.desk('screen', listOf(prefix), '--out', join(folder, `${prefix}.csv.out.csv`), '--connection', 'Service');
  if (!asked.err.includes('Add --yes to confirm')) throw new Error(asked.err);
  const id = newest(one.dataDir);
  withDatabase(one.dataDir, (all) => all.prepare(`UPDATE project SET state = '{"at":"preparing","attempt":1}' WHERE id = ?`).run(id));
  return id;
}

/** Interrupts a running command, as Ctrl+C does, once its output contains a text. */
async function interrupt({ child, ended }: Started, text: string) {
  let seen = '';
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: string) => {
        seen += part;
        if (seen.includes(text)) resolve();
      });
    child.once('close', () => resolve());
  });
  child.kill('SIGINT');
  return await ended;
}

describe('every command of the terminal, with stopped work in the data folder', () => {
  const stopped: string[] = [];
  let done = '';

  beforeAll(async () => {
    const out = join(folder, 'done.csv');
    const finished = await desk('screen', listOf('D'), '--out', out, '--connection', 'Service', '--yes');
    if (finished.exit !== 0) throw new Error(finished.err);
    done = newest(dataDir);
    // A setting instead of a fault: the screening continues when the tests clear the faults.
    await practice.client.settings({ secondsPerThousandRows: 86_400 });
    const running = start('screen', listOf('S'), '--out', join(folder, 's.csv'), '--connection', 'Service', '--yes');
    const { err } = await interrupt(running, 'The service is screening');
    stopped.push(newest(dataDir));
    if (!err.includes(`"desk resume ${stopped[0]!.slice(0, 8)}" continues it`)) throw new Error(err);
    await practice.client.settings({ secondsPerThousandRows: 0 });
    stopped.push(await killedWhilePreparing({ desk, dataDir }, 'K'));
  });

  /** For each command, a call that could find stopped work. Null: the command does not open the data folder. */
  const CALLS: Readonly<Record<string, (() => readonly string[]) | null>> = {
    screen: () => ['screen', listOf('N'), '--out', join(folder, 'n.csv'), '--connection', 'Service'],
    inspect: () => ['inspect', listOf('N'), '--template', 'none'],
    gifts: null,
    rows: null,
    check: () => ['check', listOf('N'), '--organization-rules'],
    projects: () => ['projects', '--remote', '--connection', 'Service'],
    adopt: () => ['adopt', 'no-such-project', '--connection', 'Service'],
    status: () => ['status', stopped[0]!],
    resume: null,
    decide: () => ['decide', stopped[0]!, '--choice', 'look-again'],
    cancel: () => ['cancel', done],
    fix: () => ['fix', done],
    rest: () => ['rest', done],
    pilot: () => ['pilot', done],
    'compare-pilot': () => ['compare-pilot', done],
    fetch: () => ['fetch', done],
    parts: () => ['parts', stopped[1]!],
    export: () => ['export', done, '--out', join(folder, 'again.csv')],
    compare: () => ['compare', done, done],
    review: () => ['review', done],
    ratings: () => ['ratings', done],
    officers: () => ['officers', done],
    report: () => ['report', done],
    plan: () => ['plan', '--connection', 'Service', '--make-draft'],
    record: () => ['record', 'show', done],
    bundle: () => ['bundle', 'take-back', done],
    writeback: () => ['writeback', done, '--layout', 'civicrm', '--out', join(folder, 'civicrm.csv')],
    prove: () => ['prove', done, join(folder, 'again.csv'), '--layout', 'civicrm'],
    remove: () => ['remove', done],
    credits: () => ['credits', '--connection', 'Service'],
    profile: () => ['profile', 'show', 'no-such-profile', '--connection', 'Service'],
    profiles: () => ['profiles', '--all', '--connection', 'Service'],
    'score-request': () => ['score-request', 'show', 'no-such-request', '--connection', 'Service'],
    'project-scores': () => ['project-scores', done, '--connection', 'Service'],
    'score-settings': () => ['score-settings', 'list'],
    connections: () => ['connections', 'list'],
    templates: () => ['templates', 'list'],
    'do-not-screen': () => ['do-not-screen', 'list'],
    person: () => ['person', 'find', 'Nobody Anywhere'],
    retention: () => ['retention'],
    dismiss: () => ['dismiss'],
    policy: null,
    diagnostics: null,
    completion: null,
    practice: null,
  };

  it('is in the table', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
  });

  const untouched = () =>
    withDatabase(dataDir, (all) =>
      stopped.map((id) => ({
        state: all.prepare('SELECT state FROM project WHERE id = ?').pluck().get(id),
        timeline: all.prepare('SELECT count(*) FROM journal WHERE project_id = ?').pluck().get(id),
      })),
    );

  it.each(Object.entries(CALLS).flatMap(([name, words]) => (words === null ? [] : [{ name, words }])))(
    '$name leaves it, says that it waits, and spends nothing',
    async ({ words }) => {
      const [before, ledger] = [untouched(), await practice.client.ledger()];
      const { err } = await desk(...words());
      expect(untouched()).toEqual(before);
      const after = await practice.client.ledger();
      expect(after.credits).toEqual(ledger.credits);
      expect(after.projects.map(({ id, processCalls }) => ({ id, processCalls }))).toEqual(
        ledger.projects.map(({ id, processCalls }) => ({ id, processCalls })),
      );
      for (const id of stopped) expect(err).toContain(`is not finished and waits. "desk resume ${id.slice(0, 8)}" continues it.`);
    },
  );

  it('resume continues the named project, then the others, and names the export', async () => {
    const { credits } = await practice.client.ledger();
    const one = await desk('resume', stopped[1]!);
    expect(one).toMatchObject({ exit: 0 });
    expect(one.out).toContain(`"desk export ${stopped[1]!.slice(0, 8)} --out RESULTS.xlsx" saves the results.`);
    expect((await practice.client.ledger()).credits.charged - credits.charged).toBe(3);
    expect(untouched()[0]!.state).toContain('processing');
    const two = start('resume');
    await interrupt(two, 'The service is screening');
    expect((await practice.client.ledger()).credits.charged - credits.charged).toBe(3);
  });
});

describe('screenings of two connections that wait, with a token for this run', () => {
  const received: string[] = [];
  const other = createServer((request, response) => {
    received.push(request.headers.authorization ?? 'none');
    response.writeHead(503).end();
  });
  beforeAll(async () => await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve)));
  afterAll(() => other.close());

  it('are continued by their IDs, so that the token does not go to the other service', async () => {
    const two = await computer('two-connections');
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect((await two.desk('connections', 'add', '--name', 'Other', '--base-url', address)).exit).toBe(0);
    received.length = 0;
    const own = await killedWhilePreparing(two, 'T');
    const foreign = await killedWhilePreparing(two, 'U');
    withDatabase(two.dataDir, (all) =>
      all.prepare(`UPDATE project SET connection_id = (SELECT id FROM connection WHERE name = 'Other') WHERE id = ?`).run(foreign),
    );
    const both = await two.desk('resume');
    expect(both).toMatchObject({ exit: EXIT.usage });
    expect(both.err).toContain('The token is for one connection, and these screenings have several. Name one of them by its ID.');
    expect(await two.desk('resume', own)).toMatchObject({ exit: 0 });
    expect(received).toEqual([]);
  });
});

describe('Ctrl+C before the first changing call', () => {
  it('ends the project, spends nothing, and the list can be sent again', async () => {
    const other = await computer('stopped-early');
    const before = await practice.client.ledger();
    const id = await killedWhilePreparing(other, 'E');
    await practice.client.setFaults({ kind: 'latency', ms: 100_000, times: null, on: { step: 'projects' } });
    const { err, exit } = await interrupt(other.start('resume', id), 'Setting up the project on the service');
    expect(exit).toBe(130);
    expect(err).toContain('Stopping at a safe point.');
    await practice.client.clearFaults();
    expect((await other.desk('status', id)).out).toContain('Stopped, nothing was spent.');
    expect(await practice.client.ledger()).toEqual(before);
    const again = await other.desk('screen', listOf('E'), '--out', join(folder, 'e-out.csv'), '--connection', 'Service', '--yes');
    expect(again.exit).toBe(0);
    expect(existsSync(join(folder, 'e-out.csv'))).toBe(true);
    expect((await other.desk('resume')).out).toContain('There is nothing to resume.');
    await eventually(async () => {
      expect((await practice.client.ledger()).credits.charged - before.credits.charged).toBe(3);
    });
  });
});
