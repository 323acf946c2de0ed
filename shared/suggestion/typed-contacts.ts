/**
 * Handles phones and emails with a separate column for their type: "CnPh_1_02_Phone_type" and "CnPh_1_02_Phone_number". Such a column of
 * numbers can contain email addresses, and numbers of a workplace, a fax or a spouse.
 */
import { columnLetters, knownFieldOf, otherFieldOf } from '../mapping/index.ts';
import { type FieldKey, fieldOf } from '../fields/index.ts';
import { contactUse, isContactType } from '../transforms/index.ts';
import { type Decision, toField } from './candidates.ts';
import type { ColumnProfile } from './column-profile.ts';
import { meaningOf } from './heading-parser.ts';
import { holdsTypes, TYPE_WORDS } from './type-columns.ts';

const TYPES_OF_CONTACTS = new Set([...TYPE_WORDS, 'id', 'name']);
const VALUE_WORDS = new Set(['number', 'num', 'no', 'nbr', 'nr', 'value', 'address', 'addr', 'full', 'f']);

const wordsOf = (header: string): readonly string[] =>
  header
    .replaceAll(/(?<![a-z])e[\s_-]?(?:mail|addr(?:ess)?)(?![a-z])/gi, ' email ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[a-z])(?=\d)/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');

/** The words of a heading without those for the kind of column: the same for a type column and its value column. */
const stemOf = (header: string, isType: boolean): string =>
  wordsOf(header)
    .filter((word) => !VALUE_WORDS.has(word) && !(isType && TYPES_OF_CONTACTS.has(word)))
    .join(' ');

const MOST_CONTACTS = 0.5;

/** The email or the phone of the person that a heading names; null for any other heading. */
function contactOf({ header }: ColumnProfile): FieldKey | null {
  const meaning = meaningOf(header)?.to;
  const field = knownFieldOf(header) ?? otherFieldOf(header) ?? (meaning?.kind === 'field' ? meaning.field : null);
  if (field === null) return null;
  const { kind, group } = fieldOf(field);
  return (kind === 'email' || kind === 'phone') && group === 'contact' ? field : null;
}

interface Typed {
  readonly value: Decision;
  readonly type: Decision;
  readonly field: FieldKey;
}

function typedOf(value: Decision, types: readonly Decision[]): readonly Typed[] {
  const { profile } = value;
  if (value.closed || profile.shares.phone + profile.shares.email < MOST_CONTACTS) return [];
  const field = contactOf(profile);
  if (field === null) return [];
  const stem = stemOf(profile.header, false);
  const type = types.find((one) => {
    const own = stemOf(one.profile.header, true);
    return one !== value && (own === stem || (own === '' && one.profile.column === profile.column + 1));
  });
  return type === undefined ? [] : [{ value, type, field }];
}

/** True when some value goes to another field than the heading names, or to none. */
function isDecided({ value: { profile }, type, field }: Typed): boolean {
  const { email, phone } = profile.shares;
  const isOther = fieldOf(field).kind === 'email' ? phone > 0 : email > 0;
  return isOther || type.profile.answers!.some(({ value }) => contactUse(value) !== 'personal');
}

/** Decides columns of phones and emails whose type column determines the field of each value. */
export function suggestTypedContacts(decisions: readonly Decision[]): void {
  const types = decisions.filter(({ closed, profile }) => !closed && holdsTypes(profile, isContactType));
  if (types.length === 0) return;
  const typed = decisions.flatMap((value) => typedOf(value, types));
  if (!typed.some(isDecided)) return;
  for (const { value, type, field } of typed) {
    value.to = { kind: 'split', splitter: 'contact' };
    value.typeColumn = type.profile.column;
    value.certainty = 'sure';
    value.reason = `${columnLetters(type.profile.column)} (${type.profile.header}) says where each value goes, row by row`;
    value.alternatives.push(toField(field));
    value.closed = true;
    type.certainty = 'sure';
    type.reason = `Says what the values of ${columnLetters(value.profile.column)} (${value.profile.header}) are`;
    type.closed = true;
  }
}
