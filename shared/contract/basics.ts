/** The small shapes that the contract is put together from. */
import { z } from 'zod';
import { Field } from '../mapping/plan.ts';

export const Id = z.string().min(1).max(64);
export const Time = z.number();
export const Text = (max: number) => z.string().max(max);
/** A row's number in the sheet, from 1, as the spreadsheet program shows it. */
export const SheetRow = z.int().min(1);

/** What a host remembers of a file that a person handed over; worth one import. */
export const FileToken = z.string().min(8).max(128);

/** At most this many rows cross the contract at once. */
export const PAGE_ROWS = 200;
export const Page = { offset: z.int().min(0), limit: z.int().min(1).max(PAGE_ROWS) };

/** A file that was saved. */
export const SavedFile = z.strictObject({
  /** How the place is named to the person. */
  shown: z.string(),
  /** A single-use token with which the page fetches the file from its host; null where the file lies in a folder. */
  download: z.string().nullable(),
});

/** A constituent record as a person types it: every value as text, checked like a row of a list. */
export const RecordTexts = z.partialRecord(Field, Text(255));
