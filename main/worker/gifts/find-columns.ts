/** Finds the columns of a gift file by the user's choices, by their headings and by their first values. */
import { AppError } from '../../../shared/base/index.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';
import {
  areRecordTypes,
  type GiftMark,
  giftMarkOf,
  type GiftRole,
  GIFT_ROLES,
  giftColumnsByHeading,
  reasonOf,
} from '../../../shared/gifts/index.ts';
import { type ColumnPlan, type MappingPlan, STANDARD_CLEANING, normalizeHeader } from '../../../shared/mapping/index.ts';
import { profileColumn } from '../../../shared/suggestion/index.ts';
import type { DateOrder } from '../../../shared/numbers/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { GiftsInput } from '../../worker-protocol/index.ts';
import { detectHeadings } from '../list/detect-layout.ts';
import { giftIdsIn } from './repeated-rows.ts';

/** The fields whose rules are used to read the three main columns of a gift. */
export const READ_AS = { id: 'constituentId', date: 'rfmMostRecentGiftDate', amount: 'rfmMostRecentGiftValue' } as const satisfies Partial<
  Record<GiftRole, FieldKey>
>;
/** A column without a known heading is a column of dates or amounts if at least this share of its values are. */
const MOST = 0.8;

/** Number of values to show of each column, and their maximum length in characters. */
const FIRST_VALUES = 3;
const LONGEST_VALUE = 40;

type Columns = Readonly<Record<GiftRole, number>>;

/** Whether a text is the ID of a person on the list. */
export type IsListed = (id: string) => boolean;

export interface FoundColumns {
  readonly headings: readonly string[];
  readonly firstValues: readonly { readonly heading: string; readonly first: readonly string[] }[];
  /** The roles whose column was chosen by the user, or found by its heading. */
  readonly certain: readonly GiftRole[];
  readonly headerRow: number;
  readonly columns: Columns;
  /** The columns whose letters are DonorPerfect's record types. */
  readonly recordTypes: ReadonlySet<number>;
  /** The column of gift IDs, which can repeat in several rows. */
  readonly giftIds: ReturnType<typeof giftIdsIn>;
  /** Other columns that can say why a gift is not counted. */
  readonly marks: readonly { readonly column: number; readonly markOf: GiftMark }[];
  /** How to read the rows. Dates have no order unless the early dates show one, which a choice of the user then overrides. */
  readonly plan: MappingPlan;
  /** The date order that the early dates show; null if they show none. */
  readonly ownOrder: DateOrder | null;
}

/** The column that the user chose for a role; -1 if the user chose none; null without a choice. */
function chosenColumn(role: GiftRole, headings: readonly string[], input: GiftsInput): number | null {
  const chosen = input.choices.columns[role];
  if (chosen === undefined) return null;
  if (chosen === '') return -1;
  const exact = headings.indexOf(chosen);
  const column = exact >= 0 ? exact : headings.findIndex((heading) => normalizeHeader(heading) === normalizeHeader(chosen));
  if (column >= 0) return column;
  throw new AppError(
    'INPUT_INVALID',
    `“${input.gifts.name}” has no column “${chosen}”. It has ${headings
      .slice(0, 12)
      .map((heading) => `“${heading}”`)
      .join(', ')}.`,
  );
}

