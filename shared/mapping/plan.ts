/**
 * The mapping plan: which column of the sheet feeds which fields of the constituent record, and how. Plain data, made
 * by suggestion or by the user, stored with the project and in templates.
 */
import { DateOrder } from '../numbers/index.ts';
import { LONGEST_MARK } from '../transforms/index.ts';
import { z } from 'zod';
import { sensitivityOf } from './sensitive-headings.ts';
import { FIELDS, FIELD_KEYS, type FieldKey, MAX_TEXT_LENGTH, fieldOf } from '../fields/index.ts';

export const Field = z.enum(FIELD_KEYS);

/** How a column that holds several fields is split. */
export const Splitter = z.enum([
  'fullName',
  'spouseName',
  'coupleFirstNames',
  'firstAndMiddle',
  'lastFirst',
  'firstOrOrganization',
  'cityStateZip',
  'addressLines',
  'contact',
]);
export type Splitter = z.infer<typeof Splitter>;

/** The fields that each splitter can fill. A column mapped directly to such a field has priority, row by row. */
export const SPLITTER_FIELDS: Readonly<Record<Splitter, readonly FieldKey[]>> = {
  fullName: ['primaryFirst', 'primaryMiddle', 'primaryLast', 'primaryMaiden', 'spouseFirst', 'spouseMiddle', 'spouseLast'],
  spouseName: ['spouseFirst', 'spouseMiddle', 'spouseLast'],
  coupleFirstNames: ['primaryFirst', 'spouseFirst'],
  firstAndMiddle: ['primaryFirst', 'primaryMiddle', 'spouseFirst'],
  lastFirst: ['primaryLast', 'primaryFirst', 'primaryMiddle', 'primaryMaiden', 'spouseFirst', 'spouseMiddle', 'spouseLast'],
  firstOrOrganization: ['primaryFirst', 'primaryLast'],
  cityStateZip: ['city', 'state', 'postalCode', 'country'],
  addressLines: ['street', 'street2', 'city', 'state', 'postalCode', 'country'],
  contact: ['personalEmail', 'personalPhone', 'businessEmail', 'businessPhone'],
};

/** What a column that is not sent tells the check: who (or whose spouse) has died, who asked not to be screened, who agreed to be, and who is a child. */
export const Role = z.enum(['deceased', 'doNotScreen', 'screeningConsent', 'spouseDeceased', 'child']);
export type Role = z.infer<typeof Role>;

/** The roles of columns that can forbid screening a person. */
export const OBJECTION_ROLES: readonly Role[] = ['doNotScreen', 'screeningConsent', 'child'];

/** Maximum number of values in a column for which the user is asked what they mean. */
export const MAX_UNCLEAR = 5;

/** Maximum number of different values of such a column that are shown with their meaning. */
export const MAX_ANSWERS = 8;
/** Maximum number of values with a meaning that the user decided. */
export const MAX_ANSWERED = MAX_UNCLEAR + MAX_ANSWERS;
export const LONGEST_ANSWER = LONGEST_MARK;

/** Where a column goes. `none`: it is not sent, and exports show it next to the scores. */
export const Target = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('none'),
    tells: Role.optional(),
    /** How the column helps to read an ambiguous whole name in another column. */
    shows: z.enum(['salutation', 'suffix', 'title']).optional(),
    /** Further values that mean yes, as the user answered. */
    yesValues: z.array(z.string().max(LONGEST_MARK)).max(MAX_ANSWERED).optional(),
    /** Values that do not mean yes, as the user answered. */
    noValues: z.array(z.string().max(LONGEST_MARK)).max(MAX_ANSWERED).optional(),
    /** True when the heading asks exactly this question. A value that is not an answer then becomes an issue of its row. */
    everyValue: z.boolean().optional(),
    /** True when the heading also has other meanings. Then only clear codes such as "do not screen" and words for death are read. */
    codes: z.boolean().optional(),
    /** True when the column has names. Then only a name that says that the person has died is read, such as "Estate of Otto Poe". */
    ofNames: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('field'), field: Field }),
  z.strictObject({ kind: z.literal('split'), splitter: Splitter }),
]);
export type Target = z.infer<typeof Target>;

