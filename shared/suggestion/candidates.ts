/** Finds the fields that a column can feed by its heading, and ranks them by whether the values support or contradict them. */
import { AMBIGUOUS, type Certainty, type Target, isSplitHeading, knownFieldOf, normalizeHeader, otherFieldOf } from '../mapping/index.ts';
import { isPartialDate } from '../numbers/index.ts';
import type { ColumnProfile } from './column-profile.ts';
import { type FieldKey, fieldOf, fieldsOf } from '../fields/index.ts';
import { PREFERENCE, meaningOf, meaningsIn, preferenceOf } from './heading-parser.ts';
import { contradiction } from './contradictions.ts';
import { oneGiftReason } from './one-gift.ts';
import { namesPartner, type SheetContext, withoutShipping } from './sheet-context.ts';

/** One possible target of a column, with a score for comparing it with others. */
export interface Candidate {
  readonly profile: ColumnProfile;
  readonly to: Target;
  readonly certainty: Certainty;
  readonly reason: string;
  readonly score: number;
  /** True for a heading in the table of known headings. */
  readonly exact: boolean;
}

/** The current decision for a column. */
export interface Decision {
  readonly profile: ColumnProfile;
  to: Target;
  certainty: Certainty;
  reason: string;
  alternatives: Target[];
  remark: string | null;
  sensitive: boolean;
  /** True when later steps must not decide this column, for example because its heading names something else. */
  closed: boolean;
  /** For a column that is used when another one is empty: the number of rows that it fills. */
  fills?: number;
  /** For a phone, an email or a part of an address: the position of the column with its types. */
  typeColumn?: number;
  /** The values of a column that tells who has died. */
  answers?: readonly { readonly value: string; readonly rows: number }[];
  /** Values with an unknown meaning, in a column with a role. */
  unclear?: { value: string; rows: number }[];
}

export const ALL_DIFFERENT = 'Every value is different';

export const toField = (field: FieldKey): Target => ({ kind: 'field', field });

const SCORE = {
  filled: 1000,
  exact: 300,
  also: 250,
  vague: 150,
  sure: 200,
  likely: 120,
  perPreference: 20,
  contradicted: 150,
  unique: 100,
  distinct: 80,
  household: 60,
  account: 10,
  giftId: 200,
  sparse: 150,
} as const;

/** Says why a column does not feed the field that its heading names. The user can still choose that field. */
function reject(decision: Decision, field: FieldKey, reason: string): void {
  decision.alternatives.push(toField(field));
  decision.certainty = 'sure';
  decision.reason = reason;
}

export const isUnique = (profile: ColumnProfile): boolean => profile.filled > 0 && profile.distinct === profile.filled;

function weigh(profile: ColumnProfile, field: FieldKey, base: number, preference: number, context: SheetContext): number {
  let score = base - preference * SCORE.perPreference;
  if (profile.filled > 0 || !context.hasValues) score += SCORE.filled;
  if (profile.looked > 0) score += (profile.filled / profile.looked) * 10;
  // A street column that is mostly empty is not the main one: it may be left blank for "same as residence".
  if (fieldOf(field).kind === 'street' && profile.filled * 2 < profile.looked) score -= SCORE.sparse;
  // Columns named "employer" come first: other organizations can be the constituents themselves.
  if (fieldOf(field).kind === 'organization' && /employ/i.test(profile.header)) score += SCORE.perPreference;
  if (fieldOf(field).kind === 'identifier') {
    if (isUnique(profile)) score += SCORE.unique;
    // By the share of distinct values, so that a contact ID with a few duplicates still ranks above the ID of an account with several
    // contacts.
    else if (profile.filled > 0) score += (SCORE.distinct * profile.distinct) / profile.filled;
    const preferred =
      context.preset?.idPreference.findIndex((heading) => normalizeHeader(heading) === normalizeHeader(profile.header)) ?? -1;
    if (preferred >= 0) score += 60 - preferred * 20;
    else if (/const|donor|lookup/i.test(profile.header)) score += 40;
    // The ID of a household ranks lower than the ID of a person.
    if (OF_HOUSEHOLD.test(profile.header)) score -= SCORE.household;
    if (ACCOUNT_ID.test(profile.header) && context.headers.some((header) => CONTACT_ID.test(header))) score -= SCORE.account;
    // In a list of gifts, an ID of the row identifies the gift and not the giver.
    if (ROW_ID.test(profile.header) && context.hasGiftRows) score -= SCORE.giftId;
  }
  return score;
}

