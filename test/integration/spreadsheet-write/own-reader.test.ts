import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSpreadsheet } from '../../../main/spreadsheet/open.ts';
import { CellKind } from '../../../main/spreadsheet/core/rowblock.ts';
import { WorkbookWriter } from '../../../main/spreadsheet/write/xlsx-writer.ts';
import { asHeld, nastyText } from '../../kit/nasty-text.ts';
import { temporaryFolder } from './written-files.ts';

const two = (value: number) => String(value).padStart(2, '0');

const day = fc
  .record({ year: fc.integer({ min: 1901, max: 9999 }), month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 28 }) })
  .map((date) => `${date.year}-${two(date.month)}-${two(date.day)}`);
const clock = fc.integer({ min: 0, max: 86_399 }).map((s) => `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`);

const cell = fc.oneof(
  fc.record({ kind: fc.constant(CellKind.Text), text: nastyText().map(asHeld) }),
  fc.record({
    kind: fc.constant(CellKind.Number),
    text: fc
      .oneof(
        fc.integer(),
        fc.integer().map((value) => value / 100),
      )
      .map(String),
  }),
  fc.record({ kind: fc.constant(CellKind.Date), text: day }),
  fc.record({ kind: fc.constant(CellKind.DateTime), text: fc.tuple(day, clock).map(([date, time]) => `${date}T${time}`) }),
  fc.record({ kind: fc.constant(CellKind.Time), text: clock }),
  fc.record({ kind: fc.constant(CellKind.Boolean), text: fc.constantFrom('TRUE', 'FALSE') }),
  fc.record({ kind: fc.constant(CellKind.Error), text: fc.constantFrom('#N/A', '#DIV/0!') }),
);

test('our reader returns every cell of our workbook with its text and kind', async () => {
  const path = join(await temporaryFolder(), 'book.xlsx');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 10 }), async (rows) => {
      const book = await WorkbookWriter.create(path);
      const sheet = book.addSheet('Cells', { columns: [], header: false });
      for (const row of rows) {
        sheet.beginRow();
        for (const { kind, text } of row) sheet.cell(kind, text);
        await sheet.endRow();
      }
      await book.finish();
      const workbook = await openSpreadsheet(path);
      try {
        let seen = 0;
        for await (const block of workbook.rows(0)) {
          for (let index = 0; index < block.rowCount; index += 1) {
            const row = rows[block.rowNumber(index) - 1]!;
            seen += 1;
            row.forEach(({ kind, text }, column) => {
              expect([block.text(index, column), block.kind(index, column)]).toEqual([text, text === '' ? CellKind.Empty : kind]);
            });
          }
        }
        expect(seen).toBe(rows.filter((row) => row.some(({ text }) => text !== '')).length);
      } finally {
        await workbook.close();
      }
    }),
    { numRuns: 60 },
  );
});
