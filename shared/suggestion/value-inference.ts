/**
 * Suggests targets by values alone, for columns with an uninformative heading and sheets without headings. Uses only values of a
 * distinctive kind, such as email addresses, phone numbers and ZIPs, but not amounts and dates, which can belong to any gift.
 */
import { takenFields } from './split-columns.ts';
import type { ColumnProfile } from './column-profile.ts';
import type { FieldKey } from '../fields/index.ts';
import { type Target, isStopWord, parseHeading } from '../mapping/index.ts';
import { ALL_DIFFERENT, type Decision, isUnique } from './candidates.ts';
import { ZIP, isGivenName, stateCode, withZipZeros, zipFitsState, zipShape } from '../transforms/index.ts';

/** A heading with only such a word (Donor, Member) names the person, but no field. */
const ROLES = new Set(['constituent', 'donor', 'member', 'contact', 'person', 'client']);
/** Words that join or count, and the plural s: "Guest(s)", "who 2". */
const JOINING = new Set(['s', 'of', 'the', 'in', 'for', 'and', 'or', 'one', 'two', 'three']);

/** True when the heading is empty, a column letter, or has no known word except a person's role. */
function isUninformative(header: string): boolean {
  if (
    header.trim() === '' ||
    /^(?:(?:column|field|spalte|col|bill to)[\s_]?)?(?:[A-Z]|\d{1,3})$|^[fc]\d{1,3}$|^(?:column|field|spalte|col)[\s_][A-Z]{1,3}$/i.test(
      header.trim(),
    )
  )
    return true;
  return parseHeading(header.slice(0, 120)).every(
    ({ word, meaning }) =>
      (meaning === null && !isStopWord(word)) ||
      (meaning !== null && (ROLES.has(meaning) || meaning === 'primary' || JOINING.has(meaning))),
  );
}

/** Meanings of words that only add detail. */
const FURTHER = new Set([
  ...ROLES,
  ...JOINING,
  'preferred',
  'primary',
  'home',
  'personal',
  'number',
  'address',
  'amount',
  'mailing',
  'one',
  'your',
  'my',
]);

/** True for a heading in free words that names the kind of its values: "Email we use". */
function namesKindOfValues({ header, shares }: ColumnProfile): boolean {
  const kinds =
    shares.email > MOST ? ['email'] : shares.phone > MOST ? ['phone', 'mobile', 'voice'] : shares.street > MOST ? ['street', 'house'] : [];
  const words = parseHeading(header.slice(0, 120));
  if (words.some(({ word, meaning }) => meaning === null && (isStopWord(word) || OTHER_PEOPLE.has(word)))) return false;
  const meanings = words.flatMap(({ meaning }) => (meaning === null || FURTHER.has(meaning) ? [] : [meaning]));
  return meanings.length > 0 && meanings.every((meaning) => kinds.includes(meaning));
}

/** True for names and contacts that repeat often. They belong to staff members, because a list has each person only once or a few times. */
function isRepeated({ shares, distinct, filled }: ColumnProfile): boolean {
  return shares.email + shares.phone + shares.fullName + shares.inverted > MOST && distinct < filled * MIN_DISTINCT_SHARE;
}

/** Words for somebody other than the constituent. */
const OTHER_PEOPLE = new Set(['spouse', 'partner', 'solicitor', 'manager', 'officer', 'assigned', 'owner', 'recipient', 'honoree', 'tribute', 'parent', 'child', 'agent', 'assistant', 'physician', 'relationship', 'team', 'campaign', 'appeal', 'fund', 'file', 'user', 'created', 'by', 'modified', 'emergency', 'referred', 'guarantor']); // prettier-ignore

/** A list of people has at least one of these fields. */
const PROOFS: readonly FieldKey[] = ['street', 'city', 'personalEmail', 'personalPhone'];
const NAMES: readonly FieldKey[] = ['primaryFirst', 'primaryLast', 'businessName'];

