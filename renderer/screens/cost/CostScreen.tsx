import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { type Recovery, isDamage } from '../../../shared/base/index.ts';
import type { ConnectionView, CostView, ProjectView } from '../../../shared/contract/index.ts';
import type { Weights } from '../../../shared/order/index.ts';
import { missingFields } from '../../../shared/record/index.ts';
import { comparedPilot, isBeforeSubmission } from '../../../shared/project/index.ts';
import { asAppError, useCommand, useContractQuery } from '../../api/index.ts';
import { FailureLine, FailurePanel, StepFooter } from '../../kit/index.ts';
import { ImportAgain, Page, ProjectHead, type ProjectScreenProps } from '../../components/index.ts';
import { followProgress, toProject, toScreen } from '../../navigation/index.ts';
import { DeclaredCard } from './DeclaredCard.tsx';
import { initialBest } from './initial-best.ts';
import { moneyOf } from './cost-sums.ts';
import { CostCard, CostInOneLine } from './CostCard.tsx';
import { ComparisonFooter, SendFooter, SentFooter } from './CostFooter.tsx';
import { CostRisks } from './CostRisks.tsx';
import { CostRows } from './CostRows.tsx';
import { CostSettings } from './CostSettings.tsx';
import { ElsewhereUnread, LowBalance, NothingSent, SentBefore, SentElsewhere } from './CostWarnings.tsx';
import { blockerOf, useRisk } from './submit-blockers.ts';
import { type CostChoices, CountingContext, useCostChoices } from './useCostChoices.ts';
import { WhoToSend } from './WhoToSend.tsx';
import './cost.css';

/** Failures that a change of the connection can resolve. */
const CONNECTION_RECOVERIES: readonly Recovery[] = ['needsToken', 'fixConnection', 'observeAgain', 'wait'];

interface CostPageProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  readonly costChoices: Pick<ReturnType<typeof useCostChoices>, 'change' | 'error' | 'isCounting'> & { readonly choices: CostChoices };
  readonly connections: readonly ConnectionView[];
}

