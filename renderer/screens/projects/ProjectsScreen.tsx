import { ActionIcon, Button, SegmentedControl, Select, TextInput, Tooltip } from '@mantine/core';
import { IconFileImport, IconPlus, IconSearch, IconUserSearch, IconX } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { EmptyState, FailurePanel, focusTitle, useAnnounce, useNow } from '../../kit/index.ts';
import {
  FixRefused,
  FolderActions,
  Page,
  PageTitle,
  type ScreenProps,
  StatusIcon,
  Tag,
  groupAmong,
  practiceIcon,
  refusedRowsKey,
  useDismissed,
} from '../../components/index.ts';
import { toProject, toScreen } from '../../navigation/index.ts';
import { type StatusGroup, type StatusKind, count, requestOf, statusOf } from '../../format/index.ts';
import { AdoptProject } from './AdoptDialog.tsx';
import { OpenBundle } from './OpenBundleDialog.tsx';
import { PlanPage } from './PlanPage.tsx';
import { PlanReminders } from './PlanReminders.tsx';
import { RetentionNotice } from './RetentionNotice.tsx';
import { ProjectsTable } from './ProjectsTable.tsx';
import './projects.css';

/** The address for the button of a waiting project. */
function placeOf(project: ProjectView): string {
  if (project.state.at === 'needs-token') return toScreen('connections', { token: project.connection.id });
  return toProject(project.id);
}

/** The order of waiting projects: problems that block work come before problems that can be fixed later. */
const PRESSING: readonly StatusKind[] = ['decide', 'token', 'unreadable', 'paused', 'someRefused'];

const mostPressing = (projects: readonly ProjectView[], now: number): ProjectView[] =>
  projects.toSorted((a, b) => PRESSING.indexOf(statusOf(a, now).kind) - PRESSING.indexOf(statusOf(b, now).kind));

interface WaitingPanelProps {
  readonly projects: readonly ProjectView[];
  readonly now: number;
  readonly dismiss: (key: string) => void;
}