export const roleOf = (to: Target): Role | null => (to.kind === 'none' ? (to.tells ?? null) : null);

/** The columns that help to read an ambiguous whole name, by what they show. Includes columns that go to a field. */
export function columnsOfEvidence({
  columns,
}: Pick<MappingPlan, 'columns'>): Readonly<Record<'email' | 'salutation' | 'suffix' | 'title' | 'spouse' | 'id', readonly number[]>> {
  const of = (isOne: (to: Target) => boolean): number[] => columns.flatMap(({ column, to }) => (isOne(to) ? [column] : []));
  return {
    email: of((to) => to.kind === 'field' && (to.field === 'personalEmail' || to.field === 'businessEmail')),
    salutation: of((to) => to.kind === 'none' && to.shows === 'salutation'),
    suffix: of((to) => to.kind === 'none' && to.shows === 'suffix'),
    title: of((to) => (to.kind === 'none' && to.shows === 'title') || (to.kind === 'field' && to.field === 'businessTitle')),
    spouse: of((to) => (to.kind === 'field' && to.field === 'spouseLast') || (to.kind === 'split' && to.splitter === 'spouseName')),
    id: of((to) => to.kind === 'field' && to.field === 'constituentId'),
  };
}

/** What a column with a role says about a row, as the end of a sentence about the column. */
export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  deceased: 'tells who has died',
  doNotScreen: 'tells who is not to be screened',
  screeningConsent: 'tells who agrees to be screened',
  spouseDeceased: 'tells whose spouse has died',
  child: 'tells who is a child',
};

/**
 * The currency of a column of amounts. Amounts in another currency are not sent. `main`: '' when none is stated, null when no currency has
 * a majority. `column`: the position of the column with the currency of each row; null without one.
 */
export const AmountCurrency = z.strictObject({ main: z.string().max(20).nullable(), column: z.int().min(0).max(16_383).nullable() });
export type AmountCurrency = z.infer<typeof AmountCurrency>;

export const ColumnPlan = z.strictObject({
  /** Position in the sheet, from 0. */
  column: z.int().min(0).max(16_383),
  to: Target,
  /** True when the target is certain or the user confirmed it; false for a suggestion. */
  settled: z.boolean(),
  /** The order for dates that allow two readings; null when no date needs it, or when it is not known. */
  dateOrder: DateOrder.nullable(),
  /** The decimal sign of amounts that allow two readings; null when the values contradict each other. */
  decimal: z.enum(['point', 'comma']).nullable(),
  /** True when three digits after the decimal sign are decimals, because the values prove it or the user chose the sign. */
  thousandths: z.boolean().optional(),
  /** The currency of the amounts of a column that state one. */
  currency: AmountCurrency.optional(),
  /**
   * How a program changed numeric IDs. `floats`: it wrote them with a decimal, 123.0. `cut`: it kept 15 digits and replaced the others by
   * zeros.
   */
  numbers: z.enum(['floats', 'cut']).optional(),
  /** The position of the column that says for each row which type this phone, email or address has: Home, Business, Fax. */
  typeColumn: z.int().min(0).max(16_383).optional(),
});
export type ColumnPlan = z.infer<typeof ColumnPlan>;

/** One field from several columns. The combination applies even if the columns are also mapped to that field. */
export const Combination = z.strictObject({
  field: Field,
  columns: z.array(z.int().min(0).max(16_383)).min(2).max(8),
  how: z.enum(['firstFilled', 'join']),
  separator: z.string().max(10),
});
export type Combination = z.infer<typeof Combination>;

