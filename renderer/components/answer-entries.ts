/** The values of a service answer for display, grouped by their part of the answer, in the order of the answer. */
import type { Output } from '../../shared/contract/index.ts';
import { dayText, number } from '../format/index.ts';

export type AnswerEntry = Output<'service.profile'>['values'][number];

/** A part of an answer with the values directly in it. */
export interface AnswerPart {
  readonly path: readonly string[];
  readonly entries: readonly AnswerEntry[];
}

const isPosition = (segment: string | undefined): boolean => segment !== undefined && /^\d+$/.test(segment);

/** "mostRecentScore.scoreDetails" as a heading: "Most recent score, score details". */
export function partTitle(path: readonly string[]): string {
  const words = path
    .map((segment) => (isPosition(segment) ? number(Number(segment)) : segment.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()))
    .join(', ')
    .replaceAll(/\brfm\b/g, 'RFM');
  return words === '' ? 'Profile' : words.replace(/^./, (letter) => letter.toUpperCase());
}

/** A value's title without the part that is already its heading: "Multi lens scores, 1, lens" becomes "Lens". */
export function ownTitle({ title }: Pick<AnswerEntry, 'title'>): string {
  const own = title.split(', ').at(-1) ?? title;
  return own.replace(/^./, (letter) => letter.toUpperCase());
}

/** Values grouped by their part of the answer. */
export function partsOf(entries: readonly AnswerEntry[]): readonly AnswerPart[] {
  const parts = new Map<string, { readonly path: readonly string[]; readonly entries: AnswerEntry[] }>();
  for (const entry of entries) {
    const path = entry.key.split('.').slice(0, -1);
    const known = parts.get(path.join('.'));
    if (known === undefined) parts.set(path.join('.'), { path, entries: [entry] });
    else known.entries.push(entry);
  }
  return [...parts.values()];
}

/** The items of a list as a table: similar parts with common value names as columns. */
export interface AnswerTable {
  readonly path: readonly string[];
  readonly columns: readonly string[];
  /** Values by column; undefined where an item has none. */
  readonly rows: readonly (readonly (AnswerEntry | undefined)[])[];
}

/** Maximum number of columns that fit next to each other. */
const MAX_COLUMNS = 4;

const lastSegment = ({ key }: AnswerEntry): string => key.split('.').at(-1) ?? key;

/** Turns list items into tables where they are narrow enough; other parts are unchanged. */
export function withTables(parts: readonly AnswerPart[]): readonly (AnswerPart | AnswerTable)[] {
  const lists = new Map<string, AnswerPart[]>();
  for (const part of parts)
    if (isPosition(part.path.at(-1))) {
      const list = part.path.slice(0, -1).join('.');
      lists.set(list, [...(lists.get(list) ?? []), part]);
    }
  const result: (AnswerPart | AnswerTable)[] = [];
  for (const part of parts) {
    const items = isPosition(part.path.at(-1)) ? (lists.get(part.path.slice(0, -1).join('.')) ?? []) : [];
    const columns = [...new Set(items.flatMap((item) => item.entries.map(lastSegment)))];
    if (items.length < 2 || columns.length > MAX_COLUMNS) result.push(part);
    else if (part === items[0])
      result.push({
        path: part.path.slice(0, -1),
        columns,
        rows: items.map((item) => columns.map((column) => item.entries.find((entry) => lastSegment(entry) === column))),
      });
  }
  return result;
}

/** A value for display. Digits that identify something, such as an ID or a ZIP code, are not formatted as a number. */
export function displayText({ key, value }: Pick<AnswerEntry, 'key' | 'value'>): string {
  if (value === '') return '–';
  if (/^true$/i.test(value)) return 'Yes';
  if (/^false$/i.test(value)) return 'No';
  const isName = /(id|code|zip|phone|year)$/i.test(key);
  if (!isName && /^-?[1-9]\d{3,14}$/.test(value)) return number(Number(value));
  return dayText(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z?$/.test(value) ? value.slice(0, 10) : value);
}
