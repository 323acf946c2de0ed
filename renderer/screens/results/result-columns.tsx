/** The columns of the results: the person, then the scores, or the known facts of a row without scores. */
import { IconArrowsSort, IconCheck, IconCircleDashed, IconFlag3, type Icon, IconUserQuestion } from '@tabler/icons-react';
import {
  FLAGS_KEY,
  type MatchStep,
  type Outcome,
  fieldKey,
  matchColumn,
  matchStep,
  ratedColumn,
  ratingKey,
} from '../../../shared/results/index.ts';
import type { ResultRow, ResultSort, ScoreColumn } from '../../../shared/contract/index.ts';
import { type Rating, nearText } from '../../../shared/ratings/index.ts';
import { whyNotSent } from '../../../shared/rows/index.ts';
import { type GridColumn, ValueBar } from '../../kit/index.ts';
import type { Since } from './comparable.ts';
import { sinceColumn } from './since-column.tsx';
import { digitsOf, displayTypeOf, explained, hasLength, monthText, reasonText, scoreText } from '../../format/index.ts';

/** A column of the list: a score or a column of the sheet. */
export type ShownColumn = Pick<ScoreColumn, 'key' | 'title' | 'type' | 'min' | 'max'>;

const LAST_GIFT = fieldKey('rfmMostRecentGiftValue');

const GIFT_DATE = fieldKey('rfmMostRecentGiftDate');

/** The keys of the cells that these columns need. The last gift also needs its day, and a rating also needs its score. */
export function cellKeys(shown: readonly ShownColumn[]): string[] {
  const keys = shown.map(({ key }) => key);
  const further = keys.map((key) => (key === LAST_GIFT ? GIFT_DATE : ratedColumn(key)));
  return [...new Set([...keys, ...further.filter((key) => key !== null)])];
}

interface ResultColumnsOptions {
  readonly outcome: Outcome;
  /** The columns to show, in order. */
  readonly shown: readonly ShownColumn[];
  /** All score columns. */
  readonly scores: readonly ScoreColumn[];
  readonly ratings: readonly Rating[];
  /** Key of the column with the officer of a person. */
  readonly officer: string | null;
  /** Key of the capacity, which is compared with the largest one. */
  readonly capacity: string | null;
  /** Some rows, to determine the number of decimal places. */
  readonly sample: readonly ResultRow[];
  readonly sort: ResultSort | null;
  /** The comparison whose changes are shown; null for none. */
  readonly since: Since | null;
  /** True when some entries of the answer cannot be read. */
  readonly hasUnreadable: boolean;
  /** True when the rows without a result were not part of this adopted project. */
  readonly isPart: boolean;
  /** The address of a person's page; null for a profile without a row. */
  readonly personAt: (row: ResultRow) => string | null;
  readonly rowName: (row: number) => string;
}

const BY_ORDER = 'joined by order';

function nameColumn({ personAt, rowName }: ResultColumnsOptions): GridColumn<ResultRow> {
  return {
    key: 'name',
    title: 'Name',
    width: 160,
    grows: true,
    text: (row) => (row.byOrder ? `${row.name}, ${BY_ORDER}` : row.name),
    show: (row) => {
      const address = personAt(row);
      if (address === null) return <span className="strong">{row.name}</span>;
      // The link is only for the pointer, because the grid is one tab stop and Enter opens the row.
      const name = (
        <a className="result-name" href={address} tabIndex={-1}>
          {row.name === '' ? `Row ${row.row === null ? '–' : rowName(row.row)}` : row.name}
        </a>
      );
      if (!row.byOrder) return name;
      return (
        <span className="result-by-order">
          {name}
          <span title={BY_ORDER}>
            <IconArrowsSort size={14} stroke={1.6} aria-hidden />
            <span className="visually-hidden">, {BY_ORDER}</span>
          </span>
        </span>
      );
    },
  };
}

const PLACE: GridColumn<ResultRow> = {
  key: 'place',
  title: 'City',
  width: 118,
  grows: true,
  text: (row) => row.locality,
  show: (row) => <span className="second">{row.locality}</span>,
};

/** Pixels for the heading and the mark of its order, up to a limit. */
const widthOf = (title: string, minWidth: number): number => Math.min(200, Math.max(minWidth, Math.ceil(title.length * 6.2) + 52));

