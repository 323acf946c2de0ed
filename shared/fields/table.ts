/**
 * The constituent record: the 29 fields of section 2.1 of the service interface, each described once.
 * Mapping, checks, the request body, the practice service and the exports are all derived from this table.
 */

/** How a field's value is written in the record: text as given, or a form that can be checked. */
export type FieldType = 'text' | 'email' | 'date' | 'amount' | 'count';

/** The part of a person's record that a field belongs to; also the heading under which it is shown. */
export type FieldGroup = 'person' | 'spouse' | 'address' | 'contact' | 'business' | 'giving';

/**
 * What a field does for the screening: `match` fields are the usual minimum for finding a person,
 * `confidence` fields make the match surer, the rest inform the scores only.
 */
export type FieldPurpose = 'identity' | 'match' | 'confidence' | 'score';

export interface FieldDescription {
  readonly key: string;
  readonly label: string;
  readonly type: FieldType;
  readonly group: FieldGroup;
  readonly purpose: FieldPurpose;
}

/** The fields in the order of the interface; the CSV form of a list has its columns in this order. */
export const FIELDS = [
  { key: 'constituentId', label: 'Constituent ID', type: 'text', group: 'person', purpose: 'identity' },
  { key: 'primaryFirst', label: 'First name', type: 'text', group: 'person', purpose: 'match' },
  { key: 'primaryMiddle', label: 'Middle name', type: 'text', group: 'person', purpose: 'confidence' },
  { key: 'primaryLast', label: 'Last name', type: 'text', group: 'person', purpose: 'match' },
  { key: 'primaryMaiden', label: 'Maiden name', type: 'text', group: 'person', purpose: 'confidence' },
  { key: 'spouseFirst', label: 'Spouse first name', type: 'text', group: 'spouse', purpose: 'confidence' },
  { key: 'spouseMiddle', label: 'Spouse middle name', type: 'text', group: 'spouse', purpose: 'confidence' },
  { key: 'spouseLast', label: 'Spouse last name', type: 'text', group: 'spouse', purpose: 'confidence' },
  { key: 'spouseMaiden', label: 'Spouse maiden name', type: 'text', group: 'spouse', purpose: 'confidence' },
  { key: 'street', label: 'Street', type: 'text', group: 'address', purpose: 'match' },
  { key: 'street2', label: 'Street, second line', type: 'text', group: 'address', purpose: 'confidence' },
  { key: 'city', label: 'City', type: 'text', group: 'address', purpose: 'match' },
  { key: 'state', label: 'State', type: 'text', group: 'address', purpose: 'match' },
  { key: 'postalCode', label: 'Postal code', type: 'text', group: 'address', purpose: 'match' },
  { key: 'country', label: 'Country', type: 'text', group: 'address', purpose: 'confidence' },
  { key: 'personalEmail', label: 'E-mail', type: 'email', group: 'contact', purpose: 'confidence' },
  { key: 'personalPhone', label: 'Phone', type: 'text', group: 'contact', purpose: 'confidence' },
  { key: 'businessName', label: 'Business name', type: 'text', group: 'business', purpose: 'confidence' },
  { key: 'businessTitle', label: 'Business title', type: 'text', group: 'business', purpose: 'confidence' },
  { key: 'businessPhone', label: 'Business phone', type: 'text', group: 'business', purpose: 'confidence' },
  { key: 'businessEmail', label: 'Business e-mail', type: 'email', group: 'business', purpose: 'confidence' },
  { key: 'rfmFirstGiftValue', label: 'First gift, amount', type: 'amount', group: 'giving', purpose: 'score' },
  { key: 'rfmFirstGiftDate', label: 'First gift, date', type: 'date', group: 'giving', purpose: 'score' },
  { key: 'rfmMostRecentGiftValue', label: 'Most recent gift, amount', type: 'amount', group: 'giving', purpose: 'score' },
  { key: 'rfmMostRecentGiftDate', label: 'Most recent gift, date', type: 'date', group: 'giving', purpose: 'score' },
  { key: 'rfmLargestGiftValue', label: 'Largest gift, amount', type: 'amount', group: 'giving', purpose: 'score' },
  { key: 'rfmLargestGiftDate', label: 'Largest gift, date', type: 'date', group: 'giving', purpose: 'score' },
  { key: 'rfmTotalGiftCount', label: 'Number of gifts', type: 'count', group: 'giving', purpose: 'score' },
  { key: 'rfmTotalGiftValue', label: 'Total given', type: 'amount', group: 'giving', purpose: 'score' },
] as const satisfies readonly FieldDescription[];

/** The key of one field of the record, as the service spells it. */
export type FieldKey = (typeof FIELDS)[number]['key'];

/** The 29 keys in the order of the interface. */
export const FIELD_KEYS: readonly FieldKey[] = FIELDS.map((field) => field.key);

const byKey = new Map<string, (typeof FIELDS)[number]>(FIELDS.map((field) => [field.key, field]));

/** True when `key` is one of the 29 field names, spelled exactly as the interface spells it. */
export function isFieldKey(key: string): key is FieldKey {
  return byKey.has(key);
}

/** The description of a field. */
export function fieldOf(key: FieldKey): FieldDescription {
  const field = byKey.get(key);
  if (field === undefined) throw new TypeError(`no such field: ${key}`);
  return field;
}

/** Position of a field in the record, 0 to 28. */
export const FIELD_INDEX: Readonly<Record<FieldKey, number>> = Object.fromEntries(FIELD_KEYS.map((key, index) => [key, index])) as Record<
  FieldKey,
  number
>;

/** The value types a record carries on the wire (section 2.1): amounts and counts are JSON numbers, all else is text. */
export type RecordValue<K extends FieldKey> = Extract<(typeof FIELDS)[number], { key: K }>['type'] extends 'amount' | 'count'
  ? number
  : string;

/** A constituent record as the interface takes it: fields without a value are left out. */
export type ConstituentRecord = { [K in FieldKey]?: RecordValue<K> };

/** The most records that one bulk project takes (section 8). */
export const MAX_RECORDS = 1_000_000;
