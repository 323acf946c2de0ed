/** A project of the service that this data folder does not know: its results are imported, and none of it can ever be sent. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import Database from 'better-sqlite3';
import { DIALECT_SET_NAMES, DIALECT_SWITCH_NAMES, dialectOf } from '../../../practice/dialects.ts';
import { createApplication } from '../../../main/create-application.ts';
import type { Application } from '../../../main/application.ts';
import type { AppError } from '../../../shared/base/errors.ts';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { fastClock, keptLog, memorySecrets, testHost, testPorts } from '../../kit/test-ports.ts';
import { type Call, callOf } from '../../kit/desk-actions.ts';
import { people, PEOPLE_HEADINGS, person } from '../../kit/list-people.ts';
import { type SpawnedPractice, spawnPractice } from '../../kit/practice-client.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { factsIn, sheetsIn, summaryIn } from '../../kit/workbook-facts.ts';

const VALID = 44;
const REFUSED = 3;
const ROWS = VALID + REFUSED;
const LIST = [
  ...people('A', ...Array.from({ length: 20 }, (_, index) => index)),
  person('R1', { isRefused: true }),
  // Without an ID.
  person('N1').replace(/^N1/, ''),
  ...people('B', ...Array.from({ length: VALID - 21 }, (_, index) => index)),
  person('R2', { isRefused: true }),
  person('R3', { isRefused: true }),
];

const folder = mkdtempSync(join(tmpdir(), 'desk-adopt-'));
const log = keptLog();
let practice: SpawnedPractice;

/** An application with its own data folder and a connection to the service. */
interface Seat {
  application: Application;
  call: Call;
  readonly connectionId: string;
  /** Offers a file with these lines; returns its token. */
  file(name: string, lines?: readonly string[]): Promise<string>;
  /** The rows of the exported workbook, the sentences of its sheet Summary, and the facts of its sheet Settings. */
  workbook(id: string): Promise<{
    readonly rows: Record<string, unknown>[];
    readonly summary: readonly string[];
    readonly settings: Record<string, unknown>;
  }>;
}

let files = 0;
async function seat(name: string): Promise<Seat> {
  let target: string | null = null;
  const ports = { secrets: memorySecrets(practice.client.token), log, clock: fastClock(1_000), host: testHost(() => target) };
  const application = await createApplication(testPorts(join(folder, name), { spawn: localTasks }, ports));
  const call = callOf(application);
  const known = (await call('connections.list', {})).find(({ kind }) => kind === 'live');
  const { id: connectionId } = known ?? (await call('connections.add', { name: 'Service', baseUrl: practice.client.url }));
  return {
    application,
    call,
    connectionId,
    async file(fileName, lines = LIST) {
      const path = join(folder, `${++files}-${fileName}`);
      writeFileSync(path, `${[PEOPLE_HEADINGS, ...lines].join('\r\n')}\r\n`);
      return (await application.offerFile(path, fileName)).token;
    },
    async workbook(id) {
      target = join(folder, `${++files}.xlsx`);
      const everyone = { kind: 'everyone', priorScores: false } as const;
      const started = await call('results.export', {
        kind: 'list',
        id,
        format: { kind: 'xlsx', bars: [] },
        people: everyone,
        columns: null,
      });
      await application.idle();
      expect((await call('exports.get', { id: started!.id })).failure).toBeNull();
      return { rows: sheetsIn(target)['Scores']!, summary: summaryIn(target), settings: factsIn(target, 'Settings') };
    },
  };
}

async function sent(at: Seat, name: string, lines: readonly string[] = LIST, parts = 1): Promise<string> {
  const { call, connectionId } = at;
  const { id } = await call('projects.create', { file: await at.file('spring.csv', lines), connectionId, name });
  await at.application.idle();
  await call('projects.change', { id, sendErrors: true, recencyDays: 0 });
  const { rowsToSend } = await call('cost.get', { id });
  await call('project.send', { id, rows: rowsToSend, connectionId, parts });
  await at.application.idle();
  return id;
}

const remoteIdOf = ({ state }: ProjectView): string => ('remoteId' in state ? state.remoteId : '');
const countsOf = ({ state }: ProjectView) => (state.at === 'done' ? state.counts : state);

/** The ID of the only project of the service, in the current dialect. */
async function theRemote({ call, connectionId }: Seat): Promise<string> {
  const [only] = (await call('service.projects', { connectionId })).filter(({ name }) => name === null || name.startsWith('Spring'));
  return only!.remoteId;
}