const OF_HOUSEHOLD = /house[ _]?hold|\bhh|famil/i;
/** The account of a contact is the household or an employer. */
const ACCOUNT_ID = /^account(?:: ?account)?[ _]?id(?![a-z])/i;
const CONTACT_ID = /contact.*id(?![a-z])|case[ _]?safe/i;
const ROW_ID = /^(?:record[ _]?)?id$/i;

/** A column that identifies people has a value in at least this share of rows. */
const LEAST_IDS = 0.1;

export const NO_SPOUSES = 'Partners are organizations or donors here, not spouses';

/** A field that a heading may name, before the values of the column are considered. */
interface Proposal {
  readonly field: FieldKey;
  readonly base: number;
  readonly certainty: Certainty;
  readonly reason: string;
  /** True for a heading in the table of known headings. */
  readonly exact: boolean;
  readonly preference: number;
}

/** Empty when the heading names no field. A contradicted field becomes an alternative of the column, with the reason. */
export function candidatesOf(decision: Decision, context: SheetContext): Candidate[] {
  return proposalsOf(decision, context).flatMap((proposal) => candidateOf(decision, proposal, context) ?? []);
}

/** Null when the list or the values rule the field out. The decision then has the reason. */
function candidateOf(decision: Decision, proposal: Proposal, context: SheetContext): Candidate | null {
  const { profile } = decision;
  const { field, base, certainty, reason, exact, preference } = proposal;
  if (fieldOf(field).person === 'spouse' && !context.partnersAreSpouses && namesPartner(profile.header)) {
    reject(decision, field, NO_SPOUSES);
    return null;
  }
  if (field === 'constituentId' && context.hasValues && profile.filled < profile.looked * LEAST_IDS) {
    reject(decision, field, `Empty in most rows, so it does not identify people${context.within}`);
    return null;
  }
  const oneGift = oneGiftReason(field, profile.header, context.headers);
  if (oneGift !== null) {
    reject(decision, field, oneGift);
    return null;
  }
  const score = weigh(profile, field, base, preference, context);
  const against = contradiction(field, profile);
  if (against === null) return { profile, to: toField(field), certainty, reason, score, exact };
  // Removes the period at the end of a reason that is a sentence.
  const doubt = `${reason.replace(/\.$/, '')}, ${against.reason}${context.within}`;
  // An ambiguous heading is only used if the values fit the field.
  if (profile.filled >= against.from || (certainty === 'likely' && !exact)) {
    const shown = contactShown(field, profile);
    if (shown !== null)
      return {
        profile,
        to: toField(shown.field),
        certainty: 'likely',
        reason: shown.reason,
        score: score - SCORE.contradicted,
        exact: false,
      };
    reject(decision, field, doubt);
    return null;
  }
  return { profile, to: toField(field), certainty: 'likely', reason: doubt, score: score - SCORE.contradicted, exact };
}

/** The other contact field (phone or email) of the same group, if nearly all values are of that kind because the headings were swapped. */
function contactShown(field: FieldKey, { header, shares }: ColumnProfile): { readonly field: FieldKey; readonly reason: string } | null {
  const { kind, group } = fieldOf(field);
  const other =
    kind === 'email' && shares.phone >= MOST_OF_OTHER ? 'phone' : kind === 'phone' && shares.email >= MOST_OF_OTHER ? 'email' : null;
  const [paired] = other === null ? [] : fieldsOf({ kind: other, group });
  if (paired === undefined) return null;
  return { field: paired, reason: `The values under “${header}” are ${other === 'phone' ? 'phone numbers' : 'email addresses'}` };
}
const MOST_OF_OTHER = 0.9;

function proposalsOf(decision: Decision, context: SheetContext): readonly Proposal[] {
  const { profile } = decision;
  const { header } = profile;
  if (AMBIGUOUS.title.has(normalizeHeader(header))) return titleProposals(decision);
  const ofPlace = placeProposal(profile);
  if (ofPlace !== null) return [ofPlace];
  const { preset } = context;
  const isOfPreset = preset?.marks.test(header.trim()) === true;
  const reason = isOfPreset ? `Known ${preset?.name} heading` : 'Known heading';
  const { has, numbers } = meaningsIn(header);
  const preference = preferenceOf(has, numbers);
  const known = knownFieldOf(header);
  if (known !== null) return knownProposals(decision, known, reason, preference, context);
  const other = otherFieldOf(header);
  if (other === null && context.onlyShips) return shippingProposals(profile);
  if (other === null) return isSplitHeading(header) ? [] : wordProposals(profile);
  const otherReason = isOfPreset ? reason : 'Heading known from another layout or language';
  return [{ field: other, base: SCORE.also, certainty: 'sure', reason: otherReason, exact: false, preference }];
}

