/** Number of cells that are read out to identify a row. */
const CELLS_READ_OUT = 4;

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

/** The name of a row for screen readers: its first non-empty cells. */
export function spokenCells(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell !== '')
    .slice(0, CELLS_READ_OUT)
    .join(', ');
}
