/**
 * The constituent record: the fields of section 2.1 of the service interface, each described once. Mapping, parsing,
 * rules, the request body, the practice service and the exports derive from this table.
 */

/** Decides how a value is parsed, cleaned and checked, and which values suggest this field for a column. */
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

/** Amounts and counts are JSON numbers in the request, dates are `YYYY-MM-DD`, all others are text. */
export type FieldType = 'text' | 'email' | 'date' | 'amount' | 'count';

/** The part of a person's record that a field belongs to, which is also the heading above it on screen. */
export type FieldGroup = 'person' | 'spouse' | 'address' | 'contact' | 'business' | 'giving';

/**
 * The `identity` field tells people apart, `match` fields are the usual minimum for finding a person, `confidence` fields support the
 * match, `score` fields only inform scores.
 */
export type FieldPurpose = 'identity' | 'match' | 'confidence' | 'score';

/** In UTF-16 code units; the service's limit (section 2.1). */
export const MAX_TEXT_LENGTH = 255;

interface Facts<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly kind: FieldKind;
  readonly group: FieldGroup;
  readonly purpose: FieldPurpose;
  /** Whose name the field contains; null for other fields. */
  readonly person: 'primary' | 'spouse' | null;
  /** Which gift an amount, a date or a count describes. */
  readonly gift: 'first' | 'latest' | 'largest' | 'total' | null;
  /** A longer text is an error of its row. */
  readonly maxLength: number;
  /** Fields whose values decide how this one is parsed. */
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
  // Texts call this field "Postal code". They say "ZIP" only about US codes, for example in an issue about their digits.
  { key: 'postalCode', label: 'Postal code', kind: 'postalCode', group: 'address', purpose: 'match', parsedAfter: ['country', 'state'] },
  { key: 'country', label: 'Country', kind: 'country', group: 'address', purpose: 'confidence' },
  { key: 'personalEmail', label: 'Email', kind: 'email', group: 'contact', purpose: 'confidence' },
  { key: 'personalPhone', label: 'Phone', kind: 'phone', group: 'contact', purpose: 'confidence' },
  { key: 'businessName', label: 'Business name', kind: 'organization', group: 'business', purpose: 'confidence' },
  { key: 'businessTitle', label: 'Business title', kind: 'text', group: 'business', purpose: 'confidence' },
  { key: 'businessPhone', label: 'Business phone', kind: 'phone', group: 'business', purpose: 'confidence' },
  { key: 'businessEmail', label: 'Business email', kind: 'email', group: 'business', purpose: 'confidence' },
  { key: 'rfmFirstGiftValue', label: 'First gift, amount', kind: 'amount', group: 'giving', purpose: 'score', gift: 'first' },
  { key: 'rfmFirstGiftDate', label: 'First gift, date', kind: 'date', group: 'giving', purpose: 'score', gift: 'first' },
  { key: 'rfmMostRecentGiftValue', label: 'Most recent gift, amount', kind: 'amount', group: 'giving', purpose: 'score', gift: 'latest' },
  { key: 'rfmMostRecentGiftDate', label: 'Most recent gift, date', kind: 'date', group: 'giving', purpose: 'score', gift: 'latest' },
  { key: 'rfmLargestGiftValue', label: 'Largest gift, amount', kind: 'amount', group: 'giving', purpose: 'score', gift: 'largest' },
  { key: 'rfmLargestGiftDate', label: 'Largest gift, date', kind: 'date', group: 'giving', purpose: 'score', gift: 'largest' },
  { key: 'rfmTotalGiftCount', label: 'Number of gifts', kind: 'count', group: 'giving', purpose: 'score', gift: 'total' },
  { key: 'rfmTotalGiftValue', label: 'Total given', kind: 'amount', group: 'giving', purpose: 'score', gift: 'total' },
] as const satisfies readonly Definition<string>[]; // prettier-ignore

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

/**
 * In the order of the interface, which is also the column order of a list in CSV. Checks store a field by its index here: append new
 * fields, and never move or remove one.
 */
export const FIELDS = defineFields(DEFINITIONS);

/** In the order of the interface. */
export const FIELD_KEYS: readonly FieldKey[] = FIELDS.map((field) => field.key);

const byKey = new Map<string, FieldSpec>(FIELDS.map((field) => [field.key, field]));

/** Case matters: the interface compares field names exactly. */
export const isFieldKey = (key: string): key is FieldKey => byKey.has(key);

export function fieldOf(key: FieldKey): FieldSpec {
  const field = byKey.get(key);
  if (field === undefined) throw new TypeError(`no such field: ${key}`);
  return field;
}

/** The label of a field; any other text unchanged. */
export const labelOf = (field: string): string => byKey.get(field)?.label ?? field;

/** The properties that select fields. With several kinds, a field matches any of them. */
export type FieldSelection = Partial<Pick<FieldSpec, 'person' | 'group' | 'gift'>> & { readonly kind?: FieldKind | readonly FieldKind[] };

/** The keys of all matching fields, in the order of the interface. */
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

/** Fields without which results could not be joined to their rows, or nobody could be found. */
const ALWAYS_SENT: readonly FieldKey[] = ['constituentId', 'primaryFirst', 'primaryLast'];

/** The fields that a connection can keep out of what it sends. */
export const WITHHOLDABLE: readonly FieldKey[] = FIELD_KEYS.filter((field) => !ALWAYS_SENT.includes(field));

/** The union of the lists, in the order of the interface. */
export function inOrder(...lists: readonly (readonly FieldKey[])[]): FieldKey[] {
  const all = new Set(lists.flat());
  return FIELD_KEYS.filter((field) => all.has(field));
}

export const indexesOf = (keys: readonly FieldKey[]): number[] => keys.map((key) => FIELD_INDEX[key]);

/** The kinds of fields that are cleaned and checked as names of people. */
export const NAME_KINDS = ['givenName', 'middleName', 'familyName', 'maidenName'] as const satisfies readonly FieldKind[];

export type RecordValue<K extends FieldKey> = Extract<(typeof DEFINITIONS)[number], { key: K }>['kind'] extends 'amount' | 'count'
  ? number
  : string;

/** A constituent record in the form of the interface: fields without a value are absent. */
export type ConstituentRecord = { [K in FieldKey]?: RecordValue<K> };

/** The limit of one bulk project (section 8). */
export const MAX_RECORDS = 1_000_000;
