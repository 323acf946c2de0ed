/**
 * Finds columns that contain several fields: whole names, spouses, "City, State ZIP", whole addresses. They are split unless other columns
 * have the parts.
 */
import { AMBIGUOUS, SPLIT_HEADINGS, type Splitter, type Target, columnLetters, isSplitHeading, normalizeHeader } from '../mapping/index.ts';
import type { ColumnProfile } from './column-profile.ts';
import type { FieldKey } from '../fields/index.ts';
import { meaningOf } from './heading-parser.ts';
import { type Decision, holdsWholeSpouses, NO_SPOUSES } from './candidates.ts';
import { isOfOrganizations, namesPartner, type SheetContext } from './sheet-context.ts';

/** The order of preference among several columns with whole names. The others are forms of address. */
const NAME_ORDER = [
  'fullname',
  'name',
  'constituentname',
  'donorname',
  'contactname',
  'primaryname',
  'displayname',
  'formalname',
  'addressee',
  'primaryaddressee',
  'envelopename',
  'mailname',
  'labelname',
  'accountname',
  'householdname',
];

const toSplit = (splitter: Splitter): Target => ({ kind: 'split', splitter });

/** Fields that have a column of their own. */
export function takenFields(decisions: readonly Decision[]): Set<FieldKey> {
  return new Set(decisions.flatMap(({ to }) => (to.kind === 'field' ? [to.field] : [])));
}

/** Decides the columns with a heading or values that show that they contain several fields. */
export function suggestSplits(decisions: readonly Decision[], { hasOrganizations, partnersAreSpouses }: SheetContext): void {
  const usedFields = takenFields(decisions);
  const free = decisions.filter(({ to, closed }) => to.kind === 'none' && !closed);
  const names = free.filter(({ profile }) => splitKind(profile) === 'name');
  suggestNames(names, usedFields, hasOrganizations);
  for (const decision of free) {
    switch (splitKind(decision.profile)) {
      case 'spouse':
        if (!partnersAreSpouses && namesPartner(decision.profile.header)) {
          refuse(decision, NO_SPOUSES);
          break;
        }
        splitUnless(
          decision,
          'spouseName',
          usedFields,
          ['spouseFirst', 'spouseLast'],
          'The spouse has separate columns',
          spouseReason(decision.profile),
        );
        break;
      case 'couple':
        if (usedFields.has('primaryFirst')) refuse(decision, 'The first name has a separate column');
        else
          assignSplit(
            decision,
            decision.profile.shares.people > 0.1 ? toSplit('coupleFirstNames') : { kind: 'field', field: 'primaryFirst' },
            'likely',
            'First names, split where a cell has two people',
            usedFields,
          );
        break;
      case 'firstAndMiddle':
        splitUnless(
          decision,
          'firstAndMiddle',
          usedFields,
          ['primaryFirst'],
          'The first name has a separate column',
          'First and middle name in one cell',
        );
        break;
      case 'firstOrOrganization':
        splitUnless(
          decision,
          'firstOrOrganization',
          usedFields,
          ['primaryFirst'],
          'The first name has a separate column',
          'The first name, or the organization where the last name is empty',
        );
        break;
      case 'place':
        // "Mailing address (Street, City, State, ZIP)" asks for more than the place.
        if (decision.profile.shares.wholeAddress > 0.5 && !usedFields.has('street')) {
          splitUnless(decision, 'addressLines', usedFields, ['street'], 'The street has a separate column', 'A whole address in one cell');
          break;
        }
        splitUnless(
          decision,
          'cityStateZip',
          usedFields,
          ['city', 'postalCode'],
          'City and postal code have separate columns',
          'City, state and postal code in one cell',
        );
        break;
      case 'address':
        if (
          !usedFields.has('street') &&
          usedFields.has('city') &&
          decision.profile.filled > 0 &&
          decision.profile.shares.wholeAddress < 0.3
        )
          assignSplit(
            decision,
            { kind: 'field', field: 'street' },
            'likely',
            'Only streets, because the city has a separate column',
            usedFields,
          );
        else
          splitUnless(decision, 'addressLines', usedFields, ['street'], 'The street has a separate column', 'A whole address in one cell');
        break;
      case 'inverted':
        splitUnless(
          decision,
          'lastFirst',
          usedFields,
          ['primaryLast', 'primaryFirst'],
          'First and last name have separate columns',
          'Last and first name in one cell',
        );
        break;
      default:
    }
  }
  wholeAddresses(decisions, usedFields);
  wholeLastNames(decisions, usedFields);
}

