/** Reads answers with an error status. */
import { readErrorBody, readErrorTexts } from './error-answer.ts';
import { type FieldError, readFieldErrors } from './field-errors.ts';

/** `words`: the message; null for none. `texts`: all texts in the body. `fields`: the fields that the body names. */
export interface RefusalWords {
  readonly words: string | null;
  readonly texts: readonly string[];
  readonly fields: readonly FieldError[];
}

/** In characters. Also the limit of the message alone. */
const MOST_WORDS = 300;

/** The message, completed by the fields that it does not name. */
function wordsWith(message: string | null, fields: readonly FieldError[]): string | null {
  const unnamed = fields.filter(({ field }) => message?.includes(field) !== true).map((one) => `${one.field}: ${one.message}`);
  if (unnamed.length === 0) return message;
  const isOnlyThese = message === null || message === fields.map((one) => one.message).join('; ');
  return [...(isOnlyThese ? [] : [message]), unnamed.join('; ')].join(' ').slice(0, MOST_WORDS);
}

/** Reads the body of an answer with an error status. Removes `token`. */
export function readRefusal(body: string, contentType: string, token: string): RefusalWords {
  const fields = readFieldErrors(body, token);
  return { words: wordsWith(readErrorBody(body, contentType, token), fields), texts: readErrorTexts(body, contentType, token), fields };
}
