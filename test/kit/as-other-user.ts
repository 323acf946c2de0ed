/**
 * Opens a file as a user who may not read it and prints what comes of it. The superuser may read everything, so the process gives its
 * rights up; it does so once its code is loaded, since that user may not enter the folder that the code lies in.
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
