/** Compares the record as sent with the fields that a profile returns, using the same normalized forms as matching and joining. */
import { FIELDS, FIELD_INDEX, type FieldKey, type FieldSpec, fieldOf } from '../../../shared/fields/index.ts';
import { type EchoedRecord, nameKey, namesAgree } from '../../../shared/results/index.ts';
import { plain, plainStreet, zipKey } from '../../../shared/rules/index.ts';
import { areFormsOfOneName, countryCode, idKeyOf, stateCode } from '../../../shared/transforms/index.ts';

/** `fits`: an initial, a part or another form of the same name. */
export type FieldState = 'same' | 'fits' | 'differs' | 'onlyOurs' | 'onlyTheirs';

export interface ComparedField {
  readonly field: FieldKey;
  readonly ours: string;
  readonly theirs: string;
  readonly state: FieldState;
}

/** The fields that identify a person. Gifts do not show whether the match is right. */
const COMPARED = FIELDS.filter(({ group, kind }) => group !== 'giving' && kind !== 'identifier');

/** The weight of another form of the same name, where 1 is a different value. */
const FITTING = 0.25;

/** The normalized form of a value. Two values are the same when their forms are equal. */
function formOf({ kind }: FieldSpec, value: string): string {
  switch (kind) {
    case 'identifier':
      return idKeyOf(value);
    case 'street':
    case 'streetLine2':
      return plainStreet(value);
    case 'postalCode':
      return zipKey(value);
    case 'state':
      return stateCode(value) ?? plain(value);
    case 'country':
      return countryCode(value) ?? plain(value);
    case 'phone':
      return value.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
    default:
      return plain(value);
  }
}

/** Whether two names can be the same: one is an initial, a short form or a nickname of the other. */
function namesFit(one: string, other: string): boolean {
  const [key, echoed] = [nameKey(one, ''), nameKey(other, '')];
  if (key === null || echoed === null) return false;
  return (
    namesAgree(
      Uint8Array.from(key, (letter) => letter.charCodeAt(0)),
      0,
      echoed,
    ) || areFormsOfOneName(plain(one), plain(other))
  );
}

function stateOf(spec: FieldSpec, ours: string, theirs: string): FieldState {
  if (theirs === '') return 'onlyOurs';
  if (ours === '') return 'onlyTheirs';
  if (formOf(spec, ours) === formOf(spec, theirs)) return 'same';
  const isFitting = (spec.kind === 'givenName' || spec.kind === 'middleName') && namesFit(ours, theirs);
  return isFitting ? 'fits' : 'differs';
}

/** The fields that have a value on at least one side. `ours`: values in the order of `FIELD_KEYS`. */
export function compareFields(ours: readonly string[], theirs: EchoedRecord): ComparedField[] {
  return COMPARED.flatMap((spec) => {
    const [our, their] = [ours[FIELD_INDEX[spec.key]]!, theirs[spec.key] ?? ''];
    return our === '' && their === '' ? [] : [{ field: spec.key, ours: our, theirs: their, state: stateOf(spec, our, their) }];
  });
}

/** Name and address. They determine the doubt, and with the ID the identity of a pair. */
const DOUBTED = (['primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode'] as const).map(fieldOf);

/** The ID, name and address of one side as one text. It is equal for two records of the same person at the same address. */
export const identityOf = (valueOf: (field: FieldKey) => string): string =>
  [fieldOf('constituentId'), ...DOUBTED].map((spec) => formOf(spec, valueOf(spec.key))).join('|');

/** True when a profile has a name or an address to compare with. */
export const showsPerson = (theirs: EchoedRecord): boolean => DOUBTED.some(({ key }) => (theirs[key] ?? '') !== '');

/**
 * Of the name and address fields that both sides have, the share that differs, 0 to 1; null when they have none in common. `ours`: values
 * in the order of `FIELD_KEYS`.
 */
export function doubtByEcho(ours: readonly string[], theirs: EchoedRecord): number | null {
  let compared = 0;
  let doubt = 0;
  for (const spec of DOUBTED) {
    const [our, their] = [ours[FIELD_INDEX[spec.key]]!, theirs[spec.key] ?? ''];
    if (our === '' || their === '') continue;
    compared += 1;
    const state = stateOf(spec, our, their);
    if (state !== 'same') doubt += state === 'fits' ? FITTING : 1;
  }
  return compared === 0 ? null : doubt / compared;
}
