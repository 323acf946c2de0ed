import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ResultsView, SegmentView } from '../../../shared/contract/index.ts';
import { type ResultListState, hasScores } from '../../navigation/index.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { ShownColumn } from './result-columns.tsx';
import { ResultFilters } from './ResultFilters.tsx';
import { ResultSegments } from './ResultSegments.tsx';

interface ResultToolsProps {
  /** The project. */
  readonly id: string;
  readonly results: ResultsView;
  readonly listState: ResultListState;
  /** The open segment. */
  readonly segment: SegmentView | null;
  /** All columns that the list can show. */
  readonly columns: readonly ShownColumn[];
  /** Keys of the shown columns. */
  readonly shown: readonly string[];
  /** How many people the list has: "214 people"; '' while it is unknown. */
  readonly phrase: string;
  /** The search text, also while the user still types it. */
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onListState: (change: Partial<ResultListState>) => void;
  readonly onSegment: (segment: SegmentView | null) => void;
  readonly onShown: (shown: readonly string[]) => void;
  readonly onArrange: () => void;
}

/** Filters, segments, search and columns of the list of results. */
export function ResultTools(props: ResultToolsProps) {
  const { id, results, listState, segment, columns, shown, phrase, typed } = props;
  const { outcome, filters, find } = listState;
  const withScores = hasScores(outcome);
  const isNarrowed = find !== '' || (withScores && filters.length > 0);
  return (
    <div className="list-tools">
      {withScores && results.columns.length > 0 && (
        <ResultFilters id={id} columns={columns} filters={filters} onFilters={(next) => props.onListState({ filters: next })} />
      )}
      {outcome === 'scored' && (
        <ResultSegments
          key={segment?.id ?? 'none'}
          id={id}
          conditions={{ filters: [...filters], find }}
          segment={segment}
          onSegment={props.onSegment}
        />
      )}
      <span className="second list-phrase">{phrase}</span>
      {isNarrowed && segment === null && (
        <button type="button" className="link" onClick={() => props.onListState({ filters: [], find: '' })}>
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
          onChange={(event) => props.onType(event.currentTarget.value)}
        />
        {withScores && (
          <ColumnChooser
            columns={columns}
            shown={shown}
            usual={results.defaultColumns}
            onShown={props.onShown}
            onArrange={props.onArrange}
          />
        )}
      </div>
    </div>
  );
}
