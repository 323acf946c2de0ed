/** Texts for the comparison of two screenings, by kind of change. */
import { type Best, CHANGE_TEXTS, type ChangeKind, type ChangeOrder, hasSize } from '../../../shared/results/index.ts';
import { count } from '../../format/index.ts';

/** Labels of tabs, mostly shorter than in a file, because all tabs must fit in one row of the smallest window. */
const TABS: Readonly<Record<ChangeKind, string>> = {
  ...CHANGE_TEXTS,
  higher: 'Higher',
  lower: 'Lower',
  same: 'Same',
  noValue: 'No value',
  notAgain: 'Not sent again',
  leftOut: 'Left out',
  gone: 'Gone',
};

/** The label of a tab. Also says whether the change is good, if the user has set which end of the column is better. */
export function tabText(change: ChangeKind, best: Best | null): string {
  if (best === null || !hasSize(change)) return TABS[change];
  return `${TABS[change]}, ${(change === 'higher') === (best === 'high') ? 'better' : 'worse'}`;
}

/** Explanations for groups of people without a current value. */
export const NOTES: Readonly<Partial<Record<ChangeKind, string>>> = {
  notAgain: 'Nothing in their records has changed, so they were not paid for again. Their earlier scores still apply.',
  leftOut: 'They are in this list but were not sent. The page of each person says why.',
  gone: 'They are in the earlier screening but not in the file of this one.',
};

const largest = (change: 'higher' | 'lower'): string => `largest ${change === 'higher' ? 'rise' : 'fall'} first`;

/** How many people are listed, and in which order: "214 people, largest rise first". */
export function orderText(change: ChangeKind, order: ChangeOrder, people: number): string {
  const file = change === 'gone' ? 'in the order of the earlier file' : 'in file order';
  return `${count(people, 'person', 'people')}, ${order === 'size' && hasSize(change) ? largest(change) : file}`;
}

/** The button for the other order; null where there is only one. */
export function otherOrderText(change: ChangeKind, order: ChangeOrder): string | null {
  if (!hasSize(change)) return null;
  return order === 'size' ? 'Show in file order' : `Show ${largest(change)}`;
}

export const withoutIdText = (rows: number): string => `${count(rows, 'row')} without an ID cannot be compared.`;
