import type { ImportView } from '../../../shared/contract/index.ts';
import { RowCells, SheetRows, spokenCells, widestRow } from './SheetRows.tsx';

interface FirstRowsProps {
  readonly view: ImportView;
  /** True while the sheet is read again. */
  readonly isBusy: boolean;
  /** True once the list was submitted: the choices are read-only. */
  readonly isLocked: boolean;
  readonly onHeaderRow: (row: number | null) => void;
}

type RowKind = 'above' | 'header' | 'list';

function kindOf(row: number, headerRow: number | null): RowKind {
  if (headerRow === null || row > headerRow) return 'list';
  return row === headerRow ? 'header' : 'above';
}

/** The first rows of the sheet, in which the user selects the header row. */
export function FirstRows({ view, isBusy, isLocked, onHeaderRow }: FirstRowsProps) {
  const width = widestRow(view.firstRows);
  return (
    <SheetRows
      titleId="rows-title"
      title="First rows"
      hint={<>{view.headerReason} Select another row if it has the headings.</>}
      label="First rows of the sheet"
      isBusy={isBusy}
      foot={
        <label className="file-none">
          <input
            type="radio"
            name="header-row"
            checked={view.headerRow === null}
            disabled={isLocked || isBusy}
            onChange={() => onHeaderRow(null)}
          />
          The sheet has no headings; every row is a person
        </label>
      }
    >
      {view.firstRows.map(({ row, cells }) => {
        const kind = kindOf(row, view.headerRow);
        return (
          <tr key={row} data-kind={kind}>
            <th scope="row">
              <label className="file-choose">
                <input
                  type="radio"
                  name="header-row"
                  checked={view.headerRow === row}
                  disabled={isLocked || isBusy}
                  onChange={() => onHeaderRow(row)}
                  aria-label={`The headings are in row ${row}: ${spokenCells(cells)}`}
                />
                <span className="file-choose-number">{row}</span>
                {kind === 'header' && <span>Headings</span>}
              </label>
            </th>
            <RowCells cells={cells} width={width} />
          </tr>
        );
      })}
    </SheetRows>
  );
}
