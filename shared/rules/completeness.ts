/** Rules for missing values: required fields, the parts of a match, and anything that identifies a person. */
import { FIELDS, FIELD_INDEX as F, type FieldKey, indexesOf } from '../fields/index.ts';
import type { MappedRecord } from '../mapping/index.ts';
import { isAbroad } from '../transforms/index.ts';
import { RULE_INDEX as R } from './codes.ts';
import { defineFix, many } from './fix.ts';
import { NAMED, compileBusinessRow } from './name-detection.ts';
import { hasFirstNameInLast, splitWholeName } from './name-fixes.ts';
import { type CheckedList, type Found, type RecordCheck, type RuleTable, type Subject, isMoreSevere } from './rule.ts';

const NAME_FROM_FIRST = defineFix({
  id: 'nameFromFirst',
  description: 'Moves the last name out of a first name of several words.',
  button: (rows) => `Split ${many(rows, 'name')}`,
  bulk: false,
  safe: false,
  fills: ['primaryFirst', 'primaryMiddle', 'primaryLast'],
  apply: (record) => splitWholeName(record, 'primaryFirst'),
});

/** The fields that a match needs in addition to the last name. */
const MATCH_PARTS = ['primaryFirst', 'street', 'city', 'state', 'postalCode'] as const satisfies readonly FieldKey[];

const rules = {
  FIELD_REQUIRED: {
    severity: 'error',
    title: 'A required field is empty',
    why: 'Your organization rules require this field.',
    asksPerson: true,
  },
  LAST_MISSING: {
    severity: 'warning',
    title: 'Last name is missing',
    why: 'The service rarely finds a person without a last name.',
    asksPerson: true,
    fields: ['primaryLast'],
    fix: NAME_FROM_FIRST,
  },
  FIRST_AND_STREET_MISSING: {
    severity: 'warning',
    title: 'First name and street are missing',
    why: 'A last name alone matches too many people.',
    asksPerson: true,
    fields: ['primaryFirst', 'street'],
  },
  MATCH_PART_MISSING: {
    severity: 'warning',
    title: 'Name or address is incomplete',
    why: 'The service matches on first and last name, street, city, state and postal code together.',
    asksPerson: true,
    fields: MATCH_PARTS,
  },
  NOBODY: {
    severity: 'error',
    title: 'The row names nobody',
    why: 'The row has no name, email or phone, and an address at most. It may be a heading between the rows, a total, or the second line of the address above it.',
    fields: ['primaryLast'],
    leaveOut: true,
  },
} satisfies RuleTable;

/** The fields that can identify a person; at least one must be filled. A state, a country or gifts do not identify anyone. */
export const FINDS_A_PERSON: readonly FieldKey[] = FIELDS.flatMap(({ key, purpose, kind }) =>
  (purpose === 'match' || purpose === 'confidence') && kind !== 'state' && kind !== 'country' ? [key] : [],
);
const FINDERS = indexesOf(FINDS_A_PERSON);

/** True when no field that identifies a person is filled, by the classes of a record. */
export function hasNoIdentity(classes: readonly number[]): boolean {
  // Most rows return here.
  if (classes[F.primaryLast] !== 0) return false;
  for (let at = 0; at < FINDERS.length; at++) if (classes[FINDERS[at]!] !== 0) return false;
  return true;
}

/** The fields that decide whether a row of a list names somebody. */
export const NAMES_SOMEBODY: readonly FieldKey[] = ['constituentId', ...FINDS_A_PERSON];
const NAMING = indexesOf(NAMES_SOMEBODY.filter((key) => FIELDS[F[key]]!.group !== 'address'));

/**
 * Compiles a test for rows of a list that name nobody, by the classes of a record; null for a list that has no columns to tell. In a list of
 * names, an address without a name and an ID is nobody either: it continues the row above.
 */
export function compileNobody(mapped: CheckedList['mapped']): ((classes: readonly number[]) => boolean) | null {
  if (!FINDS_A_PERSON.some((key) => mapped.has(key))) return null;
  if (!NAMED.some((key) => mapped.has(key))) return hasNoIdentity;
  return (classes) => {
    if (classes[F.primaryLast] !== 0) return false;
    return hasNoIdentity(classes) || NAMING.every((field) => classes[field] === 0);
  };
}

