/** A list as the recipe of an earlier screening is compared with it. */
import type { ColumnSuggestion, ImportOptions } from '../mapping/index.ts';
import type { ListRead } from '../recipe/index.ts';
import { type ReadLayout, type ReadSheet, noticesOf } from './sheet-notices.ts';

interface ReadSource {
  readonly sheet: ReadSheet & Pick<ListRead, 'firstRows' | 'text'> & { readonly sheets: readonly { readonly name: string }[] };
  readonly layout: ReadLayout & Pick<ListRead, 'sheetName' | 'headerRow'>;
  readonly importOptions: ImportOptions;
  readonly suggestions: readonly ColumnSuggestion[];
  readonly system: { readonly name: string } | null;
}

/** The values of a column of a list. */
export interface ColumnValues {
  readonly heading: string;
  readonly values: string[];
}

/** What a recipe is compared with. */
export function readList({ sheet, layout, importOptions, suggestions, system }: ReadSource): ListRead {
  const { hiddenRows, hiddenRowsAre, subtotals, subtotalsAre, otherSheets, otherSheetsAre, mergedCells, mergedCellsAre } = noticesOf(
    sheet,
    layout,
    importOptions,
  );
  return {
    system: system?.name ?? null,
    headers: layout.headers,
    suggestions,
    sheets: sheet.sheets.map(({ name }) => name),
    sheetName: layout.sheetName,
    headerRow: layout.headerRow,
    firstRows: sheet.firstRows,
    text: sheet.text,
    rows: {
      hiddenRows: { are: hiddenRowsAre, count: hiddenRows },
      subtotals: { are: subtotalsAre, count: subtotals },
      otherSheets: { are: otherSheetsAre, count: otherSheets?.length ?? 0 },
      mergedCells: { are: mergedCellsAre, count: mergedCells ?? 0 },
    },
  };
}

/** The values of a list about which a user can have given an answer. */
export const valuesOfRoles = ({ headers, suggestions }: ListRead): ColumnValues[] =>
  suggestions.map(({ column, unclear = [], answers = [], samples }) => ({
    heading: headers[column] ?? '',
    values: [...new Set([...samples, ...[...unclear, ...answers].map(({ value }) => value)])],
  }));
