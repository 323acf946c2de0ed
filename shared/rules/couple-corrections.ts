/** Corrections of names with two people, and of names that were divided between columns at the wrong place. */
import type { FieldKey } from '../fields/index.ts';
import type { MappedTexts } from '../mapping/index.ts';
import {
  areFormsOfOnePerson,
  canBeFirstName,
  canBeGiven,
  householdLastName,
  isFirstName,
  isHardlyLastName,
  isHonorific,
  isNamePrefix,
  isUnnamed,
  splitFullName,
  splitPeople,
  splitPerson,
  splitSecond,
  withoutTitles,
} from '../transforms/index.ts';
import { nameOf, valueOf, type Correction } from './fix.ts';
import { plain } from './match-keys.ts';
import { initialBefore, isCommonFirstName, isOnlySuffix, isPartedCouple, wholeSpouse, withoutLastName } from './name-detection.ts';

const hasSpouse = (record: MappedTexts): boolean => valueOf(record, 'spouseFirst') !== '' || valueOf(record, 'spouseLast') !== '';

/** True if the spouse's field already has this first name, alone or before a middle name. */
function isSpouse(record: MappedTexts, first: string): boolean {
  const known = plain(valueOf(record, 'spouseFirst').split(' ')[0]!);
  return known !== '' && known === plain(withoutTitles(first).split(' ')[0]!);
}

/**
 * Moves the second person to the spouse. No corrections if the text is ambiguous, or if the second person would be lost because another
 * spouse is already named.
 */
