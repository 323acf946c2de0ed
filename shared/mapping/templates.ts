/**
 * Mapping templates: a named plan with the headings it was made for. The page offers it when the same headings are
 * imported again. It fits columns in any order and is exchanged as JSON.
 */
import { z } from 'zod';
import { type FieldKey, fieldOf } from '../fields/index.ts';
import { normalizeHeader } from './heading-words.ts';
import { withoutGifts } from './gift-values.ts';
import { type AmountCurrency, MappingPlan, roleOf, type Cleaning, type ColumnPlan, type Combination, type Target } from './plan.ts';
import type { DateOrder } from '../numbers/index.ts';

export const Template = z.strictObject({
  /** The version of the JSON text. A newer program can write a higher number. */
  version: z.literal(1),
  name: z.string().min(1).max(120),
  fingerprint: z.string().max(40),
  /** The column names that the plan's positions refer to. */
  headers: z.array(z.string().max(1000)).max(16_384),
  plan: MappingPlan,
});
export type Template = z.infer<typeof Template>;

/** Identifies a column: its normalized heading, or the heading itself if it has no Latin letters or digits. */
const keyOf = (header: string): string => normalizeHeader(header) || header.trim().toLowerCase();

/**
 * Sixteen hexadecimal digits, equal for the same headings in any order and spelling. Used to find a template. A hash collision does no
 * harm, because the user confirms the template.
 */
export function headerFingerprint(headers: readonly string[]): string {
  const text = headers.map(keyOf).filter((key) => key !== '').sort().join('\n'); // prettier-ignore
  return hash32(text, 0x811c_9dc5) + hash32(text, 0x01ab_cdef);
}

