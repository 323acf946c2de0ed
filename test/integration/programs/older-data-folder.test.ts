/**
 * A data folder of schema version 5: a finished screening, its refused rows, a draft that is compared with it, and a list whose start was
 * requested when that version ended. `practice.sqlite.gz` is the service at that time, and `views.json.gz` has what that version showed.
 * The people are those of `person()`.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import type { Application } from '../../../main/application.ts';
import type { Clock } from '../../../main/platform/ports.ts';
import type { CheckView, ImportView, Output, ResultsView } from '../../../shared/contract/index.ts';
import { fastClock, keptLog, memorySecrets, testPorts } from '../../kit/test-ports.ts';
import { type Call, callOf } from '../../kit/desk-actions.ts';
import { type SpawnedPractice, spawnPractice } from '../../kit/practice-client.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const FIXTURE = join(import.meta.dirname, '../../fixtures/data-folder-v5');
const unpacked = (name: string) => gunzipSync(readFileSync(join(FIXTURE, `${name}.gz`)));

/** The answers of the older version, by project name and method. */
const { views: shown } = JSON.parse(unpacked('views.json').toString()) as {
  views: Readonly<Record<string, Readonly<Record<string, unknown>> & { readonly id: string }>>;
};

/** One second after the last entry of the journal. On a later day, the lists would be checked again. */
const OPENED_AT = 1_795_369_777_970;

function clockOfFixture(): Clock {
  const clock = fastClock(300);
  const offset = OPENED_AT - clock.now();
  return { ...clock, now: () => clock.now() + offset };
}

let folder: string;
let practice: SpawnedPractice;
let application: Application;
let call: Call;
const log = keptLog();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-older-'));
  mkdirSync(join(folder, 'desk', 'projects'), { recursive: true });
  mkdirSync(join(folder, 'service'));
  writeFileSync(join(folder, 'desk', 'history.sqlite'), unpacked('history.sqlite'));
  for (const file of readdirSync(join(FIXTURE, 'projects'))) {
    const name = `projects/${file.replace(/\.gz$/, '')}`;
    writeFileSync(join(folder, 'desk', name), unpacked(name));
  }
  writeFileSync(join(folder, 'service', 'practice.sqlite'), unpacked('practice.sqlite'));
  practice = await spawnPractice({ dataDir: join(folder, 'service'), storeKey: '07'.repeat(32), secondsPerThousandRows: 0.01 });
  // The service has another port each time.
  const database = new Database(join(folder, 'desk', 'history.sqlite'));
  database.prepare('UPDATE connection SET base_url = ?').run(practice.client.url);
  database.prepare('UPDATE submission SET address = ?').run(practice.client.url.replace('127.0.0.1', 'localhost'));
  database.close();
  application = await createApplication(
    testPorts(join(folder, 'desk'), { spawn: localTasks }, { clock: clockOfFixture(), secrets: memorySecrets(practice.client.token), log }),
  );
  call = callOf(application);
}, 60_000);