export function moveSecondPerson(record: MappedTexts, field: FieldKey): readonly Correction[] {
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

/** Corrections for a spouse named in the field of the first name. If the text has a last name too, the parts go to their own fields. */
export function namedSpouse(record: MappedTexts, text: string): readonly Correction[] {
  const name = valueOf(record, 'spouseLast') === '' ? wholeSpouse(text, valueOf(record, 'primaryLast')) : null;
  if (name === null) return [{ field: 'spouseFirst', value: text }];
  const corrections: Correction[] = [
    { field: 'spouseFirst', value: name.first },
    { field: 'spouseLast', value: name.last },
  ];
  if (name.middle !== '' && valueOf(record, 'spouseMiddle') === '') corrections.push({ field: 'spouseMiddle', value: name.middle });
  return corrections;
}

/** True for a title without a name: "Lady" in "Sir Otto and Lady", but not "Earl" in "Ann and Earl". */
export const isOnlyTitle = (text: string): boolean => isHonorific(text) && (!canBeFirstName(text) || /^lady$/i.test(text));

/** True if there is no first name, or only "Mr." or "Mr. & Mrs.". */
const areOnlyTitles = (first: string): boolean =>
  first === '' || (splitPeople(first) ?? [first]).every((title) => isOnlyTitle(title) && isNamePrefix(title));

/**
 * Corrections for the text after "Mr. and" in a column of first names: "Mrs. Otto", "Mrs. Otto and Ann", or only "Mrs." if the first names
 * are in the last name. No corrections without a first name, because a fix must not empty that field.
 */
function moveTitledFirst(record: MappedTexts, titled: string): readonly Correction[] {
  const people = splitPeople(titled);
  if (people !== null) return moveSecondFirst(record, people);
  if (!isOnlyTitle(titled)) return [{ field: 'primaryFirst', value: withoutTitles(titled) }];
  const name = splitFullName(nameOf(record, 'primaryLast'));
  return isCommonFirstName(name.first) ? moveNames(record, name) : [];
}

/** Moves a whole name of one or two people to the fields. No corrections if another spouse is already named. */
export function moveNames(record: MappedTexts, name: ReturnType<typeof splitFullName>): readonly Correction[] {
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

/** Corrections for two people whose name was divided between the columns at the wrong space: "Otto | & Ann Poe". */
export function joinParts(record: MappedTexts): readonly Correction[] {
  const last = nameOf(record, 'primaryLast');
  const name = splitFullName(`${nameOf(record, 'primaryFirst')} ${last}`);
  const areNamed = name.kind === 'couple' && name.first !== '' && name.last !== '' && name.doubt === '';
  // "Otto & | García López" can be one person.
  const isSure = name.spouseFirst === '' || isCommonFirstName(name.spouseFirst) || isPartedCouple(name.first, last);
  return areNamed && isSure && name.first !== name.spouseFirst ? moveNames(record, name) : [];
}

/** Corrections for "Otto Hale & Ann" with the last name Poe, if Hale cannot be a first name; null for other names. */
function joinWhole(record: MappedTexts, one: string): readonly Correction[] | null {
  const last = lastNameOf(record);
  const words = withoutTitles(one).split(' ');
  if (words.length < 2 || last === '' || hasSpouse(record) || canBeGiven(words.at(-1)!) || words.at(-1)!.length < 3) return null;
  const name = splitFullName(`${nameOf(record, 'primaryFirst')} ${last}`);
  const areTwo = name.kind === 'couple' && name.first !== '' && name.spouseFirst !== '' && name.spouseLast === last && name.doubt === '';
  return areTwo && name.last !== '' && name.last !== last ? moveNames(record, name) : null;
}

/** The plain last name: Poe for "Poe Jr." and "The Poe Family". */
function lastNameOf(record: MappedTexts): string {
  const last = nameOf(record, 'primaryLast');
  const initial = initialBefore(nameOf(record, 'primaryFirst'), last);
  return householdLastName(last) || withoutTitles(initial === '' ? last : last.slice(initial.length + 1));
}

function moveSecondFirst(record: MappedTexts, [one, other]: readonly [string, string]): readonly Correction[] {
  if (isPartedCouple(one, nameOf(record, 'primaryLast'))) return [];
  const whole = joinWhole(record, one);
  if (whole !== null) return whole;
  // "Otto Poe & Ann" with the last name Poe.
  const first: Correction = { field: 'primaryFirst', value: withoutLastName(withoutTitles(one), lastNameOf(record)) };
  if (isUnnamed(other) || isOnlyTitle(other)) return [first];
  const spouse = splitSecond(other);
  const alone = spouse.first === '';
  // "Jane Q." remains in one field, as for the first person.
  const spouseFirst = alone ? spouse.last : spouse.last === '' ? `${spouse.first} ${spouse.middle}` : spouse.first;
  if (valueOf(record, 'spouseFirst') !== '') return isSpouse(record, spouseFirst) ? [first] : [];
  if (valueOf(record, 'spouseLast') !== '') return [first, { field: 'spouseFirst', value: spouseFirst }];
  const spouseLast = alone || spouse.last === '' ? lastNameOf(record) : spouse.last;
  return [first, { field: 'spouseFirst', value: spouseFirst }, { field: 'spouseLast', value: spouseLast }];
}

/** Corrections for a second person in the last name: "Smith & Doe" with one first name, "Smith & Jane Doe", "Smith & Guest". */
function moveSecondLast(record: MappedTexts, [one, other]: readonly [string, string]): readonly Correction[] {
  // "Otto and Ann Poe" with the first name Otto.
  if (plain(one) === plain(withoutTitles(nameOf(record, 'primaryFirst')))) return moveNames(record, splitFullName(`${one} & ${other}`));
  const last: Correction = { field: 'primaryLast', value: splitPerson(one).last };
  if (isUnnamed(other) || isOnlyTitle(other)) return [last];
  const second = splitPerson(other);
  // "Smith & Jane".
  if (second.first === '' && isHardlyLastName(second.last) && !hasSpouse(record))
    return [last, { field: 'spouseFirst', value: second.last }, { field: 'spouseLast', value: last.value }];
  if (second.first !== '' && !isCommonFirstName(second.first)) return [];
  const spouse = valueOf(record, 'spouseLast') === '' ? wholeSpouse(nameOf(record, 'spouseFirst'), valueOf(record, 'primaryLast')) : null;
  // "Jane", "Smith & Doe" and the spouse "Otto Doe": the name of the spouse has its own issue, which splits it.
  if (spouse !== null) return plain(spouse.last) === plain(second.last) ? [last] : [];
  if (second.first === '' || second.first === valueOf(record, 'spouseFirst'))
    return valueOf(record, 'spouseLast') === '' ? [last, { field: 'spouseLast', value: second.last }] : [last];
  if (hasSpouse(record)) return [];
  const spouseFirst = second.middle === '' ? second.first : `${second.first} ${second.middle}`;
  return [last, { field: 'spouseFirst', value: spouseFirst }, { field: 'spouseLast', value: second.last }];
}

/**
 * Corrections for "John & Mary" with the last names "Smith & Doe". None if one of the four parts is more than a single first or last name,
 * or is not a name.
 */
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

export const middleOf = (record: MappedTexts, middle: string): readonly Correction[] =>
  middle !== '' && valueOf(record, 'primaryMiddle') === '' ? [{ field: 'primaryMiddle', value: middle }] : [];
