/**
 * The checks of one row: the rules of the table that need no other row, compiled for the fields that a list has.
 * They read what mapping found out about each value and look at a text again only where that gives reason to.
 */
import { z } from 'zod';
import { isCardNumber, isSocialSecurityNumber } from '../mapping/columns.ts';
import { FieldSet } from '../fields/field-set.ts';
import { FIELDS, FIELD_INDEX, fieldOf, type FieldSpec, type FieldKey } from '../fields/table.ts';
import { PARSE_ERROR, CHANGE, VALIDITY, type MappedRecord } from '../mapping/mapped-record.ts';
import { Field } from '../mapping/plan.ts';
import { FILLED_BY_FIXES } from './fixes.ts';
import { FACTS, RULES, RULE_CODES, RULE_INDEX, type RuleCode, type Severity } from './index.ts';
import { FINDS_A_PERSON, isNobody, type CheckPart, type Scope } from './scope.ts';
import { ZIP, zipShape } from '../transforms/addresses.ts';
import { isUsOrEmpty } from '../transforms/countries.ts';
import { isDeceased, isHousehold, isOrganisation, splitPeople } from '../transforms/namekinds.ts';
import { beginsWithParticle, isInitialLetter, isNamePrefix, isNameSuffix } from '../transforms/namewords.ts';
import { splitPerson } from '../transforms/names.ts';
import { isProvince, isUsState, zipFitsState } from '../transforms/states.ts';
import { LONGEST_READ, TEXT_CLASS } from '../transforms/text.ts';

export { RULES, RULE_CODES, RULE_INDEX, isRuleCode, type RuleCode, type Severity } from './index.ts';

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
  check(record: MappedRecord, emit: Emit): Readiness;
  /** The severity of each rule by index under the house rules; null: silenced. For counting and for rules of the list. */
  readonly severities: readonly (Severity | null)[];
}

export interface CheckOptions {
  /** The fields that columns go to; only these and those that fixes fill are checked, and only these can be missing. */
  readonly mapped: readonly FieldKey[];
  readonly houseRules: HouseRules;
  /** The day of the check, `YYYY-MM-DD`, in the time zone of the person. */
  readonly today: string;
  /** What is to be checked again; left out: everything. Outside of it nothing is found, and a row counts as ready. */
  readonly scope?: Scope | null;
}

/** `YYYY-MM-DD` as a packed day. */
const packedDay = (date: string): number => Number(date.replaceAll('-', ''));
/** Dates before are placeholders of databases. */
const FIRST_DAY = 19_000_101;

const F = FIELD_INDEX;
const R = RULE_INDEX;

/** The notes that changes stand for. */
const NOTES: readonly (readonly [mark: number, rule: number])[] = [
  [CHANGE.spaces, R.SPACES_REMOVED],
  [CHANGE.placeholder, R.PLACEHOLDER_REMOVED],
  [CHANGE.apostrophe, R.APOSTROPHE_REMOVED],
  [CHANGE.shouted, R.NAME_RECASED],
  [CHANGE.stateCode, R.STATE_CODED],
  [CHANGE.countryCode, R.COUNTRY_CODED],
  [CHANGE.zipZero, R.ZIP_ZERO_ADDED],
  [CHANGE.zipHyphen, R.ZIP_HYPHEN_ADDED],
  [CHANGE.lines, R.LINES_PARTED],
  [CHANGE.twoDigitYear, R.YEAR_COMPLETED],
  [CHANGE.serialDate, R.SERIAL_READ],
  [CHANGE.address, R.EMAIL_EXTRACTED],
  [CHANGE.ambiguousDate, R.DATE_AMBIGUOUS],
  [CHANGE.long, R.TOO_LONG],
  [CHANGE.deceased, R.DECEASED],
  [CHANGE.refused, R.SERVICE_REFUSED],
];
/** Without one of these there is nothing to tell of a value's changes. */
const TOLD = NOTES.reduce((bits, [change]) => bits | change, 0);

