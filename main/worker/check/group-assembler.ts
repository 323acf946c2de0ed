/** Assembles the stored check of a group from the results of single rows and from comparisons with other rows and screenings. */
import { RULE_INDEX, type Severity } from '../../../shared/rules/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { FACT_BITS, FACT_MASK, NO_ROW } from '../../../shared/rows/index.ts';
import type { GroupPlace } from '../list/row-groups.ts';
import { type CheckGroup, fieldOf, GroupBuilder, rowOf, ruleOf } from './check-group.ts';
import { COMPARED_SLOTS, DUPLICATE_RULES, type FirstHolders, isCompared, KEY_KINDS, KIND_OF_SLOT } from './first-holders.ts';
import type { PriorScreenings } from './prior-screenings.ts';
import type { RowChecker, RowResults } from './row-checker.ts';

const { constituentId: ID, personalEmail: EMAIL, businessEmail: BUSINESS_EMAIL, street: STREET } = FIELD_INDEX;
const { readiness: READINESS, comparison: COMPARISON, recent: RECENT } = FACT_BITS;
const HAS_ISSUE = FACT_BITS.hasIssue.yes;
const HAS_WARNING = FACT_BITS.hasWarning.yes;
const ID_DUPLICATE = RULE_INDEX.ID_DUPLICATE;
const ALL_KINDS = (1 << KEY_KINDS.length) - 1;
const KIND_OF_RULE: ReadonlyMap<number, number> = new Map(DUPLICATE_RULES.map((code, kind) => [RULE_INDEX[code], kind]));

/** The bits that an issue of a severity gives the facts code of its row. */
function issueBitsOf(severity: Severity | null | undefined): number {
  if (severity === 'note') return 0;
  return severity === 'warning' ? HAS_ISSUE | HAS_WARNING : HAS_ISSUE;
}

/** The rows of a group that have results; all others are copied from the stored check. */
export interface FreshRows {
  readonly stored: CheckGroup;
  /** Rows of the group in order, one per row of the results. */
  readonly rows: readonly number[];
}

/** Duplicates that are known from the stored check of the group, because the match keys of some kinds are unchanged in every row. */
export interface KeptDuplicates {
  readonly check: CheckGroup;
  /** The kinds of match keys, as bits. */
  readonly kinds: number;
}

export class GroupAssembler {
  private readonly builder = new GroupBuilder();
  private readonly severities: RowChecker['severities'];
  private readonly prior: PriorScreenings;
  private readonly holders: FirstHolders;
  /** By kind of match key: the field on which a duplicate is shown. */
  private readonly fields: readonly number[];
  /** By rule: the bits of a row with it. */
  private readonly issueBits: Uint16Array;
  /** By kind: the sheet row that the current row is a duplicate of, or 0. */
  private readonly duplicateOf = new Uint32Array(KEY_KINDS.length);
  /** Indexes of the first issue, the first hash and the first stored duplicate of the next row. */
  private issue = 0;
  private hash = 0;
  private duplicate = 0;

  constructor(checker: Pick<RowChecker, 'severities' | 'records'>, prior: PriorScreenings, holders: FirstHolders) {
    this.severities = checker.severities;
    this.prior = prior;
    this.holders = holders;
    const hasPersonal = checker.records.mapper.fields.includes('personalEmail');
    this.fields = [ID, hasPersonal ? EMAIL : BUSINESS_EMAIL, STREET];
    this.issueBits = Uint16Array.from(checker.severities, issueBitsOf);
  }

  /** The bytes of the group at `place`. `fresh` null: every row has results. `kept` null: keys of all kinds are looked up. */
  assembleGroup(results: RowResults, place: GroupPlace, fresh: FreshRows | null = null, kept: KeptDuplicates | null = null): Buffer {
    const { builder } = this;
    if (kept?.kinds !== ALL_KINDS) this.holders.prepare(results);
    this.issue = 0;
    this.hash = 0;
    this.duplicate = 0;
    let at = 0;
    let row = 0;
    for (const count of place.counts) {
      builder.beginBlock();
      for (const end = row + count; row < end; row++) {
        if (fresh !== null && fresh.rows[at] !== row) {
          this.copy(fresh.stored, row);
          continue;
        }
        const hash = this.hash;
        this.duplicateOf[0] = this.duplicateOf[1] = this.duplicateOf[2] = 0;
        if (kept !== null) this.keepDuplicates(kept, row);
        if (kept?.kinds !== ALL_KINDS) this.compare(results, at, place.first + row, place.rowNumbers[row]!, kept?.kinds ?? 0);
        this.row(results, at, hash);
        at += 1;
      }
    }
    return builder.finish();
  }

