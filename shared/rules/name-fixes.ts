/** Fixes of people's names. */
import { FIELD_INDEX as F, type FieldKey } from '../fields/index.ts';
import type { MappedRecord, MappedTexts } from '../mapping/index.ts';
import {
  areFormsOfOnePerson,
  areNobody,
  canBeFirstName,
  canBeGiven,
  householdLastName,
  isFirstName,
  isHardlyLastName,
  isHonorific,
  isNamePrefix,
  isNameSuffix,
  isNoSpouse,
  isParticle,
  isUnnamed,
  splitFullName,
  splitPeople,
  splitPerson,
  splitSecond,
  withoutJoint,
  withoutTitles,
} from '../transforms/index.ts';
import { defineFix, many, nameOf, valueOf, type Choice, type Correction } from './fix.ts';
import { plain } from './match-keys.ts';
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
  wholeSpouse,
  withoutLastName,
} from './name-detection.ts';

/** The corrections of a name, or none when a corrected name would be found again by a rule, or a name would be lost. */
function onlyPlain(record: MappedTexts, source: FieldKey, corrections: readonly Correction[]): readonly Correction[] {
  // A cell without a correction can be as long as a cell gets.
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

const hasSpouse = (record: MappedTexts): boolean => valueOf(record, 'spouseFirst') !== '' || valueOf(record, 'spouseLast') !== '';

/** True for a first name that the spouse's field has already, alone or before a middle name. */
function isSpouse(record: MappedTexts, first: string): boolean {
  const known = plain(valueOf(record, 'spouseFirst').split(' ')[0]!);
  return known !== '' && known === plain(withoutTitles(first).split(' ')[0]!);
}

/** None when the text has more than one sensible reading, or the second person would be lost: the spouse's fields name somebody else. */
function moveSecondPerson(record: MappedTexts, field: FieldKey): readonly Correction[] {
  const text = nameOf(record, field);
  if (field === 'primaryLast' && isPartedCouple(nameOf(record, 'primaryFirst'), text)) return joinParts(record);
  if (field === 'primaryFirst' && isOnlySuffix(nameOf(record, 'primaryLast'))) return joinParts(record);
  const people = splitPeople(text);
  if (people === null || areFormsOfOnePerson(text, people)) return [];
  if (field === 'spouseLast') return [{ field, value: withoutTitles(people[0]) }];
  if (field === 'spouseFirst') return namedSpouse(record, withoutTitles(people[0]));
  const isTitled = isHonorific(people[0]) && !isFirstName(people[0], people[1]);
  if (isTitled && field === 'primaryFirst') return moveTitledFirst(record, people[1]);
  const firsts = splitPeople(nameOf(record, 'primaryFirst'));
  const lasts = splitPeople(nameOf(record, 'primaryLast'));
  if (firsts !== null && lasts !== null && !isHonorific(firsts[0])) return pairNames(record, firsts, lasts);
  if (field === 'primaryFirst' && nameOf(record, 'primaryLast') === '') {
    const whole = splitFullName(text);
    if (whole.kind === 'couple' && whole.last !== '' && whole.doubt === '') return moveNames(record, whole);
  }
  if (field === 'primaryFirst') return moveSecondFirst(record, people);
  if (!areOnlyTitles(nameOf(record, 'primaryFirst'))) return moveSecondLast(record, people);
  const name = splitFullName(text);
  const isSure = nameOf(record, 'primaryFirst') === '' && (isTitled || isCommonFirstName(name.spouseFirst));
  if (!isSure && !isCommonFirstName(name.first)) return [];
  return moveNames(record, name);
}

/** What names a spouse in the field of the first name: where it has a last name too, each part goes to its own field. */
function namedSpouse(record: MappedTexts, text: string): readonly Correction[] {
  const name = valueOf(record, 'spouseLast') === '' ? wholeSpouse(text, valueOf(record, 'primaryLast')) : null;
  if (name === null) return [{ field: 'spouseFirst', value: text }];
  const corrections: Correction[] = [
    { field: 'spouseFirst', value: name.first },
    { field: 'spouseLast', value: name.last },
  ];
  if (name.middle !== '' && valueOf(record, 'spouseMiddle') === '') corrections.push({ field: 'spouseMiddle', value: name.middle });
  return corrections;
}

/** True for titles without a name: "Lady" in "Sir Otto and Lady", unlike Earl in "Ann and Earl". */
const isOnlyTitle = (text: string): boolean => isHonorific(text) && (!canBeFirstName(text) || /^lady$/i.test(text));

/** True for no first name, and for "Mr." or "Mr. & Mrs." in its place. */
const areOnlyTitles = (first: string): boolean =>
  first === '' || (splitPeople(first) ?? [first]).every((title) => isOnlyTitle(title) && isNamePrefix(title));

/**
 * What follows "Mr. and" in a column of first names: "Mrs. Otto", "Mrs. Otto and Ann", or "Mrs." of a couple whose last name has the first
 * names too. None without any: no fix empties a first name.
 */
function moveTitledFirst(record: MappedTexts, titled: string): readonly Correction[] {
  const people = splitPeople(titled);
  if (people !== null) return moveSecondFirst(record, people);
  if (!isOnlyTitle(titled)) return [{ field: 'primaryFirst', value: withoutTitles(titled) }];
  const name = splitFullName(nameOf(record, 'primaryLast'));
  return isCommonFirstName(name.first) ? moveNames(record, name) : [];
}

/** A whole name of one or two people to its fields; none when the spouse's fields name somebody else. */
function moveNames(record: MappedTexts, name: ReturnType<typeof splitFullName>): readonly Correction[] {
  const corrections: Correction[] = [
    { field: 'primaryFirst', value: name.first },
    ...middleOf(record, name.middle),
    { field: 'primaryLast', value: name.last },
  ];
  if (!hasSpouse(record))
    corrections.push(
      { field: 'spouseFirst', value: name.spouseFirst },
      { field: 'spouseMiddle', value: name.spouseMiddle },
      { field: 'spouseLast', value: name.spouseLast },
    );
  else if (name.spouseFirst !== '' && !isSpouse(record, name.spouseFirst)) return [];
  return corrections.filter(({ value }) => value !== '');
}

/** The two people whose name was divided between the columns at the wrong blank: "Otto | & Ann Poe". */
function joinParts(record: MappedTexts): readonly Correction[] {
  const last = nameOf(record, 'primaryLast');
  const name = splitFullName(`${nameOf(record, 'primaryFirst')} ${last}`);
  const areNamed = name.kind === 'couple' && name.first !== '' && name.last !== '' && name.doubt === '';
  // "Otto & | García López" can be one person.
  const isSure = name.spouseFirst === '' || isCommonFirstName(name.spouseFirst) || isPartedCouple(name.first, last);
  return areNamed && isSure && name.first !== name.spouseFirst ? moveNames(record, name) : [];
}

/** The same for "Otto Hale & Ann" with the last name Poe, where Hale is no second first name; null for others. */
function joinWhole(record: MappedTexts, one: string): readonly Correction[] | null {
  const last = lastNameOf(record);
  const words = withoutTitles(one).split(' ');
  if (words.length < 2 || last === '' || hasSpouse(record) || canBeGiven(words.at(-1)!) || words.at(-1)!.length < 3) return null;
  const name = splitFullName(`${nameOf(record, 'primaryFirst')} ${last}`);
  const areTwo = name.kind === 'couple' && name.first !== '' && name.spouseFirst !== '' && name.spouseLast === last && name.doubt === '';
  return areTwo && name.last !== '' && name.last !== last ? moveNames(record, name) : null;
}

/** The last name alone, for the names that are compared with it or take it: Poe of "Poe Jr." and "The Poe Family". */
function lastNameOf(record: MappedTexts): string {
  const last = nameOf(record, 'primaryLast');
  const initial = initialBefore(nameOf(record, 'primaryFirst'), last);
  return householdLastName(last) || withoutTitles(initial === '' ? last : last.slice(initial.length + 1));
}

function moveSecondFirst(record: MappedTexts, [one, other]: readonly [string, string]): readonly Correction[] {
  if (isPartedCouple(one, nameOf(record, 'primaryLast'))) return [];
  const whole = joinWhole(record, one);
  if (whole !== null) return whole;
  // "Otto Poe & Ann" with the last name Poe
  const first: Correction = { field: 'primaryFirst', value: withoutLastName(withoutTitles(one), lastNameOf(record)) };
  if (isUnnamed(other) || isOnlyTitle(other)) return [first];
  const spouse = splitSecond(other);
  const alone = spouse.first === '';
  // The second person keeps "Jane Q." whole, as the first one does.
  const spouseFirst = alone ? spouse.last : spouse.last === '' ? `${spouse.first} ${spouse.middle}` : spouse.first;
  if (valueOf(record, 'spouseFirst') !== '') return isSpouse(record, spouseFirst) ? [first] : [];
  if (valueOf(record, 'spouseLast') !== '') return [first, { field: 'spouseFirst', value: spouseFirst }];
  const spouseLast = alone || spouse.last === '' ? lastNameOf(record) : spouse.last;
  return [first, { field: 'spouseFirst', value: spouseFirst }, { field: 'spouseLast', value: spouseLast }];
}

/** The second of two last names: "Smith & Doe" with one first name, "Smith & Jane Doe", "Smith & Guest". */
function moveSecondLast(record: MappedTexts, [one, other]: readonly [string, string]): readonly Correction[] {
  // "Otto and Ann Poe" with the first name Otto
  if (plain(one) === plain(withoutTitles(nameOf(record, 'primaryFirst')))) return moveNames(record, splitFullName(`${one} & ${other}`));
  const last: Correction = { field: 'primaryLast', value: splitPerson(one).last };
  if (isUnnamed(other) || isOnlyTitle(other)) return [last];
  const second = splitPerson(other);
  // "Smith & Jane"
  if (second.first === '' && isHardlyLastName(second.last) && !hasSpouse(record))
    return [last, { field: 'spouseFirst', value: second.last }, { field: 'spouseLast', value: last.value }];
  if (second.first !== '' && !isCommonFirstName(second.first)) return [];
  const spouse = valueOf(record, 'spouseLast') === '' ? wholeSpouse(nameOf(record, 'spouseFirst'), valueOf(record, 'primaryLast')) : null;
  // "Jane", "Smith & Doe", and the spouse "Otto Doe", whose own issue splits the name.
  if (spouse !== null) return plain(spouse.last) === plain(second.last) ? [last] : [];
  if (second.first === '' || second.first === valueOf(record, 'spouseFirst'))
    return valueOf(record, 'spouseLast') === '' ? [last, { field: 'spouseLast', value: second.last }] : [last];
  if (hasSpouse(record)) return [];
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
  if (hasSpouse(record)) return isSpouse(record, firsts[1]) ? corrections : [];
  return [
    ...corrections,
    { field: 'spouseFirst', value: withoutTitles(firsts[1]) },
    { field: 'spouseLast', value: withoutTitles(lasts[1]) },
  ];
}

/** The last name "Q. Poe" of Ann, "Poe, Ann Q." of Ann, and Jr. of "Otto Poe". Null for others. */
function splitParted(record: MappedTexts, source: FieldKey): readonly Correction[] | null {
  const [first, last] = [nameOf(record, 'primaryFirst'), nameOf(record, 'primaryLast')];
  if (source === 'primaryFirst') return isSuffixOfWhole(first, last) ? splitWholeName(record, 'primaryFirst') : null;
  if (repeatsInverted(first, last)) return splitWholeName(record, 'primaryLast');
  const initial = initialBefore(first, last);
  if (initial === '') return null;
  const isKnown = new RegExp(` ${initial.charAt(0)}\\.?$`).test(first);
  return [{ field: 'primaryLast', value: withoutTitles(last.slice(initial.length + 1)) }, ...(isKnown ? [] : middleOf(record, initial))];
}

/** The last name "Ann Q. Poe" of "Dr. Ann": a title of the first name has its own fix, so that each fix corrects one issue. */
function splitAfterTitled(record: MappedTexts): readonly Correction[] | null {
  const first = withoutTitles(nameOf(record, 'primaryFirst'));
  const whole = nameOf(record, 'primaryLast');
  if (first === nameOf(record, 'primaryFirst') || whole.length <= first.length || !repeatsFirst(first, whole)) return null;
  const { middle, last } = splitPerson(`${first.split(' ', 1)[0]!}${whole.slice(first.length)}`);
  return last === '' ? null : [{ field: 'primaryLast', value: last }, ...middleOf(record, middle)];
}

/** The last name "Ann Q. Poe" behind Mr. or Dr., which are the only word of the first name. */
function splitBehindTitle(record: MappedTexts): readonly Correction[] {
  const [title, last] = [nameOf(record, 'primaryFirst'), nameOf(record, 'primaryLast')];
  if (!last.includes(' ') || !isOnlyTitle(title)) return [];
  const name = splitFullName(`${title} ${last}`);
  const isNamed = isCommonFirstName(name.first) && name.last !== '' && name.doubt === '';
  return isNamed ? moveNames(record, name) : [];
}

const middleOf = (record: MappedTexts, middle: string): readonly Correction[] =>
  middle !== '' && valueOf(record, 'primaryMiddle') === '' ? [{ field: 'primaryMiddle', value: middle }] : [];

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

/** True when the first name is empty, and the last name may hold it, which the fix of its issue moves. */
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
    // Without a first name a row is incomplete: "The Poe | Family" and "The Poe Family | Poe" are left to the user.
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
    // "Mr. Otto Poe" with the last name Poe, or "Otto Poe"
    const isRepeated = field === 'primaryFirst' && untitled !== name;
    const last = nameOf(record, 'primaryLast');
    const isWhole = isRepeated && untitled.includes(' ') && untitled.toLowerCase() === last.toLowerCase();
    const bare = isWhole ? splitPerson(untitled).first : isRepeated ? withoutLastName(untitled, last) : untitled;
    const { maiden } = splitPerson(`Ann ${name}`);
    const isJoined =
      (field === 'primaryFirst' && isPartedCouple(name, last)) ||
      (field === 'primaryLast' && isOnlySuffix(name) && splitPeople(nameOf(record, 'primaryFirst')) !== null);
    if (isJoined) return onlyPlain(record, field, joinParts(record));
    if (bare === name) return field === 'primaryFirst' ? onlyPlain(record, field, splitBehindTitle(record)) : [];
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

/** The readings of a name that was split from one cell: as it is now, and the other one. */
function readings(record: MappedTexts): readonly Choice[] {
  const [first, middle, last] = (['primaryFirst', 'primaryMiddle', 'primaryLast'] as const).map((key) => nameOf(record, key)) as [
    string,
    string,
    string,
  ];
  if (last === '') return [];
  const middles = middle === '' ? [] : middle.split(' ');
  // A correction by the user settles the issue, also one that changes nothing.
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
  description: 'Reads the words of the name in the other way. Look at each name first.',
  button: (rows) => `Read ${many(rows, 'name')} the other way`,
  bulk: false,
  safe: false,
  reads: MAIN_NAMES,
  fills: ['primaryFirst', 'primaryMiddle', 'primaryLast'],
  choices: readings,
  apply: (record) => readings(record)[1]?.corrections ?? [],
});

/** First and last name of a row in two columns, as they are and the other way round. */
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
