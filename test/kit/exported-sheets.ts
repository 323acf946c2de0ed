/** The cells of an exported file, read by our reader and by SheetJS. */
import { readFileSync } from 'node:fs';
import * as XLSX from 'xlsx';
import { openSpreadsheet } from '../../main/spreadsheet/open.ts';
import { rowsAsTexts } from '../../main/spreadsheet/rows-as-texts.ts';

/** Rows of texts by the name of their sheet. */
type Sheets = Record<string, string[][]>;

export async function sheetsOf(path: string): Promise<Sheets> {
  const workbook = await openSpreadsheet(path);
  try {
    const sheets: Sheets = {};
    for (const [index, { name }] of workbook.sheets.entries()) {
      const rows: string[][] = [];
      for await (const row of rowsAsTexts(workbook, index)) rows.push(row);
      sheets[name] = rows;
    }
    return sheets;
  } finally {
    await workbook.close();
  }
}

/** The same cells as SheetJS shows them, numbers unformatted. */
export function sheetsOfSheetJs(path: string): Sheets {
  const book = XLSX.read(readFileSync(path), { cellDates: false, dense: false, raw: path.endsWith('.csv') });
  return Object.fromEntries(
    book.SheetNames.map((name) => [
      name,
      XLSX.utils.sheet_to_json<unknown[]>(book.Sheets[name]!, { header: 1, raw: true, defval: '' }).map((row) => row.map(String)),
    ]),
  );
}

/** Rows filled up with empty texts to the width of their heading. */
export const padded = (sheets: Sheets): Sheets =>
  Object.fromEntries(
    Object.entries(sheets).map(([name, rows]) => [
      name,
      rows.map((row) => [...row, ...Array.from({ length: (rows[0]?.length ?? 0) - row.length }, () => '')]),
    ]),
  );
