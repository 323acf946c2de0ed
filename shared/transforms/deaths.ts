/** What a column that tells who has died says of a person: a word, a tick, or the day. */
import { readDate } from './dates.ts';
import { tidySpaces } from './text.ts';

/** Words of death, whatever the column is called. */
const DEAD = /^(?:is\s)?(?:deceased|dead|died|dec'?d|dec\.|verstorben|décédée?|†)$/i;
/** What answers the question that such a column's heading asks. */
const YES = /^(?:y|yes|true|t|1|x|✓|✔|d|ja|oui|s[ií])$/i;
/** Longer texts are remarks, which may be of somebody else. */
const LONGEST = 24;

/** True for a word that says of itself that somebody has died. */
export const isDeathWord = (text: string): boolean => text.length <= LONGEST && DEAD.test(tidySpaces(text, true));

/** True when a cell of a column that tells who has died says so of its row: a word of death, yes in any form, or the day or year of it. */
export function saysDeath(text: string): boolean {
  if (text === '' || text.length > LONGEST) return false;
  const tidy = tidySpaces(text, true);
  return DEAD.test(tidy) || YES.test(tidy) || /^(?:1[89]|20)\d\d$/.test(tidy) || (tidy.length >= 5 && readDate(tidy, null) >= 0);
}