function WaitingPanel({ projects, now, dismiss }: WaitingPanelProps) {
  if (projects.length === 0) return null;
  return (
    <section className="card waiting" aria-labelledby="waiting-title">
      <h2 className="waiting-title" id="waiting-title">
        Waiting for you
      </h2>
      {mostPressing(projects, now).map((project) => {
        const request = requestOf(project, now);
        if (request === null) return null;
        return (
          <div key={project.id} className="waiting-item">
            <StatusIcon kind={statusOf(project, now).kind} />
            <div>
              <div className="strong">
                {project.state.at === 'done' ? (
                  <a className="projects-name" href={toProject(project.id, 'results', { outcome: 'refused' })}>
                    {project.name}
                  </a>
                ) : (
                  project.name
                )}
              </div>
              <div className="second">{request.sentence}</div>
            </div>
            {project.state.at === 'done' ? (
              <div className="waiting-actions">
                <FixRefused project={project} isInList />
                <Tooltip label="Do not show this again">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    className="plain-icon"
                    aria-label={`Dismiss: ${project.name}`}
                    onClick={() => {
                      dismiss(refusedRowsKey(project));
                      focusTitle();
                    }}
                  >
                    <IconX size={16} stroke={1.8} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </div>
            ) : (
              <Button
                component="a"
                href={placeOf(project)}
                variant="default"
                size="xs"
                aria-label={`${request.action}: ${project.name}`}
                miw={124}
              >
                {request.action}
              </Button>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** Known charges of this year's live projects. */
function spentThisYear(projects: readonly ProjectView[], now: number): number {
  const year = new Date(now).getFullYear();
  return projects
    .filter((one) => one.connection.kind === 'live' && new Date(one.processedAt ?? 0).getFullYear() === year)
    .reduce((sum, one) => sum + (one.creditsCharged ?? 0), 0);
}

const NONE: readonly ProjectView[] = [];

type Tab = 'all' | StatusGroup;

const TABS: readonly (readonly [Tab, string])[] = [
  ['all', 'All'],
  ['waiting', 'Waiting'],
  ['running', 'Running'],
  ['drafts', 'Drafts'],
  ['done', 'Done'],
];

interface Filters {
  readonly tab: Tab;
  readonly connection: string | null;
  readonly find: string;
}

type Grouped = (project: ProjectView) => StatusGroup;

function filtered(projects: readonly ProjectView[], { tab, connection, find }: Filters, groupOf: Grouped): ProjectView[] {
  const wanted = find.trim().toLowerCase();
  return projects.filter(
    (project) =>
      (tab === 'all' || groupOf(project) === tab) &&
      (connection === null || project.connection.id === connection) &&
      `${project.name}\n${project.file.name}`.toLowerCase().includes(wanted),
  );
}

function History({ projects, find }: { readonly projects: readonly ProjectView[]; readonly find: string }) {
  const now = useNow();
  const [tab, setTab] = useState<Tab>('all');
  const [connection, setConnection] = useState<string | null>(null);
  const { keys, dismiss } = useDismissed();
  const groupOf = useCallback<Grouped>((project) => groupAmong(project, projects, keys, now), [projects, keys, now]);
  const shown = useMemo(() => filtered(projects, { tab, connection, find }, groupOf), [projects, tab, connection, find, groupOf]);
  const connections = useMemo(() => [...new Map(projects.map((one) => [one.connection.id, one.connection.name]))], [projects]);
  const announce = useAnnounce();
  const isFiltered = tab !== 'all' || connection !== null || find !== '';
  useEffect(() => {
    if (isFiltered) announce(count(shown.length, 'project'));
  }, [announce, isFiltered, shown.length]);
  const spent = spentThisYear(projects, now);
  // Deferred, so that the chosen stage is marked at once, before a long table is drawn.
  const drawn = useDeferredValue(shown);
  return (
    <>
      <PlanReminders />
      <RetentionNotice />
      <WaitingPanel projects={projects.filter((one) => groupOf(one) === 'waiting')} now={now} dismiss={dismiss} />
      <div className="projects-filters">
        <SegmentedControl
          aria-label="Stage"
          value={tab}
          onChange={(value) => setTab(value)}
          data={TABS.map(([value, label]) => ({
            value,
            label: `${label} ${filtered(projects, { tab: value, connection, find }, groupOf).length}`,
          }))}
        />
        <Select
          aria-label="Connection"
          size="xs"
          w={160}
          value={connection ?? ''}
          onChange={(value) => setConnection(value === '' ? null : value)}
          allowDeselect={false}
          data={[{ value: '', label: 'Every connection' }, ...connections.map(([value, label]) => ({ value, label }))]}
        />
        {spent > 0 && <span className="projects-spent small second">{count(spent, 'credit')} used this year</span>}
      </div>
      <ProjectsTable projects={drawn} all={projects} now={now} />
    </>
  );
}

function ProjectsList() {
  const [find, setFind] = useState('');
  const projects = useContractQuery('projects.list', {});
  const app = useContractQuery('app.get', {});
  const connections = useContractQuery('connections.list', {});
  const isPractice = connections.data?.find((one) => one.id === app.data?.connectionId)?.kind === 'practice';
  // Deferred, so that the head is drawn first, and the table in separate tasks that input can interrupt.
  const drawn = useDeferredValue(projects.data ?? NONE, NONE);
  const hasProjects = projects.data !== undefined && projects.data.length > 0;
  return (
    <Page
      isPlain
      isWaiting={projects.isPending}
      head={
        <>
          <PageTitle window="Projects">Projects</PageTitle>
          {isPractice && (
            <Tag tone="practice" icon={practiceIcon}>
              New screenings use Practice
            </Tag>
          )}
          <div className="page-head-end">
            {hasProjects && (
              <TextInput
                className="projects-find"
                aria-label="Find a project or file"
                placeholder="Find a project"
                type="search"
                leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
                value={find}
                onChange={(event) => setFind(event.currentTarget.value)}
              />
            )}
            {hasProjects && (
              <Button
                component="a"
                variant="default"
                href={toScreen('person')}
                leftSection={<IconUserSearch size={16} stroke={1.6} aria-hidden />}
              >
                Find a person
              </Button>
            )}
            <AdoptProject />
            <OpenBundle />
            {hasProjects && (
              <Button component="a" variant="default" href={toScreen('projects', {}, 'plan')}>
                Plan
              </Button>
            )}
            <Button component="a" href={toScreen('new')} leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}>
              New screening
            </Button>
          </div>
        </>
      }
    >
      {projects.error !== null && (
        <FailurePanel title="The projects cannot be shown" error={projects.error} onRetry={() => void projects.refetch()}>
          <FolderActions />
        </FailurePanel>
      )}
      {hasProjects && drawn.length > 0 && <History projects={drawn} find={find} />}
      {projects.data?.length === 0 && (
        <div className="card">
          <EmptyState
            icon={IconFileImport}
            title="No screenings yet"
            action={
              <Button component="a" variant="default" href={toScreen('new')}>
                Import a spreadsheet, or practice with the sample
              </Button>
            }
          >
            Each list that you import becomes a project here. It keeps the columns, your fixes and the scores until you remove it.
          </EmptyState>
        </div>
      )}
    </Page>
  );
}

export function ProjectsScreen({ route }: ScreenProps) {
  return route.rest[0] === 'plan' ? <PlanPage route={route} /> : <ProjectsList />;
}
