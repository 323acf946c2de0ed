/** Names of rows as the user finds them in the file. A list can continue in further sheets, and its row numbers then continue too. */
import { numberText } from './text.ts';

/** A further sheet of the list. Its row 1 has the number `after` + 1. */
export interface AppendedSheet {
  readonly name: string;
  readonly after: number;
}

/** "12", or "12 of “Sheet 2”" for a row of an appended sheet. `appended`: ascending. */
export function rowName(row: number, appended: readonly AppendedSheet[] | undefined): string {
  const sheet = appended?.findLast(({ after }) => row > after);
  return sheet === undefined ? numberText(row) : `${numberText(row - sheet.after)} of “${sheet.name}”`;
}
