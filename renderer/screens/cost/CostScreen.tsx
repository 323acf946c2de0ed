import { Skeleton } from '@mantine/core';
import { IconEye, IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ConnectionView, CostView, ProjectView } from '../../../shared/contract/index.ts';
import { assertNever, type Recovery } from '../../../shared/base/errors.ts';
import { asAppError } from '../../api/client.ts';
import { FailureLine, FailurePanel } from '../../components/Failure.tsx';
import { StepFooter, goTo } from '../../components/StepFooter.tsx';
import { Page } from '../../components/Page.tsx';
import { ProjectHead } from '../../components/ProjectHead.tsx';
import { useCommand, useContractQuery } from '../../api/queries.ts';
import { navigate, toProject, toScreen } from '../../navigation/router.ts';
import { isDraft, stepOf } from '../../format/project-steps.ts';
import { count, STEP_NAMES } from '../../format/text.ts';
import { CostCard } from './CostCard.tsx';
import { CostRows } from './CostRows.tsx';
import { CostSettings } from './CostSettings.tsx';
import { BalanceShort, NotSent, SentBefore, SentElsewhere } from './CostWarnings.tsx';
import { WhomToSend } from './WhomToSend.tsx';
import { type Blocker, blockerOf, moneyOf } from './cost-sums.ts';
import { type CostChoices, CountingContext, useCostChoices } from './useCostChoices.ts';
import type { ProjectScreenProps } from '../../components/screen-props.ts';
import './cost.css';

const focusOn = (id: string) => () => document.getElementById(id)?.focus();

/** A blocker as the reason next to the button, with a link to the place where it is fixed. */
function reasonOf(blocker: Blocker, project: ProjectView, cost: CostView, money: { readonly missing: number }) {
  switch (blocker) {
    case 'nothing-to-send':
      if (cost.since !== null && cost.since.unchanged > 0)
        return {
          reason: `Nothing is new or changed since “${cost.since.name}”: its results are still valid`,
          onReason: goTo(toProject(cost.since.id, 'results')),
        };
      return {
        reason: 'No row is left to send. Fix some rows, or take rows back',
        onReason: goTo(toProject(project.id, 'check', cost.leftOut.some(({ reason }) => reason === 'invalid') ? { show: 'errors' } : {})),
      };
    case 'no-token':
      return {
        reason: `${project.connection.name} has no token yet`,
        onReason: goTo(toScreen('connections', { token: project.connection.id })),
      };
    case 'settings':
      return { reason: 'One of the score settings cannot be read' };
    case 'repeat':
      return {
        reason: 'This list was sent before. Confirm below to send it again',
        onReason: focusOn('cost-repeat'),
        kind: 'warning' as const,
      };
    case 'elsewhere':
      return {
        reason: 'A colleague may have sent this list. Confirm below to send it',
        onReason: focusOn('cost-elsewhere'),
        kind: 'warning' as const,
      };
    case 'short':
      return { reason: `${count(money.missing, 'credit')} missing`, onReason: focusOn('cost-short'), kind: 'warning' as const };
    default:
      return assertNever(blocker);
  }
}

/** What the button does, in one sentence. */
function sentenceOf(project: ProjectView, cost: CostView): ReactNode {
  const rows = count(cost.rowsToSend, 'row');
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

interface OpenProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  readonly chosen: Pick<ReturnType<typeof useCostChoices>, 'change' | 'error' | 'isCounting'> & { readonly choices: CostChoices };
  readonly connections: readonly ConnectionView[];
}

/** Failures that the connection can explain. */
const OF_CONNECTION: readonly Recovery[] = ['needsToken', 'fixConnection', 'observeAgain', 'wait'];
const COUNTING = { reason: 'The rows are being counted', kind: 'waiting' } as const;

