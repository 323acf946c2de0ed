/** Which types of gifts count by default, and why the others do not. */

/** Why a type does not count by default, as the rest of a sentence about its gifts. */
export const REASONS = {
  softCredit: 'credited to somebody who did not give them',
  writeOff: 'promises that were given up',
  refund: 'money that went back',
  matching: 'given by an employer',
  tribute: 'in honor or memory of somebody',
  pledge: 'promised, not received',
  notReceived: 'not received',
} as const;
type Reason = keyof typeof REASONS;

/** In order: the first that fits is the reason. */
const WORDS: readonly (readonly [Reason, RegExp])[] = [
  ['softCredit', /\bsoft\b/],
  ['writeOff', /\bwrit(?:e|ten)[ -]?(?:offs?|downs?)\b/],
  ['refund', /\brefund(?:s|ed)?\b|\brevers(?:al|als|ed)\b|\bcharge ?backs?\b|\breturned\b|\bvoid(?:ed)?\b|\badjustments?\b|\bdisputed?\b/],
  ['matching', /\bmatch(?:ing|es|ed)?\b|\bmg\b/],
  ['tribute', /\btributes?\b|\bmemorials?\b|\bin memory\b|\bin honou?r\b|\bhonorari(?:um|a)\b/],
  [
    'notReceived',
    /\bpending\b|\bfailed\b|\bdeclined\b|\bcancell?ed\b|\bin progress\b|\bexpired\b|\blost\b|\boverdue\b|\bprospecting\b|\bunpaid\b/,
  ],
];
const PAID = /\bpay(?:ments?|out)?\b|\bpaid\b|\breceived\b|\binstal?lments?\b/;
const PROMISED = /\bpledge[ds]?\b|\bplanned\b|\bcommit(?:ment|ments|ted)\b|\bintentions?\b/;
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

/** What a column of states says of a gift that was received. */
const RECEIVED =
  /^(?:completed?|succeeded|success(?:ful)?|paid|closed won|won|posted|received|settled|cleared|available|active|approved|charged|processed|captured|partially refunded)$/i;

/** The type that a gift is counted under: its type, or its state when that says that it was not received. */
export function typeOf(type: string, state: string): string {
  const stated = state.trim();
  return stated === '' || RECEIVED.test(stated) || reasonOf(stated, false) === null ? type.trim().replaceAll(/\s+/g, ' ') : stated;
}
