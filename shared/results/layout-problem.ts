/** Finds problems of a layout, as sentences for the user. */
import { FIELDS } from '../fields/index.ts';
import { AMBIGUOUS, columnsFor, knownFieldOf, type MappingPlan, normalizeHeader, SPLIT_HEADINGS } from '../mapping/index.ts';
import type { Layout, LayoutColumn } from './layouts.ts';
import { OFFICER_KEY, ratedColumn } from './result-shapes.ts';
import { titlesOf } from './scores.ts';

/** How a sentence names the source of a column. */
function sourceName(from: LayoutColumn['from']): string {
  switch (from.kind) {
    case 'field':
      return FIELDS.find(({ key }) => key === from.field)?.label ?? from.field;
    case 'sheet':
      return from.header;
    case 'score':
      return columnName(from.key);
    case 'text':
      return from.text === '' ? 'a text' : from.text;
    case 'day':
      return 'Screening date';
    case 'scoreTitle':
      return 'Title of the score';
    case 'scoreValue':
      return 'Value of the score';
  }
}

function columnName(key: string): string {
  if (key === OFFICER_KEY) return 'Officer';
  const rated = ratedColumn(key);
  const title = titlesOf([rated ?? key]).get(rated ?? key) ?? key;
  return rated === null ? title : `Rating of ${title}`;
}

/** A sentence about the first two columns with the same heading; null if all headings are unique. `name`: the source of a column. */
function sameHeading(columns: readonly { readonly title: string; readonly name: string }[]): string | null {
  const seen = new Map<string, string>();
  for (const { title, name } of columns) {
    const form = title.trim().toLowerCase();
    const before = seen.get(form);
    if (before !== undefined) return `“${before}” and “${name}” both go to “${title.trim()}”. Give one of them another heading.`;
    seen.set(form, name);
  }
  return null;
}

const ADDRESS_FIELDS = FIELDS.filter(({ group }) => group === 'address');

/** Words in a heading that tell several addresses apart. */
const WHICH = /^(?:pref(?:erred|\.)?|primary|home|work|business|mailing|seasonal) +/i;

/** True for the known heading of an address or a part of one. */
function isAddressHeading(heading: string): boolean {
  const part = heading.trim().replace(WHICH, '');
  const form = normalizeHeader(part);
  const field = knownFieldOf(part);
  return ADDRESS_FIELDS.some(({ key }) => key === field) || AMBIGUOUS.address.has(form) || SPLIT_HEADINGS.place.has(form);
}

/** The headings of columns that are mapped to address fields. */
export const addressHeadings = (headers: readonly string[], plan: Pick<MappingPlan, 'columns' | 'combinations'>): ReadonlySet<string> =>
  new Set(ADDRESS_FIELDS.flatMap(({ key }) => columnsFor(plan, key)).flatMap((column) => headers[column] ?? []));

/** The first column whose heading or source is a part of an address. `ofList`: as `addressHeadings` returns it. */
function addressColumn(columns: readonly LayoutColumn[], ofList: ReadonlySet<string>): LayoutColumn | undefined {
  return columns.find(({ title, from }) => {
    if (isAddressHeading(title)) return true;
    if (from.kind === 'sheet') return ofList.has(from.header) || isAddressHeading(from.header);
    return from.kind === 'field' && ADDRESS_FIELDS.some(({ key }) => key === from.field);
  });
}

/** Headings of a layout's ID, and headings of other IDs of the same system: both are numbers, so the wrong people would be joined. */
const OTHER_IDS = (
  [
    ['ConsID|Constituent ID', 'System Record ID|Record ID|System ID|CnBio_System_ID|Import ID|Constituent Import ID|CnBio_Import_ID'],
    ['LGL Constituent ID', 'External Constituent ID|External ID'],
    ['Account Number', 'Account ID|Account Ref|Database Ref'],
  ] as const
).map((pair) => pair.map((headings) => new Set(headings.split('|').map(normalizeHeader))));

/** The sentence about an ID that the layout writes under the heading of another ID; null for none. `own`: the heading in the list. */
function otherId({ columns, name }: Pick<Layout, 'columns' | 'name'>, own: string): string | null {
  const form = normalizeHeader(own);
  const title = columns.find(({ from }) => from.kind === 'field' && from.field === 'constituentId')?.title ?? '';
  const isOther = OTHER_IDS.some(([known, others]) => known!.has(normalizeHeader(title)) && others!.has(form));
  return isOther
    ? `The IDs that were sent are from “${own}” of your list. That is another ID than “${title}” of ${name}, so scores would go to the wrong people. Give the column the heading that the import takes for this ID, or fill it from the column with the other ID.`
    : null;
}

/** Why the other system cannot read a file format; null if it can. */
export function formatProblem({ csvOnly, name }: Pick<Layout, 'csvOnly' | 'name'>, format: string): string | null {
  return csvOnly === true && format === 'xlsx' ? `“${name}” is a layout for a system that reads only CSV files, not workbooks.` : null;
}

/**
 * The first problem of a layout; null for none. `ofList`: as `addressHeadings` returns it for a list. `idHeading`: the heading of the list's
 * IDs.
 */
export function layoutProblem(layout: Layout, ofList: ReadonlySet<string> = new Set(), idHeading = ''): string | null {
  const { columns, scores = [], refusesAddresses, name, format } = layout;
  const untitled = [...columns, ...scores].some(({ title }) => title.trim() === '');
  if (untitled) return 'A column has no heading. Give it one, or leave the column out.';
  const same =
    sameHeading(columns.map(({ title, from }) => ({ title, name: sourceName(from) }))) ??
    sameHeading(scores.map(({ title, key }) => ({ title, name: columnName(key) })));
  const wrong = same ?? otherId(layout, idHeading);
  if (wrong !== null) return wrong;
  const address = refusesAddresses === true ? addressColumn(columns, ofList) : undefined;
  return address === undefined
    ? formatProblem(layout, format)
    : `“${address.title}” is a part of an address, and ${name} would make the address inactive. Leave the column out.`;
}
