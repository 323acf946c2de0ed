/**
 * Recognizes the exported sheet of refused rows by two headings that only it has. One contains the marker of its
 * project, eight random characters that identify no person.
 */

const MARKED = /^Row in your file \(screening ([23456789A-HJ-NP-TV-Z]{8})\)$/;

export const REASON_TITLE = 'What the service refused';

/** The heading of the column with the row numbers, which contains the marker. */
export const returnedRowTitle = (marker: string): string => `Row in your file (screening ${marker})`;

/** The marker of the project whose refused rows these are, or null for any other sheet. */
export function returnedMarker(headers: readonly string[]): string | null {
  for (const header of headers) {
    const marker = MARKED.exec(header.trim())?.[1];
    if (marker !== undefined && headers.some((other) => other.trim() === REASON_TITLE)) return marker;
  }
  return null;
}
