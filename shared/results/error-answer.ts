/** The texts of an answer that reports an error. */
import { type Json, parseJson } from './json.ts';
import { isObject } from './json-values.ts';

export const MESSAGE_NAMES = ['message', 'error', 'errorMessage', 'detail', 'description', 'title', 'reason'] as const;

/** Messages and row errors are not nested deeper. */
export const DEEPEST_MESSAGE = 20;

export function findMessage(value: Json | undefined, depth = 0): string | null {
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

const REMOVED = '(token removed)';
const BEARER = /\b(bearer\s+)(?!\(token removed\))([^\s"'“”<>,;)]+)/gi;
/** As in “Bearer token expired.” */
const ORDINARY_WORD = /^[a-z]{1,15}[.:!?]?$/i;

/** A text of an answer without the token, as it is or as in an address, and without any other value after the word “Bearer”. */
export function withoutToken(text: string, token: string): string {
  const forms = token === '' ? [] : [token, encodeURIComponent(token)];
  return forms
    .reduce((rest, form) => rest.replaceAll(form, REMOVED), text)
    .replace(BEARER, (whole, bearer: string, value: string) => (ORDINARY_WORD.test(value) ? whole : bearer + REMOVED));
}

/**
 * The service's message from an error body: problem+json, `{message}`, `{error}`, `{error:{message}}`, `{errors:[…]}`,
 * plain text, or the title of an HTML page. At most 300 characters, without `token`; null when there is no message.
 */
export function readErrorBody(body: string, contentType: string, token: string): string | null {
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
  const plain = withoutToken(words, token).replaceAll(/\s+/g, ' ');
  return plain.length > 300 ? `${plain.slice(0, 299)}…` : plain;
}

/** Every text in an error body, without `token`; the lines of one that is not JSON. Empty for a page of HTML. */
export function readErrorTexts(body: string, contentType: string, token: string): string[] {
  if (/html/i.test(contentType) || body.trim().startsWith('<')) return [];
  const texts: string[] = [];
  const collect = (value: Json, depth: number): void => {
    if (typeof value === 'string') texts.push(...withoutToken(value, token).split('\n'));
    if (depth > DEEPEST_MESSAGE || typeof value !== 'object' || value === null) return;
    for (const inner of Object.values(value)) collect(inner, depth + 1);
  };
  try {
    collect(parseJson(body), 0);
  } catch {
    return withoutToken(body, token).split('\n');
  }
  return texts;
}
