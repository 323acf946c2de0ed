/** The projects of each scenario of the fake desk. */
import type { ProjectView } from '../../shared/contract/index.ts';
import { PRACTICE } from './connection-fixtures.ts';
import { history, project, withWaitingParts } from './project-fixtures.ts';
import { isRunScenario, runChange } from './run-fixtures.ts';
import type { Scenario } from './scenarios.ts';

/** One project for each of 60 years. */
const archive = (now: number): ProjectView[] =>
  Array.from({ length: 60 }, (_, index) =>
    project({
      id: `year-${index}`,
      name: `Annual appeal ${2024 - index}`,
      file: `appeal-${2024 - index}.csv`,
      rows: 1000 + index,
      at: now - (index + 1) * 365 * 24 * 60 * 60_000,
    }),
  );

/** The projects at the start of a scenario. `now` in milliseconds. */
export function projectsOf(scenario: Scenario, now: number): ProjectView[] {
  const all = history(now);
  const change = (id: string, changes: Partial<ProjectView>) => all.map((one) => (one.id === id ? { ...one, ...changes } : one));
  const resume = {
    at: 'processing',
    body: { rows: 18_432, bytes: 6_100_000, sha256: 'a'.repeat(64), format: 'json' },
    remoteId: '8c1f2a70',
    attempt: 1,
    nextPollAt: now + 30_000,
    observation: { at: now - 9000, status: 'processing', totalRows: 18_432 },
    polls: 4,
  } as const;
  switch (scenario) {
    case 'first-run':
      return [];
    case 'reading':
      return change('fall', {
        state: { at: 'reading' },
        sheet: null,
        readiness: null,
        activity: { kind: 'reading', done: 2_900_000, total: 6_100_000, unit: 'bytes', startedAt: now - 2000, note: null, nextAt: null },
      });
    case 'copying':
      return change('fall', {
        name: 'The rest: Spring gala',
        lineage: { kind: 'baseline', of: 'gala', rest: true },
        state: { at: 'reading' },
        sheet: null,
        readiness: null,
        activity: { kind: 'reading', done: 1200, total: 2409, unit: 'rows', startedAt: now - 2000, note: null, nextAt: null },
      });
    case 'not-copied':
      return change('fall', {
        name: 'The rest: Spring gala',
        lineage: { kind: 'baseline', of: 'gala', rest: true },
        state: { at: 'unreadable', code: 'INTERNAL', message: 'The people could not be copied. Remove this and try again.' },
        sheet: null,
        readiness: null,
      });
    case 'unreadable':
      return change('fall', {
        state: {
          at: 'unreadable',
          code: 'FILE_ENCRYPTED',
          message:
            'The workbook is protected by a password, so it cannot be read. Open it in Excel, save a copy without the password, and bring that copy.',
        },
        sheet: null,
        readiness: null,
      });
    case 'unreadable-full':
      return change('fall', {
        state: {
          at: 'unreadable',
          code: 'DISK_FULL',
          message: 'The disk is full. Nothing saved before is lost. Free some space and try again.',
        },
        sheet: null,
        readiness: null,
      });
    case 'unreadable-sheet':
      return change('fall', {
        state: { at: 'unreadable', code: 'NO_ROWS', message: 'The sheet has headings but no rows below them.' },
        sheet: null,
        readiness: null,
      });
    case 'file':
    case 'file-text':
    case 'columns':
    case 'columns-template':
    case 'gifts':
    case 'gifts-nobody':
    case 'columns-recipe':
      return change('fall', { readiness: null });
    case 'million':
      return change('fall', {
        sheet: { name: 'All constituents', rows: 1_000_000 },
        file: { name: 'all-constituents.csv', bytes: 214_000_000, sha256: null },
        readiness: { ready: 909_961, fixable: 0, incomplete: 67_188, invalid: 22_851, leftOut: 0 },
      });
    case 'paused':
      return change('alumni', { state: { at: 'paused', resume }, activity: null });
    case 'needs-token':
      return change('alumni', { state: { at: 'needs-token', resume }, activity: null });
    case 'screening':
      return change('alumni', {
        state: resume,
        activity: { kind: 'waiting', done: 0, total: null, unit: 'none', startedAt: now - 120_000, note: null, nextAt: now + 30_000 },
      });
    case 'ended':
      return change('alumni', { state: { at: 'ended', how: 'cancelled', charged: 'no', resume: null }, activity: null });
    case 'cost-again':
      return change('fall', {
        lastError: {
          code: 'SENT_BEFORE',
          message:
            'This list was sent before, as “October newsletter readers”. You would be charged again, so nothing was sent. Confirm if you want to send it again.',
        },
      });
    case 'cost-practice':
      return change('fall', { connection: { id: PRACTICE, name: 'Practice', kind: 'practice' } });
    case 'check-again':
      return change('fall', { lineage: { kind: 'baseline', of: 'gala' } });
    case 'comparison-left':
      return change('fall', { lineage: { kind: 'comparison', of: 'gala' } });
    case 'compared':
      return [
        ...all,
        {
          ...all.find(({ id }) => id === 'gala')!,
          id: 'gala-again',
          name: 'Comparison: Spring gala guests',
          lineage: { kind: 'comparison', of: 'gala' },
        },
      ];
    case 'parts':
      return withWaitingParts(all, now);
    case 'fetching':
      return change('gala', {
        activity: { kind: 'collecting', done: 3_100_000, total: 9_800_000, unit: 'bytes', startedAt: now - 6000, note: null, nextAt: null },
      });
    case 'many-projects':
      return [...all, ...archive(now)];
    case 'since':
      return change('volunteers', { lineage: { kind: 'baseline', of: 'summer' } });
    default:
      return isRunScenario(scenario) ? change('alumni', runChange(scenario, now)) : all;
  }
}
