/** Fixes of people's names. */
import { FIELD_INDEX as F, type FieldKey } from '../fields/index.ts';
import type { MappedRecord, MappedTexts } from '../mapping/index.ts';
import {
  areNobody,
  canBeFirstName,
  householdLastName,
  isNameSuffix,
  isNoSpouse,
  isParticle,
  splitFullName,
  splitPeople,
  splitPerson,
  withoutJoint,
  withoutTitles,
} from '../transforms/index.ts';
import { moveSecondPerson, namedSpouse, isOnlyTitle, moveNames, joinParts, middleOf } from './couple-corrections.ts';
import { defineFix, many, nameOf, valueOf, type Choice, type Correction } from './fix.ts';
import {
  hasWholeNameInLast,
  initialBefore,
  isCommonFirstName,
  isOnlySuffix,
  isPartedCouple,
  isPlainName,
  isSuffixOfWhole,
  isTwoPeopleInLast,
  MAIN_NAMES,
  repeatsFirst,
  repeatsInverted,
  repeatsLast,
  withoutLastName,
} from './name-detection.ts';

/** Returns the corrections, or none if a corrected name would still break a rule, or if a name would be lost. */
function onlyPlain(record: MappedTexts, source: FieldKey, corrections: readonly Correction[]): readonly Correction[] {
  // Returns early, because a cell without a correction can be very long.
  if (corrections.length === 0) return [];
  const valueAfter = (field: FieldKey) => corrections.find((one) => one.field === field)?.value ?? valueOf(record, field);
  const last = valueAfter('primaryLast');
  const isWhole =
    valueAfter('primaryFirst') === '' && last.includes(' ') && !isParticle(last.split(' ', 1)[0]!) && splitPerson(last).first !== '';
  const isPlain = [source, ...corrections.map(({ field }) => field)].every((field) => isPlainName(valueAfter(field), F[field]));
  // A last name that repeats the first name, or the reverse, already has its own fix.
  const first = valueAfter('primaryFirst');
  const isRepeated =
    (repeatsFirst(first, last) && !repeatsFirst(nameOf(record, 'primaryFirst'), nameOf(record, 'primaryLast'))) ||
    (repeatsLast(first, last) && !repeatsLast(nameOf(record, 'primaryFirst'), nameOf(record, 'primaryLast')));
  return isPlain && !isWhole && !isRepeated && !areNobody(first, last) ? corrections : [];
}

/** Corrections for the last names "Q. Poe" and "Poe, Ann Q." with the first name Ann, and Jr. with "Otto Poe". Null for other names. */
function splitParted(record: MappedTexts, source: FieldKey): readonly Correction[] | null {
  const [first, last] = [nameOf(record, 'primaryFirst'), nameOf(record, 'primaryLast')];
  if (source === 'primaryFirst') return isSuffixOfWhole(first, last) ? splitWholeName(record, 'primaryFirst') : null;
  if (repeatsInverted(first, last)) return splitWholeName(record, 'primaryLast');
  const initial = initialBefore(first, last);
  if (initial === '') return null;
  const isKnown = new RegExp(` ${initial.charAt(0)}\\.?$`).test(first);
  return [{ field: 'primaryLast', value: withoutTitles(last.slice(initial.length + 1)) }, ...(isKnown ? [] : middleOf(record, initial))];
}

/**
 * Corrections for the last name "Ann Q. Poe" with the first name "Dr. Ann". The title has its own fix, so that each fix corrects one issue.
 * Null for other names.
 */
function splitAfterTitled(record: MappedTexts): readonly Correction[] | null {
  const first = withoutTitles(nameOf(record, 'primaryFirst'));
  const whole = nameOf(record, 'primaryLast');
  if (first === nameOf(record, 'primaryFirst') || whole.length <= first.length || !repeatsFirst(first, whole)) return null;
  const { middle, last } = splitPerson(`${first.split(' ', 1)[0]!}${whole.slice(first.length)}`);
  return last === '' ? null : [{ field: 'primaryLast', value: last }, ...middleOf(record, middle)];
}

/** Corrections for the last name "Ann Q. Poe" if the first name is only a title, such as Mr. */
function splitAfterOnlyTitle(record: MappedTexts): readonly Correction[] {
  const [title, last] = [nameOf(record, 'primaryFirst'), nameOf(record, 'primaryLast')];
  if (!last.includes(' ') || !isOnlyTitle(title)) return [];
  const name = splitFullName(`${title} ${last}`);
  const isNamed = isCommonFirstName(name.first) && name.last !== '' && name.doubt === '';
  return isNamed ? moveNames(record, name) : [];
}

