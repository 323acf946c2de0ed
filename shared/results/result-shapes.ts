/** Shapes for selecting and arranging result rows. The contract, the store and the workers share them. */
import { z } from 'zod';
import { type FieldKey, isFieldKey } from '../fields/index.ts';

/**
 * The key of a column: the dotted path of a score, `sheet:` and a heading, `field:` and the name of a field as sent, `FLAGS_KEY`,
 * `OFFICER_KEY`, or `rating:` and the key of its score.
 */
export const ColumnKey = z.string().min(1).max(2000);

/** What happened to a row. `leftOut`: it was not sent. `unmatched`: a profile that belongs to no row. */
export const Outcome = z.enum(['scored', 'refused', 'unknown', 'leftOut', 'notChosen', 'unmatched']);
export type Outcome = z.infer<typeof Outcome>;

/** The outcome of one row. `leftOut` includes `notChosen`, because its reason is given separately. */
export const RowOutcome = Outcome.exclude(['notChosen']);

/** True for rows that were not sent. */
export const isUnsent = (outcome: Outcome): boolean => outcome === 'leftOut' || outcome === 'notChosen';

/** A condition on one column. Null: no bound. */
export const ResultFilter = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('range'), column: ColumnKey, min: z.number().nullable(), max: z.number().nullable() }),
  z.strictObject({ kind: z.literal('is'), column: ColumnKey, value: z.string().max(2000) }),
  z.strictObject({ kind: z.literal('contains'), column: ColumnKey, text: z.string().min(1).max(200) }),
  /** Days as YYYY-MM-DD. Both bounds are included. */
  z.strictObject({ kind: z.literal('days'), column: ColumnKey, from: z.iso.date().nullable(), to: z.iso.date().nullable() }),
  z.strictObject({ kind: z.literal('empty'), column: ColumnKey }),
]);
export type ResultFilter = z.infer<typeof ResultFilter>;

/** Conditions on columns and on text. A scored person must meet all of them. */
export const Conditions = z.strictObject({
  filters: z.array(ResultFilter).max(20),
  find: z.string().max(200),
});
export type Conditions = z.infer<typeof Conditions>;

/** Maximum number of rows that a user can tick or untick individually. */
export const MAX_CHOSEN = 5000;

/** Rows that the user ticked, by sheet row. `isExcept`: all rows except these. */
export const Chosen = z.strictObject({ isExcept: z.boolean(), rows: z.array(z.int().min(1)).max(MAX_CHOSEN) });
export type Chosen = z.infer<typeof Chosen>;

/** Conditions, narrowed to the ticked rows. */
export const ChosenConditions = Conditions.extend({ chosen: Chosen.optional() });
export type ChosenConditions = z.infer<typeof ChosenConditions>;

export const ResultSelection = ChosenConditions.extend({ outcome: Outcome });
export type ResultSelection = z.infer<typeof ResultSelection>;

/** Conditions that the user saved by name with a connection. All screenings of the connection show their count. */
export const Segment = Conditions.extend({ id: z.string().min(1).max(64), name: z.string().trim().min(1).max(80) });
export type Segment = z.infer<typeof Segment>;

/** Which end of a column is better. The service does not report it, so the user says it. */
export const Best = z.enum(['high', 'low']);
export type Best = z.infer<typeof Best>;

/** The user's settings of a column. */
export const ResultColumnSettings = z.strictObject({
  key: ColumnKey,
  /** Null: the title derived from the path. */
  title: z.string().trim().min(1).max(120).nullable(),
  best: Best.nullable(),
});
export type ResultColumnSettings = z.infer<typeof ResultColumnSettings>;

/** Maximum number of columns on a page of results. */
export const MAX_SHOWN = 100;

/** The user's settings for the result columns of a connection. */
export const ColumnArrangement = z.strictObject({
  /** Keys in display order; null: the columns shown by default. */
  shown: z.array(ColumnKey).max(MAX_SHOWN).nullable(),
  columns: z.array(ResultColumnSettings).max(5000),
});
export type ColumnArrangement = z.infer<typeof ColumnArrangement>;

/** Prefix of the key of a sheet column. */
const SHEET_KEY = 'sheet:';
export const sheetKey = (header: string): string => `${SHEET_KEY}${header}`;
/** The heading of a sheet column's key; null for a score. */
export const headerOfKey = (key: string): string | null => (key.startsWith(SHEET_KEY) ? key.slice(SHEET_KEY.length) : null);

/** Prefix of the key of a field as it was sent. */
const FIELD_KEY = 'field:';
export const fieldKey = (field: FieldKey): string => `${FIELD_KEY}${field}`;
/** The field of such a key; null for any other column. */
export const fieldOfKey = (key: string): FieldKey | null => {
  const field = key.startsWith(FIELD_KEY) ? key.slice(FIELD_KEY.length) : '';
  return isFieldKey(field) ? field : null;
};
/** The key of the marks of a person: deceased, organization, an objection. */
export const FLAGS_KEY = 'flags:';

/** The key of the officer of a person: by assignment, or else from the column of the sheet. */
export const OFFICER_KEY = 'office:officer';

/** Prefix of the key of a rating, which is followed by the key of its score. */
const RATING_KEY = 'rating:';
export const ratingKey = (column: string): string => `${RATING_KEY}${column}`;
/** The score of the key of a rating; null for any other column. */
export const ratedColumn = (key: string): string | null => (key.startsWith(RATING_KEY) ? key.slice(RATING_KEY.length) : null);

/** True for the key of a score. */
export const isScoreKey = (key: string): boolean =>
  headerOfKey(key) === null && fieldOfKey(key) === null && ratedColumn(key) === null && key !== FLAGS_KEY && key !== OFFICER_KEY;

/** How a person's value in one column changed between two screenings. */
export const ChangeKind = z.enum(['higher', 'lower', 'same', 'changed', 'noValue', 'new', 'notAgain', 'leftOut', 'gone']);
export type ChangeKind = z.infer<typeof ChangeKind>;

/**
 * The order of compared people. `size`: the largest change first. Only `higher` and `lower` have a size. Others are in the order of the
 * file.
 */
export const ChangeOrder = z.enum(['size', 'file']);
export type ChangeOrder = z.infer<typeof ChangeOrder>;

/** True for a change that has a size. */
export const hasSize = (change: ChangeKind): change is 'higher' | 'lower' => change === 'higher' || change === 'lower';

export const CHANGE_TEXTS: Readonly<Record<ChangeKind, string>> = {
  higher: 'Higher number',
  lower: 'Lower number',
  same: 'The same',
  changed: 'Changed',
  noValue: 'Without a value in one of them',
  new: 'Not screened then',
  notAgain: 'Unchanged, not sent again',
  leftOut: 'Left out of this list',
  gone: 'No longer here',
};
