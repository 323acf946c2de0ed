import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SpreadsheetError } from '../../../../../main/spreadsheet/core/errors.ts';
import { openSource } from '../../../../../main/spreadsheet/core/source.ts';
import { READ_LIMITS } from '../../../../../main/spreadsheet/core/workbook.ts';
import { openCsv } from '../../../../../main/spreadsheet/csv/csv-reader.ts';
import { temporaryFolder } from '../../../../kit/sheet-files.ts';

const folder = temporaryFolder();

test('a read ahead that fails while a block is in use rejects the rows, and nothing else', async () => {
  const source = await openSource(await folder.write('long.csv', 'Anna,Smith\n'.repeat(150_000)));
  const workbook = await openCsv(source, 'long', null, { kind: 'CSV', extensionMisleads: false }, {}, READ_LIMITS);
  const read = source.read.bind(source);
  // Not a spy, because a spy handles the rejection of what it returns.
  source.read = async (target, position) => {
    if (position === 0) return read(target, position);
    throw new SpreadsheetError('FILE_UNREADABLE', 'The drive failed.');
  };
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  try {
    const rows = async () => {
      for await (const block of workbook.rows(0)) if (block.rowNumber(0) === 1) await delay(20);
    };
    await expect(rows()).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
    await workbook.close();
  }
});
