/**
 * Handles lists with headings that name several people by their role: Husband First and Wife First, Buyer and Guest, Student and Parent.
 */
import { SPLIT_HEADINGS, columnLetters, knownFieldOf, normalizeHeader } from '../mapping/index.ts';
import { cleanText, isGivenName } from '../transforms/index.ts';
import type { ColumnProfile } from './column-profile.ts';
import { isAboutSpouse, meaningOf } from './heading-parser.ts';

/** Words for the two people of a household. The rest of the heading is before or after them. */
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:husband(?:'?s)?|his|mr|groom(?:'?s)?)\b\.?/i, /\b(?:wife(?:'?s)?|her|mrs|ms|bride(?:'?s)?)\b\.?/i],
  [/\b(?:father(?:'?s)?|dad(?:'?s)?)\b/i, /\b(?:mother(?:'?s)?|mom(?:'?s)?)\b/i],
  [/\badult ?1\b/i, /\badult ?2\b/i],
  [/^(?:name|a|n) ?1(?= )/i, /^(?:name|a|n) ?2(?= )/i],
  [/(?<=name|first|last) ?1$/i, /(?<=name|first|last) ?2$/i],
];
/** Words for the two people of a household in membership lists. */
const MEMBERS = [
  /\bprimary(?: (?:member|adult|person|donor|individual))?\b|^(?:name|a|n) ?1(?= )/i,
  /\bsecondary(?: (?:member|adult|person|donor|individual))?\b|^(?:name|a|n) ?2(?= )/i,
] as const;
/** For pairs from this index on, only names are used, because a number does not show whose email address a column has. */
const ONLY_NAMES = 3;

/** Headings of household names. They are not used for first names if the people have their own columns. */
const OF_HOUSEHOLD = /household|envelope|addressee|formal|label|mail/i;

const wordsOf = (header: string): string =>
  header
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll('’', "'")
    .replaceAll(/[_\s]+/g, ' ')
    .trim();

type Part = 'first' | 'last' | 'whole' | 'bare';

/** The part of a name that a heading names; null for anything else. */
function partOf(heading: string): Part | null {
  if (heading === '') return 'bare';
  const known = knownFieldOf(heading);
  const to = known === null ? meaningOf(heading)?.to : ({ kind: 'field', field: known } as const);
  if (to?.kind === 'split') return to.splitter === 'fullName' ? 'whole' : null;
  return to?.kind !== 'field' ? null : to.field === 'primaryFirst' ? 'first' : to.field.startsWith('primary') ? 'last' : null;
}

interface OfPerson {
  readonly profile: ColumnProfile;
  /** The heading without the word for the person. */
  readonly rest: string;
  readonly part: Part | null;
}

function columnsOf(columns: readonly ColumnProfile[], own: RegExp, other: RegExp): readonly OfPerson[] {
  return columns.flatMap((profile) => {
    const words = wordsOf(profile.header);
    if (!own.test(words) || other.test(words)) return [];
    const rest = words
      .replace(own, '')
      .replaceAll(/^[\s:.-]+|[\s:-]+$/g, '')
      .replaceAll(/\s+/g, ' ');
    return [{ profile, rest, part: partOf(rest) }];
  });
}

/** A heading that can say that the person has died. */
const OF_LIFE = /\b(?:deceas\w*|death|died|dod|status)\b/i;

const namesPerson = (people: readonly OfPerson[]): boolean => people.some(({ part }) => part !== null && part !== 'last');

/** True for a column with the name of somebody other than the two people. */
const isOther = (profile: ColumnProfile): boolean =>
  !OF_HOUSEHOLD.test(profile.header) &&
  (['first', 'whole'].includes(partOf(profile.header) ?? '') || SPLIT_HEADINGS.name.has(normalizeHeader(profile.header)));

/** The heading as which a column is read, because its own heading does not show whom it is about. */
export interface ReadAs {
  readonly heading: string;
  readonly reason: string;
}
const FIRST = 'The first person that the headings name';
const SECOND = 'The second person that the headings name is the spouse';

/** Reads columns of two people of a household. The person of the first column is the constituent. Empty for other lists. */
function couple(columns: readonly ColumnProfile[]): ReadonlyMap<number, ReadAs> {
  for (const [at, [one, other]] of PAIRS.entries()) {
    const found = [columnsOf(columns, one, other), columnsOf(columns, other, one)].map((people) =>
      at < ONLY_NAMES ? people : people.filter(({ part, rest }) => (part !== null && part !== 'bare') || OF_LIFE.test(rest)),
    );
    const [first, second] = found.toSorted((a, b) => (a[0]?.profile.column ?? Infinity) - (b[0]?.profile.column ?? Infinity)) as [
      readonly OfPerson[],
      readonly OfPerson[],
    ];
    const theirs = new Set([...first, ...second].map(({ profile }) => profile.column));
    if (!namesPerson(first) || !namesPerson(second) || columns.some((profile) => !theirs.has(profile.column) && isOther(profile))) continue;
    const primary = ({ profile, rest }: OfPerson) => (rest !== '' ? rest : profile.shares.fullName > 0.5 ? 'Name' : 'First Name');
    return new Map<number, ReadAs>([
      ...first.map((person) => [person.profile.column, { heading: primary(person), reason: FIRST }] as const),
      ...second.map(({ profile, rest }) => [profile.column, { heading: `Spouse ${rest}`.trim(), reason: SECOND }] as const),
    ]);
  }
  return new Map([...secondNames(columns, PAIRS.at(-1)!), ...secondNames(columns, MEMBERS)]);
}