/** The screen once all data is loaded. */
function CostPage({ project, cost, costChoices, connections }: CostPageProps) {
  const { id } = project;
  const pilot = comparedPilot(project.lineage);
  const isUnsent = isBeforeSubmission(project.state);
  // A comparison is sent exactly as the pilot was, so it cannot be changed.
  const isOpen = isUnsent && pilot === null;
  const connection = connections.find((one) => one.id === project.connection.id) ?? null;
  const isPractice = project.connection.kind === 'practice';
  const isNarrow = useMediaQuery('(max-width: 1099px)', false, { getInitialValueInEffect: false });
  const issues = useContractQuery('cost.issues', { id }, { enabled: isOpen }).data;
  const money = moneyOf(cost, connection);
  const { choices, isCounting, change } = costChoices;
  const [hasInvalidSettings, setInvalidSettings] = useState(false);
  const [tried, setTried] = useState<Weights | null>(null);
  const test = useCommand('connections.test');
  const send = useCommand('project.send', (_done, _input, isHere) => isHere && followProgress(id));

  const wasSentBefore = cost.sentBefore !== null || project.lastError?.code === 'SENT_BEFORE';
  const canAskService = isOpen && connection !== null && connection.kind === 'live' && connection.token !== 'none';
  const elsewhere = useContractQuery('cost.elsewhere', { id }, { enabled: canAskService });
  const { found = [], isUnread = false } = elsewhere.data ?? {};
  const isElsewhere = canAskService && found.length > 0;
  const { risk: sentBefore, ...sentBeforeConfirmation } = useRisk(wasSentBefore, cost.estimate);
  const { risk: sentElsewhere, ...elsewhereConfirmation } = useRisk(isElsewhere, cost.estimate);
  const { risk: lowBalance, ...lowBalanceConfirmation } = useRisk(money.missing > 0, money.missing);
  const policy = useContractQuery('app.get', {}).data?.policy ?? null;
  const rules = useContractQuery('organizationRules.get', {}).data?.record;
  const undeclared = missingFields(project, rules);
  const blocker = blockerOf({
    cost,
    connection,
    policy,
    isHeld: project.held !== null,
    hasNoOrder: tried !== null && cost.best !== null,
    hasInvalidSettings,
    isUndeclared: undeclared.length > 0,
    sentBefore,
    sentElsewhere,
    lowBalance,
  });
  const sendError = send.error === null ? null : asAppError(send.error);
  const fit = useCommand('cost.choose', undefined, { scope: 'projects.change' });
  const otherError = costChoices.error ?? test.error ?? fit.error;
  const canFit = money.left !== null && money.left + cost.estimate >= Math.max(1, cost.creditsPerRecord);
  const onFit = () => {
    const settings = cost.best?.settings ?? initialBest(cost.rowsToSend);
    fit.mutate({ id, best: { ...settings, cut: { kind: 'balance', keep: 0 } } });
  };
  const submit = () =>
    send.mutate({
      id,
      rows: cost.rowsToSend,
      parts: cost.parts,
      quoteId: cost.quoteId,
      connectionId: project.connection.id,
      allowDuplicate: sentBefore === 'confirmed',
      allowElsewhere: sentElsewhere === 'confirmed',
      allowLowBalance: lowBalance === 'confirmed',
    });
  const footer = !isUnsent ? (
    <SentFooter project={project} cost={cost} />
  ) : pilot !== null ? (
    <ComparisonFooter pilot={pilot} />
  ) : (
    <SendFooter
      project={project}
      cost={cost}
      blocker={blocker}
      mostRows={policy?.values?.mostRows ?? null}
      missing={money.missing}
      undeclared={undeclared}
      isCounting={isCounting}
      isSending={send.isPending}
      onSend={submit}
    />
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
            <FailureLine error={otherError} />
            {isOpen && wasSentBefore && <SentBefore project={project} cost={cost} {...sentBeforeConfirmation} />}
            {isOpen && !wasSentBefore && project.lastError !== null && <NothingSent notice={project.lastError} />}
            {isElsewhere && <SentElsewhere projects={found} cost={cost} {...elsewhereConfirmation} />}
            {canAskService && isUnread && <ElsewhereUnread isAsking={elsewhere.isFetching} onAsk={() => void elsewhere.refetch()} />}
            {isOpen && money.missing > 0 && (
              <LowBalance cost={cost} money={money} isPractice={isPractice} onFit={canFit ? onFit : null} {...lowBalanceConfirmation} />
            )}
            {isOpen && isNarrow && <CostInOneLine project={project} cost={cost} connection={connection} />}
            <WhoToSend
              project={project}
              cost={cost}
              choices={choices}
              connection={connection}
              onChange={isOpen ? change : null}
              tried={tried}
              onTry={setTried}
            />
            <CostRows project={project} cost={cost} choices={choices} onChange={isOpen ? change : null} />
            {isOpen && issues !== undefined && <CostRisks project={project} issues={issues} />}
            <DeclaredCard project={project} onChange={change} />
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
  const sendEveryone = useCommand('cost.choose');
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
          error={cost.error}
          kept={isDamage(asAppError(cost.error)) ? 'Nothing was sent.' : 'Nothing was sent. The list has not changed.'}
          onRetry={() => void cost.refetch()}
        >
          <ImportAgain project={project} error={asAppError(cost.error)} />
          {isBeforeSubmission(project.state) && asAppError(cost.error).code === 'INPUT_INVALID' && (
            <button type="button" className="link" onClick={() => sendEveryone.mutate({ id: project.id, best: null })}>
              Send everyone
            </button>
          )}
          <FailureLine error={sendEveryone.error} />
          {project.lineage?.kind === 'baseline' && isBeforeSubmission(project.state) && (
            <button type="button" className="link" onClick={() => costChoices.change({ baselineId: null })}>
              Do not compare with an earlier screening
            </button>
          )}
        </FailurePanel>
      )}
    </Page>
  );
}
