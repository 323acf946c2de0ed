/** Which rows of the results are meant, and how a person wants to see them: shapes that the contract, the store and the workers share. */
import { z } from 'zod';

/** A score column under its dotted path, or a column of the sheet under `sheet:` and its heading. */
export const ColumnKey = z.string().min(1).max(2000);

/** What became of a row: `leftOut` was not sent, `unmatched` is a profile that belongs to no row. */
export const Outcome = z.enum(['scored', 'refused', 'unknown', 'leftOut', 'unmatched']);
export type Outcome = z.infer<typeof Outcome>;

/** A condition on one column; an end that is null is open. */
export const ResultFilter = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('range'), column: ColumnKey, min: z.number().nullable(), max: z.number().nullable() }),
  z.strictObject({ kind: z.literal('is'), column: ColumnKey, value: z.string().max(2000) }),
  z.strictObject({ kind: z.literal('contains'), column: ColumnKey, text: z.string().min(1).max(200) }),
  /** Days as YYYY-MM-DD, both included. */
  z.strictObject({ kind: z.literal('days'), column: ColumnKey, from: z.iso.date().nullable(), to: z.iso.date().nullable() }),
  z.strictObject({ kind: z.literal('empty'), column: ColumnKey }),
]);
export type ResultFilter = z.infer<typeof ResultFilter>;

/** Scored people by conditions on columns and by text; every condition holds. */
export const Conditions = z.strictObject({
  filters: z.array(ResultFilter).max(20),
  find: z.string().max(200),
});
export type Conditions = z.infer<typeof Conditions>;

/** Which rows of the results are meant. */
export const ResultSelection = Conditions.extend({ outcome: Outcome });
export type ResultSelection = z.infer<typeof ResultSelection>;

/** Conditions saved under a name with a connection, counted in each of its screenings. */
export const Segment = Conditions.extend({ id: z.string().min(1).max(64), name: z.string().trim().min(1).max(80) });
export type Segment = z.infer<typeof Segment>;

/** Which end of a column is the better one; no scale of a service says so by itself. */
export const Best = z.enum(['high', 'low']);
export type Best = z.infer<typeof Best>;

/** What a person said of a column. */
export const ColumnWish = z.strictObject({
  key: ColumnKey,
  /** Null: the title that was found. */
  title: z.string().trim().min(1).max(120).nullable(),
  best: Best.nullable(),
});
export type ColumnWish = z.infer<typeof ColumnWish>;

/** The columns of a page of results. */
export const MOST_SHOWN = 100;

/** How the results of a connection are looked at. */
export const ColumnArrangement = z.strictObject({
  /** Keys in their order; null: those that are shown at first. */
  shown: z.array(ColumnKey).max(MOST_SHOWN).nullable(),
  columns: z.array(ColumnWish).max(5000),
});
export type ColumnArrangement = z.infer<typeof ColumnArrangement>;

/** What makes a column of the sheet a key. */
const SHEET_KEY = 'sheet:';
/** The key of the column with this heading. */
export const sheetKey = (header: string): string => `${SHEET_KEY}${header}`;
/** The heading behind a key, or null for a score. */
export const headerOfKey = (key: string): string | null => (key.startsWith(SHEET_KEY) ? key.slice(SHEET_KEY.length) : null);

/** What became of a person between two screenings, by one column. */
export const Change = z.enum(['higher', 'lower', 'same', 'changed', 'noValue', 'new', 'notAgain', 'leftOut', 'gone']);
export type Change = z.infer<typeof Change>;

/** How a person's score changed between two screenings. */
export const CHANGE_WORDS: Readonly<Record<Change, string>> = {
  higher: 'Higher number',
  lower: 'Lower number',
  same: 'The same',
  changed: 'Changed',
  noValue: 'Without a value in one of them',
  new: 'New here',
  notAgain: 'Unchanged, not sent again',
  leftOut: 'Left out of this list',
  gone: 'No longer here',
};
