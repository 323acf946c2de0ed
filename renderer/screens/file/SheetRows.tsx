import type { ReactNode } from 'react';
import { ScrollRegion } from '../../kit/index.ts';

/** Number of cells that a screen reader reads to identify a row. */
const CELLS_READ_OUT = 4;

interface SheetRowsProps {
  /** ID of the title, which can get the focus. */
  readonly titleId: string;
  readonly title: string;
  readonly hint: ReactNode;
  /** Accessible name of the rows. */
  readonly label: string;
  /** True while the sheet is read again. */
  readonly isBusy: boolean;
  readonly className?: string;
  /** The table rows. */
  readonly children: readonly ReactNode[];
  /** Below the rows. */
  readonly foot?: ReactNode;
}

/** A card with a part of the sheet, whose rows scroll sideways. */
export function SheetRows({ titleId, title, hint, label, isBusy, className = '', children, foot }: SheetRowsProps) {
  return (
    <section className={`card file-panel ${className}`} aria-labelledby={titleId} aria-busy={isBusy}>
      <div className="file-panel-head">
        <div>
          <h2 className="card-title" id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <p className="small second">{hint}</p>
        </div>
      </div>
      {children.length === 0 && <p className="second file-no-rows">This sheet has no rows.</p>}
      <ScrollRegion className="file-rows" label={label}>
        <table>
          <tbody>{children}</tbody>
        </table>
      </ScrollRegion>
      {foot}
    </section>
  );
}

interface RowCellsProps {
  readonly cells: readonly string[];
  /** Columns of the widest row; shorter rows end in empty cells. */
  readonly width: number;
}

export function RowCells({ cells, width }: RowCellsProps) {
  return Array.from({ length: width }, (_, column) => (
    <td key={column} title={cells[column] ?? ''}>
      {cells[column] ?? ''}
    </td>
  ));
}

/** The number of columns of the widest row; at least 1. */
export const widestRow = (rows: readonly { readonly cells: readonly string[] }[]): number =>
  Math.max(1, ...rows.map(({ cells }) => cells.length));

/** The name of a row for screen readers: its first non-empty cells. */
export function spokenCells(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell !== '')
    .slice(0, CELLS_READ_OUT)
    .join(', ');
}
