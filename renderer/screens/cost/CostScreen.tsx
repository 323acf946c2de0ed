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
import { LowBalance, NothingSent, SentBefore, SentElsewhere } from './CostWarnings.tsx';
import { WhomToSend } from './WhomToSend.tsx';
import { moneyOf } from './cost-sums.ts';
import { type Blocker, blockerOf, useRisk } from './submit-blockers.ts';
import { type CostChoices, CountingContext, useCostChoices } from './useCostChoices.ts';
import type { ProjectScreenProps } from '../../components/screen-props.ts';
import './cost.css';

const focusOn = (id: string) => () => document.getElementById(id)?.focus();

/** The reason next to the button, and where a click on it leads to fix the blocker. `missing`: credits. */
function reasonOf(blocker: Blocker, project: ProjectView, cost: CostView, missing: number) {
  switch (blocker) {
    case 'nothing-to-send':
      if (cost.baseline !== null && cost.baseline.unchanged > 0)
        return {
          reason: `Nothing is new or changed since “${cost.baseline.name}”: its results are still valid`,
          onReason: goTo(toProject(cost.baseline.id, 'results')),
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
    case 'invalid-settings':
      return { reason: 'One of the score settings cannot be read' };
    case 'sent-before':
      return {
        reason: 'This list was sent before. Confirm below to send it again',
        onReason: focusOn('cost-sent-before'),
        kind: 'warning' as const,
      };
    case 'sent-elsewhere':
      return {
        reason: 'A colleague may have sent this list. Confirm below to send it',
        onReason: focusOn('cost-sent-elsewhere'),
        kind: 'warning' as const,
      };
    case 'low-balance':
      return { reason: `${count(missing, 'credit')} missing`, onReason: focusOn('cost-low-balance'), kind: 'warning' as const };
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

/** The footer once the list was submitted. */
function SentFooter({ project, cost }: { readonly project: ProjectView; readonly cost: CostView }) {
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

interface CostPageProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  readonly costChoices: Pick<ReturnType<typeof useCostChoices>, 'change' | 'error' | 'isCounting'> & { readonly choices: CostChoices };
  readonly connections: readonly ConnectionView[];
}

/** Failures that a change of the connection can resolve. */
const CONNECTION_RECOVERIES: readonly Recovery[] = ['needsToken', 'fixConnection', 'observeAgain', 'wait'];
/** Blocks the button while the cost is being computed. */
const COUNTING = { reason: 'The rows are being counted', kind: 'waiting' } as const;

/** The screen once all data is loaded. */
function CostPage({ project, cost, costChoices, connections }: CostPageProps) {
  const { id } = project;
  const isOpen = isDraft(project);
  const connection = connections.find((one) => one.id === project.connection.id) ?? null;
  const isPractice = project.connection.kind === 'practice';
  const money = moneyOf(cost, connection);
  const { choices, isCounting, change } = costChoices;
  const [hasInvalidSettings, setInvalidSettings] = useState(false);
  const test = useCommand('connections.test');
  const send = useCommand('project.send', () => navigate(toProject(id, 'progress')));

  const wasSentBefore = cost.sentBefore !== null || project.lastError?.code === 'SENT_BEFORE';
  const canAskService = isOpen && connection !== null && connection.kind === 'live' && connection.token !== 'none';
  const elsewhere = useContractQuery('cost.elsewhere', { id }, { enabled: canAskService }).data ?? [];
  const isElsewhere = canAskService && elsewhere.length > 0;
  const { risk: sentBefore, ...sentBeforeConfirmation } = useRisk(wasSentBefore, cost.estimate);
  const { risk: sentElsewhere, ...elsewhereConfirmation } = useRisk(isElsewhere, cost.estimate);
  const { risk: lowBalance, ...lowBalanceConfirmation } = useRisk(money.missing > 0, money.missing);
  const blocker = blockerOf({ cost, connection, hasInvalidSettings, sentBefore, sentElsewhere, lowBalance });
  const sendError = send.error === null ? null : asAppError(send.error);
  const otherError = costChoices.error ?? test.error;
  const footer = isOpen ? (
    <StepFooter
      back={toProject(id, 'check')}
      sentence={sentenceOf(project, cost)}
      next={{
        label: isCounting ? 'Send' : `Send ${count(cost.rowsToSend, 'row')}`,
        icon: IconSend,
        spends: true,
        isBusy: send.isPending,
        blocked: isCounting ? COUNTING : blocker === null ? null : reasonOf(blocker, project, cost, money.missing),
        onNext: () =>
          send.mutate({
            id,
            rows: cost.rowsToSend,
            parts: cost.parts,
            quoteId: cost.quoteId,
            connectionId: project.connection.id,
            allowDuplicate: sentBefore === 'confirmed',
            allowElsewhere: sentElsewhere === 'confirmed',
            allowLowBalance: lowBalance === 'confirmed',
          }),
      }}
    />
  ) : (
    <SentFooter project={project} cost={cost} />
  );
  return (
    <CountingContext value={isCounting}>
      <Page head={<ProjectHead project={project} step="cost" />} foot={footer}>
        <div className="page-columns cost-columns" aria-busy={isCounting}>
          <div className="cost-stack">
            {sendError !== null && (
              <FailurePanel
                title="The list was not sent"
                error={sendError}
                kept="Rows, fixes and settings have not changed."
                onRetry={() => send.reset()}
              >
                {CONNECTION_RECOVERIES.includes(sendError.recovery) ? (
                  <a className="link" href={toScreen('connections')}>
                    See the connection
                  </a>
                ) : null}
              </FailurePanel>
            )}
            {otherError !== null && <FailureLine error={asAppError(otherError)} />}
            {isOpen && wasSentBefore && <SentBefore project={project} cost={cost} {...sentBeforeConfirmation} />}
            {isOpen && !wasSentBefore && project.lastError !== null && <NothingSent notice={project.lastError} />}
            {isElsewhere && <SentElsewhere projects={elsewhere} cost={cost} {...elsewhereConfirmation} />}
            {isOpen && money.missing > 0 && <LowBalance cost={cost} money={money} isPractice={isPractice} {...lowBalanceConfirmation} />}
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
              onInvalidSettings={setInvalidSettings}
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
  const { cost, choices, ...costChoices } = useCostChoices(project);
  const connections = useContractQuery('connections.list', {});
  // After a failed update, the stored cost belongs to other choices and must not be shown.
  if (cost.data !== undefined && choices !== undefined && cost.error === null && connections.data !== undefined)
    return <CostPage project={project} cost={cost.data} costChoices={{ ...costChoices, choices }} connections={connections.data} />;
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
          {project.lineage?.kind === 'baseline' && isDraft(project) && (
            <button type="button" className="link" onClick={() => costChoices.change({ baselineId: null })}>
              Do not compare with an earlier screening
            </button>
          )}
        </FailurePanel>
      )}
    </Page>
  );
}