/** Cleaning of every row; each option can be turned off. */
export const Cleaning = z.strictObject({
  /** Doubled spaces and invisible characters. Spaces at the ends are always removed. */
  spaces: z.boolean(),
  /** `<None Specified>`, `N/A`, `00/00/0000` and similar values become empty. */
  placeholders: z.boolean(),
  /** Names in capitals, in lower case, or with capitals in the wrong places (jANE) are rewritten in normal case. */
  shoutedNames: z.boolean(),
  stateCodes: z.boolean(),
  countryCodes: z.boolean(),
  /** Restores zeros that a spreadsheet removed from a ZIP, if the state agrees. The checks report the others. */
  zipZeros: z.boolean(),
  /** Splits a street of several lines into street and second line. */
  streetLines: z.boolean(),
});
export type Cleaning = z.infer<typeof Cleaning>;

/** The defaults. */
export const STANDARD_CLEANING: Cleaning = {
  spaces: true,
  placeholders: true,
  shoutedNames: true,
  stateCodes: true,
  countryCodes: true,
  zipZeros: true,
  streetLines: true,
};

/** Where the values of a gift file are, and which values are used when the sheet has some too. */
export const GiftSource = z.strictObject({ first: z.int().min(0).max(32_767), wins: z.enum(['gifts', 'list']) });
export type GiftSource = z.infer<typeof GiftSource>;

export const MappingPlan = z.strictObject({
  columns: z.array(ColumnPlan).max(16_384),
  combinations: z.array(Combination).max(FIELDS.length),
  constants: z.array(z.strictObject({ field: Field, value: z.string().max(MAX_TEXT_LENGTH) })).max(FIELDS.length),
  cleaning: Cleaning,
  /** The values of a gift file. They fill eight columns after those of the sheet, from column `first` on; see `gift-values.ts`. */
  gifts: GiftSource.optional(),
  /** Whether pseudonyms are sent in place of constituent IDs; missing: `sendsPseudonyms` decides by the heading. */
  pseudonyms: z.boolean().optional(),
});
export type MappingPlan = z.infer<typeof MappingPlan>;

/** The columns that can fill a field, in sheet order. */
export function columnsFor({ columns, combinations }: Pick<MappingPlan, 'columns' | 'combinations'>, key: FieldKey): readonly number[] {
  // The last of several combinations applies, and it takes precedence over single columns.
  const combined = combinations.findLast(({ field }) => field === key);
  if (combined !== undefined) return combined.columns;
  return columns
    .filter(({ to }) => (to.kind === 'field' ? to.field === key : to.kind === 'split' && SPLITTER_FIELDS[to.splitter].includes(key)))
    .map(({ column }) => column)
    .toSorted((a, b) => a - b);
}

/** The fields that can carry the mark of a role, first choice first. A list without names uses any other field. */
const MARKED: readonly FieldKey[] = ['primaryLast', 'primaryFirst', ...FIELD_KEYS];

/** A column with a role, and the user's answers about its values. */
export interface RoleColumn {
  readonly column: number;
  readonly role: Role;
  readonly yesValues: readonly string[];
  readonly noValues: readonly string[];
  readonly everyValue: boolean;
  readonly codes: boolean;
  readonly ofNames: boolean;
}

/** The columns with a role, and the field to mark; null when the plan fills no such field. */
export function roleColumns(
  roles: readonly Role[],
  { columns, combinations, constants }: MappingPlan,
): { readonly by: readonly RoleColumn[]; readonly on: FieldKey | null } {
  const isFilled = (key: FieldKey) =>
    combinations.some(({ field }) => field === key) ||
    constants.some(({ field }) => field === key) ||
    columns.some(({ to }) => (to.kind === 'field' ? to.field === key : to.kind === 'split' && SPLITTER_FIELDS[to.splitter].includes(key)));
  return {
    by: columns.flatMap(({ column, to }) => {
      if (to.kind !== 'none' || to.tells === undefined || !roles.includes(to.tells)) return [];
      const { yesValues = [], noValues = [], everyValue = false, codes = false, ofNames = false } = to;
      return [{ column, yesValues, noValues, everyValue, codes, ofNames, role: to.tells }];
    }),
    on: MARKED.find(isFilled) ?? null,
  };
}

