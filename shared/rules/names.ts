/** Rules for people's names. */
import { createCache } from '../base/caches.ts';
import { FIELD_INDEX as F, FIELDS, fieldsOf, type FieldKey, NAME_KINDS } from '../fields/table.ts';
import { CHANGE, type MappedRecord, type MappedTexts } from '../mapping/mapped-record.ts';
import {
  areFormsOfOnePerson,
  areNobody,
  endsLikeOrganization,
  isDeceased,
  isDedication,
  isHousehold,
  isNoSpouse,
  isOrganization,
  isUnnamed,
  mayBeOrganization,
  splitPeople,
  withoutJoint,
} from '../transforms/name-kinds.ts';
import { beginsWithParticle, isGivenName, isInitialLetter, isNamePrefix, isNameSuffix, isParticle } from '../transforms/name-words.ts';
import { householdLastName, splitFullName, splitPerson, splitSecond, withoutTitles } from '../transforms/names.ts';
import { isFormOfName } from '../transforms/nicknames.ts';
import { classesOf, LONGEST_READ, TEXT_CLASS } from '../transforms/text.ts';
import { RULE_INDEX as R } from './codes.ts';
import { defineFix, many, nameOf, valueOf, type Correction } from './fix.ts';
import type { CheckedList, Found, RuleTable, Subject } from './rule.ts';
import { findSensitive } from './text.ts';

const LAST_NAMES = fieldsOf({ kind: 'familyName' });
const MAIN_NAMES = [...fieldsOf({ kind: 'givenName' }), ...LAST_NAMES];
const NAMES = fieldsOf({ kind: NAME_KINDS });

/** The corrections of a name, or none when a corrected name would be found again by a rule, or a name would be lost. */
function onlyPlain(record: MappedTexts, source: FieldKey, corrections: readonly Correction[]): readonly Correction[] {
  const valueAfter = (field: FieldKey) => corrections.find((one) => one.field === field)?.value ?? valueOf(record, field);
  const last = valueAfter('primaryLast');
  const isWhole = valueAfter('primaryFirst') === '' && last.includes(' ') && splitPerson(last).first !== '';
  const isPlain = [source, ...corrections.map(({ field }) => field)].every((field) => isPlainName(valueAfter(field), F[field]));
  return isPlain && !isWhole ? corrections : [];
}

const isCommonFirstName = (word: string): boolean => isGivenName(word) || isFormOfName(word);

const hasSpouse = (record: MappedTexts): boolean => valueOf(record, 'spouseFirst') !== '' || valueOf(record, 'spouseLast') !== '';

/** None when the text has more than one sensible reading. */
function moveSecondPerson(record: MappedTexts, field: FieldKey): readonly Correction[] {
  const text = nameOf(record, field);
  const people = splitPeople(text);
  if (people === null || areFormsOfOnePerson(text, people)) return [];
  if (field === 'spouseFirst' || field === 'spouseLast') return [{ field, value: withoutTitles(people[0]) }];
  const firsts = splitPeople(nameOf(record, 'primaryFirst'));
  const lasts = splitPeople(nameOf(record, 'primaryLast'));
  if (firsts !== null && lasts !== null) return pairNames(record, firsts, lasts);
  if (field === 'primaryFirst') return moveSecondFirst(record, people);
  if (valueOf(record, 'primaryFirst') !== '') return moveSecondLast(record, people);
  const name = splitFullName(text);
  if (!isCommonFirstName(name.first) && !isCommonFirstName(name.spouseFirst)) return [];
  const corrections: Correction[] = [
    { field: 'primaryFirst', value: name.first },
    { field: 'primaryLast', value: name.last },
  ];
  if (!hasSpouse(record))
    corrections.push({ field: 'spouseFirst', value: name.spouseFirst }, { field: 'spouseLast', value: name.spouseLast });
  return corrections.filter(({ value }) => value !== '');
}

function moveSecondFirst(record: MappedTexts, [one, other]: readonly [string, string]): readonly Correction[] {
  const first: Correction = { field: 'primaryFirst', value: withoutTitles(one) };
  if (hasSpouse(record) || isUnnamed(other)) return [first];
  const spouse = splitSecond(other);
  const alone = spouse.first === '';
  // The second person keeps "Jane Q." whole, as the first one does.
  const spouseFirst = alone ? spouse.last : spouse.last === '' ? `${spouse.first} ${spouse.middle}` : spouse.first;
  const spouseLast = alone || spouse.last === '' ? valueOf(record, 'primaryLast') : spouse.last;
  return [first, { field: 'spouseFirst', value: spouseFirst }, { field: 'spouseLast', value: spouseLast }];
}

