/**
 * Values that diagnostics may contain: numbers, times, and words from fixed lists of this program. Nothing is copied just because it looks
 * harmless, because a damaged or modified file can contain anything anywhere.
 */
import { ERROR_CODES } from '../../../shared/base/index.ts';

/** Used instead of a value that is not on a list. */
export const UNKNOWN_WORD = 'not known';

/** The word, if it is on the list. */
export const wordOf = (value: unknown, known: readonly string[]): string =>
  typeof value === 'string' && known.includes(value) ? value : UNKNOWN_WORD;

export const codeOf = (value: unknown): string => wordOf(value, Object.keys(ERROR_CODES));

export const numberOf = (value: unknown): string => (typeof value === 'number' && Number.isFinite(value) ? String(value) : UNKNOWN_WORD);

/** Milliseconds since 1970 as ISO time in UTC. */
export function timeOf(value: unknown): string {
  const date = new Date(typeof value === 'number' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? UNKNOWN_WORD : date.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The first digits of a random ID, with which `desk status` can find a project. */
export const idOf = (value: unknown): string =>
  typeof value === 'string' && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value) ? value.slice(0, 8) : UNKNOWN_WORD;

/** The code of a system or SQLite error. */
export function systemCodeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && /^(E[A-Z0-9]{2,20}|SQLITE_[A-Z_]{2,40}|ERR_[A-Z_]{2,40})$/.test(code)
    ? code
    : 'an error without a code';
}

/** The parsed object; empty if the text is not an object. */
export function objectIn(text: unknown): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : null;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
