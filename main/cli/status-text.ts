/** Status and progress of a project, for a terminal. */
import { countText, numberText, recoveryOf } from '../../shared/base/index.ts';
import type { Activity, ProjectView } from '../../shared/contract/index.ts';
import { type ProjectState, isRecordUnreadable } from '../../shared/project/index.ts';
import { remainingMs } from '../../shared/view-texts/index.ts';

const STATUS_TEXTS: Readonly<Record<ProjectState['at'], string>> = {
  reading: 'Reading the file',
  unreadable: 'Not read: the file cannot be read',
  draft: 'Draft',
  preparing: 'Preparing the list',
  creating: 'Setting up the project on the service',
  adding: 'Sending the list',
  confirming: 'Confirming that the service has every row',
  starting: 'Starting the screening',
  processing: 'The service is screening',
  collecting: 'Fetching scores',
  done: 'Done',
  'needs-token': 'Token needed',
  paused: 'Paused',
  'needs-decision': 'Decide',
  ended: 'Stopped',
};

/** The status of a project, in the same words as in the window. */
export function statusText({ state }: Pick<ProjectView, 'state'>): string {
  if (state.at === 'ended' && state.how !== 'cancelled') return 'Given up';
  if (isRecordUnreadable(state)) return 'Damaged: its record cannot be read';
  if (state.at === 'unreadable' && recoveryOf(state.code) === 'freeDisk') return 'Not read: the disk is full or cannot be used';
  const text = STATUS_TEXTS[state.at];
  return state.at === 'processing' && state.observation?.status != null ? `${text} (reported as “${state.observation.status}”)` : text;
}

const CLOCK = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** "about 4 minutes left, until 10:42 AM". */
function leftText(ms: number, now: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  const span =
    seconds < 90
      ? countText(seconds, 'second')
      : seconds < 5400
        ? countText(Math.round(seconds / 60), 'minute')
        : countText(Math.round(seconds / 3600), 'hour');
  return `about ${span} left, until ${CLOCK.format(now + ms)}`;
}

/** The progress of an activity in one short line: what is done, what remains, and until when. */
export function activityText(view: Pick<ProjectView, 'state'>, activity: Activity, now = Date.now()): string {
  const { done, total, unit, note, nextAt } = activity;
  const text = view.state.at === 'done' && activity.kind === 'collecting' ? STATUS_TEXTS.collecting : statusText(view);
  const of = total === null || total <= 0 ? null : total;
  const share = of === null ? '' : ` ${Math.floor((100 * done) / of)}%`;
  const [bytes, rows] = [(count: number) => (count / 1e6).toFixed(1), numberText];
  const amount =
    unit === 'none'
      ? ''
      : unit === 'bytes'
        ? ` ${of === null ? '' : `${bytes(done)} of `}${bytes(of ?? done)} MB`
        : of === null
          ? ` ${countText(done, 'row')}`
          : ` ${rows(done)} of ${countText(of, 'row')}`;
  const left = remainingMs(activity, now);
  const next = nextAt !== null && nextAt > now && note !== null ? ` Next try at ${CLOCK.format(nextAt)}.` : '';
  return `${text}${share}${amount}${left === null ? '' : `, ${leftText(left, now)}`}${note === null ? '' : ` – ${note}${next}`}`;
}