/** The second of two last names: "Smith & Doe" with one first name, "Smith & Jane Doe", "Smith & Guest". */
function moveSecondLast(record: MappedTexts, [one, other]: readonly [string, string]): readonly Correction[] {
  const last: Correction = { field: 'primaryLast', value: splitPerson(one).last };
  if (isUnnamed(other)) return [last];
  const second = splitPerson(other);
  if (second.first !== '' && !isCommonFirstName(second.first)) return [];
  if (second.first === '' || second.first === valueOf(record, 'spouseFirst'))
    return valueOf(record, 'spouseLast') === '' ? [last, { field: 'spouseLast', value: second.last }] : [last];
  if (hasSpouse(record)) return [last];
  const spouseFirst = second.middle === '' ? second.first : `${second.first} ${second.middle}`;
  return [last, { field: 'spouseFirst', value: spouseFirst }, { field: 'spouseLast', value: second.last }];
}

/** "John & Mary" with the last names "Smith & Doe". None when a part is more than a first name or a last name, or names nobody. */
function pairNames(record: MappedTexts, firsts: readonly [string, string], lasts: readonly [string, string]): readonly Correction[] {
  const second = splitSecond(firsts[1]);
  if (isUnnamed(firsts[1]) || isUnnamed(lasts[1]) || (second.first !== '' && second.last !== '')) return [];
  if (lasts.some((last) => splitPerson(last).first !== '')) return [];
  const corrections: Correction[] = [
    { field: 'primaryFirst', value: withoutTitles(firsts[0]) },
    { field: 'primaryLast', value: withoutTitles(lasts[0]) },
  ];
  if (hasSpouse(record)) return corrections;
  return [
    ...corrections,
    { field: 'spouseFirst', value: withoutTitles(firsts[1]) },
    { field: 'spouseLast', value: withoutTitles(lasts[1]) },
  ];
}

/** Splits a field that holds a whole name into first, middle and last name. */
export function splitWholeName(record: MappedTexts, source: FieldKey): readonly Correction[] {
  const name = splitPerson(nameOf(record, source));
  if (name.first === '' || name.last === '') return [];
  const corrections: Correction[] = [
    { field: 'primaryFirst', value: name.first },
    { field: 'primaryLast', value: name.last },
  ];
  if (name.middle !== '' && valueOf(record, 'primaryMiddle') === '') corrections.push({ field: 'primaryMiddle', value: name.middle });
  return corrections;
}

const SPLIT_PEOPLE = defineFix({
  id: 'splitPeople',
  description: 'Keeps the first person, and moves the second to the spouse fields if they are empty.',
  button: (rows) => `Move ${rows} to spouse`,
  bulk: true,
  safe: true,
  reads: MAIN_NAMES,
  fills: ['primaryFirst', 'primaryLast', 'spouseFirst', 'spouseLast'],
  apply: (record, field) => onlyPlain(record, field, moveSecondPerson(record, field)),
});

const HOUSEHOLD_TO_LAST = defineFix({
  id: 'householdToLast',
  description: 'Keeps the family’s last name: "The Smith Family" becomes Smith.',
  button: (rows) => `Keep ${many(rows, 'last name')}`,
  bulk: true,
  safe: true,
  reads: MAIN_NAMES,
  apply: (record, field) => {
    const last = householdLastName(nameOf(record, field));
    return last === '' ? [] : onlyPlain(record, field, [{ field, value: last }]);
  },
});

const DROP_TITLES = defineFix({
  id: 'dropTitles',
  description: 'Removes Mr., Dr., Jr. and similar from the name.',
  button: (rows) => `Remove it from ${rows}`,
  bulk: true,
  safe: true,
  reads: MAIN_NAMES,
  apply: (record, field) => {
    const name = nameOf(record, field);
    const bare = withoutTitles(name);
    return bare === name ? [] : onlyPlain(record, field, [{ field, value: bare }]);
  },
});

const SPLIT_LAST = defineFix({
  id: 'splitLast',
  description: 'Splits the whole name into first, middle and last name.',
  button: (rows) => `Split ${many(rows, 'name')}`,
  bulk: true,
  safe: true,
  reads: MAIN_NAMES,
  fills: ['primaryFirst', 'primaryMiddle', 'primaryLast'],
  apply: (record) => onlyPlain(record, 'primaryLast', splitWholeName(record, 'primaryLast')),
});

const SPLIT_UNCLEAR = defineFix({
  ...SPLIT_LAST,
  id: 'splitUnclear',
  description: 'Splits the words into first, middle and last name. First look for organizations and for last names of several words.',
  safe: false,
});

