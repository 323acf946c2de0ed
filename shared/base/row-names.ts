/** Rows as the user finds them in the file: a list can continue in further sheets, whose rows are numbered on. */
import { numberText } from './text.ts';

/** A sheet whose rows follow in the list. Row 1 of the sheet has the number `after` + 1. */
export interface AppendedSheet {
  readonly name: string;
  readonly after: number;
}

/** "12", or "12 of “Sheet 2”" for a row of an appended sheet. `appended`: ascending. */
export function rowName(row: number, appended: readonly AppendedSheet[] | undefined): string {
  const sheet = appended?.findLast(({ after }) => row > after);
  return sheet === undefined ? numberText(row) : `${numberText(row - sheet.after)} of “${sheet.name}”`;
}
