/**
 * Determines what a recheck must repeat after a changed mapping may have changed the values of some fields. Most rules depend only on the
 * field on which they are reported. Rules that compare fields declare that in their subject.
 */
import { FIELDS, FIELD_INDEX, type FieldKey, indexesOf } from '../fields/index.ts';
import { MATCH, NO_IDENTITY_CHECK } from './completeness.ts';
import { RULE_INDEX } from './codes.ts';
import type { RecordCheck } from './rule.ts';
import { SUBJECTS } from './table.ts';
import { SLOT_BITS, SLOT_FIELDS } from './match-key-hash.ts';

/** The checks that compare fields. */
type Comparison = NonNullable<RecordCheck['compares']>;
const COMPARISONS: readonly Comparison[] = [
  MATCH,
  ...SUBJECTS.flatMap(({ records }) => records ?? []).flatMap(({ compares }) => compares ?? []),
];
const ON_ANY = -2;
const keyOf = (rule: number, field: number): number => rule * (FIELDS.length + 2) + field + 2;
const COMPARISON_OF = new Map<number, Comparison>(
  COMPARISONS.flatMap((one) => [
    ...one.rules.map((code) => [keyOf(RULE_INDEX[code], ON_ANY), one] as const),
    ...(one.on ?? []).flatMap(({ field, rules }) => rules.map((code) => [keyOf(RULE_INDEX[code], FIELD_INDEX[field]), one] as const)),
  ]),
);
const KEY_KINDS = Object.keys(SLOT_BITS) as (keyof typeof SLOT_BITS)[];

export class Scope {
  /** Indexes of the fields that may have changed. */
  readonly changed: ReadonlySet<number>;
  /** The match keys to hash again, as bits of `SLOT_BITS`. */
  readonly slots: number;
  /** True when rows must be looked up in the suppression list again. */
  readonly suppressed: boolean;
  /** Indexes of the fields that the recheck reads in every row. */
  readonly fields: ReadonlySet<number>;
  private readonly comparisons: ReadonlySet<Comparison>;

  constructor(changed: ReadonlySet<number>, hasSuppressionList = false) {
    this.changed = changed;
    this.comparisons = new Set(COMPARISONS.filter(({ fields }) => this.touches(fields)));
    const touched = KEY_KINDS.filter((kind) => this.touches(SLOT_FIELDS[kind]));
    this.suppressed = hasSuppressionList && touched.some((kind) => kind !== 'households');
    const kinds = this.suppressed ? KEY_KINDS : touched.filter((kind) => kind !== 'names');
    this.slots = kinds.reduce((bits, kind) => bits | SLOT_BITS[kind], 0);
    // NOBODY depends on many fields, but in nearly all rows the last name is enough. A row that is reported as NOBODY is checked in full.
    const compared = [...this.comparisons].flatMap((one) => (one === NO_IDENTITY_CHECK.compares ? ['primaryLast' as const] : one.fields));
    this.fields = new Set([...changed, ...indexesOf([...compared, ...kinds.flatMap((kind) => SLOT_FIELDS[kind])])]);
  }

  /** True when one of the fields may have changed. */
  touches(fields: readonly FieldKey[]): boolean {
    return fields.some((key) => this.changed.has(FIELD_INDEX[key]));
  }

  /** True when the readiness of rows may have changed. */
  get decidesReadiness(): boolean {
    return this.comparisons.has(MATCH);
  }

  /** True when an issue may have changed. Rule and field are indexes. The field is -1 or above all indexes for the whole row. */
  concerns(rule: number, field: number): boolean {
    if (rule === RULE_INDEX.DO_NOT_SCREEN) return this.suppressed;
    const comparison = COMPARISON_OF.get(keyOf(rule, ON_ANY)) ?? COMPARISON_OF.get(keyOf(rule, field));
    return comparison === undefined ? this.changed.has(field) : this.comparisons.has(comparison);
  }
}
