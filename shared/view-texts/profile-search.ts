/** Searches profiles by text, for the window and the command line. */
import type { AnswerView, Input } from '../contract/index.ts';

/** True when one value of the profile contains the text, or when the values other than scores contain all of its words, ignoring case. */
export function holdsText({ values }: Pick<AnswerView, 'values'>, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  if (values.some(({ value }) => value.toLowerCase().includes(wanted))) return true;
  // First and last name are separate values, so each word is searched for on its own.
  const record = values.filter(({ key }) => !key.includes('.')).map(({ value }) => value.toLowerCase());
  return wanted.split(/\s+/).every((word) => record.some((value) => value.includes(word)));
}

/** The text for finding a person in the list of profiles: the ID, or else the name; '' for neither. */
export function searchTextOf({ constituentId = '', primaryFirst = '', primaryLast = '' }: Input<'service.screenOne'>['record']): string {
  return constituentId.trim() || `${primaryFirst.trim()} ${primaryLast.trim()}`.trim();
}