/** For First Name and Last Name with First Name 2 and Last Name 2, or with Secondary First Name and Secondary Last Name. */
function secondNames(columns: readonly ColumnProfile[], [one, other]: (typeof PAIRS)[number]): ReadonlyMap<number, ReadAs> {
  const second = columnsOf(columns, other, one);
  const has = (part: Part) => second.some((person) => person.part === part);
  const rest = columns.filter(({ header }) => !other.test(wordsOf(header)));
  const isNamed = (part: Part) => rest.some(({ header }) => !/\d/.test(header) && partOf(header) === part);
  if (!has('first') || !has('last') || !isNamed('first') || !isNamed('last') || rest.some(({ header }) => isAboutSpouse(header)))
    return new Map();
  const named = second.filter(({ part, rest }) => part === 'first' || part === 'last' || OF_LIFE.test(rest));
  const reached = one === MEMBERS[0] ? second.filter(({ part, rest }) => part === null && CONTACT.test(rest)) : [];
  return new Map<number, ReadAs>([
    ...named.map(({ profile, rest }) => [profile.column, { heading: `Spouse ${rest}`, reason: SECOND }] as const),
    ...reached.map(
      ({ profile }) => [profile.column, { heading: NOBODY, reason: 'About the second person that the headings name' }] as const,
    ),
  ]);
}

