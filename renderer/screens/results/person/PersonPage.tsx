import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { PersonView, ProjectView, ResultsView } from '../../../../shared/contract/index.ts';
import { asAppError, useConnection, useContractQuery } from '../../../api/index.ts';
import { type AnswerFormat, AnswerFormatSwitch, BackHead, Page, PageTitle, useRowName } from '../../../components/index.ts';
import { FailurePanel } from '../../../kit/index.ts';
import { type ResultListState, navigate, toProject } from '../../../navigation/index.ts';
import { number } from '../../../format/index.ts';
import { PersonHistory } from './PersonHistory.tsx';
import { PersonRecord } from './PersonRecord.tsx';
import { PersonScores } from './PersonScores.tsx';
import { useNeighbors } from './useNeighbors.ts';
import './person.css';

interface PersonPageProps {
  readonly project: ProjectView;
  readonly row: number;
  readonly listState: ResultListState;
  /** Undefined until loaded. */
  readonly results: ResultsView | undefined;
}

/** Alt with up and down turns the pages: arrows alone scroll, and Alt with left or right navigates the window. */
function useTurnKeys(previous: string | null, next: string | null): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      const to = event.key === 'ArrowDown' ? next : event.key === 'ArrowUp' ? previous : null;
      if (to === null) return;
      event.preventDefault();
      navigate(to, { replace: true });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [previous, next]);
}

interface TurnProps {
  readonly label: string;
  readonly keys: string;
  readonly to: string | null;
  readonly children: ReactNode;
}

function TurnLink({ label, keys, to, children }: TurnProps) {
  return (
    <Tooltip label={to === null ? `${label}: there is none` : `${label} (${keys})`}>
      <ActionIcon
        variant="default"
        size={26}
        aria-label={to === null ? `${label}: there is none` : label}
        aria-disabled={to === null}
        onClick={() => to !== null && navigate(to, { replace: true })}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** The text next to the name: the ID and the row in the file. */
function sourceOf(project: ProjectView, person: PersonView, rowName: (row: number) => string): string {
  const id = person.record.find(({ field }) => field === 'constituentId')?.value;
  const row = person.row === null ? '' : `row ${rowName(person.row)} of ${project.file.name}`;
  return [...(id === undefined ? [] : [`ID ${id}`]), row].filter((part) => part !== '').join(', ');
}

export function PersonPage({ project, row, listState, results }: PersonPageProps) {
  const { id } = project;
  const rowName = useRowName();
  const person = useContractQuery('results.person', { id, row });
  const baseUrl = useConnection(project)?.baseUrl;
  const ownHost = baseUrl === undefined ? null : (URL.parse(baseUrl)?.host ?? null);
  const [format, setFormat] = useState<AnswerFormat>('readable');
  const { position, total, previous, next } = useNeighbors(id, row, listState);
  const personAt = (to: number | null) => (to === null ? null : toProject(id, 'results', {}, 'person', String(to)));
  useTurnKeys(personAt(previous), personAt(next));
  // Only a list with a baseline has earlier scores for people it did not send.
  const mayBeBefore = person.data?.outcome === 'leftOut' && project.lineage?.kind === 'baseline';
  const before = useContractQuery('results.earlier', { id, row }, { enabled: mayBeBefore });
  const earlier = mayBeBefore && before.error === null ? before.data : null;
  const jsonName = earlier == null ? 'The profile as JSON' : `The profile as JSON, from ${earlier.name}`;
  const json = person.data?.json ?? earlier?.json ?? null;
  const name = person.data?.name === '' ? `Row ${rowName(row)}` : (person.data?.name ?? `Row ${rowName(row)}`);
  return (
    <Page
      isFocusable
      head={
        <BackHead
          project={project}
          actions={
            <div className="page-head-end">
              {position !== null && total !== null && (
                <span className="second tabular">
                  {number(position + 1)} of {number(total)}
                </span>
              )}
              <TurnLink label="Previous person" keys="Alt ↑" to={personAt(previous)}>
                <IconChevronLeft size={16} stroke={1.8} aria-hidden />
              </TurnLink>
              <TurnLink label="Next person" keys="Alt ↓" to={personAt(next)}>
                <IconChevronRight size={16} stroke={1.8} aria-hidden />
              </TurnLink>
            </div>
          }
          title={
            <PageTitle window="Person" spoken={position === null || total === null ? 'person' : `person ${position + 1} of ${total}`}>
              {name}
            </PageTitle>
          }
        >
          {person.data !== undefined && <span className="second">{sourceOf(project, person.data, rowName)}</span>}
          <div className="page-head-end">
            <Button variant="default" leftSection={<IconPrinter size={16} stroke={1.6} />} onClick={() => window.print()}>
              Print
            </Button>
            {json !== null && <AnswerFormatSwitch label="Format of the profile" format={format} json={json} onFormat={setFormat} />}
          </div>
        </BackHead>
      }
    >
      {person.error !== null && (
        <FailurePanel title="This person cannot be shown" error={asAppError(person.error)} onRetry={() => void person.refetch()}>
          <a className="link" href={toProject(id, 'results')}>
            Back to the results
          </a>
        </FailurePanel>
      )}
      {person.data === undefined && person.error === null && (
        <div className="person-columns" aria-busy="true">
          <Skeleton height={420} radius={8} />
          <Skeleton height={420} radius={8} />
        </div>
      )}
      {person.data !== undefined &&
        (format === 'json' && json !== null ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keyboard
          <pre className="card person-json" tabIndex={0} aria-label={jsonName}>
            {json}
          </pre>
        ) : (
          <>
            <PersonHistory id={id} row={row} />
            {mayBeBefore && before.error !== null && (
              <FailurePanel
                title="The earlier scores cannot be shown"
                error={asAppError(before.error)}
                onRetry={() => void before.refetch()}
              />
            )}
            <div className="person-columns">
              <PersonRecord person={person.data} />
              <PersonScores
                id={id}
                row={row}
                ownHost={ownHost}
                person={person.data}
                earlier={earlier}
                isGone={before.data === null}
                columns={results?.columns ?? []}
                shown={results?.shown ?? []}
              />
            </div>
          </>
        ))}
    </Page>
  );
}
