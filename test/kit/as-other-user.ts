/**
 * Opens a file as a user without read permission and prints the result. Root can read everything, so the process drops its privileges,
 * after loading its code because that user cannot read the code's folder.
 */
import { SpreadsheetError } from '../../main/spreadsheet/core/errors.ts';
import { openSpreadsheet } from '../../main/spreadsheet/open.ts';

const NOBODY = 65_534;

if (process.getuid?.() === 0) {
  process.setgid!(NOBODY);
  process.setuid!(NOBODY);
}
try {
  await (await openSpreadsheet(process.argv[2]!)).close();
  process.stdout.write('opened');
} catch (error) {
  process.stdout.write(error instanceof SpreadsheetError ? error.code : String(error));
}