/** The name of a spouse whose first and last name share the first name's cell. No last name: it is a first name of several words. */
function spouseNameOf(text: string, primaryLast: string) {
  const name = splitPerson(text);
  const isShared = name.last !== '' && name.last.toLowerCase() === primaryLast.toLowerCase();
  return isShared || text.includes(',') ? name : splitSecond(text);
}

function splitSpouse(record: MappedTexts): readonly Correction[] {
  if (valueOf(record, 'spouseLast') !== '') return [];
  const { first, middle, last } = spouseNameOf(nameOf(record, 'spouseFirst'), valueOf(record, 'primaryLast'));
  if (first === '' || last === '') return [];
  const corrections: Correction[] = [
    { field: 'spouseFirst', value: first },
    { field: 'spouseLast', value: last },
  ];
  if (middle !== '' && valueOf(record, 'spouseMiddle') === '') corrections.push({ field: 'spouseMiddle', value: middle });
  return corrections;
}

const SPLIT_SPOUSE = defineFix({
  id: 'splitSpouse',
  description: 'Splits the spouse’s whole name into first, middle and last name.',
  button: (rows) => `Split ${many(rows, 'name')}`,
  bulk: true,
  safe: true,
  reads: MAIN_NAMES,
  fills: ['spouseMiddle', 'spouseLast'],
  apply: (record) => onlyPlain(record, 'spouseFirst', splitSpouse(record)),
});

const KEEP_SPOUSE_NAME = defineFix({
  id: 'keepSpouseName',
  description: 'Keeps only a name: "and Kim" becomes Kim, and "Single" is left out.',
  button: (rows) => `Correct ${many(rows, 'spouse')}`,
  bulk: true,
  safe: true,
  reads: MAIN_NAMES,
  apply: (record) => {
    const spouse = nameOf(record, 'spouseFirst');
    if (isNoSpouse(spouse)) return [{ field: 'spouseFirst', value: '' }];
    return onlyPlain(record, 'spouseFirst', [{ field: 'spouseFirst', value: withoutJoint(spouse) }]);
  },
});

const rules = {
  TWO_PEOPLE: {
    severity: 'warning',
    weakens: true,
    title: 'Two people in one name',
    why: 'The service finds each person by their own name.',
    fields: MAIN_NAMES,
    fix: SPLIT_PEOPLE,
  },
  ORGANIZATION: {
    severity: 'warning',
    weakens: true,
    title: 'An organization, not a person',
    why: 'Only people can be screened. The row would cost a credit for nothing.',
    fields: MAIN_NAMES,
    leaveOut: true,
  },
  NOT_A_PERSON: {
    severity: 'warning',
    weakens: true,
    title: 'Not the name of a person',
    why: 'A gift by “Anonymous Donor” or “In memory of Ann Poe” names nobody to screen. The row would cost a credit for nothing.',
    fields: ['primaryFirst', 'primaryLast'],
    leaveOut: true,
  },
  HOUSEHOLD_NAME: {
    severity: 'warning',
    weakens: true,
    title: 'A household, not a person',
    why: 'The service finds “The Smith Family” by the last name Smith.',
    fields: LAST_NAMES,
    fix: HOUSEHOLD_TO_LAST,
  },
  DECEASED: {
    severity: 'warning',
    weakens: true,
    title: 'Marked as deceased',
    why: 'Screening a person who has died costs a credit for nothing.',
    leaveOut: true,
    change: CHANGE.deceased,
  },
  DEATH_UNCLEAR: {
    severity: 'warning',
    weakens: true,
    title: 'Unclear whether deceased',
    why: 'The column that tells who has died says neither yes nor no. Screening a person who has died costs a credit for nothing.',
    leaveOut: true,
    change: CHANGE.deathUnclear,
  },
  NAME_TITLE: {
    severity: 'warning',
    weakens: true,
    title: 'Title or suffix in the name',
    why: 'Mr., Dr. and Jr. prevent a match.',
    fields: MAIN_NAMES,
    fix: DROP_TITLES,
  },
  NAME_INITIAL: {
    severity: 'warning',
    weakens: true,
    title: 'Last name is one letter',
    why: 'An initial is not enough to find a person.',
    fields: LAST_NAMES,
  },
  NAME_DIGITS: {
    severity: 'warning',
    weakens: true,
    title: 'Digits in a name',
    why: 'Names have no digits. This is probably something else.',
    fields: NAMES,
  },
  NAME_EMAIL: {
    severity: 'warning',
    weakens: true,
    title: 'Email address in a name',
    why: 'An email address is not a name.',
    fields: NAMES,
  },
  FULL_NAME_IN_LAST: {
    severity: 'warning',
    weakens: true,
    title: 'Whole name in the last name',
    why: 'The service matches first and last name separately.',
    fields: ['primaryLast'],
    fix: SPLIT_LAST,
  },
  LAST_NAME_UNCLEAR: {
    severity: 'warning',
    weakens: true,
    title: 'Several words in the last name, and no first name',
    why: 'This can be a whole name, an organization, or a last name of several words.',
    fields: ['primaryLast'],
    fix: SPLIT_UNCLEAR,
  },
  SPOUSE_NOT_NAMED: {
    severity: 'warning',
    weakens: true,
    title: 'Other words in the spouse’s first name',
    why: 'The service would look for a spouse with the first name “Single”, “Deceased” or “and Kim”.',
    fields: ['spouseFirst'],
    fix: KEEP_SPOUSE_NAME,
  },
  FULL_NAME_IN_SPOUSE_FIRST: {
    severity: 'warning',
    weakens: true,
    title: 'Whole name in the spouse’s first name',
    why: 'The service matches first and last name separately.',
    fields: ['spouseFirst'],
    fix: SPLIT_SPOUSE,
  },
  NAME_RECASED: {
    severity: 'note',
    title: 'Capitalization of a name corrected',
    why: 'The name was all in capitals, all in lower case, or typed like jANE. Cleaning setting "capitals".',
    fields: NAMES,
    change: CHANGE.shouted,
  },
} satisfies RuleTable;

