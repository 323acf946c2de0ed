/** Texts about the removal of lists because of their age. */
import { DAY_MS, addMonths, countText, longDay } from '../base/index.ts';
import type { RetainedList } from '../contract/index.ts';

/** Days between the announcement of a removal and the removal. */
export const NOTICE_DAYS = 7;

const isWithinNotice = (today: string, day: string): boolean => Date.parse(day) - Date.parse(today) <= NOTICE_DAYS * DAY_MS;

/** The lists to announce now: they are removed within a week, or would be if their results had been saved. */
export const announcedLists = (lists: readonly RetainedList[], today: string): RetainedList[] =>
  lists.filter(({ state, removed }) => (state === 'planned' || state === 'unsaved') && isWithinNotice(today, removed));

/**
 * How long after its screening a list is removed. Can be more than `months`, if it was announced late or its people still count as
 * screened.
 */
const afterText = ({ screened, removed, months }: RetainedList): string =>
  `${removed > addMonths(screened, months) ? 'more than ' : ''}${countText(months, 'month')} after its screening`;

export function retainedText(list: RetainedList, today: string): string {
  const { state, removed, reason } = list;
  switch (state) {
    case 'planned':
      return isWithinNotice(today, removed)
        ? `It is removed on ${longDay(removed)}, ${afterText(list)}.`
        : `It is removed on ${longDay(removed)}.`;
    case 'kept':
      return `It is kept: ${reason ?? ''}`;
    case 'unsaved':
      return `Its results were never saved in a file. It is kept until you save them or agree to lose them. Its time is up on ${longDay(removed)}.`;
    case 'unfinished':
      return 'It is kept because a part of it, or a list of its rows that were not accepted, is not finished.';
  }
}
