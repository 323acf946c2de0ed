/** Finds the next page that an answer names: an address, or a cursor to send (the interface does not document either). */
import type { Json } from './json.ts';
import { bareKey, isObject, type JsonObject, readInteger, readText } from './json-values.ts';

/** `address`: as the service writes it. `cursor`: the query parameter for the page, and others that it may have instead, best first. */
export type NextPage =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'cursor'; readonly parameter: string; readonly others?: readonly string[]; readonly value: string };

/** Objects of an envelope that describe pages, by `bareKey`. */
export const PAGE_OBJECTS: ReadonlySet<string> = new Set([
  'page',
  'paging',
  'pageinfo',
  'pagination',
  'meta',
  'metadata',
  'link',
  'links',
  'cursor',
  'cursors',
]);

/** Property names of lists, best first. */
export const LIST_NAMES: readonly string[] = [
  'items',
  'data',
  'results',
  'profiles',
  'scores',
  'projects',
  'errors',
  'records',
  'content',
  'rows',
  'entries',
  'elements',
  'list',
  'values',
  'nodes',
  'edges',
];

/** Levels of an envelope on which an object can describe pages. */
const PAGE_LEVELS = 3;

/** Objects around a list that can also describe pages. */
const WRAPPERS: ReadonlySet<string> = new Set(['data', 'result', 'response', 'payload', 'body', 'd']);

/** Properties that name the next page, by `bareKey`. */
const NEXT_NAMES: ReadonlySet<string> = new Set([
  'next',
  'nextpage',
  'nexturl',
  'nexturi',
  'nextlink',
  'nexthref',
  'nextpageurl',
  'nextpageuri',
  'nextpagelink',
  'odatanextlink',
  'nextcursor',
  'nextpagecursor',
  'nextpagetoken',
  'nexttoken',
  'nextcontinuationtoken',
  'nextoffset',
  'nextmarker',
  'nextafter',
]);

/**
 * Properties that can name the next page, with their query parameters; null: the same name. Some services also send them on the last page.
 */
const CURSOR_PARAMETERS: ReadonlyMap<string, string | null> = new Map([
  ['cursor', null],
  ['after', null],
  ['endcursor', 'after'],
  ['continuationtoken', null],
  ['continuation', null],
  ['pagetoken', null],
  ['scrollid', null],
  ['marker', null],
  ['bookmark', null],
]);

/** The query parameters that services use for the same kind of cursor, by `bareKey`. An answer has only the cursor, not its parameter. */
const OTHER_PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['cursor', ['after', 'nextCursor', 'next_cursor']],
  ['after', ['cursor']],
  ['nexttoken', ['next_token', 'token']],
  ['pagetoken', ['token']],
  ['continuationtoken', ['continuation_token', 'token']],
]);

/** Numbers of entries on all pages, best first, by `bareKey`. */
export const TOTAL_NAMES: readonly string[] = [
  'total',
  'totalitems',
  'totalelements',
  'totalcount',
  'totalrecords',
  'totalresults',
  'odatacount',
];
export const PAGE_COUNT_NAMES: readonly string[] = ['totalpages', 'pagecount', 'numberofpages', 'pages'];
const OFFSET_NAMES: readonly string[] = ['offset', 'skip'];
const SIZE_NAMES: readonly string[] = ['limit', 'take', 'pagesize', 'perpage', 'size'];
const PAGE_NUMBER_NAMES: readonly string[] = ['page', 'pagenumber', 'pageindex', 'pageno', 'currentpage', 'number'];
/** Of these, the query parameters that are not asked for in any case. */
const PAGE_NUMBER_PARAMETERS: ReadonlySet<string> = new Set(['pagenumber', 'pageindex', 'pageno']);

export const isNextName = (key: string): boolean => NEXT_NAMES.has(bareKey(key));

/** True for a value that means that there is no next page. */
export const isNoPage = (value: Json | undefined): boolean => value === null || value === '' || value === false;

const isAddress = (text: string) => /^(?:https?:|\.{0,2}\/|\?|[\w./-]+\?[\w%.-]+=)/i.test(text);

/** The query parameter for a property: `cursor` for "nextCursor" and "next", `page_token` for "next_page_token". */
function parameterOf(key: string): string {
  const bare = bareKey(key);
  if (bare === 'nextpage') return 'page';
  if (bare === 'nexttoken') return key;
  const rest = key.replace(/^next[_-]?/i, '');
  return rest === '' || rest === key || /(?:url|uri|link|href)$/i.test(rest) ? 'cursor' : rest.charAt(0).toLowerCase() + rest.slice(1);
}