/** Splits a field that holds a whole name into first, middle and last name. */
export function splitWholeName(record: MappedTexts, source: FieldKey): readonly Correction[] {
  const name = splitPerson(nameOf(record, source));
  if (name.first === '' || name.last === '') return [];
  return [{ field: 'primaryFirst', value: name.first }, { field: 'primaryLast', value: name.last }, ...middleOf(record, name.middle)];
}

export const SPLIT_PEOPLE = defineFix({
  id: 'splitPeople',
  description:
    'Keeps the first person and moves the second to Spouse, as in “Ann & Bob” or “Ann + Bob”. Where another spouse is named already, nothing changes.',
  button: (rows) => `Move second person to Spouse (${rows})`,
  bulk: true,
  safe: true,
  reads: MAIN_NAMES,
  fills: ['primaryFirst', 'primaryMiddle', 'primaryLast', 'spouseFirst', 'spouseMiddle', 'spouseLast'],
  apply: (record, field) => onlyPlain(record, field, moveSecondPerson(record, field)),
});

/** True when the first name is empty and the last name may contain it. A fix then moves it. */
export const hasFirstNameInLast = (record: MappedRecord): boolean =>
  hasWholeNameInLast(record) ||
  (valueOf(record, 'primaryFirst') === '' &&
    isTwoPeopleInLast(valueOf(record, 'primaryLast')) &&
    SPLIT_PEOPLE.apply(record, 'primaryLast').some(({ field }) => field === 'primaryFirst'));

export const HOUSEHOLD_TO_LAST = defineFix({
  id: 'householdToLast',
  description: 'Keeps the family’s last name: "The Smith Family" becomes Smith.',
  button: (rows) => `Keep ${many(rows, 'last name')}`,
  bulk: true,
  safe: true,
  reads: MAIN_NAMES,
  apply: (record, field) => {
    // Not for the first name, because a row without one is incomplete: the user must correct "The Poe | Family" and "The Poe Family | Poe".
    const last = field === 'primaryFirst' ? '' : householdLastName(nameOf(record, field));
    if (last === '') return [];
    return onlyPlain(record, field, [{ field, value: last }]);
  },
});

export const DROP_TITLES = defineFix({
  id: 'dropTitles',
  description: 'Removes Mr., Dr., Jr., nicknames and remarks from the name.',
  button: (rows) => `Remove it from ${rows}`,
  bulk: true,
  safe: true,
  reads: MAIN_NAMES,
  fills: ['primaryMaiden', 'spouseMiddle', 'spouseLast'],
  apply: (record, field) => {
    const name = nameOf(record, field);
    const untitled = withoutTitles(name);
    // "Mr. Otto Poe" with the last name Poe or "Otto Poe".
    const isRepeated = field === 'primaryFirst' && untitled !== name;
    const last = nameOf(record, 'primaryLast');
    const isWhole = isRepeated && untitled.includes(' ') && untitled.toLowerCase() === last.toLowerCase();
    const bare = isWhole ? splitPerson(untitled).first : isRepeated ? withoutLastName(untitled, last) : untitled;
    const { maiden } = splitPerson(`Ann ${name}`);
    const isJoined =
      (field === 'primaryFirst' && isPartedCouple(name, last)) ||
      (field === 'primaryLast' && isOnlySuffix(name) && splitPeople(nameOf(record, 'primaryFirst')) !== null);
    if (isJoined) return onlyPlain(record, field, joinParts(record));
    if (bare === name) return field === 'primaryFirst' ? onlyPlain(record, field, splitAfterOnlyTitle(record)) : [];
    if (field === 'spouseFirst') return onlyPlain(record, field, namedSpouse(record, bare));
    const known = field === 'primaryLast' && maiden !== '' && valueOf(record, 'primaryMaiden') === '';
    return onlyPlain(record, field, [{ field, value: bare }, ...(known ? [{ field: 'primaryMaiden' as const, value: maiden }] : [])]);
  },
});

export const SPLIT_LAST = defineFix({
  id: 'splitLast',
  description: 'Splits the whole name into first, middle and last name. A last name that the first name repeats is removed from it.',
  button: (rows) => `Split ${many(rows, 'name')}`,
  bulk: true,
  safe: true,
  reads: MAIN_NAMES,
  fills: ['primaryFirst', 'primaryMiddle', 'primaryLast'],
  apply: (record, field) => {
    const parted = splitParted(record, field);
    if (parted !== null) return onlyPlain(record, field, parted);
    if (field !== 'primaryFirst')
      return onlyPlain(record, 'primaryLast', splitAfterTitled(record) ?? splitWholeName(record, 'primaryLast'));
    const first = nameOf(record, 'primaryFirst');
    const own = withoutLastName(first, nameOf(record, 'primaryLast'));
    return own === first ? [] : onlyPlain(record, 'primaryFirst', [{ field: 'primaryFirst', value: own }]);
  },
});

