/** Columns besides type and state that say of a gift why it does not count. */
import { normalizeHeader } from '../mapping/index.ts';
import { PAID_MARK } from './gift-types.ts';

const byHeading = (headings: Readonly<Record<string, string>>) =>
  new Map(Object.entries(headings).flatMap(([state, names]) => names.split('|').map((name) => [normalizeHeader(name), state] as const)));

/** Columns of yes and no, by what a yes says. A tribute or a match is no such mark: the gift in honor of somebody, or that an employer can match, is the giver's own. */
const IF_YES = byHeading({
  'Soft credit': 'Soft Credit|Is Soft Credit|Soft Credited',
  Refunded: 'Refunded|Is Refunded|Was Refunded|Refund|Is Refund|Reversed|Is Reversed|Charged Back|Chargeback|Is Chargeback',
  Voided: 'Void|Voided|Is Void|Is Voided',
  Failed: 'Failed|Is Failed',
  Canceled: 'Canceled|Cancelled|Is Canceled|Is Cancelled',
  [PAID_MARK]: 'Paid|Is Paid|Payment: Paid',
  'Written off': 'Written Off|Is Written Off|Is Write Off',
});
/** What a no says; nothing says nothing. Salesforce has payments that are still to come, and opportunities that were not won. */
const IF_NO = byHeading({ Unpaid: 'Paid|Is Paid|Payment: Paid', 'Not won': 'Won|Is Won', Uncaptured: 'Captured|Is Captured' });
const YES = /^(?:yes|y|true|x|1|✓)$/i;
const NO = /^(?:no|n|false|0)$/i;

/** In Salesforce a gift is in the file once for each person with a role in it. */
const ROLES = new Set(['Contact Role', 'Role', 'Contact Role: Role', 'Opportunity Contact Role'].map(normalizeHeader));
const CREDITED = /^(?:soft credit|household member|matched donor|honoree|influencer|solicitor|notification recipient)$/i;

/** What a column says of the state of a gift; '' for nothing. */
export type GiftMark = (text: string) => string;

/** Null for a column that marks no gifts. `values`: its first ones. */
export function giftMarkOf(heading: string, values: readonly string[]): GiftMark | null {
  const plain = normalizeHeader(heading);
  const texts = values.map((value) => value.trim());
  const [ifYes, ifNo] = [IF_YES.get(plain) ?? '', IF_NO.get(plain) ?? ''];
  if (ifYes !== '' || ifNo !== '')
    return texts.every((text) => text === '' || YES.test(text) || NO.test(text))
      ? (text) => (YES.test(text.trim()) ? ifYes : NO.test(text.trim()) ? ifNo : '')
      : null;
  return !ROLES.has(plain) ? null : (text) => (CREDITED.test(text.trim()) ? 'Soft credit' : '');
}
