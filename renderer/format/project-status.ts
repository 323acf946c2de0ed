/** The status of a project: a label, a line of detail, and what it needs from the user. */
import type { ProjectView, ResultsView } from '../../shared/contract/index.ts';
import { assertNever, recoveryOf } from '../../shared/base/index.ts';
import {
  type Question,
  isRecordUnreadable,
  isRunning,
  mayBeCharged,
  mergesIntoParent,
  sendsRefusedAgain,
  statusMeaning,
} from '../../shared/project/index.ts';
import { count, number, progressOf, STEP_NAMES } from './text.ts';
import { stepOf } from './project-steps.ts';

/** Determines the tone and the icon of a status. */
export type StatusKind = 'working' | 'draft' | 'done' | 'someRefused' | 'decide' | 'token' | 'paused' | 'unreadable' | 'ended';

/** The tabs of the project list. */
export type StatusGroup = 'waiting' | 'running' | 'drafts' | 'done';

export interface ProjectStatus {
  readonly kind: StatusKind;
  readonly label: string;
  readonly detail: string | null;
}

const CREATE_UNCLEAR = {
  label: 'Setup not confirmed',
  sentence: 'We cannot tell whether the project was set up. No rows were sent, and nothing is spent until you choose.',
} as const;

/** The questions of a project: a label for lists, and a sentence about what is unknown and what must wait for the user's decision. */
const QUESTIONS: Readonly<Record<Question, { readonly label: string; readonly sentence: string }>> = {
  'create-ambiguous': CREATE_UNCLEAR,
  'create-unclear': CREATE_UNCLEAR,
  'create-refused': {
    label: 'Not set up',
    sentence: 'The service did not set up the project. No rows were sent, and nothing was spent.',
  },
  'add-refused': {
    label: 'List not accepted',
    sentence: 'The service did not accept the list. Nothing was spent.',
  },
  'add-unclear': {
    label: 'Arrival not confirmed',
    sentence: 'We cannot tell whether the whole list arrived. Nothing is started or spent until you choose.',
  },
  'add-spoiled': {
    label: 'Row counts differ',
    sentence: 'The service has a different number of rows than we sent. Nothing is started or spent until you choose.',
  },
  'start-unclear': {
    label: 'Start not confirmed',
    sentence: 'We cannot tell whether screening started. Nothing more is sent or spent until you choose.',
  },
  'start-refused': {
    label: 'Not started',
    sentence: 'The service did not start screening. Nothing more is sent or spent until you choose.',
  },
  'credits-short': {
    label: 'Not enough credits',
    sentence: 'The credits do not cover this list. The list is on the service, and nothing is spent until you choose.',
  },
  'service-stopped': {
    label: 'The service stopped',
    sentence: 'The service says that it stopped. Nothing more is sent until you choose.',
  },
  'results-unclear': {
    label: 'Scores not readable',
    sentence: 'The scores cannot be read right now. They are kept on the service, and nothing more is spent.',
  },
  'not-ours': {
    label: 'Different project',
    sentence: 'The service has a different project under our number. Nothing is sent, started or fetched until you choose.',
  },
  'processed-early': {
    label: 'Done before we asked',
    sentence: 'The service says that screening is done, but we did not start it. Nothing is started until you choose.',
  },
  'finished-unclear': {
    label: 'End not confirmed',
    sentence: 'The service seems to be done, but does not say so. Nothing is fetched until you choose.',
  },
  'no-end': {
    label: 'Not finished',
    sentence: 'The service has not finished. We have stopped checking until you choose, and nothing more is spent.',
  },
  'results-incomplete': {
    label: 'Results are missing',
    sentence: 'Some results have not arrived. What arrived is kept, and nothing more is requested until you choose.',
  },
};

/** How long refused rows are shown as something to do, in milliseconds. After that the project is done. */
const REFUSED_WAIT_MS = 7 * 86_400_000;

/** True when the service recently refused rows of the project. */
function hasRecentRefusals(project: ProjectView, now: number): boolean {
  // The refused rows of linked projects are shown by their first project.
  if (project.state.at !== 'done' || project.state.counts.refused === 0 || mergesIntoParent(project.lineage)) return false;
  if (!sendsRefusedAgain(project)) return false;
  return now - (project.processedAt ?? project.changedAt) < REFUSED_WAIT_MS;
}

function working(label: string, project: ProjectView, detail: string | null): ProjectStatus {
  const { activity } = project;
  return { kind: 'working', label, detail: activity?.note ?? detail };
}

/** "11,244 of 18,432 rows sent", or the progress in the activity's own unit. */
function sentSoFar({ activity }: ProjectView): string | null {
  const progress = progressOf(activity);
  return progress === null ? null : `${progress} sent`;
}

