/** The errors that the service reports for rows (section 4, #8 of the interface). */
import type { Json } from './json.ts';
import { bareKey, isObject, type JsonObject, readInteger } from './json-values.ts';
import { DEEPEST_MESSAGE, findMessage, MESSAGE_NAMES } from './error-answer.ts';
import { type ErrorPath, readErrorPath } from './error-path.ts';
import { readProfileKeys, RowKeys } from './profile-keys.ts';

/** One error that the service reports for one row. */
export interface RowError {
  /** As the service counts; null when the service does not report it. */
  readonly row: number | null;
  readonly constituentId: string | null;
  readonly field: string | null;
  readonly code: string | null;
  readonly message: string;
  readonly value: string | null;
  /** The whole path, if the row is known from the path to the field. */
  readonly path?: string;
  /** True when the service says that this is only a warning: the row was processed and paid for. */
  readonly isWarning?: true;
  /** True for an unreadable entry of the report. Its row is not known, but a later report may be readable. */
  readonly isUnreadable?: true;
}

const pick = (object: JsonObject, names: ReadonlySet<string>): Json | undefined => {
  for (const key in object) if (names.has(bareKey(key))) return object[key];
  return undefined;
};

/** A text that begins with its row, such as "Row 4" or "Line #7: no name". Rows that it mentions later can be others. */
const ROW_TEXT = /^\s*(?:(?:validation )?error (?:in|on|at) )?(?:row|line|record)[\s_#:-]*(?:no\.?|number)?[\s_#:-]*(\d{1,9})\b(?![.-]\w)/i;

/** The row with which a text begins; null without one. */
function rowInText(text: string): number | null {
  const number = ROW_TEXT.exec(text)?.[1];
  return number === undefined ? null : Number(number);
}

/** Names of row numbers that only an entry about a row has. */
const OTHER_ROW_NAMES = new Set(['rownum', 'rowno', 'rowid', 'lineno', 'linenum', 'record', 'recordnumber', 'recordno', 'recordindex']);
const ROW_TEXT_NAMES = new Set(['row', 'line', ...OTHER_ROW_NAMES]);
/** Names of a list of the rows that have one error. */
const ROWS_NAMES = new Set(['rows', 'rownumbers', 'lines', 'linenumbers']);

/** The row number of an entry. `index` is only used if there is no better name. */
function rowOf(object: JsonObject): number | null {
  const found = new RowKeys();
  found.look(object);
  if (found.row !== null) return found.row;
  const text = pick(object, ROW_TEXT_NAMES);
  return readInteger(pick(object, OTHER_ROW_NAMES)) ?? (typeof text === 'string' ? rowInText(text) : null);
}

/** The rows of an entry that lists several; null for any other one. */
function rowsOf(object: JsonObject): number[] | null {
  const rows = pick(object, ROWS_NAMES);
  if (!Array.isArray(rows) || rows.length === 0) return null;
  const numbers = rows.map((row) => readInteger(row));
  return numbers.every((number) => number !== null) ? numbers : null;
}
const FIELD_NAMES = new Set(['field', 'fieldname', 'property', 'path', 'column', 'attribute', 'loc']);
/** Names of paths to a value, which can also be in an object `source` (JSON:API). */
const PATH_NAMES = new Set(['pointer', 'jsonpointer', 'instancepath', 'datapath', 'jsonpath', 'propertypath', 'sourcepointer']);
/** Names of fields, of which some services make paths. `name` and `target` can also be something else. */
const MAYBE_PATH_NAMES = new Set([...FIELD_NAMES, 'name', 'target', 'param', 'parameter', 'location', 'key']);
const CODE_NAMES = new Set(['code', 'errorcode', 'type', 'rule']);
const VALUE_NAMES = new Set(['value', 'rejectedvalue', 'input', 'received']);
const GROUP_NAMES = new Set([
  'errors',
  'messages',
  'violations',
  'problems',
  'issues',
  'failures',
  'reasons',
  'errormessages',
  'fielderrors',
  'validationerrors',
]);
/** A name of a list of errors, and of much else that is no list. */
const DETAIL_NAMES = new Set(['details']);
/** Property names of the severity, best first. `type` and `kind` come last, because they can also be codes. */
const SEVERITY_NAMES = [new Set(['severity', 'level', 'errorlevel']), new Set(['type', 'kind'])];
const NO_ERROR = /^(?:warn|warning|info|information|informational|notice|hint)s?$/i;
const MESSAGE_KEYS: ReadonlySet<string> = new Set(MESSAGE_NAMES);

function shown(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A field, given as a text or as a list with the path to it. */
function fieldIn(value: Json | undefined): string | null {
  return Array.isArray(value) && value.every((part) => part !== null && typeof part !== 'object') ? value.join('.') : shown(value);
}

/** The path of an entry under a name that says that it is one. */
function pointerOf(entry: JsonObject): Json | undefined {
  const { source } = entry;
  return pick(entry, PATH_NAMES) ?? (isObject(source) ? pick(source, PATH_NAMES) : undefined);
}

/** The path of an entry that names neither its row nor its ID in another way; null without one. */
function pathOf(entry: JsonObject, row: number | null, constituentId: string | null): ErrorPath | null {
  if (row !== null || constituentId !== null) return null;
  return readErrorPath(pointerOf(entry), true) ?? readErrorPath(pick(entry, MAYBE_PATH_NAMES), false);
}

/** The field of an entry: the rest of its path to a row, else the whole text. */
function fieldOf(entry: JsonObject, path: ErrorPath | null): string | null {
  if (path !== null) return path.field;
  const pointer = pointerOf(entry);
  return fieldIn(pick(entry, FIELD_NAMES)) ?? (typeof pointer === 'string' ? pointer.replace(/^#?\//, '') || null : null);
}

/** Whether an entry or its group is only a warning. */
function warningOf(entry: JsonObject): { readonly isWarning?: true } {
  const severity = SEVERITY_NAMES.map((names) => pick(entry, names)).find((value) => value !== undefined);
  return typeof severity === 'string' && NO_ERROR.test(severity.trim()) ? { isWarning: true } : {};
}

/** The errors of an entry: a list, or a map from fields; undefined when it has none of its own. */
function groupOf(object: JsonObject): Json | undefined {
  const group = pick(object, GROUP_NAMES);
  if (group !== undefined) return group;
  const details = pick(object, DETAIL_NAMES);
  return Array.isArray(details) ? details : undefined;
}

/** An entry that names neither its row nor its ID can begin its message with the row. */
const rowOrText = (row: number | null, constituentId: string | null, message: string): number | null =>
  row === null && constituentId === null ? rowInText(message) : row;

function oneError(entry: Json, row: number | null, constituentId: string | null): RowError | null {
  if (!isObject(entry)) {
    const text = shown(entry);
    if (text === null) return null;
    return { row: rowOrText(row, constituentId, text), constituentId, field: null, code: null, message: text, value: null };
  }
  const message = findMessage(pick(entry, MESSAGE_KEYS));
  const code = shown(pick(entry, CODE_NAMES));
  const path = pathOf(entry, row, constituentId);
  return {
    row: path?.row ?? (message === null ? row : rowOrText(row, constituentId, message)),
    constituentId,
    field: fieldOf(entry, path),
    ...(path === null ? {} : { path: path.written }),
    code,
    message: message ?? code ?? JSON.stringify(entry),
    value: shown(pick(entry, VALUE_NAMES)),
    ...warningOf(entry),
  };
}

/** What the key of a map says about its entry. */
interface MapKey {
  readonly row: number | null;
  readonly constituentId: string | null;
  /** Only for a key that is a path. */
  readonly path: ErrorPath | null;
}

const NO_KEY: MapKey = { row: null, constituentId: null, path: null };

/** The key of an entry in a map from rows, such as "4", "Row 4" or "row_4", from paths to fields of rows, or from constituent IDs. */
function readMapKey(key: string): MapKey {
  const path = readErrorPath(key, false);
  if (path !== null) return { row: path.row, constituentId: null, path };
  const number = /^(?:(?:row|line)[\s_]*#?)?(\d{1,9})$/i.exec(key)?.[1];
  return number === undefined ? { ...NO_KEY, constituentId: key } : { ...NO_KEY, row: Number(number) };
}

/**
 * Reads an entry per error, errors grouped by row, or an entry of a map from rows or IDs (`key`) to messages. Any other
 * element but null becomes one error with its JSON text.
 */
export function readRowErrors(element: Json, key: string | null = null): RowError[] {
  const mapKey = key === null ? NO_KEY : readMapKey(key);
  const { path } = mapKey;
  const errors = read(element, mapKey);
  return path === null ? errors : errors.map((error) => ({ ...error, field: error.field ?? path.field, path: path.written }));
}

function read(element: Json, mapKey: MapKey, depth = 0): RowError[] {
  if (Array.isArray(element) && depth > DEEPEST_MESSAGE) return read(JSON.stringify(element), mapKey);
  if (Array.isArray(element)) return element.flatMap((inner) => read(inner, mapKey, depth + 1));
  if (!isObject(element)) {
    const one = oneError(element, mapKey.row, mapKey.constituentId);
    return one === null ? [] : [one];
  }
  const { attributes } = element;
  // A resource of JSON:API.
  if (isObject(attributes)) return read({ ...attributes, ...element, attributes: null }, mapKey, depth + 1);
  const rows = mapKey.row === null ? rowsOf(element) : null;
  if (rows !== null && rowOf(element) === null) return rows.flatMap((row) => errorsIn(element, { ...NO_KEY, row }));
  return errorsIn(element, mapKey);
}

function errorsIn(element: JsonObject, mapKey: MapKey): RowError[] {
  const row = mapKey.row ?? rowOf(element);
  const ownId = readProfileKeys(element).constituentId;
  const constituentId = ownId ?? (row === null ? mapKey.constituentId : null);
  const group = groupOf(element);
  // A report can list all rows with their errors. A row without errors was accepted.
  const isWithout = group === null || (Array.isArray(group) && group.length === 0);
  if (isWithout && pick(element, MESSAGE_KEYS) === undefined && pick(element, CODE_NAMES) === undefined) return [];
  if (Array.isArray(group)) {
    // Inside a group, `index` only numbers the entries. The row is that of the group.
    const errors = group
      .map((entry) => oneError(entry, row, constituentId))
      .filter((error) => error !== null)
      .map((error) => ({ ...error, ...warningOf(element) }));
    if (errors.length > 0) return errors;
  }
  if (isObject(group))
    return Object.entries(group).flatMap(([name, messages]) => {
      const path = row === null && constituentId === null ? readErrorPath(name, false) : null;
      return (Array.isArray(messages) ? messages : [messages]).map((one) => ({
        row: path?.row ?? row,
        constituentId,
        field: path === null ? name : path.field,
        ...(path === null ? {} : { path: path.written }),
        code: null,
        message: findMessage(one) ?? JSON.stringify(one),
        value: null,
        ...warningOf(element),
      }));
    });
  const one = oneError(element, row, constituentId);
  return one === null ? [] : [one];
}
