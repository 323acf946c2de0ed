import { Tabs } from '@mantine/core';
import type { Ref } from 'react';
import { Outcome } from '../../../shared/results/index.ts';
import type { ResultsView, SegmentView } from '../../../shared/contract/index.ts';
import { number } from '../../format/index.ts';
import { outcomeTexts, outcomesWithTab, rowsOf } from './result-outcomes.ts';

/** Prefix that distinguishes the tab of a segment from the tab of an outcome. */
const SEGMENT_TAB = 'segment:';

/** The value of the open tab. */
export const tabValue = (outcome: Outcome, segment: SegmentView | null): string =>
  segment === null ? outcome : `${SEGMENT_TAB}${segment.id}`;

/** The content of a tab; undefined for an unknown value. */
export const tabContent = (value: string | null, segments: readonly SegmentView[]): Outcome | SegmentView | undefined =>
  Outcome.options.find((one) => one === value) ?? segments.find((one) => tabValue('scored', one) === value);

function ResultTab({ value, title, rows }: { readonly value: string; readonly title: string; readonly rows: number }) {
  return (
    <Tabs.Tab value={value}>
      <span className="result-tab">
        <span className="cut" title={title}>
          {title}
        </span>{' '}
        <span className="result-count">{number(rows)}</span>
      </span>
    </Tabs.Tab>
  );
}

interface ResultTabsProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly results: ResultsView;
  readonly segments: readonly SegmentView[];
  /** The outcome of the open tab. */
  readonly outcome: Outcome;
}

/** All scored people, the segments among them, and the other outcomes that have rows. */
export function ResultTabs({ ref, results, segments, outcome }: ResultTabsProps) {
  const tabOf = (one: Outcome) => <ResultTab key={one} value={one} title={outcomeTexts(results, one).tab} rows={rowsOf(results, one)} />;
  return (
    <Tabs.List ref={ref} aria-label="Rows by outcome">
      {tabOf('scored')}
      {segments.map((one) => (
        <ResultTab key={one.id} value={tabValue('scored', one)} title={one.name} rows={one.rows} />
      ))}
      {outcomesWithTab(results, outcome)
        .filter((one) => one !== 'scored')
        .map(tabOf)}
    </Tabs.List>
  );
}
