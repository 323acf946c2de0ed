/**
 * Prints the rows of a file, for comparing the readers with other programs:
 *   sheet-rows.ts FILE [--sheet NAME]   one JSON array a row
 *   sheet-rows.ts --batch               {"file", "sheet"?} a line in, {"file", "ok", "rows" | "error"} a line out
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { SpreadsheetError } from '../../main/spreadsheet/errors.ts';
import { openSpreadsheet } from '../../main/spreadsheet/open.ts';
import { rowsAsTexts } from '../../main/spreadsheet/rows-as-texts.ts';

const { values, positionals } = parseArgs({
  options: { sheet: { type: 'string' }, batch: { type: 'boolean' }, json: { type: 'boolean' } },
  allowPositionals: true,
});

async function* rowsOf(file: string, sheetName: string | undefined): AsyncGenerator<string[]> {
  const workbook = await openSpreadsheet(file);
  try {
    let sheet = workbook.sheets.findIndex((info) => (sheetName === undefined ? !info.hidden : info.name === sheetName));
    if (sheet === -1 && sheetName !== undefined)
      throw new SpreadsheetError('SHEET_NOT_FOUND', `There is no sheet “${sheetName}” in the workbook.`);
    if (sheet === -1) sheet = 0;
    yield* rowsAsTexts(workbook, sheet);
  } finally {
    await workbook.close();
  }
}

function failure(error: unknown) {
  if (error instanceof SpreadsheetError) return { ok: false, error: { code: error.code, message: error.message } };
  throw error;
}

const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

if (values.batch) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { file, sheet } = JSON.parse(line) as { file: string; sheet?: string };
    try {
      const rows: string[][] = [];
      for await (const row of rowsOf(file, sheet)) rows.push(row);
      print({ file, ok: true, rows });
    } catch (error) {
      print({ file, ...failure(error) });
    }
  }
} else {
  try {
    for await (const row of rowsOf(positionals[0] ?? '', values.sheet)) print(row);
  } catch (error) {
    print(failure(error));
    process.exitCode = 6;
  }
}