const MATCH_ICONS: Readonly<Record<MatchStep['word'], Icon>> = { strong: IconCheck, fair: IconCircleDashed, weak: IconCircleDashed };

/** A text with an icon before it that has the same meaning. */
function Marked({
  icon: MarkIcon,
  tone,
  text,
}: {
  readonly icon: Icon;
  readonly tone: 'done' | 'warning' | 'plain';
  readonly text: string;
}) {
  return (
    <span className="result-marked" data-tone={tone}>
      <MarkIcon size={15} stroke={1.8} aria-hidden />
      <span className="cut">{text}</span>
    </span>
  );
}

/** "83 fair" */
function matchText(value: string): string {
  const step = matchStep(value);
  return step === null ? value : `${scoreText(value, 'number')} ${step.word}`;
}

type Special = Partial<GridColumn<ResultRow>> & Pick<GridColumn<ResultRow>, 'text'>;

/** Columns with special cells: match, capacity, last gift, rating, officer, flags. `cell`: returns the text of a cell. */
function specialColumn(column: ShownColumn, cell: (row: ResultRow) => string, options: ResultColumnsOptions): Special | null {
  const { key } = column;
  // Use the usual fundraising term as the title, unless the user has set another title.
  const titled = (word: string) => (options.scores.find((one) => one.key === key)?.foundTitle === column.title ? { title: word } : {});
  if (key === matchColumn(options.scores)?.key)
    return {
      ...titled('Match'),
      width: 110,
      text: (row) => matchText(cell(row)),
      show: (row) => {
        const step = matchStep(cell(row));
        if (step === null) return cell(row);
        return <Marked icon={MATCH_ICONS[step.word]} tone={step.word === 'strong' ? 'done' : 'warning'} text={matchText(cell(row))} />;
      },
    };
  if (key === options.capacity)
    return {
      ...titled('Capacity'),
      width: 168,
      align: 'right',
      text: (row) => scoreText(cell(row), displayTypeOf(column)),
      show: (row) =>
        cell(row) !== '' && (
          <span className="result-capacity">
            <ValueBar value={Number(cell(row))} min={0} max={column.max ?? 0} width={56} />
            <span>{scoreText(cell(row), displayTypeOf(column))}</span>
          </span>
        ),
    };
  if (key === LAST_GIFT) {
    const date = (row: ResultRow) => monthText(row.cells[cellKeys(options.shown).indexOf(GIFT_DATE)] ?? '');
    const amount = (row: ResultRow) => scoreText(cell(row), 'money');
    const whole = (row: ResultRow) => (cell(row) === '' && date(row) === '' ? 'no gift yet' : `${amount(row)} ${date(row)}`.trim());
    return {
      width: 140,
      text: whole,
      show: (row) => (
        <span className="result-gift">
          <span>{amount(row)}</span>
          <span className="second">{cell(row) === '' && date(row) === '' ? 'no gift yet' : date(row)}</span>
        </span>
      ),
    };
  }
  const rating = options.ratings.find((one) => ratingKey(one.column) === key);
  if (rating !== undefined) {
    const value = cellKeys(options.shown).indexOf(rating.column);
    return {
      width: widthOf(column.title, 140),
      text: cell,
      show: (row) => {
        const near = nearText(rating, row.cells[value] ?? '');
        return near === null ? (
          cell(row)
        ) : (
          <>
            {cell(row)}
            <span className="result-near second">, near {near}</span>
          </>
        );
      },
    };
  }
  if (key === options.officer)
    return {
      width: 118,
      text: (row) => (cell(row) === '' ? 'No officer' : cell(row)),
      show: (row) => (cell(row) === '' ? <Marked icon={IconUserQuestion} tone="plain" text="No officer" /> : cell(row)),
    };
  if (key === FLAGS_KEY)
    return {
      width: 98,
      text: cell,
      show: (row) => {
        const flags = cell(row) === '' ? [] : cell(row).split('; ');
        return (
          flags.length > 0 && <Marked icon={IconFlag3} tone="warning" text={flags.length === 1 ? flags[0]! : `${flags.length} flags`} />
        );
      },
    };
  return null;
}

