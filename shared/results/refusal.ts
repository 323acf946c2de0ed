/** Reads answers with an error status. */
import { readErrorBody, readErrorTexts } from './error-answer.ts';
import { type FieldError, readFieldErrors } from './field-errors.ts';
import type { Json } from './json.ts';
import { bareKey, isObject } from './json-values.ts';
import { isFailedCall } from './project-answer.ts';

/** `words`: the message; null for none. `texts`: all texts in the body. `fields`: the fields that the body names. */
export interface RefusalWords {
  readonly words: string | null;
  readonly texts: readonly string[];
  readonly fields: readonly FieldError[];
}

/** Names of a flag that says whether a call succeeded, as `bareKey`. */
const SUCCESS_NAMES: ReadonlySet<string> = new Set(['success', 'ok', 'succeeded', 'successful', 'issuccess', 'issuccessful']);

const isFilled = (value: Json | undefined): boolean =>
  typeof value === 'string' ? value.trim() !== '' : isObject(value) && Object.keys(value).length > 0;

/**
 * True for the body of an answer that says itself that the call failed, whatever its status: `{"success": false}`, `{"error": "…"}`, or
 * `{"status": "error", "message": "…"}`. A list of errors can be about rows.
 */
export function saysFailed(answer: Json): boolean {
  if (!isObject(answer)) return false;
  const flag = Object.entries(answer).find(([key]) => SUCCESS_NAMES.has(bareKey(key)))?.[1];
  if (typeof flag === 'boolean') return !flag;
  if (typeof flag === 'string' && /^(?:true|false)$/i.test(flag)) return flag.toLowerCase() === 'false';
  return isFilled(answer['error']) || isFailedCall(answer);
}

/** In characters. Also the limit of the message alone. */
const MAX_WORDS = 300;

/** The message, completed by the fields that it does not name. */
function wordsWith(message: string | null, fields: readonly FieldError[]): string | null {
  const unnamed = fields.filter(({ field }) => message?.includes(field) !== true).map((one) => `${one.field}: ${one.message}`);
  if (unnamed.length === 0) return message;
  const isOnlyThese = message === null || message === fields.map((one) => one.message).join('; ');
  return [...(isOnlyThese ? [] : [message]), unnamed.join('; ')].join(' ').slice(0, MAX_WORDS);
}

/** Reads the body of an answer with an error status. Removes `token`. */
export function readRefusal(body: string, contentType: string, token: string): RefusalWords {
  const fields = readFieldErrors(body, token);
  return { words: wordsWith(readErrorBody(body, contentType, token), fields), texts: readErrorTexts(body, contentType, token), fields };
}
