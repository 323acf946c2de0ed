/** The list in an answer, and what the answer says about further pages (sections 4 and 7 of the interface). */
import type { Json } from './json.ts';
import { isObject, type JsonObject, readInteger } from './json-values.ts';

/** Property names that can hold a list, best first. */
const LIST_NAMES = ['items', 'data', 'results', 'profiles', 'scores', 'projects', 'errors', 'records', 'content', 'rows'] as const;

/**
 * Ranks the array at this path as the answer's list: lower is better, null when it cannot be. Accepts an array that is
 * bare, under a known name, under `_embedded.*` or one wrapping object, or under any other key.
 */
export function listRank(path: readonly string[]): number | null {
  const [first, second] = path;
  const named = (key: string) => {
    const at = (LIST_NAMES as readonly string[]).indexOf(key);
    return at < 0 ? null : at;
  };
  if (first === undefined) return 0;
  if (second === undefined) return named(first) === null ? 200 : 1 + named(first)!;
  if (path.length > 2) return null;
  if (first === '_embedded') return 20 + (named(second) ?? 20);
  if (['data', 'result', 'response', 'page'].includes(first)) return 60 + (named(second) ?? 20);
  return null;
}

/** The list in a complete answer, or null when there is none. */
export function readList(answer: Json): Json[] | null {
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return null;
  let best: { rank: number; list: Json[] } | null = null;
  const consider = (path: readonly string[], value: Json) => {
    const rank = Array.isArray(value) ? listRank(path) : null;
    if (rank !== null && (best === null || rank < best.rank)) best = { rank, list: value as Json[] };
  };
  for (const [key, value] of Object.entries(answer)) {
    consider([key], value);
    if (isObject(value)) for (const [inner, list] of Object.entries(value)) consider([key, inner], list);
  }
  return (best as { list: Json[] } | null)?.list ?? null;
}

/** Properties of an envelope that hold page information. */
const PAGE_WRAPPERS = ['page', 'paging', 'pagination', 'meta'] as const;

/** Whether more pages follow, from an envelope or an object directly inside it; null when neither shows it. */
export function readMore(answer: Json, page: number, itemsPerPage: number, firstPage: number): boolean | null {
  if (!isObject(answer)) return null;
  for (const about of [answer, ...PAGE_WRAPPERS.map((key) => answer[key]).filter(isObject)]) {
    const more = moreIn(about, page, itemsPerPage, firstPage);
    if (more !== null) return more;
  }
  return null;
}

/** The number of entries on all pages, from an envelope or an object directly inside it; null when neither shows it. */
export function readTotal(answer: Json): number | null {
  if (!isObject(answer)) return null;
  for (const about of [answer, ...PAGE_WRAPPERS.map((key) => answer[key]).filter(isObject)]) {
    const total = totalIn(about);
    if (total !== null) return total;
  }
  return null;
}

function totalIn(about: JsonObject): number | null {
  for (const key of ['total', 'totalItems', 'totalElements', 'totalCount']) {
    const total = readInteger(about[key]);
    if (total !== null && total >= 0) return total;
  }
  return null;
}

function moreIn(answer: JsonObject, page: number, itemsPerPage: number, firstPage: number): boolean | null {
  if (typeof answer['last'] === 'boolean') return !answer['last'];
  if (typeof answer['hasMore'] === 'boolean') return answer['hasMore'];
  if ('next' in answer) return answer['next'] !== null && answer['next'] !== '' && answer['next'] !== false;
  const total = totalIn(answer);
  return total === null ? null : (page - firstPage + 1) * itemsPerPage < total;
}