const AT_HOME = /^(?:home|hm|h|personal|residence|evening)\.?(?: ?(?:#|no\.?|number))?$/i;
const AT_WORK = /^(?:work|wk|w|office|ofc|business|bus)\.?(?: ?(?:#|no\.?|number))?$/i;

/** For the headings "Home" and "Work" above phone numbers or email addresses; null for other columns. */
function placeProposal({ header, shares }: ColumnProfile): Proposal | null {
  const group = AT_HOME.test(header.trim()) ? 'contact' : AT_WORK.test(header.trim()) ? 'business' : null;
  const kind = shares.phone >= MOST_OF_OTHER ? 'phone' : shares.email >= MOST_OF_OTHER ? 'email' : null;
  const [field] = group === null || kind === null ? [] : fieldsOf({ kind, group });
  if (field === undefined) return null;
  const reason = `The values under “${header}” are ${kind === 'phone' ? 'phone numbers' : 'email addresses'}`;
  const preference = group === 'contact' ? PREFERENCE.home : PREFERENCE.plain;
  return { field, base: SCORE.exact, certainty: 'sure', reason, exact: false, preference };
}

/** For the heading "Title", which is a job in some systems and a form of address in others. */
function titleProposals(decision: Decision): readonly Proposal[] {
  const { profile } = decision;
  if (profile.shares.honorific <= 0.5 && profile.filled > 0) {
    const reason = 'The values are jobs, not Mr. or Ms.';
    return [{ field: 'businessTitle', base: SCORE.likely, certainty: 'likely', reason, exact: false, preference: PREFERENCE.plain }];
  }
  reject(
    decision,
    'businessTitle',
    profile.filled > 0 ? 'The values are Mr. or Ms., not jobs' : 'A job in some systems, Mr. or Ms. in others',
  );
  return [];
}

/** For a heading in the table of known headings. Some of these have more than one meaning. */
function knownProposals(
  decision: Decision,
  field: FieldKey,
  known: string,
  preference: number,
  context: SheetContext,
): readonly Proposal[] {
  const { profile } = decision;
  const key = normalizeHeader(profile.header);
  const isFilled = profile.filled > 0;
  const exactly = (to: FieldKey, certainty: Certainty, reason: string): readonly Proposal[] => [
    { field: to, base: SCORE.exact, certainty, reason, exact: true, preference },
  ];
  if (AMBIGUOUS.gift.has(key)) {
    const dateField = meaningOf(profile.header)?.ifDates ?? null;
    if (holdsDates(profile) && dateField !== null) return exactly(dateField, 'sure', 'Looks like dates');
    return isFilled ? exactly(field, 'sure', 'Looks like amounts') : exactly(field, 'likely', 'An amount in most systems, a date in some');
  }
  const dateField = fieldOf(field).type === 'amount' && holdsDates(profile) ? (meaningOf(profile.header)?.ifDates ?? null) : null;
  if (dateField !== null)
    return [{ field: dateField, base: SCORE.sure, certainty: 'sure', reason: 'Looks like dates', exact: false, preference }];
  if (AMBIGUOUS.giftTotal.has(key)) return giftTotalProposals(profile, key, context);
  if (AMBIGUOUS.id.has(key)) return exactly('constituentId', isUnique(profile) ? 'certain' : 'sure', known);
  const isPhone = AMBIGUOUS.phone.has(key);
  if (isPhone || AMBIGUOUS.email.has(key)) {
    if (!context.hasOrganizations) return exactly(field, 'sure', `${known}; it could be the business one`);
    const reason = 'The list has organizations, so this belongs to a business';
    return exactly(isPhone ? 'businessPhone' : 'businessEmail', 'likely', reason);
  }
  if (AMBIGUOUS.business.has(key)) {
    if (profile.shares.household <= 0.3) return exactly('businessName', isFilled || key === 'employer' ? 'certain' : 'sure', known);
    reject(decision, 'businessName', 'The values are households, not employers');
    return [];
  }
  if (AMBIGUOUS.spouse.has(key))
    // Whole names are split with the other split columns.
    return profile.shares.fullName + profile.shares.inverted <= 0.5
      ? exactly('spouseFirst', isFilled ? 'certain' : 'sure', `${known}, one word in each cell`)
      : [];
  if (!AMBIGUOUS.vague.has(key)) return exactly(field, 'certain', known);
  return [{ field, base: SCORE.vague, certainty: 'certain', reason: known, exact: true, preference }];
}

/** A year, or a day in eight digits. Single amounts can look like this, but not most amounts of a column. */
const YEAR_OR_DAY = /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/;
/** A column of gifts has dates if at least this share of values looks like them. */
const MOST_DATES = 0.8;
/** With fewer values it can be a coincidence. */
const FEWEST_DATES = 3;

const holdsDates = ({ shares, aligned, dates, filled }: ColumnProfile): boolean => {
  if (shares.date > 0.5 && shares.date > shares.amount) return true;
  const values = aligned.map((value) => value.trim()).filter((value) => value !== '');
  const dated = values.filter((value) => YEAR_OR_DAY.test(value) || isPartialDate(value));
  if (dated.length >= FEWEST_DATES && dated.length >= values.length * MOST_DATES) return true;
  // Day numbers of a spreadsheet, most of which are not round amounts.
  const isSerial = filled >= FEWEST_DATES && dates.serial === filled;
  return isSerial && values.filter((value) => Number(value) % 5 !== 0).length * 2 > values.length;
};

const holdsSmallIntegers = ({ shares, median }: ColumnProfile): boolean => shares.integer > 0.95 && median !== null && median < 200;

/** True for whole names under a heading that may mean a first name, such as "Partner". */
export function holdsWholeSpouses({ header, shares }: ColumnProfile): boolean {
  const meaning = meaningOf(header);
  return meaning?.to.kind === 'field' && meaning.to.field === 'spouseFirst' && meaning.certainty === 'likely' && shares.fullName > 0.5;
}

/** For "Total Gifts" and "Gifts": small whole numbers are a count, other numbers are an amount. The user always confirms it. */
function giftTotalProposals(profile: ColumnProfile, key: string, context: SheetContext): readonly Proposal[] {
  const isFilled = profile.filled > 0;
  const isCount = isFilled ? holdsSmallIntegers(profile) && (!context.hasCount || context.hasTotal) : key !== 'totalgifts';
  const small = 'Small whole numbers: read as a count. Some CRMs mean an amount.';
  const large = 'Not small whole numbers: read as an amount. Some CRMs mean a count.';
  const unseen = 'An amount in some CRMs, a count in others.';
  const countReason = isFilled ? small : unseen;
  const amountReason =
    context.hasCount && !context.hasTotal ? 'Another column holds the count, so this is the amount.' : isFilled ? large : unseen;
  const proposal = (field: FieldKey, reason: string, isLikelier: boolean): Proposal => {
    const base = SCORE.exact - (isLikelier ? 0 : 200);
    return { field, base, certainty: 'likely', reason, exact: isLikelier, preference: PREFERENCE.plain };
  };
  return [proposal('rfmTotalGiftCount', countReason, isCount), proposal('rfmTotalGiftValue', amountReason, !isCount)];
}

/** For a part of the shipping address, if the list has no other address. */
function shippingProposals(profile: ColumnProfile): readonly Proposal[] {
  const header = withoutShipping(profile.header);
  if (header === profile.header) return wordProposals(profile);
  const known = knownFieldOf(header);
  const proposals: readonly Proposal[] =
    known === null
      ? wordProposals({ ...profile, header })
      : [{ field: known, base: SCORE.sure, certainty: 'sure', reason: 'The only address', exact: false, preference: PREFERENCE.plain }];
  return proposals.filter(({ field }) => fieldOf(field).group === 'address' || fieldOf(field).kind === 'phone');
}

/** For a heading whose words name a field. */
function wordProposals(profile: ColumnProfile): readonly Proposal[] {
  const meaning = meaningOf(profile.header);
  // Whole names of spouses are split with the other split columns.
  if (meaning === null || meaning.to.kind !== 'field' || holdsWholeSpouses(profile)) return [];
  const { to, certainty, ifDates, ifCounts, preference } = meaning;
  const common = { base: certainty === 'sure' ? SCORE.sure : SCORE.likely, exact: false, preference };
  if (ifDates !== null && holdsDates(profile)) return [{ ...common, field: ifDates, certainty, reason: 'Looks like dates' }];
  if (ifCounts !== null && holdsSmallIntegers(profile))
    return [{ ...common, field: ifCounts, certainty: 'likely', reason: 'Small whole numbers: read as a count.' }];
  const label = fieldOf(to.field).label.toLowerCase();
  const reason = certainty === 'sure' ? `The heading names the ${label}` : `The heading suggests the ${label}`;
  // Without values, a gift column that can hold dates or amounts is a guess.
  const isGuess = ifDates !== null && profile.filled === 0;
  return [{ ...common, field: to.field, certainty: isGuess ? 'likely' : certainty, reason }];
}
