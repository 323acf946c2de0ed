/** Tokens as users write them: the rule is the same for the window, the environment and standard input. */
import { AppError } from '../../shared/base/index.ts';

const RULE = 'A token must be one word of letters, digits and symbols, without spaces or line breaks.';

/** The token without the word "Bearer"; null when it cannot be sent as a header. */
function cleaned(text: string): string | null {
  const plain = text
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/^bearer\s+/i, '');
  return /^[\x21-\x7e]+$/.test(plain) ? plain : null;
}

/**
 * The token without the word "Bearer".
 * @throws INPUT_INVALID when it cannot be sent as a header.
 */
export function plainToken(text: string): string {
  const plain = cleaned(text);
  if (plain === null) throw new AppError('INPUT_INVALID', RULE);
  return plain;
}

/**
 * A token for one run. `source`: where it comes from, as the beginning of a sentence.
 * @throws TOKEN_MISSING when it cannot be sent as a header.
 */
export function tokenFrom(text: string, source: string): string {
  const plain = cleaned(text);
  if (plain === null) throw new AppError('TOKEN_MISSING', `${source} holds no usable token, so nothing was done. ${RULE}`);
  return plain;
}

/**
 * Removes `DESK_TOKEN` from the environment of this program, because its threads and programs get a copy, and returns its text. Call it
 * before the first thread starts.
 */
export function takeEnvironmentToken(environment: Record<string, string | undefined> = process.env): string {
  const text = environment['DESK_TOKEN'] ?? '';
  delete environment['DESK_TOKEN'];
  return text;
}

/**
 * The token in the text of `DESK_TOKEN`; undefined for a blank one.
 * @throws TOKEN_MISSING when it cannot be sent as a header.
 */
export function environmentToken(text: string): string | undefined {
  return text.trim() === '' ? undefined : tokenFrom(text, 'The variable DESK_TOKEN');
}
