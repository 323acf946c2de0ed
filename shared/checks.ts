/**
 * The checks of one row: the rules of the table that need no other row, compiled for the fields that a list has.
 * They read what mapping found out about each value and look at a text again only where that gives reason to.
 */
import { z } from 'zod';
import { isCardNumber, isSocialSecurityNumber } from './columns.ts';
import { FIELDS, FIELD_INDEX, type FieldKey } from './constituent.ts';
import { FAULT, MARK, type Draft } from './draft.ts';
import { Field } from './plan.ts';
import { RULES, RULE_CODES, RULE_INDEX, type RuleCode, type Severity } from './rules.ts';
import { ZIP, zipShape } from './transforms/addresses.ts';
import { compareAmounts } from './transforms/amounts.ts';
import { isUsOrEmpty } from './transforms/countries.ts';
import {
  isDeceased,
  isHousehold,
  isInitialLetter,
  isNamePrefix,
  isNameSuffix,
  isOrganisation,
  splitPeople,
  splitPerson,
} from './transforms/names.ts';
import { isProvince, isUsState, zipFitsState } from './transforms/states.ts';
import { TRAIT } from './transforms/text.ts';

export { RULES, RULE_CODES, RULE_INDEX, isRuleCode, type Rule, type RuleCode, type Severity } from './rules.ts';

/**
 * What a house asks for beyond the table: fields that must be filled, and rules that weigh more, less or nothing.
 * The service does not state what it requires (2.5), so this is for people to say.
 */
export const HouseRules = z.strictObject({
  required: z.array(Field).max(FIELDS.length),
  severities: z.partialRecord(z.enum(RULE_CODES as [RuleCode, ...RuleCode[]]), z.enum(['error', 'warning', 'note', 'off'])),
});
export type HouseRules = z.infer<typeof HouseRules>;

export const NO_HOUSE_RULES: HouseRules = { required: [], severities: {} };

/** `ready`: name and full address. `thin`: a part is missing. `refused`: an error stands on it. */
export type Readiness = 'ready' | 'thin' | 'refused';

/** Told once for each finding; `field` is a field index, or -1 for the row as a whole. */
export type Emit = (rule: number, field: number) => void;

export interface RowChecker {
  check(draft: Draft, emit: Emit): Readiness;
  /** The severity of each rule by index under the house rules; null: silenced. For counting and for rules of the list. */
  readonly severities: readonly (Severity | null)[];
}

export interface CheckOptions {
  /** The fields that columns go to; only these are checked, and only these can be missing. */
  readonly mapped: readonly FieldKey[];
  readonly houseRules: HouseRules;
  /** The day of the check, `YYYY-MM-DD`, in the time zone of the person. */
  readonly today: string;
}

const F = FIELD_INDEX;
const R = RULE_INDEX;
const MAX_LENGTH = 255;

const NAME_FIELDS = new Set<FieldKey>([
  'primaryFirst',
  'primaryMiddle',
  'primaryLast',
  'primaryMaiden',
  'spouseFirst',
  'spouseMiddle',
  'spouseLast',
  'spouseMaiden',
]);
/** The notes that marks stand for. */
const NOTES: readonly (readonly [mark: number, rule: number])[] = [
  [MARK.spaces, R.SPACES_REMOVED],
  [MARK.placeholder, R.PLACEHOLDER_REMOVED],
  [MARK.apostrophe, R.APOSTROPHE_REMOVED],
  [MARK.shouted, R.NAME_RECASED],
  [MARK.stateCode, R.STATE_CODED],
  [MARK.countryCode, R.COUNTRY_CODED],
  [MARK.zipZero, R.ZIP_ZERO_ADDED],
  [MARK.zipHyphen, R.ZIP_HYPHEN_ADDED],
  [MARK.lines, R.LINES_PARTED],
  [MARK.twoDigitYear, R.YEAR_COMPLETED],
  [MARK.serialDate, R.SERIAL_READ],
  [MARK.address, R.EMAIL_EXTRACTED],
  [MARK.ambiguousDate, R.DATE_AMBIGUOUS],
];
const NOTED = NOTES.reduce((bits, [mark]) => bits | mark, 0);

