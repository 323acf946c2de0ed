/** Finds a second list next to the first one in a sheet. */
import { columnLetters } from '../../../shared/mapping/index.ts';

/** So many repeated headings in a row, after a column without a heading, show a list and not a field. */
const FEWEST_REPEATED = 3;
/** What `nameColumns` adds to a repeated heading. */
const AGAIN = / \(2\)$/;

/**
 * A note for the user about a second list, whose people are not read. Empty if there is none.
 * @param headers the headings of the sheet, as `nameColumns` names them
 */
export function notesOnSecondList(headers: readonly string[]): string[] {
  const start = headers.findIndex((header, at) => AGAIN.test(header) && headers[at - 1] === `Column ${columnLetters(at - 1)}`);
  if (start === -1) return [];
  const first = headers.indexOf(headers[start]!.replace(AGAIN, ''));
  let count = 0;
  while (headers[start + count] === `${headers[first + count]} (2)`) count++;
  if (count < FEWEST_REPEATED) return [];
  const columns = (from: number) => `columns ${columnLetters(from)} to ${columnLetters(from + count - 1)}`;
  return [
    `The headings of ${columns(first)} are repeated in ${columns(start)}. People in these columns are not read. Move them below the first list in the file, and choose the file again.`,
  ];
}
