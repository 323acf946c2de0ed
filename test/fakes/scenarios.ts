/** The scenarios of the fake desk. */
import { RUN_SCENARIOS, type RunScenario } from './run-fixtures.ts';

/** `projects`, `live`, `check` and `done` have the usual answers; tests and pictures choose one by the screen that they open. */
const SCREEN_SCENARIOS = [
  'projects',
  'live',
  'check',
  'done',
  'first-run',
  'many-projects',
  'second-window',
  'missing-changes',
  'policy',
  'policy-invalid',
  'proxy-asks',
  'failing',
  'connections-troubled',
  'reading',
  'copying',
  'not-copied',
  'unreadable',
  'unreadable-full',
  'unreadable-sheet',
  'file',
  'file-text',
  'columns',
  'columns-template',
  'gifts',
  'gifts-nobody',
  'columns-recipe',
  'plan',
  'retention',
  'check-again',
  'million',
  'since',
  'cost-again',
  'cost-elsewhere',
  'cost-unread',
  'cost-practice',
  'cost-short',
  'cost-since',
  'screening',
  'needs-token',
  'paused',
  'ended',
  'parts',
  'fetching',
  'by-order',
  'compared',
  'comparison-left',
] as const;

export type Scenario = (typeof SCREEN_SCENARIOS)[number] | RunScenario;

export const SCENARIOS: readonly Scenario[] = [...SCREEN_SCENARIOS, ...RUN_SCENARIOS];

export const isScenario = (name: string): name is Scenario => (SCENARIOS as readonly string[]).includes(name);
