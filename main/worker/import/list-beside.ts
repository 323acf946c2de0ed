/** Finds a second list next to the first one in a sheet. */
import { columnLetters } from '../../../shared/mapping/index.ts';

/** So many repeated headings in a row, after a column without a heading, show a list and not a field. */
const FEWEST_REPEATED = 3;
/** What `nameColumns` adds to a repeated heading. */
const AGAIN = / \(2\)$/;

/**
 * What to tell the user about people next to the others, under the same headings. They are not read. Empty if there are none.
 * @param headers the headings of the sheet, as `nameColumns` names them
 */
export function notesOnListBeside(headers: readonly string[]): string[] {
  const start = headers.findIndex((header, at) => AGAIN.test(header) && headers[at - 1] === `Column ${columnLetters(at - 1)}`);
  if (start === -1) return [];
  const first = headers.indexOf(headers[start]!.replace(AGAIN, ''));
  let count = 0;
  while (headers[start + count] === `${headers[first + count]} (2)`) count++;
  if (count < FEWEST_REPEATED) return [];
  const columns = (from: number) => `columns ${columnLetters(from)} to ${columnLetters(from + count - 1)}`;
  return [
    `The headings of ${columns(first)} are repeated in ${columns(start)}. If there are people, they are not read: put them below the others in the file, and choose it again.`,
  ];
}
