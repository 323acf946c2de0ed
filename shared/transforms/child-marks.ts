/** Reads cells that tell whether a person is a child: the person's role in the family, a yes, or the age in years. */
import { tidySpaces } from './text.ts';

const RELATION =
  /^(?:(?:dependent|minor|young|foster|step|grand|god)[ -]?)?(?:child(?:ren)?|sons?|daughters?|kids?)(?: (?:at home|under 18))?$|^(?:minors?|dependents?|dependants?|infants?|bab(?:y|ies)|toddlers?|teens?|teenagers?|youths?|under 18)$/i;
const YES = /^(?:y|yes|true|t|-1|x|[✓✔☑☒✅]\uFE0F?)$/i;
const AGE = /^\d{1,3}(?:\.\d+)?(?: ?(?:y|yrs?|years?)(?: old)?)?$/i;
const OF_AGE = 18;

/** The age in years, or null when the cell is not an age. */
function ageIn(text: string): number | null {
  return AGE.test(text) ? Number.parseFloat(text) : null;
}

/** True for a word for a child in a family: Child, Son, Minor. The word can also be the last name of a person, so only for cells of a role. */
const isChildWord = (text: string): boolean => RELATION.test(tidySpaces(text, true));

/** True for the age of a child. Zero is not one, because systems write it for an unknown age. */
function isAgeOfChild(text: string): boolean {
  const age = ageIn(tidySpaces(text, true));
  return age !== null && age > 0 && age < OF_AGE;
}

/** True when a cell is an age of 18 or more. */
function isAgeOfAdult(text: string): boolean {
  const age = ageIn(tidySpaces(text, true));
  return age !== null && age >= OF_AGE;
}

/** True when a cell of a column about children says that the person is a child, by a word, a yes or an age. */
const saysChild = (text: string): boolean => {
  if (text === '') return false;
  const tidy = tidySpaces(text, true);
  return RELATION.test(tidy) || YES.test(tidy) || isAgeOfChild(tidy);
};

/** What the cells of columns about children say. */
export const childMarks = { isChildWord, isAgeOfChild, isAgeOfAdult, saysChild } as const;
