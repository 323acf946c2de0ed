/** The lists in the answers of a generated service, in their shape and pages, and JSON with numbers exactly as given. */
import { csvCell } from './csv-list.ts';
import type { Features } from './service-dimensions.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Marks a value that must be written exactly as given, because JSON has no such value or a JSON writer would change it. */
export const token = (written: string): string => `@@${written}@@`;

/** JSON text, with tokens written exactly as given. */
const jsonText = (value: Json): string =>
  JSON.stringify(value).replaceAll(/"@@(.*?)@@"/g, (_all, written: string) => JSON.parse(`"${written}"`) as string);

export interface TextAnswer {
  readonly status: number;
  readonly text: string;
  readonly contentType: string;
  /** Without charset. */
  readonly headers: readonly (readonly [string, string])[];
}

export const JSON_TYPE = 'application/json';
export const answerOf = (value: Json, status = 200, headers: TextAnswer['headers'] = []): TextAnswer => ({
  status,
  text: jsonText(value),
  contentType: JSON_TYPE,
  headers,
});

/** The address of another origin, which no token may reach. */
export type Elsewhere = string;

/** The addresses that a request for a list belongs to. */
export interface ListRequest {
  readonly query: URLSearchParams;
  /** The address of the list without query. */
  readonly address: string;
  /** The address of another server. */
  readonly elsewhere: Elsewhere;
}

export const PAGE_SIZE = 6;

interface PageOf<T> {
  readonly entries: readonly T[];
  /** What the envelope says about pages. */
  readonly about: JsonObject;
  readonly link: string | null;
}

/** The value of a cursor for the page that begins at `start`. */
const cursorOf = (start: number) => `c${start}x`;

/** The start of the page that a request names by its cursor parameter, whatever its name; null for another request. */
function cursorIn(query: URLSearchParams): number | null {
  for (const value of query.values()) {
    const start = /^c(\d+)x$/.exec(value)?.[1];
    if (start !== undefined) return Number(start);
  }
  return null;
}

/** The kinds of paging with page numbers. All others answer any page number with their first page. */
const BY_NUMBER: ReadonlySet<string> = new Set(['from-one', 'from-zero', 'last-flag', 'has-more', 'not-said', 'overlapping']);

export function pageOf<T>(all: readonly T[], paging: Features['paging'], { query, address, elsewhere }: ListRequest): PageOf<T> {
  const whole = { entries: all, about: {}, link: null };
  if (paging === 'none') return whole;
  if (paging === 'ignored') return { ...whole, about: { page: 1, total: all.length } };
  const size = Math.max(1, Math.min(PAGE_SIZE, Number(query.get('itemsPerPage') ?? PAGE_SIZE)));
  const step = paging === 'overlapping' ? Math.max(1, size - 2) : size;
  const first = paging === 'from-zero' || paging === 'has-more' ? 0 : 1;
  const byNumber = BY_NUMBER.has(paging) && query.has('page') ? (Math.max(first, Number(query.get('page'))) - first) * step : 0;
  const start = cursorIn(query) ?? byNumber;
  const entries = all.slice(start, start + size);
  const next = start + step;
  const more = start + size < all.length;
  const nextAddress = `${address}?after=${cursorOf(next)}`;
  const page = (about: JsonObject, link: string | null = null): PageOf<T> => ({ entries, about, link });
  switch (paging) {
    case 'from-one':
    case 'from-zero':
    case 'overlapping':
      return page({ page: first + Math.floor(start / step), total: all.length });
    case 'last-flag':
      return page({ last: !more });
    case 'has-more':
      return page({ hasMore: more });
    case 'not-said':
      return page({});
    case 'cursor':
      return page({ cursor: more ? cursorOf(next) : null, hasMore: more });
    case 'next-cursor':
      return page({ nextCursor: more ? cursorOf(next) : null });
    case 'next-address':
      return page({ next: more ? nextAddress : null });
    case 'next-path':
      return page({ next: more ? new URL(nextAddress).pathname + new URL(nextAddress).search : null });
    case 'next-in-links':
      return page({ links: { next: more ? { href: nextAddress } : null } });
    case 'link-header':
      return page({}, more ? `<${nextAddress}>; rel="next"` : `<${address}>; rel="first"`);
    case 'loop':
      return page({ next: more ? nextAddress : `${address}?after=${cursorOf(0)}` });
    case 'next-self':
      return page({ next: `${address}?after=${cursorOf(start)}` });
    case 'next-elsewhere':
      return page({ next: more ? `${elsewhere}/project/1/profiles?after=${cursorOf(next)}` : null });
    case 'endless-address':
      return { entries: all, about: { next: `${address}?after=${cursorOf(0)}&n=${Number(query.get('n') ?? 0) + 1}` }, link: null };
  }
}

