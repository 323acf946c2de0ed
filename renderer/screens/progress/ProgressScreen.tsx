import { Skeleton } from '@mantine/core';
import { IconBell, IconShieldCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { mergesIntoAnother, type ProjectView, type TimelineEntry } from '../../../shared/contract/index.ts';
import { cancelMeaning } from '../../../shared/project/project.ts';
import { asAppError, useClient } from '../../api/client.ts';
import { FailureLine, FailurePanel } from '../../components/Failure.tsx';
import { StepFooter, goTo } from '../../components/StepFooter.tsx';
import { Page } from '../../components/Page.tsx';
import { ProjectHead } from '../../components/ProjectHead.tsx';
import { WaitingParts } from '../../components/WaitingParts.tsx';
import { useCommand, useContractQuery } from '../../api/queries.ts';
import { navigate, toProject, toScreen } from '../../navigation/router.ts';
import { hasNoToken } from '../../format/project-status.ts';
import { count } from '../../format/text.ts';
import { useAction } from '../../api/useAction.ts';
import { DecisionView } from './DecisionView.tsx';
import { EndedNotice, PausedNotice, TokenNotice } from './BlockedNotice.tsx';
import { LastResponse } from './LastResponse.tsx';
import type { ProjectScreenProps } from '../../components/screen-props.ts';
import { bodyOf, runSteps } from './run-steps.ts';
import { RunSteps } from './RunSteps.tsx';
import { StopPanel } from './StopPanel.tsx';
import { TimelineView } from './TimelineView.tsx';
import { useRunSpeech } from './useRunSpeech.tsx';
import './progress.css';

/** Milliseconds between the end of a screening and the change to its results. */
const LEAVE_AFTER_MS = 1200;

const NO_ENTRIES: readonly TimelineEntry[] = [];

/** Opens the results when the screening ends while the user watches. */
function useOpenResultsWhenDone(project: ProjectView): void {
  const isDone = project.state.at === 'done';
  const wasDone = useRef(isDone);
  useEffect(() => {
    if (!isDone || wasDone.current) return undefined;
    wasDone.current = true;
    const timer = setTimeout(() => navigate(toProject(project.id, 'results'), { replace: true }), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone, project.id]);
}

/** The buttons change with the state: when the focused one is gone, the title gets the focus. */
function useFocusFallback(at: string): void {
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('.page-title')?.focus({ preventScroll: true });
  }, [at]);
}

/** The expected charge for the list; null while unknown. */
function useEstimate(project: ProjectView): number | null {
  const connections = useContractQuery('connections.list', {});
  const rows = bodyOf(project.state)?.rows ?? null;
  const connection = connections.data?.find((one) => one.id === project.connection.id);
  return rows === null || connection === undefined ? null : Math.ceil(rows * (connection.creditsPerRecord ?? 1));
}

interface ViewProps {
  readonly project: ProjectView;
  readonly entries: readonly TimelineEntry[];
  /** Why the project is blocked or paused, above the steps. */
  readonly children?: ReactNode;
  readonly foot: ReactNode;
}

/** The steps with their side panels; the footer and the card above depend on the state. */
function RunView({ project, entries, children, foot }: ViewProps) {
  const steps = runSteps(project, entries);
  const credits = useEstimate(project);
  useRunSpeech(project, steps);
  const canStop = cancelMeaning(project.state) !== 'nothing';
  return (
    <Page head={<ProjectHead project={project} step="progress" />} foot={foot}>
      <div className="page-columns run-columns">
        <div className="run-stack">
          {children}
          <RunSteps project={project} entries={entries} steps={steps} credits={credits} />
        </div>
        <div className="run-stack">
          {canStop && <StopPanel project={project} />}
          <LastResponse project={project} entries={entries} />
          {canStop && (
            <p className="run-close-note small second">
              <IconShieldCheck className="run-safe" size={16} stroke={1.6} aria-hidden />
              <span>You can close the lid. When you return, we check the state on the service first and then continue.</span>
            </p>
          )}
        </div>
      </div>
    </Page>
  );
}

const ALL_PROJECTS = { label: 'All projects', onClick: goTo(toScreen('projects')) };

/** Running: the only action is to stop. */
function RunningView({ project, entries }: Omit<ViewProps, 'foot' | 'children'>) {
  const app = useContractQuery('app.get', {});
  const isNotified = app.data?.host === 'electron';
  const NoteIcon = isNotified ? IconBell : IconShieldCheck;
  return (
    <RunView
      project={project}
      entries={entries}
      foot={
        <StepFooter
          note={
            <>
              <NoteIcon size={15} stroke={1.6} aria-hidden />
              {isNotified
                ? 'You will get a notification when it is done. It contains no names.'
                : 'It continues while this page is closed.'}
            </>
          }
          other={ALL_PROJECTS}
          next={{ label: 'Results', onNext: () => undefined, blocked: { reason: 'The scores are not there yet', kind: 'waiting' } }}
        />
      }
    />
  );
}

