/**
 * Tolerant readers of the service's answers. The interface leaves most response shapes "not shown" (its sections 2.5,
 * 4, 7), so these readers accept every reasonable shape and keep what they do not understand. A missing number is
 * unknown, never 0.
 */
import { createCache } from '../base/caches.ts';
import { isFieldKey } from '../fields/table.ts';
import { type Json, parseJson } from './json.ts';
import { nameKey } from './name-echo.ts';
import { readTime } from './times.ts';

export type { Json } from './json.ts';

type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readInteger(value: Json | undefined): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  if (typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value)) return Number(value);
  return null;
}

/** Accepts numeric text such as "1,250.5". */
function readNumber(value: Json | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const plain = value.trim().replace(/(?<=\d),(?=\d{3}\b)/g, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

function readText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return typeof value === 'number' ? String(value) : null;
}

const PROJECT_WRAPPERS = ['project', 'data', 'result'] as const;

/** The ID of a created project as text: `id`, `projectId` or `_id`, bare or inside one wrapping object. */
export function readProjectId(answer: Json): string | null {
  if (!isObject(answer)) return typeof answer === 'string' || typeof answer === 'number' ? readText(answer) : null;
  for (const key of ['id', 'projectId', '_id']) {
    const id = readText(answer[key]);
    if (id !== null) return id;
  }
  for (const key of PROJECT_WRAPPERS) {
    const inner = answer[key];
    if (isObject(inner)) {
      const id = readProjectId(inner);
      if (id !== null) return id;
    } else if (key !== 'data' && inner !== undefined) {
      const id = readText(inner);
      if (id !== null) return id;
    }
  }
  return null;
}

/** A project as the service reports it (section 2.2). */
export interface RemoteProject {
  readonly remoteId: string | null;
  readonly name: string | null;
  readonly status: string | null;
  readonly totalRows: number | null;
  readonly validRows: number | null;
  /** Creation time in milliseconds since 1970; null when the service does not report it. */
  readonly createdAt: number | null;
}

/** Property names for a project's creation time, compared by `bareKey`. */
const CREATED_NAMES = new Set([
  'created',
  'createdat',
  'createdon',
  'createddate',
  'createdtime',
  'datecreated',
  'timecreated',
  'creationdate',
  'creationtime',
  'createtime',
]);

function readCreatedAt(answer: JsonObject): number | null {
  for (const [key, value] of Object.entries(answer)) {
    const time = CREATED_NAMES.has(bareKey(key)) ? readTime(value) : null;
    if (time !== null) return time;
  }
  return null;
}

export function readProject(answer: Json): RemoteProject | null {
  if (!isObject(answer)) return null;
  for (const key of PROJECT_WRAPPERS) {
    const inner = answer[key];
    if (isObject(inner) && answer['status'] === undefined && answer['totalRows'] === undefined) return readProject(inner);
  }
  return {
    remoteId: readProjectId(answer),
    name: readText(answer['name']),
    status: readText(answer['status']),
    totalRows: readInteger(answer['totalRows']),
    validRows: readInteger(answer['validRows']),
    createdAt: readCreatedAt(answer),
  };
}

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

const CREDIT_NAMES = ['remaining', 'remainingCredits', 'credits', 'balance', 'available', 'creditBalance'] as const;

/** The credit balance: a number, or the first number under a known name, at most one level down. */
export function readCredits(answer: Json): number | null {
  const bare = readNumber(answer);
  if (bare !== null) return bare;
  if (!isObject(answer)) return null;
  for (const key of CREDIT_NAMES) {
    const value = readNumber(answer[key]);
    if (value !== null) return value;
  }
  for (const inner of Object.values(answer)) {
    if (!isObject(inner)) continue;
    for (const key of CREDIT_NAMES) {
      const value = readNumber(inner[key]);
      if (value !== null) return value;
    }
  }
  return null;
}

/** Property names for an organization in the credits answer, best first, compared by `bareKey`. */
const ORGANIZATION_NAMES = [
  'organization',
  'organisation',
  'organizationname',
  'organisationname',
  'org',
  'orgname',
  'account',
  'accountname',
  'tenant',
  'tenantname',
  'instance',
  'instancename',
] as const;

/** A name, or an object's name or else its ID. */
function nameIn(value: Json | undefined): string | null {
  if (typeof value === 'string') return readText(value)?.trim() ?? null;
  if (!isObject(value)) return null;
  return (readText(value['name']) ?? readText(value['id']))?.trim() ?? null;
}

function organizationIn(answer: JsonObject): string | null {
  for (const name of ORGANIZATION_NAMES)
    for (const key of Object.keys(answer)) {
      const found = bareKey(key) === name ? nameIn(answer[key]) : null;
      if (found !== null) return found;
    }
  return null;
}

/** The organization whose balance the credits answer reports, at most one level down. */
export function readOrganization(answer: Json): string | null {
  if (!isObject(answer)) return null;
  const found = organizationIn(answer);
  if (found !== null) return found;
  for (const inner of Object.values(answer)) {
    const deeper = isObject(inner) ? organizationIn(inner) : null;
    if (deeper !== null) return deeper;
  }
  return null;
}

const MESSAGE_NAMES = ['message', 'error', 'errorMessage', 'detail', 'description', 'title', 'reason'] as const;

/** Messages and row errors are not nested deeper. */
const DEEPEST_MESSAGE = 20;

function findMessage(value: Json | undefined, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (depth > DEEPEST_MESSAGE) return null;
  if (Array.isArray(value)) {
    const all = value.map((one) => findMessage(one, depth + 1)).filter((message) => message !== null);
    return all.length === 0 ? null : all.slice(0, 5).join('; ');
  }
  if (!isObject(value)) return null;
  for (const key of MESSAGE_NAMES) {
    const message = findMessage(value[key], depth + 1);
    if (message !== null) return message;
  }
  return findMessage(value['errors'], depth + 1);
}

/**
 * The service's message from an error body: problem+json, `{message}`, `{error}`, `{error:{message}}`, `{errors:[…]}`,
 * plain text, or the title of an HTML page. At most 300 characters; null when there is no message.
 */
export function readErrorBody(body: string, contentType: string): string | null {
  const text = body.trim();
  if (text === '') return null;
  let words: string | null = null;
  if (/html/i.test(contentType) || /^<(!doctype|html)/i.test(text)) words = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1]?.trim() ?? null;
  else {
    try {
      words = findMessage(parseJson(text));
    } catch {
      words = text;
    }
  }
  if (words === null || words === '') return null;
  const plain = words.replaceAll(/\s+/g, ' ');
  return plain.length > 300 ? `${plain.slice(0, 299)}…` : plain;
}

