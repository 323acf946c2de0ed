import { Tabs } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { MAX_CHOSEN, type Outcome, type ResultSelection, capacityColumn } from '../../../shared/results/index.ts';
import type { ProjectView, ResultRow, ResultsView, SegmentView } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { useRowName } from '../../components/index.ts';
import { Grid, type GridColumn, type GridHandle, gridPage, useAnnounce } from '../../kit/index.ts';
import { count, number } from '../../format/index.ts';
import { type ResultListState, hasScores, navigate, selectionOf, sortOf, toProject } from '../../navigation/index.ts';
import { ChosenBar } from './ChosenBar.tsx';
import { ColumnArrange } from './ColumnArrange.tsx';
import type { ExportSegment } from './export-settings.ts';
import { AssignDialog } from './ratings/index.ts';
import { PrintPeople } from './person/PrintPeople.tsx';
import { cellKeys, resultColumns, type ShownColumn } from './result-columns.tsx';
import { emptyText, outcomeNotes, outcomeTexts, peopleText } from './result-outcomes.ts';
import { ResultTabs, tabContent, tabValue } from './ResultTabs.tsx';
import { ResultConditions, ResultTools } from './ResultTools.tsx';
import { SINCE_KEY, useSince } from './since-column.tsx';
import { rowHeader as headerOf, tickHeader } from './tick-header.tsx';
import { useCopyRows } from './useCopyRows.tsx';
import { useResultPages } from './useResultPages.ts';
import { useRowChoice } from './useRowChoice.ts';
import './result-list.css';

/** Milliseconds without typing before the search starts. */
const TYPED_AFTER_MS = 200;
const NO_ROWS: readonly ResultRow[] = [];
const NO_SEGMENTS: readonly SegmentView[] = [];

interface ResultListProps {
  readonly project: ProjectView;
  readonly results: ResultsView;
  readonly listState: ResultListState;
  readonly onListState: (change: Partial<ResultListState>) => void;
  readonly shown: readonly string[];
  readonly onShown: (shown: readonly string[]) => void;
  /** Exports the ticked people. */
  readonly onExport: (segment: ExportSegment) => void;
}

