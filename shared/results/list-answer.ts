/** Reads the list in an answer, and whether there are further pages (sections 4 and 7 of the interface). */
import type { Json } from './json.ts';
import { bareKey, isObject, type JsonObject, readInteger } from './json-values.ts';
import { isNextName, isNoPage, LIST_NAMES, PAGE_COUNT_NAMES, PAGE_OBJECTS, pageObjects, TOTAL_NAMES } from './next-page.ts';

const WRAPPERS: ReadonlySet<string> = new Set(['data', 'result', 'response', 'page', 'payload', 'body', 'd', 'project']);

const rankOfName = (key: string): number | null => {
  const at = LIST_NAMES.indexOf(key);
  return at < 0 ? null : at;
};

const isContainer = (key: string) => WRAPPERS.has(key) || rankOfName(key) !== null;

/**
 * Ranks the array at this path as the answer's list: lower is better, null when it cannot be. Accepts an array that is
 * bare, under a known name, under `_embedded.*`, under another known name or one wrapping object, or under any other key.
 */
export function listRank(path: readonly string[]): number | null {
  const [first, second, third] = path;
  if (first === undefined) return 0;
  const named = rankOfName(path.at(-1)!);
  if (second === undefined) return named === null ? 200 : 1 + named;
  if (third === undefined) {
    if (first === '_embedded') return 20 + (named ?? 20);
    if (WRAPPERS.has(first)) return 60 + (named ?? 20);
    return rankOfName(first) === null || named === null ? null : 100 + named;
  }
  return path.length === 3 && (first === '_embedded' || isContainer(first)) && isContainer(second) && named !== null ? 120 + named : null;
}

/** Parts of a profile (section 2.4) and of an envelope, by `bareKey`: never the key of an entry. */
const PART_NAMES: ReadonlySet<string> = new Set([
  'mostrecentscore',
  'pendingscore',
  'score',
  'scoredetails',
  'rfmdetails',
  'plannedgivingdetails',
  'analytics',
  'multilensscores',
  'project',
  'profile',
  'constituent',
  'record',
  'individual',
  'person',
  'input',
  'organization',
  'account',
  'scoreconfiguration',
]);

/**
 * Ranks the object under `key` of the object at `path` as an entry of a list that is a map from IDs, such as
 * `{"profiles": {"17": {…}}}`: lower is better, and any array is better; null when it cannot be one.
 */
export function mapEntryRank(path: readonly string[], key: string): number | null {
  const last = path.at(-1);
  if (last === undefined || rankOfName(last) === null) return null;
  const rank = listRank(path);
  return rank === null || !isGroupKey(key) ? null : 300 + rank;
}

/** Whether an array under this key of an object with row errors can be the errors of one row, or of one kind, and no list by another name. */
const isGroupKey = (key: string): boolean =>
  !isContainer(key) && key !== '_embedded' && !PAGE_OBJECTS.has(bareKey(key)) && !PART_NAMES.has(bareKey(key));

/** Property names of the ID in an entry of a map. */
const ID_NAMES: ReadonlySet<string> = new Set(['id', 'projectid', 'profileid']);

/** True when an entry of a map has an ID of its own; otherwise its key is its ID. */
export const hasOwnId = (entry: JsonObject): boolean => Object.keys(entry).some((key) => ID_NAMES.has(bareKey(key)));

/** The entries of an object that is a map from IDs; null if it has other values too, or no entries. */
function entriesOf(path: readonly string[], map: JsonObject): Json[] | null {
  const entries: Json[] = [];
  for (const [key, value] of Object.entries(map)) {
    if (PAGE_OBJECTS.has(bareKey(key)) || isPageField(key)) continue;
    if (!isObject(value) || mapEntryRank(path, key) === null) return null;
    entries.push(hasOwnId(value) ? value : { id: key, ...value });
  }
  return entries.length === 0 && Object.keys(map).length > 0 ? null : entries;
}

const MAX_LEVELS = 3;

/** The entry inside an element of "edges": `{"cursor": "…", "node": {…}}`. */
const nodeOf = (edge: Json): Json => (isObject(edge) && isObject(edge['node']) ? edge['node'] : edge);

