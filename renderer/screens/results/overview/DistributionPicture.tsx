import { Select, Skeleton } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ResultFilter } from '../../../../shared/results/index.ts';
import type { ResultsView } from '../../../../shared/contract/index.ts';
import { useContractQuery } from '../../../api/index.ts';
import { Distribution, FailureLine } from '../../../kit/index.ts';
import { barFilter, barMark, barText, count, displayTypeOf, isSameFilter } from '../../../format/index.ts';
import type { OverviewProps } from './overview-props.ts';

/** The initial column: a rating, because it has few values, else the first number. */
function firstColumn({ columns, shown }: ResultsView): string | null {
  const inList = shown.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const found =
    inList.find(({ key }) => /capacityRating$/i.test(key)) ??
    inList.find(({ key }) => /rating$/i.test(key)) ??
    inList.find(({ type }) => type === 'number') ??
    columns[0];
  return found?.key ?? null;
}

/** The distribution of one column over the shown people; a bar filters by its value. */
export function DistributionPicture({ id, results, filters, find, onFilters }: OverviewProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const column = chosen ?? firstColumn(results);
  const known = results.columns.find((one) => one.key === column) ?? null;
  // Leave out the column's own filter, so that the other bars stay available.
  const others = useMemo(() => filters.filter((filter) => filter.column !== column), [filters, column]);
  const request = { id, selection: { outcome: 'scored' as const, filters: others, find }, column: column ?? '' };
  const distribution = useContractQuery('results.distribution', request, { enabled: column !== null });
  const options = useMemo(() => results.columns.map(({ key, title }) => ({ value: key, label: title })), [results.columns]);

  const choose = (filter: ResultFilter) => {
    const isChosen = filters.some((one) => isSameFilter(one, filter));
    onFilters(isChosen ? others : [...others, filter]);
  };
  const type = known === null ? 'text' : displayTypeOf(known);
  const bars = distribution.data?.bars.map((bar) => ({ ...bar, label: barText(bar, type), bar })) ?? [];
  const emptyFilter: ResultFilter = { kind: 'empty', column: column ?? '' };
  return (
    <>
      <Select
        aria-label="Distribution of"
        className="result-select"
        data={options}
        value={column}
        onChange={(value) => value !== null && setChosen(value)}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such column"
        limit={200}
      />
      <FailureLine error={distribution.error} />
      {distribution.data === undefined && distribution.error === null && column !== null && <Skeleton height={118} radius={4} />}
      {column === null && <p className="second">There are no scores to show.</p>}
      {distribution.data !== undefined && bars.length === 0 && <p className="second">Nobody in this list has a value in this column.</p>}
      {bars.length > 0 && column !== null && (
        <Distribution
          label={known?.title ?? column}
          bars={bars}
          mark={(bar) => {
            const found = bars.find((one) => one.label === bar.label);
            return found === undefined ? bar.label : barMark(found.bar, type);
          }}
          isChosen={(bar) => {
            const found = bars.find((one) => one.label === bar.label);
            return found !== undefined && filters.some((one) => isSameFilter(one, barFilter(column, found.bar)));
          }}
          onChoose={(bar) => {
            const found = bars.find((one) => one.label === bar.label);
            if (found !== undefined) choose(barFilter(column, found.bar));
          }}
        />
      )}
      {(distribution.data?.empty ?? 0) > 0 && (
        <button
          type="button"
          className="link small result-empty"
          aria-pressed={filters.some((one) => isSameFilter(one, emptyFilter))}
          onClick={() => choose(emptyFilter)}
        >
          {count(distribution.data?.empty ?? 0, 'row')} without a value
        </button>
      )}
    </>
  );
}