export function findColumns(early: readonly RowBlock[], input: GiftsInput, isListed: IsListed): FoundColumns {
  const { options } = input.gifts;
  const { headerRow, headers, below: rows } = detectHeadings(early, options.headerRow);
  const valuesOf = (column: number) => rows.map((cells) => cells[column] ?? '');
  const profiles = headers.map((heading, column) => profileColumn(heading, valuesOf(column), column));
  const headed = giftColumnsByHeading(headers);
  const taken = new Set<number>();
  /** Picks the first suitable column by heading, otherwise by values. */
  const pick = (
    role: GiftRole,
    byValues: () => readonly number[] = () => [],
    byHeading: (column: number) => boolean = () => true,
  ): number => {
    const column =
      chosenColumn(role, headers, input) ??
      headed[role].find((one) => !taken.has(one) && byHeading(one)) ??
      byValues().find((one) => !taken.has(one)) ??
      headed[role].find((one) => !taken.has(one)) ??
      -1;
    taken.add(column);
    return column;
  };
  const share = (column: number, kind: 'date' | 'amount') => profiles[column]!.shares[kind];
  const columnsOf = (kind: 'date' | 'amount') => {
    const found = [...headers.keys()].filter((column) => !taken.has(column) && share(column, kind) >= MOST);
    return found.length === 1 ? found : [];
  };
  const pickOf = (kind: 'date' | 'amount') =>
    pick(
      kind,
      () => columnsOf(kind),
      (column) => share(column, kind) > 0.5,
    );
  const listed = headers.map((_, column) => new Set(valuesOf(column).filter((text) => text !== '' && isListed(text))).size);
  const mostListed = headed.id.toSorted((a, b) => listed[b]! - listed[a]!);
  const byListed = () => [...headers.keys()].filter((column) => listed[column]! > 1).toSorted((a, b) => listed[b]! - listed[a]!);
  const recordTypes = new Set(headed.type.filter((column) => areRecordTypes(headers[column]!, valuesOf(column))));
  /** Whether another column of types says why some gifts are not counted. */
  const tellsMore = (column: number) => recordTypes.has(column) || valuesOf(column).some((text) => reasonOf(text, false) !== null);
  /** A column of refunds is often empty in all early rows. It must not be a column of dates or of yes and no. */
  const refundedColumn = (): number => {
    const fits = (column: number) =>
      !taken.has(column) && (share(column, 'amount') > 0.5 || valuesOf(column).every((value) => value.trim() === ''));
    const column = headed.refunded.find(fits) ?? -1;
    taken.add(column);
    return column;
  };
  const chosenId = chosenColumn('id', headers, input);
  const id =
    chosenId ?? (mostListed[0] !== undefined && listed[mostListed[0]]! > 0 ? mostListed[0] : (byListed()[0] ?? headed.id[0] ?? -1));
  taken.add(id);
  const columns: Columns = {
    id,
    date: pickOf('date'),
    refunded: chosenColumn('refunded', headers, input) ?? refundedColumn(),
    amount: pickOf('amount'),
    type: pick('type'),
    // Not if the user chose a column of types or none, because that decides about the other columns too.
    state: pick('state', () => (input.choices.columns.type === undefined ? headed.type.filter(tellsMore) : [])),
    currency: pick('currency'),
  };
  const marks = headers.flatMap((heading, column) => {
    const markOf = taken.has(column) ? null : giftMarkOf(heading, valuesOf(column));
    return markOf === null ? [] : [{ column, markOf }];
  });
  const ownOrder = profiles[columns.date]?.dateOrder ?? null;
  const planOf = (role: keyof typeof READ_AS): ColumnPlan => {
    const { numbers } = profiles[columns[role]]!;
    return {
      column: columns[role],
      to: { kind: 'field', field: READ_AS[role] },
      settled: true,
      dateOrder: role === 'date' && ownOrder !== null ? (input.choices.dateOrder ?? ownOrder) : null,
      decimal: 'point',
      thousandths: true,
      ...(role === 'id' && numbers !== undefined ? { numbers } : {}),
    };
  };
  const plan = {
    columns: (['id', 'date', 'amount'] as const).filter((role) => columns[role] >= 0).map(planOf),
    combinations: [],
    constants: [],
    cleaning: STANDARD_CLEANING,
  };
  const certain = GIFT_ROLES.filter(
    (role) => columns[role] >= 0 && (role in input.choices.columns || headed[role].includes(columns[role])),
  );
  const firstValues = headers.map((heading, column) => {
    const filled = valuesOf(column).filter((text) => text !== '');
    return { heading, first: filled.slice(0, FIRST_VALUES).map((text) => text.slice(0, LONGEST_VALUE)) };
  });
  const giftIds = giftIdsIn(headers, rows, taken, columns);
  return { headings: headers, firstValues, certain, headerRow: headerRow ?? 0, columns, recordTypes, giftIds, marks, plan, ownOrder };
}
