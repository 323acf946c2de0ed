/** The status of a project: a label, a line of detail, and what it needs from the user. */
import { mergesIntoAnother, type ProjectView, type ResultsView } from '../../shared/contract/index.ts';
import { assertNever } from '../../shared/base/errors.ts';
import { isRunning, mayBeCharged } from '../../shared/project/project.ts';
import { count, number, progressOf, questionSentence, STEP_NAMES } from './text.ts';
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

/** Milliseconds for which refused rows count as something to do; after that the project is done. */
const REFUSED_WAIT_MS = 7 * 86_400_000;

/** True when the service recently refused rows of the project. */
function hasRecentRefusals(project: ProjectView, now: number): boolean {
  // The first project shows what its linked projects left refused.
  if (project.state.at !== 'done' || project.state.counts.refused === 0 || mergesIntoAnother(project.link)) return false;
  // Nothing in an adopted project is sent again.
  if (project.adopted !== null) return false;
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
  const { state, activity, readiness } = project;
  switch (state.at) {
    case 'reading':
      return working('Reading', project, progressOf(activity));
    case 'unreadable':
      return { kind: 'unreadable', label: 'Not read', detail: 'The file could not be read' };
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
      return working('Screening', project, state.look?.status == null ? null : `Its state: “${state.look.status}”`);
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
      return { kind: 'decide', label: 'Decide', detail: questionLabel(state.question) };
    case 'done': {
      const { refused, unknown } = state.counts;
      if (!hasRecentRefusals(project, now)) return { kind: 'done', label: 'Done', detail: null };
      return {
        kind: 'someRefused',
        label: 'Some refused',
        detail: `${number(refused)} refused${unknown === 0 ? '' : `, ${number(unknown)} unknown`}`,
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

function questionLabel(question: Extract<ProjectView['state'], { at: 'needs-decision' }>['question']): string {
  switch (question) {
    case 'create-ambiguous':
    case 'create-unclear':
      return 'Set-up not confirmed';
    case 'create-refused':
      return 'Set-up refused';
    case 'add-refused':
      return 'List refused';
    case 'add-unclear':
      return 'Arrival not confirmed';
    case 'add-spoiled':
      return 'Row counts differ';
    case 'start-unclear':
      return 'Start not confirmed';
    case 'start-refused':
      return 'Start refused';
    case 'credits-short':
      return 'Not enough credits';
    case 'service-stopped':
      return 'The service stopped';
    case 'results-unclear':
      return 'Scores not readable';
    case 'not-ours':
      return 'Different project';
    case 'processed-early':
      return 'Done before we asked';
    case 'finished-unclear':
      return 'End not confirmed';
    case 'no-end':
      return 'Not finished';
    case 'results-incomplete':
      return 'Results are missing';
    default:
      return assertNever(question);
  }
}

/** Whether a project that waits for a token has none, so the service was not asked. */
export const hasNoToken = ({ notice }: Pick<ProjectView, 'notice'>): boolean => notice?.code === 'TOKEN_MISSING';

export function groupOf(project: ProjectView, now: number = Date.now()): StatusGroup {
  const { state } = project;
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
      return { sentence: questionSentence(state.question), action: 'See the choices' };
    case 'paused':
      return { sentence: 'You paused it. Nothing happens until you resume it.', action: 'Resume' };
    case 'done': {
      const { refused } = state.counts;
      const were = refused === 1 ? 'was' : 'were';
      return {
        sentence: `${count(refused, 'row')} ${were} refused. Fix them on the original cells and send only those.`,
        action: `Fix ${count(refused, 'row')}`,
      };
    }
    default:
      return null;
  }
}

/** Credits charged, as the project list shows them: practice spends none, and an unknown number is named as such. */
export function creditsText(project: ProjectView): string {
  if (!mayBeCharged(project.state)) return '–';
  if (project.connection.kind === 'practice') return 'none';
  if (project.creditsCharged !== null) return number(project.creditsCharged);
  return groupOf(project) === 'running' ? '–' : 'not known';
}

const LATER_LABELS = { part: 'later parts', retry: 'later fixes' } as const;

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
