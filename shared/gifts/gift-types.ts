/** Which types of gifts count by default, and why the others do not. */
import { normalizeHeader } from '../mapping/index.ts';

/** Why a type does not count by default, as the rest of a sentence about its gifts. */
export const REASONS = {
  softCredit: 'credited to somebody who did not give them',
  writeOff: 'promises that were given up',
  refund: 'money that went back',
  matching: 'given by an employer',
  tribute: 'in honor or memory of somebody',
  pledge: 'promised, not received',
  noGift: 'moved or kept by a payment service, no gift',
  repeated: 'in the file again as other gifts',
  notReceived: 'not received',
} as const;
type Reason = keyof typeof REASONS;

/** The state of a row of a gift that is in the file already. */
export const REPEATED = 'Another row of a gift';

/** In order: the first that fits is the reason. */
const WORDS: readonly (readonly [Reason, RegExp])[] = [
  ['repeated', /^(?:main gift of a split|gift before an adjustment|record of an adjustment|another row of a gift)$/],
  ['softCredit', /\bsoft\b/],
  ['writeOff', /\bwrit(?:e|ten)[ -]?(?:offs?|downs?)\b/],
  ['refund', /\brefund(?:s|ed)?\b|\brevers(?:al|als|ed)\b|\bcharge ?backs?\b|\breturned\b|\bvoid(?:ed)?\b|\badjustments?\b|\bdisputed?\b/],
  ['matching', /\bmatch(?:ing|es|ed)?\b|\bmg\b/],
  ['tribute', /\btributes?\b|\bmemorials?\b|\bin memory\b|\bin honou?r\b|\bhonorari(?:um|a)\b/],
  [
    'notReceived',
    /\bpending\b|\bfail(?:ed|ure)\b|\bdeclined\b|\bcancell?ed\b|\bin progress\b|\bexpired\b|\blost\b|\boverdue\b|\bprospecting\b|\bunpaid\b|\bnot (?:paid|won|received)\b|\bschedules?\b|^scheduled$|\bdenied\b|\brejected\b|\bincomplete\b|\buncaptured\b|\bunclaimed\b|\buncleared\b|\bon hold\b|^held$|\bblocked\b|\bbounced\b|\bwithdrawn\b|\babandoned\b|\brequires (?:payment method|action|confirmation|capture)\b|\bqualification\b|\bcultivation\b|\bsolicitation\b|\bproposal\b|\bnegotiation\b|^(?:goals?|template|deferred)$/,
  ],
  // Types of the reports of payment services. A wire transfer, an event fee or the payout of an estate is a gift to most systems.
  [
    'noGift',
    /^(?:general )?withdrawals?(?: to .*)?$|^withdraw funds\b|^payouts?(?: (?:cancel|reversal).*)?$|\bcurrency conversion\b|^top-?up\b|^(?:(?:general|payment|account|reserve) )?(?:hold|release|reserve|authori[sz]ation)(?: .*)?$|^(?:(?:stripe|application|processing|partner|payment|platform|paypal) )?fees?$|^transfer(?: (?:to|from) .*)?$|^reserve transaction$|^bank deposit to pp account\b/,
  ],
];
/** What a yes in a column such as “Paid” says. */
export const PAID_MARK = 'Paid';
const PAID = /\bpay(?:ments?|out)?\b|\bpaid\b|\breceived\b|\binstal?lments?\b/;
const PROMISED = /\bpledge[ds]?\b|\bplanned\b|\bcommit(?:ment|ments|ted)\b|\bintentions?\b|^amendments?$/;
const RECURRING = /\brecurring\b|\bsustain(?:er|ing)\b/;

/** The words of a type in small letters: `RecurringDonationPayment` has three. */
const wordsOf = (type: string): string =>
  type
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_/]+/g, ' ')
    .toLowerCase();

/** True when a list has payments of recurring gifts as a type of their own: the recurring gift itself is then only a promise. */
export const hasRecurringPayments = (types: Iterable<string>): boolean =>
  [...types].some((type) => RECURRING.test(wordsOf(type)) && PAID.test(wordsOf(type)));

/** Why gifts of a type do not count by default; null when they count. `recurringIsPromise`: what `hasRecurringPayments` says of all types. */
export function reasonOf(type: string, recurringIsPromise: boolean): Reason | null {
  const words = wordsOf(type);
  const found = WORDS.find(([, pattern]) => pattern.test(words));
  if (found !== undefined) return found[0];
  if (PAID.test(words)) return null;
  return PROMISED.test(words) || (recurringIsPromise && RECURRING.test(words)) ? 'pledge' : null;
}

/**
 * Record types of DonorPerfect, by their letters: a soft credit repeats the gift of another donor, the main gift of a split repeats its parts,
 * and an adjusted gift has its result as a gift of its own.
 */
const RECORD_TYPES: ReadonlyMap<string, string> = new Map([
  ['g', 'Gift'],
  ['p', 'Pledge'],
  ['s', 'Soft credit'],
  ['m', 'Main gift of a split'],
  ['a', 'Gift before an adjustment'],
  ['h', 'Record of an adjustment'],
  ['c', 'Gift'],
  ['j', 'Gift'],
]);

/** Whether the values of a column are record types of DonorPerfect. */
export const areRecordTypes = (heading: string, values: readonly string[]): boolean =>
  normalizeHeader(heading) === normalizeHeader('record_type') &&
  values.every((value) => value === '' || RECORD_TYPES.has(value.trim().toLowerCase()));

/** What a record type of DonorPerfect is called. */
export const recordTypeName = (letter: string): string => RECORD_TYPES.get(letter.trim().toLowerCase()) ?? letter;

/** What a column of states says of a gift that was received. */
const RECEIVED =
  /^(?:completed?|succeeded|success(?:ful)?|paid|closed won|won|posted|received|settled|cleared|available|active|approved|charged|processed|captured|part(?:ial|ially|ly)? refund(?:ed)?)$/;

/** The type that a gift is counted under: its type, or its state when that says that it was not received. */
export function typeOf(type: string, state: string): string {
  const stated = state.trim();
  return stated === '' || RECEIVED.test(wordsOf(stated)) || reasonOf(stated, false) === null ? type.trim().replaceAll(/\s+/g, ' ') : stated;
}

/**
 * The state of a gift that something else says a state of: its own when that, or its type, already says that the gift does not count. A payment
 * that is paid was received, whatever the state of its pledge is.
 */
export function stateMarked(type: string, state: string, marked: string): string {
  if (marked === PAID_MARK) return reasonOf(state, false) === 'pledge' ? marked : state;
  return reasonOf(typeOf(type, state), false) === null ? marked : state;
}
