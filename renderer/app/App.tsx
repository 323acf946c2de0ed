import { Button, Modal, useMantineColorScheme } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useCallback, useEffect, useState } from 'react';
import type { ConnectionView, ProjectView } from '../../shared/contract/index.ts';
import { isRunning } from '../../shared/project/project.ts';
import { asAppError, useClient } from '../api/client.ts';
import { useDismissed } from '../components/useDismissed.ts';
import { groupAmong } from '../components/waiting.ts';
import { useFileImport } from '../components/file-import.tsx';
import type { StartState } from '../api/host-events.ts';
import { KeychainPage } from './KeychainPage.tsx';
import { find, runMenuCommand } from './menu.ts';
import { useKeptFocus } from '../components/useKeptFocus.ts';
import { useWindowKey } from '../components/useWindowKey.ts';
import { DropTarget } from '../components/DropTarget.tsx';
import { FailurePanel } from '../components/Failure.tsx';
import { Page, PageTitle } from '../components/Page.tsx';
import { Sidebar } from '../components/Sidebar.tsx';
import { Shortcuts } from '../components/Shortcuts.tsx';
import { contractQuery, useCommand, useContractQuery } from '../api/queries.ts';
import { applyEvent } from '../api/query-cache.ts';
import { navigate, type PlainRoute, type ProjectRoute, type Step, STEPS, toProject, toScreen, useRoute } from '../navigation/router.ts';
import { PROJECT_SCREENS, SCREENS } from './screens.tsx';
import { isDraft, isReachable, stepOf } from '../format/project-steps.ts';
import { rememberStep } from '../navigation/last-step.ts';

/** A stream of events that reconnects within this time is not reported to the user. */
const RECONNECT_MS = 2000;

/** Applies the application's events to the cache; returns whether the stream is connected. */
function useEvents(): boolean {
  const client = useClient();
  const queries = useQueryClient();
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    let alarm: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = client.subscribe((event) => {
      if (event.name === 'transport.lost') alarm ??= setTimeout(() => setConnected(false), RECONNECT_MS);
      if (event.name === 'transport.restored') {
        clearTimeout(alarm);
        alarm = undefined;
        setConnected(true);
      }
      applyEvent(queries, event);
    });
    return () => {
      clearTimeout(alarm);
      unsubscribe();
    };
  }, [client, queries]);
  return isConnected;
}

/** Runs the commands of the installed program's menu. */
function useMenu(showShortcuts: () => void): void {
  const client = useClient();
  const { importHostFile, showFailure } = useFileImport();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(
    () =>
      client.subscribe((event) => {
        if (event.name === 'menu')
          runMenuCommand(event.payload, { setAppearance: setColorScheme, importHostFile, showFailure, showShortcuts });
      }),
    [client, showFailure, setColorScheme, showShortcuts, importHostFile],
  );
}

