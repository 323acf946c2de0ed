/** Searching profiles by text, the same in the window and on the command line. */
import type { AnswerView, Input } from '../contract/index.ts';

/** True when one value of the profile contains the text, or all its words are in the values outside the scores, ignoring case. */
export function holdsText({ values }: Pick<AnswerView, 'values'>, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  if (values.some(({ value }) => value.toLowerCase().includes(wanted))) return true;
  // First and last name are two values.
  const record = values.filter(({ key }) => !key.includes('.')).map(({ value }) => value.toLowerCase());
  return wanted.split(/\s+/).every((word) => record.some((value) => value.includes(word)));
}

/** What finds a person in the list of profiles: the ID, or else the name. Empty when the record has neither. */
export function searchTextOf({ constituentId = '', primaryFirst = '', primaryLast = '' }: Input<'service.screenOne'>['record']): string {
  return constituentId.trim() || `${primaryFirst.trim()} ${primaryLast.trim()}`.trim();
}
