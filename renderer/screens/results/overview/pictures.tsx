import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { MATCH_STEPS, fieldKey, type ResultFilter } from '../../../../shared/results/index.ts';
import type { ScoreColumn } from '../../../../shared/contract/index.ts';
import { useContractQuery } from '../../../api/index.ts';
import { type PickBar, PickBars } from '../../../kit/index.ts';
import { compactMoney, count, number } from '../../../format/index.ts';
import { areSet, bandFilter, bandLabel, bandSentence, type Groups, toggled, topFilter } from './groups.ts';
import type { OverviewProps } from './overview-props.ts';

/** The capacity as a pyramid. */
export function CapacityPicture({ groups, filters, onFilters }: OverviewProps & { readonly groups: Groups }) {
  const bars = groups.bands.map((band) => ({
    key: String(band.min),
    label: bandLabel(groups, band),
    rows: band.rows,
    more: compactMoney(band.sum),
    name: bandSentence(groups, band),
    isStrong: band.min >= groups.least,
    filter: bandFilter(groups, band),
  }));
  const filterOf = ({ key }: PickBar): ResultFilter => bars.find((bar) => bar.key === key)!.filter;
  return (
    <PickBars
      label="People by capacity"
      isPyramid
      bars={bars}
      isChosen={(bar) => areSet(filters, [filterOf(bar)])}
      onChoose={(bar) => onFilters(toggled(filters, [filterOf(bar)]))}
    />
  );
}

const NOBODY: readonly ResultFilter[] = [];

/** How many scored people meet a condition. */
function useRows(id: string, column: string, filters: readonly ResultFilter[]): number | undefined {
  const selection = { outcome: 'scored' as const, filters: [...filters], find: '' };
  return useContractQuery('results.sum', { id, selection, column }).data?.rows;
}

/** The quality of the matches between profiles and people. */
export function MatchPicture({ id, results, column, filters, onFilters }: OverviewProps & { readonly column: ScoreColumn }) {
  const steps = useMemo(
    () => MATCH_STEPS.map(({ min, max }): ResultFilter => ({ kind: 'range', column: column.key, min, max })),
    [column.key],
  );
  const rows = [useRows(id, column.key, [steps[0]!]), useRows(id, column.key, [steps[1]!]), useRows(id, column.key, [steps[2]!])];
  const missing = results.counts.scored - rows.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const bars = MATCH_STEPS.map(({ word, text }, at) => ({
    key: String(at),
    label: `${word.charAt(0).toUpperCase()}${word.slice(1)}, ${text}`,
    rows: rows[at] ?? 0,
    name: `${word.charAt(0).toUpperCase()}${word.slice(1)} match, ${text}: ${count(rows[at] ?? 0, 'person', 'people')}`,
  }));
  return (
    <>
      <PickBars
        label="People by match quality"
        bars={bars}
        isChosen={({ key }) => areSet(filters, [steps[Number(key)]!])}
        onChoose={({ key }) => onFilters(toggled(filters, [steps[Number(key)]!]))}
      />
      {missing > 0 && rows.every((one) => one !== undefined) && (
        <p className="small second overview-note">{number(missing)} more have no number for the match.</p>
      )}
    </>
  );
}

/** Maximum number of states with their own line. */
const STATES = 6;

interface StatesProps extends OverviewProps {
  readonly groups: Groups;
  /** ID of the title; undefined: the picture has no title. */
  readonly titleId?: string;
}

/** Where the people of the chosen group live, or without one, the people of the top group. */
export function StatesPicture({ id, groups, filters, onFilters, titleId }: StatesProps) {
  const column = fieldKey('state');
  const chosen = groups.bands.map((band) => bandFilter(groups, band)).find((filter) => areSet(filters, [filter]));
  const group = chosen ?? topFilter(groups);
  const selection = { outcome: 'scored' as const, filters: [group], find: '' };
  const found = useContractQuery('results.distribution', { id, selection, column }).data;
  const total = useRows(id, groups.column, found === undefined ? NOBODY : [group]);
  const largest = (found?.bars ?? []).toSorted((a, b) => b.rows - a.rows).slice(0, STATES);
  const rest = (total ?? 0) - largest.reduce((sum, { rows }) => sum + rows, 0);
  const filterOf = (state: string): readonly ResultFilter[] => [group, { kind: 'is', column, value: state }];
  const bars: readonly PickBar[] = [
    ...largest.map(({ label, rows }) => ({ key: label, label, rows, name: `${label}: ${count(rows, 'person', 'people')} of this group` })),
    ...(rest > 0
      ? [{ key: 'rest', label: 'Other', rows: rest, name: `Other states or none: ${count(rest, 'person', 'people')}`, isRest: true }]
      : []),
  ];
  return (
    <>
      {titleId !== undefined && (
        <div className="overview-head">
          <h2 className="card-title" id={titleId}>
            {total === undefined ? 'Where they live' : total === 1 ? 'Where this person lives' : `Where the ${number(total)} live`}
          </h2>
        </div>
      )}
      {found === undefined || total === undefined ? (
        <Skeleton height={120} radius={4} />
      ) : (
        <PickBars
          label="People by state"
          bars={bars}
          isChosen={({ key }) => areSet(filters, filterOf(key))}
          onChoose={({ key }) => onFilters(toggled(filters, filterOf(key)))}
        />
      )}
    </>
  );
}
