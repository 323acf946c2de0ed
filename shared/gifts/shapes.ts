/** What the user chooses about a gift file, and what is found in it. */
import { z } from 'zod';
import { GiftSource, ImportOptions } from '../mapping/index.ts';
import { DateOrder } from '../numbers/index.ts';
import { GIFT_ROLES } from './gift-columns.ts';

const GiftRole = z.enum(GIFT_ROLES);

export const GiftChoices = z.strictObject({
  /** The heading of the column of a role; '' for no column. A role that is not there is found by its headings and values. */
  columns: z.partialRecord(GiftRole, z.string()),
  /** The order of dates that allow two readings; null: that of the file's other dates, else that of the list. */
  dateOrder: DateOrder.nullable(),
  /** The decimal sign of amounts that allow two readings; null: that of the other amounts of the file. */
  decimal: z.enum(['point', 'comma']).nullable(),
  /** Whether the gifts of a line count, by the key of the line. */
  lines: z.record(z.string(), z.boolean()),
  wins: GiftSource.shape.wins,
});
export type GiftChoices = z.infer<typeof GiftChoices>;

export const STANDARD_GIFT_CHOICES: GiftChoices = { columns: {}, dateOrder: null, decimal: null, lines: {}, wins: 'gifts' };

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
  /** The first rows of the file, of a line that cannot count or has amounts with another decimal sign. */
  rows: z.array(z.int()),
});

/** Values of the list as they are sent; '' for none. */
const GivingValues = z.strictObject({ latestDate: z.string(), total: z.string(), count: z.string() });

export const GiftsView = z.strictObject({
  file: z.string(),
  sheet: z.string(),
  /** The names of the sheets of the file. */
  sheets: z.array(z.string()),
  /** The columns of the file, with their first values. */
  headings: z.array(z.strictObject({ heading: z.string(), first: z.array(z.string()) })),
  /** The heading of the column of each role that the file has. */
  columns: z.partialRecord(GiftRole, z.string()),
  /** The roles whose column has a heading that is known for it, or was chosen. */
  certain: z.array(GiftRole),
  dateOrder: DateOrder.nullable(),
  /** Gifts whose day and month could be swapped, with the dates that have one order only, and a date; null when no order is missing. */
  unclearDates: z.strictObject({ gifts: z.int(), monthFirst: z.int(), dayFirst: z.int(), example: z.string() }).nullable(),
  /** The decimal sign of amounts; null when the amounts do not decide together. */
  decimal: z.enum(['point', 'comma']).nullable(),
  /** How many amounts have two readings, and one of them, when `decimal` is null; else null. */
  unclearAmounts: z.strictObject({ gifts: z.int(), example: z.string() }).nullable(),
  gifts: z.int(),
  /** '' when the file states none. */
  currency: z.string(),
  lines: z.array(GiftLineView),
  /** Of the gifts that count. Days are ISO; null without gifts. */
  counted: z.strictObject({ gifts: z.int(), sum: z.string(), firstDay: z.string().nullable(), lastDay: z.string().nullable() }),
  /** Of the gifts that count: those of which a part was refunded, and the sum of these parts, which `counted` is without; not there without any. */
  refunded: z.strictObject({ gifts: z.int(), sum: z.string() }).optional(),
  /** Of the gifts that count: those of people on the list, and those of nobody there. */
  onList: z.strictObject({ gifts: z.int(), people: z.int() }),
  notOnList: z.strictObject({ gifts: z.int(), people: z.int(), firstIds: z.array(z.string()) }),
  /** People of the list without a gift that counts. */
  withoutGifts: z.int(),
  /** How many IDs the file has, with first IDs of both files, when none is on the list; else null. */
  nothingJoins: z.strictObject({ ids: z.int(), ofList: z.array(z.string()), ofGifts: z.array(z.string()) }).nullable(),
  /** Ten of the people whose total changes most. */
  examples: z.array(z.strictObject({ row: z.int(), name: z.string(), before: GivingValues, after: GivingValues })),
});
export type GiftsView = z.infer<typeof GiftsView>;

/** Totals of the user's own report, as typed; '' for none. */
export const GiftReport = z.strictObject({ sum: z.string().max(60), gifts: z.string().max(30) });
export type GiftReport = z.infer<typeof GiftReport>;

/** The gift file of a list. */
export const ListGifts = z.strictObject({
  view: GiftsView,
  choices: GiftChoices,
  /** How the file was read. */
  options: ImportOptions,
  /** Which ten people are shown, from 0. */
  others: z.int(),
  report: GiftReport,
  /** Whether the gifts fill the giving fields. */
  isUsed: z.boolean(),
  /** Whether they do as the choices say. */
  isCurrent: z.boolean(),
});
export type ListGifts = z.infer<typeof ListGifts>;
