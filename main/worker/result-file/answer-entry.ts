/**
 * One entry of an answer. An unreadable entry does not affect the others: its text is stored as a JSON string instead of an object, so that
 * everything stored is JSON.
 */
import { type Json, isTooDeep, parseJson } from '../../../shared/results/index.ts';

/** The value of an entry, or a sentence that tells why it cannot be read. */
export type Entry = { readonly value: Json; readonly problem: null } | { readonly value: null; readonly problem: string };

const problem = (sentence: string): Entry => ({ value: null, problem: sentence });

export function readEntry(text: string): Entry {
  if (isTooDeep(text)) return problem('This entry in the answer of the service is nested too deeply to be read.');
  try {
    return { value: parseJson(text), problem: null };
  } catch {
    return problem('This entry in the answer of the service is not well formed, so it cannot be read.');
  }
}

/** The text to store for an unreadable entry. */
export const storedUnreadable = (text: string): string => JSON.stringify(text);

/** An unreadable entry: the reason, and its text as received. */
export interface UnreadableEntry {
  readonly problem: string;
  readonly text: string;
}

/** Null for a readable profile, and for a text that was not stored yet. `json`: as stored. */
export function unreadableEntry(json: string): UnreadableEntry | null {
  if (!json.startsWith('"')) return null;
  const { value: text } = readEntry(json);
  if (typeof text !== 'string') return null;
  return { problem: readEntry(text).problem ?? 'This entry in the answer of the service is no profile.', text };
}