/** Rule index of each fault. */
const FAULT_RULES: readonly number[] = (() => {
  const rules: number[] = [];
  rules[PARSE_ERROR.dateUnreadable] = R.DATE_UNREADABLE;
  rules[PARSE_ERROR.dateImpossible] = R.DATE_IMPOSSIBLE;
  rules[PARSE_ERROR.amountUnreadable] = R.AMOUNT_UNREADABLE;
  rules[PARSE_ERROR.countUnreadable] = R.COUNT_UNREADABLE;
  return rules;
})();

/** What has to be looked at, and only where a value's classes under the mask are not the wanted ones. */
interface Look {
  readonly mask: number;
  readonly want: number;
  readonly look: (record: MappedRecord, field: number, found: Found) => void;
}

/** Anything in a name beside letters, hyphens and apostrophes. */
const UNUSUAL_IN_NAME = TEXT_CLASS.digit | TEXT_CLASS.at | TEXT_CLASS.space | TEXT_CLASS.joiner | TEXT_CLASS.comma | TEXT_CLASS.bracket;

function lookFor({ kind, type }: FieldSpec): Look | null {
  if (type === 'email') return { mask: VALIDITY.proven | VALIDITY.doubtful | TEXT_CLASS.foreign, want: VALIDITY.proven, look: emailChecks };
  if (type === 'amount' || type === 'count') return { mask: VALIDITY.doubtful, want: 0, look: negativeChecks };
  if (kind === 'phone') return { mask: VALIDITY.proven, want: VALIDITY.proven, look: phoneChecks };
  if (kind === 'givenName' || kind === 'familyName') return { mask: UNUSUAL_IN_NAME | TEXT_CLASS.point, want: 0, look: nameChecks };
  if (kind === 'middleName' || kind === 'maidenName') return { mask: UNUSUAL_IN_NAME, want: 0, look: nameChecks };
  // Cards and social security numbers can go unseen in texts of any kind; in an address line with letters they cannot.
  return type === 'text' && kind !== 'street' ? { mask: VALIDITY.doubtful, want: 0, look: sensitiveChecks } : null;
}

const LOOKS = FIELDS.map(lookFor);
const MASKS = LOOKS.map((look) => look?.mask ?? 0);
const WANTED = LOOKS.map((look) => look?.want ?? 0);

/** The severity of each rule by index under the house rules; null: silenced. */
export function severitiesOf(houseRules: HouseRules): readonly (Severity | null)[] {
  return RULES.map(({ code, severity }) => {
    const asked = FACTS.has(code) ? undefined : houseRules.severities[code];
    return asked === 'off' ? null : (asked ?? severity);
  });
}

