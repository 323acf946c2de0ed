/**
 * The constituent record: the fields of section 2.1 of the service interface, each described once. Mapping, parsing, rules, the
 * request body, the practice service and the exports derive from this table.
 */

/** What a value is: decides how it is parsed, cleaned and checked, and what speaks for it in a column. */
export type FieldKind =
  | 'identifier'
  | 'givenName'
  | 'middleName'
  | 'familyName'
  | 'maidenName'
  | 'street'
  | 'streetLine2'
  | 'city'
  | 'state'
  | 'postalCode'
  | 'country'
  | 'email'
  | 'phone'
  | 'organization'
  | 'text'
  | 'date'
  | 'amount'
  | 'count';

/** The form of a value in the request: amounts and counts are JSON numbers, dates `YYYY-MM-DD`, all others text. */
export type FieldType = 'text' | 'email' | 'date' | 'amount' | 'count';

/** The part of a person's record that a field belongs to; also the heading under which it is shown. */
export type FieldGroup = 'person' | 'spouse' | 'address' | 'contact' | 'business' | 'giving';

/** `match` fields are the usual minimum for finding a person, `confidence` fields make the match surer, `score` fields only inform scores. */
export type FieldPurpose = 'identity' | 'match' | 'confidence' | 'score';

/** Characters (UTF-16 code units) that the service takes in a text (section 2.1). */
export const MAX_TEXT_LENGTH = 255;

interface Facts<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly kind: FieldKind;
  readonly group: FieldGroup;
  readonly purpose: FieldPurpose;
  /** Whose name it is; null for everything that is no name. */
  readonly person: 'primary' | 'spouse' | null;
  /** Which gift an amount, a date or a count describes. */
  readonly gift: 'first' | 'latest' | 'largest' | 'total' | null;
  /** Longer texts are an error of their row. */
  readonly maxLength: number;
  /** Fields whose value decides how this one is parsed. */
  readonly parsedAfter: readonly Key[];
}

type Definition<Key extends string> = Omit<Facts<Key>, 'person' | 'gift' | 'maxLength' | 'parsedAfter'> & Partial<Facts<Key>>;

const DEFINITIONS = [
  { key: 'constituentId', label: 'Constituent ID', kind: 'identifier', group: 'person', purpose: 'identity' },
  { key: 'primaryFirst', label: 'First name', kind: 'givenName', group: 'person', purpose: 'match', person: 'primary' },
  { key: 'primaryMiddle', label: 'Middle name', kind: 'middleName', group: 'person', purpose: 'confidence', person: 'primary' },
  { key: 'primaryLast', label: 'Last name', kind: 'familyName', group: 'person', purpose: 'match', person: 'primary' },
  { key: 'primaryMaiden', label: 'Maiden name', kind: 'maidenName', group: 'person', purpose: 'confidence', person: 'primary' },
  { key: 'spouseFirst', label: 'Spouse first name', kind: 'givenName', group: 'spouse', purpose: 'confidence', person: 'spouse' },
  { key: 'spouseMiddle', label: 'Spouse middle name', kind: 'middleName', group: 'spouse', purpose: 'confidence', person: 'spouse' },
  { key: 'spouseLast', label: 'Spouse last name', kind: 'familyName', group: 'spouse', purpose: 'confidence', person: 'spouse' },
  { key: 'spouseMaiden', label: 'Spouse maiden name', kind: 'maidenName', group: 'spouse', purpose: 'confidence', person: 'spouse' },
  { key: 'street', label: 'Street', kind: 'street', group: 'address', purpose: 'match', parsedAfter: ['street2'] },
  { key: 'street2', label: 'Street, second line', kind: 'streetLine2', group: 'address', purpose: 'confidence' },
  { key: 'city', label: 'City', kind: 'city', group: 'address', purpose: 'match' },
  { key: 'state', label: 'State', kind: 'state', group: 'address', purpose: 'match', parsedAfter: ['country'] },
  { key: 'postalCode', label: 'Postal code', kind: 'postalCode', group: 'address', purpose: 'match', parsedAfter: ['country'] },
  { key: 'country', label: 'Country', kind: 'country', group: 'address', purpose: 'confidence' },
  { key: 'personalEmail', label: 'E-mail', kind: 'email', group: 'contact', purpose: 'confidence' },
  { key: 'personalPhone', label: 'Phone', kind: 'phone', group: 'contact', purpose: 'confidence' },
  { key: 'businessName', label: 'Business name', kind: 'organization', group: 'business', purpose: 'confidence' },
  { key: 'businessTitle', label: 'Business title', kind: 'text', group: 'business', purpose: 'confidence' },
  { key: 'businessPhone', label: 'Business phone', kind: 'phone', group: 'business', purpose: 'confidence' },
  { key: 'businessEmail', label: 'Business e-mail', kind: 'email', group: 'business', purpose: 'confidence' },
  { key: 'rfmFirstGiftValue', label: 'First gift, amount', kind: 'amount', group: 'giving', purpose: 'score', gift: 'first' },
  { key: 'rfmFirstGiftDate', label: 'First gift, date', kind: 'date', group: 'giving', purpose: 'score', gift: 'first' },
  { key: 'rfmMostRecentGiftValue', label: 'Most recent gift, amount', kind: 'amount', group: 'giving', purpose: 'score', gift: 'latest' },
  { key: 'rfmMostRecentGiftDate', label: 'Most recent gift, date', kind: 'date', group: 'giving', purpose: 'score', gift: 'latest' },
  { key: 'rfmLargestGiftValue', label: 'Largest gift, amount', kind: 'amount', group: 'giving', purpose: 'score', gift: 'largest' },
  { key: 'rfmLargestGiftDate', label: 'Largest gift, date', kind: 'date', group: 'giving', purpose: 'score', gift: 'largest' },
  { key: 'rfmTotalGiftCount', label: 'Number of gifts', kind: 'count', group: 'giving', purpose: 'score', gift: 'total' },
  { key: 'rfmTotalGiftValue', label: 'Total given', kind: 'amount', group: 'giving', purpose: 'score', gift: 'total' },
] as const satisfies readonly Definition<string>[]; // prettier-ignore

