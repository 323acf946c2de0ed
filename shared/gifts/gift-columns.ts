/** Finds the columns of a gift file by the headings that fundraising and payment systems use. */
import { normalizeHeader } from '../mapping/index.ts';

export const GIFT_ROLES = ['id', 'date', 'amount', 'refunded', 'type', 'state', 'currency'] as const;
export type GiftRole = (typeof GIFT_ROLES)[number];

/** What each role is called in a sentence. */
export const ROLE_NAMES: Readonly<Record<GiftRole, string>> = {
  id: 'Constituent ID',
  date: 'Gift date',
  amount: 'Amount',
  refunded: 'Refunded amount',
  type: 'Gift type',
  state: 'State of the gift',
  currency: 'Currency',
};

/** Headings by role, most certain first, separated by bars. */
const HEADINGS: Readonly<Record<GiftRole, string>> = {
  // Raiser's Edge; Little Green Light; Bloomerang; DonorPerfect; CiviCRM; Neon; Salesforce; Stripe and PayPal, when the office stores its
  // own ID there.
  id: 'Constituent ID|Constituent Lookup ID|SPRIDEN_ID|Givebutter Contact ID|CnBio ID|Gf CnBio ID|Gf Constituent ID|Constit ID|LGL Constituent ID|Donor ID|Account Number|Constituent Account Number|Constituent Number|Primary Contact ID|Primary Contact: Contact ID|Contact ID|Contact: Contact ID|Account ID|Account: Account ID|Donor Account ID|External Identifier|External ID|Supporter ID|Donor Number|VANID|Lookup ID|Customer ID|Customer|Custom Number|Client Reference ID|Person ID|ID Number|Ref ID|ID',
  date: 'Gift Date|Donation Date|Contribution Date|Close Date|Transaction Date|Received Date|Date Received|Receive Date|Payment Date|Gift Received Date|Date of Gift|Created Date (UTC)|Created (UTC)|Donated At|Paid At|Charge Date|Date/Time|Deposit Date|Post Date|Posted Date|Date of Record|Tran Date|Trans Date|Created Date|Created|Date',
  amount:
    'Gift Amount|Donation Amount|Contribution Amount|Total Amount|Transaction Amount|Payment Amount|Received Amount|Amount Received|Amount|Gross|Gross Amount|Gross Transaction Amount|Gift Value|Hard Credit Amount|Legal Amount|Current Amount|Original Amount|Total Collected|Value|Received',
  // The refunded amount of the row's gift.
  refunded: 'Amount Refunded|Refunded Amount|Refund Amount|Amount of Refund|Refunded|Total Refunded',
  type: 'Gift Type|Donation Type|Contribution Type|Transaction Type|Financial Type|Opportunity Record Type|Record Type|Payment Type|Type|Tran Type|Trans Type|Journal Entry Type|Event Type',
  state: 'Gift Status|Donation Status|Contribution Status|Payment Status|Transaction Status|Stage|Stage Name|Status',
  currency: 'Currency|Gift Currency|Currency Code|Currency ISO Code|Amount Currency|Transaction Currency|Opportunity Currency',
};
const BY_ROLE = Object.entries(HEADINGS).map(([role, headings]) => [role as GiftRole, headings.split('|').map(normalizeHeader)] as const);

/** Removes the prefixes that systems add to a heading: `Gf_Date`, `Opportunity: Close Date`, `npe01__Payment_Date__c`, `gift_date`. */
const withoutPrefix = (heading: string): string =>
  heading
    .trim()
    .replace(/^(?:gf|opportunity|opp|donation|contribution|transaction)(?:[_:.]\s*|\s*:\s*)|^np\w{1,4}__/i, '')
    .replace(/__c$/i, '');

/** Whether the amounts under a heading are what remains after refunds, as in Nonprofit Cloud. */
export const isAfterRefunds = (heading: string): boolean => normalizeHeader(withoutPrefix(heading)) === normalizeHeader('Current Amount');

/** Positions of the columns that can have a role, most certain first. */
function placesOf(role: GiftRole, headings: readonly string[], known: readonly string[]): number[] {
  const ranked = headings.flatMap((heading, column) => {
    const ranks = [known.indexOf(normalizeHeader(heading)), known.indexOf(normalizeHeader(withoutPrefix(heading)))].filter(
      (rank) => rank >= 0,
    );
    return ranks.length === 0 ? [] : [{ column, rank: Math.min(...ranks) }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ column }) => column);
}

/** The columns that can have each role, by their headings, most certain first. */
export function giftColumnsByHeading(headings: readonly string[]): Readonly<Record<GiftRole, readonly number[]>> {
  const found = Object.fromEntries(BY_ROLE.map(([role, known]) => [role, placesOf(role, headings, known)])) as Record<GiftRole, number[]>;
  const isOfPayment = (column: number | undefined) => column !== undefined && /\bpayment/i.test(headings[column]!.replaceAll('_', ' '));
  // When amounts are payments, such as those of a pledge, the date of the payment comes before other dates.
  if (isOfPayment(found.amount[0])) found.date.sort((a, b) => Number(isOfPayment(b)) - Number(isOfPayment(a)));
  return found;
}
