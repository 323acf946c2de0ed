/** The fields of the form by group and line, with the labels that staff use. */
import { FIELD_KEYS, type FieldKey, fieldOf } from '../../../shared/fields/index.ts';

export interface FormField {
  readonly key: FieldKey;
  /** The label above the field. */
  readonly label: string;
  /** The accessible name, if the label alone does not distinguish two fields; it contains the label. */
  readonly name?: string;
}

export interface FormGroup {
  readonly title: string;
  readonly layout: 'name' | 'address' | 'column';
  /** The fields next to each other. */
  readonly lines: readonly (readonly FormField[])[];
  /** Fields that few people fill in: hidden until the user opens them. */
  readonly rare: { readonly label: string; readonly name?: string; readonly fields: readonly FormField[] } | null;
}

export const PERSON: FormGroup = {
  title: 'Person',
  layout: 'name',
  lines: [
    [
      { key: 'primaryFirst', label: 'First name' },
      { key: 'primaryMiddle', label: 'Middle', name: 'Middle name' },
      { key: 'primaryLast', label: 'Last name' },
      { key: 'constituentId', label: 'Your ID' },
    ],
  ],
  rare: { label: 'Maiden name', fields: [{ key: 'primaryMaiden', label: 'Maiden name' }] },
};

export const SPOUSE: FormGroup = {
  title: 'Spouse',
  layout: 'name',
  lines: [
    [
      { key: 'spouseFirst', label: 'First name', name: 'Spouse first name' },
      { key: 'spouseMiddle', label: 'Middle', name: 'Spouse middle name' },
      { key: 'spouseLast', label: 'Last name', name: 'Spouse last name' },
    ],
  ],
  rare: {
    label: 'Maiden name',
    name: 'Maiden name of the spouse',
    fields: [{ key: 'spouseMaiden', label: 'Maiden name', name: 'Spouse maiden name' }],
  },
};

export const ADDRESS: FormGroup = {
  title: 'Address',
  layout: 'address',
  lines: [
    [
      { key: 'street', label: 'Street' },
      { key: 'street2', label: 'Apt, unit' },
    ],
    [
      { key: 'city', label: 'City' },
      { key: 'state', label: 'State' },
      { key: 'postalCode', label: 'Postal code' },
    ],
  ],
  rare: { label: 'Country', fields: [{ key: 'country', label: 'Country' }] },
};

export const CONTACT: FormGroup = {
  title: 'Contact',
  layout: 'column',
  lines: [[{ key: 'personalEmail', label: 'Email' }], [{ key: 'personalPhone', label: 'Phone' }]],
  rare: null,
};

export const WORK: FormGroup = {
  title: 'Work',
  layout: 'column',
  lines: [[{ key: 'businessName', label: 'Employer' }], [{ key: 'businessTitle', label: 'Job title' }]],
  rare: {
    label: 'Work phone and email',
    fields: [
      { key: 'businessPhone', label: 'Work phone' },
      { key: 'businessEmail', label: 'Work email' },
    ],
  },
};

/** A line of Giving: an amount, followed by a date or a number of gifts. */
export interface GiftLine {
  readonly title: string;
  readonly amount: FormField;
  readonly other: FormField;
}

export const GIFTS: readonly GiftLine[] = [
  {
    title: 'First gift',
    amount: { key: 'rfmFirstGiftValue', label: 'First gift amount' },
    other: { key: 'rfmFirstGiftDate', label: 'First gift date' },
  },
  {
    title: 'Largest gift',
    amount: { key: 'rfmLargestGiftValue', label: 'Largest gift amount' },
    other: { key: 'rfmLargestGiftDate', label: 'Largest gift date' },
  },
  {
    title: 'Latest gift',
    amount: { key: 'rfmMostRecentGiftValue', label: 'Latest gift amount' },
    other: { key: 'rfmMostRecentGiftDate', label: 'Latest gift date' },
  },
  {
    title: 'All gifts',
    amount: { key: 'rfmTotalGiftValue', label: 'All gifts amount' },
    other: { key: 'rfmTotalGiftCount', label: 'Number of gifts' },
  },
];

const ALL: readonly FormField[] = [
  ...[PERSON, SPOUSE, ADDRESS, CONTACT, WORK].flatMap(({ lines, rare }) => [...lines.flat(), ...(rare?.fields ?? [])]),
  ...GIFTS.flatMap(({ amount, other }) => [amount, other]),
];

const NAMES = new Map(ALL.map(({ key, label, name }) => [key, name ?? label]));

/** The name of a field as in the form. */
export const labelOf = (key: FieldKey): string => NAMES.get(key) ?? fieldOf(key).label;

/** The name of a field inside a sentence: "the email", "your ID", "the postal code". */
export function phraseOf(key: FieldKey): string {
  const label = labelOf(key);
  return label.startsWith('Your ') ? label.replace('Your', 'your') : `the ${label.toLowerCase()}`;
}

/** The empty fields that a reliable match needs, for a sentence. */
export const missingParts = (has: (key: FieldKey) => boolean): string[] =>
  FIELD_KEYS.filter((key) => fieldOf(key).purpose === 'match' && !has(key)).map((key) => phraseOf(key));
