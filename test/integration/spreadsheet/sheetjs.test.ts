import { expect, test, vi } from 'vitest';
import { WORKBOOKS, workbook } from '../../fixtures/spreadsheet/workbooks.ts';
import { LISTS } from '../../fixtures/spreadsheet/lists.ts';
import { read, temporaryFolder } from '../../kit/sheet-files.ts';

const folder = temporaryFolder();
const asked = vi.hoisted(() => ({ files: 0 }));

// Counts the files that SheetJS reads. The same module writes the fixtures, which does not count.
vi.mock('xlsx', async (original) => {
  const real = await original<typeof import('xlsx')>();
  return {
    ...real,
    read: (...parameters: Parameters<typeof real.read>) => {
      asked.files++;
      return real.read(...parameters);
    },
    parse_xlscfb: (...parameters: unknown[]) => {
      asked.files++;
      return (real as unknown as { parse_xlscfb: (...given: unknown[]) => unknown }).parse_xlscfb(...parameters);
    },
    parse_zip: () => {
      asked.files++;
      throw new Error('a zip archive was given to SheetJS');
    },
  };
});

test('SheetJS does not read XLSX or XLSM, with any quirk', async () => {
  for (const name of Object.keys(WORKBOOKS)) {
    for (const extension of ['xlsx', 'xlsm', 'xls']) await read(await folder.write(`book.${extension}`, workbook(name)));
  }
  expect(asked.files).toBe(0);
});

test('SheetJS does not read a damaged workbook', async () => {
  const bytes = workbook('shared strings');
  for (let at = 100; at < bytes.length; at += 50) await read(await folder.write('book.xlsx', bytes.subarray(0, at))).catch(() => {});
  expect(asked.files).toBe(0);
});

test('SheetJS does not read text, HTML, XML spreadsheets, dBASE, XLS, XLSB, ODS or FODS', async () => {
  for (const name of [
    'list.csv',
    'unicode.txt',
    'latin.csv',
    'list.html',
    'list.xls',
    'list.xlsb',
    'list.ods',
    'list.fods',
    'list.xml',
    'list.dbf',
  ])
    await read(await folder.write(name, LISTS[name]!()));
  expect(asked.files).toBe(0);
});

test('SheetJS reads the formats that no other reader supports', async () => {
  for (const name of ['list.slk', 'list.dif', 'old.xls', 'older.xls']) {
    const before = asked.files;
    await read(await folder.write(name, LISTS[name]!()));
    expect(asked.files).toBe(before + 1);
  }
});
