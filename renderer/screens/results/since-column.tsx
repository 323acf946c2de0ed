/** The column with the change of the main score since an earlier screening of the same people. */
import { IconArrowDownRight, IconArrowUpRight, IconEqual, type Icon, IconPlus } from '@tabler/icons-react';
import type { ProjectView, ResultRow, ResultSort, ResultsView, ScoreColumn } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import type { GridColumn } from '../../kit/index.ts';
import { dayWithoutYear, digitsOf, displayTypeOf, scoreText } from '../../format/index.ts';
import { comparedColumn, type Since } from './comparable.ts';

/** The key of the column. It differs from every path of a value, because paths have no spaces. */
export const SINCE_KEY = 'since last time';

/** "Since March 12", or the name of a screening without a day. */
export const sinceTitle = ({ name, processedAt }: ProjectView): string =>
  `Since ${processedAt === null ? name : dayWithoutYear(processedAt)}`;

/** The comparison by the main score, for the card and the list; undefined until it is known, and if no score can be compared. */
export function useSinceComparison(id: string, other: ProjectView | undefined, results: ResultsView) {
  const column = comparedColumn(results, null);
  const comparison = useContractQuery(
    'results.compare',
    { id, withId: other?.id ?? '', column: column ?? '' },
    { enabled: column !== null && other !== undefined },
  ).data;
  if (other === undefined || comparison === undefined) return undefined;
  const { higher, lower, same } = comparison.counts;
  return higher + lower + same === 0 ? undefined : comparison;
}

/** The comparison for the column; null without an earlier screening of these people, and until the comparison is known. */
export function useSince(id: string, other: ProjectView | undefined, results: ResultsView): Since | null {
  const comparison = useSinceComparison(id, other, results);
  const column = results.columns.find(({ key }) => key === comparison?.column);
  return comparison === undefined || other === undefined || column === undefined
    ? null
    : { withId: comparison.withId, column, title: sinceTitle(other) };
}

interface ChangeText {
  readonly icon: Icon | null;
  /** The change: a signed number or a word. */
  readonly main: string;
  /** The earlier value; '' if there is none or it is the same. */
  readonly was: string;
}

/** The change of a row in words; null while it is not known. */
export function changeText({ scoreChange }: Pick<ResultRow, 'scoreChange'>, column: ScoreColumn, digits: number): ChangeText | null {
  if (scoreChange === undefined) return null;
  if (scoreChange === null) return { icon: null, main: '–', was: 'no ID to compare' };
  const { change, before, by } = scoreChange;
  const text = (value: string) => scoreText(value, displayTypeOf(column), digits);
  const was = before === '' ? '' : `from ${text(before)}`;
  switch (change) {
    case 'higher':
    case 'lower':
      return {
        icon: change === 'higher' ? IconArrowUpRight : IconArrowDownRight,
        main: by === null ? (change === 'higher' ? 'higher' : 'lower') : `${by > 0 ? '+' : '−'}${text(String(Math.abs(by)))}`,
        was,
      };
    case 'same':
      return { icon: IconEqual, main: 'the same', was: '' };
    case 'new':
      return { icon: IconPlus, main: 'new', was: '' };
    case 'changed':
      return { icon: null, main: 'changed', was };
    default:
      return { icon: null, main: before === '' ? 'no value before' : 'no value now', was };
  }
}

/** The column. It is sorted by the difference; people without a difference come last. */
export function sinceColumn({ column, title }: Since, sample: readonly ResultRow[], sort: ResultSort | null): GridColumn<ResultRow> {
  const digits = digitsOf(
    column,
    sample.map(({ scoreChange }) => scoreChange?.before ?? ''),
  );
  const isSorted = sort?.withId !== undefined;
  return {
    key: SINCE_KEY,
    title,
    width: 148,
    sort: isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none',
    text: (row) => {
      const change = changeText(row, column, digits);
      return change === null ? '' : [change.main, change.was].filter((part) => part !== '').join(', ');
    },
    show: (row) => {
      const change = changeText(row, column, digits);
      if (change === null) return '';
      const { icon: ChangeIcon, main, was } = change;
      return (
        <span className="result-since">
          {ChangeIcon !== null && <ChangeIcon size={14} stroke={1.8} aria-hidden />}
          <span data-number={row.scoreChange?.by != null}>{main}</span> <span className="second small">{was}</span>
        </span>
      );
    },
  };
}