/** Anything in a name except letters, hyphens and apostrophes. */
const UNUSUAL = TEXT_CLASS.digit | TEXT_CLASS.at | TEXT_CLASS.space | TEXT_CLASS.joiner | TEXT_CLASS.comma | TEXT_CLASS.bracket;
/** One word of letters is a name. */
const SEVERAL_WORDS = TEXT_CLASS.space | TEXT_CLASS.joiner | TEXT_CLASS.comma | TEXT_CLASS.bracket;

const IS_LAST: readonly boolean[] = FIELDS.map(({ key }) => LAST_NAMES.includes(key));
const IS_MAIN: readonly boolean[] = FIELDS.map(({ key }) => MAIN_NAMES.includes(key));

function lookAtName(record: MappedRecord, field: number, found: Found): void {
  const classes = record.classes[field]!;
  const value = record.values[field]!;
  if ((classes & TEXT_CLASS.at) !== 0) found(R.NAME_EMAIL, field);
  if ((classes & TEXT_CLASS.digit) !== 0) {
    if ((classes & (TEXT_CLASS.upper | TEXT_CLASS.lower)) === 0) findSensitive(record, field, found);
    found(R.NAME_DIGITS, field);
  }
  if ((classes & SEVERAL_WORDS) === 0) {
    // "Mr." is no name; "Mr" can be one.
    if (value.length > 2 && (classes & TEXT_CLASS.point) !== 0 && IS_MAIN[field]! && isNamePrefix(value)) found(R.NAME_TITLE, field);
  } else if (value.length <= LONGEST_READ) {
    const kinds = rulesOfName(value, field);
    // The parser marks and reports a death itself.
    const reported = (record.changes[field]! & CHANGE.deceased) === 0 ? -1 : R.DECEASED;
    for (let at = 0; at < kinds.length; at++) if (kinds[at] !== reported) found(kinds[at]!, field);
  }
}

// Names of several words take long to check and repeat. The size is limited to save memory.
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

/** What several words in a name field are if not a name: only the most serious issue, and a death. */
function findNameRules(value: string, main: boolean, last: boolean): readonly number[] {
  const found = isDeceased(value) ? [R.DECEASED] : [];
  // A dedication is reported with the other names of nobody.
  if (!main || isDedication(value)) return found;
  const parts = value.split(' ');
  const ending = parts.at(-1)!;
  const suffixed = parts.length > 1 && isNameSuffix(ending) && (parts.at(-2)!.endsWith(',') || ending.length > 1);
  if (last && isOrganizationName(value)) found.push(R.ORGANIZATION);
  else if (last && isHousehold(value)) found.push(R.HOUSEHOLD_NAME);
  else if (splitPeople(value) !== null) found.push(R.TWO_PEOPLE);
  // "Estate of" is reported as a death.
  else if (!last && found.length === 0 && isOrganization(value)) found.push(R.ORGANIZATION);
  else if (isNamePrefix(parts[0]!) || suffixed) found.push(R.NAME_TITLE);
  return found;
}