type SplitKind = 'name' | 'spouse' | 'couple' | 'firstAndMiddle' | 'firstOrOrganization' | 'place' | 'address' | 'inverted' | null;

/** Headings that say whom a column names, if its values are names: "Donor" can also be a number or an answer. */
const PERSON =
  /^(?:donor|member|supporter|constituent|contact|prospect|person|individual|patron|participant|attendee|boardmember|committeemember|trustee|director|volunteer|household|headofhousehold)s?$/;
const MANY_NAMES = 0.5;

const nameShare = ({ shares }: ColumnProfile): number =>
  shares.fullName + shares.inverted + shares.people + shares.organization + shares.household;

function splitKind(profile: ColumnProfile): SplitKind {
  const key = normalizeHeader(profile.header);
  if (SPLIT_HEADINGS.name.has(key) || (PERSON.test(key) && nameShare(profile) >= MANY_NAMES)) return 'name';
  if (SPLIT_HEADINGS.spouse.has(key) || AMBIGUOUS.spouse.has(key)) return 'spouse';
  if (SPLIT_HEADINGS.couple.has(key)) return 'couple';
  if (SPLIT_HEADINGS.firstAndMiddle.has(key)) return 'firstAndMiddle';
  if (SPLIT_HEADINGS.firstOrOrganization.has(key)) return 'firstOrOrganization';
  if (SPLIT_HEADINGS.place.has(key)) return 'place';
  if (SPLIT_HEADINGS.address.has(key)) return 'address';
  if (SPLIT_HEADINGS.inverted.has(key)) return 'inverted';
  if (holdsWholeSpouses(profile)) return 'spouse';
  const meaning = meaningOf(profile.header);
  if (meaning?.to.kind !== 'split') return null;
  return KIND_OF[meaning.to.splitter];
}

const KIND_OF: Readonly<Record<Splitter, SplitKind>> = {
  fullName: 'name',
  spouseName: 'spouse',
  coupleFirstNames: 'couple',
  firstAndMiddle: 'firstAndMiddle',
  firstOrOrganization: 'firstOrOrganization',
  lastFirst: 'inverted',
  cityStateZip: 'place',
  addressLines: 'address',
  // Decided by `suggestTypedContacts`.
  contact: null,
};

/** Says why a column is not split. */
function refuse(decision: Decision, reason: string): void {
  decision.closed = true;
  decision.certainty = 'sure';
  decision.reason = reason;
}

function assignSplit(decision: Decision, to: Target, certainty: Decision['certainty'], reason: string, usedFields: Set<FieldKey>): void {
  decision.to = to;
  decision.certainty = certainty;
  decision.reason = reason;
  decision.closed = true;
  if (to.kind === 'field') usedFields.add(to.field);
}

function splitUnless(
  decision: Decision,
  splitter: Splitter,
  usedFields: Set<FieldKey>,
  parts: readonly FieldKey[],
  because: string,
  reason: string,
): void {
  decision.closed = true;
  if (parts.every((part) => usedFields.has(part))) {
    refuse(decision, because);
    decision.alternatives.push(toSplit(splitter));
    return;
  }
  assignSplit(decision, toSplit(splitter), decision.profile.filled > 0 ? 'sure' : 'likely', reason, usedFields);
  for (const part of parts) usedFields.add(part);
}

function spouseReason(profile: ColumnProfile): string {
  if (profile.shares.fullName > 0.8) return 'Two words in nearly all cells: split at the last word';
  return profile.shares.fullName > 0.2 ? 'First and last name in some cells' : 'The spouse in one cell';
}

function rankOf(profile: ColumnProfile): number {
  const place = NAME_ORDER.indexOf(normalizeHeader(profile.header));
  return (profile.filled > 0 ? 0 : 100) + (place < 0 ? 3.5 : place);
}

/** The share of names like people (Charles Schwab) in a column of employers. */
const FEW_PEOPLE = 0.1;

/** True for names "Last First" without a comma, if there are more of them than names that begin with a first name. */
const isLastFirst = ({ filled, shares }: ColumnProfile): boolean =>
  filled >= 3 && shares.lastFirst > 0.4 && shares.lastFirst > 2 * shares.person;

/** Under a heading that only ends in "name", such as "Main Building Name", this many values show whether they are names of people. */
const FEWEST_NAMES = 3;
const FEW_NAMES = 0.2;

/** A column with more than this share of numbers does not contain names: "Customer" can be a name or a number. */
const MOST_NUMBERS = 0.8;
/** A number of an order or an account: "#1001", "WEB-1001". */
const NUMBERED = /^#?[a-z]{0,5}[-_ ]?#?\d[\d-]*$/i;

