/** What is known, and not known, about an adopted project. */
import { countText, usDay } from '../base/index.ts';
import type { ProjectView } from '../contract/index.ts';
import { type Counts, rowsNotPart } from '../project/index.ts';

type Adopted = NonNullable<ProjectView['adopted']>;

/** What an adopted project shows instead of "without a result", for rows of the file that were not part of it. */
export const NOT_PART = 'Not part of this project';

/** Sentences for the user, the most important one first. */
export function adoptionNotes(adopted: Adopted, counts: Counts): string[] {
  const { createdAt, from, rows } = adopted;
  const { unmatched } = counts;
  const notPart = rowsNotPart(adopted, counts);
  return [
    ...(rows !== null && notPart > 0
      ? [
          `The service has ${countText(rows, 'row')} of it, and each has its result here. The other ${countText(notPart, 'row')} of the file ${notPart === 1 ? 'was' : 'were'} not in it: a new screening of the file can send ${notPart === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...(from === 'profiles'
      ? ['The list has the rows that appear in the profiles and row errors. Rows that appear in neither are not in it.']
      : []),
    ...(unmatched === 0
      ? []
      : [
          `${countText(unmatched, 'profile')} could not be joined to a row: the answer does not prove whose ${unmatched === 1 ? 'it is' : 'they are'}.`,
        ]),
    createdAt === null
      ? 'The service does not say when these people were screened, so later lists always treat them as recently screened.'
      : `The service created this project on ${usDay(createdAt)} and does not say when it was screened. Later lists treat these people as screened since that day.`,
    'Its cost is not known.',
  ];
}
