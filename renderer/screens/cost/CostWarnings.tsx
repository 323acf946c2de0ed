import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCoins, IconHistory, IconUsers, type Icon } from '@tabler/icons-react';
import { type ReactNode, use, useId } from 'react';
import type { CostView, ElsewhereProject, ProjectView } from '../../../shared/contract/index.ts';
import { ELSEWHERE_UNREAD, elsewhereText, isAlone } from '../../../shared/view-texts/index.ts';
import { toProject } from '../../navigation/index.ts';
import { day } from '../../format/index.ts';
import type { Money } from './cost-sums.ts';
import { CountingContext, useFigures } from './useCostChoices.ts';
import { needText } from './choice-texts.ts';
import './cost-warnings.css';

interface WarningProps {
  readonly icon: Icon;
  readonly title: string;
  readonly children: ReactNode;
}

function CostWarning({ icon: WarningIcon, title, children }: WarningProps) {
  const id = useId();
  return (
    <section className="card cost-warning" role="alert" aria-labelledby={id}>
      <WarningIcon size={20} stroke={1.6} aria-hidden />
      <div>
        <h2 className="cost-warning-title" id={id}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}

interface ConfirmationProps {
  readonly isConfirmed: boolean;
  readonly onConfirm: (isConfirmed: boolean) => void;
}

/** The check box that confirms a warning. It is disabled while the amount in its label is being computed. */
function Confirmation({ id, label, isConfirmed, onConfirm }: ConfirmationProps & { readonly id: string; readonly label: string }) {
  const isCounting = use(CountingContext);
  return (
    <Checkbox
      id={id}
      label={label}
      disabled={isCounting}
      checked={isConfirmed}
      onChange={(event) => onConfirm(event.currentTarget.checked)}
    />
  );
}

/** The same list was sent before; sending it again needs an explicit confirmation. */
export function SentBefore({
  project,
  cost,
  ...confirmation
}: ConfirmationProps & { readonly project: ProjectView; readonly cost: CostView }) {
  const before = cost.sentBefore;
  const { count } = useFigures();
  const isPractice = project.connection.kind === 'practice';
  return (
    <CostWarning icon={IconHistory} title="You have sent this list before">
      <p>
        {before === null ? (
          (project.lastError?.message ?? '')
        ) : (
          <>
            As{' '}
            <a className="link" href={toProject(before.id)}>
              {before.name}
            </a>
            , {day(before.at)}. That project still has the scores.
          </>
        )}
      </p>
      <Confirmation
        {...confirmation}
        id="cost-sent-before"
        label={
          isPractice
            ? `Send this list again, for ${count(cost.estimate, 'practice credit')}`
            : `Send this list again, and pay about ${count(cost.estimate, 'credit')} for it again`
        }
      />
    </CostWarning>
  );
}

interface SentElsewhereProps extends ConfirmationProps {
  readonly projects: readonly ElsewhereProject[];
  readonly cost: CostView;
}

function ElsewhereList({ projects }: { readonly projects: readonly ElsewhereProject[] }) {
  return (
    <ul className="cost-elsewhere">
      {projects.map((project, index) => (
        <li key={index}>{elsewhereText(project, day)}</li>
      ))}
    </ul>
  );
}

/** Another user may have sent the same list, or some of its people were screened alone; sending it needs an explicit confirmation. */
export function SentElsewhere({ projects, cost, ...confirmation }: SentElsewhereProps) {
  const { count } = useFigures();
  const people = projects.filter(isAlone);
  const held = projects.filter(({ isHeld }) => isHeld === true);
  const lists = projects.filter((project) => !isAlone(project) && !held.includes(project));
  return (
    <CostWarning
      icon={IconUsers}
      title={
        people.length === projects.length ? 'Some people were already screened as single profiles' : 'A colleague may have sent this list'
      }
    >
      {held.length > 0 && (
        <>
          <p>Another computer can send people of this list, or has sent them. Ask there first:</p>
          <ElsewhereList projects={held} />
        </>
      )}
      {lists.length > 0 && (
        <>
          <p>
            The service has {lists.length === 1 ? 'a project' : 'projects'} with this name, and{' '}
            {lists.length === 1 ? 'it was' : 'they were'} not sent from here, or before a backup of the data folder was put back:
          </p>
          <ElsewhereList projects={lists} />
        </>
      )}
      {people.length > 0 && (
        <>
          <p>These people on the list were already paid for as single profiles. Leave their rows out, or pay for them again:</p>
          <ElsewhereList projects={people} />
        </>
      )}
      <Confirmation
        {...confirmation}
        id="cost-sent-elsewhere"
        label={`Send anyway, and pay about ${count(cost.estimate, 'credit')} for it`}
      />
    </CostWarning>
  );
}

interface ElsewhereUnreadProps {
  readonly isAsking: boolean;
  readonly onAsk: () => void;
}

/** It is unknown whether another user has sent the same list; it can be sent without a confirmation. */
export function ElsewhereUnread({ isAsking, onAsk }: ElsewhereUnreadProps) {
  const title = useId();
  return (
    <section className="card notice" data-tone="warning" data-long aria-live="polite" aria-labelledby={title}>
      <IconUsers size={20} stroke={1.6} aria-hidden />
      <div>
        <h2 className="notice-title" id={title}>
          Has a colleague already sent this list?
        </h2>
        <p>{ELSEWHERE_UNREAD} Ask your colleagues before you send it.</p>
      </div>
      <div className="notice-actions">
        <Button variant="default" size="xs" loading={isAsking} onClick={onAsk}>
          Ask the service again
        </Button>
      </div>
    </section>
  );
}

/** The balance is known to be too low; sending the list needs an explicit confirmation. */
export function LowBalance({
  cost,
  money,
  isPractice,
  onFit,
  ...confirmation
}: ConfirmationProps & {
  readonly cost: CostView;
  readonly money: Money;
  readonly isPractice: boolean;
  /** Sends only as many of the best people as the credits cover; null if they cover nobody. */
  readonly onFit: (() => void) | null;
}) {
  const { count, number } = useFigures();
  const rest = Math.max(0, money.balance?.remaining == null ? 0 : money.balance.remaining - money.running);
  const whenPaid = money.running === 0 ? '' : ' once the screenings in progress are paid';
  return (
    <CostWarning icon={IconCoins} title={`${count(money.missing, isPractice ? 'practice credit' : 'credit')} missing`}>
      <p>
        {needText(cost.estimate, number(cost.estimate), rest, number(rest))}
        {whenPaid}. {isPractice ? 'Leave rows out in Check, or rehearse anyway.' : 'Buy credits first, or leave rows out in Check.'} We do
        not know what the service does with a list that the credits do not cover.
      </p>
      {onFit !== null && (
        <p>
          <button type="button" id="cost-fit" className="link" onClick={onFit}>
            Send only the people who come first, as many as the credits cover
          </button>
        </p>
      )}
      <Confirmation {...confirmation} id="cost-low-balance" label={`Send it anyway, with ${count(money.missing, 'credit')} missing`} />
    </CostWarning>
  );
}

/** Why the last submission sent nothing. */
export function NothingSent({ notice }: { readonly notice: NonNullable<ProjectView['lastError']> }) {
  return (
    <CostWarning icon={IconAlertTriangle} title="Nothing was sent">
      <p>
        {notice.message} <span className="failure-code">{notice.code}</span>
      </p>
    </CostWarning>
  );
}
