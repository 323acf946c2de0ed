/**
 * The fixes that one click applies to every row of a rule: pure functions from a record to corrections of its fields.
 * They propose and never change the record, so that the same function makes the preview and the fix.
 */
import { FIELD_INDEX, FIELD_KEYS, fieldOf, type FieldKey, type FieldKind } from '../fields/table.ts';
import { PARSE_ERROR, type MappedTexts } from '../mapping/mapped-record.ts';
import { withZipZeros } from '../transforms/addresses.ts';
import { repairedAddress } from '../transforms/emails.ts';
import { splitPeople } from '../transforms/namekinds.ts';
import { householdLastName, splitFullName, splitPerson, splitSecond, withoutTitles } from '../transforms/names.ts';
import { stateCode } from '../transforms/states.ts';
import { LONGEST_READ } from '../transforms/text.ts';

/** A new text for one field, in the form of the record; empty clears it. For `applyOverride`. */
export interface Correction {
  readonly field: FieldKey;
  readonly value: string;
}

export interface Fix {
  readonly id: FixId;
  /** What it does, as one line. */
  readonly description: string;
  /** The button's words for so many rows; "Look at 46" where a person should see each. */
  readonly button: (rows: string, field: FieldKey) => string;
  /** False when what it proposes is a guess that a person should see row by row. */
  readonly bulk: boolean;
  /** The corrections for a row on whose field the rule was found; none when there is nothing to do. */
  readonly apply: (record: MappedTexts, field: FieldKey) => readonly Correction[];
}

export type FixId =
  | 'repairEmail'
  | 'clearValue'
  | 'centuryBack'
  | 'shorten'
  | 'addZipZeros'
  | 'stateToCode'
  | 'splitPeople'
  | 'nameToBusiness'
  | 'householdToLast'
  | 'dropTitles'
  | 'splitLast'
  | 'nameFromFirst'
  | 'clearSpouse'
  | 'swapGiftDates';

/** The fields that fixes move a part of another field to. */
export const FILLED_BY_FIXES: ReadonlySet<FieldKey> = new Set<FieldKey>([
  'primaryFirst',
  'primaryMiddle',
  'primaryLast',
  'spouseFirst',
  'spouseLast',
  'businessName',
]);

const valueOf = (record: MappedTexts, field: FieldKey): string => record.values[FIELD_INDEX[field]]!;
/** The value where it can be a name; empty for a text that is too long to be one. */
const nameOf = (record: MappedTexts, field: FieldKey): string =>
  valueOf(record, field).length > LONGEST_READ ? '' : valueOf(record, field);
const clear = (field: FieldKey): Correction => ({ field, value: '' });

const NOUNS: Partial<Record<FieldKind, string>> = { date: 'date', amount: 'amount', email: 'e-mail', phone: 'phone' };
const nounOf = (field: FieldKey): string => NOUNS[fieldOf(field).kind] ?? 'value';

/** So many of them: "1 e-mail", "34 e-mails". */
const many = (rows: string, noun: string): string => `${rows} ${noun}${rows === '1' ? '' : 's'}`;

function moveSecondPerson(record: MappedTexts, field: FieldKey): readonly Correction[] {
  const text = nameOf(record, field);
  const people = splitPeople(text);
  if (people === null) return [];
  if (field === 'spouseFirst' || field === 'spouseLast') return [{ field, value: withoutTitles(people[0]) }];
  const spouseFree = valueOf(record, 'spouseFirst') === '' && valueOf(record, 'spouseLast') === '';
  if (field === 'primaryFirst') {
    const spouse = splitSecond(people[1]);
    const first: Correction = { field, value: withoutTitles(people[0]) };
    if (!spouseFree) return [first];
    const alone = spouse.first === '';
    // As the first person keeps "Jane Q." whole, so does the second.
    const spouseFirst = alone ? spouse.last : spouse.last === '' ? `${spouse.first} ${spouse.middle}` : spouse.first;
    const spouseLast = alone || spouse.last === '' ? valueOf(record, 'primaryLast') : spouse.last;
    return [first, { field: 'spouseFirst', value: spouseFirst }, { field: 'spouseLast', value: spouseLast }];
  }
  const name = splitFullName(text);
  if (valueOf(record, 'primaryFirst') !== '') {
    // "Smith & Doe" beside one first name: the second last name is the spouse's.
    const corrections: Correction[] = [{ field, value: splitPerson(people[0]).last }];
    if (spouseFree || valueOf(record, 'spouseLast') === '') corrections.push({ field: 'spouseLast', value: splitPerson(people[1]).last });
    return corrections;
  }
  const corrections: Correction[] = [
    { field: 'primaryFirst', value: name.first },
    { field: 'primaryLast', value: name.last },
  ];
  if (spouseFree) corrections.push({ field: 'spouseFirst', value: name.spouseFirst }, { field: 'spouseLast', value: name.spouseLast });
  return corrections.filter(({ value }) => value !== '');
}

function moveToBusiness(record: MappedTexts, field: FieldKey): readonly Correction[] {
  const name = valueOf(record, field);
  const corrections: Correction[] = [clear(field)];
  if (valueOf(record, 'businessName') === '') corrections.push({ field: 'businessName', value: name });
  return corrections;
}

function wholeName(record: MappedTexts, source: FieldKey): readonly Correction[] {
  const name = splitPerson(nameOf(record, source));
  if (name.first === '' || name.last === '') return [];
  const corrections: Correction[] = [
    { field: 'primaryFirst', value: name.first },
    { field: 'primaryLast', value: name.last },
  ];
  if (name.middle !== '' && valueOf(record, 'primaryMiddle') === '') corrections.push({ field: 'primaryMiddle', value: name.middle });
  return corrections;
}

