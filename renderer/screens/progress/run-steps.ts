/** The run of a list as seven steps, derived from the project's state and its journal. */
import type { ProjectView, TimelineEntry } from '../../../shared/contract/index.ts';
import { type ProjectState, type Running, cancelMeaning, runningOf } from '../../../shared/project/index.ts';

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

const STEP_OF: Readonly<Record<Running['at'], RunStepKey>> = {
  preparing: 'prepare',
  creating: 'create',
  adding: 'send',
  confirming: 'confirm',
  starting: 'screen',
  processing: 'screen',
  collecting: 'fetch',
};

/** True when sending stopped before the last row, and the app is asking the service how much of the list arrived. */
export function isSendingInterrupted(state: ProjectState): boolean {
  const running = runningOf(state);
  return running?.at === 'confirming' && cancelMeaning(running) === 'free';
}

type Times = Readonly<Record<RunStepKey, { readonly began: number | null; readonly ended: number | null }>>;

/** When each step began and ended, from the journal. Uses the last attempt. */
function timesOf(project: ProjectView, entries: readonly TimelineEntry[]): Times {
  const last = (event: TimelineEntry['event'], call: TimelineEntry['call'] = null) =>
    entries.findLast((entry) => entry.event === event && entry.call === call)?.at ?? null;
  const sent = last('added') ?? last('closing');
  const requestedAt = last('intend', 'process');
  const collected = last('collected');
  const { processedAt } = project;
  return {
    prepare: { began: last('send'), ended: last('prepared') },
    create: { began: last('intend', 'create'), ended: last('created') },
    send: { began: last('intend', 'add'), ended: sent },
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
  // The state of an ended project that cannot resume does not contain its step, but the journal does.
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
export function nameOnServiceOf(state: ProjectState, entries: readonly TimelineEntry[]): string | null {
  const running = runningOf(state);
  if (running !== null && 'marker' in running && running.marker !== undefined) return running.marker;
  return entries.findLast(({ nameOnService }) => nameOnService !== null)?.nameOnService ?? null;
}
