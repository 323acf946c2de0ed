/** What the user chooses about a gift file, and what is found in it. */
import { z } from 'zod';
import { GiftSource } from '../mapping/index.ts';
import { DateOrder } from '../transforms/index.ts';
import { GIFT_ROLES } from './gift-columns.ts';

const GiftRole = z.enum(GIFT_ROLES);

export const GiftChoices = z.strictObject({
  /** The heading of the column of a role; '' for no column. A role that is not there is found by its headings and values. */
  columns: z.partialRecord(GiftRole, z.string()),
  /** The order of dates that allow two readings; null: that of the file's other dates, else that of the list. */
  dateOrder: DateOrder.nullable(),
  /** Whether the gifts of a line count, by the key of the line. */
  lines: z.record(z.string(), z.boolean()),
  wins: GiftSource.shape.wins,
});
export type GiftChoices = z.infer<typeof GiftChoices>;

export const STANDARD_GIFT_CHOICES: GiftChoices = { columns: {}, dateOrder: null, lines: {}, wins: 'gifts' };

/** Amounts are plain decimals. */
const GiftLineView = z.strictObject({
  key: z.string(),
  label: z.string(),
  gifts: z.int(),
  /** Null when the gifts have no amount. */
  sum: z.string().nullable(),
  counted: z.boolean(),
  /** Why it does not count by default, as the rest of a sentence about its gifts; null when it counts. */
  why: z.string().nullable(),
  canCount: z.boolean(),
  /** The first rows of the file, of a line that cannot count. */
  rows: z.array(z.int()),
});

/** Values of the list as they are sent; '' for none. */
const GivingValues = z.strictObject({ latestDate: z.string(), total: z.string(), count: z.string() });

export const GiftsView = z.strictObject({
  file: z.string(),
  sheet: z.string(),
  /** The heading of the column of each role that the file has. */
  columns: z.partialRecord(GiftRole, z.string()),
  dateOrder: DateOrder.nullable(),
  gifts: z.int(),
  /** '' when the file states none. */
  currency: z.string(),
  lines: z.array(GiftLineView),
  /** Of the gifts that count. Days are ISO; null without gifts. */
  counted: z.strictObject({ gifts: z.int(), sum: z.string(), firstDay: z.string().nullable(), lastDay: z.string().nullable() }),
  /** Of the gifts that count: those of people on the list, and those of nobody there. */
  onList: z.strictObject({ gifts: z.int(), people: z.int() }),
  notOnList: z.strictObject({ gifts: z.int(), people: z.int(), firstIds: z.array(z.string()) }),
  /** People of the list without a gift that counts. */
  withoutGifts: z.int(),
  /** The people whose total changes most. */
  examples: z.array(z.strictObject({ row: z.int(), name: z.string(), before: GivingValues, after: GivingValues })),
});
export type GiftsView = z.infer<typeof GiftsView>;
