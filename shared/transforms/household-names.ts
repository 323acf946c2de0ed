/** The last name of a household. */
import { beginsWithParticle, words } from './name-words.ts';
import { splitPerson } from './person-names.ts';
import { tidySpaces } from './text.ts';

/** Common last names that end with an s. */
const ENDING_WITH_S =
  words(`adams collins davis edwards evans harris hayes hughes james jenkins jones lewis morris myers nichols perkins phillips
  reynolds rogers sanders simmons stephens stevens watkins watts williams`);

/** Two people with one last name, as Tessitura writes their household: "Harlan/Harlan". */
const SAME_TWICE = /^(\S+)\s?\/\s?\1$/i;
/** Two last names. */
const DIFFERENT = /\p{L}\s?\/\s?\p{L}/u;

/** The last name of "The Smith Family", "Smith Household", "Family of Jane Smith" or "The Smiths"; empty when there is none. */
export function householdLastName(text: string): string {
  const named = tidySpaces(text).replace(/^the /i, '');
  const inner = named
    .replace(/^(?:family|household) of |^(?:family|familie|famille|familia) /i, '')
    .replace(/\b(?:family|families|household|hhd|residence)\b.*$/i, '')
    .replace(/(?: (?:&|and))? $/i, '')
    .replace(SAME_TWICE, '$1');
  if (DIFFERENT.test(inner)) return '';
  if (inner !== named) return beginsWithParticle(inner) ? inner : splitPerson(inner).last;
  return /^the \S+s$/i.test(tidySpaces(text)) ? singular(inner) : '';
}

/** The last name of several people: Smiths, Joneses, Foxes. Jones and Ross are not plurals. */
function singular(plural: string): string {
  if (/ss$/i.test(plural) || ENDING_WITH_S.has(plural.toLowerCase())) return plural;
  const stem = plural.replace(/es$/i, '');
  return /(?:ss|x|z|ch|sh)$/i.test(stem) || ENDING_WITH_S.has(stem.toLowerCase()) ? stem : plural.slice(0, -1);
}
