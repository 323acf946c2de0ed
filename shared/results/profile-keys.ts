/** Reads what identifies the row that a profile belongs to. */
import { createCache } from '../base/index.ts';
import type { Json } from './json.ts';
import { bareKey, isObject, type JsonObject, readInteger, readText } from './json-values.ts';
import { nameKey } from './name-echo.ts';

const ID_KEY = 'constituentid';
/** Names of row numbers, best first. "index" is last because it can number anything. */
const ROW_NAMES: readonly string[] = ['row', 'rownumber', 'line', 'linenumber', 'rowindex', 'index'];
const FIRST_NAMES = new Set(['primaryfirst', 'firstname', 'first', 'givenname']);
const LAST_NAMES = new Set(['primarylast', 'lastname', 'last', 'surname', 'familyname']);
export const ECHO_PARENTS = new Set(['constituent', 'record', 'profile', 'individual', 'person', 'input', 'attributes']);

/**
 * What the value of a key identifies: the constituent ID, a part of the name, the row number (the role is the rank of the key in
 * `ROW_NAMES`), or nothing.
 */
type KeyRole = 'id' | 'first' | 'last' | number | null;

function findRole(key: string): KeyRole {
  // A heading of a CSV answer can be a dotted path. If its first parts are names of an echoed record, only the last part matters.
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

/** Limits the cache. A million profiles share a few keys, unless a service uses values as keys. */
const MAX_ROLES = 5000;
const roles = createCache<string, KeyRole>();

function roleOf(key: string): KeyRole {
  const known = roles.get(key);
  if (known !== undefined) return known;
  const role = findRole(key);
  if (roles.size < MAX_ROLES) roles.set(key, role);
  return role;
}

export const isIdHeading = (heading: string): boolean => roleOf(heading) === 'id';

/** Whether `readProfileKeys` reads the value of this key. */
export const identifiesRow = (key: string): boolean => roleOf(key) !== null || ECHO_PARENTS.has(bareKey(key));

/** The values of a profile that identify its row. */
export interface ProfileKeys {
  readonly constituentId: string | null;
  readonly row: number | null;
  /** The name that the profile echoes, as `nameKey` returns it; null for none. */
  readonly name: string | null;
  readonly profileId: string | null;
  /** False when the constituent ID is a number that has lost digits in parsing. It must be read again with `parseJson`. */
  readonly exact: boolean;
}

/** Collects what identifies the row from an object and from nested objects that echo the record. */
export class RowKeys {
  constituentId: string | null = null;
  row: number | null = null;
  exact = true;
  private rank = ROW_NAMES.length;
  private first = '';
  private last = '';
  /** A cache, because most profiles need the name twice. Undefined until it is read. */
  private nameRead: string | null | undefined;

  look(object: JsonObject): void {
    this.nameRead = undefined;
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
    return this.nameRead === undefined ? (this.nameRead = nameKey(this.first, this.last)) : this.nameRead;
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

/** The name that a profile echoes, as written; '' for none. */
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
