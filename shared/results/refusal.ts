/** What an answer with an error status says. */
import { readErrorBody, readErrorTexts } from './error-answer.ts';
import { type FieldError, readFieldErrors } from './field-errors.ts';

/** `words`: the message, null without one. `texts`: every text in the body. `fields`: those that it names. */
export interface RefusalWords {
  readonly words: string | null;
  readonly texts: readonly string[];
  readonly fields: readonly FieldError[];
}

/** In characters, like the message alone. */
const MOST_WORDS = 300;

/** The message, with the fields that it does not name. */
function wordsWith(message: string | null, fields: readonly FieldError[]): string | null {
  const unnamed = fields.filter(({ field }) => message?.includes(field) !== true).map((one) => `${one.field}: ${one.message}`);
  if (unnamed.length === 0) return message;
  const isOnlyThese = message === null || message === fields.map((one) => one.message).join('; ');
  return [...(isOnlyThese ? [] : [message]), unnamed.join('; ')].join(' ').slice(0, MOST_WORDS);
}

/** Reads the body of such an answer, without `token`. */
export function readRefusal(body: string, contentType: string, token: string): RefusalWords {
  const fields = readFieldErrors(body, token);
  return { words: wordsWith(readErrorBody(body, contentType, token), fields), texts: readErrorTexts(body, contentType, token), fields };
}
