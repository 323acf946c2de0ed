/**
 * One entry of an answer. An entry that cannot be read costs no other: its text is stored instead, as a JSON text in place of the object,
 * so that everything stored is JSON.
 */
import { type Json, isTooDeep, parseJson } from '../../../shared/results/index.ts';

/** The value of an entry, or why it has none, as a sentence. */
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

/** What is stored instead of an entry that cannot be read. */
export const storedUnreadable = (text: string): string => JSON.stringify(text);

/** An entry that could not be read: why, and its text as received. */
export interface UnreadableEntry {
  readonly problem: string;
  readonly text: string;
}

/** Null for a profile that could be read, and for a text that is not stored yet. `json`: as stored. */
export function unreadableEntry(json: string): UnreadableEntry | null {
  if (!json.startsWith('"')) return null;
  const { value: text } = readEntry(json);
  if (typeof text !== 'string') return null;
  return { problem: readEntry(text).problem ?? 'This entry in the answer of the service is no profile.', text };
}