const COMPANION = /\b(?:guests?|attendees?)\b/i;
const STUDENT = /\b(?:students?|pupils?|campers?)(?:'?s)?\b/i;
const PARENT = /\b(?:parents?(?:'?s)?(?: ?\/ ?guardians?)?|guardians?)\b(?! ?\d)/i;
const CONTACT = /\b(?:e-?mail|phone|cell|mobile)\b/i;
/** A heading that only states the role of a person. */
const ROLE = /^(?:(?:ticket|table) )?(?:purchaser|buyer|host|captain|payer|donor|sponsor)$/i;
/** Who invited or paid for a guest. */
const HOST = /\b(?:hosts?|purchasers?|buyers?|captains?|payers?|sponsors?)(?:'?s)?\b/i;
/** The share of different values in a column with one person for each row. */
const MOST_DIFFERENT = 0.9;
const holdsDifferent = ({ distinct, filled }: ColumnProfile): boolean => distinct >= filled * MOST_DIFFERENT;
/** A heading that names nobody. It only keeps the column from being mapped. */
const NOBODY = 'Notes';

const namesOrReaches = ({ rest, part }: OfPerson): boolean => part !== null || CONTACT.test(rest);

/** Reads guests as the constituents, if no column names them otherwise or names who invited them. */
const asPeople = (guests: readonly OfPerson[]): ReadonlyMap<number, ReadAs> =>
  new Map(
    guests
      .filter(({ rest }) => rest !== '')
      .map(({ profile, rest }) => [profile.column, { heading: rest, reason: 'No other column names the person' }] as const),
  );

const PARENTS = /\b(?:parents?|guardians?)\b/i;

/** Sets the numbered parents of a person aside if other columns name that person: Parent 2 is not the spouse. */
function parentsOf(columns: readonly ColumnProfile[]): ReadonlyMap<number, ReadAs> {
  const theirs = columnsOf(columns, PARENTS, STUDENT);
  const others = columns.filter(({ header }) => !PARENTS.test(wordsOf(header)) && !STUDENT.test(wordsOf(header)));
  if (
    !theirs.some(({ rest }) => NUMBERED_NAME.test(rest)) ||
    !others.some((profile) => isOther(profile) && profile.shares.people < FEW_COUPLES)
  )
    return new Map();
  const aside: ReadAs = { heading: NOBODY, reason: 'About a parent, and another column names the person' };
  return new Map(theirs.map(({ profile }) => [profile.column, aside] as const));
}
/** A name of both parents does not name somebody else. */
const FEW_COUPLES = 0.1;
/** "1 First Name", after the word for the parent. */
const NUMBERED_NAME = /^[12]\b.*\b(?:first|last|given|fore|sur|name)/i;

/** The numbered parents of students, with whole names: "Parent/Guardian 1" and "Parent/Guardian 2". */
function numberedParents(columns: readonly ColumnProfile[], students: readonly OfPerson[]): ReadonlyMap<number, ReadAs> {
  const [one, two] = ['1', '2'].map((number) => {
    const theirs = columns.filter(
      ({ header, shares }) => NUMBERED_PARENT.exec(wordsOf(header))?.[1] === number && shares.fullName + shares.inverted > 0.5,
    );
    return theirs.length === 1 ? theirs[0] : undefined;
  });
  if (one === undefined) return new Map();
  return new Map<number, ReadAs>([
    ...students.map(
      ({ profile }) => [profile.column, { heading: NOBODY, reason: 'About a student, and another column names the person' }] as const,
    ),
    [one.column, { heading: 'Name', reason: 'The parent, not the student' }],
    ...(two === undefined ? [] : [[two.column, { heading: 'Spouse Name', reason: SECOND }] as const]),
  ]);
}
const NUMBERED_PARENT = /^(?:parent|guardian)(?: ?\/ ?guardian)? ?([12])(?: (?:full )?name)?$/i;

/** Sets columns about guests or students aside if other columns name the constituents. */
function guests(columns: readonly ColumnProfile[], student: boolean): ReadonlyMap<number, ReadAs> {
  const own = student ? STUDENT : COMPANION;
  const theirs = columnsOf(columns, own, student ? PARENT : /(?!)/).filter(namesOrReaches);
  if (!namesPerson(theirs)) return new Map();
  const inviting = columnsOf(columns, student ? PARENT : HOST, own).filter(namesOrReaches);
  // A host with several rows is not the person of each row.
  const parents = student || inviting.every(({ profile, part }) => part === null || holdsDifferent(profile)) ? inviting : [];
  if (student && parents.length === 0) return numberedParents(columns, theirs);
  const others = columns.filter(({ header }) => !own.test(wordsOf(header)));
  const isNamed = others.some((profile) => isOther(profile) || (ROLE.test(wordsOf(profile.header)) && profile.shares.fullName > 0.5));
  const areParents = !isNamed && namesPerson(parents);
  if (!isNamed && !areParents) return student ? new Map() : asPeople(theirs);
  const aside: ReadAs = { heading: NOBODY, reason: `About ${student ? 'a student' : 'a guest'}, and another column names the person` };
  const asPerson = ({ rest }: OfPerson): ReadAs => ({
    heading: rest === '' ? 'Name' : rest,
    reason: student ? 'The parent, not the student' : 'The host, not the guest',
  });
  return new Map<number, ReadAs>([
    ...theirs.map(({ profile }) => [profile.column, aside] as const),
    ...(areParents ? parents : []).map((parent) => [parent.profile.column, asPerson(parent)] as const),
  ]);
}

/** The share of single words in two columns below one heading of names, and the fewest rows that show it. */
const MOST_WORDS = 0.8;
const FEWEST_ROWS = 3;
/** The share of given names among first names, and of different values among last names, where answers such as Yes repeat. */
const FEW = 1 / 3;

const holdsWords = ({ filled, shares }: ColumnProfile): boolean =>
  filled >= FEWEST_ROWS &&
  shares.word > MOST_WORDS &&
  shares.fullName + shares.inverted + shares.people + shares.organization < 1 - MOST_WORDS;

const givenNamesIn = ({ aligned }: ColumnProfile): number => aligned.filter((text) => isGivenName(cleanText(text))).length;

/** First and last names in two columns below a heading that spans both: "Name", and a column without a heading. */
function namesBelowOne(columns: readonly ColumnProfile[]): ReadonlyMap<number, ReadAs> {
  const at = columns.findIndex(({ header }) => SPLIT_HEADINGS.name.has(normalizeHeader(header)));
  const [one, next] = [columns[at], columns[at + 1]];
  if (one === undefined || next?.header !== `Column ${columnLetters(next?.column ?? 0)}` || !holdsWords(one) || !holdsWords(next))
    return new Map();
  if (columns.some(({ header }) => ['first', 'last'].includes(partOf(header) ?? ''))) return new Map();
  const [first, last] = givenNamesIn(one) >= givenNamesIn(next) ? [one, next] : [next, one];
  if (givenNamesIn(first) < first.aligned.length * FEW || last.distinct < last.filled * FEW || last.shares.flag > 0) return new Map();
  const reason = `“${one.header}” is above two columns of names`;
  return new Map([
    [first.column, { heading: 'First Name', reason }],
    [last.column, { heading: 'Last Name', reason }],
  ]);
}

/** A quick test, because sheets can have thousands of columns, and nearly all of them have none of these words. */
const ANY = new RegExp([...PAIRS.flat(), MEMBERS[1], COMPANION, STUDENT, PARENTS].map(({ source }) => source).join('|'), 'i');

/** The columns that are read with another heading, because the headings of the sheet name several people. */
export function headingsOfPeople(columns: readonly ColumnProfile[]): ReadonlyMap<number, ReadAs> {
  if (!columns.some(({ header }) => ANY.test(wordsOf(header)))) return namesBelowOne(columns);
  return new Map([...guests(columns, false), ...guests(columns, true), ...parentsOf(columns), ...couple(columns)]);
}
