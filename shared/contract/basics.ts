/** Shapes that several files of the contract share. */
import { z } from 'zod';
import { Field } from '../mapping/index.ts';

export const Id = z.string().min(1).max(64);
export const Time = z.number();
export const Text = (max: number) => z.string().max(max);
/** A row's number in the sheet, from 1, as the spreadsheet program shows it. */
export const SheetRow = z.int().min(1);

/** The host's reference to a file that the user selected. Valid for one import. */
export const FileToken = z.string().min(8).max(128);

/** The password of a workbook. Never stored, logged or returned. Excel allows 255 characters. */
export const FilePassword = z.string().min(1).max(255);

/** The maximum number of rows in one answer. */
export const PAGE_ROWS = 200;
export const Page = { offset: z.int().min(0), limit: z.int().min(1).max(PAGE_ROWS) };

export const SavedFile = z.strictObject({
  /** The file's location in words. */
  shown: z.string(),
  /** A single-use token for downloading the file from its host; null when the file was saved to a folder. */
  download: z.string().nullable(),
});

/** A constituent record as typed. All values are texts and are checked like a row of a list. */
export const RecordTexts = z.partialRecord(Field, Text(4000));