function scoreColumn(column: ShownColumn, position: number, options: ResultColumnsOptions): GridColumn<ResultRow> {
  const { sort, sample } = options;
  const { key, title, type } = column;
  const score = options.scores.find((one) => one.key === key);
  const values = type === 'number' ? sample.map((row) => row.cells[position] ?? '') : [];
  const digits = digitsOf(column, values);
  const textOf = (row: ResultRow) => scoreText(row.cells[position] ?? '', displayTypeOf(column), digits);
  const isSorted = sort?.column === key && sort.bySince !== true;
  const shared = {
    key,
    title,
    text: textOf,
    sort: isSorted ? (sort.descending ? ('descending' as const) : ('ascending' as const)) : ('none' as const),
    ...(score !== undefined && { info: explained(score) }),
  };
  const special = options.outcome === 'scored' ? specialColumn(column, (row) => row.cells[position] ?? '', options) : null;
  if (special !== null) return { ...shared, width: 140, ...special };
  if (!hasLength(column))
    return {
      ...shared,
      width: widthOf(title, type === 'text' ? 140 : 96),
      ...(type === 'number' && { align: 'right' as const }),
    };
  const { min, max } = column;
  return {
    ...shared,
    width: widthOf(title, 104),
    show: (row) => {
      const text = textOf(row);
      if (text === '') return '';
      return (
        <span className="result-score">
          <span className="result-number" data-sorted={isSorted}>
            {text}
          </span>
          <ValueBar value={Number(row.cells[position])} min={min ?? 0} max={max ?? 0} />
        </span>
      );
    },
  };
}

const REASON: GridColumn<ResultRow> = {
  key: 'reason',
  title: 'What the service said',
  width: 430,
  text: (row) => row.reasons.map(reasonText).join('; '),
};

const VALUE: GridColumn<ResultRow> = {
  key: 'value',
  title: 'The value',
  width: 220,
  text: (row) => row.reasons.flatMap(({ value }) => (value === null ? [] : [value])).join('; '),
  show: (row) => <span className="mono">{row.reasons.flatMap(({ value }) => (value === null ? [] : [value])).join('; ')}</span>,
};

const UNREADABLE: GridColumn<ResultRow> = { ...REASON, key: 'unreadable', title: 'Reason' };

const RECEIVED: GridColumn<ResultRow> = { ...VALUE, key: 'received', title: 'Text as received', width: 430 };

const KNOWN: GridColumn<ResultRow> = {
  key: 'known',
  title: 'What is known',
  width: 520,
  text: (row) => (row.reasons.length > 0 ? REASON.text(row) : 'It was sent, and the service returned neither a score nor a reason.'),
};

const notSentColumn = (rowName: (row: number) => string): GridColumn<ResultRow> => ({
  key: 'notSent',
  title: 'Why it was not sent',
  width: 460,
  text: ({ leftOut, mergedInto }) => whyNotSent(leftOut, mergedInto === null ? null : rowName(mergedInto)),
});

export function resultColumns(options: ResultColumnsOptions): readonly GridColumn<ResultRow>[] {
  const { outcome, shown } = options;
  const name = nameColumn(options);
  const scores = () => shown.map((column, position) => scoreColumn(column, position, options));
  switch (outcome) {
    case 'refused':
      return [name, PLACE, REASON, VALUE];
    case 'unknown':
      return options.isPart ? [name, PLACE] : [name, PLACE, KNOWN];
    case 'leftOut':
    case 'notChosen':
      return [name, PLACE, notSentColumn(options.rowName)];
    case 'unmatched':
      return options.hasUnreadable ? [name, UNREADABLE, RECEIVED, ...scores()] : [name, ...scores()];
    default:
      return withSortedFirst([name, PLACE, ...withChanges(scores(), options)]);
  }
}

/** Moves the sorted column next to the name, because both are frozen. */
function withSortedFirst(columns: readonly GridColumn<ResultRow>[]): readonly GridColumn<ResultRow>[] {
  const at = columns.findIndex(({ sort }) => sort === 'ascending' || sort === 'descending');
  return at < 2 ? columns : columns.toSpliced(at, 1).toSpliced(1, 0, columns[at]!);
}

/** Inserts the change after its score, or at the end if that score is not shown. */
function withChanges(
  scores: readonly GridColumn<ResultRow>[],
  { since, sample, sort }: ResultColumnsOptions,
): readonly GridColumn<ResultRow>[] {
  if (since === null) return scores;
  const at = scores.findIndex(({ key }) => key === since.column.key);
  return scores.toSpliced(at < 0 ? scores.length : at + 1, 0, sinceColumn(since, sample, sort));
}
