/** The fields that a column can feed by its heading, ranked by what its values support or contradict. */
import { AMBIGUOUS, knownFieldOf, otherFieldOf } from './known-headings.ts';
import type { ColumnProfile } from './column-profile.ts';
import { fieldOf, type FieldKey } from '../fields/table.ts';
import { PREFERENCE, meaningOf, meaningsIn, preferenceOf } from './heading-parser.ts';
import type { Certainty, Target } from './plan.ts';
import { normalizeHeader } from './heading-words.ts';
import { contradiction } from './contradictions.ts';
import { namesPartner, type SheetContext } from './sheet-context.ts';

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
  /** True when values must not suggest a target, because the heading names something else. */
  closed: boolean;
  /** Values of a column with a role whose meaning is not known. */
  unclear?: { value: string; rows: number }[];
}

export const ALL_DIFFERENT = 'Every value is different';

export const toField = (field: FieldKey): Target => ({ kind: 'field', field });

const SCORE = {
  filled: 1000,
  exact: 300,
  also: 250,
  sure: 200,
  likely: 120,
  perPreference: 20,
  contradicted: 150,
  unique: 100,
  distinct: 80,
} as const;

/** Says why a column does not feed the field that its heading names; the user can still choose it. */
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
  // If an employer has its own column, other organizations are the constituent's names.
  if (fieldOf(field).kind === 'organization' && /employ/i.test(profile.header)) score += SCORE.perPreference;
  if (fieldOf(field).kind === 'identifier') {
    if (isUnique(profile)) score += SCORE.unique;
    // One person in two rows does not make the ID of a contact as bad as that of an account with several contacts.
    else if (profile.filled > 0) score += (SCORE.distinct * profile.distinct) / profile.filled;
    const preferred =
      context.preset?.idPreference.findIndex((heading) => normalizeHeader(heading) === normalizeHeader(profile.header)) ?? -1;
    if (preferred >= 0) score += 60 - preferred * 20;
    else if (/const|donor/i.test(profile.header)) score += 40;
  }
  return score;
}

/** The smallest share of rows with a value in a column that identifies people. */
const LEAST_IDS = 0.1;

export const NO_SPOUSES = 'Partners are organizations or donors here, not spouses';

/** Best first; empty when the heading names no field. A contradicted field becomes an alternative of the column, with the reason. */
export function candidatesOf(decision: Decision, context: SheetContext): Candidate[] {
  const { profile } = decision;
  const key = normalizeHeader(profile.header);
  const made: Candidate[] = [];
  const add = (field: FieldKey, base: number, certainty: Certainty, reason: string, exact: boolean, preference: number): void => {
    if (fieldOf(field).person === 'spouse' && !context.partnersAreSpouses && namesPartner(profile.header)) {
      reject(decision, field, NO_SPOUSES);
      return;
    }
    if (field === 'constituentId' && context.hasValues && profile.filled < profile.looked * LEAST_IDS) {
      reject(decision, field, `Empty in most rows, so it does not identify people${context.within}`);
      return;
    }
    const against = contradiction(field, profile);
    if (against !== null && profile.filled >= against.from) {
      reject(decision, field, `${reason}, ${against.reason}${context.within}`);
      return;
    }
    const doubted = against !== null;
    const score = weigh(profile, field, base, preference, context) - (doubted ? SCORE.contradicted : 0);
    made.push({
      profile,
      to: toField(field),
      certainty: doubted ? 'likely' : certainty,
      reason: doubted ? `${reason}, ${against.reason}${context.within}` : reason,
      score,
      exact,
    });
  };
  const { preset } = context;
  const own = preset?.marks.test(profile.header.trim()) === true;
  const known = own ? `Known ${preset?.name} heading` : 'Known heading';
  const { has, numbers } = meaningsIn(profile.header);
  const preference = preferenceOf(has, numbers);

  if (AMBIGUOUS.title.has(key)) {
    if (profile.shares.honorific <= 0.5 && profile.filled > 0)
      add('businessTitle', SCORE.likely, 'likely', 'The values are jobs, not Mr. or Ms.', false, PREFERENCE.plain);
    else if (profile.filled > 0) reject(decision, 'businessTitle', 'The values are Mr. or Ms., not jobs');
    else reject(decision, 'businessTitle', 'A job in some systems, Mr. or Ms. in others');
    return made;
  }
  const alias = knownFieldOf(profile.header);
  if (alias === null) {
    const also = otherFieldOf(profile.header);
    if (also !== null) {
      const reason = own ? known : 'Heading known from another layout or language';
      add(also, SCORE.also, 'sure', reason, false, preference);
      return made;
    }
    return byWords(profile, add, made);
  }
  const dates = profile.shares.date > 0.5 && profile.shares.date > profile.shares.amount;
  if (AMBIGUOUS.gift.has(key)) {
    const meaning = meaningOf(profile.header);
    const dateField = meaning?.ifDates ?? null;
    if (dates && dateField !== null) add(dateField, SCORE.exact, 'sure', 'Looks like dates', true, preference);
    else
      add(
        alias,
        SCORE.exact,
        profile.filled > 0 ? 'sure' : 'likely',
        profile.filled > 0 ? 'Looks like amounts' : 'An amount in most systems, a date in some',
        true,
        preference,
      );
  } else if (AMBIGUOUS.giftTotal.has(key)) addGiftTotal(profile, context, key, add);
  else if (AMBIGUOUS.id.has(key)) {
    const unique = isUnique(profile);
    add('constituentId', SCORE.exact, unique ? 'certain' : 'sure', known, true, preference);
  } else if (AMBIGUOUS.phone.has(key) || AMBIGUOUS.email.has(key)) {
    const phone = AMBIGUOUS.phone.has(key);
    if (context.hasOrganizations)
      add(
        phone ? 'businessPhone' : 'businessEmail',
        SCORE.exact,
        'likely',
        'The list has organizations, so this belongs to a business',
        true,
        preference,
      );
    else add(alias, SCORE.exact, 'sure', `${known}; it could be the business one`, true, preference);
  } else if (AMBIGUOUS.business.has(key)) {
    if (profile.shares.household > 0.3) {
      reject(decision, 'businessName', 'The values are households, not employers');
      return made;
    }
    add('businessName', SCORE.exact, profile.filled > 0 || key === 'employer' ? 'certain' : 'sure', known, true, preference);
  } else if (AMBIGUOUS.spouse.has(key)) {
    // Whole names are split with the other split columns.
    if (profile.shares.fullName <= 0.5)
      add('spouseFirst', SCORE.exact, profile.filled > 0 ? 'certain' : 'sure', `${known}, one word in each cell`, true, preference);
  } else add(alias, SCORE.exact, 'certain', known, true, preference);
  return made;
}

