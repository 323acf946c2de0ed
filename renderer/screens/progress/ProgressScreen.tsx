import { Skeleton } from '@mantine/core';
import { IconBell, IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ProjectView, TimelineEntry } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { FailurePanel, goTo } from '../../kit/index.ts';
import { Page, ProjectHead, type ProjectScreenProps, WaitingParts } from '../../components/index.ts';
import { count } from '../../format/index.ts';
import { isFollowed, navigate, stopFollowing, toProject } from '../../navigation/index.ts';
import { DecisionView } from './DecisionView.tsx';
import { PausedView } from './PausedView.tsx';
import { ALL_PROJECTS, RunView, type RunViewProps } from './RunView.tsx';
import { TimelineView } from './TimelineView.tsx';
import { TokenView } from './TokenView.tsx';
import './progress.css';

/** Milliseconds between the end of a screening and the opening of its results. */
const LEAVE_AFTER_MS = 1200;

const NO_ENTRIES: readonly TimelineEntry[] = [];

/** Opens the results when the screening ends while the user watches, or if it has ended since the user sent it. */
function useOpenResultsWhenDone({ id, state }: ProjectView): void {
  const isDone = state.at === 'done';
  const wasDone = useRef(isDone && !isFollowed(id));
  useEffect(() => {
    if (!isDone || wasDone.current) return undefined;
    const timer = setTimeout(() => {
      wasDone.current = true;
      navigate(toProject(id, 'results'), { replace: true });
    }, LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone, id]);
  useEffect(() => () => void stopFollowing(id), [id]);
}

/** Focuses the title when the focused button disappears, because the buttons depend on the state. */
function useFocusFallback(at: string): void {
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('.page-title')?.focus({ preventScroll: true });
  }, [at]);
}

/** Running: the only action is to stop. */
function RunningView({ project, entries }: RunViewProps) {
  const app = useContractQuery('app.get', {});
  const isNotified = app.data?.host === 'electron';
  const NoteIcon = isNotified ? IconBell : IconShieldCheck;
  const note = isNotified
    ? 'You will get a notification when it is done. It contains no names.'
    : 'It continues while this page is closed.';
  return (
    <RunView
      project={project}
      entries={entries}
      footer={{
        note: (
          <>
            <NoteIcon size={15} stroke={1.6} aria-hidden />
            {note}
          </>
        ),
        other: ALL_PROJECTS,
        next: { label: 'Results', onNext: () => undefined, blocked: { reason: 'The scores are not there yet', kind: 'waiting' } },
      }}
    />
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
          error={timeline.error}
          kept="The work itself continues."
          onRetry={() => void timeline.refetch()}
        />
      </Page>
    );
  // A held project cannot continue on this computer; its head shows why.
  if (project.held !== null && state.at !== 'done') return <RunView project={project} entries={entries} footer={{ other: ALL_PROJECTS }} />;
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
          footer={{
            sentence: `${count(state.counts.scored, 'row')} scored.`,
            next: { label: 'Results', onNext: goTo(toProject(project.id, 'results')) },
          }}
        >
          <WaitingParts project={project} />
        </RunView>
      );
    default:
      return <RunningView project={project} entries={entries} />;
  }
}
