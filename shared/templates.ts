/**
 * Mapping templates: a plan kept by name with the headings that it was made for. It is offered when the same headings
 * come again, fits a file whose columns stand in another order, and travels as JSON.
 */
import { z } from 'zod';
import { normaliseHeader } from './headers.ts';
import { MappingPlan, type ColumnPlan, type Combination } from './plan.ts';

export const Template = z.strictObject({
  /** The form of the JSON text; another number comes from a newer program. */
  version: z.literal(1),
  name: z.string().min(1).max(120),
  fingerprint: z.string().max(40),
  /** The column names that the plan's positions speak of. */
  headers: z.array(z.string().max(1000)).max(16_384),
  plan: MappingPlan,
});
export type Template = z.infer<typeof Template>;

/** What tells a column from others: its normalised heading, or its text where that has no Latin letter. */
const keyOf = (header: string): string => normaliseHeader(header) || header.trim().toLowerCase();

/**
 * Sixteen hexadecimal digits that are equal for the same headings in any order and writing. For finding a template;
 * a person confirms it, so that a chance meeting of two hashes does no harm.
 */
export function headerFingerprint(headers: readonly string[]): string {
  const text = headers.map(keyOf).filter((key) => key !== '').sort().join('\n'); // prettier-ignore
  return hash32(text, 0x811c_9dc5) + hash32(text, 0x01ab_cdef);
}

/** Fowler–Noll–Vo 1a over the text's code units, from a start of one's own. */
function hash32(text: string, start: number): string {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** A template of a plan for a sheet with these column names. */
export function templateOf(name: string, headers: readonly string[], plan: MappingPlan): Template {
  return { version: 1, name, fingerprint: headerFingerprint(headers), headers: [...headers], plan };
}

export interface FittedPlan {
  readonly plan: MappingPlan;
  /** Headings that the template uses and the sheet does not have. */
  readonly missing: readonly string[];
  /** Headings of the sheet that the template does not know; they are carried along. */
  readonly added: readonly string[];
}

/** Lays a template over the columns of another sheet: by heading, and by turn where a heading comes several times. */
export function fitTemplate(template: Template, headers: readonly string[]): FittedPlan {
  const places = new Map<string, number[]>();
  for (const [column, header] of headers.entries()) places.set(keyOf(header), [...(places.get(keyOf(header)) ?? []), column]);
  const moved = new Map<number, number>();
  for (const [column, header] of template.headers.entries()) {
    const place = places.get(keyOf(header))?.shift();
    if (place !== undefined) moved.set(column, place);
  }
  const used = new Map<number, ColumnPlan>();
  const missing: string[] = [];
  for (const column of template.plan.columns) {
    const place = moved.get(column.column);
    if (place !== undefined) used.set(place, { ...column, column: place });
    else if (column.to.kind !== 'none') missing.push(template.headers[column.column] ?? '');
  }
  const added: string[] = [];
  const columns = headers.map((header, column): ColumnPlan => {
    const known = used.get(column);
    if (known !== undefined) return known;
    added.push(header);
    return { column, to: { kind: 'none' }, settled: true, dateOrder: null, decimal: 'point' };
  });
  const combinations = template.plan.combinations.flatMap((combination): Combination[] => {
    const places = combination.columns.flatMap((column) => moved.get(column) ?? []);
    return places.length < 2 ? [] : [{ ...combination, columns: places }];
  });
  return { plan: { ...template.plan, columns, combinations }, missing, added };
}

/** The JSON text in which a template travels. */
export function templateJson(template: Template): string {
  return `${JSON.stringify(template, null, 2)}\n`;
}

/** The template in a JSON text, or null when the text holds none. */
export function readTemplate(json: string): Template | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  const read = Template.safeParse(value);
  return read.success ? read.data : null;
}