/** Every text and every name of a value in an error body; the lines of one that is not JSON. Empty for a page of HTML. */
export function readErrorTexts(body: string, contentType: string): string[] {
  if (/html/i.test(contentType) || body.trim().startsWith('<')) return [];
  const texts: string[] = [];
  const collect = (value: Json, depth: number): void => {
    if (typeof value === 'string') texts.push(...value.split('\n'));
    if (depth > DEEPEST_MESSAGE || typeof value !== 'object' || value === null) return;
    for (const inner of Object.values(value)) collect(inner, depth + 1);
  };
  try {
    collect(parseJson(body), 0);
  } catch {
    return body.split('\n');
  }
  return texts;
}

/** Keys compare without case and without anything but letters and digits. */
export const bareKey = (key: string): string => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const ID_KEY = 'constituentid';
/** Names of row numbers, best first. "index" is last because it can number anything. */
const ROW_NAMES: readonly string[] = ['row', 'rownumber', 'line', 'linenumber', 'rowindex', 'index'];
const FIRST_NAMES = new Set(['primaryfirst', 'firstname', 'first', 'givenname']);
const LAST_NAMES = new Set(['primarylast', 'lastname', 'last', 'surname', 'familyname']);
export const ECHO_PARENTS = new Set(['constituent', 'record', 'profile', 'individual', 'person', 'input']);

/**
 * What the value under a key identifies: the row's ID, part of its name, its number (the rank of the key's name), or
 * nothing.
 */
type KeyRole = 'id' | 'first' | 'last' | number | null;

function findRole(key: string): KeyRole {
  // A heading of a CSV answer can be a dotted path: its last part counts when the parts before it echo the record.
  const dot = key.lastIndexOf('.');
  const isEcho = key
    .slice(0, Math.max(0, dot))
    .split('.')
    .every((parent) => ECHO_PARENTS.has(bareKey(parent)));
  const bare = bareKey(dot >= 0 && isEcho ? key.slice(dot + 1) : key);
  if (bare === ID_KEY) return 'id';
  if (FIRST_NAMES.has(bare)) return 'first';
  if (LAST_NAMES.has(bare)) return 'last';
  const rank = ROW_NAMES.indexOf(bare);
  return rank < 0 ? null : rank;
}

/** A million profiles share a few keys. When keys are values, their number has no limit, so this cache has one. */
const MOST_ROLES = 5000;
const roles = createCache<string, KeyRole>();

function roleOf(key: string): KeyRole {
  const known = roles.get(key);
  if (known !== undefined) return known;
  const role = findRole(key);
  if (roles.size < MOST_ROLES) roles.set(key, role);
  return role;
}

export const isIdHeading = (heading: string): boolean => roleOf(heading) === 'id';

/** What a profile contains to identify its row. */
export interface ProfileKeys {
  readonly constituentId: string | null;
  readonly row: number | null;
  /** The name that the profile echoes, as `nameKey`; null when it echoes none. */
  readonly name: string | null;
  readonly profileId: string | null;
  /** False when the constituent ID is a number that lost digits in parsing: read it again with `parseJson`. */
  readonly exact: boolean;
}

/** Collects what identifies the row from an object and from the objects in it that echo the record. */
class RowKeys {
  constituentId: string | null = null;
  row: number | null = null;
  exact = true;
  private rank = ROW_NAMES.length;
  private first = '';
  private last = '';

