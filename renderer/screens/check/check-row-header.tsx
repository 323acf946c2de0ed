/** The row header of the checked list: the disposition of a row, and its number in the file. */
import type { CheckRow } from '../../../shared/contract/index.ts';
import type { GridRowHeader } from '../../kit/index.ts';
import { ALREADY_SCREENED_LABEL } from './check-columns.tsx';
import { READINESS_LABELS, ReadinessMark } from './ReadinessMark.tsx';

/** The disposition of a row as a label; a row on the suppression list is left out whatever else applies. */
function dispositionLabel({ leftOut, notSent, readiness }: CheckRow): string {
  if (leftOut || readiness === null) return 'Left out';
  return notSent === null ? READINESS_LABELS[readiness] : ALREADY_SCREENED_LABEL;
}

/** Pixels of the longest row name that the header shows whole. */
const WIDEST = 190;

/** The row header, as wide as the name of the last row of the list. */
export const rowHeaderOf = (lastRow: number, rowName: (row: number) => string): GridRowHeader<CheckRow> => ({
  title: 'Row',
  width: 38 + Math.min(WIDEST, 8 * Math.max(3, rowName(lastRow).length)),
  text: (row) => `${rowName(row.row)}, ${dispositionLabel(row)}`,
  show: (row) => (
    <span className="check-number" title={dispositionLabel(row)}>
      {row.leftOut || row.notSent !== null || row.readiness === null ? <span /> : <ReadinessMark readiness={row.readiness} />}
      <span>{rowName(row.row)}</span>
      <span className="visually-hidden">, {dispositionLabel(row)}</span>
    </span>
  ),
});