/** Compiles the checks for a list. */
export function compileChecks(options: CheckOptions): RowChecker {
  const severities = severitiesOf(options.houseRules);
  const on = severities.map((severity) => severity !== null);
  const grave = severities.map((severity) => severity === 'error');
  const mapped = new Set(options.mapped);
  const { scope = null } = options;
  const has = (key: FieldKey): boolean => mapped.has(key);
  const isOpen = (field: number): boolean => scope === null || scope.changed.has(field);
  const isAsked = (part: CheckPart): boolean => scope === null || scope.has(part);
  // A correction may fill a field that no column goes to, and what it fills is sent like all else.
  const indexesOf = (wanted: (field: FieldSpec) => boolean): readonly number[] =>
    FIELDS.flatMap((field, index) =>
      (mapped.has(field.key) || FILLED_BY_FIXES.has(field.key)) && isOpen(index) && wanted(field) ? [index] : [],
    );
  const all = FieldSet.of(indexesOf(() => true));
  const looked = indexesOf(({ key }) => LOOKS[F[key]] !== null);
  const dates = indexesOf(({ type }) => type === 'date');
  const lasts = indexesOf(({ kind }) => kind === 'familyName');
  const required = options.houseRules.required.map((key) => F[key]).filter(isOpen);
  const parts = (['primaryFirst', 'street', 'city', 'state', 'postalCode'] as const).filter(has).map((key) => F[key]);
  const hasId = has('constituentId') && isOpen(F.constituentId);
  const hasLast = has('primaryLast');
  const hasSpouse = isAsked('spouse');
  const hasAddress = (has('state') || has('postalCode') || has('country')) && isAsked('address');
  const hasCount = has('rfmTotalGiftCount');
  const hasGifts = options.mapped.some((key) => fieldOf(key).group === 'giving') && isAsked('gifts');
  const isMatched = isAsked('match');
  const isSomebody = isAsked('person') && FINDS_A_PERSON.some(has);
  const today = packedDay(options.today);

  let refused = false;
  let told: Emit = () => {};
  const found = (rule: number, field: number): void => {
    if (on[rule] === false) return;
    if (grave[rule] === true) refused = true;
    told(rule, field);
  };

  const check = (record: MappedRecord, emit: Emit): Readiness => {
    const { classes, numbers } = record;
    refused = false;
    told = emit;

    if (!record.flaggedFields.isEmpty) changeChecks(record, all, found);
    for (let at = 0; at < looked.length; at++) {
      const field = looked[at]!;
      const trait = classes[field]!;
      if (trait !== 0 && (trait & MASKS[field]!) !== WANTED[field]) LOOKS[field]!.look(record, field, found);
    }
    for (let at = 0; at < lasts.length; at++) {
      const last = record.values[lasts[at]!]!;
      if (last.length <= 2 && isInitialLetter(last)) found(R.NAME_INITIAL, lasts[at]!);
    }
    for (let at = 0; at < dates.length; at++) {
      const field = dates[at]!;
      if ((classes[field]! & VALIDITY.proven) === 0) continue;
      const day = numbers[field]!;
      if (day > today) found(R.DATE_FUTURE, field);
      else if (day < FIRST_DAY) found(R.DATE_ANCIENT, field);
    }
    if (hasId) idChecks(record, found);
    if (hasAddress) addressChecks(record, found);
    if (hasSpouse && classes[F.spouseFirst] !== 0) spouseChecks(record, found);
    if (hasGifts) giftChecks(record, hasCount, found);
    if (isSomebody && isNobody(classes)) found(R.NOBODY, F.primaryLast);
    for (let at = 0; at < required.length; at++) if (classes[required[at]!] === 0) found(R.FIELD_REQUIRED, required[at]!);
    const whole = !isMatched || ((!hasLast || lastChecks(record, found)) && partChecks(record, parts, found));
    if (refused) return 'refused';
    if (!isMatched) return 'ready';
    return whole && hasLast && parts.length === MATCH_PARTS ? 'ready' : 'thin';
  };
  return { check, severities };
}

/** First name, street, city, state and postal code, beside the last name. */
const MATCH_PARTS = 5;

type Found = (rule: number, field: number) => void;

/** Finds what cleaning changed and what could not be parsed. */
function changeChecks(record: MappedRecord, fields: FieldSet, found: Found): void {
  const { flaggedFields } = record;
  for (let field = flaggedFields.next(0); field >= 0; field = flaggedFields.next(field + 1)) {
    if (!fields.has(field)) continue;
    const mark = record.changes[field]!;
    if ((mark & TOLD) !== 0) for (const [bit, rule] of NOTES) if ((mark & bit) !== 0) found(rule, field);
    const fault = record.parseErrors[field]!;
    if (fault !== 0) found(FAULT_RULES[fault]!, field);
  }
}

function sensitiveChecks(record: MappedRecord, field: number, found: Found): void {
  const value = record.values[field]!;
  if (isSocialSecurityNumber(value) || isCardNumber(value)) found(R.SENSITIVE, field);
}

function negativeChecks(_draft: MappedRecord, field: number, found: Found): void {
  found(field === F.rfmTotalGiftCount ? R.COUNT_NEGATIVE : R.AMOUNT_NEGATIVE, field);
}

function phoneChecks(_draft: MappedRecord, field: number, found: Found): void {
  found(R.PHONE_FORMAT, field);
}

function emailChecks(record: MappedRecord, field: number, found: Found): void {
  const classes = record.classes[field]!;
  if ((classes & VALIDITY.proven) === 0) found(R.EMAIL_FORMAT, field);
  else found((classes & VALIDITY.doubtful) === 0 ? R.EMAIL_NOT_ASCII : R.EMAIL_MADE_UP, field);
}

/** One word without a sign is a name and nothing else. */
const SEVERAL_WORDS = TEXT_CLASS.space | TEXT_CLASS.joiner | TEXT_CLASS.comma | TEXT_CLASS.bracket;

