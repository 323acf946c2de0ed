import { Modal, useMantineColorScheme } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { ConnectionView, ProjectView } from '../../shared/contract/index.ts';
import { isBeforeSubmission } from '../../shared/project/index.ts';
import { type StartState, applyEvent, contractQuery, useClient, useContractQuery } from '../api/index.ts';
import { DropTarget, Shortcuts, Sidebar, groupAmong, useDismissed, useFileImport } from '../components/index.ts';
import { isControlKey, useDoubleClicks, useEndedTyping, useKeptFocus, useWindowKey } from '../kit/index.ts';
import { forgetStates, navigate, toScreen, useRoute } from '../navigation/index.ts';
import { Banners } from './Banners.tsx';
import { CurrentScreen } from './CurrentScreen.tsx';
import { KeychainPage } from './KeychainPage.tsx';
import { find, runMenuCommand } from './menu.ts';
import './shell.css';

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
      if (event.name === 'project.removed') forgetStates(event.payload.id);
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
      if (!isControlKey(event, 'n')) return;
      event.preventDefault();
      navigate(toScreen('new'));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Ctrl F in a grid focuses Find, because the browser's own search would find only the few rows that are rendered. */
function useFindShortcut(): void {
  useWindowKey((event) => {
    if (!isControlKey(event, 'f')) return false;
    return event.target instanceof Element && event.target.closest('[role="grid"]') !== null && find();
  });
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

/** What the start is waiting for; null when the application is open or needs no wait. */
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
  useDoubleClicks();
  useKeptFocus();
  useEndedTyping();
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const showShortcuts = useCallback(() => setShowsShortcuts(true), []);
  useMenu(showShortcuts);
  const app = useContractQuery('app.get', {});
  const connections = useContractQuery('connections.list', {});
  const projects = useContractQuery('projects.list', {});

  useFirstRun(projects.data);

  const project = route.at === 'project' ? projects.data?.find((one) => one.id === route.id) : undefined;
  const connection = currentConnection(connections.data, project, app.data?.connectionId);
  useBalance(connection);
  const dismissed = useDismissed().keys;
  const all = projects.data ?? [];
  const waiting = all.filter((one) => groupAmong(one, all, dismissed) === 'waiting').length;
  const inProject = project !== undefined && isBeforeSubmission(project.state) ? 'new' : 'projects';
  if (start !== null) return <KeychainPage failure={start.failure} />;
  return (
    <>
      {connection?.kind === 'practice' && <div className="practice-strip" />}
      <div className="shell">
        <Sidebar
          current={route.at === 'project' ? inProject : route.at === 'record' ? 'projects' : route.at}
          waiting={waiting}
          connection={connection}
        />
        <div className="main">
          <Banners app={app.data} isConnected={isConnected} />
          <CurrentScreen route={route} />
        </div>
      </div>
      <DropTarget />
      <Modal opened={showsShortcuts} onClose={() => setShowsShortcuts(false)} title="Keyboard shortcuts">
        <Shortcuts />
      </Modal>
    </>
  );
}