/** A profile's dotted paths and values, for CSV. */
function flattened(value: Json, path = ''): [string, string][] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => flattened(inner, path === '' ? key : `${path}.${key}`));
  if (value === null) return [[path, '']];
  const written = /^@@(.*)@@$/.exec(String(value))?.[1];
  if (written === undefined) return [[path, String(value)]];
  if (written === 'null') return [[path, '']];
  return [[path, written.startsWith('"') ? (JSON.parse(written) as string) : written]];
}

function csvOf(entries: readonly Json[]): string {
  const rows = entries.map((entry) => new Map(flattened(entry)));
  const headings = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return [headings, ...rows.map((row) => headings.map((heading) => row.get(heading) ?? ''))]
    .map((cells) => `${cells.map(csvCell).join(',')}\r\n`)
    .join('');
}

/** Entries in a shape. `name`: what the service calls the list. `idOf`: the key of an entry in a map. */
export function listAnswer(
  entries: readonly Json[],
  shape: Features['shape'] | Features['lists'],
  { about, link }: Pick<PageOf<unknown>, 'about' | 'link'>,
  { name, idOf }: { readonly name: string; readonly idOf: (entry: Json, at: number) => string },
): TextAnswer {
  const headers = link === null ? [] : ([['Link', link]] as const);
  const json = (value: Json) => answerOf(value, 200, headers);
  const lines = entries.map((entry) => `${jsonText(entry)}\n`).join('');
  const byId = () => Object.fromEntries(entries.map((entry, at) => [idOf(entry, at), entry]));
  switch (shape) {
    case 'array':
      return json(entries);
    case 'items':
    case 'data':
    case 'profiles':
    case 'results':
    case 'scores':
    case 'records':
    case 'content':
    case 'rows':
      return json({ ...about, [shape]: entries });
    case 'named':
      return json({ [name]: entries, ...about });
    case 'other-name':
      return json({ [`${name}Found`]: entries, ...about });
    case 'embedded':
      return json({ _embedded: { [name]: entries }, ...about });
    case 'data-items':
      return json({ data: { items: entries, ...about } });
    case 'profiles-items':
      return json({ profiles: { items: entries }, ...about });
    case 'profiles-data':
      return json({ profiles: { data: entries }, ...about });
    case 'profiles-by-id':
      return json({ profiles: byId(), ...about });
    case 'by-id':
      return json(byId());
    case 'ndjson':
    case 'ndjson-bom':
      return { status: 200, text: lines, contentType: 'application/x-ndjson', headers };
    case 'csv':
      return { status: 200, text: csvOf(entries), contentType: 'text/csv', headers };
    case 'second-array':
      return json({
        profiles: entries,
        warnings: [
          { code: 'W1', text: 'Slow today.' },
          { code: 'W2', text: 'Slow.' },
        ],
        ...about,
      });
    case 'second-first':
      return json({ notices: [{ code: 'N1', text: 'Slow today.' }], ...about, profiles: entries });
    case 'errors-first':
      return json({ errors: [{ row: 1, message: 'Slow today.' }], data: entries, ...about });
    case 'buried':
      return json({ payload: { answer: { parts: { found: entries } } } });
    case 'text-in-json':
      return json(jsonText(entries));
    case 'plain-text':
      return { status: 200, text: `${entries.length} profiles are ready.`, contentType: 'text/plain', headers };
  }
}
