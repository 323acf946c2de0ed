/** Converts a list to the form in which it is compared with a recipe. */
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

/** The list in the form in which it is compared with a recipe. */
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

/** The values of a list about which the recipe may contain answers. */
export const valuesOfRoles = ({ headers, suggestions }: ListRead): ColumnValues[] =>
  suggestions.map(({ column, unclear = [], answers = [], samples }) => ({
    heading: headers[column] ?? '',
    values: [...new Set([...samples, ...[...unclear, ...answers].map(({ value }) => value)])],
  }));
