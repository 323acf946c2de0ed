/** The disposition of a row: sent, or why not. Its facts and the options of the list decide. */
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
  sameHousehold: ({ leftOut }) => leftOut === 'household',
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

/** Why a row is not worth a credit. */
export const NOT_WORTH = ['deceased', 'organization', 'notAPerson'] as const satisfies readonly (NotSent & Who)[];
export type NotWorth = (typeof NOT_WORTH)[number];

/** Rows that are not sent and yet save nothing: they are sent once they are fixed, or later, or the user chose not to send them. */
const NO_SAVING: readonly NotSent[] = ['invalid', 'leftOutByHand', 'notChosen'];

/** True where a credit for such a row would buy nothing. */
export const buysNothing = (reason: NotSent): boolean => !NO_SAVING.includes(reason);

/** Credits that rows cost, rounded down. */
export const creditsOf = (rows: number, creditsPerRecord: number): number => Math.floor(rows * creditsPerRecord);

/** The expected charge for rows that are sent, in credits, rounded up; 1 for each row until a screening has shown the price. */
export const estimatedCredits = (rows: number, creditsPerRecord: number | null): number => Math.ceil(rows * (creditsPerRecord ?? 1));

/** Reasons that the user decides in Check: by the mark of a row, or by correcting its errors. */
const DECIDED_IN_CHECK: readonly NotSent[] = ['leftOutByHand', 'sameHousehold', 'merged', 'invalid', 'duplicateId', ...NOT_WORTH];

/** Why a row is not sent, if the user cannot decide it in Check; null for any other row. */
export const fixedReasonOf = (disposition: Disposition): NotSent | null =>
  disposition === 'sent' || DECIDED_IN_CHECK.includes(disposition) ? null : disposition;

const computed = new Map<number, (Disposition | undefined)[]>();

/** The disposition by facts code, computed once per code and options: for loops over every row of a list. */
export function dispositionsBy(options: SendOptions): (code: number) => Disposition {
  const key = (options.sendErrors ? 1 : 0) | (options.resendRecent ? 2 : 0);
  const known = computed.get(key) ?? Array.from<Disposition | undefined>({ length: CODES });
  computed.set(key, known);
  return (code) => (known[code] ??= dispositionOf(decodeFacts(code), options));
}
