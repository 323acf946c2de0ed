/** Sentences about one person who was screened before. */
import { usDay } from '../base/index.ts';
import type { Output, ScreenedAlone } from '../contract/index.ts';

type InList = NonNullable<Output<'results.screenedBefore'>['found']>;

/** Names the finished screening with a person, and says what screening them again costs. */
export function screenedInListSentence({
  name,
  at,
  by,
  isInProgress = false,
  isGivenUp = false,
}: Pick<InList, 'name' | 'at' | 'by' | 'isInProgress' | 'isGivenUp'>): string {
  const when = at === null ? 'before' : `on ${usDay(at)}`;
  const how = isGivenUp
    ? `was sent in “${name}”, which was given up and may have been paid for`
    : isInProgress
      ? `is being screened in “${name}”, which is not finished`
      : `was screened ${when} in “${name}”`;
  return `Somebody with the same ${by === 'id' ? 'ID' : 'name and postal code'} ${how}; screening again costs another credit.`;
}

/** Says when a person was sent alone, and what sending them again costs. */
export function screenedAloneSentence({ at, outcome }: ScreenedAlone): string {
  return outcome === 'done'
    ? `This person was screened as a single profile on ${usDay(at)}; screening again costs another credit.`
    : `This person was sent as a single profile on ${usDay(at)}, and it is not known whether they were screened; screening again may cost another credit.`;
}