const CLEAN_DATE = /^(\d{2})(\d{2})(-\d{2}-\d{2})$/;

const LIST: readonly Fix[] = [
  {
    id: 'repairEmail',
    description: 'Repairs slips in an e-mail address; clears what cannot be one.',
    button: (rows) => `Repair or clear ${rows}`,
    bulk: true,
    apply: (record, field) => [{ field, value: repairedAddress(valueOf(record, field)) }],
  },
  {
    id: 'clearValue',
    description: 'Leaves the value out of the record; the sheet keeps it.',
    button: (rows, field) => `Clear ${many(rows, nounOf(field))}`,
    bulk: true,
    apply: (record, field) => (valueOf(record, field) === '' ? [] : [clear(field)]),
  },
  {
    id: 'centuryBack',
    description: 'Takes a date a hundred years back, where the century was guessed wrong.',
    button: (rows) => `Look at ${rows}`,
    bulk: false,
    apply: (record, field) => {
      const date = CLEAN_DATE.exec(valueOf(record, field));
      if (date === null || record.parseErrors[FIELD_INDEX[field]] !== PARSE_ERROR.none) return [];
      const century = Number(date[1]) - 1;
      return century < 19 ? [] : [{ field, value: `${century}${date[2]}${date[3]!}` }];
    },
  },
  {
    id: 'shorten',
    description: 'Cuts the text after 255 characters, at a blank where there is one.',
    button: (rows) => `Shorten ${many(rows, 'text')}`,
    bulk: true,
    apply: (record, field) => {
      const text = valueOf(record, field);
      const { maxLength } = fieldOf(field);
      if (text.length <= maxLength) return [];
      const cut = text.slice(0, maxLength);
      const blank = cut.lastIndexOf(' ');
      // Half of a surrogate pair at the end would be no character.
      return [{ field, value: (blank > 200 ? cut.slice(0, blank) : cut.replace(/[\uD800-\uDBFF]$/, '')).trimEnd() }];
    },
  },
  {
    id: 'addZipZeros',
    description: 'Puts the leading zeros back that a spreadsheet took.',
    button: (rows) => `Add the zero to ${rows}`,
    bulk: true,
    apply: (record, field) => {
      const zip = valueOf(record, field);
      const whole = withZipZeros(zip);
      return whole === zip ? [] : [{ field, value: whole }];
    },
  },
  {
    id: 'stateToCode',
    description: 'Writes the state as its two letters.',
    button: (rows) => `Shorten ${many(rows, 'state')}`,
    bulk: true,
    apply: (record, field) => {
      const code = stateCode(valueOf(record, field));
      return code === null ? [] : [{ field, value: code }];
    },
  },
  {
    id: 'splitPeople',
    description: 'Keeps the first person and moves the second to the spouse, if there is none yet.',
    button: (rows) => `Move ${rows} to spouse`,
    bulk: true,
    apply: moveSecondPerson,
  },
  {
    id: 'nameToBusiness',
    description: 'Moves the organization from the last name to the business name.',
    button: (rows) => `Move ${rows} to business`,
    bulk: true,
    apply: moveToBusiness,
  },
  {
    id: 'householdToLast',
    description: 'Keeps the family’s last name: "The Smith Family" becomes Smith.',
    button: (rows) => `Keep ${many(rows, 'last name')}`,
    bulk: true,
    apply: (record, field) => {
      const last = householdLastName(nameOf(record, field));
      return last === '' ? [] : [{ field, value: last }];
    },
  },
  {
    id: 'dropTitles',
    description: 'Takes Mr., Dr., Jr. and the like out of the name.',
    button: (rows) => `Take it out of ${rows}`,
    bulk: true,
    apply: (record, field) => {
      const name = nameOf(record, field);
      const bare = withoutTitles(name);
      return bare === name ? [] : [{ field, value: bare }];
    },
  },
  {
    id: 'splitLast',
    description: 'Takes the whole name apart into first, middle and last name.',
    button: (rows) => `Split ${many(rows, 'name')}`,
    bulk: true,
    apply: (record) => wholeName(record, 'primaryLast'),
  },
  {
    id: 'nameFromFirst',
    description: 'Takes the last name from a first name of several words.',
    button: (rows) => `Split ${many(rows, 'name')}`,
    bulk: false,
    apply: (record) => wholeName(record, 'primaryFirst'),
  },
  {
    id: 'clearSpouse',
    description: 'Leaves out a spouse who is the constituent again.',
    button: (rows) => `Clear ${many(rows, 'spouse')}`,
    bulk: true,
    apply: () => [clear('spouseFirst'), clear('spouseMiddle'), clear('spouseLast')],
  },
  {
    id: 'swapGiftDates',
    description: 'Swaps the dates of the first and the most recent gift.',
    button: (rows) => `Look at ${rows}`,
    bulk: false,
    apply: (record) => {
      const first = valueOf(record, 'rfmFirstGiftDate');
      const recent = valueOf(record, 'rfmMostRecentGiftDate');
      return first === '' || recent === '' ? [] : [{ field: 'rfmFirstGiftDate', value: recent }, { field: 'rfmMostRecentGiftDate', value: first }]; // prettier-ignore
    },
  },
];

/** Every fix by its id. */
export const FIXES = Object.fromEntries(LIST.map((fix) => [fix.id, fix])) as Readonly<Record<FixId, Fix>>;

/** The corrections of a fix that change something, in the order of the fields. */
export function correctionsOf(fix: FixId, record: MappedTexts, field: FieldKey): readonly Correction[] {
  const changes = FIXES[fix].apply(record, field).filter((correction) => correction.value !== valueOf(record, correction.field));
  return changes.length < 2 ? changes : [...changes].sort((a, b) => FIELD_KEYS.indexOf(a.field) - FIELD_KEYS.indexOf(b.field));
}
