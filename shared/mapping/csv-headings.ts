/** The headings of a list in CSV: section 4 of the interface leaves them open, so a connection can change them. */
import { z } from 'zod';
import { FIELDS, FIELD_KEYS, type FieldKey, fieldOf } from '../fields/index.ts';
import { normalizeHeader } from './heading-words.ts';
import { knownFieldOf } from './known-headings.ts';
import { Field } from './plan.ts';

/** Changed headings by field; a field without one is sent under its name. */
export const CsvHeadings = z.partialRecord(Field, z.string());
export type CsvHeadings = z.infer<typeof CsvHeadings>;

/** In UTF-16 code units. */
export const MAX_HEADING_LENGTH = 100;

export const headingOf = (headings: CsvHeadings, field: FieldKey): string => headings[field] ?? field;

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The first line of a list in CSV, in the order of the fields, without a line end. */
export const csvHeader = (headings: CsvHeadings): string => FIELD_KEYS.map((field) => quoted(headingOf(headings, field))).join(',');

/** The headings that differ from the names of their fields, without spaces around them. */
export function changedHeadings(headings: CsvHeadings): CsvHeadings {
  const entries = FIELD_KEYS.map((field) => [field, (headings[field] ?? '').trim()] as const);
  return Object.fromEntries(entries.filter(([field, heading]) => heading !== '' && heading !== field));
}

/** Why a list could not be sent under these headings, by field. */
export function headingProblems(headings: CsvHeadings): Partial<Record<FieldKey, string>> {
  const problems: Partial<Record<FieldKey, string>> = {};
  const taken = new Map<string, FieldKey>();
  for (const field of FIELD_KEYS) {
    const heading = headingOf(changedHeadings(headings), field);
    const other = taken.get(heading.toLowerCase());
    // oxlint-disable-next-line no-control-regex -- a line end or another control character in a heading breaks the list
    if (/[\u0000-\u001f\u007f]/.test(heading)) problems[field] = 'A heading cannot contain a line break or another control character.';
    else if (heading.length > MAX_HEADING_LENGTH) problems[field] = `A heading can have at most ${MAX_HEADING_LENGTH} characters.`;
    else if (other !== undefined) problems[field] = `${fieldOf(other).label} already has this heading.`;
    taken.set(heading.toLowerCase(), field);
  }
  return problems;
}

/**
 * What the service says about headings when it refuses a list in CSV. `expected`: the headings that it names. They are used only if the
 * user agrees.
 */
export const HeadingAnswer = z.strictObject({ notUnderstood: z.array(Field), expected: CsvHeadings });
export type HeadingAnswer = z.infer<typeof HeadingAnswer>;

/** Fewer names after a colon are not a list of headings. */
const SHORTEST_LIST = 3;

const tidied = (names: readonly string[]): string[] =>
  names
    .map((name) => name.trim().replaceAll(/^["'“‘`]|["'”’`.]$/gu, ''))
    .filter((name) => name !== '' && name.length <= MAX_HEADING_LENGTH);

/**
 * Names in a text. `listed`: a list after a colon. `named`: without such a list, the text itself, its parts and the texts in quotes;
 * otherwise the text before the colon.
 */
function namesIn(text: string): { readonly named: readonly string[]; readonly listed: readonly string[] } {
  const inQuotes = Array.from(text.matchAll(/[“"'‘`]([^“”"'‘’`]{1,100})[”"'’`]/gu), ([, name]) => name!);
  const [before = '', ...after] = text.split(':');
  const rest = after.join(':');
  // A heading can contain a comma, so other separators are preferred.
  const parts = tidied(rest.split(/[;|]/.test(rest) ? /[;|]/ : ','));
  const isList = parts.length >= SHORTEST_LIST;
  return { named: tidied(isList ? [before] : [text, before, ...parts, ...inQuotes]), listed: isList ? parts : [] };
}

const BY_NAME = new Map<string, FieldKey>(
  FIELDS.flatMap(({ key, label }) => [key, label].map((name) => [normalizeHeader(name), key] as const)),
);

const fieldNamed = (name: string): FieldKey | null => BY_NAME.get(normalizeHeader(name)) ?? knownFieldOf(name);

/**
 * Reads from the texts of a refusal which headings were not understood and which are expected. Null when it names none, so the list was
 * refused for another reason. A heading that was sent is not understood unless it is in a list of headings. Any other name of a field is
 * what the service expects for that field.
 */
export function readHeadingAnswer(texts: readonly string[], sent: CsvHeadings): HeadingAnswer | null {
  const bySent = new Map(FIELD_KEYS.map((field) => [headingOf(sent, field), field]));
  const found = texts.map(namesIn);
  const listed = found.flatMap((names) => names.listed);
  const understood = new Set(listed.flatMap((name) => bySent.get(name) ?? []));
  const named = found.flatMap((names) => names.named);
  const notUnderstood = new Set(named.flatMap((name) => bySent.get(name) ?? []));
  const expected: CsvHeadings = {};
  for (const name of [...listed, ...named]) {
    const field = bySent.has(name) ? null : fieldNamed(name);
    if (field === null || understood.has(field)) continue;
    expected[field] ??= name;
    notUnderstood.add(field);
  }
  const fields = FIELD_KEYS.filter((field) => notUnderstood.has(field) && !understood.has(field));
  return fields.length === 0 ? null : { notUnderstood: fields, expected };
}