/** True for the names of columns without a heading. */
const isUnnamed = (header: string): boolean => header.trim() === '' || /^column [a-z]{1,3}$/i.test(header.trim());

const isUnnamedSheet = (decisions: readonly Decision[]): boolean => decisions.every(({ profile }) => isUnnamed(profile.header));

const MOST = 0.8;
/** The minimum share of distinct values among the names of a list's own people. */
const MIN_DISTINCT_SHARE = 0.5;

/** Decides the columns that are still undecided. */
export function inferFromValues(decisions: readonly Decision[]): void {
  const usedFields = takenFields(decisions);
  for (const { to } of decisions)
    if (to.kind === 'split' && (to.splitter === 'fullName' || to.splitter === 'lastFirst'))
      usedFields.add('primaryLast').add('primaryFirst');
  for (const { to } of decisions)
    if (to.kind === 'split' && (to.splitter === 'cityStateZip' || to.splitter === 'addressLines'))
      usedFields.add('city').add('state').add('postalCode');
  const open = decisions.filter(
    ({ to, closed, profile }) =>
      to.kind === 'none' &&
      !closed &&
      profile.filled >= 3 &&
      (isUninformative(profile.header) || namesKindOfValues(profile)) &&
      !isRepeated(profile),
  );
  const give = (decision: Decision, to: Target, reason: string, ...fields: readonly FieldKey[]): void => {
    decision.to = to;
    decision.certainty = 'likely';
    decision.reason = reason;
    for (const field of fields) usedFields.add(field);
  };
  for (const decision of open) {
    const { shares } = decision.profile;
    const field = (key: FieldKey, reason: string): void => {
      if (!usedFields.has(key)) give(decision, { kind: 'field', field: key }, reason, key);
    };
    if (shares.email > MOST) field('personalEmail', 'The values are email addresses');
    else if (shares.wholeAddress > 0.6 && !usedFields.has('street') && !usedFields.has('city'))
      give(
        decision,
        { kind: 'split', splitter: 'addressLines' },
        'The values are whole addresses',
        'street',
        'city',
        'state',
        'postalCode',
      );
    else if (shares.cityStateZip > 0.6 && !usedFields.has('city'))
      give(
        decision,
        { kind: 'split', splitter: 'cityStateZip' },
        'The values are city, state and postal code',
        'city',
        'state',
        'postalCode',
      );
    else if (shares.phone > MOST && shares.integer < 0.5) field('personalPhone', 'The values are phone numbers');
    else if (shares.street > MOST && shares.date < 0.2) field('street', 'The values begin with a house number');
    else if (shares.inverted > 0.6 && !usedFields.has('primaryLast'))
      give(decision, { kind: 'split', splitter: 'lastFirst' }, 'The values are "Last, First"', 'primaryFirst', 'primaryLast');
    else if (shares.state > 0.9 && (decision.profile.distinct > 1 || decisions.some((other) => zipsFit(decision, other))))
      field('state', 'The values are states');
  }
  nameOfLastResort(decisions, usedFields, give);
  idOfLastResort(decisions, usedFields, give);
  const rest = open.filter(({ to }) => to.kind === 'none');
  if (isUnnamedSheet(decisions)) suggestUnnamed(decisions, rest, usedFields, give);
  else if (!NAMES.some((key) => usedFields.has(key)) && rest.every(({ profile }) => !wholeNames(profile))) {
    suggestTogether(decisions, rest, usedFields, give);
  } else {
    const names = rest.find(({ profile }) => wholeNames(profile));
    if (names !== undefined && !usedFields.has('primaryLast') && !usedFields.has('primaryFirst')) giveWholeNames(names, give);
  }
}

const giveWholeNames = (column: Decision, give: Give): void =>
  give(column, { kind: 'split', splitter: 'fullName' }, 'Two words or more in nearly all cells, like names', 'primaryFirst', 'primaryLast');

/** Headings of people or households without a word for "name". */
const HOUSEHOLDS = /^(?:households?|famil(?:y|ies)|accounts?|parents?|envelope|volunteers?)(?: ?\(s\))?$/i;