export const SPLIT_UNCLEAR = defineFix({
  ...SPLIT_LAST,
  id: 'splitUnclear',
  description: 'Splits the words into first, middle and last name. First look for organizations and for last names of several words.',
  safe: false,
});

export const SPLIT_SPOUSE = defineFix({
  id: 'splitSpouse',
  description: 'Splits the spouse’s whole name into first, middle and last name.',
  button: (rows) => `Split ${many(rows, 'name')}`,
  bulk: true,
  safe: true,
  reads: MAIN_NAMES,
  fills: ['spouseMiddle', 'spouseLast'],
  apply: (record) => onlyPlain(record, 'spouseFirst', namedSpouse(record, nameOf(record, 'spouseFirst'))),
});

export const KEEP_SPOUSE_NAME = defineFix({
  id: 'keepSpouseName',
  description: 'Keeps only a name: "and Kim" becomes Kim, and "Single" is left out.',
  button: (rows) => `Correct ${many(rows, 'spouse')}`,
  bulk: true,
  safe: true,
  reads: MAIN_NAMES,
  fills: ['spouseMiddle', 'spouseLast'],
  apply: (record) => {
    const spouse = nameOf(record, 'spouseFirst');
    if (isNoSpouse(spouse)) return [{ field: 'spouseFirst', value: '' }];
    return onlyPlain(record, 'spouseFirst', namedSpouse(record, withoutJoint(spouse)));
  },
});

const named = (first: string, middle: string, last: string): readonly Correction[] => [
  { field: 'primaryFirst', value: first },
  { field: 'primaryMiddle', value: middle },
  { field: 'primaryLast', value: last },
];

/** The two readings of a name that was split from one cell: the current one, and the other one. */
function readings(record: MappedTexts): readonly Choice[] {
  const [first, middle, last] = (['primaryFirst', 'primaryMiddle', 'primaryLast'] as const).map((key) => nameOf(record, key)) as [
    string,
    string,
    string,
  ];
  if (last === '') return [];
  const middles = middle === '' ? [] : middle.split(' ');
  // Any correction by the user settles the issue, even if it does not change the value.
  const choices: Choice[] = [{ label: `Keep last name ${last}`, corrections: [{ field: 'primaryLast', value: last }] }];
  if (valueOf(record, 'spouseFirst') !== '') return choices;
  if (canBeFirstName(first))
    choices.push({ label: `Read ${first} as a title`, corrections: named(middles[0] ?? '', middles.slice(1).join(' '), last) });
  else if (isNameSuffix(first)) choices.push({ label: `Read ${first} as a degree`, corrections: named('', middle, last) });
  else if (isNameSuffix(last) && middles.length > 0)
    choices.push({ label: `Read ${last} as a degree`, corrections: named(first, middles.slice(0, -1).join(' '), middles.at(-1)!) });
  else if (first !== '') {
    const other = middles.at(-1) ?? first;
    const between = middles.length === 0 ? '' : [first, ...middles.slice(0, -1)].join(' ');
    choices.push({ label: `Read as last name ${other}`, corrections: named(last, between, other) });
  }
  return choices;
}

export const READ_OTHERWISE = defineFix({
  id: 'readOtherwise',
  description: 'Reads the words of the name the other way. Check each name first.',
  button: (rows) => `Read ${many(rows, 'name')} the other way`,
  bulk: false,
  safe: false,
  reads: MAIN_NAMES,
  fills: ['primaryFirst', 'primaryMiddle', 'primaryLast'],
  choices: readings,
  apply: (record) => readings(record)[1]?.corrections ?? [],
});

/** The two orders of first and last name from two columns: as they are, and swapped. */
function orders(record: MappedTexts): readonly Choice[] {
  const [first, last] = [nameOf(record, 'primaryFirst'), nameOf(record, 'primaryLast')];
  return [
    { label: `Keep last name ${last}`, corrections: [{ field: 'primaryLast', value: last }] },
    {
      label: `Read as last name ${first}`,
      corrections: [
        { field: 'primaryFirst', value: last },
        { field: 'primaryLast', value: first },
      ],
    },
  ];
}

export const SWAP_NAMES = defineFix({
  id: 'swapNames',
  description: 'Swaps the first and the last name.',
  button: (rows) => `Swap ${many(rows, 'name')}`,
  bulk: true,
  safe: false,
  reads: MAIN_NAMES,
  fills: ['primaryFirst'],
  choices: orders,
  apply: (record) => orders(record)[1]!.corrections,
});
