/** Reads the record that a profile echoes, as a row of a list. */
import { FIELD_KEYS, type FieldKey } from '../fields/index.ts';
import { bareKey, isObject, type JsonObject, readText } from './json-values.ts';
import { ECHO_PARENTS, readProfileKeys } from './profile-keys.ts';
import type { Json } from './json.ts';

export type EchoedRecord = Readonly<Partial<Record<FieldKey, string>>>;

/**
 * The fields of the record that a profile contains directly or in an object that echoes the record. Values are as the service returns them.
 * Null without a constituent ID, because nothing then tells whose profile it is.
 */
export function readEchoedRecord(profile: Json): EchoedRecord | null {
  const { constituentId } = readProfileKeys(profile);
  if (constituentId === null || !isObject(profile)) return null;
  const echoes = [profile, ...Object.keys(profile).flatMap((key) => (ECHO_PARENTS.has(bareKey(key)) ? [profile[key]] : []))].filter(
    isObject,
  );
  const record: Partial<Record<FieldKey, string>> = { constituentId: constituentId.trim() };
  for (const key of FIELD_KEYS) {
    if (key === 'constituentId') continue;
    const value = echoes.map((echo) => readText(echo[key])).find((text) => text !== null);
    if (value !== undefined && value !== null) record[key] = value;
  }
  return record;
}

/** Other names of fields in profiles, as `bareKey` gives them. */
const OTHER_NAMES: Readonly<Record<string, FieldKey>> = {
  firstname: 'primaryFirst',
  givenname: 'primaryFirst',
  middlename: 'primaryMiddle',
  lastname: 'primaryLast',
  surname: 'primaryLast',
  familyname: 'primaryLast',
  maidenname: 'primaryMaiden',
  address: 'street',
  address1: 'street',
  addressline1: 'street',
  street1: 'street',
  address2: 'street2',
  addressline2: 'street2',
  zip: 'postalCode',
  zipcode: 'postalCode',
  postcode: 'postalCode',
  email: 'personalEmail',
  emailaddress: 'personalEmail',
  phone: 'personalPhone',
  phonenumber: 'personalPhone',
  employer: 'businessName',
  company: 'businessName',
};
/** Objects in an echo that contain some of its fields. */
const ECHO_PARTS = new Set(['address', 'name', 'contact', 'spouse', 'business']);
const FIELD_BY_BARE_KEY = new Map<string, FieldKey>([
  ...Object.entries(OTHER_NAMES),
  ...FIELD_KEYS.map((key) => [bareKey(key), key] as const),
]);

/** The fields of the record that a profile echoes, under any usual name. Values are as the service returns them. */
export function readEchoedFields(profile: Json): EchoedRecord {
  const record: Partial<Record<FieldKey, string>> = {};
  const look = (echo: JsonObject, isParent: (key: string) => boolean) => {
    for (const name of Object.keys(echo)) {
      // A heading of a CSV answer can be a dotted path.
      const path = name.split('.').map(bareKey);
      const value = echo[name];
      const isEcho = path.slice(0, -1).every((parent) => ECHO_PARENTS.has(parent) || ECHO_PARTS.has(parent));
      if (isObject(value)) {
        if (isParent(path.at(-1)!)) look(value, (key) => ECHO_PARTS.has(key));
        continue;
      }
      const field = isEcho ? FIELD_BY_BARE_KEY.get(path.at(-1)!) : undefined;
      const text = field === undefined ? null : readText(value);
      if (text !== null) record[field!] ??= text.trim();
    }
  };
  if (isObject(profile)) look(profile, (key) => ECHO_PARENTS.has(key) || ECHO_PARTS.has(key));
  return record;
}