/**
 * In a list without a column of names, uses the first column of whole names with "name" or a household in its heading: Mail Name, Sort
 * Name, Family.
 */
function nameOfLastResort(decisions: readonly Decision[], usedFields: ReadonlySet<FieldKey>, give: Give): void {
  if (usedFields.has('primaryLast') || usedFields.has('primaryFirst') || usedFields.has('businessName')) return;
  for (const decision of decisions) {
    const { profile, to, closed } = decision;
    const names = parseHeading(profile.header.slice(0, 120));
    const mayName = names.some(({ meaning }) => meaning === 'name') || HOUSEHOLDS.test(profile.header.trim());
    if (to.kind !== 'none' || closed || profile.filled < 3 || !mayName || isRepeated(profile)) continue;
    if (names.some(({ word }) => word !== 'parent' && OTHER_PEOPLE.has(word))) continue;
    const inverted = profile.shares.inverted > MOST;
    if (!inverted && !wholeNames(profile)) continue;
    const reason = 'Whole names, and no other column has the name';
    give(decision, { kind: 'split', splitter: inverted ? 'lastFirst' : 'fullName' }, reason, 'primaryFirst', 'primaryLast');
    return;
  }
}

/** Words for records other than people. Their IDs are different in all rows too. */
const OTHER_RECORDS = new Set(['order', 'ticket', 'booking', 'seat', 'table', 'bid', 'lot', 'form', 'submission', 'response', 'row', 'device', 'visit', 'encounter', 'grant', 'award', 'claim', 'purchase', 'registration', 'survey', 'case']); // prettier-ignore
/** At least this share of rows must have such an ID. */
const MOST_ROWS = 0.9;

/**
 * In a list without an ID, uses the only column that the office calls an ID in its own words ("Advance ID", "Alma Mater ID", "Ref") and that is
 * different in all rows, because scores cannot be written back without an ID. Not in a list with sensitive columns such as patient data,
 * where other IDs can be those of hospital stays.
 */
function idOfLastResort(decisions: readonly Decision[], usedFields: ReadonlySet<FieldKey>, give: Give): void {
  if (usedFields.has('constituentId') || decisions.some(({ sensitive }) => sensitive) || !PROOFS.some((key) => usedFields.has(key))) return;
  const [id, another] = decisions.filter(({ profile, to, closed }) => {
    const isOpen = to.kind === 'none' && !closed && profile.filled >= 3;
    return isOpen && isUnique(profile) && profile.filled >= profile.looked * MOST_ROWS && namesSomeId(profile.header);
  });
  if (id !== undefined && another === undefined) give(id, { kind: 'field', field: 'constituentId' }, ALL_DIFFERENT, 'constituentId');
}

/** True for "ID" with one or two unknown words. */
function namesSomeId(header: string): boolean {
  // Slate calls the ID of a record "Ref".
  if (/^ref(?:erence)?$/i.test(header.trim())) return true;
  const words = parseHeading(header.slice(0, 120));
  const unknown = words.filter(({ word, meaning }) => meaning === null && !isStopWord(word) && !OTHER_RECORDS.has(word));
  return [1, 2].includes(unknown.length) && words.length === unknown.length + 1 && words.some(({ meaning }) => meaning === 'id');
}

const givenNames = (profile: ColumnProfile): number => {
  const words = profile.aligned.map((value) => value.trim()).filter((value) => value !== '');
  return words.length === 0 ? 0 : words.filter((value) => isGivenName(value.split(/\s+/)[0]!)).length / words.length;
};

const wholeNames = (profile: ColumnProfile): boolean =>
  profile.shares.fullName + profile.shares.people > MOST && profile.shares.organization < 0.2 && givenNames(profile) > 0.3;

