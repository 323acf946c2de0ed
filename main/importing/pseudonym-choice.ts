/** Keeps a user's choice about pseudonyms when a list is read from another sheet or with another header row. */
import { type MappingPlan, columnsFor } from '../../shared/mapping/index.ts';
import type { StoredList } from '../store/app-database/index.ts';

/** The headings of the columns with the constituent ID, in lower case. */
const headingsOfIds = (plan: MappingPlan, headers: readonly string[]): string[] =>
  columnsFor(plan, 'constituentId').map((column) => (headers[column] ?? '').trim().toLowerCase());

/**
 * The list with the user's choice of `before`, if the ID column has the same heading. Otherwise, the choice is dropped, because it may not
 * apply to the new numbers, and a note asks for it again.
 */
export function withPseudonymChoice(before: Pick<StoredList, 'mapping' | 'layout'>, list: StoredList): StoredList {
  const { pseudonyms } = before.mapping;
  if (pseudonyms === undefined || list.mapping.pseudonyms !== undefined) return list;
  const [was, is] = [headingsOfIds(before.mapping, before.layout.headers), headingsOfIds(list.mapping, list.layout.headers)];
  // The stored check was made with the mapping without the choice.
  if (was.length > 0 && was.join('\n') === is.join('\n')) return { ...list, mapping: { ...list.mapping, pseudonyms }, check: null };
  const chosen = pseudonyms ? 'pseudonyms in place of the constituent IDs' : 'the constituent IDs themselves';
  const note = `You chose to send ${chosen}. The ID is in another column now: choose again in Columns.`;
  return { ...list, sheet: { ...list.sheet, notes: [...list.sheet.notes.filter((known) => known !== note), note] } };
}
