/** What is said of a list of which nobody is left to send. */
import type { CostView } from '../contract.ts';
import { AppError } from '../errors.ts';

/** Why such a list is not sent: SENT_BEFORE where people screened before are among those held back, else NOTHING_TO_SEND. */
export function nothingLeft({ leftOut, screened }: Pick<CostView, 'leftOut' | 'screened'>): AppError {
  return leftOut.some(({ reason }) => reason === 'screenedBefore')
    ? new AppError(
        'SENT_BEFORE',
        `Nobody is left to send: people of this list were screened on this connection within the last ${screened.within} days and have not changed. Sending them again would be charged again. Say so if it is meant.`,
      )
    : new AppError('NOTHING_TO_SEND', 'No row is left to send: all of them have errors or were left out.');
}
