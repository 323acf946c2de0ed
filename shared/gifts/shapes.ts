/** What the user chooses about a gift file, and what is found in it. */
import { z } from 'zod';
import { GiftSource, ImportOptions } from '../mapping/index.ts';
import { DateOrder } from '../numbers/index.ts';
import { GIFT_ROLES } from './gift-columns.ts';

const GiftRole = z.enum(GIFT_ROLES);

export const GiftChoices = z.strictObject({
  /** Column headings by role; '' for no column. A missing role is detected from headings and values. */
  columns: z.partialRecord(GiftRole, z.string()),
  /** The order of ambiguous dates. Null: the order of the other dates in the file, or else of the list. */
  dateOrder: DateOrder.nullable(),
  /** The decimal sign of ambiguous amounts. Null: the sign of the other amounts in the file. */
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
  /** Why it does not count by default, as the end of a sentence about its gifts; null when it counts. */
  why: z.string().nullable(),
  canCount: z.boolean(),
  /** The first rows of the line. Only for gifts that cannot be used, and for amounts with another decimal sign. */
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
  /** The roles whose column was chosen or has a known heading. */
  certain: z.array(GiftRole),
  dateOrder: DateOrder.nullable(),
  /**
   * The number of gifts with an ambiguous date, of dates that can only be read in one order, and an example. Null when the order is known.
   */
  unclearDates: z.strictObject({ gifts: z.int(), monthFirst: z.int(), dayFirst: z.int(), example: z.string() }).nullable(),
  /** The decimal sign of amounts; null when it is not known. */
  decimal: z.enum(['point', 'comma']).nullable(),
  /** The number of ambiguous amounts and an example; null when `decimal` is known. */
  unclearAmounts: z.strictObject({ gifts: z.int(), example: z.string() }).nullable(),
  gifts: z.int(),
  /** '' when the file states none. */
  currency: z.string(),
  lines: z.array(GiftLineView),
  /** Of the gifts that count. Days are ISO; null without gifts. */
  counted: z.strictObject({ gifts: z.int(), sum: z.string(), firstDay: z.string().nullable(), lastDay: z.string().nullable() }),
  /** Counted gifts with a refund, and the sum of the refunds, which `counted` does not include. Missing without refunds. */
  refunded: z.strictObject({ gifts: z.int(), sum: z.string() }).optional(),
  /** Counted gifts of people on the list. `notOnList`: those of other people. */
  onList: z.strictObject({ gifts: z.int(), people: z.int() }),
  notOnList: z.strictObject({ gifts: z.int(), people: z.int(), firstIds: z.array(z.string()) }),
  /** People of the list without a gift that counts. */
  withoutGifts: z.int(),
  /** When no ID of the gifts is on the list: the number of IDs, and the first IDs of both files. Otherwise null. */
  nothingJoins: z.strictObject({ ids: z.int(), ofList: z.array(z.string()), ofGifts: z.array(z.string()) }).nullable(),
  /** Ten of the people with the largest change in their total. */
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
  /** Whether the fields have the values that the present choices give. */
  isCurrent: z.boolean(),
});
export type ListGifts = z.infer<typeof ListGifts>;
