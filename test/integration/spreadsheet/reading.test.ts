/** An open file: read repeatedly, closed early, aborted, changed by another program, and larger than the limits. */
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { openSpreadsheet } from '../../../main/spreadsheet/open.ts';
import { workbook } from '../../fixtures/spreadsheet/workbooks.ts';
import { bySheetJs } from '../../kit/sheetjs-workbook.ts';
import { read, temporaryFolder } from '../../kit/sheet-files.ts';
import { ods, odsDocument } from '../../kit/sheet-ods.ts';
import { xlsx } from '../../kit/sheet-xlsx.ts';

const folder = temporaryFolder();

describe('limits', () => {
  test('apply to files that are read into memory as a whole', async () => {
    for (const type of ['biff5', 'html', 'xlml', 'fods'] as const) {
      const path = await folder.write(`big.${type}`, bySheetJs(type));
      await expect(openSpreadsheet(path, { limits: { legacyBytes: 100, markupBytes: 100 } })).rejects.toMatchObject({
        code: 'FILE_TOO_LARGE',
        message: expect.stringMatching(/save it as XLSX or CSV/) as string,
      });
    }
  });

  test('apply to rows and columns of every format', async () => {
    const table = Array.from({ length: 12 }, (_, i) => [`a${i}`, `b${i}`, `c${i}`]);
    for (const type of ['xlsx', 'biff8', 'xlsb', 'ods', 'csv', 'html'] as const) {
      const path = await folder.write(`limits.${type}`, bySheetJs(type, table));
      expect((await read(path, { limits: { rows: 12, columns: 3 } })).rows).toEqual(table);
      await expect(read(path, { limits: { rows: 11 } })).rejects.toMatchObject({ code: 'FILE_TOO_MANY_ROWS' });
      await expect(read(path, { limits: { columns: 2 } })).rejects.toMatchObject({ code: 'FILE_TOO_MANY_COLUMNS' });
    }
  });
});

describe('a file that changes while it is read is refused', () => {
  const large = () =>
    xlsx({
      sheets: [{ rows: Array.from({ length: 3000 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`).join('') }],
    });

  test.each<[string, () => Uint8Array | string]>([
    ['list.xlsx', large],
    ['list.csv', () => 'a,b\n'.repeat(3000)],
    [
      'list.ods',
      () =>
        ods(
          odsDocument(
            `<table:table table:name="a">${'<table:table-row><table:table-cell office:value-type="float" office:value="1"/></table:table-row>'.repeat(3000)}</table:table>`,
          ),
        ),
    ],
  ])('%s', async (name, bytes) => {
    const path = await folder.write(name, bytes());
    const changes: Record<string, () => Promise<void>> = {
      removed: () => rm(path),
      replaced: async () => {
        await writeFile(`${path}.new`, bytes());
        await rename(`${path}.new`, path);
      },
      'written to': () => writeFile(path, 'other'),
      touched: () => utimes(path, 1, 1),
    };
    for (const change of Object.values(changes)) {
      await writeFile(path, bytes());
      const workbook = await openSpreadsheet(path);
      const reading = (async () => {
        let first = true;
        for await (const _ of workbook.rows(0)) {
          if (first) await change();
          first = false;
        }
      })();
      await expect(reading).rejects.toMatchObject({ code: 'FILE_CHANGED' });
      await workbook.close();
    }
  });
});

describe('reading', () => {
  const lists: readonly [string, Uint8Array | string][] = [
    ['list.xlsx', workbook('a sheet of text beyond a block')],
    ['list.csv', Array.from({ length: 1200 }, (_, i) => `${i},row ${i}\n`).join('')],
    [
      'list.ods',
      bySheetJs(
        'ods',
        Array.from({ length: 1200 }, (_, i) => [i, `row ${i}`]),
      ),
    ],
    [
      'list.xls',
      bySheetJs(
        'biff8',
        Array.from({ length: 1200 }, (_, i) => [i, `row ${i}`]),
      ),
    ],
  ];

  test.each(lists)('stops after the rows of a preview, repeatedly: %s', async (name, bytes) => {
    const path = await folder.write(name, bytes);
    const opened = await openSpreadsheet(path);
    for (const maxRows of [1, 20, 700, 1200, 5000, 0]) {
      let rows = 0;
      for await (const block of opened.rows(0, { maxRows })) rows += block.rowCount;
      expect(rows).toBe(Math.min(maxRows, 1200));
    }
    expect(opened.sheetFacts(0).complete).toBe(true);
    await opened.close();
  });

  test.each(lists)('reports its progress up to the end: %s', async (name, bytes) => {
    const path = await folder.write(name, bytes);
    const opened = await openSpreadsheet(path);
    const progress: number[] = [];
    for await (const _ of opened.rows(0, { onProgress: (read) => progress.push(read) })) {
      // Only the progress matters here.
    }
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(opened.fileBytes);
    await opened.close();
  });

  test.each(lists)('ends with the reason of the signal: %s', async (name, bytes) => {
    const path = await folder.write(name, bytes);
    const opened = await openSpreadsheet(path);
    const controller = new AbortController();
    const reading = (async () => {
      for await (const _ of opened.rows(0, { signal: controller.signal })) controller.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
    await opened.close();
    await expect(openSpreadsheet(path, { signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
  });

  test.each(lists)('can stop at any time, and the file can be closed twice: %s', async (name, bytes) => {
    const path = await folder.write(name, bytes);
    const opened = await openSpreadsheet(path);
    for await (const _ of opened.rows(0)) break;
    await opened.close();
    await expect(opened.close()).resolves.toBeUndefined();
  });
});
