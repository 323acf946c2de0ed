/** What the headers of an answer say about pages, for lists without an envelope and for services that do not use one. */
import { type Json, parseJson } from './json.ts';
import { bareKey, isObject, type JsonObject } from './json-values.ts';
import { describesPages } from './list-answer.ts';

/** The beginnings of the names of such headers. The rest is the name of a property. */
const PREFIX = /^(?:x-)?(?:(?:ms|opc|pagination|paging|list|collection)-)?/;

/** Cursors of the next page under names that do not say so, with their properties, by `bareKey`. */
const CURSORS: ReadonlyMap<string, string> = new Map([
  ['continuation', 'continuationToken'],
  ['continuationtoken', 'continuationToken'],
  ['endcursor', 'endCursor'],
]);

/** In characters. A longer value does not describe pages. */
const LONGEST = 4_096;

const camelCase = (name: string) => name.replaceAll(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A header whose value is an object, such as `X-Pagination: {"HasNext": true}`. */
function objectIn(value: string): JsonObject | null {
  if (!value.startsWith('{')) return null;
  try {
    const json: Json = parseJson(value);
    return isObject(json) ? json : null;
  } catch {
    return null;
  }
}

/** An envelope with what the headers say, as `readMore`, `readTotal` and `readNextPage` read it. `headers`: by name in lower case. */
export function readPageHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>): JsonObject {
  const envelope: JsonObject = {};
  for (const [name, given] of Object.entries(headers)) {
    const value = [given ?? []].flat().join(', ').trim();
    if (name === 'link') {
      const next = nextInLinkHeader(value);
      if (next !== null) envelope['next'] = { href: next };
    } else if (value.length > LONGEST) continue;
    else if (name === 'content-range') {
      // A range of bytes says nothing about entries.
      const total = /^(?!bytes\b)(?:\w+\s+)?[\d*-]+\/(\d{1,15})$/i.exec(value)?.[1];
      if (total !== undefined) envelope['total'] = total;
    } else if (/^(?:x-)?pagination$/.test(name)) {
      const about = objectIn(value);
      if (about !== null) envelope['pagination'] = about;
    } else {
      const property = camelCase(name.replace(PREFIX, ''));
      const known = CURSORS.get(bareKey(property)) ?? (describesPages(property) ? property : null);
      // A name in one word is not about pages.
      if (known !== null && known !== name) envelope[known] = /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;
    }
  }
  return envelope;
}

/** The address with the relation "next" in a Link header (RFC 8288); null without one. */
function nextInLinkHeader(header: string): string | null {
  // Excludes "<", because matching a header full of them would otherwise take minutes.
  for (const [, address, parameters] of header.matchAll(/<([^<>]*)>((?:\s*;\s*[^\s=;,]+\s*(?:=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/i.exec(parameters!);
    if ((relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/).includes('next')) return address!;
  }
  return null;
}
