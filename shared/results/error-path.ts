/**
 * Paths to a value in the list that was sent, such as "/data/3/lastName" (a JSON pointer, RFC 6901), "records[3].zip" or
 * ["records", 3, "zip"]. Their number is the position of the row in the list. What it counts from is found by evidence, as for any other
 * row number.
 */
import type { Json } from './json.ts';
import { bareKey } from './json-values.ts';

/** `row`: as the path counts. `field`: the rest of the path, "zip"; null for a whole row. `written`: the whole path. */
export interface ErrorPath {
  readonly row: number;
  readonly field: string | null;
  readonly written: string;
}

/** Names of lists and of objects around them, by `bareKey`: other names can be fields that hold lists. */
const LISTS: ReadonlySet<string> = new Set([
  '',
  'body',
  'request',
  'requestbody',
  'payload',
  'input',
  'root',
  'data',
  'items',
  'records',
  'rows',
  'entries',
  'elements',
  'values',
  'list',
  'scoreprofiles',
  'profiles',
  'scores',
  'individuals',
  'constituents',
  'people',
  'persons',
]);

const NUMBER = /^\d{1,9}$/;
/** A resource of JSON:API has its fields under this name. */
const FIELDS = 'attributes';

/** The parts of a path; null for a text that is none. */
function partsOf(value: Json): string[] | null {
  if (Array.isArray(value)) return value.every((part) => part !== null && typeof part !== 'object') ? value.map(String) : null;
  if (typeof value !== 'string' || value.length > 1_000 || /\s/.test(value)) return null;
  const pointer = /^#?\/(.*)$/.exec(value)?.[1];
  if (pointer !== undefined) return pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return value
    .replaceAll(/\[["']?([^\][]*?)["']?\]/g, '.$1')
    .replace(/^\$?\.?/, '')
    .split('.');
}

/** Reads a path to a row. `isPath`: its name says that it is a path, so the list can have any name. Null for any other value. */
export function readErrorPath(value: Json | undefined, isPath: boolean): ErrorPath | null {
  const parts = value === undefined ? null : partsOf(value);
  const at = parts?.findIndex((part) => NUMBER.test(part)) ?? -1;
  if (parts === null || at < 0 || !parts.slice(0, at).every((part) => isPath || LISTS.has(bareKey(part)))) return null;
  const rest = parts.slice(at + 1);
  // A text that begins with a number can be an ID, and one with two numbers a version or an amount.
  if (typeof value === 'string' && ((!isPath && /^\d/.test(value)) || NUMBER.test(rest[0] ?? ''))) return null;
  const field = (rest[0] === FIELDS ? rest.slice(1) : rest).join('.');
  return { row: Number(parts[at]), field: field === '' ? null : field, written: parts.join('.') };
}
