/** The fields that an error answer names. */
import { findMessage, withoutToken } from './error-answer.ts';
import { type Json, parseJson } from './json.ts';
import { isObject } from './json-values.ts';
import { readRowErrors } from './row-errors.ts';

/** A field, or a path into the body, and what the service says about it. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

const GROUPS = /^(?:details?|errors|violations|problems|issues|invalid-?params|field-?errors)$/i;
const MAX_FIELDS = 20;
/** In characters. */
const LONGEST = 300;

/** The entries of a list of problems, or of a map from field to messages. */
function entriesOf(group: Json): FieldError[] {
  if (Array.isArray(group))
    return readRowErrors(group).flatMap(({ field, path = field, message }) =>
      path === null || path === '' ? [] : [{ field: path, message }],
    );
  if (!isObject(group)) return [];
  return Object.entries(group).flatMap(([field, value]) => {
    const message = findMessage(value);
    return message === null ? [] : [{ field, message }];
  });
}

function groupsIn(value: Json | undefined, depth = 0): Json[] {
  if (!isObject(value) || depth > 2) return [];
  return Object.entries(value).flatMap(([name, inner]) => (GROUPS.test(name) ? [inner] : groupsIn(inner, depth + 1)));
}

/** The fields that an error body names, without `token`; empty for none, and if the body is not JSON. */
export function readFieldErrors(body: string, token: string): FieldError[] {
  let value: Json;
  try {
    value = parseJson(body);
  } catch {
    return [];
  }
  const plain = (text: string) => withoutToken(text, token).replaceAll(/\s+/g, ' ').slice(0, LONGEST);
  return groupsIn(value)
    .flatMap(entriesOf)
    .slice(0, MAX_FIELDS)
    .map(({ field, message }) => ({ field: plain(field), message: plain(message) }));
}
