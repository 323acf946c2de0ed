/** The corrections of a baseline that can be carried over to a newer list. */
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';
import type { CarriedCorrectionsView } from '../../../shared/contract/index.ts';
import type { Edits } from '../list/edits.ts';
import type { Correction } from '../list/stored-edits.ts';

/** Maximum number of corrections in the preview. */
const MAX_EXAMPLES = 8;

/** Corrections in arrays, because there may be hundreds of thousands. */
export interface CorrectionColumns {
  /** By correction: the field index, and the values in the form of the record. */
  readonly fields: readonly number[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Rows of a newer list that an earlier list merged and sent as one. */
export interface CarriedMerge {
  /** The row that was sent comes first. */
  readonly rows: readonly {
    readonly group: number;
    readonly row: number;
    readonly sheetRow: number;
    /** Its corrections that can be carried over, including corrections of fields that were also corrected in the newer list. */
    readonly corrections: readonly (readonly [FieldKey, string])[];
    /** The values that were merged, by field index. */
    readonly values: readonly string[];
  }[];
  /** The user's changes of values that the sent row got from the other rows. */
  readonly edited: ReadonlyMap<FieldKey, string>;
}

/** A row of a newer list whose person the user left out of an earlier list by hand. */
export interface CarriedLeftOut {
  readonly group: number;
  readonly row: number;
  readonly sheetRow: number;
}

/** Corrections that can be carried over to a newer list, in the order of its rows. */
export class CarriedCorrections {
  /** Sheet rows of the newer list, and for each of them the index of the correction. */
  private readonly rows: number[] = [];
  private readonly indexes: number[] = [];
  private readonly earlier: CorrectionColumns;
  readonly merges: CarriedMerge[] = [];
  readonly leftOut: CarriedLeftOut[] = [];

  constructor(earlier: CorrectionColumns) {
    this.earlier = earlier;
  }

  add(row: number, indexes: readonly number[]): void {
    for (const index of indexes) {
      this.rows.push(row);
      this.indexes.push(index);
    }
  }

  /** Calls back for each correction whose field was not corrected in the newer list. */
  private each(edits: Edits, onCorrection: (row: number, field: FieldKey, before: string, after: string) => void): void {
    const { fields, before, after } = this.earlier;
    for (let at = 0; at < this.rows.length; at++) {
      const [row, index] = [this.rows[at]!, this.indexes[at]!];
      if (!edits.has(row, fields[index]!)) onCorrection(row, FIELD_KEYS[fields[index]!]!, before[index]!, after[index]!);
    }
  }

  corrections(edits: Edits): Correction[] {
    const corrections: Correction[] = [];
    this.each(edits, (row, field, _, after) => corrections.push([row, field, after]));
    return corrections;
  }

  preview(edits: Edits): Omit<CarriedCorrectionsView, 'name' | 'merged' | 'leftOut'> {
    const examples: CarriedCorrectionsView['examples'] = [];
    const byField = new Map<FieldKey, number>();
    let [corrections, rows, last] = [0, 0, 0];
    this.each(edits, (row, field, before, after) => {
      corrections += 1;
      if (row !== last) rows += 1;
      last = row;
      byField.set(field, (byField.get(field) ?? 0) + 1);
      if (examples.length < MAX_EXAMPLES) examples.push({ row, field, before, after });
    });
    const fields = [...byField].map(([field, times]) => ({ field, corrections: times }));
    return { corrections, rows, fields: fields.toSorted((a, b) => b.corrections - a.corrections), examples };
  }
}