/**
 * True when the service gets pseudonyms in place of the constituent IDs: by the user's choice, or by default if the IDs are record numbers
 * of a hospital, which must not be sent.
 */
export function sendsPseudonyms({ pseudonyms, columns, combinations }: MappingPlan, headers: readonly string[]): boolean {
  if (pseudonyms !== undefined) return pseudonyms;
  const ofIds = [
    ...columns.filter(({ to }) => to.kind === 'field' && to.field === 'constituentId').map(({ column }) => column),
    ...combinations.filter(({ field }) => field === 'constituentId').flatMap((combination) => combination.columns),
  ];
  return ofIds.some((column) => sensitivityOf(headers[column] ?? '') === 'recordNumber');
}

/** How sure a suggestion is. */
export const Certainty = z.enum(['certain', 'sure', 'likely', 'none']);
export type Certainty = z.infer<typeof Certainty>;

/** The suggestion for one column; `alternatives` are the next best targets, best first. */
export const ColumnSuggestion = z.strictObject({
  column: z.int().min(0),
  header: z.string(),
  /** The first filled values as the sheet shows them; at most six. */
  samples: z.array(z.string()),
  filled: z.int().min(0),
  to: Target,
  certainty: Certainty,
  reason: z.string(),
  alternatives: z.array(Target),
  /** A note about the values, or null: "137 cells hold two people". */
  remark: z.string().nullable(),
  /** True for values that must not be in a screening file: card, social security and patient numbers. */
  sensitive: z.boolean(),
  /** The number of rows that were examined. */
  looked: z.int().min(0),
  /** The date order that the values prove; null when they prove none. */
  provenOrder: DateOrder.nullable(),
  /** The decimal sign that the values prove; null when they prove none. */
  provenDecimal: z.enum(['point', 'comma']).nullable(),
  /** As in the plan, for a list with an earlier mapping. */
  currency: AmountCurrency.optional(),
  /** Values of unknown meaning in a column that tells who has died. */
  unclear: z
    .array(z.strictObject({ value: z.string(), rows: z.int() }))
    .max(MAX_UNCLEAR)
    .optional(),
  /** The values of such a column in the examined rows, the most frequent first. Only for a column with few different values. */
  answers: z
    .array(z.strictObject({ value: z.string(), rows: z.int() }))
    .max(MAX_ANSWERS)
    .optional(),
  /** For a column that is used when another one is empty: the number of rows that it fills. */
  fills: z.int().min(0).optional(),
  /** Dates that allow both orders. */
  eitherWay: z.array(z.string()).optional(),
});
export type ColumnSuggestion = z.infer<typeof ColumnSuggestion>;

/** What `sentTo` needs from the column's suggestion. */
export type ChoiceEvidence = Pick<ColumnSuggestion, 'provenOrder' | 'to'>;

/** The column with the target that the user chose: confirmed, and with the date order that its values prove. */
export function sentTo(column: ColumnPlan, chosen: Target, suggestion: ChoiceEvidence | undefined): ColumnPlan {
  const role = roleOf(chosen);
  // The suggested target also has `everyValue`, `codes` and `ofNames` from the heading.
  const to = suggestion !== undefined && role !== null && roleOf(suggestion.to) === role ? suggestion.to : chosen;
  const isDate = to.kind === 'field' && fieldOf(to.field).type === 'date';
  return { ...column, to, settled: true, dateOrder: isDate ? (column.dateOrder ?? suggestion?.provenOrder ?? null) : column.dateOrder };
}

/** The CRM that the headings come from. */
export const SourceSystem = z.strictObject({ id: z.string(), name: z.string(), known: z.int(), of: z.int() });
export type SourceSystem = z.infer<typeof SourceSystem>;
