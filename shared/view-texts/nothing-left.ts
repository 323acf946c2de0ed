/** Texts about a list with no rows left to send. */
import { AppError, countText, numberText } from '../base/index.ts';
import type { CostView } from '../contract/index.ts';

/** That an earlier screening's people without a result are left out. The sentence has no full stop. */
export const withoutResultSentence = ({ name, rows }: CostView['screened']['withoutResult'][number]): string =>
  rows === 1
    ? `1 person in “${name}” has no result yet and may have been paid for; that person is left out as well`
    : `${numberText(rows)} people in “${name}” have no result yet and may have been paid for; they are left out as well`;

const named = (lists: CostView['screened']['inProgress']) => lists.map(({ name }) => `“${name}”`).join(', ');

/** Names the lists without results that have the same people with the same details, as the end of a sentence. */
function sentIn({ inProgress }: CostView['screened']): string {
  const [givenUp, running] = [inProgress.filter(({ isGivenUp }) => isGivenUp), inProgress.filter(({ isGivenUp }) => !isGivenUp)];
  return [
    ...(running.length === 0 ? [] : [`are in progress, with the same details, in ${named(running)}`]),
    ...(givenUp.length === 0
      ? []
      : [`were sent, with the same details, in ${named(givenUp)}, which was given up and may have been paid for`]),
  ].join(', or ');
}

/** The recency window in words. With 0 days, a list of refused rows still leaves out people of newer lists. */
const sentWithin = (days: number): string =>
  days === 0 ? 'in a newer list' : `within the last ${days === 1 ? 'day' : countText(days, 'day')}`;

/**
 * Why such a list is not sent: SENT_BEFORE if people are left out because they were screened recently or are in progress in another list,
 * otherwise NOTHING_TO_SEND, which names the baseline if nothing has changed since.
 */
export function nothingLeft({ leftOut, screened, baseline }: Pick<CostView, 'leftOut' | 'screened' | 'baseline'>): AppError {
  if (leftOut.some(({ reason }) => reason === 'recentlyScreened'))
    return new AppError(
      'SENT_BEFORE',
      [
        `Nobody is left to send: people in this list were sent to this account ${sentWithin(screened.recencyDays)} and have not changed.`,
        ...screened.withoutResult.map((screening) => `${withoutResultSentence(screening)}.`),
        'You would be charged for them again. Confirm if you want to send them again.',
      ].join(' '),
      { reason: 'people' },
    );
  if (leftOut.some(({ reason }) => reason === 'inProgress'))
    return new AppError(
      'SENT_BEFORE',
      `Nobody is left to send: people in this list ${sentIn(screened)}. You would be charged for them again. Confirm if you want to send them again.`,
      { reason: 'people' },
    );
  if (baseline !== null && baseline.unchanged > 0)
    return new AppError(
      'NOTHING_TO_SEND',
      `Nothing is left to send: ${countText(baseline.unchanged, 'row has', 'rows have')} not changed since “${baseline.name}”, and nobody is new. That screening has their scores.`,
    );
  return new AppError('NOTHING_TO_SEND', 'No row is left to send: all of them have errors or were left out.');
}
