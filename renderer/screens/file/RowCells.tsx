/** Cells that are read out where a row is chosen: enough to know it by. */
const SPOKEN = 4;

interface RowCellsProps {
  readonly cells: readonly string[];
  /** Columns of the widest row beside it; a shorter row ends in empty cells. */
  readonly width: number;
}

/** The cells of one row of the sheet, as they stand in it. */
export function RowCells({ cells, width }: RowCellsProps) {
  return Array.from({ length: width }, (_, column) => (
    <td key={column} title={cells[column] ?? ''}>
      {cells[column] ?? ''}
    </td>
  ));
}

/** What a row is called by for those who cannot see it: the first of its cells that hold something. */
export function spokenCells(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell !== '')
    .slice(0, SPOKEN)
    .join(', ');
}
