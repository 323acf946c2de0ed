/** Columns other than type and state that show why a gift does not count. */
import { normalizeHeader } from '../mapping/index.ts';
import { PAID_MARK } from './gift-types.ts';

const byHeading = (headings: Readonly<Record<string, string>>) =>
  new Map(Object.entries(headings).flatMap(([state, names]) => names.split('|').map((name) => [normalizeHeader(name), state] as const)));

/**
 * The state that a yes in these columns means. Columns about tributes and matches are not listed: a gift in honor of somebody, or one that
 * an employer can match, is still the giver's own.
 */
const IF_YES = byHeading({
  'Soft credit': 'Soft Credit|Is Soft Credit|Soft Credited',
  Refunded: 'Refunded|Is Refunded|Was Refunded|Refund|Is Refund|Reversed|Is Reversed|Charged Back|Chargeback|Is Chargeback',
  Voided: 'Void|Voided|Is Void|Is Voided',
  Failed: 'Failed|Is Failed',
  Canceled: 'Canceled|Cancelled|Is Canceled|Is Cancelled',
  [PAID_MARK]: 'Paid|Is Paid|Payment: Paid',
  'Written off': 'Written Off|Is Written Off|Is Write Off',
});
/**
 * The state that a no in these columns means; an empty cell means nothing. Salesforce exports future payments and opportunities that were
 * not won.
 */
const IF_NO = byHeading({ Unpaid: 'Paid|Is Paid|Payment: Paid', 'Not won': 'Won|Is Won', Uncaptured: 'Captured|Is Captured' });
const YES = /^(?:yes|y|true|x|1|✓)$/i;
const NO = /^(?:no|n|false|0)$/i;

/** Salesforce exports a gift once for each person with a role in it. */
const ROLES = new Set(['Contact Role', 'Role', 'Contact Role: Role', 'Opportunity Contact Role'].map(normalizeHeader));
const CREDITED = /^(?:soft credit|household member|matched donor|honoree|influencer|solicitor|notification recipient)$/i;

/** The state of a gift by the text of such a column; '' for none. */
export type GiftMark = (text: string) => string;

/** Null for any other column. `values`: the first values of the column. */
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