/** Rule index of each fault. */
const FAULT_RULES: readonly number[] = (() => {
  const rules: number[] = [];
  rules[FAULT.dateUnreadable] = R.DATE_UNREADABLE;
  rules[FAULT.dateImpossible] = R.DATE_IMPOSSIBLE;
  rules[FAULT.amountUnreadable] = R.AMOUNT_UNREADABLE;
  rules[FAULT.countUnreadable] = R.COUNT_UNREADABLE;
  return rules;
})();

/** Compiles the checks for a list. */
export function compileChecks(options: CheckOptions): RowChecker {
  const severities = RULES.map((rule): Severity | null => {
    const asked = options.houseRules.severities[rule.code];
    return asked === 'off' ? null : (asked ?? rule.severity);
  });
  const on = Uint8Array.from(severities, (severity) => (severity === null ? 0 : 1));
  const grave = Uint8Array.from(severities, (severity) => (severity === 'error' ? 1 : 0));
  const mapped = new Set(options.mapped);
  const indexes = FIELDS.flatMap((field, index) => (mapped.has(field.key) ? [index] : []));
  const ofType = (type: string): Uint8Array =>
    Uint8Array.from(FIELDS.flatMap((field, index) => (mapped.has(field.key) && field.type === type ? [index] : [])));
  const all = Uint8Array.from(indexes);
  const emails = ofType('email');
  const dates = ofType('date');
  const amounts = ofType('amount');
  const names = Uint8Array.from(indexes.filter((index) => NAME_FIELDS.has(FIELDS[index]!.key)));
  const phones = Uint8Array.from(indexes.filter((index) => index === F.personalPhone || index === F.businessPhone));
  const required = Uint8Array.from(options.houseRules.required, (key) => F[key]);
  const has = (key: FieldKey): boolean => mapped.has(key);
  const parts = Uint8Array.from((['primaryFirst', 'street', 'city', 'state', 'postalCode'] as const).filter(has), (key) => F[key]);
  const hasId = has('constituentId');
  const hasLast = has('primaryLast');
  const hasSpouse = has('spouseFirst');
  const hasAddress = has('state') || has('postalCode');
  const hasCountry = has('country');
  const gifts = indexes.some((index) => index >= F.rfmFirstGiftValue);
  const today = options.today;
  const hasCount = has('rfmTotalGiftCount');

  let refused = false;
  let told: Emit = () => {};
  const found = (rule: number, field: number): void => {
    if (on[rule] === 0) return;
    if (grave[rule] === 1) refused = true;
    told(rule, field);
  };

  const check = (draft: Draft, emit: Emit): Readiness => {
    const { values, faults, marks, traits } = draft;
    refused = false;
    told = emit;

    for (let at = 0; at < all.length; at++) {
      const field = all[at]!;
      const mark = marks[field]!;
      if ((mark & NOTED) !== 0) for (const [bit, rule] of NOTES) if ((mark & bit) !== 0) found(rule, field);
      const fault = faults[field]!;
      if (fault !== 0) found(FAULT_RULES[fault]!, field);
      const length = values[field]!.length;
      if (length > MAX_LENGTH) found(R.TOO_LONG, field);
      // Card and social security numbers have digits and neither letters nor a sign of an address.
      if (length >= 11 && length <= 23 && (traits[field]! & (TRAIT.digit | TRAIT.lower | TRAIT.upper | TRAIT.point)) === TRAIT.digit)
        sensitive(values[field]!, field, found);
    }
    for (let at = 0; at < names.length; at++) {
      const field = names[at]!;
      const value = values[field]!;
      if (value.length !== 0) nameChecks(value, traits[field]!, field, found);
    }
    for (let at = 0; at < emails.length; at++) {
      const field = emails[at]!;
      const value = values[field]!;
      if (value.length !== 0) emailChecks(value, traits[field]!, field, found);
    }
    for (let at = 0; at < phones.length; at++) {
      const field = phones[at]!;
      const value = values[field]!;
      if (value.length !== 0 && !hasSevenDigits(value)) found(R.PHONE_FORMAT, field);
    }
    for (let at = 0; at < dates.length; at++) {
      const field = dates[at]!;
      const value = values[field]!;
      if (value.length !== 10 || faults[field] !== 0) continue;
      if (value > today) found(R.DATE_FUTURE, field);
      else if (value < '1900') found(R.DATE_ANCIENT, field);
    }
    for (let at = 0; at < amounts.length; at++) {
      const field = amounts[at]!;
      if (values[field]!.charCodeAt(0) === 45 && faults[field] === 0) found(R.AMOUNT_NEGATIVE, field);
    }
    if (hasCount && values[F.rfmTotalGiftCount]!.charCodeAt(0) === 45 && faults[F.rfmTotalGiftCount] === 0)
      found(R.COUNT_NEGATIVE, F.rfmTotalGiftCount);
    if (hasId) idChecks(values[F.constituentId]!, found);
    if (hasAddress || hasCountry) addressChecks(draft, found);
    if (hasSpouse) spouseChecks(draft, found);
    if (gifts) giftChecks(draft, hasCount, found);
    for (let at = 0; at < required.length; at++) if (values[required[at]!] === '') found(R.FIELD_REQUIRED, required[at]!);

    let whole = hasLast && parts.length === 5;
    if (hasLast && values[F.primaryLast] === '') {
      whole = false;
      found(R.LAST_MISSING, F.primaryLast);
    }
    if (hasLast && values[F.primaryFirst] === '' && values[F.primaryLast] !== '') wholeNameInLast(draft, found);
    const nothing = values[F.primaryFirst] === '' && values[F.street] === '';
    if (nothing && hasLast) found(R.FIRST_AND_STREET_MISSING, F.primaryFirst);
    for (let at = 0; at < parts.length; at++) {
      const field = parts[at]!;
      if (values[field] !== '') continue;
      // Countries without states have none to give.
      if (field === F.state && !isUsOrEmpty(values[F.country]!)) continue;
      whole = false;
      found(R.MATCH_PART_MISSING, field);
    }
    return refused ? 'refused' : whole ? 'ready' : 'thin';
  };
  return { check, severities };
}

