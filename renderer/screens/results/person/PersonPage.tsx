import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ProjectView, ResultsView } from '../../../../shared/contract/index.ts';
import { useConnection, useContractQuery } from '../../../api/index.ts';
import { ResultsBackHead, Page, PageTitle, useRowName, Printable } from '../../../components/index.ts';
import { FailurePanel, isTyping, useWindowKey } from '../../../kit/index.ts';
import { type ResultListState, navigate, toProject } from '../../../navigation/index.ts';
import { number } from '../../../format/index.ts';
import { aboutOf } from './person-brief.ts';
import { PersonBrief } from './PersonBrief.tsx';
import { PersonDetails } from './PersonDetails.tsx';
import { PersonScores, ScoresHead } from './PersonScores.tsx';
import { PersonSheets } from './PersonSheet.tsx';
import { useNotes } from './useNotes.ts';
import { SavePdf } from './SavePdf.tsx';
import { useNeighbors } from './useNeighbors.ts';
import './person.css';
import './person-brief.css';

interface PersonPageProps {
  readonly project: ProjectView;
  readonly row: number;
  readonly listState: ResultListState;
  /** Undefined until loaded. */
  readonly results: ResultsView | undefined;
}

const PREVIOUS = new Set(['k', 'ArrowLeft', 'Alt ArrowUp']);
const NEXT = new Set(['j', 'ArrowRight', 'Alt ArrowDown']);

/**
 * J and K, left and right, and Alt with up and down go to the next or previous person, except in text fields and parts that scroll
 * sideways.
 */
function useTurnKeys(previous: string | null, next: string | null): void {
  useWindowKey((event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event)) return false;
    const isSideways =
      /^Arrow(?:Left|Right)$/.test(event.key) &&
      event.target instanceof Element &&
      event.target.closest('[data-sideways], [role="radiogroup"]') !== null;
    const key = `${event.altKey ? 'Alt ' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
    const to = isSideways ? null : NEXT.has(key) ? next : PREVIOUS.has(key) ? previous : null;
    if (to === null) return false;
    navigate(to, { replace: true });
    return true;
  });
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

export function PersonPage({ project, row, listState, results }: PersonPageProps) {
  const { id } = project;
  const rowName = useRowName();
  const person = useContractQuery('results.person', { id, row });
  const baseUrl = useConnection(project)?.baseUrl;
  const ownHost = baseUrl === undefined ? null : (URL.parse(baseUrl)?.host ?? null);
  const { notes } = useNotes(id, row);
  const history = useContractQuery('results.history', { id, row }).data;
  const { position, total, previous, next } = useNeighbors(id, row, listState);
  const personAt = (to: number | null) => (to === null ? null : toProject(id, 'results', {}, 'person', String(to)));
  useTurnKeys(personAt(previous), personAt(next));
  // Only a list with a baseline has earlier scores for people whom it did not send.
  const mayBeBefore = person.data?.outcome === 'leftOut' && project.lineage?.kind === 'baseline';
  const before = useContractQuery('results.earlier', { id, row }, { enabled: mayBeBefore });
  const earlier = mayBeBefore && before.error === null ? before.data : null;
  const name = person.data?.name === '' ? `Row ${rowName(row)}` : (person.data?.name ?? `Row ${rowName(row)}`);
  return (
    <Page
      isFocusable
      head={
        <ResultsBackHead
          project={project}
          actions={
            <div className="page-head-end">
              {position !== null && total !== null && (
                <span className="second tabular">
                  {number(position + 1)} of {number(total)}
                </span>
              )}
              <TurnLink label="Previous person" keys="K or ←" to={personAt(previous)}>
                <IconChevronLeft size={16} stroke={1.8} aria-hidden />
              </TurnLink>
              <TurnLink label="Next person" keys="J or →" to={personAt(next)}>
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
          {person.data !== undefined && (
            <span className="second cut">{[aboutOf(person.data), ...person.data.flags].filter((part) => part !== '').join(' · ')}</span>
          )}
          <div className="page-head-end">
            <SavePdf name={name} />
            <Printable>
              <Button leftSection={<IconPrinter size={16} stroke={1.6} />} onClick={() => window.print()}>
                Print one page…
              </Button>
            </Printable>
          </div>
        </ResultsBackHead>
      }
    >
      {person.error !== null && (
        <FailurePanel title="This person cannot be shown" error={person.error} onRetry={() => void person.refetch()}>
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
      {person.data !== undefined && (
        <>
          <ScoresHead person={person.data} />
          {mayBeBefore && before.error !== null && (
            <FailurePanel title="The earlier scores cannot be shown" error={before.error} onRetry={() => void before.refetch()} />
          )}
          {person.data.values.length === 0 && (
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
          )}
          <PersonBrief id={id} row={row} person={person.data} results={results} ownHost={ownHost} />
          <PersonDetails project={project} row={row} person={person.data} earlier={earlier} results={results} ownHost={ownHost} />
          {results !== undefined && notes !== undefined && history !== undefined && (
            <PersonSheets project={project} results={results} people={[{ person: person.data, notes, history }]} />
          )}
        </>
      )}
    </Page>
  );
}