/** The screen once all data is loaded. */
function CostPage({ project, cost, chosen, connections }: OpenProps) {
  const { id } = project;
  const isOpen = isDraft(project);
  const connection = connections.find((one) => one.id === project.connection.id) ?? null;
  const money = moneyOf(cost, connection);
  const { choices, isCounting, change } = chosen;
  // A confirmation is valid for the amount that was shown with it.
  const [confirmedRepeatCost, setConfirmedRepeatCost] = useState<number | null>(null);
  const [confirmedElsewhereCost, setConfirmedElsewhereCost] = useState<number | null>(null);
  const [confirmedShortfall, setConfirmedShortfall] = useState<number | null>(null);
  const [isRepeatConfirmed, isShortfallConfirmed] = [confirmedRepeatCost === cost.estimate, confirmedShortfall === money.missing];
  const isElsewhereConfirmed = confirmedElsewhereCost === cost.estimate;
  const [hasBadSettings, setBadSettings] = useState(false);
  const test = useCommand('connections.test');
  const send = useCommand('project.send', () => navigate(toProject(id, 'progress')));

  const isRepeat = cost.sentBefore !== null || project.notice?.code === 'SENT_BEFORE';
  const isAsked = isOpen && connection !== null && connection.kind === 'live' && connection.token !== 'none';
  const elsewhere = useContractQuery('cost.elsewhere', { id }, { enabled: isAsked }).data ?? [];
  const isElsewhere = isAsked && elsewhere.length > 0;
  const blocker = blockerOf({
    cost,
    connection,
    hasBadSettings,
    isRepeat,
    isRepeatConfirmed,
    isElsewhere,
    isElsewhereConfirmed,
    isShortfallConfirmed,
  });
  const failure = send.error === null ? null : asAppError(send.error);
  const slip = chosen.error ?? test.error;
  const currentStep = stepOf(project);
  const foot = isOpen ? (
    <StepFooter
      back={toProject(id, 'check')}
      sentence={sentenceOf(project, cost)}
      next={{
        label: isCounting ? 'Send' : `Send ${count(cost.rowsToSend, 'row')}`,
        icon: IconSend,
        spends: true,
        busy: send.isPending,
        blocked: isCounting ? COUNTING : blocker === null ? null : reasonOf(blocker, project, cost, money),
        onNext: () =>
          send.mutate({
            id,
            rows: cost.rowsToSend,
            parts: cost.parts,
            seen: cost.seen,
            connectionId: project.connection.id,
            repeat: isRepeat && isRepeatConfirmed,
            elsewhere: isElsewhere && isElsewhereConfirmed,
            short: money.missing > 0 && isShortfallConfirmed,
          }),
      }}
    />
  ) : (
    <StepFooter
      note={
        <>
          <IconEye size={15} stroke={1.6} aria-hidden /> {count(cost.rowsToSend, 'row')} {cost.rowsToSend === 1 ? 'was' : 'were'} sent. You
          can still change the purpose note.
        </>
      }
      next={{ label: `Back to ${STEP_NAMES[currentStep]}`, onNext: goTo(toProject(id, currentStep)) }}
    />
  );
  return (
    <CountingContext value={isCounting}>
      <Page head={<ProjectHead project={project} step="cost" />} foot={foot}>
        <div className="page-columns cost-columns" aria-busy={isCounting}>
          <div className="cost-stack">
            {failure !== null && (
              <FailurePanel
                title="The list was not sent"
                error={failure}
                kept="Rows, fixes and settings have not changed."
                onRetry={() => send.reset()}
              >
                {OF_CONNECTION.includes(failure.recovery) ? (
                  <a className="link" href={toScreen('connections')}>
                    See the connection
                  </a>
                ) : null}
              </FailurePanel>
            )}
            {slip !== null && <FailureLine error={asAppError(slip)} />}
            {isOpen && isRepeat && (
              <SentBefore
                project={project}
                cost={cost}
                isConfirmed={isRepeatConfirmed}
                onConfirm={(isConfirmed) => setConfirmedRepeatCost(isConfirmed ? cost.estimate : null)}
              />
            )}
            {isOpen && !isRepeat && project.notice !== null && <NotSent notice={project.notice} />}
            {isElsewhere && (
              <SentElsewhere
                projects={elsewhere}
                cost={cost}
                isConfirmed={isElsewhereConfirmed}
                onConfirm={(isConfirmed) => setConfirmedElsewhereCost(isConfirmed ? cost.estimate : null)}
              />
            )}
            {isOpen && money.missing > 0 && (
              <BalanceShort
                cost={cost}
                money={money}
                isPractice={project.connection.kind === 'practice'}
                isConfirmed={isShortfallConfirmed}
                onConfirm={(isConfirmed) => setConfirmedShortfall(isConfirmed ? money.missing : null)}
              />
            )}
            <WhomToSend project={project} cost={cost} choices={choices} connection={connection} onChange={isOpen ? change : null} />
            <CostRows project={project} cost={cost} choices={choices} onChange={isOpen ? change : null} />
            <CostSettings
              project={project}
              cost={cost}
              choices={choices}
              connections={connections}
              connection={connection}
              onChange={change}
              isOpen={isOpen}
              onBadSettings={setBadSettings}
            />
          </div>
          <CostCard
            project={project}
            cost={cost}
            connection={connection}
            onReadBalance={test.isPending ? null : () => test.mutate({ id: project.connection.id })}
          />
        </div>
      </Page>
    </CountingContext>
  );
}

/** The fourth step: which rows are sent, what that costs, and the one button that spends it. */
export function CostScreen({ project }: ProjectScreenProps) {
  const { cost, choices, ...chosen } = useCostChoices(project);
  const connections = useContractQuery('connections.list', {});
  // After a failed update there is no valid cost: the previous one belongs to other choices.
  if (cost.data !== undefined && choices !== undefined && cost.error === null && connections.data !== undefined)
    return <CostPage project={project} cost={cost.data} chosen={{ ...chosen, choices }} connections={connections.data} />;
  return (
    <Page head={<ProjectHead project={project} step="cost" />} foot={<StepFooter back={toProject(project.id, 'check')} />}>
      {cost.error === null ? (
        <div className="page-columns cost-columns" aria-busy="true">
          <Skeleton height={240} radius={8} />
          <Skeleton height={420} radius={8} />
        </div>
      ) : (
        <FailurePanel
          title="The cost could not be calculated"
          error={asAppError(cost.error)}
          kept="Nothing was sent. The list has not changed."
          onRetry={() => void cost.refetch()}
        >
          {project.link?.kind === 'since' && isDraft(project) && (
            <button type="button" className="link" onClick={() => chosen.change({ since: null })}>
              Do not compare with an earlier screening
            </button>
          )}
        </FailurePanel>
      )}
    </Page>
  );
}
