/** Handles columns with results of an earlier screening, in a list that was exported with its scores. */
import type { Decision } from './candidates.ts';
import { plainHeading } from './column-profile.ts';

/** Headings that our exports, or tables of the service's profiles, have. */
const OUTCOME = /^screening outcome$/i;
const PROFILE = [/^profile id$/i, /^profile url$/i];
/** Results about giving. Their headings read like the office's own totals. */
const GIVING = /^(?:donations|recency|frequency|monetary|rfm) (?:count|value|score)$/i;
/** What an export appends to a result whose title is a heading of the list. */
const APPENDED = / \(screening\)$/i;

/** Sets results about giving aside: donations that the service found are not gifts to the office. */
export function setEarlierResultsAside(decisions: readonly Decision[]): void {
  const headers = decisions.map(({ profile }) => plainHeading(profile.header));
  const has = (heading: RegExp) => headers.some((header) => heading.test(header.replace(APPENDED, '')));
  if (!has(OUTCOME) && !PROFILE.every(has)) return;
  // A result with such an addition has the title of a column that the list had before.
  const own = new Set(headers.filter((header) => APPENDED.test(header)).map((header) => header.replace(APPENDED, '').toLowerCase()));
  for (const [at, decision] of decisions.entries()) {
    const header = headers[at]!;
    if (!GIVING.test(header.replace(APPENDED, '')) || own.has(header.toLowerCase())) continue;
    decision.closed = true;
    decision.certainty = 'sure';
    decision.reason = 'A result of an earlier screening, not a value of your own';
  }
}