const holdsNumbers = ({ filled, shares, aligned }: ColumnProfile): boolean => {
  if (filled === 0 || shares.integer > MOST_NUMBERS) return filled > 0;
  const values = aligned.map((value) => value.trim()).filter((value) => value !== '');
  return values.filter((value) => NUMBERED.test(value)).length > values.length * MOST_NUMBERS;
};

function suggestNames(names: readonly Decision[], taken: Set<FieldKey>, hasOrganizations: boolean): void {
  const ordered = [...names].sort((a, b) => rankOf(a.profile) - rankOf(b.profile) || a.profile.column - b.profile.column);
  let used: Decision | null = null;
  for (const decision of ordered) {
    const { profile } = decision;
    const splitter: Splitter = profile.shares.inverted > 0.5 || isLastFirst(profile) ? 'lastFirst' : 'fullName';
    decision.closed = true;
    if (holdsNumbers(profile)) {
      decision.certainty = 'sure';
      decision.reason = 'The values are numbers, not names';
      decision.alternatives.push(toSplit(splitter));
      continue;
    }
    const named = nameShare(profile);
    if (profile.filled >= FEWEST_NAMES && named < FEW_NAMES && !isSplitHeading(profile.header)) {
      refuse(decision, 'The values are not whole names');
      decision.alternatives.push(toSplit(splitter));
      continue;
    }
    const hasNames = taken.has('primaryFirst') && taken.has('primaryLast');
    // Without another column of names, the people in a mixed list would have no name.
    const holdsOrganizations = isOfOrganizations(profile, hasNames ? FEW_PEOPLE : 0) || (hasOrganizations && profile.shares.inverted < 0.3);
    if (
      holdsOrganizations &&
      profile.shares.household < 0.3 &&
      !taken.has('businessName') &&
      !/addressee|envelope|formal|household/i.test(profile.header)
    ) {
      assignSplit(decision, { kind: 'field', field: 'businessName' }, 'likely', 'The values are organizations', taken);
      decision.alternatives.push(toSplit(splitter));
      used ??= taken.has('primaryLast') ? null : decision;
      continue;
    }
    if (hasNames) {
      decision.certainty = 'sure';
      decision.reason = profile.shares.household > 0.3 ? 'Household names' : 'First and last name have separate columns';
      decision.alternatives.push(toSplit(splitter));
      continue;
    }
    if (used !== null) {
      decision.certainty = 'sure';
      decision.reason = `The name is taken from ${columnLetters(used.profile.column)} (${used.profile.header})`;
      decision.alternatives.push(toSplit(splitter));
      continue;
    }
    const reason =
      splitter === 'lastFirst'
        ? `Last name, then first name${profile.shares.inverted > 0.5 ? ': split at the comma' : ''}`
        : 'Whole names: split into first, middle and last';
    assignSplit(decision, toSplit(splitter), named > 0.6 ? 'sure' : 'likely', reason, taken);
    used = decision;
  }
  if (used !== null && used.to.kind === 'split') for (const part of ['primaryFirst', 'primaryLast'] as const) taken.add(part);
}

/** With at least this share of whole names, a column of last names contains whole names. */
const MOST_WHOLE = 0.6;

/** Splits a column of last names that contains whole names ("Roe, Ann and Paul" under "Family Name"), if the list has no first names. */
function wholeLastNames(decisions: readonly Decision[], taken: Set<FieldKey>): void {
  if (taken.has('primaryFirst')) return;
  const last = decisions.find(({ to }) => to.kind === 'field' && to.field === 'primaryLast');
  if (last === undefined || last.profile.filled < FEWEST_NAMES) return;
  const { inverted, person, people } = last.profile.shares;
  if (Math.max(inverted, person, people) < MOST_WHOLE) return;
  last.alternatives.unshift(last.to);
  const reason = 'Whole names, and no column has first names';
  assignSplit(last, toSplit(inverted >= MOST_WHOLE ? 'lastFirst' : 'fullName'), 'likely', reason, taken);
  taken.add('primaryFirst');
}

/** Splits a street column that also contains city and ZIP, if the list has no columns for them. */
function wholeAddresses(decisions: readonly Decision[], taken: Set<FieldKey>): void {
  if (taken.has('city') && taken.has('postalCode')) return;
  const street = decisions.find(({ to }) => to.kind === 'field' && to.field === 'street');
  if (street === undefined || street.profile.shares.wholeAddress < 0.5) return;
  street.alternatives.unshift(street.to);
  assignSplit(street, toSplit('addressLines'), 'sure', 'Street, city, state and postal code in one cell', taken);
}
