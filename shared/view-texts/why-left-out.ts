/** Why a row was not sent, in the words of the results, a person's page and the export. */
import type { LeftOutReason } from '../contract/cost.ts';

const WHY: Readonly<Record<LeftOutReason, string>> = {
  errors: 'Has an error: a value that the service or your house rules refuse',
  byHand: 'Left out by you, in Check',
  sameHousehold: 'Same household as another row of the list',
  sameId: 'Same constituent ID as a row before it',
  doNotScreen: 'On your do-not-screen list',
  unchanged: 'Not changed since the earlier screening, which has the scores',
  unscored: 'Not changed since the earlier screening, which found no scores',
  onItsWay: 'Sent in another list, with the same details, which was not finished',
  screenedBefore: 'Sent not long ago, and nothing has changed since',
};

/** The reason as a sentence without its full stop; `null`: the list as it is kept does not tell. */
export const whyLeftOut = (reason: LeftOutReason | null): string =>
  reason === null ? 'Left out before sending, and not charged' : WHY[reason];