  look(object: JsonObject): void {
    for (const key in object) {
      const role = roleOf(key);
      if (role === null) continue;
      const value = object[key];
      if (role === 'id') this.takeId(value);
      else if (role === 'first') this.first ||= readText(value) ?? '';
      else if (role === 'last') this.last ||= readText(value) ?? '';
      else this.takeRow(role, value);
    }
  }

  private takeId(value: Json | undefined): void {
    if (this.constituentId !== null) return;
    this.constituentId = readText(value);
    this.exact = typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value);
  }

  private takeRow(rank: number, value: Json | undefined): void {
    const row = rank < this.rank ? readInteger(value) : null;
    if (row === null) return;
    this.row = row;
    this.rank = rank;
  }

  get name(): string | null {
    return nameKey(this.first, this.last);
  }

  get writtenName(): string {
    return [this.first, this.last].filter((part) => part !== '').join(' ');
  }
}

function rowKeysOf(profile: JsonObject): RowKeys {
  const found = new RowKeys();
  found.look(profile);
  if (found.constituentId === null || found.name === null)
    for (const key in profile) {
      const inner = profile[key];
      if (isObject(inner) && ECHO_PARENTS.has(bareKey(key))) found.look(inner);
    }
  return found;
}

/** The name that a profile echoes, as it is written; '' when it echoes none. */
export const readEchoedName = (profile: Json): string => (isObject(profile) ? rowKeysOf(profile).writtenName : '');

export function readProfileKeys(profile: Json): ProfileKeys {
  if (!isObject(profile)) return { constituentId: null, row: null, name: null, profileId: null, exact: true };
  const found = rowKeysOf(profile);
  const inner = profile['profile'];
  const profileId =
    readText(profile['id']) ??
    readText(profile['profileId']) ??
    readText(profile['_id']) ??
    (isObject(inner) ? readText(inner['id']) : null);
  const { constituentId, row, name, exact } = found;
  return { constituentId, row, name, profileId, exact };
}

/** One error that the service reports for one row. */
export interface RowError {
  /** As the service counts; null when the service does not report it. */
  readonly row: number | null;
  readonly constituentId: string | null;
  readonly field: string | null;
  readonly code: string | null;
  readonly message: string;
  readonly value: string | null;
}

const pick = (object: JsonObject, names: ReadonlySet<string>): Json | undefined => {
  for (const key in object) if (names.has(bareKey(key))) return object[key];
  return undefined;
};

/** The row number of an entry; an index counts only when there is no better name. */
function rowOf(object: JsonObject): number | null {
  const found = new RowKeys();
  found.look(object);
  return found.row;
}
const FIELD_NAMES = new Set(['field', 'fieldname', 'property', 'path', 'column', 'attribute']);
const CODE_NAMES = new Set(['code', 'errorcode', 'type', 'rule']);
const VALUE_NAMES = new Set(['value', 'rejectedvalue', 'input', 'received']);
const GROUP_NAMES = new Set(['errors', 'messages', 'violations', 'problems', 'issues']);
const MESSAGE_KEYS = new Set(MESSAGE_NAMES.map(bareKey));

function shown(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function oneError(entry: Json, row: number | null, constituentId: string | null): RowError | null {
  if (typeof entry === 'string') return { row, constituentId, field: null, code: null, message: entry, value: null };
  if (!isObject(entry)) return null;
  const message = findMessage(pick(entry, MESSAGE_KEYS));
  const code = shown(pick(entry, CODE_NAMES));
  return {
    row,
    constituentId,
    field: shown(pick(entry, FIELD_NAMES)),
    code,
    message: message ?? code ?? JSON.stringify(entry),
    value: shown(pick(entry, VALUE_NAMES)),
  };
}

/**
 * Reads an entry per error, errors grouped by row, or an entry of a map from row (`mapRow`) to messages. Any other
 * element becomes one error with its JSON text.
 */
export function readRowErrors(element: Json, mapRow: number | null = null, depth = 0): RowError[] {
  if (Array.isArray(element) && depth > DEEPEST_MESSAGE) return readRowErrors(JSON.stringify(element), mapRow);
  if (Array.isArray(element)) return element.flatMap((inner) => readRowErrors(inner, mapRow, depth + 1));
  if (!isObject(element)) {
    const one = oneError(element, mapRow, null);
    return one === null ? [] : [one];
  }
  const row = mapRow ?? rowOf(element);
  const constituentId = readProfileKeys(element).constituentId;
  const group = pick(element, GROUP_NAMES);
  if (Array.isArray(group) && group.length > 0)
    // An index inside a group numbers its entries; the row is that of the group.
    return group.map((entry) => oneError(entry, row, constituentId)).filter((error) => error !== null);
  if (isObject(group))
    return Object.entries(group).flatMap(([field, messages]) =>
      (Array.isArray(messages) ? messages : [messages]).map((one) => ({
        row,
        constituentId,
        field,
        code: null,
        message: findMessage(one) ?? JSON.stringify(one),
        value: null,
      })),
    );
  const one = oneError(element, row, constituentId);
  return one === null ? [] : [one];
}

/** True for keys of a profile that only echo the record that was sent. */
export function isEchoKey(key: string): boolean {
  return isFieldKey(key);
}
