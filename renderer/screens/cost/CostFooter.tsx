import { IconEye, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { assertNever } from '../../../shared/base/index.ts';
import type { CostView, ProjectView } from '../../../shared/contract/index.ts';
import { RECORD_TEXTS, type RecordField } from '../../../shared/record/index.ts';
import { declarationFieldId } from '../../components/index.ts';
import { type Blocked, StepFooter, goTo } from '../../kit/index.ts';
import { STEP_NAMES, count, listed, number, stepOf } from '../../format/index.ts';
import { toProject, toScreen } from '../../navigation/index.ts';
import type { Blocker } from './submit-blockers.ts';

/** Blocks the button while the cost is being computed. */
const COUNTING: Blocked = { reason: 'The rows are being counted', kind: 'waiting' };

/** Focuses the first of these elements that exists. */
const focusOn =
  (...ids: string[]) =>
  () =>
    ids
      .map((id) => document.getElementById(id))
      .find((element) => element !== null)
      ?.focus();

/** Focuses the first match of `selector` inside the element with this ID. */
const focusWithin = (id: string, selector: string) => () => document.getElementById(id)?.querySelector<HTMLElement>(selector)?.focus();

/** The reason next to the button. A click on it opens the place where the user can remove the blocker. */
function blockedBy(
  blocker: Blocker,
  project: ProjectView,
  cost: CostView,
  { missing, mostRows, undeclared }: Pick<SendFooterProps, 'missing' | 'mostRows' | 'undeclared'>,
): Blocked {
  switch (blocker) {
    case 'held':
      return { reason: 'Only another computer can send this list', kind: 'waiting' };
    case 'nothing-to-send':
      if (cost.baseline !== null && cost.baseline.unchanged > 0)
        return {
          reason: `Nothing is new or changed since “${cost.baseline.name}”: its results are still valid`,
          onReason: goTo(toProject(cost.baseline.id, 'results')),
        };
      return {
        reason: 'No row is left to send. Fix some rows, or include rows again',
        onReason: goTo(toProject(project.id, 'check', cost.leftOut.some(({ reason }) => reason === 'invalid') ? { show: 'errors' } : {})),
      };
    case 'invalid-policy':
      return { reason: 'Your organization’s policy is not valid, so nothing is sent' };
    case 'too-many-rows':
      return { reason: `Your organization allows ${count(mostRows ?? 0, 'row')} in one screening` };
    case 'no-token':
      return {
        reason: `${project.connection.name} has no token yet`,
        onReason: goTo(toScreen('connections', { token: project.connection.id })),
      };
    case 'no-order':
      return {
        reason: 'Give one of the weights of the order more than 0',
        onReason: focusWithin('best-order', '[type="radio"]:checked:not([disabled])'),
      };
    case 'invalid-settings':
      return { reason: 'One of the score settings cannot be read', onReason: focusWithin('score-settings', '[aria-invalid="true"]') };
    case 'undeclared':
      return {
        reason: `Your organization requires ${listed(undeclared.map((field) => RECORD_TEXTS[field].inSentence))}`,
        onReason: focusOn(...undeclared.slice(0, 1).map(declarationFieldId)),
        kind: 'warning',
      };
    case 'sent-before':
      return {
        reason: 'This list was sent before. Confirm at the top to send it again',
        onReason: focusOn('cost-sent-before'),
        kind: 'warning',
      };
    case 'sent-elsewhere':
      return {
        reason: 'A colleague may have sent this list. Confirm at the top to send it',
        onReason: focusOn('cost-sent-elsewhere'),
        kind: 'warning',
      };
    case 'low-balance':
      return { reason: `${count(missing, 'credit')} missing`, onReason: focusOn('cost-fit', 'cost-low-balance'), kind: 'warning' };
    default:
      return assertNever(blocker);
  }
}

/** What the button does, in one sentence. */
function sentenceOf(project: ProjectView, cost: CostView): ReactNode {
  const rows =
    cost.best === null ? count(cost.rowsToSend, 'row') : `${number(cost.rowsToSend)} of ${count(cost.best.people, 'person', 'people')}`;
  if (project.connection.kind === 'practice')
    return (
      <span>
        Sends {rows} to the <b>practice service</b> on this computer and starts screening. No real credits are spent.
      </span>
    );
  return (
    <span>
      Sends {rows} to <b>{project.connection.name}</b>, starts screening and spends about {count(cost.estimate, 'credit')}.
    </span>
  );
}

interface SendFooterProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  /** What prevents the submission; null for nothing. */
  readonly blocker: Blocker | null;
  /** Missing credits. */
  readonly missing: number;
  /** The maximum number of rows that the policy allows; null without a maximum. */
  readonly mostRows: number | null;
  /** Fields for the record that the organization requires and that are empty. */
  readonly undeclared: readonly RecordField[];
  /** True while the cost is being computed. */
  readonly isCounting: boolean;
  readonly isSending: boolean;
  readonly onSend: () => void;
}

/** The footer of a draft: the one button that spends credits. */
export function SendFooter({ project, cost, blocker, missing, mostRows, undeclared, isCounting, isSending, onSend }: SendFooterProps) {
  return (
    <StepFooter
      back={toProject(project.id, 'check')}
      sentence={sentenceOf(project, cost)}
      next={{
        label: isCounting ? 'Send' : `Send ${count(cost.rowsToSend, 'row')}`,
        icon: IconSend,
        spends: true,
        isBusy: isSending,
        blocked: isCounting ? COUNTING : blocker === null ? null : blockedBy(blocker, project, cost, { missing, mostRows, undeclared }),
        onNext: onSend,
      }}
    />
  );
}

/**
 * The footer of a comparison that is not sent yet. It can be sent only from the pilot's page, right after its confirmation. `pilot`: an ID.
 */
export function ComparisonFooter({ pilot }: { readonly pilot: string }) {
  return (
    <StepFooter
      note="These people were already sent in a pilot. Send them again from the pilot’s page, which shows the cost."
      next={{ label: 'Back to the pilot', onNext: goTo(toProject(pilot, 'results', {}, 'pilot')) }}
    />
  );
}

/** The footer once the list was submitted. */
export function SentFooter({ project, cost }: { readonly project: ProjectView; readonly cost: CostView }) {
  const currentStep = stepOf(project);
  return (
    <StepFooter
      note={
        <>
          <IconEye size={15} stroke={1.6} aria-hidden /> {count(cost.rowsToSend, 'row')} {cost.rowsToSend === 1 ? 'was' : 'were'} sent. You
          can still change the purpose note.
        </>
      }
      next={{ label: `Back to ${STEP_NAMES[currentStep]}`, onNext: goTo(toProject(project.id, currentStep)) }}
    />
  );
}
