/** Applies fixes to single rows of a checked list. Returns the corrections and the corrected record. */
import { FIELDS, FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import { FACT_BITS, FACT_MASK } from '../../../shared/rows/index.ts';
import { type OrganizationRules, RULES, type RowChecker, compileChecks, correctionsOf } from '../../../shared/rules/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { RecordReader } from '../list/record-reader.ts';

/** Maximum number of fixes of one row. One fix can require another: splitting a name can leave a title, and dropping it a full name. */
const MAX_STEPS = 6;
const isInvalid = (bits: number): boolean => (bits & FACT_MASK.readiness) === FACT_BITS.readiness.invalid;

/** An issue of a rule. `field`: -1 for an issue of the whole row. */
interface Issue {
  readonly rule: number;
  readonly field: number;
}

/** One fix of one value. */
export interface FixStep {
  readonly rule: number;
  readonly field: number;
  /** The value before the fix. */
  readonly before: string;
  readonly corrections: ReturnType<typeof correctionsOf>;
}

/** Decides whether to fix an issue, and how. `reading`: null for the default fix. */
export type IssueChoice = (issue: Issue) => { readonly reading: number | null } | null;

export interface FixedRow {
  readonly steps: readonly FixStep[];
  /** The final value of each corrected field. */
  readonly corrections: ReadonlyMap<FieldKey, string>;
}

export class RowFixer {
  private readonly records: RecordReader;
  private readonly checker: RowChecker;
  /** Indexes of the fields that a fix must not empty: fields that a match needs, and fields that the organization requires. */
  private readonly needed: readonly number[];
  private found: Issue[] = [];

  /** `pseudonyms`: whether pseudonyms are sent in place of constituent IDs. */
  constructor(records: RecordReader, rules: OrganizationRules, today: string, pseudonyms: boolean) {
    this.records = records;
    this.checker = compileChecks({ mapped: records.mapper.fields, rules, today, pseudonyms });
    this.needed = FIELDS.filter(({ key, purpose }) => purpose === 'match' || rules.required.includes(key)).map(
      ({ key }) => FIELD_INDEX[key],
    );
  }

  /**
   * Applies the fixes of the chosen issues until there is nothing left to correct. Null when nothing is corrected, or when the fixes would
   * make the row worse: the service would refuse it, or it would lack a value that a match needs.
   */
  fix(block: RowBlock, row: number, isChosen: (issue: Issue) => boolean, reading: number | null = null): FixedRow | null {
    return this.fixRecord(this.records.of(block, row), (issue) => (isChosen(issue) ? { reading } : null));
  }

  /** Same as `fix`, but in several steps. A step that would make the row worse is skipped. */
  fixInSteps(block: RowBlock, row: number, choices: readonly IssueChoice[]): FixedRow | null {
    const steps: FixStep[] = [];
    const corrections = new Map<FieldKey, string>();
    for (const choice of choices) {
      const record = this.records.of(block, row);
      for (const [field, value] of corrections) this.records.mapper.override(record, FIELD_INDEX[field], value);
      const fixed = this.fixRecord(record, choice);
      if (fixed === null) continue;
      steps.push(...fixed.steps);
      for (const [field, value] of fixed.corrections) corrections.set(field, value);
    }
    return steps.length === 0 ? null : { steps, corrections };
  }

  private fixRecord(record: MappedRecord, choice: IssueChoice): FixedRow | null {
    const before = this.check(record);
    const filled = this.needed.filter((field) => record.values[field] !== '');
    const steps: FixStep[] = [];
    const corrections = new Map<FieldKey, string>();
    const done = new Set<number>();
    let after = before;
    while (steps.length < MAX_STEPS) {
      const step = this.nextStep(record, choice, done);
      if (step === null) break;
      steps.push(step);
      for (const { field, value } of step.corrections) {
        corrections.set(field, value);
        this.records.mapper.override(record, FIELD_INDEX[field], value);
      }
      after = this.check(record);
    }
    if (steps.length === 0) return null;
    if (isInvalid(after) && !isInvalid(before)) return null;
    if (filled.some((field) => record.values[field] === '')) return null;
    return { steps, corrections };
  }

  /** The corrected record of a row, valid until the next one is read; null when the service would refuse it because of the corrections. */
  corrected(block: RowBlock, row: number, corrections: Iterable<readonly [FieldKey, string]>): MappedRecord | null {
    const record = this.records.of(block, row);
    const before = this.check(record);
    for (const [field, value] of corrections) this.records.mapper.override(record, FIELD_INDEX[field], value);
    return isInvalid(this.check(record)) && !isInvalid(before) ? null : record;
  }

  private check(record: MappedRecord): number {
    this.found = [];
    return this.checker.check(record, (rule, field) => this.found.push({ rule, field }));
  }

  /** The corrections of the first chosen issue that has any. Each issue is fixed once, so that two fixes cannot undo each other. */
  private nextStep(record: MappedRecord, choice: IssueChoice, done: Set<number>): FixStep | null {
    for (const issue of this.found) {
      const { rule, field } = issue;
      const { fix, fields } = RULES[rule]!;
      const key = FIELD_KEYS[field] ?? fields[0];
      const id = field * RULES.length + rule;
      if (fix === null || key === undefined || done.has(id)) continue;
      const chosen = choice(issue);
      if (chosen === null) continue;
      const before = record.values[FIELD_INDEX[key]]!;
      const corrections = correctionsOf(fix, record, key, chosen.reading);
      if (corrections.length === 0) continue;
      done.add(id);
      return { rule, field, before, corrections };
    }
    return null;
  }
}