/** Waits for the user: paused, or ended and resumable. */
function PausedView({ project, entries }: Omit<ViewProps, 'foot' | 'children'>) {
  const { state } = project;
  const resume = useCommand('project.resume');
  const canGoOn = state.at === 'paused' || (state.at === 'ended' && state.resume !== null);
  const startAgain = useCommand('projects.startAgain', ({ id }) => navigate(toProject(id)));
  const canStartAgain = state.at === 'ended' && state.resume === null && state.charged === 'no' && !mergesIntoAnother(project.lineage);
  const next = canStartAgain
    ? { label: 'Start again', isBusy: startAgain.isPending, onNext: () => startAgain.mutate({ id: project.id }) }
    : canGoOn
      ? {
          label: 'Resume',
          isBusy: resume.isPending,
          onNext: () => resume.mutate({ id: project.id }),
        }
      : { label: 'New screening', onNext: goTo(toScreen('new')) };
  return (
    <RunView
      project={project}
      entries={entries}
      foot={
        <StepFooter
          sentence={
            canGoOn
              ? 'Checks the state at the service, then continues from there.'
              : canStartAgain
                ? 'Opens the same list as a new draft, with its columns and fixes. Nothing is sent yet.'
                : 'Begins with a file.'
          }
          other={ALL_PROJECTS}
          next={next}
        />
      }
    >
      {state.at === 'ended' ? <EndedNotice state={state} canStartAgain={canStartAgain} /> : <PausedNotice project={project} />}
      <WaitingParts project={project} />
      {startAgain.error !== null && <FailureLine error={asAppError(startAgain.error)} />}
      {resume.error !== null && <FailureLine error={asAppError(resume.error)} />}
    </RunView>
  );
}

/** The connection has no token, or the service refused it: the user enters it here, and the run continues. */
function TokenView({ project, entries }: Omit<ViewProps, 'foot' | 'children'>) {
  const client = useClient();
  const app = useContractQuery('app.get', {});
  const [token, setToken] = useState('');
  // Not a cached command: the cache would keep the token.
  const keep = useAction((text: string) => client.call('connections.setToken', { id: project.connection.id, token: text }));
  const submit = async () => {
    if (token.trim() === '' || keep.isPending) return;
    if (await keep.run(token.trim())) setToken('');
  };
  return (
    <RunView
      project={project}
      entries={entries}
      foot={
        <StepFooter
          sentence="Keeps the token, checks the state at the service, then continues from there."
          other={ALL_PROJECTS}
          next={{
            label: 'Continue with this token',
            isBusy: keep.isPending,
            blocked:
              token.trim() === ''
                ? { reason: hasNoToken(project) ? 'Enter the token above' : 'Enter the new token above', kind: 'waiting' }
                : null,
            onNext: () => void submit(),
          }}
        />
      }
    >
      <TokenNotice project={project} app={app.data} token={token} error={keep.error} onToken={setToken} onSubmit={() => void submit()} />
    </RunView>
  );
}

/** The fifth step: the progress of the list through the service, and what the user can do. */
export function ProgressScreen({ project, route }: ProjectScreenProps) {
  const { state } = project;
  const timeline = useContractQuery('project.timeline', { id: project.id });
  const entries = timeline.data ?? NO_ENTRIES;
  useOpenResultsWhenDone(project);
  useFocusFallback(state.at);
  if (route.rest[0] === 'timeline') return <TimelineView project={project} />;
  if (timeline.data === undefined && timeline.error === null)
    return (
      <Page head={<ProjectHead project={project} step="progress" />}>
        <Skeleton height={480} radius={8} />
      </Page>
    );
  if (timeline.error !== null)
    return (
      <Page head={<ProjectHead project={project} step="progress" />}>
        <FailurePanel
          title="The progress could not be read"
          error={asAppError(timeline.error)}
          kept="The work itself continues."
          onRetry={() => void timeline.refetch()}
        />
      </Page>
    );
  switch (state.at) {
    case 'needs-decision':
      return <DecisionView key={state.question} project={project} state={state} entries={entries} />;
    case 'needs-token':
      return <TokenView project={project} entries={entries} />;
    case 'paused':
    case 'ended':
      return <PausedView project={project} entries={entries} />;
    case 'done':
      return (
        <RunView
          project={project}
          entries={entries}
          foot={
            <StepFooter
              sentence={`${count(state.counts.scored, 'row')} scored.`}
              next={{ label: 'Results', onNext: goTo(toProject(project.id, 'results')) }}
            />
          }
        >
          <WaitingParts project={project} />
        </RunView>
      );
    default:
      return <RunningView project={project} entries={entries} />;
  }
}