/** Fowler–Noll–Vo 1a over UTF-16 code units. */
function hash32(text: string, start: number): string {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

export function templateOf(name: string, headers: readonly string[], plan: MappingPlan): Template {
  // Leaves out answers about values, because a template must not contain cells.
  const columns = plan.columns.map((column): ColumnPlan => {
    if (column.to.kind !== 'none') return column;
    const { yesValues: _, noValues: __, ...to } = column.to;
    return { ...column, to };
  });
  return { version: 1, name, fingerprint: headerFingerprint(headers), headers: [...headers], plan: { ...withoutGifts(plan), columns } };
}

export interface FittedPlan {
  readonly plan: MappingPlan;
  /** Headings that the template uses but the sheet does not have. */
  readonly missing: readonly string[];
  /** Headings of the sheet that the template does not know; exports include them. */
  readonly added: readonly string[];
}

/** What the values of the sheet show about a column. */
export interface ColumnEvidence {
  readonly column: number;
  /** The date order that the values prove; null when they prove none. */
  readonly provenOrder: DateOrder | null;
  /** The decimal sign that the values prove; null when they prove none. */
  readonly provenDecimal: ColumnPlan['decimal'] | null;
  /** The suggested target. */
  readonly to?: Target;
  readonly currency?: AmountCurrency | undefined;
}

/** Maps positions in `from` to positions of the same heading in `to`. Repeated headings are matched in order. */
export function placesOfHeadings(from: readonly string[], to: readonly string[]): ReadonlyMap<number, number> {
  const columnsByKey = new Map<string, number[]>();
  for (const [column, header] of to.entries()) columnsByKey.set(keyOf(header), [...(columnsByKey.get(keyOf(header)) ?? []), column]);
  const places = new Map<number, number>();
  for (const [column, header] of from.entries()) {
    const place = columnsByKey.get(keyOf(header))?.shift();
    if (place !== undefined) places.set(column, place);
  }
  return places;
}

/**
 * Applies a template to a sheet by its headings. Repeated headings are matched in order. The template's date order and decimal sign apply
 * unless the sheet proves others. An unknown column keeps its suggested role.
 */
export function fitTemplate(template: Template, headers: readonly string[], evidence: readonly ColumnEvidence[] = []): FittedPlan {
  const evidenceByColumn = new Map(evidence.map((one) => [one.column, one]));
  const newColumns = placesOfHeadings(template.headers, headers);
  const used = new Map<number, ColumnPlan>();
  const missing: string[] = [];
  for (const column of template.plan.columns) {
    const place = newColumns.get(column.column);
    const own = place === undefined ? undefined : evidenceByColumn.get(place);
    const { currency: _, typeColumn, ...settings } = column;
    const typePlace = typeColumn === undefined ? undefined : newColumns.get(typeColumn);
    if (place !== undefined)
      used.set(place, {
        ...settings,
        ...(own?.currency !== undefined && { currency: own.currency }),
        ...(typePlace !== undefined && { typeColumn: typePlace }),
        column: place,
        settled: true,
        dateOrder: own?.provenOrder ?? column.dateOrder,
        decimal: own?.provenDecimal ?? column.decimal,
        ...(own?.provenDecimal != null && own.provenDecimal !== column.decimal && { thousandths: false }),
      });
    else if (column.to.kind !== 'none') missing.push(template.headers[column.column] ?? '');
  }
  const added: string[] = [];
  const columns = headers.map((header, column): ColumnPlan => {
    const known = used.get(column);
    if (known !== undefined) return known;
    added.push(header);
    const to = evidenceByColumn.get(column)?.to;
    return {
      column,
      to: to !== undefined && roleOf(to) !== null ? to : { kind: 'none' },
      settled: true,
      dateOrder: null,
      decimal: 'point',
    };
  });
  const combinations = template.plan.combinations.flatMap((combination): Combination[] => {
    const places = combination.columns.flatMap((column) => newColumns.get(column) ?? []);
    return places.length < 2 ? [] : [{ ...combination, columns: places }];
  });
  return { plan: { ...template.plan, columns, combinations }, missing, added };
}

/** The changes from one plan to another for the same sheet. */
export interface PlanDifference {
  readonly columns: readonly { readonly column: number; readonly from: Target; readonly to: Target }[];
  /** Columns with the same target whose dates or amounts are read differently. */
  readonly readings: readonly number[];
  /** Fields with another constant value; empty: no longer filled. */
  readonly constants: readonly { readonly field: FieldKey; readonly value: string }[];
  /** Fields whose combination of columns differs. */
  readonly combinations: readonly FieldKey[];
  readonly cleaning: readonly (keyof Cleaning)[];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const readsOtherwise = (before: ColumnPlan, after: ColumnPlan): boolean => {
  if (after.to.kind !== 'field') return false;
  const { type } = fieldOf(after.to.field);
  return (
    (type === 'date' && before.dateOrder !== after.dateOrder) ||
    (type === 'amount' && (before.decimal !== after.decimal || before.thousandths !== after.thousandths))
  );
};

export function planDifference(before: MappingPlan, after: MappingPlan): PlanDifference {
  const beforeByColumn = new Map(before.columns.map((column) => [column.column, column]));
  const pairs = after.columns.flatMap((column) => {
    const old = beforeByColumn.get(column.column);
    return old === undefined ? [] : [{ old, column }];
  });
  const constantOf = (plan: MappingPlan, field: FieldKey) => plan.constants.find((one) => one.field === field)?.value ?? '';
  const combinationOf = (plan: MappingPlan, field: FieldKey) => plan.combinations.find((one) => one.field === field);
  const fields = (list: (plan: MappingPlan) => readonly { readonly field: FieldKey }[]) => [
    ...new Set([...list(before), ...list(after)].map(({ field }) => field)),
  ];
  return {
    columns: pairs.flatMap(({ old, column }) =>
      isSame(old.to, column.to) ? [] : [{ column: column.column, from: old.to, to: column.to }],
    ),
    readings: pairs.flatMap(({ old, column }) => (isSame(old.to, column.to) && readsOtherwise(old, column) ? [column.column] : [])),
    constants: fields(({ constants }) => constants)
      .filter((field) => constantOf(before, field) !== constantOf(after, field))
      .map((field) => ({ field, value: constantOf(after, field) })),
    combinations: fields(({ combinations }) => combinations).filter(
      (field) => !isSame(combinationOf(before, field), combinationOf(after, field)),
    ),
    cleaning: (Object.keys(after.cleaning) as (keyof Cleaning)[]).filter((key) => before.cleaning[key] !== after.cleaning[key]),
  };
}

/** The number of changes; 0 when the plans are equal. */
export const differenceSize = ({ columns, readings, constants, combinations, cleaning }: PlanDifference): number =>
  columns.length + readings.length + constants.length + combinations.length + cleaning.length;

/** How many of the headings that the template uses are in the sheet. */
export function headingsFound(template: Template, { missing }: FittedPlan): { readonly found: number; readonly of: number } {
  const of = template.plan.columns.filter(({ to }) => to.kind !== 'none').length;
  return { found: of - missing.length, of };
}

/** A name that is not in `taken`, ignoring case: the name itself, or with a number after it. */
export function freeName(name: string, taken: readonly string[]): string {
  const lower = new Set(taken.map((one) => one.toLowerCase()));
  let free = name;
  for (let count = 2; lower.has(free.toLowerCase()); count++) free = `${name.slice(0, 112)} (${count})`;
  return free;
}

/** The template as JSON, for exchange with others. */
export const templateJson = (template: Template): string => `${JSON.stringify(template, null, 2)}\n`;

/** Why a text is not a template: it is not JSON, a newer program wrote it, or it has another content. */
export type NoTemplate = 'notJson' | 'newer' | 'otherwise';

/** The template in a JSON text, or why there is none. Computes the fingerprint again, because a user can have edited the text. */
export function readTemplate(json: string): Template | NoTemplate {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    return 'notJson';
  }
  const read = Template.safeParse(value);
  if (read.success) return { ...read.data, fingerprint: headerFingerprint(read.data.headers) };
  const newer = z.object({ version: z.int().min(2), plan: z.unknown() }).safeParse(value);
  return newer.success ? 'newer' : 'otherwise';
}
