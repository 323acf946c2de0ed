/**
 * The mapping plan: which column of the sheet feeds which fields of the constituent record, and how.
 * Plain data, made by suggestion or by a person, kept with the project and in templates.
 */
import { DateOrder } from '../transforms/dates.ts';
import { z } from 'zod';
import { FIELDS, FIELD_KEYS, fieldOf, MAX_TEXT_LENGTH, type FieldKey } from '../fields/table.ts';

export const Field = z.enum(FIELD_KEYS as [FieldKey, ...FieldKey[]]);

/** A column that holds several fields at once, and the way it is taken apart. */
export const Splitter = z.enum(['fullName', 'spouseName', 'coupleFirstNames', 'lastFirst', 'cityStateZip', 'addressLines']);
export type Splitter = z.infer<typeof Splitter>;

/** The fields that each splitter may fill. A column that is mapped to one of them directly comes first, row by row. */
export const SPLITTER_FIELDS: Readonly<Record<Splitter, readonly FieldKey[]>> = {
  fullName: ['primaryFirst', 'primaryMiddle', 'primaryLast', 'spouseFirst', 'spouseMiddle', 'spouseLast'],
  spouseName: ['spouseFirst', 'spouseMiddle', 'spouseLast'],
  coupleFirstNames: ['primaryFirst', 'spouseFirst'],
  lastFirst: ['primaryLast', 'primaryFirst', 'primaryMiddle', 'spouseFirst', 'spouseMiddle', 'spouseLast'],
  cityStateZip: ['city', 'state', 'postalCode', 'country'],
  addressLines: ['street', 'street2', 'city', 'state', 'postalCode', 'country'],
};

/**
 * Where a column goes. `none`: it stays on this computer and comes back beside the scores; what such a column tells of a row that a
 * check should know of is said beside it: `deceased`, that the person has died.
 */
export const Target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none'), tells: z.literal('deceased').optional() }),
  z.strictObject({ kind: z.literal('field'), field: Field }),
  z.strictObject({ kind: z.literal('split'), splitter: Splitter }),
]);
export type Target = z.infer<typeof Target>;

/** True for a column that stays here and tells who has died. */
export const tellsDeath = (to: Target): boolean => to.kind === 'none' && to.tells === 'deceased';

export const ColumnPlan = z.strictObject({
  /** Position in the sheet, from 0. */
  column: z.int().min(0).max(16_383),
  to: Target,
  /** True when it is certain or a person has said so; false while it is a suggestion. */
  settled: z.boolean(),
  /** How dates in this column are read where a text allows two readings; null when the column shows no such text. */
  dateOrder: DateOrder.nullable(),
  /** The decimal sign of amounts in this column. */
  decimal: z.enum(['point', 'comma']),
});
export type ColumnPlan = z.infer<typeof ColumnPlan>;

/** One field out of several columns. The columns may be mapped to that field as well; the combination then says how they share it. */
export const Combination = z.strictObject({
  field: Field,
  columns: z.array(z.int().min(0).max(16_383)).min(2).max(8),
  how: z.enum(['firstFilled', 'join']),
  separator: z.string().max(10),
});
export type Combination = z.infer<typeof Combination>;

/** Cleaning that is done to every row of its field; each can be turned off. */
export const Cleaning = z.strictObject({
  /** Doubled spaces and invisible characters; spaces at the ends go in any case. */
  spaces: z.boolean(),
  /** `<None Specified>`, `N/A`, `00/00/0000` and the like become empty. */
  placeholders: z.boolean(),
  /** Names in capitals are written as names are. */
  shoutedNames: z.boolean(),
  stateCodes: z.boolean(),
  countryCodes: z.boolean(),
  /** Zeros that a spreadsheet took from the front of a ZIP. Off by default: the checks show them and offer the fix. */
  zipZeros: z.boolean(),
  /** A street of several lines is parted into street and second line. */
  streetLines: z.boolean(),
});
export type Cleaning = z.infer<typeof Cleaning>;

/** What is cleaned unless a person says otherwise. */
export const STANDARD_CLEANING: Cleaning = {
  spaces: true,
  placeholders: true,
  shoutedNames: true,
  stateCodes: true,
  countryCodes: true,
  zipZeros: false,
  streetLines: true,
};

export const MappingPlan = z.strictObject({
  columns: z.array(ColumnPlan).max(16_384),
  combinations: z.array(Combination).max(FIELDS.length),
  constants: z.array(z.strictObject({ field: Field, value: z.string().max(MAX_TEXT_LENGTH) })).max(FIELDS.length),
  cleaning: Cleaning,
});
export type MappingPlan = z.infer<typeof MappingPlan>;

/** The names on which a death is marked: the first of them that the plan fills. */
const DEAD_BY = ['primaryLast', 'primaryFirst'] as const;

/** Which columns of a plan tell who has died, and the field on which it is marked; null when there is no name to mark. */
export function deathTold({ columns, combinations, constants }: MappingPlan): {
  readonly by: readonly number[];
  readonly on: FieldKey | null;
} {
  const isFilled = (key: FieldKey) =>
    combinations.some(({ field }) => field === key) ||
    constants.some(({ field }) => field === key) ||
    columns.some(({ to }) => (to.kind === 'field' ? to.field === key : to.kind === 'split' && SPLITTER_FIELDS[to.splitter].includes(key)));
  return { by: columns.filter(({ to }) => tellsDeath(to)).map(({ column }) => column), on: DEAD_BY.find(isFilled) ?? null };
}

/** How sure a suggestion is, in steps that a person can act on. */
export const Certainty = z.enum(['certain', 'sure', 'likely', 'none']);
export type Certainty = z.infer<typeof Certainty>;

/** What is proposed for one column and why; `alternatives` are the next best targets, best first. */
export const ColumnSuggestion = z.strictObject({
  column: z.int().min(0),
  header: z.string(),
  /** The first values that are filled, as the sheet shows them; at most six. */
  samples: z.array(z.string()),
  filled: z.int().min(0),
  to: Target,
  certainty: Certainty,
  reason: z.string(),
  alternatives: z.array(Target),
  /** Something about the values that a person should know, or null: "137 cells hold two people". */
  remark: z.string().nullable(),
  /** True for columns that should not be in a screening file: card numbers, social security numbers, patient numbers. */
  sensitive: z.boolean(),
  /** The order of day and month that the values themselves prove; null when they prove none. */
  provenOrder: DateOrder.nullable().default(null),
  /** The decimal sign that the values show; null when they can be read both ways. */
  provenDecimal: z.enum(['point', 'comma']).nullable().default(null),
});
export type ColumnSuggestion = z.infer<typeof ColumnSuggestion>;

/** A column as a person sends it somewhere: settled, and a date read in the order that its values prove. */
export function sentTo(column: ColumnPlan, to: Target, suggestion: Pick<ColumnSuggestion, 'provenOrder'> | undefined): ColumnPlan {
  const isDate = to.kind === 'field' && fieldOf(to.field).type === 'date';
  return { ...column, to, settled: true, dateOrder: isDate ? (column.dateOrder ?? suggestion?.provenOrder ?? null) : column.dateOrder };
}

/** The CRM that the headings come from. */
export const SourceSystem = z.strictObject({ id: z.string(), name: z.string(), known: z.int(), of: z.int() });
export type SourceSystem = z.infer<typeof SourceSystem>;
