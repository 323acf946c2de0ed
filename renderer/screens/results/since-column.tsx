/** The column with the change of the main score since an earlier screening of the same people. */
import { IconArrowDownRight, IconArrowUpRight, IconEqual, type Icon, IconPlus } from '@tabler/icons-react';
import type { ResultRow, ResultSort, ResultsView, ScoreColumn } from '../../../shared/contract/index.ts';
import { sinceTitle } from '../../../shared/view-texts/index.ts';
import { useContractQuery } from '../../api/index.ts';
import type { GridColumn } from '../../kit/index.ts';
import { digitsOf, displayTypeOf, scoreText } from '../../format/index.ts';
import { comparedColumn, type Since } from './comparable.ts';

/** The key of the column. It differs from every path of a value, because paths have no spaces. */
export const SINCE_KEY = 'since last time';

/** The changes of the main score, for the card and the list; undefined until they are known, and if nobody has an earlier result. */
export function useSinceView(id: string, results: ResultsView) {
  const column = comparedColumn(results, null);
  const since = useContractQuery('results.since', { id, since: column ?? '' }, { enabled: column !== null }).data;
  return since === undefined || since.lists.length === 0 ? undefined : since;
}

/** The comparison for the column; null until it is known, and if nobody has an earlier result. */
export function useSince(id: string, results: ResultsView): Since | null {
  const since = useSinceView(id, results);
  const column = results.columns.find(({ key }) => key === since?.column);
  return since === undefined || column === undefined ? null : { column, title: sinceTitle(since) };
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
  const isSorted = sort?.bySince === true;
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