const isOrganizationName = (last: string): boolean => isOrganization(last) || endsLikeOrganization(last);

/** True for a name that no rule reports. */
function isPlainName(value: string, field: number): boolean {
  if (value === '' || (classesOf(value) & (TEXT_CLASS.digit | TEXT_CLASS.at)) !== 0) return false;
  if (IS_LAST[field] === true && value.length <= 2 && isInitialLetter(value)) return false;
  return findNameRules(value, IS_MAIN[field]!, IS_LAST[field]!).length === 0 && !(value.length > 2 && isNamePrefix(value));
}

function compileInitials({ checked }: CheckedList) {
  const lasts = checked(LAST_NAMES);
  if (lasts.length === 0) return null;
  return ({ values }: MappedRecord, found: Found): void => {
    for (let at = 0; at < lasts.length; at++) {
      const last = values[lasts[at]!]!;
      if (last.length <= 2 && isInitialLetter(last)) found(R.NAME_INITIAL, lasts[at]!);
    }
  };
}

/** True when the first name is empty and the last name may hold both, which the fix of its issue splits. */
export function hasWholeNameInLast({ values, classes }: MappedRecord): boolean {
  if (classes[F.primaryFirst] !== 0 || (classes[F.primaryLast]! & TEXT_CLASS.space) === 0) return false;
  const last = values[F.primaryLast]!;
  if (last.length > LONGEST_READ || isParticle(last.slice(0, last.indexOf(' ')))) return false;
  if (isOrganizationName(last) || isHousehold(last) || isDedication(last)) return false;
  return splitPeople(last) === null && splitPerson(last).first !== '';
}

function findWholeName(record: MappedRecord, found: Found): void {
  const first = record.values[F.primaryFirst]!;
  const last = record.values[F.primaryLast]!;
  if (areNobody(first, last) || isDedication(last)) found(R.NOT_A_PERSON, F.primaryLast);
  else if (isDedication(first)) found(R.NOT_A_PERSON, F.primaryFirst);
  else if (hasWholeNameInLast(record)) found(ruleOfWholeName(last), F.primaryLast);
}

/** A name is surely a person's only when it has a title or begins with a common first name, and no word is one of organizations. */
function ruleOfWholeName(text: string): number {
  const { prefix, first, last } = splitPerson(text);
  if (areNobody(first, last)) return R.NOT_A_PERSON;
  return (prefix !== '' || isCommonFirstName(first)) && !mayBeOrganization(text) ? R.FULL_NAME_IN_LAST : R.LAST_NAME_UNCLEAR;
}

function findWholeSpouse({ values, classes }: MappedRecord, found: Found): void {
  const text = values[F.spouseFirst]!;
  if (isNoSpouse(text)) return found(R.SPOUSE_NOT_NAMED, F.spouseFirst);
  if ((classes[F.spouseFirst]! & SEVERAL_WORDS) === 0 || text.length > LONGEST_READ) return;
  if (withoutJoint(text) !== text) return found(R.SPOUSE_NOT_NAMED, F.spouseFirst);
  if ((classes[F.spouseFirst]! & TEXT_CLASS.space) === 0 || classes[F.spouseLast] !== 0) return;
  // A title or a second person is reported by itself, and a particle begins a last name alone.
  if (beginsWithParticle(text) || !isPlainName(text, F.spouseFirst)) return;
  const { first, last } = spouseNameOf(text, values[F.primaryLast]!);
  if (first !== '' && last !== '') found(R.FULL_NAME_IN_SPOUSE_FIRST, F.spouseFirst);
}

export const PERSON_NAMES = {
  rules,
  values: [
    { kinds: ['givenName', 'familyName'], mask: UNUSUAL | TEXT_CLASS.point, want: 0, look: lookAtName },
    { kinds: ['middleName', 'maidenName'], mask: UNUSUAL, want: 0, look: lookAtName },
  ],
  records: [
    { compile: compileInitials },
    {
      compares: { fields: ['primaryFirst', 'primaryLast'], rules: ['FULL_NAME_IN_LAST', 'LAST_NAME_UNCLEAR', 'NOT_A_PERSON'] },
      compile: ({ mapped }) => (mapped.has('primaryLast') ? findWholeName : null),
    },
    {
      compares: { fields: ['spouseFirst', 'spouseLast', 'primaryLast'], rules: ['FULL_NAME_IN_SPOUSE_FIRST', 'SPOUSE_NOT_NAMED'] },
      compile: ({ mapped }) => (mapped.has('spouseFirst') ? findWholeSpouse : null),
    },
  ],
} satisfies Subject;
