/** Amounts in an exported workbook are numbers in a dollar format. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { scoreColumns } from '../../../main/worker/export/export-columns.ts';
import { WorkbookWriter } from '../../../main/spreadsheet/write/xlsx-writer.ts';
import type { ResultFile } from '../../../main/worker/result-file/result-file.ts';

it.each([1, 5])('amounts stay numbers and show dollars, at compression %i', async (compression) => {
  const folder = await mkdtemp(join(tmpdir(), 'money-'));
  try {
    const path = join(folder, 'scores.xlsx');
    const columns: ResultFile['columns'] = [
      { key: 'scoreDetails.capacityValue', type: 'number', filled: 1, min: 0, max: 412_000.5 },
      { key: 'scoreDetails.capacityRating', type: 'number', filled: 1, min: 1, max: 4 },
    ];
    const book = await WorkbookWriter.create(path, { compression });
    const sheet = book.addSheet('Scores', {
      columns: scoreColumns(columns, { positions: [0, 1], titles: ['Capacity value', 'Capacity rating'] }, [], new Set()),
    });
    sheet.beginRow();
    sheet.number(412_000.5);
    sheet.number(4);
    await sheet.endRow();
    sheet.close();
    await book.finish();
    const read = new ExcelJS.Workbook();
    await read.xlsx.readFile(path);
    const row = read.getWorksheet('Scores')!.getRow(2);
    expect(row.getCell(1).value).toBe(412_000.5);
    expect(row.getCell(1).numFmt).toMatch(/^"\$"#,##0;/);
    expect(row.getCell(2).value).toBe(4);
    expect(row.getCell(2).numFmt ?? 'General').toBe('General');
  } finally {
    await rm(folder, { recursive: true });
  }
});
