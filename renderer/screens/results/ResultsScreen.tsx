import { Button, Skeleton } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { capacityColumn } from '../../../shared/results/index.ts';
import type { ExportView, ResultSort, ResultsView } from '../../../shared/contract/index.ts';
import { asAppError, useCommand, useContractQuery } from '../../api/index.ts';
import { FailureLine, FailurePanel } from '../../kit/index.ts';
import { FixRefused, Page, ProjectHead, ProjectMenu, type ProjectScreenProps, WaitingParts } from '../../components/index.ts';
import {
  navigate,
  requestedState,
  type ResultListState,
  resultSearch,
  shownScreen,
  toProject,
  useResultListState,
} from '../../navigation/index.ts';
import { dayWithoutYear } from '../../format/index.ts';
import { useBaseline, useComparable } from './comparable.ts';
import { CompareView } from './CompareView.tsx';
import { ExportButton } from './ExportButton.tsx';
import { type ExportSegment, startSettings, tableRequest } from './export-settings.ts';
import { ExportDialog, ExportStatus, SaveIntact } from './ExportDialog.tsx';
import { FetchedAgain, isFetching, useFetchAgain } from './FetchedAgain.tsx';
import { PersonPage } from './person/PersonPage.tsx';
import { JoinByOrder } from './JoinByOrder.tsx';
import { Bookkeeping } from './overview/index.ts';
import { ScoresTop, useScoresView, ViewSwitch } from './ratings/index.ts';
import { PilotPage } from './pilot/PilotPage.tsx';
import { ResultList } from './ResultList.tsx';
import { ProjectTabs, ReviewScreen } from './review/index.ts';
import { SinceFact } from './SinceFact.tsx';
import '../../components/list.css';
import './results.css';

const NOTHING_SHOWN: readonly string[] = [];

/** Sorts by capacity, largest first; null without a capacity in dollars. */
function sortByCapacity(results: ResultsView | undefined): ResultSort | null {
  const column = capacityColumn(results?.columns.map(({ key }) => key) ?? []);
  return column === null ? null : { column, descending: true };
}

const exportStatus = (begun: ExportView, onClose: () => void) => <ExportStatus key={begun.id} begun={begun} onClose={onClose} />;