/** The key of one field of the record, as the service spells it. */
export type FieldKey = (typeof DEFINITIONS)[number]['key'];

export interface FieldSpec extends Facts<FieldKey> {
  readonly type: FieldType;
}

const TYPES: Readonly<Partial<Record<FieldKind, FieldType>>> = { email: 'email', date: 'date', amount: 'amount', count: 'count' };

function defineFields(definitions: readonly Definition<FieldKey>[]): readonly FieldSpec[] {
  return definitions.map((definition) => ({
    person: null,
    gift: null,
    maxLength: MAX_TEXT_LENGTH,
    parsedAfter: [],
    ...definition,
    type: TYPES[definition.kind] ?? 'text',
  }));
}

/** The fields in the order of the interface, which is also the order of the columns in the CSV form of a list. */
export const FIELDS = defineFields(DEFINITIONS);

/** The keys in the order of the interface. */
export const FIELD_KEYS: readonly FieldKey[] = FIELDS.map((field) => field.key);

const byKey = new Map<string, FieldSpec>(FIELDS.map((field) => [field.key, field]));

/** True when `key` is a field name, spelled exactly as the interface spells it. */
export function isFieldKey(key: string): key is FieldKey {
  return byKey.has(key);
}

/** The description of a field. */
export function fieldOf(key: FieldKey): FieldSpec {
  const field = byKey.get(key);
  if (field === undefined) throw new TypeError(`no such field: ${key}`);
  return field;
}

/** What fields are selected by; several kinds: any of them. */
export type FieldSelection = Partial<Pick<FieldSpec, 'person' | 'group' | 'gift'>> & { readonly kind?: FieldKind | readonly FieldKind[] };

/** The keys of all fields that have every wanted property, in the order of the interface. */
export function fieldsOf({ kind, ...want }: FieldSelection): readonly FieldKey[] {
  const kinds: readonly FieldKind[] | null = kind === undefined ? null : typeof kind === 'string' ? [kind] : kind;
  const properties = Object.entries(want);
  return FIELDS.flatMap((field) =>
    (kinds === null || kinds.includes(field.kind)) && properties.every(([name, value]) => field[name as keyof FieldSpec] === value)
      ? [field.key]
      : [],
  );
}

/** Position of a field in the record, from 0. */
export const FIELD_INDEX = Object.fromEntries(FIELD_KEYS.map((key, index) => [key, index])) as Readonly<Record<FieldKey, number>>;

/** The positions of fields in the record. */
export const indexesOf = (keys: readonly FieldKey[]): number[] => keys.map((key) => FIELD_INDEX[key]);

/** The kinds of people's names, which are cleaned and checked as names. */
export const NAME_KINDS = ['givenName', 'middleName', 'familyName', 'maidenName'] as const satisfies readonly FieldKind[];

/** The type of a field's value in the request (section 2.1). */
export type RecordValue<K extends FieldKey> = Extract<(typeof DEFINITIONS)[number], { key: K }>['kind'] extends 'amount' | 'count'
  ? number
  : string;

/** A constituent record as the interface takes it: fields without a value are left out. */
export type ConstituentRecord = { [K in FieldKey]?: RecordValue<K> };

/** The most records that one bulk project takes (section 8). */
export const MAX_RECORDS = 1_000_000;