/** The status of a project, for the project list and the project's head. */
export function statusOf(project: ProjectView, now: number = Date.now()): ProjectStatus {
  const { state, activity, readiness, held } = project;
  // A held project can continue only on another computer.
  if (held !== null && state.at !== 'reading')
    return { kind: 'ended', label: held.holder === 'given' ? 'Handed over' : 'Copy', detail: 'Can be sent from another computer' };
  switch (state.at) {
    case 'reading':
      return working('Reading', project, progressOf(activity));
    case 'unreadable':
      if (isRecordUnreadable(state)) return { kind: 'unreadable', label: 'Damaged', detail: 'Its record cannot be read' };
      return {
        kind: 'unreadable',
        label: 'Not read',
        detail: recoveryOf(state.code) === 'freeDisk' ? 'The disk is full or cannot be used' : 'The file could not be read',
      };
    case 'draft': {
      const errors = readiness === null || readiness.invalid === 0 ? '' : `, ${count(readiness.invalid, 'row')} with errors`;
      return { kind: 'draft', label: 'Draft', detail: `At ${STEP_NAMES[stepOf(project)]}${errors}` };
    }
    case 'preparing':
      return working('Preparing', project, progressOf(activity));
    case 'creating':
      return working('Setting up', project, 'Creating the project on the service');
    case 'adding':
      return working('Sending', project, sentSoFar(project));
    case 'confirming':
      return working('Confirming', project, 'Comparing the row counts');
    case 'starting':
      return working('Starting', project, state.held === true ? 'Checking whether it is already running' : 'Asking the service to start');
    case 'processing':
      return working(
        'Screening',
        project,
        state.observation === null ? null : `The service says: ${statusMeaning(state.observation.status).toLowerCase()}`,
      );
    case 'collecting':
      return working('Fetching scores', project, progressOf(activity));
    case 'needs-token':
      return {
        kind: 'token',
        label: 'Token needed',
        detail: hasNoToken(project) ? 'This connection has no token' : 'The service refused the token',
      };
    case 'paused':
      return { kind: 'paused', label: 'Paused', detail: 'Waits until you resume it' };
    case 'needs-decision':
      return { kind: 'decide', label: 'Decide', detail: QUESTIONS[state.question].label };
    case 'done': {
      const { refused, unknown } = state.counts;
      if (!hasRecentRefusals(project, now)) return { kind: 'done', label: 'Done', detail: null };
      return {
        kind: 'someRefused',
        label: 'Some not accepted',
        detail: `${number(refused)} not accepted${unknown === 0 ? '' : `, ${number(unknown)} without a result`}`,
      };
    }
    case 'ended':
      return {
        kind: 'ended',
        label: state.how === 'cancelled' ? 'Stopped' : 'Given up',
        detail: state.charged === 'no' ? 'Nothing was spent' : 'Credits may have been spent',
      };
    default:
      return assertNever(state);
  }
}

/** Whether a project that waits for a token has none, so the service was not asked. */
export const hasNoToken = ({ lastError }: Pick<ProjectView, 'lastError'>): boolean => lastError?.code === 'TOKEN_MISSING';

export function groupOf(project: ProjectView, now: number = Date.now()): StatusGroup {
  const { state } = project;
  if (project.held !== null) return 'done';
  if (isRunning(state)) return 'running';
  switch (state.at) {
    case 'unreadable':
    case 'needs-token':
    case 'needs-decision':
    case 'paused':
      return 'waiting';
    case 'done':
      return hasRecentRefusals(project, now) ? 'waiting' : 'done';
    case 'draft':
      return 'drafts';
    case 'ended':
      return 'done';
    case 'reading':
      return 'running';
    default:
      return assertNever(state);
  }
}

/** What a waiting project needs: a sentence and the label of its button. */
export interface UserRequest {
  readonly sentence: string;
  readonly action: string;
}

/** The request of a waiting project; null when it needs nothing. */
export function requestOf(project: ProjectView, now: number = Date.now()): UserRequest | null {
  const { state } = project;
  if (groupOf(project, now) !== 'waiting') return null;
  switch (state.at) {
    case 'unreadable':
      return { sentence: state.message, action: 'See what to do' };
    case 'needs-token':
      return {
        sentence: hasNoToken(project)
          ? 'This connection has no token. Nothing more is sent until you enter one.'
          : 'The service refused the token. Nothing more is sent until you enter a new one.',
        action: 'Enter a token',
      };
    case 'needs-decision':
      return { sentence: QUESTIONS[state.question].sentence, action: 'See the choices' };
    case 'paused':
      return { sentence: 'You paused it. Nothing happens until you resume it.', action: 'Resume' };
    case 'done': {
      const { refused } = state.counts;
      return {
        sentence:
          refused === 1
            ? '1 row was not accepted. Fix it on the original cells and send only this row.'
            : `${count(refused, 'row')} were not accepted. Fix them on the original cells and send only those.`,
        action: `Fix ${count(refused, 'row')}`,
      };
    }
    default:
      return null;
  }
}

/** Credits charged, for the project list. Practice charges none; an unknown number is shown as unknown. */
export function creditsText(project: ProjectView): string {
  if (!mayBeCharged(project.state)) return '–';
  if (project.connection.kind === 'practice') return 'none';
  if (project.creditsCharged !== null) return number(project.creditsCharged);
  return groupOf(project) === 'running' ? '–' : 'not known';
}

const LATER_LABELS = { part: 'later parts', retry: 'later fixes', comparison: 'comparing two settings' } as const;

/** As `creditsText`, with its unit if it is a single number: "736 credits". */
export function creditsCharged(project: ProjectView, later: ResultsView['later']): string {
  const text = creditsWithLater(project, later);
  return project.creditsCharged === null || text !== number(project.creditsCharged) ? text : count(project.creditsCharged, 'credit');
}

/** Credits charged for a list with its later submissions, as its results show them. */
export function creditsWithLater(project: ProjectView, later: ResultsView['later']): string {
  const { creditsCharged, connection } = project;
  if (connection.kind === 'practice' || creditsCharged === null || later.length === 0) return creditsText(project);
  const parts = later.map(({ kind, credits }) => `${credits === null ? 'not known' : number(credits)} for ${LATER_LABELS[kind]}`);
  const total = later.reduce<number | null>(
    (sum, { credits }) => (sum === null || credits === null ? null : sum + credits),
    creditsCharged,
  );
  return total === null ? `${number(creditsCharged)} at first, ${parts.join(', ')}` : `${number(total)}, of these ${parts.join(' and ')}`;
}