/** Opens the New screen when there are no projects and the address names no screen. */
function useFirstRun(projects: readonly ProjectView[] | undefined): void {
  const isEmpty = projects?.length === 0;
  useEffect(() => {
    if (isEmpty && location.hash.replace(/^#\/?/, '') === '') navigate(toScreen('new'), { replace: true });
  }, [isEmpty]);
}

/** Ctrl N or ⌘N starts a new screening on hosts without a menu. */
function useNewShortcut(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'n') return;
      event.preventDefault();
      navigate(toScreen('new'));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Ctrl F in rows goes to their Find, where the browser would search the few rows that are in the document. */
function useFindShortcut(): void {
  useWindowKey((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'f') return false;
    return event.target instanceof Element && event.target.closest('[role="grid"]') !== null && find();
  });
}

/** The step to show: the requested one if it is reachable and has a screen, else the nearest one before it. */
function shownStep(project: ProjectView, requested: Step | null): Step {
  // A list whose submission was refused is a draft again; the Cost step shows the reason.
  if (requested === 'progress' && project.state.at === 'draft' && isReachable(project, 'cost')) return 'cost';
  const wanted = requested !== null && isReachable(project, requested) ? requested : stepOf(project);
  for (let index = STEPS.indexOf(wanted); index > 0; index--) {
    const step = STEPS[index];
    if (step !== undefined && PROJECT_SCREENS[step] !== undefined) return step;
  }
  return 'file';
}

function ProjectPlace({ route }: { readonly route: ProjectRoute }) {
  const project = useContractQuery('projects.get', { id: route.id });
  if (project.error !== null)
    return (
      <Page plain head={<PageTitle window="Project">Project</PageTitle>}>
        <FailurePanel title="This project cannot be shown" error={asAppError(project.error)} onRetry={() => void project.refetch()}>
          <a className="link" href={toScreen('projects')}>
            All projects
          </a>
        </FailurePanel>
      </Page>
    );
  if (project.data === undefined) return <div className="page" aria-busy="true" />;
  const step = shownStep(project.data, route.step);
  return <ProjectStep key={route.id} project={project.data} step={step} route={route} />;
}

function ProjectStep({ project, step, route }: { readonly project: ProjectView; readonly step: Step; readonly route: ProjectRoute }) {
  const { id } = project;
  useEffect(() => rememberStep(id, step), [id, step]);
  const Screen = PROJECT_SCREENS[step];
  return Screen === undefined ? null : <Screen project={project} route={route} />;
}

function Place({ route }: { readonly route: ProjectRoute | PlainRoute }) {
  if (route.at === 'project') return <ProjectPlace route={route} />;
  const Screen = SCREENS[route.at];
  return <Screen route={route} />;
}

/** The connection of the current screen: the project's own, else the one that new screenings use. */
function currentConnection(
  connections: readonly ConnectionView[] | undefined,
  project: ProjectView | undefined,
  current: string | undefined,
): ConnectionView | null {
  return connections?.find((one) => one.id === (project?.connection.id ?? current)) ?? null;
}

/** Maximum age of the shown balance. */
const BALANCE_AGE_MS = 600_000;

/** Reads the balance of the current connection now and at intervals. A failed read keeps the last balance. */
function useBalance(connection: ConnectionView | null): void {
  const client = useClient();
  const queries = useQueryClient();
  const id = connection?.id ?? '';
  const canAsk = connection !== null && (connection.kind === 'practice' || (connection.token !== 'none' && connection.testedAt !== null));
  const { data } = useQuery({
    ...contractQuery(client, 'credits.read', { connectionId: id }),
    enabled: canAsk,
    retry: false,
    refetchInterval: BALANCE_AGE_MS,
  });
  useEffect(() => {
    if (data === undefined) return;
    queries.setQueryData<ConnectionView[]>(['connections.list', {}], (list) =>
      list?.map((one) => (one.id === id && (one.credits?.readAt ?? 0) < data.readAt ? { ...one, credits: data } : one)),
    );
  }, [data, id, queries]);
}

/** A warning about the data folder that the user must read before submitting; shown until they dismiss it. */
function Notice({ text }: { readonly text: string }) {
  const dismiss = useCommand('app.dismissNotice');
  return (
    <output className="banner">
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      <span>{text}</span>
      <Button variant="default" size="xs" loading={dismiss.isPending} onClick={() => dismiss.mutate({})}>
        Dismiss
      </Button>
    </output>
  );
}

/** Projects that finished while the user worked in another window, in the order of their end. */
function useFinishedUnseen(): { readonly projects: readonly ProjectView[]; readonly dismiss: () => void } {
  const client = useClient();
  const [projects, setProjects] = useState<readonly ProjectView[]>([]);
  const dismiss = useCallback(() => setProjects([]), []);
  useEffect(() => {
    const running = new Set<string>();
    return client.subscribe((event) => {
      if (event.name !== 'project.changed') return;
      const { payload } = event;
      if (isRunning(payload.state)) running.add(payload.id);
      else if (running.delete(payload.id) && payload.state.at === 'done' && !document.hasFocus())
        setProjects((before) => [...before, payload]);
    });
  }, [client]);
  return { projects, dismiss };
}

/** What a notification would have said. */
function Finished({ projects, dismiss }: ReturnType<typeof useFinishedUnseen>) {
  return (
    <output className="banner" data-kind="done">
      <IconCircleCheck size={16} stroke={1.8} aria-hidden />
      <span>
        Finished while you were in another window:{' '}
        {projects.map(({ id, name }, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <a className="link" href={toProject(id, 'results')}>
              {name}
            </a>
          </Fragment>
        ))}
      </span>
      <Button variant="default" size="xs" onClick={dismiss}>
        Dismiss
      </Button>
    </output>
  );
}

/** What the start waits for; null when the application is open or opens without a wait. */
function useStart(): StartState {
  const client = useClient();
  const [start, setStart] = useState<StartState>(null);
  useEffect(
    () =>
      client.subscribe((event) => {
        if (event.name === 'start') setStart(event.payload);
      }),
    [client],
  );
  return start;
}

export function App() {
  const route = useRoute();
  const start = useStart();
  const isConnected = useEvents();
  useNewShortcut();
  useFindShortcut();
  useKeptFocus();
  const [isShortcuts, setIsShortcuts] = useState(false);
  const showShortcuts = useCallback(() => setIsShortcuts(true), []);
  useMenu(showShortcuts);
  const app = useContractQuery('app.get', {});
  const connections = useContractQuery('connections.list', {});
  const projects = useContractQuery('projects.list', {});

  const finished = useFinishedUnseen();
  useFirstRun(projects.data);

  const project = route.at === 'project' ? projects.data?.find((one) => one.id === route.id) : undefined;
  const connection = currentConnection(connections.data, project, app.data?.connectionId);
  useBalance(connection);
  const dismissed = useDismissed().keys;
  const all = projects.data ?? [];
  const waiting = all.filter((one) => groupAmong(one, all, dismissed) === 'waiting').length;
  const inProject = project !== undefined && isDraft(project) ? 'new' : 'projects';
  if (start !== null) return <KeychainPage failure={start.failure} />;
  return (
    <>
      {connection?.kind === 'practice' && <div className="practice-strip" />}
      <div className="shell">
        <Sidebar here={route.at === 'project' ? inProject : route.at} waiting={waiting} connection={connection} />
        <div className="main">
          <div>
            {!isConnected && (
              <output className="banner">
                <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
                Screening Desk does not answer. Running work continues, and this window shows it again as soon as possible.
              </output>
            )}
            {app.data?.runnerElsewhere != null && (
              <output className="banner">
                <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
                {app.data.runnerElsewhere}
              </output>
            )}
            {app.data?.notice != null && <Notice text={app.data.notice} />}
            {app.data?.desktop.notifications === false && finished.projects.length > 0 && <Finished {...finished} />}
          </div>
          <Place route={route} />
        </div>
      </div>
      <DropTarget />
      <Modal opened={isShortcuts} onClose={() => setIsShortcuts(false)} title="Keyboard shortcuts">
        <Shortcuts />
      </Modal>
    </>
  );
}