/** The changing calls and charges that the service has counted. */
const ledger = async () => JSON.stringify(await practice.client.ledger());

/** Changes the data folder of the adopter while its program is closed. */
async function changed(name: string, change: (database: Database.Database) => void): Promise<void> {
  await adopter.application.close();
  const database = new Database(join(folder, name, 'history.sqlite'));
  change(database);
  database.close();
  adopter = await seat(name);
}

let sender: Seat;
let original = '';
let plain: Record<string, unknown>[] = [];
let adopter: Seat;
let before = '';

beforeAll(async () => {
  practice = await spawnPractice({ dataDir: null, credits: 1_000_000, secondsPerThousandRows: 0.01 });
  sender = await seat('sender');
  original = await sent(sender, 'Spring');
  plain = (await sender.workbook(original)).rows;
  adopter = await seat('adopter');
  before = await ledger();
}, 60_000);

afterAll(async () => {
  await sender.application.close();
  await adopter.application.close();
  await practice.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

afterEach(async (context) => {
  await practice.client.settings({ dialect: 'default' });
  for (const { id } of await adopter.call('projects.list', {})) await adopter.call('projects.remove', { id, loseResults: true });
  context.expect(log.errors).toEqual([]);
  context.expect(await ledger()).toBe(before);
});

async function adopted(withFile: boolean): Promise<ProjectView> {
  const { call, connectionId } = adopter;
  const file = withFile ? await adopter.file('spring.csv') : null;
  return await call('projects.adopt', { connectionId, remoteId: await theRemote(adopter), file });
}

it('the normal run has scored and refused rows', async () => {
  const view = await sender.call('projects.get', { id: original });
  expect(countsOf(view)).toEqual({ submitted: ROWS, scored: VALID, refused: REFUSED, unknown: 0, unmatched: 0 });
});

describe('with the file that was sent', () => {
  it('the workbook has the cells of the normal run, and its summary shows what is not known', async () => {
    const view = await adopted(true);
    expect(view).toMatchObject({ name: 'Spring', creditsCharged: null, processedAt: null, adopted: { from: 'file' } });
    expect(countsOf(view)).toEqual({ submitted: ROWS, scored: VALID, refused: REFUSED, unknown: 0, unmatched: 0 });
    const timeline = await adopter.call('project.timeline', { id: view.id });
    const { rows, summary, settings } = await adopter.workbook(view.id);
    expect(rows).toEqual(plain);
    expect(summary[2]).toMatch(new RegExp(`^${ROWS} rows sent = `));
    expect(summary).toContain('Credits: what was charged is not known.');
    expect(settings['Scored']).toBe('not known');
    expect(settings['Sent from']).toMatch(/not from this data folder/);
    expect(timeline.at(-1)).toMatchObject({
      title: 'Adopted from the service',
      by: 'person',
      evidence: expect.stringContaining('44 scored') as string,
    });
  });

  it('a list with other people in the same order gets no scores', async () => {
    const { call, connectionId } = adopter;
    const others = people('Z', ...Array.from({ length: ROWS }, (_, index) => index));
    for (const dialect of ['default', 'row-only-echo', 'id-only-echo']) {
      await practice.client.settings({ dialect });
      const view = await call('projects.adopt', {
        connectionId,
        remoteId: await theRemote(adopter),
        file: await adopter.file('other.csv', others),
      });
      expect([dialect, countsOf(view)]).toEqual([dialect, { submitted: ROWS, scored: 0, refused: 0, unknown: ROWS, unmatched: VALID }]);
      await call('projects.remove', { id: view.id });
    }
  });

  it('a list in another order gets the right scores', async () => {
    const { call, connectionId } = adopter;
    const file = await adopter.file('sorted.csv', LIST.toReversed());
    const view = await call('projects.adopt', { connectionId, remoteId: await theRemote(adopter), file });
    const { rows } = await adopter.workbook(view.id);
    const byId = (all: Record<string, unknown>[]) =>
      Object.fromEntries(
        all.flatMap((row) => (row['Constituent ID'] === undefined ? [] : [[row['Constituent ID'], row['Overall score']]])),
      );
    expect(byId(rows)).toEqual(byId(plain));
  });
});

/** The sets, and the switches that affect how profiles are matched to people. */
const NAMES: readonly string[] = [
  ...DIALECT_SET_NAMES,
  ...DIALECT_SWITCH_NAMES.filter((name) => /echo|row-of|paged|names-in-list|counts-never/.test(name)),
];
const returnsIds = (name: string) => ['all', 'id'].includes(dialectOf(name).echo);

describe('a service that returns IDs', () => {
  it.each(NAMES.filter(returnsIds))(
    '%s: adopting with the file gives the cells of the normal run, and without it the same scores',
    async (dialect) => {
      await practice.client.settings({ dialect });
      const view = await adopted(true);
      expect(countsOf(view)).toEqual({ submitted: ROWS, scored: VALID, refused: REFUSED, unknown: 0, unmatched: 0 });
      const outcomes = ({ rows }: { rows: Record<string, unknown>[] }) =>
        rows.map((row) => [row['Constituent ID'], row['Screening outcome'], row['Overall score'], row['Capacity rating']]);
      const { rows } = await adopter.workbook(view.id);
      expect(outcomes({ rows })).toEqual(outcomes({ rows: plain }));
      await adopter.call('projects.remove', { id: view.id });

      const bare = await adopted(false);
      const counts = countsOf(bare);
      expect(counts).toMatchObject({ scored: VALID, unmatched: 0 });
      const scores = (all: Record<string, unknown>[]) =>
        all.flatMap((row) => (typeof row['Overall score'] === 'number' ? [row['Overall score']] : [])).toSorted((a, b) => a - b);
      expect(scores((await adopter.workbook(bare.id)).rows)).toEqual(scores(plain));
    },
  );
});

it('if the service returns no project names, the echoed ID of a row without one shows whose score it is', async () => {
  await practice.client.settings({ dialect: 'no-project-names' });
  const view = await adopted(true);
  expect(view.name).toBe('spring');
  expect(countsOf(view)).toEqual({ submitted: ROWS, scored: VALID, refused: REFUSED, unknown: 0, unmatched: 0 });
  expect((await adopter.workbook(view.id)).rows).toEqual(plain);
});

it('a part gives its rows without an ID their results, although its name has another marker than their IDs', async () => {
  const settings = { listFormat: 'json', rowBase: 'find' } as const;
  await sender.call('connections.change', { id: sender.connectionId, settings: { ...settings, maxRows: 3 } });
  const nameless = (id: string, more?: Parameters<typeof person>[1]) => person(id, more).replace(id, '');
  const lines = [...people('D', 1, 2, 3), nameless('D4'), person('D5'), nameless('D6', { isRefused: true })];
  const whole = await sent(sender, 'Summer', lines, 2);
  await sender.call('connections.change', { id: sender.connectionId, settings });
  before = await ledger();
  const part = (await sender.call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'part' && lineage.of === whole)!;
  const { call, connectionId } = adopter;
  const file = await adopter.file('summer.csv', lines);
  const view = await call('projects.adopt', { connectionId, remoteId: remoteIdOf(part), file });
  expect(countsOf(view)).toEqual({ submitted: 6, scored: 2, refused: 1, unknown: 3, unmatched: 0 });
  const outcomes = (await adopter.workbook(view.id)).rows.map((row) => row['Screening outcome']);
  expect(outcomes).toEqual(['Without a result', 'Without a result', 'Without a result', 'Scored', 'Scored', 'Not accepted']);
  expect((await call('results.fetchAgain', { id: view.id })).after).toEqual(countsOf(view));
});

describe('a service that returns no IDs', () => {
  it.each(NAMES.filter((name) => !returnsIds(name)))('%s: no one gets a score that may belong to another person', async (dialect) => {
    await practice.client.settings({ dialect });
    const view = await adopted(true);
    expect(countsOf(view)).toEqual({ submitted: ROWS, scored: 0, refused: 0, unknown: ROWS, unmatched: VALID });
    await expect(adopter.call('results.joinByOrder', { id: view.id, previewId: '' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(/^This project came from the service/) as string,
    });
    await adopter.call('projects.remove', { id: view.id });
    await expect(adopted(false)).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringMatching(/with the file that was sent/) as string,
    });
    expect(await adopter.call('projects.list', {})).toEqual([]);
  });
});

describe('without a file', () => {
  it('the list has the people of the profiles and the IDs of the row errors, and can be searched, opened and fetched again', async () => {
    const { call } = adopter;
    const view = await adopted(false);
    expect(view).toMatchObject({ adopted: { from: 'profiles' }, sheet: { rows: ROWS } });
    expect(countsOf(view)).toEqual({ submitted: ROWS, scored: VALID, refused: REFUSED, unknown: 0, unmatched: 0 });
    const { rows } = await adopter.workbook(view.id);
    const one = rows.find((row) => row['Constituent ID'] === 'A7')!;
    const there = plain.find((row) => row['Constituent ID'] === 'A7')!;
    expect(one).toMatchObject({
      'First name': there['First Name'],
      'Last name': there['Last Name'],
      'Overall score': there['Overall score'],
    });
    expect(rows.filter((row) => row['Screening outcome'] === 'Not accepted').map((row) => row['Constituent ID'])).toEqual([
      'R1',
      'R2',
      'R3',
    ]);
    // The row without an ID got a random one, which may contain "a7" too.
    const selection = { outcome: 'scored' as const, filters: [], find: `A7 ${String(one['First name'])}` };
    const page = await call('results.page', { id: view.id, selection, columns: [], sort: null, offset: 0, limit: 10 });
    expect(page.total).toBe(1);
    expect((await call('results.person', { id: view.id, row: page.rows[0]!.row! })).values.length).toBeGreaterThan(3);
    const again = await call('results.fetchAgain', { id: view.id });
    expect(again.after).toEqual(again.before);
  });
});

describe('refused adoptions, of which nothing is kept', () => {
  it('refuses a project that is already here, and one that is unknown', async () => {
    const { call, connectionId } = sender;
    const remoteId = remoteIdOf(await call('projects.get', { id: original }));
    await expect(call('projects.adopt', { connectionId, remoteId, file: null })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: 'This project is already in this data folder: “Spring”.',
    });
    const nobody = { connectionId: adopter.connectionId, remoteId: 'nobody', file: null };
    await expect(adopter.call('projects.adopt', nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await adopted(false);
    await expect(adopted(false)).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringMatching(/already in this data folder/) as string,
    });
  });

  it('refuses a project that the service has not processed', async () => {
    const remoteId = await practice.client.create('Winter');
    before = await ledger();
    await expect(adopter.call('projects.adopt', { connectionId: adopter.connectionId, remoteId, file: null })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: 'The service has not processed this project: its status is “created”. Adopt it once it is processed.',
    });
  });

  it('refuses a project of this folder that has lost its ID on the service, because it finds its results itself', async () => {
    const name = (await sender.call('service.projects', { connectionId: sender.connectionId })).find(
      (one) => one.projectId === original,
    )!.name!;
    const { id } = await adopter.call('projects.create', { file: await adopter.file('spring.csv'), connectionId: adopter.connectionId });
    await adopter.application.idle();
    await changed('adopter', (database) => {
      database
        .prepare("UPDATE project SET facts = json_set(facts, '$.submission.marker', ?) WHERE id = ?")
        .run(name.slice(name.lastIndexOf(' ') + 1), id);
    });
    await expect(adopted(false)).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringMatching(/finds its results itself/) as string,
    });
  });

  it('an adoption interrupted by the end of the program is removed at the next start, and can be repeated', async () => {
    const { id } = await adopted(true);
    await changed('adopter', (database) => {
      database.prepare(`UPDATE project SET state = '{"at":"reading"}' WHERE id = ?`).run(id);
    });
    expect(await adopter.call('projects.list', {})).toEqual([]);
    expect(countsOf(await adopted(true))).toMatchObject({ scored: VALID });
  });

  it('refuses a file with none of the people and another number of rows, and its people do not count as screened', async () => {
    const { call, connectionId, application } = adopter;
    const others = people('Z', 1, 2, 3, 4, 5);
    await expect(
      call('projects.adopt', { connectionId, remoteId: await theRemote(adopter), file: await adopter.file('other.csv', others) }),
    ).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message:
        'This file is not the list of the project: the service returned none of its people, and it has 5 rows to send where the project has 47. Choose the file that was sent.',
    });
    expect(await call('projects.list', {})).toEqual([]);
    const { id } = await call('projects.create', { file: await adopter.file('other.csv', others), connectionId });
    await application.idle();
    expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 5, leftOut: [] });
  });

  it('refuses a file without rows', async () => {
    await expect(
      adopter.call('projects.adopt', {
        connectionId: adopter.connectionId,
        remoteId: await theRemote(adopter),
        file: await adopter.file('empty.csv', []),
      }),
    ).rejects.toMatchObject({ code: 'NO_ROWS' });
    expect(await adopter.call('projects.list', {})).toEqual([]);
  });

  it('nothing is kept if the service fails during the adoption, and the project can be adopted later', async () => {
    await practice.client.setFaults({ kind: 'status', status: 500, on: { step: 'profiles' }, times: null });
    await expect(adopted(true)).rejects.toMatchObject({ code: expect.stringMatching(/^SERVICE_/) as string });
    expect(await adopter.call('projects.list', {})).toEqual([]);
    await practice.client.clearFaults();
    expect(countsOf(await adopted(true))).toMatchObject({ scored: VALID });
  });
});