function nameChecks(record: MappedRecord, field: number, found: Found): void {
  const classes = record.classes[field]!;
  const value = record.values[field]!;
  if ((classes & TEXT_CLASS.at) !== 0) found(R.NAME_EMAIL, field);
  if ((classes & TEXT_CLASS.digit) !== 0) {
    if ((classes & (TEXT_CLASS.upper | TEXT_CLASS.lower)) === 0) sensitiveChecks(record, field, found);
    found(R.NAME_DIGITS, field);
  }
  if ((classes & SEVERAL_WORDS) === 0) {
    // A name is not called Mr., and Mr without its point can be one.
    if (value.length > 2 && (classes & TEXT_CLASS.point) !== 0 && isMainName(field) && isNamePrefix(value)) found(R.NAME_TITLE, field);
  } else if (value.length <= LONGEST_READ) {
    const rules = rulesOfName(value, field);
    // A death that is marked is told by its mark.
    const told = (record.changes[field]! & CHANGE.deceased) === 0 ? -1 : R.DECEASED;
    for (let at = 0; at < rules.length; at++) if (rules[at] !== told) found(rules[at]!, field);
  }
}

const isMainName = (field: number): boolean =>
  field === F.primaryLast || field === F.primaryFirst || field === F.spouseFirst || field === F.spouseLast;

// Names of several words are looked at with care, and the same ones come again and again; bounded, since they need not.
const namesSeen = [
  new Map<string, readonly number[]>(),
  new Map<string, readonly number[]>(),
  new Map<string, readonly number[]>(),
] as const;
const MAX_NAMES_SEEN = 20_000;
const NO_RULES: readonly number[] = [];

function rulesOfName(value: string, field: number): readonly number[] {
  const last = field === F.primaryLast || field === F.spouseLast;
  const seen = namesSeen[last ? 2 : isMainName(field) ? 1 : 0];
  let rules = seen.get(value);
  if (rules === undefined) {
    rules = findNameRules(value, isMainName(field), last);
    if (seen.size >= MAX_NAMES_SEEN) seen.clear();
    seen.set(value, rules.length === 0 ? NO_RULES : rules);
  }
  return rules;
}

/** What several words in a name field are, if not a name: the gravest finding only, and beside it a person's death. */
function findNameRules(value: string, main: boolean, last: boolean): readonly number[] {
  const rules = isDeceased(value) ? [R.DECEASED] : [];
  if (!main) return rules;
  const parts = value.split(' ');
  const ending = parts.at(-1)!;
  const suffixed = parts.length > 1 && isNameSuffix(ending) && (parts.at(-2)!.endsWith(',') || ending.length > 1);
  if (last && isOrganisation(value)) rules.push(R.ORGANIZATION);
  else if (last && isHousehold(value)) rules.push(R.HOUSEHOLD_NAME);
  else if (splitPeople(value) !== null) rules.push(R.TWO_PEOPLE);
  else if (isNamePrefix(parts[0]!) || suffixed) rules.push(R.NAME_TITLE);
  return rules;
}

function idChecks(record: MappedRecord, found: Found): void {
  const value = record.values[F.constituentId]!;
  if (value.length === 0) found(R.ID_MISSING, F.constituentId);
  else if (value.length >= 5 && value.charCodeAt(value.length - 3) === 43 && /^\d(?:[.,]\d{1,18})?E\+\d\d$/i.test(value))
    found(R.ID_SCIENTIFIC, F.constituentId);
}

/** False when the last name is missing. */
function lastChecks(record: MappedRecord, found: Found): boolean {
  const { classes } = record;
  const named = classes[F.primaryLast] !== 0;
  if (classes[F.primaryFirst] === 0) {
    if (named) wholeNameInLast(record, found);
    if (classes[F.street] === 0) found(R.FIRST_AND_STREET_MISSING, F.primaryFirst);
  }
  if (!named) found(R.LAST_MISSING, F.primaryLast);
  return named;
}

/** False when a part needed for a match is missing. */
function partChecks(record: MappedRecord, parts: readonly number[], found: Found): boolean {
  let whole = true;
  for (let at = 0; at < parts.length; at++) {
    const field = parts[at]!;
    // Countries without states have none to give.
    if (record.classes[field] !== 0 || (field === F.state && !isUsOrEmpty(record.values[F.country]!))) continue;
    whole = false;
    found(R.MATCH_PART_MISSING, field);
  }
  return whole;
}