function named(key: string, value: Json): NextPage | null {
  if (isObject(value)) {
    for (const inner of ['href', 'url', 'uri', 'link']) {
      const address = readText(value[inner]);
      if (address !== null) return { kind: 'address', address };
    }
    return null;
  }
  const text = readText(value)?.trim() ?? null;
  if (text === null) return null;
  if (isAddress(text)) return { kind: 'address', address: text };
  const isNumber = /^\d{1,9}$/.test(text);
  return cursor(isNumber && bareKey(key) === 'next' ? 'page' : parameterOf(key), text);
}

function cursor(parameter: string, value: string): NextPage {
  const others = OTHER_PARAMETERS.get(bareKey(parameter))?.filter((other) => other !== parameter);
  return { kind: 'cursor', parameter, ...(others === undefined ? {} : { others }), value };
}

/** The next page in a list of links, such as `[{"rel": "next", "href": "…"}]`. */
function nextOfLinks(links: readonly Json[]): NextPage | null {
  for (const link of links) {
    if (!isObject(link)) continue;
    const relations = readText(link['rel'])?.toLowerCase().split(/\s+/) ?? [readText(link['relation'])?.toLowerCase()];
    if (relations.includes('next')) return named('next', link);
  }
  return null;
}

/**
 * The objects of an envelope that can describe pages: the envelope itself, and page objects and objects around a list on `PAGE_LEVELS`
 * levels.
 */
export function pageObjects(envelope: JsonObject): JsonObject[] {
  const inside = (object: JsonObject) =>
    Object.entries(object).flatMap(([key, value]) =>
      (PAGE_OBJECTS.has(bareKey(key)) || WRAPPERS.has(bareKey(key)) || LIST_NAMES.includes(key)) && isObject(value) ? [value] : [],
    );
  const levels = [[envelope]];
  while (levels.length <= PAGE_LEVELS) levels.push(levels.at(-1)!.flatMap(inside));
  return levels.flat();
}

function countUnder(object: JsonObject, names: readonly string[]): { readonly key: string; readonly count: number } | null {
  for (const name of names)
    for (const [key, value] of Object.entries(object)) {
      const count = bareKey(key) === name ? readInteger(value) : null;
      if (count !== null && count >= 0) return { key, count };
    }
  return null;
}

/** The page after one that says where it is: by an offset, or by its number under a name that is also a query parameter. */
function afterThis(object: JsonObject): NextPage | null {
  const to = (parameter: string, count: number): NextPage => ({ kind: 'cursor', parameter, value: String(count) });
  const page = countUnder(object, PAGE_NUMBER_NAMES);
  if (page !== null) {
    const pages = PAGE_NUMBER_PARAMETERS.has(bareKey(page.key)) ? countUnder(object, PAGE_COUNT_NAMES) : null;
    return pages !== null && page.count < pages.count ? to(page.key, page.count + 1) : null;
  }
  const offset = countUnder(object, OFFSET_NAMES);
  const size = offset === null ? null : countUnder(object, SIZE_NAMES);
  const total = countUnder(object, TOTAL_NAMES);
  if (offset === null || size === null || total === null || size.count === 0) return null;
  const next = offset.count + size.count;
  return next < total.count ? to(offset.key, next) : null;
}

/** The next page according to the body; null for none. `isLast`: the body says that no page follows. */
export function readNextPage(answer: Json, isLast: boolean): NextPage | null {
  if (!isObject(answer) || isLast) return null;
  const objects = pageObjects(answer);
  for (const object of objects)
    for (const [key, value] of Object.entries(object)) {
      const next = isNextName(key) ? named(key, value) : null;
      if (next !== null) return next;
    }
  for (const [key, value] of Object.entries(answer)) {
    const next = PAGE_OBJECTS.has(bareKey(key)) && Array.isArray(value) ? nextOfLinks(value) : null;
    if (next !== null) return next;
  }
  for (const object of objects)
    for (const [key, value] of Object.entries(object)) {
      const parameter = CURSOR_PARAMETERS.get(bareKey(key));
      const text = parameter === undefined || isObject(value) ? null : readText(value);
      if (text !== null) return cursor(parameter ?? key, text);
    }
  return objects.map(afterThis).find((next) => next !== null) ?? null;
}