/** The people by outcome: filtered, searched and sorted, with a link to each one. */
export function ResultList(props: ResultListProps) {
  const { project, results, listState, shown, onShown, onExport } = props;
  const { id } = project;
  const { outcome, find } = listState;
  const announce = useAnnounce();
  const [typed, setTyped] = useState(find);
  const [found, setFound] = useState(find);
  // A segment and the back button also change the search.
  if (find !== found) {
    setFound(find);
    if (find !== typed.trim()) setTyped(find);
  }
  const findSoon = useDebouncedCallback((text: string) => props.onListState({ find: text.trim() }), {
    delay: TYPED_AFTER_MS,
    flushOnUnmount: true,
  });
  const onType = (text: string) => {
    setTyped(text);
    findSoon(text);
  };
  const onListState = (change: Partial<ResultListState>) => {
    if (change.find !== undefined) {
      findSoon.cancel();
      setTyped(change.find);
    }
    props.onListState(change);
  };

  const selection = useMemo(() => selectionOf(listState), [listState]);
  const sort = sortOf(listState);
  const withScores = hasScores(outcome);
  const [isArranging, setArranging] = useState(false);
  const [printed, setPrinted] = useState<ResultSelection | null>(null);
  const [assigned, setAssigned] = useState<{ readonly selection: ResultSelection; readonly people: number } | null>(null);
  const onPrinted = useCallback(() => setPrinted(null), []);
  const segments = useContractQuery('segments.list', { id }).data ?? NO_SEGMENTS;
  const segment = (outcome === 'scored' && segments.find((one) => one.id === listState.segmentId)) || null;
  const tabs = useRef<HTMLDivElement>(null);
  // Saving or deleting a segment removes the focused button or menu, so the selected tab gets the focus.
  const isTabNext = useRef(false);
  const segmentId = segment?.id ?? null;
  useEffect(() => {
    if (!isTabNext.current || segmentId !== listState.segmentId) return;
    isTabNext.current = false;
    tabs.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
  }, [segmentId, listState.segmentId]);
  const allColumns = useMemo<readonly ShownColumn[]>(
    () => [
      ...results.columns,
      ...[...results.recordColumns, ...results.sheetColumns].map((column) => ({ ...column, min: null, max: null })),
    ],
    [results.columns, results.recordColumns, results.sheetColumns],
  );
  const shownColumns = useMemo<readonly ShownColumn[]>(
    () => shown.flatMap((key) => allColumns.find((column) => column.key === key) ?? []),
    [shown, allColumns],
  );
  const keys = useMemo(() => (withScores ? cellKeys(shownColumns) : []), [withScores, shownColumns]);
  const known = useSince(id, results);
  const since = outcome === 'scored' ? known : null;
  const { load, queryKey } = useResultPages({ id, selection, columns: keys, sort, since });
  const firstPage = useQuery(gridPage(queryKey, load, 0)).data;
  const total = firstPage?.total ?? null;
  const sample = firstPage?.rows ?? NO_ROWS;
  const choice = useRowChoice({
    list: JSON.stringify([id, selection]),
    total: total ?? 0,
    load,
    onTooMany: () => announce(`At most ${number(MAX_CHOSEN)} people can be selected one by one. Filter, or select all.`),
  });
  const { chosen } = choice;
  const grid = useRef<GridHandle>(null);
  const clear = () => {
    choice.clear();
    grid.current?.focus();
  };
  const tickAll = () => {
    choice.tickAll();
    grid.current?.focus();
  };
  const copy = useCopyRows({ id, columns: shownColumns, sort, since });
  const rowName = useRowName();
  const header = headerOf(rowName, project.sheet?.rows ?? 0);
  const rowHeader = outcome === 'scored' ? tickHeader(choice, total ?? 0, header) : header;
  const ticked = choice.count;
  useEffect(() => {
    if (ticked > 0) announce(`${count(ticked, 'person', 'people')} selected`);
  }, [ticked, announce]);
  /** Opens the dialog that assigns the ticked people or, without any, everybody in the list to an officer. */
  const assign = () => {
    const people = chosen === null ? (total ?? 0) : ticked;
    if (people > 0) setAssigned({ selection: chosen === null ? selection : { ...selection, chosen }, people });
  };
  const onTickKey = (event: KeyboardEvent, row: ResultRow, index: number): boolean => {
    if (outcome !== 'scored') return false;
    if (event.key === ' ') choice.toggle(row, index);
    else if (event.key === 'Escape' && chosen !== null) choice.clear();
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') choice.tickAll();
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c' && chosen !== null) void copy({ ...selection, chosen });
    else if (event.key.toLowerCase() === 'a' && !event.ctrlKey && !event.metaKey && !event.altKey) assign();
    else return false;
    return true;
  };
  const columns = useMemo(
    () =>
      resultColumns({
        outcome,
        shown: shownColumns,
        scores: results.columns,
        ratings: results.ratings,
        officer: results.officer,
        capacity: capacityColumn(results.columns.map(({ key }) => key)),
        sample,
        sort,
        since,
        hasUnreadable: results.unreadable > 0,
        isPart: results.notPart > 0,
        rowName,
        personAt: (row) => (row.row === null ? null : toProject(id, 'results', {}, 'person', String(row.row))),
      }),
    [
      outcome,
      shownColumns,
      results.columns,
      results.ratings,
      results.officer,
      sample,
      sort,
      since,
      id,
      results.unreadable,
      results.notPart,
      rowName,
    ],
  );
  const frozen = useMemo(() => {
    const sorted = columns[1]?.sort === 'ascending' || columns[1]?.sort === 'descending' ? columns[1].key : null;
    return sorted === null ? [['name']] : [['name', sorted], ['name']];
  }, [columns]);
  const phrase = total === null ? '' : peopleText(total, outcome);
  useEffect(() => {
    if (phrase !== '') announce(phrase);
  }, [phrase, announce]);

  const onSort = ({ key: column, sort: current, align }: GridColumn<ResultRow>) => {
    // By default, numbers start descending and texts ascending. For a score with a better end, that end comes first.
    const descending = current === 'none' || current === undefined ? align === 'right' : current === 'ascending';
    if (column === SINCE_KEY) {
      if (since === null) return;
      // The largest gains come first.
      return onListState({
        sort: { column: since.column.key, bySince: true, descending: sort?.bySince !== true || descending },
      });
    }
    const best = results.columns.find(({ key }) => key === column)?.best ?? null;
    const startsDescending = best === null ? align === 'right' : best === 'high';
    if (current === 'none' || current === undefined) return onListState({ sort: { column, descending: startsDescending } });
    // The second click reverses the order, and the third one ends it.
    onListState({ sort: descending === startsDescending ? null : { column, descending } });
  };
  const showSegment = (one: SegmentView) => onListState({ outcome: 'scored', filters: one.filters, find: one.find, segmentId: one.id });
  // Leaving a segment clears its conditions. Other filters of the user are kept.
  const showOutcome = (next: Outcome) => {
    onListState({ outcome: next, segmentId: null, ...(segment !== null && { filters: [], find: '' }) });
  };
  const isTicking = chosen !== null && outcome === 'scored';
  const isNarrowed = find !== '' || (withScores && listState.filters.length > 0);
  const tab = tabValue(outcome, segment);
  return (
    <Tabs
      className="card list-card result-list"
      data-grows
      value={tab}
      onChange={(value) => {
        const content = tabContent(value, segments);
        if (typeof content === 'string') showOutcome(content);
        else if (content !== undefined) showSegment(content);
      }}
    >
      <div className="result-bar" hidden={isTicking}>
        <ResultTabs ref={tabs} results={results} segments={segments} outcome={outcome} />
        <ResultTools
          id={id}
          results={results}
          listState={listState}
          columns={allColumns}
          shown={shown}
          typed={typed}
          onType={onType}
          onListState={onListState}
          onShown={onShown}
          onArrange={() => setArranging(true)}
          onAssign={assign}
        />
      </div>
      {chosen !== null && isTicking && (
        <ChosenBar
          id={id}
          results={results}
          selection={{ ...selection, chosen }}
          count={choice.count}
          total={total ?? 0}
          onExport={() => onExport({ name: null, filters: selection.filters, find: selection.find, chosen })}
          onCopy={() => void copy({ ...selection, chosen })}
          onAssign={assign}
          onPrint={() => setPrinted({ ...selection, chosen })}
          onAll={tickAll}
          onClear={clear}
        />
      )}
      {printed !== null && <PrintPeople project={project} results={results} selection={printed} sort={sort} onEnd={onPrinted} />}
      {assigned !== null && <AssignDialog id={id} {...assigned} onClose={() => setAssigned(null)} />}
      <Tabs.Panel value={tab} className="result-panel">
        {(isNarrowed || segment !== null) && (
          <ResultConditions
            id={id}
            listState={listState}
            segment={segment}
            columns={allColumns}
            phrase={phrase}
            onListState={onListState}
            onSegment={(saved) => {
              isTabNext.current = (saved?.id ?? null) !== listState.segmentId;
              onListState({ segmentId: saved?.id ?? null });
            }}
          />
        )}
        {outcomeNotes(results, outcome).map((note) => (
          <p key={note} className="result-base small second">
            {note}
          </p>
        ))}
        {isArranging && (
          <ColumnArrange id={id} results={results} connection={project.connection.name} onClose={() => setArranging(false)} />
        )}
        <Grid<ResultRow>
          ref={grid}
          label={`${outcomeTexts(results, outcome).tab}, ${project.name}`}
          queryKey={queryKey}
          load={load}
          columns={columns}
          rowHeader={rowHeader}
          frozen={frozen}
          {...(outcome === 'scored' && { isTicked: choice.isTicked, onExtend: choice.extend, onKey: onTickKey })}
          empty={isNarrowed ? 'Nobody matches the filters and the search text.' : emptyText(results, outcome)}
          onSort={onSort}
          onOpen={(row) => {
            if (row.row !== null) navigate(toProject(id, 'results', {}, 'person', String(row.row)));
          }}
        />
      </Tabs.Panel>
    </Tabs>
  );
}
