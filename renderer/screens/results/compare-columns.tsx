/** The columns of the people in a comparison. */
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ComparedRow } from '../../../shared/contract/index.ts';
import { type ChangeKind, type ChangeOrder, hasSize } from '../../../shared/results/index.ts';
import type { GridColumn, GridRowHeader } from '../../kit/index.ts';
import { type DisplayType, number, scoreText } from '../../format/index.ts';
import { toProject } from '../../navigation/index.ts';

export const ROW_HEADER: GridRowHeader<ComparedRow> = {
  title: 'File row',
  width: 76,
  text: ({ row }) => (row === null ? '–' : number(row)),
};

/** A person's name, linked to their page when they are in this list. */
function NameCell({ id, name, row }: { readonly id: string; readonly name: string; readonly row: number | null }) {
  if (row === null) return <span className="strong">{name}</span>;
  return (
    <a className="result-name" href={toProject(id, 'results', {}, 'person', String(row))} tabIndex={-1}>
      {name === '' ? `Row ${row}` : name}
    </a>
  );
}

interface ComparedPeople {
  /** The project whose people are listed. */
  readonly id: string;
  readonly change: ChangeKind;
  readonly order: ChangeOrder;
  /** How the compared values are shown. */
  readonly type: DisplayType;
  readonly digits: number;
  /** Headings of the two values. */
  readonly before: string;
  readonly after: string;
}

/** Pixels for a heading, up to a limit. */
const widthOf = (title: string): number => Math.min(260, Math.max(120, Math.ceil(title.length * 6.4) + 24));

export function compareColumns({ id, change, order, type, digits, before, after }: ComparedPeople): readonly GridColumn<ComparedRow>[] {
  const isAmount = type === 'number' || type === 'money';
  const align = isAmount ? { align: 'right' as const } : {};
  const difference = (by: number) =>
    `${by > 0 ? '+' : '−'}${scoreText(String(Math.abs(by)), type === 'money' ? 'money' : 'number', digits)}`;
  const Arrow = change === 'higher' ? IconArrowUpRight : IconArrowDownRight;
  const byColumn: GridColumn<ComparedRow> = {
    key: 'by',
    title: 'Difference',
    width: 126,
    align: 'right',
    sort: order === 'file' ? 'none' : change === 'higher' ? 'descending' : 'ascending',
    text: ({ by }) => (by === null ? '' : difference(by)),
    show: ({ by }) =>
      by !== null && (
        <span className="result-since">
          <Arrow size={14} stroke={1.8} aria-hidden />
          <span data-number>{difference(by)}</span>
        </span>
      ),
  };
  return [
    {
      key: 'name',
      title: 'Name',
      width: 190,
      grows: true,
      text: ({ name }) => name,
      show: ({ name, row }) => <NameCell id={id} name={name} row={row} />,
    },
    // The difference is next to the name, so that a narrow window shows it without scrolling.
    ...(hasSize(change) ? [byColumn] : []),
    {
      key: 'before',
      title: before,
      width: widthOf(before),
      text: (row) => scoreText(row.before, type, digits) || '–',
      ...align,
    },
    {
      key: 'after',
      title: after,
      width: widthOf(after),
      // People who were not sent again keep their earlier score.
      text: (row) =>
        row.change === 'notAgain' && row.after === '' && row.before !== ''
          ? `${scoreText(row.before, type, digits)}, kept`
          : scoreText(row.after, type, digits) || '–',
      ...align,
    },
    { key: 'place', title: 'City', width: 150, grows: true, text: ({ locality }) => locality },
    { key: 'id', title: 'Constituent ID', width: 124, text: ({ id: own }) => own },
  ];
}