type Found = (rule: number, field: number) => void;

function sensitive(value: string, field: number, found: Found): void {
  if (field === F.personalPhone || field === F.businessPhone) return;
  if ((value.length === 11 && isSocialSecurityNumber(value)) || (value.length >= 13 && isCardNumber(value))) found(R.SENSITIVE, field);
}

function nameChecks(value: string, traits: number, field: number, found: Found): void {
  if ((traits & TRAIT.digit) !== 0) found(R.NAME_DIGITS, field);
  if ((traits & TRAIT.at) !== 0) found(R.NAME_EMAIL, field);
  const last = field === F.primaryLast || field === F.spouseLast;
  if (last && value.length <= 2 && isInitialLetter(value)) found(R.NAME_INITIAL, field);
  // One word without a sign is a name and nothing else, unless the word is a title.
  if ((traits & (TRAIT.space | TRAIT.joiner | TRAIT.comma | TRAIT.bracket)) === 0) {
    if (value.length <= 9 && field !== F.primaryMiddle && field !== F.spouseMiddle && isNamePrefix(value) && (traits & TRAIT.point) !== 0)
      found(R.NAME_TITLE, field);
    return;
  }
  wordsOfName(value, field, last, found);
}

/** Names of several words: rare enough to look at them at length. */
function wordsOfName(value: string, field: number, last: boolean, found: Found): void {
  if (isDeceased(value)) found(R.DECEASED, field);
  const main = last || field === F.primaryFirst || field === F.spouseFirst;
  if (!main) return;
  if (last && isOrganisation(value)) return found(R.ORGANIZATION, field);
  if (last && isHousehold(value)) return found(R.HOUSEHOLD_NAME, field);
  if (splitPeople(value) !== null) return found(R.TWO_PEOPLE, field);
  const parts = value.split(' ');
  if (
    isNamePrefix(parts[0]!) ||
    (parts.length > 1 && isNameSuffix(parts.at(-1)!) && (parts.at(-2)!.endsWith(',') || parts.at(-1)!.length > 1))
  )
    found(R.NAME_TITLE, field);
}

