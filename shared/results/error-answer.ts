/** Reads the texts of an answer that reports an error. */
import { type Json, parseJson } from './json.ts';
import { bareKey, isObject } from './json-values.ts';

/** Names of messages, best first, compared by `bareKey`. In an answer that also has "error_description", "error" is a code (RFC 6750). */
export const MESSAGE_NAMES = [
  'message',
  'errordescription',
  'error',
  'errormessage',
  'detail',
  'description',
  'title',
  'reason',
  'msg',
] as const;

/** Nesting levels that are searched for messages and row errors. */
export const DEEPEST_MESSAGE = 20;

export function findMessage(value: Json | undefined, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (depth > DEEPEST_MESSAGE) return null;
  if (Array.isArray(value)) {
    const all = value.map((one) => findMessage(one, depth + 1)).filter((message) => message !== null);
    return all.length === 0 ? null : all.slice(0, 5).join('; ');
  }
  if (!isObject(value)) return null;
  const entries = Object.entries(value).map(([key, inner]) => [bareKey(key), inner] as const);
  for (const name of [...MESSAGE_NAMES, 'errors'])
    for (const [key, inner] of entries) {
      const message = key === name ? findMessage(inner, depth + 1) : null;
      if (message !== null) return message;
    }
  return null;
}

const REMOVED = '(token removed)';
const BEARER = /\b(bearer\s+)(?!\(token removed\))([^\s"'“”<>,;)]+)/gi;
/** An ordinary word after “Bearer” is not a token: “Bearer token expired.” */
const ORDINARY_WORD = /^[a-z]{1,15}[.:!?]?$/i;

/** In characters. A shorter piece of a token is useless, and can be in a text by chance. */
const SHORTEST_PIECE = 16;
/** A piece of `SHORTEST_PIECE` characters always contains one of the windows that begin every `STEP` characters. */
const WINDOW = 8;
const STEP = SHORTEST_PIECE - WINDOW + 1;

/** A standard function that is missing in the type definitions used here. */
const base64 = (text: string): string => (globalThis as unknown as { btoa(text: string): string }).btoa(text);

/** If lower case has another length, only changes ASCII letters, so that all characters keep their positions. */
const lowerCase = (text: string): string => {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
};

/**
 * The forms in which texts repeat the token: plain, in an address, in JSON, and in base64 after other text, without the characters that
 * depend on that text.
 */
function formsOf(token: string): readonly string[] {
  if (token === '') return [];
  const encoded = [0, 1, 2].map((before) => base64('-'.repeat(before) + token).slice(before === 0 ? 0 : 4, -4));
  const long = encoded.filter((form) => form.length >= SHORTEST_PIECE);
  return [...new Set([encodeURIComponent(token), token.replaceAll('/', '\\/'), token, ...long].map(lowerCase))];
}

/** A cache for the latest token, because a list of projects has thousands of texts. */
let latest: { readonly token: string; readonly forms: readonly string[]; readonly all: string } | null = null;

function latestForms(token: string) {
  if (latest?.token === token) return latest;
  const forms = formsOf(token);
  // Separated, so that no piece of a text spans two forms.
  latest = { token, forms, all: forms.join('\u0000') };
  return latest;
}

/** Builds a text with some parts replaced by `REMOVED`. */
class Keeping {
  readonly lower: string;
  private readonly text: string;
  private kept = '';
  private done = 0;

  constructor(text: string) {
    this.text = text;
    this.lower = lowerCase(text);
  }

  remove(start: number, end: number): void {
    this.kept += this.text.slice(this.done, start) + REMOVED;
    this.done = end;
  }

  end(): string {
    return this.kept + this.text.slice(this.done);
  }
}

function withoutWhole(text: string, form: string): string {
  const keeping = new Keeping(text);
  for (let at = keeping.lower.indexOf(form); at >= 0; at = keeping.lower.indexOf(form, at + form.length))
    keeping.remove(at, at + form.length);
  return keeping.end();
}

/** `all`: all forms. */
function withoutPieces(text: string, all: string): string {
  const keeping = new Keeping(text);
  const { lower } = keeping;
  let from = 0;
  let done = 0;
  while (from + WINDOW <= lower.length) {
    const window = lower.slice(from, from + WINDOW);
    let [start, end] = [from, from];
    for (let at = all.indexOf(window); at >= 0 && end - start < SHORTEST_PIECE; at = all.indexOf(window, at + 1)) {
      [start, end] = [from, from + WINDOW];
      while (start > done && lower[start - 1] === all[at - (from - start) - 1]) start--;
      while (end < lower.length && lower[end] === all[at + end - from]) end++;
    }
    if (end - start < SHORTEST_PIECE) from += STEP;
    else {
      keeping.remove(start, end);
      from = end;
      done = end;
    }
  }
  return keeping.end();
}

/**
 * Removes the token, and any other value after the word “Bearer”, from a text of an answer. Finds the token in plain form, in an address,
 * in JSON and in base64, in any case, and also pieces of at least 16 characters.
 */
export function withoutToken(text: string, token: string): string {
  const { forms, all } = latestForms(token);
  const plain = withoutPieces(forms.reduce(withoutWhole, text), all);
  return plain.replace(BEARER, (whole, bearer: string, value: string) => (ORDINARY_WORD.test(value) ? whole : bearer + REMOVED));
}

/**
 * The service's message from an error body: problem+json, `{message}`, `{error}`, `{error:{message}}`, `{errors:[…]}`,
 * plain text, or the title of an HTML page. At most 300 characters, without `token`; null when there is no message.
 */
export function readErrorBody(body: string, contentType: string, token: string): string | null {
  const text = body.trim();
  if (text === '') return null;
  let words: string | null = null;
  if (/html/i.test(contentType) || /^<(!doctype|html)/i.test(text))
    words = /<title[^<>]*>([^<]*)<\/title>/i.exec(text)?.[1]?.trim() ?? null;
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

/** All texts in an error body, or its lines if it is not JSON, without `token`. Empty for HTML. */
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
