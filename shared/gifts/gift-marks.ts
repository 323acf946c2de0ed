/** Columns besides type and state that say of a gift why it does not count. */
import { normalizeHeader } from '../mapping/index.ts';

/** Columns of yes and no. A tribute or a match is no such mark: the gift in honor of somebody, or that an employer can match, is the giver's own. */
const MARKS = new Map(
  Object.entries({
    'Soft credit': 'Soft Credit|Is Soft Credit|Soft Credited',
    Refunded: 'Refunded|Is Refunded|Was Refunded|Refund|Is Refund|Reversed|Is Reversed|Charged Back|Chargeback|Is Chargeback',
    Voided: 'Void|Voided|Is Void|Is Voided',
    Failed: 'Failed|Is Failed',
    Canceled: 'Canceled|Cancelled|Is Canceled|Is Cancelled',
    'Written off': 'Written Off|Is Written Off|Is Write Off',
  }).flatMap(([state, headings]) => headings.split('|').map((heading) => [normalizeHeader(heading), state] as const)),
);
const YES = /^(?:yes|y|true|x|1|✓)$/i;
const YES_OR_NO = /^(?:yes|y|true|x|1|✓|no|n|false|0|)$/i;

/** In Salesforce a gift is in the file once for each person with a role in it. */
const ROLES = new Set(['Contact Role', 'Role', 'Contact Role: Role', 'Opportunity Contact Role'].map(normalizeHeader));
const CREDITED = /^(?:soft credit|household member|matched donor|honoree|influencer|solicitor|notification recipient)$/i;

/** What a column says of the state of a gift; '' for nothing. */
export type GiftMark = (text: string) => string;

/** Null for a column that marks no gifts. `values`: its first ones. */
export function giftMarkOf(heading: string, values: readonly string[]): GiftMark | null {
  const plain = normalizeHeader(heading);
  const texts = values.map((value) => value.trim());
  const state = MARKS.get(plain);
  if (state !== undefined) return texts.every((text) => YES_OR_NO.test(text)) ? (text) => (YES.test(text.trim()) ? state : '') : null;
  return !ROLES.has(plain) ? null : (text) => (CREDITED.test(text.trim()) ? 'Soft credit' : '');
}