function addressChecks(record: MappedRecord, found: Found): void {
  const { values, classes } = record;
  const stateTraits = classes[F.state]!;
  const zipTraits = classes[F.postalCode]!;
  const country = values[F.country]!;
  // The usual row: a known state of the US and a whole ZIP.
  if ((stateTraits & zipTraits & VALIDITY.proven) !== 0) {
    if (!zipFitsState(values[F.postalCode]!, values[F.state]!)) found(R.ZIP_OTHER_STATE, F.postalCode);
    return;
  }
  if (!isUsOrEmpty(country)) return found(R.ADDRESS_FOREIGN, F.country);
  const state = values[F.state]!;
  // A province without a country is Canada.
  const canadian = isProvince(state);
  if (stateTraits !== 0 && (stateTraits & VALIDITY.proven) === 0 && !canadian && !isUsState(state))
    found(state.length === 2 ? R.STATE_UNKNOWN : R.STATE_FORMAT, F.state);
  if (zipTraits === 0 || (zipTraits & VALIDITY.proven) !== 0 || canadian) return;
  const shape = zipShape(values[F.postalCode]!);
  if (shape === ZIP.lostZero) found(R.ZIP_FOUR_DIGITS, F.postalCode);
  else if (shape === ZIP.lostTwo) found(R.ZIP_THREE_DIGITS, F.postalCode);
  else found(R.ZIP_FORMAT, F.postalCode);
}

function spouseChecks(record: MappedRecord, found: Found): void {
  const { values } = record;
  const first = values[F.spouseFirst]!;
  if (first !== values[F.primaryFirst]) return;
  const last = values[F.spouseLast]!;
  if (last === '' || last === values[F.primaryLast]) found(R.SPOUSE_SAME, F.spouseFirst);
}

/** The number of a field for comparing; -1 where there is none, and for negative ones, which have an error of their own. */
function numberOf(record: MappedRecord, field: number): number {
  return (record.classes[field]! & VALIDITY.proven) === 0 ? -1 : record.numbers[field]!;
}

function giftChecks(record: MappedRecord, hasCount: boolean, found: Found): void {
  const first = numberOf(record, F.rfmFirstGiftDate);
  const recent = numberOf(record, F.rfmMostRecentGiftDate);
  const inOrder = first < 0 || recent < 0 || first <= recent;
  if (!inOrder) found(R.GIFT_DATES_ORDER, F.rfmFirstGiftDate);
  const day = numberOf(record, F.rfmLargestGiftDate);
  if (day >= 0 && inOrder && (day < first || (recent >= 0 && day > recent))) found(R.LARGEST_DATE_OUTSIDE, F.rfmLargestGiftDate);
  const single = Math.max(numberOf(record, F.rfmFirstGiftValue), numberOf(record, F.rfmMostRecentGiftValue));
  const largest = numberOf(record, F.rfmLargestGiftValue);
  if (largest >= 0 && largest < single) found(R.LARGEST_TOO_SMALL, F.rfmLargestGiftValue);
  const highest = Math.max(single, largest);
  const total = numberOf(record, F.rfmTotalGiftValue);
  if (total >= 0 && total < highest) found(R.TOTAL_TOO_SMALL, F.rfmTotalGiftValue);
  if (hasCount && numberOf(record, F.rfmTotalGiftCount) === 0 && (highest > 0 || first >= 0 || recent >= 0))
    found(R.COUNT_ZERO, F.rfmTotalGiftCount);
}

function wholeNameInLast(record: MappedRecord, found: Found): void {
  const last = record.values[F.primaryLast]!;
  if (
    (record.classes[F.primaryLast]! & TEXT_CLASS.space) === 0 ||
    last.length > LONGEST_READ ||
    beginsWithParticle(last) ||
    isOrganisation(last) ||
    isHousehold(last)
  )
    return;
  if (splitPeople(last) === null && splitPerson(last).first !== '') found(R.FULL_NAME_IN_LAST, F.primaryLast);
}
