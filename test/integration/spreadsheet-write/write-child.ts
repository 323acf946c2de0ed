/**
 * Writes a workbook or a CSV file to the given path, for tests that kill it during the write or let it reach a limit.
 * Prints a line for every thousand rows, then `finishing`, and at the end `done` or the code of the error.
 */
import { CsvWriter } from '../../../main/spreadsheet/write/csv-writer.ts';
import { WriteError } from '../../../main/spreadsheet/write/write-error.ts';
import { WorkbookWriter } from '../../../main/spreadsheet/write/xlsx-writer.ts';

const [path = '', rows = '0'] = process.argv.slice(2);
const columns = [{ title: 'Id' }, { title: 'Text' }];

const say = (line: string) => new Promise<void>((resolve) => process.stdout.write(`${line}\n`, () => resolve()));

async function write(): Promise<void> {
  const file = path.endsWith('.csv') ? await CsvWriter.create(path, { columns }) : await WorkbookWriter.create(path);
  try {
    const table = file instanceof CsvWriter ? file : file.addSheet('Rows', { columns });
    let seed = 1;
    for (let row = 1; row <= Number(rows); row += 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      table.beginRow();
      table.number(row);
      // Digits that compress poorly, so that the file grows while it is written.
      table.text(`${seed.toString(36)}${Math.imul(seed, seed).toString(36)}`.repeat(4));
      await table.endRow();
      if (row % 1000 === 0) await say(String(row));
    }
    await say('finishing');
    await file.finish();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

try {
  await write();
  await say('done');
} catch (error) {
  if (!(error instanceof WriteError)) throw error;
  await say(error.code);
}
