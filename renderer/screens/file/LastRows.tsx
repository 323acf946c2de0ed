import { Checkbox } from '@mantine/core';
import type { ImportView } from '../../../shared/contract/index.ts';
import { RowCells, SheetRows, spokenCells, widestRow } from './SheetRows.tsx';

/** The ID of the heading, to go there from elsewhere on the screen. */
export const LAST_ROWS_TITLE = 'last-rows-title';

interface LastRowsProps {
  readonly view: ImportView;
  /** True while the sheet is read again. */
  readonly isBusy: boolean;
  /** True once the list was submitted: the choices are read-only. */
  readonly isLocked: boolean;
  readonly onTotals: (rows: number[]) => void;
}

/** The last rows that are below the headings. */
export const lastRowsOf = ({ lastRows, headerRow }: ImportView): ImportView['lastRows'] =>
  lastRows.filter(({ row }) => headerRow === null || row > headerRow);

/** The end of the sheet, where the user can mark totals and remarks. */
export function LastRows({ view, isBusy, isLocked, onTotals }: LastRowsProps) {
  const rows = lastRowsOf(view);
  if (rows.length === 0) return null;
  const width = widestRow(rows);
  const totals = new Set(view.totalsRows);
  const toggle = (row: number, isTotal: boolean) =>
    onTotals(isTotal ? [...view.totalsRows, row].toSorted((a, b) => a - b) : view.totalsRows.filter((one) => one !== row));
  return (
    <SheetRows
      titleId={LAST_ROWS_TITLE}
      title="Last rows"
      hint="Select the rows that are totals or remarks. They are left out of the list."
      label="Last rows of the sheet"
      isBusy={isBusy}
      className="file-end"
    >
      {rows.map(({ row, cells }) => (
        <tr key={row} data-kind={totals.has(row) ? 'above' : 'list'}>
          <th scope="row">
            <Checkbox
              size="xs"
              label={totals.has(row) ? `${row}, left out` : String(row)}
              aria-label={`Row ${row} is not a person: ${spokenCells(cells)}`}
              checked={totals.has(row)}
              disabled={isBusy || isLocked}
              onChange={(event) => toggle(row, event.currentTarget.checked)}
            />
          </th>
          <RowCells cells={cells} width={width} />
        </tr>
      ))}
    </SheetRows>
  );
}
