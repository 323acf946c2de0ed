/** The errors that the service reports for rows (section 4, #8 of the interface). */
import type { Json } from './json.ts';
import { bareKey, isObject, type JsonObject } from './json-values.ts';
import { DEEPEST_MESSAGE, findMessage, MESSAGE_NAMES } from './error-answer.ts';
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
  /** True when the service says that this is only a warning: the row was processed and paid for. */
  readonly isWarning?: true;
  /** True for an unreadable entry of the report. Its row is not known, but a later report may be readable. */
  readonly isUnreadable?: true;
}

const pick = (object: JsonObject, names: ReadonlySet<string>): Json | undefined => {
  for (const key in object) if (names.has(bareKey(key))) return object[key];
  return undefined;
};

/** The row number of an entry. `index` is only used if there is no better name. */
function rowOf(object: JsonObject): number | null {
  const found = new RowKeys();
  found.look(object);
  return found.row;
}
const FIELD_NAMES = new Set(['field', 'fieldname', 'property', 'path', 'column', 'attribute', 'loc']);
const CODE_NAMES = new Set(['code', 'errorcode', 'type', 'rule']);
const VALUE_NAMES = new Set(['value', 'rejectedvalue', 'input', 'received']);
const GROUP_NAMES = new Set(['errors', 'messages', 'violations', 'problems', 'issues']);
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

/** Whether an entry or its group is only a warning. */
function warningOf(entry: JsonObject): { readonly isWarning?: true } {
  const severity = SEVERITY_NAMES.map((names) => pick(entry, names)).find((value) => value !== undefined);
  return typeof severity === 'string' && NO_ERROR.test(severity.trim()) ? { isWarning: true } : {};
}

function oneError(entry: Json, row: number | null, constituentId: string | null): RowError | null {
  if (!isObject(entry)) return entry === null ? null : { row, constituentId, field: null, code: null, message: shown(entry)!, value: null };
  const message = findMessage(pick(entry, MESSAGE_KEYS));
  const code = shown(pick(entry, CODE_NAMES));
  return {
    row,
    constituentId,
    field: fieldIn(pick(entry, FIELD_NAMES)),
    code,
    message: message ?? code ?? JSON.stringify(entry),
    value: shown(pick(entry, VALUE_NAMES)),
    ...warningOf(entry),
  };
}

/**
 * Reads an entry per error, errors grouped by row, or an entry of a map from row (`mapRow`) to messages. Any other
 * element but null becomes one error with its JSON text.
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
    return Object.entries(group).flatMap(([field, messages]) =>
      (Array.isArray(messages) ? messages : [messages]).map((one) => ({
        row,
        constituentId,
        field,
        code: null,
        message: findMessage(one) ?? JSON.stringify(one),
        value: null,
        ...warningOf(element),
      })),
    );
  const one = oneError(element, row, constituentId);
  return one === null ? [] : [one];
}