describe('every way to submit refuses an adopted project', () => {
  const WAYS: readonly (readonly [string, (call: Call, id: string) => Promise<unknown>])[] = [
    [
      'send',
      async (call, id) =>
        await call('project.send', { id, rows: ROWS, connectionId: adopter.connectionId, allowDuplicate: true, allowElsewhere: true }),
    ],
    ['send in parts', async (call, id) => await call('project.send', { id, rows: ROWS, connectionId: adopter.connectionId, parts: 2 })],
    ['fix refused rows', async (call, id) => await call('projects.fixRefused', { id })],
    ['start again', async (call, id) => await call('projects.startAgain', { id })],
    ['resume', async (call, id) => await call('project.resume', { id })],
    ['pause', async (call, id) => await call('project.pause', { id })],
    ['cancel', async (call, id) => await call('project.cancel', { id })],
    ['decide to ask again', async (call, id) => await call('project.decide', { id, choice: 'ask-again' })],
    ['decide to start over', async (call, id) => await call('project.decide', { id, choice: 'start-over' })],
    ['send the next part', async (call, id) => await call('parts.sendNext', { id })],
    ['release parts', async (call, id) => await call('parts.release', { id })],
    ['read another sheet', async (call, id) => await call('import.change', { id, headerRow: 2 })],
    ['edit a row', async (call, id) => await call('check.edit', { id, row: 2, field: 'city', value: 'Boston' })],
  ];

  it.each([true, false])('with its file: %s', async (withFile) => {
    const { id } = await adopted(withFile);
    const codes: [string, string][] = [];
    for (const [way, attempt] of WAYS)
      codes.push([
        way,
        await attempt(adopter.call, id).then(
          () => 'accepted',
          (error: unknown) => (error as AppError).code,
        ),
      ]);
    expect(codes).toEqual(WAYS.map(([way]) => [way, 'NOT_NOW']));
    await adopter.application.idle();
    expect(await adopter.call('projects.list', {})).toHaveLength(1);
    expect((await adopter.call('projects.get', { id })).state.at).toBe('done');
  });

  it('scored people in the same file count as screened recently, and are left out of a new screening', async () => {
    const { call, connectionId, application } = adopter;
    const { id } = await adopted(true);
    const copy = await call('projects.create', {
      file: await adopter.file('spring.csv'),
      connectionId,
      settingsFrom: { kind: 'project', id },
    });
    await application.idle();
    const cost = await call('cost.get', { id: copy.id });
    expect(cost.rowsToSend).toBe(REFUSED);
    expect(cost.leftOut).toContainEqual({ reason: 'recentlyScreened', rows: VALID });
  });

  it('people of a project without a date count as screened recently too, because it may be from today', async () => {
    const { id } = await adopted(true);
    await changed('adopter', (database) => {
      database.prepare("UPDATE project SET facts = json_set(facts, '$.adopted.createdAt', NULL) WHERE id = ?").run(id);
    });
    const copy = await adopter.call('projects.create', { file: await adopter.file('spring.csv'), connectionId: adopter.connectionId });
    await adopter.application.idle();
    expect((await adopter.call('cost.get', { id: copy.id })).leftOut).toContainEqual({ reason: 'recentlyScreened', rows: VALID });
  });

  it('the same list counts as sent by the adopted project', async () => {
    const { call, connectionId, application } = adopter;
    const lines = people('C', ...Array.from({ length: 5 }, (_, index) => index));
    const theirs = await sent(sender, 'Autumn', lines);
    const remoteId = remoteIdOf(await sender.call('projects.get', { id: theirs }));
    before = await ledger();
    await call('projects.adopt', { connectionId, remoteId, file: await adopter.file('c.csv', lines) });
    const { id } = await call('projects.create', { file: await adopter.file('c.csv', lines), connectionId, name: 'Other' });
    await application.idle();
    await call('projects.change', { id, recencyDays: 0 });
    await call('project.send', { id, rows: 5, connectionId });
    await application.idle();
    expect(await call('projects.get', { id })).toMatchObject({ state: { at: 'draft' }, lastError: { code: 'SENT_BEFORE' } });
  });
});
