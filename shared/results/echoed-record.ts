/** The record that a profile echoes, as a row of a list. */
import { FIELD_KEYS, type FieldKey } from '../fields/index.ts';
import { bareKey, isObject, readText } from './json-values.ts';
import { ECHO_PARENTS, readProfileKeys } from './profile-keys.ts';
import type { Json } from './json.ts';

export type EchoedRecord = Readonly<Partial<Record<FieldKey, string>>>;

/**
 * The fields of the record that a profile contains, in itself or in an object that echoes the record; values as the service gives them.
 * Null when the profile has no constituent ID: nothing then tells whose it is.
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
