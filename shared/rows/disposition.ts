/** The disposition of a row: sent, or why not. Depends on its facts and the options of the list. */
import { CODES, decodeFacts, type RowFacts, type Who } from './row-facts.ts';

/** How a list is sent. */
export interface SendOptions {
  /** Sends invalid rows too, which the service refuses. */
  readonly sendErrors: boolean;
  /** Sends people who were screened recently or are in progress in another list. */
  readonly resendRecent: boolean;
}

type Applies = (facts: RowFacts, options: SendOptions) => boolean;

const table = <D extends string>(entries: Readonly<Record<D, Applies>>): Readonly<Record<D, Applies>> => entries;

/** The first entry that applies wins. */
const DISPOSITIONS = table({
  leftOutByHand: ({ leftOut }) => leftOut === 'byHand',
  otherRowSent: ({ leftOut }) => leftOut === 'otherRow',
  merged: ({ leftOut }) => leftOut === 'merged',
  suppressed: ({ suppressed }) => suppressed === 'yes',
  deceased: ({ who }) => who === 'deceased',
  organization: ({ who }) => who === 'organization',
  notAPerson: ({ who }) => who === 'notAPerson',
  invalid: ({ readiness }, { sendErrors }) => readiness === 'invalid' && !sendErrors,
  duplicateId: ({ readiness }, { sendErrors }) => readiness === 'duplicateId' && !sendErrors,
  unchanged: ({ comparison }) => comparison === 'unchanged',
  unchangedUnscored: ({ comparison }) => comparison === 'unchangedUnscored',
  inProgress: ({ recent }, { resendRecent }) => recent === 'inProgress' && !resendRecent,
  recentlyScreened: ({ recent }, { resendRecent }) => recent === 'screened' && !resendRecent,
  notChosen: ({ chosen }) => chosen === 'notThisTime',
  sent: () => true,
});

export type Disposition = keyof typeof DISPOSITIONS;
/** Why a row is not sent. */
export type NotSent = Exclude<Disposition, 'sent'>;

/** Why a row that was screened already is not sent. */
export const ALREADY_SCREENED = ['unchanged', 'unchangedUnscored', 'inProgress', 'recentlyScreened'] as const satisfies readonly NotSent[];
export type AlreadyScreened = (typeof ALREADY_SCREENED)[number];

export const DISPOSITION_NAMES = Object.keys(DISPOSITIONS) as readonly Disposition[];

export function dispositionOf(facts: RowFacts, options: SendOptions): Disposition {
  return DISPOSITION_NAMES.find((name) => DISPOSITIONS[name](facts, options))!;
}

export const isAlreadyScreened = (disposition: Disposition): disposition is AlreadyScreened =>
  (ALREADY_SCREENED as readonly Disposition[]).includes(disposition);

/** Reasons why screening a row would waste a credit. */
export const NOT_WORTH = ['deceased', 'organization', 'notAPerson'] as const satisfies readonly (NotSent & Who)[];
export type NotWorth = (typeof NOT_WORTH)[number];

/**
 * Reasons that do not count as savings: these rows can still be sent later, once they are fixed or chosen, or the user decided against
 * them.
 */
const NO_SAVING: readonly NotSent[] = ['invalid', 'leftOutByHand', 'notChosen'];

/** True if a credit for such a row would be wasted. */
export const buysNothing = (reason: NotSent): boolean => !NO_SAVING.includes(reason);

/** The credits for a number of rows, rounded down. */
export const creditsOf = (rows: number, creditsPerRecord: number): number => Math.floor(rows * creditsPerRecord);

/** The expected charge for a number of rows, in credits, rounded up. Assumes 1 credit per row until a screening has shown the price. */
export const estimatedCredits = (rows: number, creditsPerRecord: number | null): number => Math.ceil(rows * (creditsPerRecord ?? 1));

/** Reasons that the user can change on the page Check, by marking the row or correcting its errors. */
const DECIDED_IN_CHECK: readonly NotSent[] = ['leftOutByHand', 'otherRowSent', 'merged', 'invalid', 'duplicateId', ...NOT_WORTH];

/** Why a row is not sent, if the user cannot change that on the page Check; otherwise null. */
export const fixedReasonOf = (disposition: Disposition): NotSent | null =>
  disposition === 'sent' || DECIDED_IN_CHECK.includes(disposition) ? null : disposition;

const computed = new Map<number, (Disposition | undefined)[]>();

/** Returns the disposition by facts code. Cached per code and options, for loops over all rows of a list. */
export function dispositionsBy(options: SendOptions): (code: number) => Disposition {
  const key = (options.sendErrors ? 1 : 0) | (options.resendRecent ? 2 : 0);
  const known = computed.get(key) ?? Array.from<Disposition | undefined>({ length: CODES });
  computed.set(key, known);
  return (code) => (known[code] ??= dispositionOf(decodeFacts(code), options));
}
