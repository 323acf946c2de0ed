import type { ImportView } from '../../../shared/contract/index.ts';
import { RowCells, spokenCells } from './RowCells.tsx';

interface FirstRowsProps {
  readonly view: ImportView;
  /** True while the sheet is read again. */
  readonly busy: boolean;
  /** True once the list was submitted: the choices are read-only. */
  readonly locked: boolean;
  readonly onHeaderRow: (row: number | null) => void;
}

type RowKind = 'above' | 'header' | 'list';

function kindOf(row: number, headerRow: number | null): RowKind {
  if (headerRow === null || row > headerRow) return 'list';
  return row === headerRow ? 'header' : 'above';
}

/** The user picks the header row in the rows themselves. */
export function FirstRows({ view, busy, locked, onHeaderRow }: FirstRowsProps) {
  const width = Math.max(1, ...view.firstRows.map(({ cells }) => cells.length));
  return (
    <section className="card file-panel" aria-labelledby="rows-title" aria-busy={busy}>
      <div className="file-panel-head">
        <div>
          <h2 className="card-title" id="rows-title">
            First rows
          </h2>
          <p className="small second">{view.headerReason} Select another row if it has the headings.</p>
        </div>
      </div>
      {view.firstRows.length === 0 && <p className="second file-no-rows">This sheet has no rows.</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keyboard */}
      <section className="file-rows" aria-label="First rows of the sheet" tabIndex={0}>
        <table>
          <tbody>
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
                        disabled={locked || busy}
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
          </tbody>
        </table>
      </section>
      <label className="file-none">
        <input
          type="radio"
          name="header-row"
          checked={view.headerRow === null}
          disabled={locked || busy}
          onChange={() => onHeaderRow(null)}
        />
        The sheet has no headings; every row is a person
      </label>
    </section>
  );
}
