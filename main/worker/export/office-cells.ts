/** The columns of an export that the office added: ratings, officers, notes. */
import { ratingText } from '../../../shared/ratings/index.ts';
import type { ListExportInput } from '../../worker-protocol/index.ts';
import type { ExportList, ListRow } from './export-list.ts';

export interface OfficeCell {
  readonly title: string;
  readonly text: (row: ListRow) => string;
}

const rowNumber = ({ block, row }: ListRow): number => block.rowNumber(row);

/** The officer of a row, by assignment or by the sheet. */
export function officerText({ screening }: ExportList): (row: ListRow) => string {
  const { office } = screening.columns;
  return (row) => office.officerOf(rowNumber(row), office.column < 0 ? '' : row.block.text(row.row, office.column));
}

export function ratingCells(list: ExportList): readonly (OfficeCell & { readonly score: number })[] {
  return list.screening.columns.office.office.ratings.flatMap((rating) => {
    const score = list.scoreColumns.findIndex(({ key }) => key === rating.column);
    return score < 0 ? [] : [{ title: rating.title, score, text: (row: ListRow) => ratingText(rating, list.scoreText(row, score)) }];
  });
}

/** Officers get their own column only if there are assignments. Otherwise, the column of the sheet already shows them. */
function officerCells(list: ExportList): readonly OfficeCell[] {
  return list.screening.columns.office.office.names.length === 0 ? [] : [{ title: 'Officer', text: officerText(list) }];
}

/** Notes and next steps, if the user chose to export them. */
export function noteCells({ notes }: Pick<ListExportInput, 'notes'>): readonly OfficeCell[] {
  if (notes === null) return [];
  const byRow = new Map(notes.map((one) => [one.row, one]));
  return [
    { title: 'Notes', text: (row) => byRow.get(rowNumber(row))?.note ?? '' },
    { title: 'Next step', text: (row) => byRow.get(rowNumber(row))?.nextStep ?? '' },
  ];
}

/** Ratings and officers, not notes. */
export const officeCells = (list: ExportList): readonly OfficeCell[] => [...ratingCells(list), ...officerCells(list)];
