/** Detects columns of first and last names that look swapped. */
import type { FieldKey } from '../fields/index.ts';
import { cleanText, isGivenName, lookSwapped } from '../transforms/index.ts';
import type { Decision } from './candidates.ts';

/** With fewer rows it can be a coincidence. */
const FEWEST = 3;
/** Swapped names must be this many times more frequent than names in the right order. */
const MAJORITY = 4;

/** Notes this on both columns, so that the user must confirm them. */
export function noteSwappedNames(decisions: readonly Decision[]): void {
  const columnOf = (key: FieldKey) => decisions.find(({ to }) => to.kind === 'field' && to.field === key);
  const [first, last] = [columnOf('primaryFirst'), columnOf('primaryLast')];
  if (first === undefined || last === undefined) return;
  let swapped = 0;
  let right = 0;
  for (const [row, text] of first.profile.aligned.entries()) {
    const [one, other] = [cleanText(text), cleanText(last.profile.aligned[row] ?? '')];
    if (lookSwapped(one, other)) swapped++;
    else if (isGivenName(one) && !isGivenName(other)) right++;
  }
  if (swapped < FEWEST || swapped < right * MAJORITY) return;
  first.remark = `Most values look like last names, and those under “${last.profile.header}” like first names`;
  last.remark = `Most values look like first names, and those under “${first.profile.header}” like last names`;
  for (const decision of [first, last]) decision.certainty = 'likely';
}
