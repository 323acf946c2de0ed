/** The column that the program offers for a needed field: its cells, and what would be sent for them. */
import { IconArrowRight } from '@tabler/icons-react';
import type { CheckRow } from '../../../shared/contract/index.ts';
import { fieldOf } from '../../../shared/fields/index.ts';
import { type MappingPlan, createMappedRecord, previewCell } from '../../../shared/mapping/index.ts';
import type { GridColumn } from '../../kit/index.ts';

export interface OfferedColumn {
  readonly header: string;
  /** Its position in the file. */
  readonly column: number;
  /** The mapping with this column. */
  readonly plan: MappingPlan;
}

/** What is sent for a value: the parts of the person and of the spouse. */
export interface SentName {
  readonly own: string;
  readonly spouse: string;
}

export function sentOf({ plan, column }: Pick<OfferedColumn, 'plan' | 'column'>, value: string): SentName {
  const parts = previewCell(plan, column, value, createMappedRecord());
  const of = (isSpouse: boolean) =>
    parts
      .filter(({ field }) => (fieldOf(field).person === 'spouse') === isSpouse)
      .map((part) => part.value)
      .join(' ');
  return { own: of(false), spouse: of(true) };
}

/** "Sukie, spouse Flossie" */
export const sentText = ({ own, spouse }: SentName): string => `${own}${spouse === '' ? '' : `, spouse ${spouse}`}`;

/** `position`: the first column's position for assistive technology, after the columns that are sent. */
export function offeredColumns(offered: OfferedColumn, position: number): readonly GridColumn<CheckRow>[] {
  const sent = ({ cell }: CheckRow) => sentOf(offered, cell ?? '');
  return [
    {
      key: 'offered',
      title: offered.header,
      width: 142,
      position,
      isOffered: true,
      tone: () => 'note',
      text: ({ cell }) => cell ?? '',
      show: ({ cell }) => <span className="cut offered-cell">{cell}</span>,
    },
    {
      key: 'offered-sent',
      title: 'as it would be sent',
      width: 196,
      position: position + 1,
      isOffered: true,
      tone: () => 'note',
      text: (row) => sentText(sent(row)),
      show: (row) => {
        const { own, spouse } = sent(row);
        return (
          sentText({ own, spouse }) !== '' && (
            <span className="grid-issue offered-cell">
              <IconArrowRight size={13} stroke={1.8} aria-hidden />
              <span className="cut">
                <b>{own}</b>
                {spouse !== '' && <span className="second"> spouse {spouse}</span>}
              </span>
            </span>
          )
        );
      },
    },
  ];
}
