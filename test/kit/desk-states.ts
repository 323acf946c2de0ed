/** Project states for table tests: a list of ten rows whose service project has a marker. */
import { type Counts, type Observation, ProjectState, type RunningAt } from '../../shared/project/project-shapes.ts';
import { next } from '../../shared/project/project.ts';
import type { ProjectEvent } from '../../shared/project/project-events.ts';

export const ROWS = 10;
export const MARKER = 'Spring appeal · M4QX82TD';
/** The name of another project. */
export const STRANGE = 'Gala 2019 · AAAA2222';
export const MINUTE = 60_000;

/** Counts of results with one refused row and one without a result. */
export const COUNTS: Counts = { submitted: ROWS, scored: ROWS - 2, refused: 1, unknown: 1, unmatched: 0 };

const body = { rows: ROWS, bytes: 100, sha256: 'a'.repeat(64), format: 'json' as const };
const sent = { body, remoteId: 'P1', attempt: 1, marker: MARKER };

/** An observation one minute after the previous one, of a project with all rows and no name. */
export const observation = (status: string | null, given: Partial<Observation> = {}): Observation => ({
  at: 0,
  after: MINUTE,
  status,
  totalRows: ROWS,
  name: null,
  ...given,
});

export const creating = (given: Partial<RunningAt<'creating'>> = {}): RunningAt<'creating'> => ({
  at: 'creating',
  body,
  attempt: 1,
  phase: 'ready',
  marker: MARKER,
  observations: [],
  ...given,
});

export const adding = (given: Partial<RunningAt<'adding'>> = {}): RunningAt<'adding'> => ({
  at: 'adding',
  ...sent,
  phase: 'ready',
  ...given,
});

export const confirming = (given: Partial<RunningAt<'confirming'>> = {}): RunningAt<'confirming'> => ({
  at: 'confirming',
  ...sent,
  arrival: 'unknown',
  observations: [],
  ...given,
});

/** The list has arrived, the status is "created", and the start was not requested yet. */
export const starting = (given: Partial<RunningAt<'starting'>> = {}): RunningAt<'starting'> => ({
  at: 'starting',
  ...sent,
  phase: 'ready',
  statusBefore: 'created',
  wordsBefore: ['created'],
  asked: 0,
  refusal: null,
  observations: [],
  ...given,
});

/** The service has answered the start; its status before was "created". */
export const processing = (given: Partial<RunningAt<'processing'>> = {}): RunningAt<'processing'> => ({
  at: 'processing',
  ...sent,
  nextPollAt: 0,
  observation: null,
  polls: 0,
  before: 'created',
  asked: 1,
  ...given,
});

export const collecting = (given: Partial<RunningAt<'collecting'>> = {}): RunningAt<'collecting'> => ({
  at: 'collecting',
  ...sent,
  observation: observation('processed'),
  ...given,
});

export const observed = (
  state: ProjectState,
  seen: Observation,
  more: Partial<Extract<ProjectEvent, { type: 'observed' }>> = {},
): ProjectState => next(state, { type: 'observed', observation: seen, nameOnService: MARKER, ...more });

export const polled = (state: ProjectState, seen: Observation): ProjectState =>
  next(state, { type: 'polled', observation: seen, nextPollAt: 0 });

export const chosen = (state: ProjectState, choice: Extract<ProjectEvent, { type: 'choose' }>['choice']): ProjectState =>
  next(state, { type: 'choose', choice, nameOnService: MARKER, now: 0 });

/** The state after repeated observations, until it changes or after `most` of them, and the elapsed time. */
export function keepObserving(
  state: ProjectState,
  seen: (n: number) => Observation,
  by: typeof observed | typeof polled,
  most = 500,
): { readonly state: ProjectState; readonly passed: number } {
  const { at } = state;
  let present = state;
  let passed = 0;
  for (let n = 0; n < most && present.at === at; n++) {
    const one = seen(n);
    present = by(present, one);
    if (n > 0) passed += one.after ?? 0;
  }
  return { state: present, passed };
}

/** The state as the app reads it after storing it. */
export const stored = (state: ProjectState): ProjectState => ProjectState.parse(JSON.parse(JSON.stringify(state)));

/** The question that a state asks the user, or else its name. */
export const questionOf = (state: ProjectState) => (state.at === 'needs-decision' ? state.question : state.at);
