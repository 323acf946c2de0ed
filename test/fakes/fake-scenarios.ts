/** The states that the stand-in of the application can begin in, and what it knows in each. */
import type { ConnectionView, Output, ProjectView } from '../../shared/contract/index.ts';
import type { Layout } from '../../shared/results/layouts.ts';
import type { ColumnArrangement, Segment } from '../../shared/results/result-shapes.ts';
import { FakeCheck } from './fake-check.ts';
import { FakeTemplates } from './fake-templates.ts';
import { app, connections, LIVE, PRACTICE } from './connection-fixtures.ts';
import { columns, withOpenDates } from './list-fixtures.ts';
import { history, withWaitingParts } from './project-fixtures.ts';
import { segments } from './results-fixtures.ts';
import { RUN_SCENARIOS, runChange } from './run-fixtures.ts';

/** The states that the stand-in can begin in. */
export const SCENARIOS: readonly string[] = [
  'first-run',
  'projects',
  'live',
  'reading',
  'unreadable',
  'unreadable-sheet',
  'unreadable-full',
  'file',
  'file-text',
  'columns',
  'columns-template',
  'check',
  'check-again',
  'million',
  'cost',
  'sending',
  'decision',
  'paused',
  'needs-token',
  'screening',
  'done',
  'ended',
  'failing',
  'cost-short',
  'cost-again',
  'cost-elsewhere',
  'cost-practice',
  'cost-since',
  'since',
  'missing-changes',
  'parts',
  'fetching',
  ...RUN_SCENARIOS,
];
export type Scenario = string;

/** All that the stand-in knows beside the files it was handed. */
export interface State {
  app: Output<'app.get'>;
  connections: ConnectionView[];
  projects: ProjectView[];
  columns: Output<'columns.get'>;
  check: FakeCheck;
  templates: FakeTemplates;
  sendErrors: boolean;
  again: boolean;
  within: number | null;
  since: string | null;
  scoreConfiguration: Output<'cost.get'>['scoreConfiguration'];
  exports: Output<'exports.get'>[];
  arranged: ColumnArrangement;
  segments: Segment[];
  layouts: Layout[];
}

const MISSING_CHANGES =
  'The last changes of the history are missing: when the data folder was opened on November 22, 2026, the file history.sqlite-wal was missing. Screenings may have been sent that are not shown here. Before you send a list, look at all projects of its connection on the service.';

/** What is known at the beginning of a scenario. `now` in milliseconds. */
export function stateOf(scenario: Scenario, now: number): State {
  const live = [
    'live',
    'columns',
    'columns-template',
    'check',
    'check-again',
    'million',
    'cost',
    'sending',
    'decision',
    'screening',
    'needs-token',
    'paused',
    'file',
    'file-text',
  ];
  const projects = projectsOf(scenario, now);
  const mapped = scenario === 'columns-template' ? withOpenDates(columns()) : columns();
  const said = app(live.includes(scenario) || scenario.startsWith('cost') || RUN_SCENARIOS.includes(scenario) ? LIVE : PRACTICE);
  return {
    app: scenario === 'missing-changes' ? { ...said, notice: MISSING_CHANGES } : said,
    connections: connections(now).filter((one) => scenario !== 'first-run' || one.kind === 'practice'),
    projects,
    columns: mapped,
    templates: new FakeTemplates(scenario === 'columns-template' ? mapped : null),
    check: new FakeCheck(scenario === 'million' ? 1_000_000 : 10_240, scenario === 'cost-since'),
    sendErrors: false,
    again: false,
    within: null,
    since: null,
    scoreConfiguration: null,
    exports: [],
    arranged: { shown: null, columns: [] },
    segments: segments(),
    layouts: [],
  };
}

function projectsOf(scenario: Scenario, now: number): ProjectView[] {
  const all = history(now);
  const change = (id: string, changes: Partial<ProjectView>) => all.map((one) => (one.id === id ? { ...one, ...changes } : one));
  const resume = {
    at: 'processing',
    body: { rows: 18_432, bytes: 6_100_000, sha256: 'a'.repeat(64), format: 'json' },
    remoteId: '8c1f2a70',
    attempt: 1,
    nextPollAt: now + 30_000,
    look: { at: now - 9000, status: 'processing', totalRows: 18_432 },
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
          message: 'The disk is full. Nothing that was kept before is lost; make room and try again.',
        },
        sheet: null,
        readiness: null,
      });
    case 'unreadable-sheet':
      return change('fall', {
        state: { at: 'unreadable', code: 'NO_ROWS', message: 'There is a heading but no row below it.' },
        sheet: null,
        readiness: null,
      });
    case 'file':
    case 'file-text':
    case 'columns':
    case 'columns-template':
      return change('fall', { readiness: null });
    case 'million':
      return change('fall', {
        sheet: { name: 'All constituents', rows: 1_000_000 },
        file: { name: 'all-constituents.csv', bytes: 214_000_000, sha256: null },
        readiness: { ready: 909_961, thin: 67_188, refused: 22_851, leftOut: 0 },
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
        notice: {
          code: 'SENT_BEFORE',
          message:
            'This very list was sent before, as “October newsletter readers”. Sending it again would be charged again, so nothing was sent. Say so if it is meant.',
        },
      });
    case 'cost-practice':
      return change('fall', { connection: { id: PRACTICE, name: 'Practice', kind: 'practice' } });
    case 'check-again':
      return change('fall', { link: { kind: 'since', of: 'gala' } });
    case 'parts':
      return withWaitingParts(all, now);
    case 'fetching':
      return change('gala', {
        activity: { kind: 'collecting', done: 3_100_000, total: 9_800_000, unit: 'bytes', startedAt: now - 6000, note: null, nextAt: null },
      });
    case 'since':
      return change('volunteers', { link: { kind: 'since', of: 'summer' } });
    default:
      return change('alumni', runChange(scenario, now));
  }
}
