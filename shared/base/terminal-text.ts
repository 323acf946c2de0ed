/**
 * Makes texts safe for a terminal. Cells, services and file names can contain characters that move the cursor, change colors or reorder a
 * line.
 */

/** Controls (C0 but tab and line feed, DEL, C1), line and paragraph separators, and characters that override the direction of text. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g;
const REPLACEMENT = '\uFFFD';

/** Replaces each such character by a visible one. */
export const terminalText = (text: string): string => text.replace(/\r\n/g, '\n').replace(UNSAFE, REPLACEMENT);

/** The same for a table cell: also replaces tabs and line ends, which would break the table. */
export const terminalCell = (text: string): string => terminalText(text).replace(/[\t\n]+/g, ' ');

/** A value as one line of JSON in which each such character is escaped. */
export const terminalJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
