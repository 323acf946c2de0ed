/** Texts about rows that are not sent, for the cost, the terminal, results and exports. */
import type { NotSent } from './disposition.ts';

interface DispositionText {
  /** A line of the cost, with its explanation. */
  readonly label: string;
  readonly note: string;
  /** What users can do about the rows. `query`: the query of the check screen that shows them. */
  readonly action: 'Fix' | 'See';
  readonly query: Readonly<Record<string, string>>;
  /** After a number of rows, as the terminal prints it. */
  readonly phrase: string;
  /** A sentence about one row, without its full stop. */
  readonly sentence: string;
}

/** In the order in which costs list them. */
const TEXTS: Readonly<Record<NotSent, DispositionText>> = {
  invalid: {
    label: 'Won’t be accepted',
    note: 'until they are fixed',
    action: 'Fix',
    query: { show: 'errors' },
    phrase: 'with errors, which won’t be accepted',
    sentence: 'Has an error: a value that the service or your organization rules do not accept',
  },
  leftOutByHand: {
    label: 'Left out by you',
    note: 'in Check',
    action: 'See',
    query: { show: 'leftOut' },
    phrase: 'by hand',
    sentence: 'Left out by you, in Check',
  },
  otherRowSent: {
    label: 'Same person or household',
    note: 'another row is sent',
    action: 'See',
    query: { show: 'leftOut' },
    phrase: 'of people or households with another row that is sent',
    sentence: 'Same person or household as another row of the list',
  },
  merged: {
    label: 'Merged',
    note: 'sent as part of another row, and they get its scores',
    action: 'See',
    query: { show: 'leftOut' },
    phrase: 'merged into other rows',
    sentence: 'Merged into another row, which counts for both',
  },
  duplicateId: {
    label: 'Same person twice',
    note: 'the first row is sent',
    action: 'See',
    query: { rule: 'ID_DUPLICATE', field: 'constituentId' },
    phrase: 'with the ID of another row',
    sentence: 'Same constituent ID as an earlier row',
  },
  suppressed: {
    label: 'Do not screen',
    note: 'on your list or in your file',
    action: 'See',
    query: { show: 'leftOut' },
    phrase: 'marked “do not screen”',
    sentence: 'Do not screen: on your do-not-screen list, or marked in your file',
  },
  deceased: {
    label: 'Deceased',
    note: 'in your file or the name',
    action: 'See',
    query: { show: 'leftOut', rule: 'DECEASED' },
    phrase: 'marked as deceased',
    sentence: 'Marked as deceased',
  },
  organization: {
    label: 'Organizations',
    note: 'only people are sent',
    action: 'See',
    query: { show: 'leftOut', rule: 'ORGANIZATION' },
    phrase: 'of organizations',
    sentence: 'An organization, not a person',
  },
  notAPerson: {
    label: 'Test rows',
    note: 'anonymous donors and the like too',
    action: 'See',
    query: { show: 'leftOut', rule: 'NOT_A_PERSON' },
    phrase: 'that name no person',
    sentence: 'Not the name of a person',
  },
  unchanged: {
    label: 'Not changed',
    note: 'since the earlier screening, which has their scores',
    action: 'See',
    query: { rule: 'UNCHANGED_SINCE', field: 'constituentId' },
    phrase: 'unchanged since the earlier screening',
    sentence: 'Not changed since the earlier screening, which has the scores',
  },
  unchangedUnscored: {
    label: 'Same as before',
    note: 'nothing found then',
    action: 'See',
    query: { rule: 'UNSCORED_SINCE', field: 'constituentId' },
    phrase: 'unchanged and without scores there',
    sentence: 'Not changed since the earlier screening, which found no scores',
  },
  inProgress: {
    label: 'In another list',
    note: 'which has no results yet',
    action: 'See',
    query: { rule: 'ON_ITS_WAY', field: 'constituentId' },
    phrase: 'in progress in another list and unchanged',
    sentence: 'Sent with the same details in another list, which had no results',
  },
  recentlyScreened: {
    label: 'Screened recently',
    note: 'nothing changed since',
    action: 'See',
    query: { rule: 'SCREENED_BEFORE', field: 'constituentId' },
    phrase: 'screened recently and unchanged',
    sentence: 'Screened recently, and nothing has changed since',
  },
  notChosen: {
    label: 'Not chosen this time',
    note: 'to be screened later',
    action: 'See',
    query: { rule: 'NOT_CHOSEN', field: 'constituentId' },
    phrase: 'not chosen this time',
    sentence: 'Not chosen this time: other people of the list came first',
  },
};

/** Every reason why a row is not sent, in the order in which costs list them. */
export const NOT_SENT = Object.keys(TEXTS) as [NotSent, ...NotSent[]];

export const dispositionText = (reason: NotSent): DispositionText => TEXTS[reason];

/**
 * Why a row was not sent, without the full stop. `reason` null: the stored list does not show it. `mergedInto`: the name of the row into
 * which this one was merged.
 */
export const whyNotSent = (reason: NotSent | null, mergedInto: string | null = null): string =>
  reason === 'merged' && mergedInto !== null
    ? `Merged into row ${mergedInto}, which counts for both`
    : reason === null
      ? 'Left out before sending, and not charged'
      : TEXTS[reason].sentence;
