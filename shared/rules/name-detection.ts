/** Detects what name fields contain instead of a single plain name. */
import { createCache } from '../base/index.ts';
import { FIELDS, FIELD_INDEX as F, type FieldKey, NAME_KINDS, fieldsOf, indexesOf } from '../fields/index.ts';
import { CHANGE, type MappedRecord } from '../mapping/index.ts';
import {
  LONGEST_READ,
  TEXT_CLASS,
  areNobody,
  beginsWithParticle,
  canBeFirstName,
  classesOf,
  endsLikeOrganization,
  isDeceased,
  isDedication,
  isFormOfName,
  isGivenName,
  isHardlyLastName,
  isHousehold,
  isInitialLetter,
  isKnownOrganization,
  isNamePrefix,
  isNameSuffix,
  isNoSpouse,
  isOrganization,
  isParticle,
  isSpanishName,
  isStatus,
  isSureSuffix,
  isUnnamed,
  kindByLastWord,
  lookSwapped,
  mayBeOrganization,
  splitPeople,
  splitPerson,
  splitSecond,
  withoutJoint,
  withoutTitles,
} from '../transforms/index.ts';
import { RULE_INDEX as R } from './codes.ts';
import type { CheckedList, Found } from './rule.ts';
import { findSensitive } from './text.ts';

export const LAST_NAMES = fieldsOf({ kind: 'familyName' });
export const MAIN_NAMES = [...fieldsOf({ kind: 'givenName' }), ...LAST_NAMES];
export const NAMES = fieldsOf({ kind: NAME_KINDS });

/** The fields that name a person. A row with a business and none of them is an organization. */
export const NAMED = ['primaryFirst', 'primaryLast', 'spouseFirst', 'spouseLast'] as const satisfies readonly FieldKey[];
const NAMED_FIELDS = indexesOf(NAMED);

/** Anything in a name except letters, hyphens and apostrophes. */
export const UNUSUAL = TEXT_CLASS.digit | TEXT_CLASS.at | TEXT_CLASS.space | TEXT_CLASS.joiner | TEXT_CLASS.comma | TEXT_CLASS.bracket;
/** Without these, a name is a single word. */
const SEVERAL_WORDS = TEXT_CLASS.space | TEXT_CLASS.joiner | TEXT_CLASS.comma | TEXT_CLASS.bracket;