/** The list in a complete answer, or null when there is none. */
export function readList(answer: Json): Json[] | null {
  let best: { readonly rank: number; readonly list: Json[] } | null = null;
  const consider = (rank: number | null, list: Json[] | null) => {
    if (rank !== null && list !== null && (best === null || rank < best.rank)) best = { rank, list };
  };
  const walk = (path: readonly string[], value: Json) => {
    if (Array.isArray(value)) consider(listRank(path), path.at(-1) === 'edges' ? value.map(nodeOf) : value);
    if (!isObject(value)) return;
    const last = path.at(-1);
    if (last !== undefined && rankOfName(last) !== null && listRank(path) !== null) consider(300 + listRank(path)!, entriesOf(path, value));
    if (path.length < MAX_LEVELS) for (const [key, inner] of Object.entries(value)) walk([...path, key], inner);
  };
  walk([], answer);
  return (best as { readonly list: Json[] } | null)?.list ?? null;
}

const LAST_NAMES: ReadonlySet<string> = new Set(['last', 'islast', 'lastpage', 'islastpage']);
const MORE_NAMES: ReadonlySet<string> = new Set(['hasmore', 'hasnext', 'hasnextpage', 'more', 'moreavailable', 'truncated', 'istruncated']);
const OTHER_PAGE_FIELDS: ReadonlySet<string> = new Set([
  'page',
  'itemsperpage',
  'pagesize',
  'perpage',
  'size',
  'limit',
  'offset',
  'count',
  'number',
]);

/** True for the name of a value that says whether another page follows. */
export function describesPages(key: string): boolean {
  const bare = bareKey(key);
  return (
    [LAST_NAMES, MORE_NAMES].some((names) => names.has(bare)) ||
    [TOTAL_NAMES, PAGE_COUNT_NAMES].some((names) => names.includes(bare)) ||
    isNextName(key)
  );
}

const isPageField = (key: string): boolean => describesPages(key) || OTHER_PAGE_FIELDS.has(bareKey(key));

/** What was read of a list so far, including the latest page. */
export interface ReadSoFar {
  readonly pages: number;
  readonly entries: number;
}

/** Whether more pages follow, according to the envelope or a page object in it; null if neither shows it. */
export function readMore(answer: Json, soFar: ReadSoFar): boolean | null {
  if (!isObject(answer)) return null;
  for (const about of pageObjects(answer)) {
    const more = moreIn(about, soFar);
    if (more !== null) return more;
  }
  return null;
}

/** The number of entries on all pages, according to the envelope or a page object in it; null if neither shows it. */
export function readTotal(answer: Json): number | null {
  if (!isObject(answer)) return null;
  for (const about of pageObjects(answer)) {
    const total = totalIn(about);
    if (total !== null) return total;
  }
  return null;
}

function firstOf<T>(about: JsonObject, isName: (key: string) => boolean, read: (value: Json) => T | null): T | null {
  for (const [key, value] of Object.entries(about)) {
    const found = isName(key) ? read(value) : null;
    if (found !== null) return found;
  }
  return null;
}

const countIn = (value: Json) => {
  const count = readInteger(value);
  return count !== null && count >= 0 ? count : null;
};
const flagIn = (value: Json) => (typeof value === 'boolean' ? value : null);

function totalIn(about: JsonObject): number | null {
  for (const name of TOTAL_NAMES) {
    const total = firstOf(about, (key) => bareKey(key) === name, countIn);
    if (total !== null) return total;
  }
  return null;
}

function moreIn(about: JsonObject, { pages, entries }: ReadSoFar): boolean | null {
  const last = firstOf(about, (key) => LAST_NAMES.has(bareKey(key)), flagIn);
  if (last !== null) return !last;
  const more = firstOf(about, (key) => MORE_NAMES.has(bareKey(key)), flagIn);
  if (more !== null) return more;
  const next = firstOf(about, isNextName, (value) => !isNoPage(value));
  if (next !== null) return next;
  const total = totalIn(about);
  if (total !== null) return entries < total;
  const pageCount = firstOf(about, (key) => PAGE_COUNT_NAMES.includes(bareKey(key)), countIn);
  return pageCount === null ? null : pages < pageCount;
}