/** True for a heading such as "Partner", which may mean a first name, above whole names. */
export function holdsWholeSpouses({ header, shares }: ColumnProfile): boolean {
  const meaning = meaningOf(header);
  return meaning?.to.kind === 'field' && meaning.to.field === 'spouseFirst' && meaning.certainty === 'likely' && shares.fullName > 0.5;
}

type Add = (field: FieldKey, base: number, certainty: Certainty, reason: string, exact: boolean, preference: number) => void;

/** "Total Gifts" and "Gifts": small whole numbers are a count, others an amount. The user always confirms it. */
function addGiftTotal(profile: ColumnProfile, context: SheetContext, key: string, add: Add): void {
  const isSmallInteger = profile.shares.integer > 0.95 && profile.median !== null && profile.median < 200;
  const asCount = profile.filled > 0 ? isSmallInteger && !context.hasCount : key === 'gifts';
  const small = 'Small whole numbers: read as a count. Some CRMs mean an amount.';
  const large = 'Not small whole numbers: read as an amount. Some CRMs mean a count.';
  const unseen = 'An amount in some CRMs, a count in others.';
  const countReason = profile.filled > 0 ? small : unseen;
  const amountReason = context.hasCount ? 'Another column holds the count, so this is the amount.' : profile.filled > 0 ? large : unseen;
  add('rfmTotalGiftCount', SCORE.exact - (asCount ? 0 : 200), 'likely', countReason, asCount, PREFERENCE.plain);
  add('rfmTotalGiftValue', SCORE.exact - (asCount ? 200 : 0), 'likely', amountReason, !asCount, PREFERENCE.plain);
}

function byWords(profile: ColumnProfile, add: Add, made: Candidate[]): Candidate[] {
  const meaning = meaningOf(profile.header);
  if (meaning === null || meaning.to.kind !== 'field') return made;
  const base = meaning.certainty === 'sure' ? SCORE.sure : SCORE.likely;
  const field = meaning.to.field;
  // Split with the other split columns.
  if (holdsWholeSpouses(profile)) return made;
  const dates = profile.shares.date > 0.5 && profile.shares.date > profile.shares.amount;
  const isSmallInteger = profile.shares.integer > 0.95 && profile.median !== null && profile.median < 200;
  const label = fieldOf(field).label.toLowerCase();
  if (meaning.ifDates !== null && dates) add(meaning.ifDates, base, meaning.certainty, 'Looks like dates', false, meaning.preference);
  else if (meaning.ifCounts !== null && isSmallInteger)
    add(meaning.ifCounts, base, 'likely', 'Small whole numbers: read as a count.', false, meaning.preference);
  else {
    // Without values, a gift column that can hold dates or amounts is a guess.
    const open = meaning.ifDates !== null && profile.filled === 0;
    add(
      field,
      base,
      open ? 'likely' : meaning.certainty,
      meaning.certainty === 'sure' ? `The heading names the ${label}` : `The heading suggests the ${label}`,
      false,
      meaning.preference,
    );
  }
  return made;
}
