/** A fix is a pure function from a record to corrections of its fields. It does not change the record, so that previews can use it too. */
import { FIELD_INDEX, type FieldKey, type FieldKind, fieldOf } from '../fields/index.ts';
import type { MappedTexts } from '../mapping/index.ts';
import { LONGEST_READ } from '../transforms/index.ts';

/** A new text for one field, for `applyOverride`; an empty text clears the field. */
export interface Correction {
  readonly field: FieldKey;
  readonly value: string;
}

export interface Choice {
  readonly label: string;
  readonly corrections: readonly Correction[];
}

/** One way to read all values with an issue, and its button. It has no correction for values that do not fit. */
export interface Reading {
  readonly button: string;
  readonly apply: (record: MappedTexts, field: FieldKey) => readonly Correction[];
}

export interface Fix<Id extends string = string> {
  readonly id: Id;
  readonly description: string;
  /** The text of the button for a formatted number of rows; "Review 46" if users should review each row. */
  readonly button: (rows: string, field: FieldKey) => string;
  /** False when the fix is a guess that users should review row by row. */
  readonly bulk: boolean;
  /** True when there is only one sensible result, and nothing that a match needs is lost. Safe fixes can be applied together. */
  readonly safe: boolean;
  /** Other fields that decide whether the fix has corrections. */
  readonly reads?: readonly FieldKey[];
  /** Other fields that the fix may fill. They are checked even without a column. */
  readonly fills?: readonly FieldKey[];
  /** All choices for a cell with their buttons, if the fix is only one of several. A choice can keep the value and settle the issue. */
  readonly choices?: (record: MappedTexts, field: FieldKey) => readonly Choice[];
  /** The readings, if users choose one of several for the whole list. */
  readonly readings?: readonly Reading[];
  /** The corrections for a row with an issue on `field`. */
  readonly apply: (record: MappedTexts, field: FieldKey) => readonly Correction[];
}

/** Keeps the id as a literal type. */
export const defineFix = <const Id extends string>(fix: Fix<Id>): Fix<Id> => fix;

export const valueOf = (record: MappedTexts, field: FieldKey): string => record.values[FIELD_INDEX[field]]!;

/** The value, or an empty text when it is too long for a name. */
export const nameOf = (record: MappedTexts, field: FieldKey): string =>
  valueOf(record, field).length > LONGEST_READ ? '' : valueOf(record, field);

export const clear = (field: FieldKey): Correction => ({ field, value: '' });

/** A count with its noun: "1 email", "34 emails". */
export const many = (rows: string, noun: string): string => `${rows} ${noun}${rows === '1' ? '' : 's'}`;

const NOUNS: Partial<Record<FieldKind, string>> = { date: 'date', amount: 'amount', email: 'email', phone: 'phone' };

export const CLEAR_VALUE = defineFix({
  id: 'clearValue',
  description: 'Leaves the value out of the record. Your sheet keeps it.',
  button: (rows, field) => `Blank out ${many(rows, NOUNS[fieldOf(field).kind] ?? 'value')}`,
  bulk: true,
  safe: false,
  apply: (record, field) => (valueOf(record, field) === '' ? [] : [clear(field)]),
});
