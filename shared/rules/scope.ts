/**
 * What a check has to repeat when only some fields may have changed. Nearly every rule depends on the field that it is found on;
 * those that compare fields say so in their subject.
 */
import { FIELD_INDEX, indexesOf, type FieldKey } from '../fields/table.ts';
import { MATCH, NOBODY_CHECK } from './completeness.ts';
import { RULE_INDEX, SUBJECTS } from './index.ts';

/** What compares fields. */
const PARTS = [MATCH, ...SUBJECTS.flatMap(({ records }) => records ?? []).flatMap(({ compares }) => compares ?? [])];
const PERSON = NOBODY_CHECK.compares;
type Part = (typeof PARTS)[number];

const PART_OF = new Map<number, Part>(PARTS.flatMap((part) => part.rules.map((code) => [RULE_INDEX[code], part] as const)));

export class Scope {
  /** Indexes of the fields that may have changed. */
  readonly changed: ReadonlySet<number>;
  private readonly parts: ReadonlySet<Part>;

  constructor(changed: ReadonlySet<number>) {
    this.changed = changed;
    this.parts = new Set(PARTS.filter((part) => this.touches(part.fields)));
  }

  /** True when one of the fields may have changed. */
  touches(fields: readonly FieldKey[]): boolean {
    return fields.some((key) => this.changed.has(FIELD_INDEX[key]));
  }

  /** True when the readiness of a row may differ from before. */
  get decidesReadiness(): boolean {
    return this.parts.has(MATCH);
  }

  /** True when a finding may differ from before; rule and field as indexes, the field -1 or beyond all for the row. */
  concerns(rule: number, field: number): boolean {
    const part = PART_OF.get(rule);
    return part === undefined ? this.changed.has(field) : this.parts.has(part);
  }

  /** Indexes of the fields that the check looks at again in every row. */
  get fields(): ReadonlySet<number> {
    const parts = [...this.parts].filter((part) => part !== PERSON);
    return new Set([...this.changed, ...parts.flatMap((part) => indexesOf(part.fields))]);
  }

  /**
   * Indexes of the fields to read in addition for a row of which `fields` find nobody; empty where that is not asked. In nearly every
   * row the few that have changed find somebody.
   */
  get beside(): ReadonlySet<number> {
    return new Set(this.parts.has(PERSON) ? indexesOf(PERSON.fields) : []);
  }
}
