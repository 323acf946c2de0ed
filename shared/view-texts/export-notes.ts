import { countText } from '../base/text.ts';

/** What an export says about scored people who are not in the file; '' when there are none. */
export const withoutIdText = (people: number): string =>
  people === 0
    ? ''
    : `${countText(people, 'scored row')} without a constituent ID ${people === 1 ? 'is' : 'are'} not in the file: the other system could not tell whose scores they are.`;