/**
 * The shape of an e-mail address: one @, a local part of 1 to 64 characters without blanks and without a point at its
 * ends or two together, and a domain of labels with a last one of two letters or more.
 */
export function isEmailAddress(value: string): boolean {
  const length = value.length;
  if (length > 254) return false;
  let at = 0;
  let previous = 46;
  for (; at < length; at++) {
    const code = value.charCodeAt(at);
    if (code === 64) break;
    if (
      code <= 32 ||
      code === 127 ||
      code === 34 ||
      code === 40 ||
      code === 41 ||
      code === 44 ||
      code === 58 ||
      code === 59 ||
      code === 60 ||
      code === 62 ||
      code === 91 ||
      code === 92 ||
      code === 93
    )
      return false;
    if (code === 46 && previous === 46) return false;
    previous = code;
  }
  if (at === 0 || at > 64 || at === length || previous === 46) return false;
  let labelStart = at + 1;
  let labels = 0;
  let letters = true;
  for (let position = labelStart; position <= length; position++) {
    const code = position === length ? 46 : value.charCodeAt(position);
    if (code === 46) {
      const size = position - labelStart;
      if (size === 0 || size > 63 || value.charCodeAt(labelStart) === 45 || value.charCodeAt(position - 1) === 45) return false;
      labels++;
      if (position === length) return labels >= 2 && size >= 2 && letters;
      labelStart = position + 1;
      letters = true;
    } else if (code >= 48 && code <= 57) letters = false;
    else if (code === 45) {
      // Hyphens are in punycode top domains as well.
    } else if (!((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code > 127)) return false;
  }
  return false;
}

const MADE_UP =
  /^(?:(?:none|no|na|n\.a|noemail|no-?email|unknown|x+|test|null|fake|nobody|abc|a)@|.*@(?:none|noemail|no-?email|unknown|x+|test|null|fake|email|abc|noaddress|nomail)\.(?:com|org|net|invalid)$)/i;

function emailChecks(value: string, traits: number, field: number, found: Found): void {
  if (!isEmailAddress(value)) return found(R.EMAIL_FORMAT, field);
  if ((traits & TRAIT.foreign) !== 0) found(R.EMAIL_NOT_ASCII, field);
  const first = value.charCodeAt(0) | 32;
  // Made-up addresses begin or end with few words; the first letter and the domain's leave most others out.
  if (first === 110 || first === 117 || first === 120 || first === 116 || first === 102 || first === 97 || mayBeMadeUpDomain(value)) {
    if (MADE_UP.test(value)) found(R.EMAIL_MADE_UP, field);
  }
}

function mayBeMadeUpDomain(value: string): boolean {
  const first = value.charCodeAt(value.indexOf('@') + 1) | 32;
  return first === 110 || first === 117 || first === 120 || first === 116 || first === 102 || first === 101 || first === 97;
}

function hasSevenDigits(value: string): boolean {
  let digits = 0;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code >= 48 && code <= 57 && ++digits === 7) {
      // 7.81555E+09 has seven digits and is no number.
      return value.length > 14 || !/\dE\+\d/i.test(value);
    }
  }
  return false;
}

function idChecks(value: string, found: Found): void {
  if (value === '') found(R.ID_MISSING, F.constituentId);
  else if (value.length >= 5 && value.length <= 24 && value.charCodeAt(value.length - 3) === 43 && /^\d(?:[.,]\d+)?E\+\d\d$/i.test(value))
    found(R.ID_SCIENTIFIC, F.constituentId);
}

