/** Lists that name two people of a household by what they are, and neither as the constituent: Husband First, Wife First. */
import { SPLIT_HEADINGS, knownFieldOf, normalizeHeader } from '../mapping/index.ts';
import type { ColumnProfile } from './column-profile.ts';
import { meaningOf } from './heading-parser.ts';

/** Words for either of the two, which the rest of a heading follows or precedes. */
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:husband(?:'?s)?|his|mr|groom(?:'?s)?)\b\.?/i, /\b(?:wife(?:'?s)?|her|mrs|ms|bride(?:'?s)?)\b\.?/i],
  [/\b(?:father(?:'?s)?|dad(?:'?s)?)\b/i, /\b(?:mother(?:'?s)?|mom(?:'?s)?)\b/i],
  [/\badult ?1\b/i, /\badult ?2\b/i],
  [/^name ?1(?= )/i, /^name ?2(?= )/i],
  [/(?<=name|first|last) ?1$/i, /(?<=name|first|last) ?2$/i],
];
/** The numbers of a name do not say whose an email address is. */
const ONLY_NAMES = 3;

/** Names of a household, from which nobody's first name is taken when the people have columns of their own. */
const OF_HOUSEHOLD = /household|envelope|addressee|formal|label|mail/i;

const wordsOf = (header: string): string =>
  header
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll('’', "'")
    .replaceAll(/[_\s]+/g, ' ')
    .trim();

type Part = 'first' | 'last' | 'whole' | 'bare';

/** Which part of a name a heading names; null for anything else. */
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

const namesPerson = (people: readonly OfPerson[]): boolean => people.some(({ part }) => part !== null && part !== 'last');

/** True for a column with the name of somebody else than the two. */
const isOther = (profile: ColumnProfile): boolean =>
  !OF_HOUSEHOLD.test(profile.header) &&
  (['first', 'whole'].includes(partOf(profile.header) ?? '') || SPLIT_HEADINGS.name.has(normalizeHeader(profile.header)));

/**
 * The headings that such columns have where the person of the first column is the constituent and the other one the spouse, by column. Empty
 * for other lists.
 */
export function coupleHeadings(columns: readonly ColumnProfile[]): ReadonlyMap<number, string> {
  for (const [at, [one, other]] of PAIRS.entries()) {
    const found = [columnsOf(columns, one, other), columnsOf(columns, other, one)].map((people) =>
      at < ONLY_NAMES ? people : people.filter(({ part }) => part !== null && part !== 'bare'),
    );
    const [first, second] = found.toSorted((a, b) => (a[0]?.profile.column ?? Infinity) - (b[0]?.profile.column ?? Infinity)) as [
      readonly OfPerson[],
      readonly OfPerson[],
    ];
    const theirs = new Set([...first, ...second].map(({ profile }) => profile.column));
    if (!namesPerson(first) || !namesPerson(second) || columns.some((profile) => !theirs.has(profile.column) && isOther(profile))) continue;
    const primary = ({ profile, rest }: OfPerson) => (rest !== '' ? rest : profile.shares.fullName > 0.5 ? 'Name' : 'First Name');
    return new Map([
      ...first.map((person) => [person.profile.column, primary(person)] as const),
      ...second.map(({ profile, rest }) => [profile.column, `Spouse ${rest}`.trim()] as const),
    ]);
  }
  return new Map();
}
