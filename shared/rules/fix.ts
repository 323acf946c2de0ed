/**
 * What a fix is: a pure function from a record to corrections of its fields. It never changes the record, so one function makes both
 * the preview and the fix.
 */
import { FIELD_INDEX, fieldOf, type FieldKey, type FieldKind } from '../fields/table.ts';
import type { MappedTexts } from '../mapping/mapped-record.ts';
import { LONGEST_READ } from '../transforms/text.ts';

/** A new text for one field, in the form of the record; empty clears it. For `applyOverride`. */
export interface Correction {
  readonly field: FieldKey;
  readonly value: string;
}

export interface Fix<Id extends string = string> {
  readonly id: Id;
  /** What it does, as one line. */
  readonly description: string;
  /** The text of the button for a formatted number of rows; "Look at 46" where a person should see each. */
  readonly button: (rows: string, field: FieldKey) => string;
  /** False when it proposes a guess that a person should see row by row. */
  readonly bulk: boolean;
  /** Other fields that it may fill. They are checked even without a column. */
  readonly fills?: readonly FieldKey[];
  /** The corrections for a row with an issue on `field`; none when there is nothing to do. */
  readonly apply: (record: MappedTexts, field: FieldKey) => readonly Correction[];
}

/** Keeps the id as a literal type. */
export const defineFix = <const Id extends string>(fix: Fix<Id>): Fix<Id> => fix;

export const valueOf = (record: MappedTexts, field: FieldKey): string => record.values[FIELD_INDEX[field]]!;

/** The value where it can be a name; empty for a text that is too long to be one. */
export const nameOf = (record: MappedTexts, field: FieldKey): string =>
  valueOf(record, field).length > LONGEST_READ ? '' : valueOf(record, field);

export const clear = (field: FieldKey): Correction => ({ field, value: '' });

/** A count with its noun: "1 e-mail", "34 e-mails". */
export const many = (rows: string, noun: string): string => `${rows} ${noun}${rows === '1' ? '' : 's'}`;

const NOUNS: Partial<Record<FieldKind, string>> = { date: 'date', amount: 'amount', email: 'e-mail', phone: 'phone' };

export const CLEAR_VALUE = defineFix({
  id: 'clearValue',
  description: 'Leaves the value out of the record; the sheet keeps it.',
  button: (rows, field) => `Clear ${many(rows, NOUNS[fieldOf(field).kind] ?? 'value')}`,
  bulk: true,
  apply: (record, field) => (valueOf(record, field) === '' ? [] : [clear(field)]),
});