/** Classes of a name that can have damaged characters, or signs at its ends. */
export const DAMAGED = TEXT_CLASS.foreign | TEXT_CLASS.sign | TEXT_CLASS.hyphen;
const GENERATION = /^\D*\s(?:2nd|3rd|[4-6]th)\.?$/i;
/** *Poe or Poe- */
const SIGN_AT_END = /^[*#~^_=+-]|[*#~^_=+-]$/;
/** zzPoe, xxPoe: letters that move a record to the end of a list. */
const SORTED_LAST = /^(?:zz+|xx+)\p{Lu}\p{Ll}/u;
/** Characters that a damaged encoding leaves and that no name has, except those that other rules report. */
const DAMAGE = /[?\uFFFD\u0080-\u009f©®±¼½¾¤¶§¨¬¯¢£¥¦µ¹²³¿¡€‚ƒ„…†‡ˆ‰‹›•˜™√≈├]/;

const IS_LAST: readonly boolean[] = FIELDS.map(({ key }) => LAST_NAMES.includes(key));
const IS_MAIN: readonly boolean[] = FIELDS.map(({ key }) => MAIN_NAMES.includes(key));

export const isCommonFirstName = (word: string): boolean => isGivenName(word) || isFormOfName(word);

export function lookAtName(record: MappedRecord, field: number, found: Found): void {
  const classes = record.classes[field]!;
  const value = record.values[field]!;
  if ((classes & TEXT_CLASS.at) !== 0) found(R.NAME_EMAIL, field);
  if ((classes & DAMAGED) !== 0 && DAMAGE.test(value)) found(R.NAME_DAMAGED, field);
  // Not for "Poe 3rd", which is reported as a suffix.
  if ((classes & TEXT_CLASS.digit) !== 0 && !GENERATION.test(value)) {
    if ((classes & (TEXT_CLASS.upper | TEXT_CLASS.lower)) === 0) findSensitive(record, field, found);
    found(R.NAME_DIGITS, field);
  }
  const isCompared = field === F.primaryLast;
  if ((classes & SEVERAL_WORDS) === 0) {
    // "Poe-Deceased", "Poe_DECEASED"
    if ((classes & DAMAGED) !== 0 && value.length <= LONGEST_READ && isDeceased(value)) found(R.DECEASED, field);
    else if (!isCompared && IS_MAIN[field]! && (isTitleOrSigned(value, classes) || isSortedLast(value))) found(R.NAME_TITLE, field);
  } else if (value.length <= LONGEST_READ) {
    const kinds = rulesOfName(value, field);
    // A death or an unclear name that the parser has marked is already reported.
    const changes = record.changes[field]!;
    for (let at = 0; at < kinds.length; at++) {
      const isReported =
        (changes & (kinds[at] === R.DECEASED ? CHANGE.deceased : kinds[at] === R.NAME_UNCLEAR ? CHANGE.nameUnclear : 0)) !== 0;
      if (!isReported && !(isCompared && isComparedRule(kinds[at]!))) found(kinds[at]!, field);
    }
  }
}

/** True for a single word that is a title or has a sign at one end. "Mr." is a title, but "Mr" can be a name. */
function isTitleOrSigned(word: string, classes: number): boolean {
  const isTitle = word.length > 2 && (classes & TEXT_CLASS.point) !== 0 && isNamePrefix(word);
  return isTitle || ((classes & (TEXT_CLASS.sign | TEXT_CLASS.hyphen)) !== 0 && SIGN_AT_END.test(word));
}

/** Compares the first letters before the pattern, because nearly no name begins like this. */
const isSortedLast = (name: string): boolean =>
  (name.charCodeAt(0) === SMALL_Z || name.charCodeAt(0) === SMALL_X) && SORTED_LAST.test(name);
const [SMALL_X, SMALL_Z] = [120, 122];

/** The rules about a last name that also depend on the first name. */
export const COMPARED_RULES = ['TWO_PEOPLE', 'ORGANIZATION', 'HOUSEHOLD_NAME', 'NAME_TITLE'] as const;
const COMPARED: readonly number[] = COMPARED_RULES.map((code) => R[code]);
const isComparedRule = (rule: number): boolean => COMPARED.includes(rule);

/** The one of `COMPARED_RULES` that the last name breaks; -1 for none. */
function comparedRuleOf(record: MappedRecord): number {
  const classes = record.classes[F.primaryLast]!;
  const value = record.values[F.primaryLast]!;
  if ((classes & SEVERAL_WORDS) === 0 && (isOnlySuffix(value) || isSortedLast(value))) return R.NAME_TITLE;
  if ((classes & (SEVERAL_WORDS | TEXT_CLASS.point | TEXT_CLASS.sign | TEXT_CLASS.hyphen)) === 0) return -1;
  if ((classes & SEVERAL_WORDS) === 0) return isTitleOrSigned(value, classes) ? R.NAME_TITLE : -1;
  if (value.length > LONGEST_READ) return -1;
  const rule = rulesOfName(value, F.primaryLast).find(isComparedRule) ?? -1;
  // "Ann & Otto" with the last names "Smith & Jones". Without the first names, these would be a firm.
  return rule === R.ORGANIZATION && areLastNamesOfTwo(record) ? R.TWO_PEOPLE : rule;
}

const areLastNamesOfTwo = ({ values }: MappedRecord): boolean =>
  splitPeople(values[F.primaryFirst]!) !== null && splitPeople(values[F.primaryLast]!)?.every((last) => !last.includes(' ')) === true;

// Caches for names of several words, which repeat and take long to check. Their size is limited to save memory.
const checkedNames = [
  createCache<string, readonly number[]>(),
  createCache<string, readonly number[]>(),
  createCache<string, readonly number[]>(),
] as const;
const MAX_CHECKED_NAMES = 20_000;
const NO_RULES: readonly number[] = [];

function rulesOfName(value: string, field: number): readonly number[] {
  const cache = checkedNames[IS_LAST[field] ? 2 : IS_MAIN[field] ? 1 : 0];
  let known = cache.get(value);
  if (known === undefined) {
    known = findNameRules(value, IS_MAIN[field]!, IS_LAST[field]!);
    if (cache.size >= MAX_CHECKED_NAMES) cache.clear();
    cache.set(value, known.length === 0 ? NO_RULES : known);
  }
  return known;
}

/** True for a last name that is reported as the names of two people. */
export const isTwoPeopleInLast = (last: string): boolean =>
  last.includes(' ') && last.length <= LONGEST_READ && rulesOfName(last, F.primaryLast).includes(R.TWO_PEOPLE);

/** The rules that a name of several words breaks: only the most serious one, and a death. */
function findNameRules(value: string, main: boolean, last: boolean): readonly number[] {
  const found = isDeceased(value) ? [R.DECEASED] : [];
  // A dedication is reported elsewhere, as NOT_A_PERSON.
  if (!main || isDedication(value)) return found;
  const parts = value.split(' ');
  const ending = parts.at(-1)!;
  const suffixed = parts.length > 1 && isNameSuffix(ending) && (parts.at(-2)!.endsWith(',') || ending.length > 1);
  if (last && isOrganizationName(value)) found.push(R.ORGANIZATION);
  else if (last && isHousehold(value)) found.push(R.HOUSEHOLD_NAME);
  else if (splitPeople(value) !== null) found.push(R.TWO_PEOPLE);
  // "Estate of" is reported as a death.
  else if (!last && found.length === 0 && isOrganization(value)) found.push(R.ORGANIZATION);
  else if (isNamePrefix(parts[0]!) || suffixed || (found.length === 0 && withoutTitles(value) !== value)) found.push(R.NAME_TITLE);
  else if (found.length === 0 && (!/\p{L}/u.test(value) || /[<>]|&#?\w+;|\b(?:do not|bad address)\b/i.test(value) || parts.some(isStatus)))
    found.push(R.NAME_UNCLEAR);
  return found;
}

const isOrganizationName = (last: string): boolean => isOrganization(last) || endsLikeOrganization(last) || isKnownOrganization(last);

/** True for a name that breaks no rule. */
export function isPlainName(value: string, field: number): boolean {
  if (value === '' || (classesOf(value) & (TEXT_CLASS.digit | TEXT_CLASS.at)) !== 0) return false;
  if (IS_LAST[field] === true && value.length <= 2 && isInitialLetter(value)) return false;
  // "Dean" alone can be a name, but "Mr." cannot.
  if (canBeFirstName(value)) return true;
  return findNameRules(value, IS_MAIN[field]!, IS_LAST[field]!).length === 0 && !(value.length > 2 && isNamePrefix(value));
}

/**
 * Splits the name of a spouse whose first and last name may both be in the cell of the first name. Without a last name in the result, the
 * text is a first name of several words.
 */
export function spouseNameOf(text: string, primaryLast: string) {
  const name = splitPerson(text);
  const isShared = name.last !== '' && name.last.toLowerCase() === primaryLast.toLowerCase();
  return isShared || text.includes(',') ? name : splitSecond(text);
}

export function compileInitials({ checked }: CheckedList) {
  const lasts = checked(LAST_NAMES);
  if (lasts.length === 0) return null;
  return ({ values }: MappedRecord, found: Found): void => {
    for (let at = 0; at < lasts.length; at++) {
      const last = values[lasts[at]!]!;
      if (last.length <= 2 && isInitialLetter(last)) found(R.NAME_INITIAL, lasts[at]!);
    }
  };
}

/** Compiles a test for rows that name a business but no person; null without a column of businesses. */
export function compileBusinessRow({ mapped }: CheckedList): ((record: MappedRecord) => boolean) | null {
  if (!mapped.has('businessName')) return null;
  // Without a column of names, the business may be an employer, and the names are missing from the mapping.
  const isNamed = NAMED.some((key) => mapped.has(key));
  return ({ values, classes }) =>
    classes[F.primaryLast] === 0 &&
    classes[F.businessName] !== 0 &&
    NAMED_FIELDS.every((field) => classes[field] === 0) &&
    (isNamed || isOrganization(values[F.businessName]!));
}

export function compileBusiness(list: CheckedList) {
  const isBusiness = compileBusinessRow(list);
  if (isBusiness === null) return null;
  return (record: MappedRecord, found: Found): void => {
    if (isBusiness(record)) found(R.ORGANIZATION, F.businessName);
  };
}

/** True when the first name is empty and the last name may contain both. A fix then splits it. */
export function hasWholeNameInLast({ values, classes }: MappedRecord): boolean {
  if (classes[F.primaryFirst] !== 0 || (classes[F.primaryLast]! & TEXT_CLASS.space) === 0) return false;
  const last = values[F.primaryLast]!;
  if (last.length > LONGEST_READ || isParticle(last.slice(0, last.indexOf(' ')))) return false;
  if (isOrganizationName(last) || isHousehold(last) || isDedication(last)) return false;
  return splitPeople(last) === null && splitPerson(last).first !== '';
}

/** Checks the last name together with the first name. `isMapped`: a column has last names. */
export function compileLastName(isMapped: boolean): (record: MappedRecord, found: Found) => void {
  return (record, found) => {
    const rule = comparedRuleOf(record);
    const whole = isMapped ? wholeNameRuleOf(record) : -1;
    if (whole === DEDICATED_FIRST) found(R.NOT_A_PERSON, F.primaryFirst);
    else if (whole === WHOLE_IN_FIRST || whole === SUFFIX_LAST) found(R.FULL_NAME_IN_LAST, F.primaryFirst);
    else if (whole === FAMILY_FIRST) found(R.HOUSEHOLD_NAME, F.primaryFirst);
    else if (whole >= 0) found(whole, F.primaryLast);
    // The fix for a whole name also removes titles.
    const isSettled =
      rule === whole ||
      (rule === R.NAME_TITLE && (whole === R.FULL_NAME_IN_LAST || whole === R.LAST_NAME_UNCLEAR || whole === SUFFIX_LAST));
    if (rule >= 0 && !isSettled) found(rule, F.primaryLast);
  };
}

/**
 * Special results of `wholeNameRuleOf`: the first name names nobody, repeats the last name, or names a household; or the last name is only
 * a suffix.
 */
const DEDICATED_FIRST = -2;
const WHOLE_IN_FIRST = -3;
const FAMILY_FIRST = -4;
const SUFFIX_LAST = -5;

/** The rule that first and last name break together, or one of the special results; -1 for none. */
function wholeNameRuleOf(record: MappedRecord): number {
  const first = record.values[F.primaryFirst]!;
  const last = record.values[F.primaryLast]!;
  if (areNobody(first, last) || isDedication(last) || isStatus(last)) return R.NOT_A_PERSON;
  if (isDedication(first) || isStatus(first)) return DEDICATED_FIRST;
  // "Boy" and "Scouts" in two columns: neither part is an organization on its own.
  if (/^scouts?\b/i.test(last) && !isOrganizationName(last) && isOrganization(`${first} ${last}`)) return R.ORGANIZATION;
  if (first === '' && isKnownOrganization(last)) return R.ORGANIZATION;
  const kind = first === '' ? null : kindByLastWord(first, last);
  if (kind !== null) return kind === 'household' ? R.HOUSEHOLD_NAME : R.ORGANIZATION;
  if ((last !== '' && isFamily(first)) || (/^the$/i.test(first) && /s$/i.test(last))) return FAMILY_FIRST;
  if (repeatsFirst(first, last) || repeatsInverted(first, last) || initialBefore(first, last) !== '') return R.FULL_NAME_IN_LAST;
  if (isPartedCouple(first, last)) return R.TWO_PEOPLE;
  if (isSuffixOfWhole(first, last)) return SUFFIX_LAST;
  if (hasWholeNameInLast(record)) return ruleOfWholeName(last);
  return repeatsLast(first, last) ? WHOLE_IN_FIRST : -1;
}

/** True for a household in the column of first names: "The Poe Family". "Otto & Family" is reported as two people. */
function isFamily(first: string): boolean {
  if (!first.includes(' ') || !/famil|household/i.test(first) || !isHousehold(first)) return false;
  const people = splitPeople(first);
  return people === null || !isUnnamed(people[1]);
}

/** True for the first name "Otto Poe" with the last name Poe. Titles and a second person have their own issues. */
export const repeatsLast = (first: string, last: string): boolean =>
  withoutLastName(first, last) !== first && withoutTitles(first) === first && splitPeople(first) === null && !isDeceased(first);

/** The first name without the repeated last name: "Otto Poe", "Poe, Otto". Does not change "Mary Ann" with the last name Ann. */
export function withoutLastName(first: string, last: string): string {
  const at = first.length - last.length - 1;
  if (at < 1 || last === '' || first.length > LONGEST_READ) return first;
  const [mayBeBehind, mayBeBefore] = [first.charCodeAt(at) === SPACE, first.charCodeAt(last.length) === COMMA];
  if (!mayBeBehind && !mayBeBefore) return first;
  const name = last.toLowerCase();
  const isBehind = mayBeBehind && first.slice(at + 1).toLowerCase() === name;
  if (!isBehind && !(mayBeBefore && first.slice(0, last.length).toLowerCase() === name)) return first;
  const own = (isBehind ? first.slice(0, at) : first.slice(last.length + 1)).trim();
  return own === '' || own.toLowerCase() === name || isHardlyLastName(last) ? first : own;
}

/** True for the last name "Otto Poe" with the first name Otto, but not for "Martin Lopez" with Martin or "Van Houten" with Van. */
export function repeatsFirst(titledFirst: string, last: string): boolean {
  if (titledFirst === '' || !last.includes(' ')) return false;
  const first = withoutTitles(titledFirst);
  const after = last.charCodeAt(first.length);
  if (first === '' || !(after === SPACE || Number.isNaN(after)) || !last.startsWith(first)) return false;
  const word = first.split(' ', 1)[0]!;
  if (last.length === first.length && !isCommonFirstName(word)) return false;
  return (
    !isParticle(word) && !isSpanishName(word) && last.length <= LONGEST_READ && splitPeople(last) === null && !isOrganizationName(last)
  );
}
const SPACE = 32;
const COMMA = 44;

/** True for the last name "Poe, Otto Q." with the first name Otto. */
export function repeatsInverted(first: string, last: string): boolean {
  const comma = last.indexOf(', ');
  if (comma < 0 || first === '' || last.length > LONGEST_READ || isOrganizationName(last)) return false;
  const given = last.slice(comma + 2).toLowerCase();
  const own = withoutTitles(first).toLowerCase();
  return given === own || (given.startsWith(own) && given.charCodeAt(own.length) === SPACE && splitPeople(given) === null);
}

const INITIAL_BEFORE = /^(?:\p{Lu}\.|[A-CF-KMNP-SU-XZ]) (?=\p{L}{2})/u;

/**
 * The initial before a last name, if there is a first name: Q. in "Q. Poe". Empty if the letter is part of the last name: O Connor, D
 * Souza.
 */
export function initialBefore(first: string, last: string): string {
  if (first === '' || !(last.charCodeAt(1) === SPACE || last.charCodeAt(2) === SPACE) || last.length > LONGEST_READ) return '';
  return INITIAL_BEFORE.test(last) && splitPeople(last) === null && !isOrganizationName(last) ? last.slice(0, last.indexOf(' ')) : '';
}

/** True for "Otto | & Ann Poe", "Otto & | Ann Poe" and "Otto | Q. & Ann Poe": names of two people that were divided at the wrong space. */
export function isPartedCouple(first: string, last: string): boolean {
  if (first === '' || !last.includes(' ') || first.length > LONGEST_READ || last.length > LONGEST_READ) return false;
  if (/^(?:\p{Lu}\.? )?(?:and|&|\+) \p{L}/iu.test(last)) return splitPeople(first) === null;
  return /\p{L}\.? (?:and|&|\+)$/iu.test(first) && withoutTitles(last).includes(' ');
}

/** True for the last name Jr. with the first name "Otto Poe". */
export function isSuffixOfWhole(first: string, last: string): boolean {
  return isOnlySuffix(last) && first.includes(' ') && first.length <= LONGEST_READ && splitPeople(first) === null;
}

/** True for Jr. and Ph.D., but not for Vi, which is a name in Vietnam. */
export const isOnlySuffix = (last: string): boolean =>
  last.length > 1 && last.length <= LONGEST_SUFFIX && isSureSuffix(last) && !/^(?:vi|tr)$/i.test(last);
const LONGEST_SUFFIX = 5;

/**
 * The rule for a whole name in the last name. It is only certain to be a person if it has a title or begins with a common first name, and
 * has no word that organizations use.
 */
function ruleOfWholeName(text: string): number {
  const { prefix, first, last } = splitPerson(text);
  if (areNobody(first, last)) return R.NOT_A_PERSON;
  return (prefix !== '' || isCommonFirstName(first)) && !mayBeOrganization(text) ? R.FULL_NAME_IN_LAST : R.LAST_NAME_UNCLEAR;
}

/**
 * Reports a swapped first and last name. Only for names from two columns that the user has not corrected, because splitting handles the
 * order itself.
 */
export function findSwappedNames({ values, changes }: MappedRecord, found: Found): void {
  if (((changes[F.primaryLast]! | changes[F.primaryFirst]!) & (CHANGE.split | CHANGE.edited)) !== 0) return;
  if (lookSwapped(values[F.primaryFirst]!, values[F.primaryLast]!)) found(R.NAMES_SWAPPED, F.primaryLast);
}

export function findWholeSpouse({ values, classes }: MappedRecord, found: Found): void {
  const text = values[F.spouseFirst]!;
  if (isNoSpouse(text)) return found(R.SPOUSE_NOT_NAMED, F.spouseFirst);
  if ((classes[F.spouseFirst]! & SEVERAL_WORDS) === 0 || text.length > LONGEST_READ) return;
  if (withoutJoint(text) !== text) return found(R.SPOUSE_NOT_NAMED, F.spouseFirst);
  if ((classes[F.spouseFirst]! & TEXT_CLASS.space) === 0 || classes[F.spouseLast] !== 0) return;
  if (wholeSpouse(text, values[F.primaryLast]!) !== null) found(R.FULL_NAME_IN_SPOUSE_FIRST, F.spouseFirst);
}

/**
 * The name of a spouse if the field of the first name contains a last name too; null for a plain first name, and for a name with another
 * issue.
 */
export function wholeSpouse(text: string, primaryLast: string): ReturnType<typeof spouseNameOf> | null {
  // Titles and second people have their own issues. A text that begins with a particle is only a last name.
  if (!text.includes(' ') || beginsWithParticle(text) || !isPlainName(text, F.spouseFirst)) return null;
  const name = spouseNameOf(text, primaryLast);
  return name.first !== '' && name.last !== '' ? name : null;
}
