/** The run of a list as seven steps, derived from the project's state and its journal. */
import type { ProjectView, TimelineEntry } from '../../../shared/contract/index.ts';
import { type Body, cancelMeaning, type Observation, type ProjectState, type Running } from '../../../shared/project/project.ts';

export const RUN_STEPS = ['prepare', 'create', 'send', 'confirm', 'screen', 'fetch', 'compare'] as const;
export type RunStepKey = (typeof RUN_STEPS)[number];

/** `stopped`: the step at which the run is paused, blocked or ended. */
export type RunStepState = 'done' | 'current' | 'stopped' | 'ahead';

export interface RunStep {
  readonly key: RunStepKey;
  readonly state: RunStepState;
  readonly began: number | null;
  readonly ended: number | null;
}

/** Journal titles that time the steps. A test compares them with the application's texts. */
export const JOURNAL_TITLES = {
  send: 'Confirmed sending',
  prepared: 'Prepared the list',
  create: 'Asked the service for a project',
  created: 'The service set up the project',
  add: 'Began to send the list',
  closing: 'Sent the last part of the list',
  added: 'The service accepted the list',
  process: 'Asked it to start screening',
  collected: 'Fetched and compared the results',
} as const;

const STEP_OF: Readonly<Record<Running['at'], RunStepKey>> = {
  preparing: 'prepare',
  creating: 'create',
  adding: 'send',
  confirming: 'confirm',
  starting: 'screen',
  processing: 'screen',
  collecting: 'fetch',
};

/** The running state of a project, or the one it would resume in; null for none. */
export function runningOf(state: ProjectState): Running | null {
  if ('resume' in state) return state.resume;
  switch (state.at) {
    case 'reading':
    case 'unreadable':
    case 'draft':
    case 'done':
      return null;
    default:
      return state;
  }
}

/** Whether the list was cut short before its last row was sent, and the service is asked how much of it arrived. */
export function isSendingInterrupted(state: ProjectState): boolean {
  const running = runningOf(state);
  return running?.at === 'confirming' && cancelMeaning(running) === 'free';
}

export function bodyOf(state: ProjectState): Body | null {
  const running = runningOf(state);
  if (running !== null && 'body' in running) return running.body;
  return state.at === 'done' ? state.body : null;
}

export function remoteIdOf(state: ProjectState): string | null {
  const running = runningOf(state);
  if (running !== null && 'remoteId' in running) return running.remoteId;
  return state.at === 'done' ? state.remoteId : null;
}

/** The last observation of the project on the service; null when there was none in the current step. */
export function observationOf(state: ProjectState): Observation | null {
  const running = runningOf(state);
  if (running === null) return null;
  if (running.at === 'processing' || running.at === 'collecting') return running.look;
  return running.at === 'confirming' || running.at === 'starting' ? (running.looks.at(-1) ?? null) : null;
}

type Times = Readonly<Record<RunStepKey, { readonly began: number | null; readonly ended: number | null }>>;

/** When each step began and ended, by the journal; the last attempt counts. */
function timesOf(project: ProjectView, entries: readonly TimelineEntry[]): Times {
  const last = (title: string) => entries.findLast((entry) => entry.title === title)?.at ?? null;
  const sent = last(JOURNAL_TITLES.added) ?? last(JOURNAL_TITLES.closing);
  const requestedAt = last(JOURNAL_TITLES.process);
  const collected = last(JOURNAL_TITLES.collected);
  const { processedAt } = project;
  return {
    prepare: { began: last(JOURNAL_TITLES.send), ended: last(JOURNAL_TITLES.prepared) },
    create: { began: last(JOURNAL_TITLES.create), ended: last(JOURNAL_TITLES.created) },
    send: { began: last(JOURNAL_TITLES.add), ended: sent },
    confirm: { began: sent, ended: requestedAt },
    screen: { began: requestedAt, ended: processedAt },
    fetch: { began: processedAt, ended: collected },
    compare: { began: collected, ended: collected },
  };
}

/** Number of finished steps. */
function stepsDone(state: ProjectState, times: Times): number {
  const running = runningOf(state);
  if (running !== null) return RUN_STEPS.indexOf(isSendingInterrupted(state) ? 'send' : STEP_OF[running.at]);
  if (state.at === 'done') return RUN_STEPS.length;
  // The state of an ended project that cannot resume does not contain its step; the journal does.
  const open = RUN_STEPS.findIndex((key) => times[key].ended === null);
  return open === -1 ? RUN_STEPS.length : open;
}

export function runSteps(project: ProjectView, entries: readonly TimelineEntry[]): readonly RunStep[] {
  const { state } = project;
  const times = timesOf(project, entries);
  const done = stepsDone(state, times);
  const isStopped = 'resume' in state;
  return RUN_STEPS.map((key, index) => {
    const { began, ended } = times[key];
    if (index < done) return { key, state: 'done', began, ended };
    if (index > done) return { key, state: 'ahead', began: null, ended: null };
    return { key, state: isStopped ? 'stopped' : 'current', began, ended: null };
  });
}

/** The project's name on the service, from the state or the journal. */
export function markerOf(state: ProjectState, entries: readonly TimelineEntry[]): string | null {
  const running = runningOf(state);
  if (running !== null && 'marker' in running && running.marker !== undefined) return running.marker;
  const evidence = entries.findLast((entry) => entry.title === JOURNAL_TITLES.create)?.evidence ?? '';
  return /“(.*)”/.exec(evidence)?.[1] ?? null;
}
