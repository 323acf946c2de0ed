import { Tabs, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Outcome, type ProjectView, type ResultRow, type ResultsView, type SegmentView } from '../../../shared/contract/index.ts';
import { MOST_CHOSEN } from '../../../shared/results/result-shapes.ts';
import { unplacedSentence } from '../../../shared/view-texts/unplaced.ts';
import { useContractQuery } from '../../api/queries.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { Grid } from '../../components/Grid.tsx';
import { gridPage } from '../../components/grid-pages.ts';
import type { GridHandle } from '../../components/grid-props.ts';
import type { GridColumn } from '../../components/grid-column.ts';
import { navigate, toProject } from '../../navigation/router.ts';
import { count, number } from '../../format/text.ts';
import { ColumnArrange } from './ColumnArrange.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { resultColumns, type ShownColumn } from './result-columns.tsx';
import { hasScores, type ResultListState, selectionOf, sortOf } from '../../navigation/result-list-state.ts';
import { ChosenBar } from './ChosenBar.tsx';
import type { ExportSegment } from './export-settings.ts';
import { ResultFilters } from './ResultFilters.tsx';
import { ROW_HEADER, tickHeader } from './tick-header.tsx';
import { SINCE_KEY, useSince } from './since-column.tsx';
import { useCopyRows } from './useCopyRows.tsx';
import { useResultPages } from './useResultPages.ts';
import { useRowChoice } from './useRowChoice.ts';
import { ResultSegments } from './ResultSegments.tsx';
import './result-list.css';

const TABS: Readonly<Record<Outcome, string>> = {
  scored: 'All scored',
  refused: 'Refused',
  unknown: 'Unknown',
  leftOut: 'Left out',
  unmatched: 'Unmatched',
};

const EMPTY: Readonly<Record<Outcome, string>> = {
  scored: 'No row was scored.',
  refused: 'The service refused no row.',
  unknown: 'The outcome of every row is known.',
  leftOut: 'Every row of the file was sent.',
  unmatched: 'Every returned profile belongs to a row.',
};

/** What an outcome means, above its rows. */
const NOTES: Readonly<Partial<Record<Outcome, string>>> = {
  refused:
    'The service found an error in these rows and gave them no scores. Fix them and send them again. You pay only for the fixed rows.',
  unknown:
    'These rows were sent, and neither a score nor an error came back for them. They may have been charged. Fetching the results again costs nothing and may bring them.',
  leftOut: 'These rows of your file were not sent and not charged.',
  unmatched:
    'The service returned these profiles, but we cannot prove which row of your file they belong to: the ID is missing or changed. They are kept here and in the workbook, but not next to a row.',
};

const NO_ROWS: readonly ResultRow[] = [];
const NO_SEGMENTS: readonly SegmentView[] = [];

/** Distinguishes the tab of a segment from that of an outcome. */
const SEGMENT_TAB = 'segment:';

const countOf = (results: ResultsView, outcome: Outcome): number => (outcome === 'leftOut' ? results.leftOut : results.counts[outcome]);

const peopleText = (total: number, outcome: Outcome): string =>
  outcome === 'unmatched' ? count(total, 'profile') : count(total, 'person', 'people');

interface ResultListProps {
  readonly project: ProjectView;
  readonly results: ResultsView;
  /** The screening since which changes are shown. */
  readonly earlier: ProjectView | undefined;
  readonly listState: ResultListState;
  readonly onListState: (change: Partial<ResultListState>) => void;
  readonly shown: readonly string[];
  readonly onShown: (shown: readonly string[]) => void;
  /** Exports the ticked people. */
  readonly onExport: (segment: ExportSegment) => void;
}