export function ResultsScreen({ project, route }: ProjectScreenProps) {
  const { id } = project;
  const results = useContractQuery('results.get', { id });
  const [stored, changeListState] = useResultListState(id);
  const arrange = useCommand('results.arrange');
  const shown = results.data?.shown ?? NOTHING_SHOWN;
  const others = useComparable(project);
  // Used until the user sorts.
  const usualSort = useMemo(() => sortByCapacity(results.data), [results.data]);
  const listState = useMemo(() => ({ ...stored, sort: stored.sort ?? usualSort }), [stored, usualSort]);
  const onShown = (next: readonly string[]) => arrange.mutate({ id, shown: [...next], columns: [] });
  const [isExporting, setExporting] = useState(false);
  const [saved, setSaved] = useState<ExportView | null>(null);
  const [begun, setBegun] = useState<ExportView | null>(null);
  const follow = (view: ExportView | null) => {
    // Null when the user canceled the choice of a location.
    if (view === null) return;
    setBegun(view);
    setExporting(true);
  };
  const save = useCommand('results.export', follow);
  const hasBaseline = useBaseline(project) !== undefined;
  const segments = useContractQuery('segments.list', { id }).data;
  const segment = segments?.find((one) => listState.outcome === 'scored' && one.id === listState.segmentId) ?? null;
  const isWriting = useContractQuery('exports.get', { id: begun?.id ?? '' }, { enabled: begun !== null }).data?.state === 'writing';
  const fetchAgain = useFetchAgain();
  const [view, setView] = useScoresView();

  // A link, a reload and the back button ask for a part of the state. A segment is known only after it is read.
  const requested = useMemo(() => requestedState(route.search, stored), [route.search, stored]);
  const isList = route.rest.length === 0;
  const hasSearch = Object.keys(route.search).length > 0;
  const requestedSegment = segments?.find((one) => one.id === route.search['segment']);
  useEffect(() => {
    if (requestedSegment !== undefined && requestedSegment.id !== stored.segmentId)
      changeListState({
        outcome: 'scored',
        segmentId: requestedSegment.id,
        filters: requestedSegment.filters,
        find: requestedSegment.find,
      });
    else if (Object.keys(requested).length > 0) changeListState(requested);
    else if (isList && !hasSearch && Object.keys(resultSearch(stored)).length > 0)
      navigate(toProject(id, 'results', resultSearch(stored)), { replace: true });
  }, [id, requested, requestedSegment, stored, isList, hasSearch, changeListState]);
  const onListState = (change: Partial<ResultListState>) => {
    const next = changeListState(change);
    // A search can end after the user has left the list.
    if ([toProject(id), toProject(id, 'results')].includes(shownScreen()))
      navigate(toProject(id, 'results', resultSearch(next)), { replace: true });
  };

  const exportTable = (people: ExportSegment | null) => {
    if (results.data === undefined) return;
    save.mutate(tableRequest(id, results.data, startSettings(), people, people === null && hasBaseline));
  };

  const [part, row] = route.rest;
  if (part === 'person' && row !== undefined && /^\d{1,7}$/.test(row))
    return <PersonPage project={project} row={Number(row)} listState={listState} results={results.data} />;
  if (part === 'review') return <ReviewScreen project={project} results={results.data} exportStatus={exportStatus} />;
  if (part === 'pilot') return <PilotPage project={project} />;
  if (part === 'compare') return <CompareView project={project} results={results.data} withId={row} change={route.search['change']} />;
  const source = `${project.file.name}${project.processedAt === null ? '' : `, ${dayWithoutYear(project.processedAt)}`}`;
  return (
    <Page
      hasGrowingChild
      head={
        <>
          <ProjectHead
            project={project}
            step="results"
            source={source}
            hasSteps={false}
            end={
              <>
                <ProjectMenu
                  project={project}
                  fetchAgain={{ isBusy: isFetching(project, fetchAgain), onFetch: () => fetchAgain.mutate({ id }) }}
                />
                {others.length > 0 && (
                  <Button variant="default" onClick={() => navigate(toProject(id, 'results', {}, 'compare'))}>
                    Compare
                  </Button>
                )}
                <FixRefused project={project} />
                <ExportButton
                  isReady={results.data !== undefined}
                  isBusy={save.isPending}
                  segment={segment?.name ?? null}
                  onExport={() => (isWriting ? setExporting(true) : exportTable(segment))}
                  onOptions={() => {
                    if (!isWriting) setBegun(null);
                    setExporting(true);
                  }}
                />
              </>
            }
          />
          <ProjectTabs project={project} results={results.data} current="scores" />
          {results.data !== undefined && results.data.counts.scored > 0 && <ViewSwitch view={view} onView={setView} />}
        </>
      }
    >
      <WaitingParts project={project} />
      <FetchedAgain project={project} fetch={fetchAgain} />
      <FailureLine error={save.error} />
      <FailureLine error={arrange.error} />
      {results.error !== null && (
        <FailurePanel
          title="The results could not be read"
          error={results.error}
          kept="They are kept on this computer, unchanged."
          onRetry={() => void results.refetch()}
        >
          <SaveIntact id={id} code={asAppError(results.error).code} onBegun={setSaved} />
        </FailurePanel>
      )}
      {saved !== null && <ExportStatus key={saved.id} begun={saved} onClose={() => setSaved(null)} />}
      {results.data === undefined && results.error === null && (
        <div aria-busy="true">
          <Skeleton height={182} radius={8} />
        </div>
      )}
      {results.data !== undefined && (
        <>
          <JoinByOrder project={project} results={results.data} />
          <ScoresTop
            id={id}
            connection={project.connection.name}
            view={view}
            results={results.data}
            filters={listState.filters}
            find={listState.find}
            onFilters={(filters) => onListState({ outcome: 'scored', filters })}
          />
          <Bookkeeping
            project={project}
            results={results.data}
            since={others.length > 0 && <SinceFact project={project} results={results.data} />}
            onShow={(outcome) => onListState({ outcome })}
          />
          <ResultList
            project={project}
            results={results.data}
            listState={listState}
            onListState={onListState}
            shown={shown}
            onShown={onShown}
            onExport={exportTable}
          />
          <ExportDialog
            project={project}
            results={results.data}
            inSight={{ filters: [...listState.filters], find: listState.find }}
            segmentId={listState.segmentId}
            isOpen={isExporting}
            begun={begun}
            onBegun={setBegun}
            onClose={() => setExporting(false)}
          />
        </>
      )}
    </Page>
  );
}