function addressChecks(draft: Draft, found: Found): void {
  const { values } = draft;
  const country = values[F.country]!;
  if (!isUsOrEmpty(country)) return found(R.ADDRESS_FOREIGN, F.country);
  const state = values[F.state]!;
  const known = isUsState(state);
  const zip = values[F.postalCode]!;
  const shape = zip === '' ? ZIP.whole : zipShape(zip);
  // A province without a country is Canada.
  const canadian = !known && isProvince(state);
  if (state !== '' && !known && !canadian) {
    if (state.length !== 2) found(R.STATE_FORMAT, F.state);
    else found(R.STATE_UNKNOWN, F.state);
  }
  if (zip === '' || canadian) return;
  if (shape === ZIP.whole) {
    if (known && !zipFitsState(zip, state)) found(R.ZIP_OTHER_STATE, F.postalCode);
  } else if (shape === ZIP.lostZero) found(R.ZIP_FOUR_DIGITS, F.postalCode);
  else if (shape === ZIP.lostTwo) found(R.ZIP_THREE_DIGITS, F.postalCode);
  else if (shape === ZIP.other) found(R.ZIP_FORMAT, F.postalCode);
}

function spouseChecks(draft: Draft, found: Found): void {
  const { values } = draft;
  const first = values[F.spouseFirst]!;
  if (first === '' || first !== values[F.primaryFirst]) return;
  const last = values[F.spouseLast]!;
  if (last === '' || last === values[F.primaryLast]) found(R.SPOUSE_SAME, F.spouseFirst);
}

/** The value of a number field for comparing, or empty: unreadable and negative ones have errors of their own. */
function amountOf(draft: Draft, field: number): string {
  const value = draft.values[field]!;
  return draft.faults[field] !== 0 || value.charCodeAt(0) === 45 ? '' : value;
}

function giftChecks(draft: Draft, hasCount: boolean, found: Found): void {
  const { values, faults } = draft;
  const first = faults[F.rfmFirstGiftDate] === 0 ? values[F.rfmFirstGiftDate]! : '';
  const recent = faults[F.rfmMostRecentGiftDate] === 0 ? values[F.rfmMostRecentGiftDate]! : '';
  if (first !== '' && recent !== '' && first > recent) found(R.GIFT_DATES_ORDER, F.rfmFirstGiftDate);
  const largestDate = faults[F.rfmLargestGiftDate] === 0 ? values[F.rfmLargestGiftDate]! : '';
  if (
    largestDate !== '' &&
    ((first !== '' && first <= recent && largestDate < first) || (recent !== '' && first <= recent && largestDate > recent))
  )
    found(R.LARGEST_DATE_OUTSIDE, F.rfmLargestGiftDate);
  const firstAmount = amountOf(draft, F.rfmFirstGiftValue);
  const recentAmount = amountOf(draft, F.rfmMostRecentGiftValue);
  const largest = amountOf(draft, F.rfmLargestGiftValue);
  let highest = firstAmount;
  if (recentAmount !== '' && (highest === '' || compareAmounts(recentAmount, highest) > 0)) highest = recentAmount;
  if (largest !== '') {
    if (highest !== '' && compareAmounts(largest, highest) < 0) found(R.LARGEST_TOO_SMALL, F.rfmLargestGiftValue);
    else highest = largest;
  }
  const total = amountOf(draft, F.rfmTotalGiftValue);
  if (total !== '' && highest !== '' && compareAmounts(total, highest) < 0) found(R.TOTAL_TOO_SMALL, F.rfmTotalGiftValue);
  if (hasCount && values[F.rfmTotalGiftCount] === '0' && ((highest !== '' && highest !== '0') || first !== '' || recent !== ''))
    found(R.COUNT_ZERO, F.rfmTotalGiftCount);
}

function wholeNameInLast(draft: Draft, found: Found): void {
  const last = draft.values[F.primaryLast]!;
  if ((draft.traits[F.primaryLast]! & TRAIT.space) === 0 || isOrganisation(last) || isHousehold(last) || splitPeople(last) !== null) return;
  if (splitPerson(last).first !== '') found(R.FULL_NAME_IN_LAST, F.primaryLast);
}