/** The people by outcome: filtered, searched and sorted, with a link to each one. */
export function ResultList({ project, results, earlier, listState, onListState, shown, onShown, onExport }: ResultListProps) {
  const { id } = project;
  const { outcome } = listState;
  const announce = useAnnounce();
  const [typed, setTyped] = useState(listState.find);
  const [find] = useDebouncedValue(typed.trim(), 200);
  useEffect(() => {
    if (find !== listState.find) onListState({ find });
  }, [find, listState.find, onListState]);

  const selection = useMemo(() => selectionOf(listState), [listState]);
  const sort = sortOf(listState);
  const withScores = hasScores(outcome);
  const [isArranging, setArranging] = useState(false);
  const segments = useContractQuery('segments.list', { id }).data ?? NO_SEGMENTS;
  const segment = (outcome === 'scored' && segments.find((one) => one.id === listState.segmentId)) || null;
  const tabs = useRef<HTMLDivElement>(null);
  // The button that saves a segment disappears once it is saved, and so does the menu of a deleted one: the remaining tab gets the focus.
  const isTabNext = useRef(false);
  const segmentId = segment?.id ?? null;
  useEffect(() => {
    if (!isTabNext.current || segmentId !== listState.segmentId) return;
    isTabNext.current = false;
    tabs.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
  }, [segmentId, listState.segmentId]);
  const allColumns = useMemo<readonly ShownColumn[]>(
    () => [...results.columns, ...results.sheetColumns.map((column) => ({ ...column, min: null, max: null }))],
    [results.columns, results.sheetColumns],
  );
  const shownColumns = useMemo<readonly ShownColumn[]>(
    () => shown.flatMap((key) => allColumns.find((column) => column.key === key) ?? []),
    [shown, allColumns],
  );
  const keys = useMemo(() => (withScores ? shownColumns.map(({ key }) => key) : []), [withScores, shownColumns]);
  const known = useSince(id, earlier, results);
  const since = outcome === 'scored' ? known : null;
  const { load, queryKey } = useResultPages({ id, selection, columns: keys, sort, since });
  const firstPage = useQuery(gridPage(queryKey, load, 0)).data;
  const total = firstPage?.total ?? null;
  const sample = firstPage?.rows ?? NO_ROWS;
  const choice = useRowChoice({
    list: JSON.stringify([id, selection]),
    total: total ?? 0,
    load,
    onTooMany: () => announce(`At most ${number(MOST_CHOSEN)} people can be selected one by one. Filter, or select all.`),
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
  const rowHeader = outcome === 'scored' ? tickHeader(choice, total ?? 0) : ROW_HEADER;
  const ticked = choice.count;
  useEffect(() => {
    if (ticked > 0) announce(`${count(ticked, 'person', 'people')} selected`);
  }, [ticked, announce]);
  const onTickKey = (event: KeyboardEvent, row: ResultRow, index: number): boolean => {
    if (outcome !== 'scored') return false;
    if (event.key === ' ') choice.toggle(row, index);
    else if (event.key === 'Escape' && chosen !== null) choice.clear();
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') choice.tickAll();
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c' && chosen !== null) void copy({ ...selection, chosen });
    else return false;
    return true;
  };
  const columns = useMemo(
    () =>
      resultColumns({
        outcome,
        shown: shownColumns,
        sample,
        sort,
        since,
        personAt: (row) => (row.row === null ? null : toProject(id, 'results', {}, 'person', String(row.row))),
      }),
    [outcome, shownColumns, sample, sort, since, id],
  );
  const phrase = total === null ? '' : peopleText(total, outcome);
  useEffect(() => {
    if (phrase !== '') announce(phrase);
  }, [phrase, announce]);

  const onSort = ({ key: column, sort: current, align }: GridColumn<ResultRow>) => {
    // Unless the user set which end is better: numbers start descending, texts ascending.
    const descending = current === 'none' || current === undefined ? align === 'right' : current === 'ascending';
    if (column === SINCE_KEY) {
      if (since === null) return;
      // The largest gains come first.
      return onListState({
        sort: { column: since.column.key, withId: since.withId, descending: sort?.withId === undefined || descending },
      });
    }
    const best =
      sort?.column === column && sort.withId === undefined ? null : (results.columns.find(({ key }) => key === column)?.best ?? null);
    onListState({ sort: { column, descending: best === null ? descending : best === 'high' } });
  };
  const showSegment = (one: SegmentView) => {
    setTyped(one.find);
    onListState({ outcome: 'scored', filters: one.filters, find: one.find, segmentId: one.id });
  };
  const unplaced = outcome === 'refused' ? unplacedSentence(results.unplaced, results.counts.refused) : null;
  const empty = unplaced === null ? EMPTY[outcome] : 'We do not know of a refused row.';
  const note = NOTES[outcome];
  // An empty tab says nothing; the open one stays.
  const isShown = (one: Outcome) => one === outcome || countOf(results, one) > 0 || (one === 'refused' && results.unplaced > 0);
  const isNarrowed = find !== '' || (withScores && listState.filters.length > 0);
  return (
    <Tabs
      className="card list-card result-list"
      data-grows
      value={segment === null ? outcome : `${SEGMENT_TAB}${segment.id}`}
      onChange={(value) => {
        const chosen = segments.find((one) => value === `${SEGMENT_TAB}${one.id}`);
        if (chosen !== undefined) return showSegment(chosen);
        const next = Outcome.options.find((one) => one === value);
        if (next === undefined) return;
        // Leaving a segment clears its conditions; filters that the user set stay.
        if (segment !== null) setTyped('');
        onListState({ outcome: next, segmentId: null, ...(segment !== null && { filters: [], find: '' }) });
      }}
    >
      <Tabs.List ref={tabs} aria-label="Rows by outcome">
        {Outcome.options.slice(0, 1).map((one) => (
          <Tabs.Tab key={one} value={one}>
            {TABS[one]} <span className="result-count">{number(countOf(results, one))}</span>
          </Tabs.Tab>
        ))}
        {segments.map((one) => (
          <Tabs.Tab key={one.id} value={`${SEGMENT_TAB}${one.id}`}>
            {one.name} <span className="result-count">{number(one.rows)}</span>
          </Tabs.Tab>
        ))}
        {Outcome.options
          .slice(1)
          .filter(isShown)
          .map((one) => (
            <Tabs.Tab key={one} value={one}>
              {TABS[one]} <span className="result-count">{number(countOf(results, one))}</span>
            </Tabs.Tab>
          ))}
      </Tabs.List>
      <Tabs.Panel value={segment === null ? outcome : `${SEGMENT_TAB}${segment.id}`} className="result-panel">
        {chosen !== null && outcome === 'scored' ? (
          <ChosenBar
            id={id}
            results={results}
            selection={{ ...selection, chosen }}
            count={choice.count}
            total={total ?? 0}
            onExport={() => onExport({ name: null, filters: selection.filters, find: selection.find, chosen })}
            onCopy={() => void copy({ ...selection, chosen })}
            onAll={tickAll}
            onClear={clear}
          />
        ) : (
          <div className="list-tools">
            {withScores && results.columns.length > 0 && (
              <ResultFilters id={id} columns={allColumns} filters={listState.filters} onFilters={(filters) => onListState({ filters })} />
            )}
            {outcome === 'scored' && (
              <ResultSegments
                key={segment?.id ?? 'none'}
                id={id}
                conditions={{ filters: [...listState.filters], find: listState.find }}
                segment={segment}
                onKept={(kept) => {
                  isTabNext.current = (kept?.id ?? null) !== listState.segmentId;
                  onListState({ segmentId: kept?.id ?? null });
                }}
              />
            )}
            <span className="second list-phrase">{phrase}</span>
            {isNarrowed && segment === null && (
              <button
                type="button"
                className="link"
                onClick={() => {
                  setTyped('');
                  onListState({ filters: [], find: '' });
                }}
              >
                Show all
              </button>
            )}
            <div className="list-end">
              <TextInput
                className="list-find"
                aria-label="Find a person"
                placeholder="Find a person"
                type="search"
                leftSection={<IconSearch size={15} stroke={1.8} aria-hidden />}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              {withScores && (
                <ColumnChooser
                  columns={allColumns}
                  shown={shown}
                  usual={results.defaultColumns}
                  onShown={onShown}
                  onArrange={() => setArranging(true)}
                />
              )}
            </div>
          </div>
        )}
        {note !== undefined && countOf(results, outcome) > 0 && <p className="result-base small second">{note}</p>}
        {unplaced !== null && <p className="result-base small second">{unplaced}</p>}
        {outcome === 'refused' && results.rowBase !== null && (
          <p className="result-base small second">How we read the service’s row numbers: {results.rowBase}</p>
        )}
        {isArranging && (
          <ColumnArrange id={id} results={results} connection={project.connection.name} onClose={() => setArranging(false)} />
        )}
        <Grid<ResultRow>
          ref={grid}
          label={`${TABS[outcome]}, ${project.name}`}
          queryKey={queryKey}
          load={load}
          columns={columns}
          rowHeader={rowHeader}
          {...(outcome === 'scored' && { isTicked: choice.isTicked, onExtend: choice.extend, onKey: onTickKey })}
          empty={isNarrowed ? 'Nobody matches the filters and the search text.' : empty}
          onSort={onSort}
          onOpen={(row) => {
            if (row.row !== null) navigate(toProject(id, 'results', {}, 'person', String(row.row)));
          }}
        />
      </Tabs.Panel>
    </Tabs>
  );
}