afterAll(async () => {
  await application.close();
  await practice.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const sentOf = async (name: string) =>
  (await practice.client.ledger()).projects
    .filter((project) => project.name.startsWith(`${name} ·`))
    .map(({ addCalls, processActs, creditsCharged }) => ({ addCalls, processActs, creditsCharged }));

const NOTHING_TO_NOTE: ImportView['notices'] = {
  hiddenRows: 0,
  hiddenRowsAre: 'keep',
  hiddenColumns: [],
  formulasWithoutValue: 0,
  blankRows: 0,
  headingRows: 0,
  subtotals: 0,
  subtotalRows: [],
  subtotalsAre: 'leave-out',
};

type RuleCount = CheckView['rules'][number];
type FormerRule = Omit<RuleCount, 'fields'> & { readonly field: RuleCount['fields'][number]['field'] };
/** Counts that this version did not have: of the rows with errors, with warnings, and in earlier screenings. */
type NewCounts = Pick<CheckView, 'withErrors' | 'withWarnings' | 'compared'>;
const NEW_COUNTS: Readonly<Record<string, NewCounts>> = {
  Finished: { withErrors: 1, withWarnings: 5, compared: 0 },
  'Refused rows: Finished': { withErrors: 1, withWarnings: 1, compared: 0 },
  Draft: { withErrors: 0, withWarnings: 6, compared: 6 },
};
type FormerCheckView = Omit<CheckView, 'rules' | 'incomplete' | 'invalid' | 'alreadyScreened' | keyof NewCounts> & {
  readonly rules: readonly FormerRule[];
  readonly thin: number;
  readonly refused: number;
  readonly heldBack: number;
};

/** What a check of that version shows now. A draft is checked again, and its rows with ZIPs of another state are no longer ready. */
function checkOf({ rules, thin, refused, heldBack, ...counts }: FormerCheckView, name: string): CheckView {
  const isDraft = name !== 'Finished';
  const again = isDraft ? { ready: 0, incomplete: counts.ready + thin } : {};
  const title = (text: string) =>
    isDraft
      ? text
          .replace('lies in', 'is in')
          .replace(/^E.mail/, 'Email')
          .replace(/^Sent not long \w+/, 'Screened recently')
          .replace('is not an address', 'is not a valid address')
      : text;
  return {
    ...counts,
    ...NEW_COUNTS[name]!,
    fixable: 0,
    incomplete: thin,
    invalid: refused,
    alreadyScreened: heldBack,
    ...again,
    rules: rules.map(({ field, example, fix, ...rule }) => ({
      ...rule,
      title: title(rule.title),
      fields: [{ field, rows: rule.rows }],
      example: example === null ? null : { ...example, field },
      fix: fix === null ? null : { ...fix, safe: false },
      leaveOut: null,
      gain: 0,
    })),
  };
}

/** Texts in the timeline of that version, and their current texts. */
const REWORDED: readonly (readonly [string, string])[] = [
  ['"by":"desk"', '"by":"app"'],
  ['Brought the file', 'Added the file'],
  ['Said to send', 'Confirmed sending'],
  [' of that name', ' with that name'],
  ['what came of it is not known', 'it is not known whether it worked'],
  ['The service made the project', 'The service set up the project'],
  ['Handed over the last part of the list', 'Sent the last part of the list'],
  ['The service took the list', 'The service accepted the list'],
  ['Looked at the project on the service', 'Checked the project on the service'],
  ['Looked at its state', 'Checked its state'],
  ['Its word: ', 'Its state: '],
  ['; it holds ', '; it has '],
];
/** Timelines of that version did not name the events. */
const withoutEvents = (lines: Output<'project.timeline'>): unknown =>
  lines.map((entry) => {
    const { event: _, call: __, nameOnService: ___, ...line } = entry;
    return line;
  });

const reworded = (lines: readonly object[]): unknown =>
  JSON.parse(REWORDED.reduce((text, [old, now]) => text.replaceAll(old, now), JSON.stringify(lines)));

describe('a data folder of an older version', () => {
  const METHODS = ['import.get', 'columns.get', 'check.get', 'project.timeline'] as const;
  const SHOWN = ['Finished', 'Refused rows: Finished', 'Draft'].flatMap((name) => METHODS.map((method) => [name, method] as const));

  it.each(SHOWN)('still shows the same for “%s”: %s', async (name, method) => {
    const was = shown[name]![method] as object;
    const { id } = shown[name]!;
    const is = method === 'project.timeline' ? withoutEvents(await call(method, { id })) : await call(method, { id });
    const expected = (): unknown => {
      if (Array.isArray(was)) return reworded(was as object[]);
      if ('rules' in was) return checkOf(was as FormerCheckView, name);
      // The file is available only to the program that imported it, and that version stored no notices.
      if (!('atHand' in was)) return was;
      const { atHand: _, ...view } = was;
      return { ...view, isReadable: false, notices: NOTHING_TO_NOTE };
    };
    expect(is).toEqual(expected());
  });

  it('shows the results, the templates and the suppression list', async () => {
    // The capacity in dollars is first now.
    const first = (columns: readonly string[]): string[] => {
      const capacity = columns.filter((key) => key.endsWith('.capacityValue'));
      return [...capacity, ...columns.filter((key) => !capacity.includes(key))];
    };
    const TITLES: Readonly<Record<string, string>> = {
      ID: 'Profile ID',
      Score: 'Planned giving, score',
      Segment: 'Planned giving, segment',
    };
    const titled = (text: string) => TITLES[text] ?? text;
    const was = shown['Finished']!['results.get'] as Omit<ResultsView, 'defaultColumns'> & { readonly usual: string[] };
    const { shown: present, usual, columns: found, ...results } = was;
    const columns = found.map((one) => ({ ...one, title: titled(one.title), foundTitle: titled(one.foundTitle) }));
    expect(await call('results.get', { id: shown['Finished']!.id })).toEqual({
      ...results,
      byOrder: 0,
      unreadable: 0,
      withoutScores: 0,
      notRead: 0,
      later: [],
      columns,
      shown: first(present),
      defaultColumns: first(usual),
    });
    expect(await call('templates.list', {})).toEqual(shown['templates.list']);
    expect(await call('doNotScreen.get', {})).toEqual(shown['doNotScreen.get']);
  });

  it('finishes the list whose start was requested, without requesting it again', async () => {
    await application.idle();
    const { state } = await call('projects.get', { id: shown['Running']!.id });
    expect(state).toMatchObject({ at: 'done', counts: { submitted: 6, scored: 5, refused: 1, unknown: 0 } });
    expect(await sentOf('Running')).toEqual([{ addCalls: 1, processActs: 1, creditsCharged: 5 }]);
    expect(await sentOf('Finished')).toEqual([{ addCalls: 1, processActs: 1, creditsCharged: 5 }]);
  });

  it('sends the draft once, without the people who are unchanged since the finished screening', async () => {
    const { id } = shown['Draft']!;
    const { rowsToSend, parts } = await call('cost.get', { id });
    const { connection } = await call('projects.get', { id });
    await call('project.send', { id, rows: rowsToSend, connectionId: connection.id, parts });
    await application.idle();
    expect((await call('projects.get', { id })).state).toMatchObject({ at: 'done', counts: { submitted: 4, scored: 4 } });
    expect(await sentOf('Draft')).toEqual([{ addCalls: 1, processActs: 1, creditsCharged: 4 }]);
    expect(log.errors).toEqual([]);
  });
});
