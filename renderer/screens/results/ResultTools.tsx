import { Button, TextInput } from '@mantine/core';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import type { ResultsView, SegmentView } from '../../../shared/contract/index.ts';
import { type ResultListState, hasScores } from '../../navigation/index.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { ShownColumn } from './result-columns.tsx';
import { AddFilter, FilterChips } from './ResultFilters.tsx';
import { ResultSegments } from './ResultSegments.tsx';

interface SharedProps {
  /** The project. */
  readonly id: string;
  readonly listState: ResultListState;
  /** All columns that the list can show. */
  readonly columns: readonly ShownColumn[];
  readonly onListState: (change: Partial<ResultListState>) => void;
}

interface ResultToolsProps extends SharedProps {
  readonly results: ResultsView;
  /** Keys of the shown columns. */
  readonly shown: readonly string[];
  /** The search text, also while the user still types it. */
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onShown: (shown: readonly string[]) => void;
  readonly onArrange: () => void;
  readonly onAssign: () => void;
}

/** The tools above the list of results: add a filter, search, and choose columns. */
export function ResultTools(props: ResultToolsProps) {
  const { id, results, listState, columns, shown, typed } = props;
  const { outcome, filters } = listState;
  const withScores = hasScores(outcome);
  return (
    <div className="list-end">
      {withScores && results.columns.length > 0 && (
        <AddFilter id={id} columns={columns} filters={filters} onFilters={(next) => props.onListState({ filters: next })} />
      )}
      <TextInput
        className="list-find"
        aria-label="Find a person"
        placeholder="Find a person"
        type="search"
        leftSection={<IconSearch size={15} stroke={1.8} aria-hidden />}
        value={typed}
        onChange={(event) => props.onType(event.currentTarget.value)}
      />
      {outcome === 'scored' && (
        <Button
          variant="default"
          size="xs"
          className="result-assign"
          aria-label="Assign officer…"
          leftSection={<IconUserPlus size={16} stroke={1.6} aria-hidden />}
          title="All people in the list, or those that you tick (A)"
          onClick={props.onAssign}
        >
          Assign officer…
        </Button>
      )}
      {withScores && (
        <ColumnChooser columns={columns} shown={shown} usual={results.defaultColumns} onShown={props.onShown} onArrange={props.onArrange} />
      )}
    </div>
  );
}

interface ResultConditionsProps extends SharedProps {
  /** The open segment. */
  readonly segment: SegmentView | null;
  /** How many people the list has: "214 people"; '' while it is unknown. */
  readonly phrase: string;
  readonly onSegment: (segment: SegmentView | null) => void;
}

/** The conditions of the list: filters that can be removed one by one, and the button to save them as a segment. */
export function ResultConditions({ id, listState, segment, columns, phrase, onListState, onSegment }: ResultConditionsProps) {
  const { outcome, filters, find } = listState;
  return (
    <div className="list-tools">
      {hasScores(outcome) && <FilterChips columns={columns} filters={filters} onFilters={(next) => onListState({ filters: next })} />}
      {outcome === 'scored' && (
        <ResultSegments
          key={segment?.id ?? 'none'}
          id={id}
          conditions={{ filters: [...filters], find }}
          segment={segment}
          onSegment={onSegment}
        />
      )}
      <span className="second list-phrase">{phrase}</span>
      {segment === null && (
        <button type="button" className="link" onClick={() => onListState({ filters: [], find: '' })}>
          Show all
        </button>
      )}
    </div>
  );
}
