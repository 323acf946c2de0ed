/** A small table that SheetJS writes in any of its formats. */
import * as XLSX from 'xlsx';

/** Names, zeros and characters that are easily lost. */
export const TABLE = [
  ['ID', 'Name', 'ZIP', 'Gift', 'Active'],
  ['0017', 'José Núñez', '02139', 1234.5, true],
  ['0018', '“Ann” O’Brien', '10001', 20, false],
];
/** The cells of the table as they are shown. */
export const ROWS = [
  ['ID', 'Name', 'ZIP', 'Gift', 'Active'],
  ['0017', 'José Núñez', '02139', '1234.5', 'TRUE'],
  ['0018', '“Ann” O’Brien', '10001', '20', 'FALSE'],
];

/** A workbook with the table on its only sheet, “List”. */
export function bySheetJs(bookType: XLSX.BookType, table: unknown[][] = TABLE): Buffer {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(table), 'List');
  const written = XLSX.write(book, { type: 'buffer', bookType, compression: true }) as Buffer;
  return Buffer.from(written);
}

/** An XLSX workbook of several sheets, by name. */
export function bySheets(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer {
  const book = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows as unknown[][]), name);
  return Buffer.from(XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer);
}