/** True when a column holds ZIPs that fit the states in the same rows. Five-digit IDs rarely fit. */
function zipsFit(states: Decision, zips: Decision): boolean {
  const { aligned } = zips.profile;
  let [both, fitting] = [0, 0];
  for (const [row, text] of states.profile.aligned.entries()) {
    const state = stateCode(text.trim());
    const zip = withZipZeros((aligned[row] ?? '').trim());
    if (state === null || zip === '') continue;
    both += 1;
    const shape = zipShape(zip);
    if ((shape === ZIP.whole || shape === ZIP.nine) && zipFitsState(zip, state)) fitting += 1;
  }
  return both > 0 && fitting / both > 0.9;
}

type Give = (decision: Decision, to: Target, reason: string, ...fields: readonly FieldKey[]) => void;

/**
 * Suggests columns that confirm each other: the city is before the state, ZIPs fit the states of their rows, and last names are next to
 * first names. Returns true if it found first names.
 */
function suggestTogether(decisions: readonly Decision[], rest: readonly Decision[], taken: Set<FieldKey>, give: Give): boolean {
  const field = (decision: Decision | undefined, key: FieldKey, reason: string): void => {
    if (decision !== undefined && decision.to.kind === 'none' && !taken.has(key))
      give(decision, { kind: 'field', field: key }, reason, key);
  };
  const isOpen = (decision: Decision | undefined): decision is Decision => decision !== undefined && rest.includes(decision);
  const state = decisions.find(({ to }) => to.kind === 'field' && to.field === 'state');
  if (state !== undefined) {
    const before = decisions[decisions.indexOf(state) - 1];
    if (isOpen(before) && before.profile.shares.word > 0.6) field(before, 'city', 'Words in the column before the state');
    const zips = rest.find((other) => other.to.kind === 'none' && zipsFit(state, other));
    field(zips, 'postalCode', 'ZIPs that fit the states in the same rows');
  }
  const codes = rest.find(({ to, profile }) => to.kind === 'none' && profile.shares.zip > 0.9 && profile.shares.integer < 1);
  field(codes, 'postalCode', 'The values are postal codes');
  const first = rest.find(({ to, profile }) => to.kind === 'none' && profile.shares.word > MOST && givenNames(profile) > 0.4);
  if (first === undefined) return false;
  const position = decisions.indexOf(first);
  const neighbor = [decisions[position + 1], decisions[position - 1], decisions[position + 2]].find(
    (other) =>
      isOpen(other) &&
      other.to.kind === 'none' &&
      other.profile.shares.word > 0.6 &&
      other.profile.shares.state < 0.5 &&
      other.profile.distinct > 1,
  );
  // "Otto Poe" without a column of last names.
  if (neighbor === undefined && wholeNames(first.profile)) return false;
  // In a sheet with headings, first names alone can be anybody's.
  if (!isUnnamedSheet(decisions) && (neighbor === undefined || !PROOFS.some((key) => taken.has(key)))) return false;
  field(first, 'primaryFirst', 'The values are first names');
  field(neighbor, 'primaryLast', 'Words in the column next to the first names');
  return true;
}

/**
 * For a sheet without headings: columns that confirm each other or contain whole names, and one of the first two columns as the ID if its
 * values are distinct.
 */
function suggestUnnamed(decisions: readonly Decision[], rest: readonly Decision[], taken: Set<FieldKey>, give: Give): void {
  if (!suggestTogether(decisions, rest, taken, give)) {
    const names = rest.find(({ to, profile }) => to.kind === 'none' && wholeNames(profile));
    if (names !== undefined && !taken.has('primaryLast')) giveWholeNames(names, give);
  }
  const id = decisions
    .slice(0, 2)
    .find(
      ({ to, profile }) =>
        to.kind === 'none' &&
        profile.distinct === profile.filled &&
        !profile.sequence &&
        profile.shares.integer + profile.shares.phone > 0.5,
    );
  if (id !== undefined && !taken.has('constituentId')) give(id, { kind: 'field', field: 'constituentId' }, ALL_DIFFERENT, 'constituentId');
}