  private copy(stored: CheckGroup, row: number): void {
    const { builder } = this;
    stored.eachIssue(row, (field, rule) => {
      builder.add(field, rule);
    });
    stored.eachDuplicate(row, (field, rule, duplicateOf) => {
      builder.addDuplicate(field, rule, duplicateOf);
    });
    builder.endRow(stored.facts[row]!);
  }

  private keepDuplicates({ check: { duplicates }, kinds }: KeptDuplicates, row: number): void {
    for (; this.duplicate < duplicates.length && rowOf(duplicates[this.duplicate]!) === row; this.duplicate += 2) {
      const kind = KIND_OF_RULE.get(ruleOf(duplicates[this.duplicate]!))!;
      if ((kinds & (1 << kind)) !== 0) this.duplicateOf[kind] = duplicates[this.duplicate + 1]!;
    }
  }

  /** Sets `duplicateOf` for the next row, and advances `hash` past its hashes. */
  private compare({ slots, hashes }: RowResults, at: number, position: number, sheetRow: number, keptKinds: number): void {
    const { duplicateOf, holders } = this;
    const present = slots[at]!;
    const compared = isCompared(present);
    let hash = this.hash;
    for (let slot = 0; slot < COMPARED_SLOTS; slot++) {
      if ((present & (1 << slot)) === 0) continue;
      const kind = KIND_OF_SLOT[slot]!;
      if (compared && (keptKinds & (1 << kind)) === 0) {
        const holder = holders.find(kind, hashes[hash]!, hashes[hash + 1]!, position, sheetRow);
        if (holder > 0 && duplicateOf[kind] === 0) duplicateOf[kind] = holder;
      }
      hash += 2;
    }
    this.hash = hash;
  }

  private row(results: RowResults, at: number, hash: number): void {
    const { builder, issueBits } = this;
    const { issues } = results;
    let code = results.facts[at]!;
    let { issue } = this;
    for (; issue < issues.length && rowOf(issues[issue]!) === at; issue++) {
      const rule = ruleOf(issues[issue]!);
      builder.add(fieldOf(issues[issue]!), rule);
      code |= issueBits[rule]!;
    }
    this.issue = issue;
    if (code !== NO_ROW) code = this.withDuplicates(code | this.priorFacts(results, at, hash));
    builder.endRow(code);
  }

  /** The bits that the comparison with earlier screenings gives. */
  private priorFacts(results: RowResults, at: number, hash: number): number {
    const { baseline, recent } = this.prior;
    const comparison = baseline === null ? COMPARISON.none : COMPARISON[baseline.find(results, at, hash)];
    // Of unchanged rows too: it decides which of them would be sent without the baseline.
    return recent === null ? comparison : comparison | RECENT[recent.find(results, at, hash)];
  }

  private withDuplicates(facts: number): number {
    let code = facts;
    for (let kind = 0; kind < KEY_KINDS.length; kind++) {
      const duplicateOf = this.duplicateOf[kind]!;
      if (duplicateOf === 0) continue;
      const rule = RULE_INDEX[DUPLICATE_RULES[kind]!];
      const severity = this.severities[rule];
      if (severity === null || severity === undefined) continue;
      this.builder.addDuplicate(this.fields[kind]!, rule, duplicateOf);
      code |= this.issueBits[rule]!;
      if (severity !== 'error') continue;
      const isValid = (code & FACT_MASK.readiness) === READINESS.ready || (code & FACT_MASK.readiness) === READINESS.incomplete;
      if (isValid || rule !== ID_DUPLICATE)
        code = (code & ~FACT_MASK.readiness) | (rule === ID_DUPLICATE ? READINESS.duplicateId : READINESS.invalid);
    }
    return code;
  }
}
