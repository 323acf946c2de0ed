import { EmptyState, SkipPast } from '../../kit/index.ts';
import { IconChevronDown, IconChevronUp, IconSearchOff } from '@tabler/icons-react';
import { memo, type MouseEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { ConnectionTag, ProjectMenu, StatusTag } from '../../components/index.ts';
import { navigate, toProject } from '../../navigation/index.ts';
import { count, creditsText, number, when } from '../../format/index.ts';
import { listedProjects, type Order, type SortKey } from './project-order.ts';
import '../../components/list.css';

/** More projects than this are drawn only when the user asks for them. */
const SHOWN_AT_FIRST = 50;

interface SortHeaderProps {
  readonly label: string;
  readonly by: SortKey;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly isNumber?: boolean;
  readonly width?: number;
}

function SortHeader({ label, by, order, onOrder, isNumber = false, width }: SortHeaderProps) {
  const isSorted = order.by === by;
  const SortIcon = order.descending ? IconChevronDown : IconChevronUp;
  return (
    <th
      scope="col"
      style={{ width }}
      aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : 'none'}
      {...(isNumber && { 'data-number': true, 'data-narrow': true })}
    >
      <button
        type="button"
        className="projects-sort"
        {...(isSorted && { 'data-sorted': true })}
        onClick={() => onOrder({ by, descending: isSorted ? !order.descending : by !== 'name' })}
      >
        {label}
        {isSorted && <SortIcon size={13} stroke={1.8} aria-hidden />}
      </button>
    </th>
  );
}

/** A count of a finished project; a dash for other projects. */
const counted = (project: ProjectView, which: 'scored' | 'refused'): string =>
  project.state.at === 'done' ? number(project.state.counts[which]) : '–';

interface ProjectRowProps {
  readonly project: ProjectView;
  /** The earlier screening, when the project sends only new and changed rows and the earlier one still exists. */
  readonly baseline: ProjectView | undefined;
  readonly isBelowParent: boolean;
  readonly now: number;
}

function ProjectRow({ project, baseline, isBelowParent, now }: ProjectRowProps) {
  const open = (event: MouseEvent) => {
    // The row is a larger target for the pointer. All other users use the link and the menu.
    // React also delivers clicks in a dialog of the menu here, although the dialog is elsewhere in the document.
    const { target, currentTarget } = event;
    if (target instanceof Element && currentTarget.contains(target) && target.closest('a, button') === null)
      navigate(toProject(project.id));
  };
  const second = (text: string) => <span {...(/^\d/.test(text) && text !== '0' ? {} : { className: 'second' })}>{text}</span>;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- see above
    <tr onClick={open} {...(isBelowParent && { 'data-derived': true })}>
      <td>
        <div className="projects-text">
          <a className="projects-name" href={toProject(project.id)}>
            {project.name}
          </a>
        </div>
        <div className="small second projects-text">
          {project.file.name}
          {baseline !== undefined && (
            <>
              {' · new or changed since '}
              <a className="link" href={toProject(baseline.id)}>
                {baseline.name}
              </a>
            </>
          )}
        </div>
      </td>
      <td data-least>
        <ConnectionTag kind={project.connection.kind} />
      </td>
      <td>
        <StatusTag project={project} hasDetail />
      </td>
      <td data-number data-narrow>
        {project.sheet === null ? second('–') : number(project.sheet.rows)}
      </td>
      <td data-number data-lesser>
        {second(counted(project, 'scored'))}
      </td>
      <td data-number data-lesser>
        {second(counted(project, 'refused'))}
      </td>
      <td data-number data-lesser data-credits>
        {second(creditsText(project))}
      </td>
      <td data-number data-narrow data-date className="second">
        {when(project.changedAt, now)}
      </td>
      <td>
        <ProjectMenu project={project} />
      </td>
    </tr>
  );
}

/** "Show the other 24 projects" */
const othersText = (others: number): string => (others === 1 ? 'Show the other project' : `Show the other ${count(others, 'project')}`);

interface ProjectsTableProps {
  /** The projects to show. */
  readonly projects: readonly ProjectView[];
  /** All projects, including those that a filter hides, because a shown project can refer to one of them as its earlier screening. */
  readonly all: readonly ProjectView[];
  readonly now: number;
}

export const ProjectsTable = memo(function ProjectsTable({ projects, all, now }: ProjectsTableProps) {
  const [order, setOrder] = useState<Order>({ by: 'changed', descending: true });
  const listed = useMemo(() => listedProjects(projects, order), [projects, order]);
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? listed.length : SHOWN_AT_FIRST;
  const drawn = useDeferredValue(shown);
  const body = useRef<HTMLTableSectionElement>(null);
  // After the click, the button that shows the other projects disappears, so the first of these projects gets the focus.
  const isFocusNext = useRef(false);
  useEffect(() => {
    if (!isFocusNext.current || drawn <= SHOWN_AT_FIRST) return;
    isFocusNext.current = false;
    body.current?.rows[SHOWN_AT_FIRST]?.querySelector('a')?.focus({ preventScroll: true });
  }, [drawn]);
  if (projects.length === 0)
    return (
      <div className="card">
        <EmptyState icon={IconSearchOff} title="No matching projects">
          Choose another stage or connection, or search for another part of the name.
        </EmptyState>
      </div>
    );
  return (
    <div className="card projects">
      <SkipPast what="the projects" />
      <table>
        <thead>
          <tr>
            <SortHeader label="Name and file" by="name" order={order} onOrder={setOrder} />
            <th scope="col" style={{ width: 102 }} data-least>
              Connection
            </th>
            <th scope="col" style={{ width: 206 }}>
              Stage
            </th>
            <SortHeader label="Rows" by="rows" order={order} onOrder={setOrder} isNumber width={78} />
            <th scope="col" style={{ width: 66 }} data-number data-lesser>
              Scored
            </th>
            <th scope="col" style={{ width: 92 }} data-number data-lesser>
              Not accepted
            </th>
            <th scope="col" style={{ width: 84 }} data-number data-lesser data-credits>
              Credits
            </th>
            <SortHeader label="Last change" by="changed" order={order} onOrder={setOrder} isNumber width={122} />
            <th scope="col" style={{ width: 46 }}>
              <span className="visually-hidden">Menu</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {listed.slice(0, drawn).map(({ project, isBelowParent }) => (
            <ProjectRow
              key={project.id}
              project={project}
              baseline={project.lineage?.kind === 'baseline' ? all.find(({ id }) => id === project.lineage?.of) : undefined}
              isBelowParent={isBelowParent}
              now={now}
            />
          ))}
        </tbody>
      </table>
      {listed.length > shown && (
        <div className="table-more">
          <button
            type="button"
            className="link"
            onClick={() => {
              isFocusNext.current = true;
              setShowsAll(true);
            }}
          >
            {othersText(listed.length - shown)}
          </button>
        </div>
      )}
    </div>
  );
});