export const NO_IDENTITY_CHECK = {
  compares: { fields: NAMES_SOMEBODY, rules: ['NOBODY'] },
  compile: ({ mapped }) => {
    const namesNobody = compileNobody(mapped);
    if (namesNobody === null) return null;
    return ({ classes }, found) => {
      if (namesNobody(classes)) found(R.NOBODY, F.primaryLast);
    };
  },
} satisfies RecordCheck;

function compileRequired({ required, isOpen }: CheckedList) {
  const fields = indexesOf(required.filter(isOpen));
  if (fields.length === 0) return null;
  return ({ classes }: MappedRecord, found: Found): void => {
    for (let at = 0; at < fields.length; at++) if (classes[fields[at]!] === 0) found(R.FIELD_REQUIRED, fields[at]!);
  };
}

/** The check for the parts of a match. */
export const MATCH = {
  fields: [...new Set([...NAMED, ...MATCH_PARTS, 'country', 'businessName'] as const)],
  rules: ['FIRST_AND_STREET_MISSING', 'LAST_MISSING', 'MATCH_PART_MISSING'],
} as const satisfies RecordCheck['compares'];

const isOutsideUS = (values: readonly string[]): boolean =>
  isAbroad(values[F.country]!, values[F.state]!, values[F.postalCode]!, values[F.street]!);

/**
 * Finds the missing parts of a match. Each row gets only one of the rules in `MATCH`. The compiled check returns true for a record with a
 * name and a full address.
 */
export function compileMatch(list: CheckedList): (record: MappedRecord, found: Found) => boolean {
  const { mapped, severities } = list;
  const hasLast = mapped.has('primaryLast');
  // In a list with only IDs, the problems of the mapping already say that names are missing.
  const hasPeople = FINDS_A_PERSON.some((key) => mapped.has(key));
  const isBusiness = compileBusinessRow(list);
  const parts = indexesOf(MATCH_PARTS.filter((key) => mapped.has(key)));
  const hasState = mapped.has('state');
  // Of two rules, only the more severe one is reported, because the other would repeat it. If both are equally severe,
  // FIRST_AND_STREET_MISSING is reported because it says more, unless names or streets have no column, which the problems of the mapping
  // already say.
  const alone = severities[R.FIRST_AND_STREET_MISSING]!;
  const outranksLast = isMoreSevere(alone, severities[R.LAST_MISSING]!);
  const outranksParts = isMoreSevere(alone, severities[R.MATCH_PART_MISSING]!);
  const replacesParts = alone === severities[R.MATCH_PART_MISSING] && mapped.has('primaryFirst') && mapped.has('street');
  const canBeWhole = hasLast && parts.length === MATCH_PARTS.length - (hasState ? 0 : 1);
  return (record, found) => {
    const { values, classes } = record;
    const isAlone = hasLast && classes[F.primaryFirst] === 0 && classes[F.street] === 0;
    const lacksLast = hasPeople && classes[F.primaryLast] === 0;
    // A row of an organization needs no last name.
    const asksLast = lacksLast && isBusiness?.(record) !== true;
    if (isAlone && (lacksLast ? outranksLast || !asksLast : outranksParts || (replacesParts && !hasFirstNameInLast(record)))) {
      found(R.FIRST_AND_STREET_MISSING, F.primaryFirst);
      found(R.FIRST_AND_STREET_MISSING, F.street);
      return false;
    }
    if (lacksLast) {
      if (asksLast) found(R.LAST_MISSING, F.primaryLast);
      return false;
    }
    let whole = canBeWhole;
    for (let at = 0; at < parts.length; at++) {
      const field = parts[at]!;
      // Addresses abroad need no state.
      if (classes[field] !== 0 || (field === F.state && isOutsideUS(values))) continue;
      // The first name is in the last name, which another issue reports.
      if (field === F.primaryFirst && hasFirstNameInLast(record)) continue;
      whole = false;
      found(R.MATCH_PART_MISSING, field);
    }
    return whole && (hasState || isOutsideUS(values));
  };
}

export const COMPLETENESS = {
  rules,
  records: [NO_IDENTITY_CHECK, { compile: compileRequired }],
} satisfies Subject;
