/** Which types of gifts count by default, and why the others do not. */
import { normalizeHeader } from '../mapping/index.ts';

/** Why a type does not count by default, as the end of a sentence about its gifts. */
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

/** The state of a further row of a gift that is already in the file. */
export const REPEATED = 'Another row of a gift';

/** The first pattern that matches gives the reason. */
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
  // Types in reports of payment services. Does not match wire transfers, event fees and payouts of an estate, which are gifts in most
  // systems.
  [
    'noGift',
    /^(?:general )?withdrawals?(?: to .*)?$|^withdraw funds\b|^payouts?(?: (?:cancel|reversal).*)?$|\bcurrency conversion\b|^top-?up\b|^(?:(?:general|payment|account|reserve) )?(?:hold|release|reserve|authori[sz]ation)(?: .*)?$|^(?:(?:stripe|application|processing|partner|payment|platform|paypal) )?fees?$|^transfer(?: (?:to|from) .*)?$|^reserve transaction$|^bank deposit to pp account\b/,
  ],
];
/** The state that a yes in a column such as “Paid” means. */
export const PAID_MARK = 'Paid';
const PAID = /\bpay(?:ments?|out)?\b|\bpaid\b|\breceived\b|\binstal?lments?\b/;
const PROMISED = /\bpledge[ds]?\b|\bplanned\b|\bcommit(?:ment|ments|ted)\b|\bintentions?\b|^amendments?$/;
const RECURRING = /\brecurring\b|\bsustain(?:er|ing)\b/;

/** The words of a type in lower case: `RecurringDonationPayment` has three. */
const wordsOf = (type: string): string =>
  type
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_/]+/g, ' ')
    .toLowerCase();

/** True when payments of recurring gifts have a type of their own. The recurring gift itself is then only a promise. */
export const hasRecurringPayments = (types: Iterable<string>): boolean =>
  [...types].some((type) => RECURRING.test(wordsOf(type)) && PAID.test(wordsOf(type)));

/**
 * Why gifts of a type do not count by default; null when they count. `recurringIsPromise`: the result of `hasRecurringPayments` for all
 * types of the file.
 */
export function reasonOf(type: string, recurringIsPromise: boolean): Reason | null {
  const words = wordsOf(type);
  const found = WORDS.find(([, pattern]) => pattern.test(words));
  if (found !== undefined) return found[0];
  if (PAID.test(words)) return null;
  return PROMISED.test(words) || (recurringIsPromise && RECURRING.test(words)) ? 'pledge' : null;
}

/**
 * Record types of DonorPerfect by letter. A soft credit repeats the gift of another donor, the main gift of a split repeats its parts, and
 * the result of an adjustment is a separate gift.
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

/** The name of a DonorPerfect record type. */
export const recordTypeName = (letter: string): string => RECORD_TYPES.get(letter.trim().toLowerCase()) ?? letter;

/** States of gifts that were received. */
const RECEIVED =
  /^(?:completed?|succeeded|success(?:ful)?|paid|closed won|won|posted|received|settled|cleared|available|active|approved|charged|processed|captured|part(?:ial|ially|ly)? refund(?:ed)?)$/;

/** The type under which a gift is listed: its state if the gift does not count because of it, otherwise its type. */
export function typeOf(type: string, state: string): string {
  const stated = state.trim();
  return stated === '' || RECEIVED.test(wordsOf(stated)) || reasonOf(stated, false) === null ? type.trim().replaceAll(/\s+/g, ' ') : stated;
}

/** The state of what remains of a gift: it was received, even if a part was refunded. */
export const stateOfRest = (state: string): string => (/^(?:partial(?:ly)?[ _-]?)?refunded$/i.test(state.trim()) ? '' : state);

/**
 * Combines the state of a gift with the state from another column (`marked`). `marked` applies unless the type or the own state already
 * shows that the gift does not count. A paid payment was received even if its pledge is still open.
 */
export function stateMarked(type: string, state: string, marked: string): string {
  if (marked === PAID_MARK) return reasonOf(state, false) === 'pledge' ? marked : state;
  return reasonOf(typeOf(type, state), false) === null ? marked : state;
}
