/** Assembles the stored check of a group from the results of single rows, and from comparisons with other rows and earlier screenings. */
import { RULE_INDEX, type Severity } from '../../../shared/rules/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { FACT_BITS, FACT_MASK, NO_ROW } from '../../../shared/rows/index.ts';
import type { GroupPlace } from '../list/row-groups.ts';
import { type CheckGroup, fieldOf, GroupBuilder, rowOf, ruleOf } from './check-group.ts';
import { COMPARED_SLOTS, DUPLICATE_RULES, type FirstHolders, isCompared, KEY_KINDS, KIND_OF_SLOT } from './first-holders.ts';
import { hashesOf } from './key-chunks.ts';
import { namedByIssue } from './named-by-issue.ts';
import type { OwnResults } from './own-results.ts';
import type { PriorScreenings } from './prior-screenings.ts';
import type { RowChecker, RowResults } from './row-checker.ts';

const { constituentId: ID, personalEmail: EMAIL, businessEmail: BUSINESS_EMAIL, street: STREET } = FIELD_INDEX;
const { readiness: READINESS, comparison: COMPARISON, recent: RECENT } = FACT_BITS;
const HAS_WARNING = FACT_BITS.hasWarning.yes;
const NOT_CHOSEN = FACT_BITS.chosen.notThisTime;
const ID_DUPLICATE = RULE_INDEX.ID_DUPLICATE;
const ALL_KINDS = (1 << KEY_KINDS.length) - 1;
const KIND_OF_RULE: ReadonlyMap<number, number> = new Map(DUPLICATE_RULES.map((code, kind) => [RULE_INDEX[code], kind]));

/** The bits that an issue with this severity adds to the facts code of its row. */
const issueBitsOf = (severity: Severity | null | undefined): number => (severity === 'warning' ? HAS_WARNING : 0);

/** The rows of a group that have new results. All other rows are copied from the stored check. */
export interface FreshRows {
  readonly stored: CheckGroup;
  /** Rows of the group, in order, one per row of the results. */
  readonly rows: readonly number[];
  /** For each row of the results, 1 if its duplicates are the same as in the stored check. */
  readonly keepsDuplicates: Uint8Array;
}

/** Duplicates that can be taken from the stored check of the group, because the match keys of some kinds have not changed in any row. */
export interface KeptDuplicates {
  readonly check: CheckGroup;
  /** These kinds of match keys, as bits. */
  readonly kinds: number;
}

/** The bits that the comparison with earlier screenings adds to the facts of a row. `hash`: index of the row's first match-key hash. */
export function priorFacts({ baseline, recent }: PriorScreenings, results: RowResults, row: number, hash: number): number {
  const comparison = baseline === null ? COMPARISON.none : COMPARISON[baseline.find(results, row, hash)];
  // Also set for unchanged rows, to tell which of them would be sent without the baseline.
  return recent === null ? comparison : comparison | RECENT[recent.find(results, row, hash)];
}

/** A position in a stored check. Its rows are read in order. */
interface StoredPosition {
  issue: number;
  duplicate: number;
}

export class GroupAssembler {
  private readonly builder = new GroupBuilder();
  private readonly severities: RowChecker['severities'];
  private readonly prior: PriorScreenings;
  private readonly holders: FirstHolders;
  /** By kind of match key: the field on which duplicates are shown. */
  private readonly fields: readonly number[];
  /** By rule: the bits that its issues add to a row. */
  private readonly issueBits: Uint16Array;
  private readonly named: ReturnType<typeof namedByIssue>;
  private readonly isSentAnyway: (sheetRow: number) => boolean;
  private readonly isNotChosen: (sheetRow: number) => boolean;
  /** By kind: the sheet row that the current row duplicates; 0 for none. */
  private readonly duplicateOf = new Uint32Array(KEY_KINDS.length);
  /** For the next row: the index of its first issue, its first hash and its first stored duplicate. */
  private issue = 0;
  private hash = 0;
  private duplicate = 0;

  constructor(checker: Pick<RowChecker, 'edits' | 'sendAnyway' | 'severities' | 'records'>, prior: PriorScreenings, holders: FirstHolders) {
    this.severities = checker.severities;
    this.prior = prior;
    this.holders = holders;
    const hasPersonal = checker.records.mapper.fields.includes('personalEmail');
    this.fields = [ID, hasPersonal ? EMAIL : BUSINESS_EMAIL, STREET];
    this.issueBits = Uint16Array.from(checker.severities, issueBitsOf);
    this.named = namedByIssue(checker.severities);
    this.isSentAnyway = (sheetRow) => checker.sendAnyway || checker.edits.isSentAnyway(sheetRow);
    this.isNotChosen = (sheetRow) => checker.edits.best.isNotChosen(sheetRow);
  }

  /** The bytes of the group at `place`, in which every row has results. `kept`: null to look up keys of all kinds. */
  assembleGroup(results: RowResults, place: GroupPlace, kept: KeptDuplicates | null = null): Buffer {
    const { builder } = this;
    if (kept?.kinds !== ALL_KINDS) this.holders.prepare(results);
    this.begin();
    let row = 0;
    for (const count of place.counts) {
      builder.beginBlock();
      for (const end = row + count; row < end; row++) {
        const hash = this.hash;
        this.duplicateOf[0] = this.duplicateOf[1] = this.duplicateOf[2] = 0;
        if (kept !== null) this.keepDuplicates(kept, row);
        if (kept?.kinds !== ALL_KINDS) this.compare(results, row, place.first + row, place.rowNumbers[row]!, kept?.kinds ?? 0);
        this.row(results, row, place.rowNumbers[row]!, results.facts[row] === NO_ROW ? 0 : priorFacts(this.prior, results, row, hash));
      }
    }
    return builder.finish();
  }

  /** The bytes of a group in which some rows have new results, with facts from earlier screenings. Other rows keep their check. */
  updateGroup(results: OwnResults, place: GroupPlace, { stored, rows, keepsDuplicates }: FreshRows): Buffer {
    const { builder } = this;
    const kept = { check: stored, kinds: ALL_KINDS };
    const position = { issue: 0, duplicate: 0 };
    this.begin();
    let at = 0;
    let row = 0;
    for (const count of place.counts) {
      builder.beginBlock();
      for (const end = row + count; row < end; row++) {
        if (rows[at] !== row) {
          this.copy(stored, row, position);
          continue;
        }
        this.duplicateOf[0] = this.duplicateOf[1] = this.duplicateOf[2] = 0;
        if (keepsDuplicates[at] === 1) {
          this.keepDuplicates(kept, row);
          this.hash += hashesOf(results.slots[at]!) * 2;
        } else this.compare(results, at, place.first + row, place.rowNumbers[row]!, 0);
        this.row(results, at, place.rowNumbers[row]!, 0);
        at += 1;
      }
    }
    return builder.finish();
  }

  private begin(): void {
    this.issue = 0;
    this.hash = 0;
    this.duplicate = 0;
  }

  private copy({ issues, duplicates, facts }: CheckGroup, row: number, position: StoredPosition): void {
    const { builder } = this;
    while (position.issue < issues.length && rowOf(issues[position.issue]!) < row) position.issue += 1;
    for (; position.issue < issues.length && rowOf(issues[position.issue]!) === row; position.issue++)
      builder.add(fieldOf(issues[position.issue]!), ruleOf(issues[position.issue]!));
    while (position.duplicate < duplicates.length && rowOf(duplicates[position.duplicate]!) < row) position.duplicate += 2;
    for (; position.duplicate < duplicates.length && rowOf(duplicates[position.duplicate]!) === row; position.duplicate += 2) {
      const issue = duplicates[position.duplicate]!;
      builder.addDuplicate(fieldOf(issue), ruleOf(issue), duplicates[position.duplicate + 1]!);
    }
    builder.endRow(facts[row]!);
  }

  private keepDuplicates({ check: { duplicates }, kinds }: KeptDuplicates, row: number): void {
    while (this.duplicate < duplicates.length && rowOf(duplicates[this.duplicate]!) < row) this.duplicate += 2;
    for (; this.duplicate < duplicates.length && rowOf(duplicates[this.duplicate]!) === row; this.duplicate += 2) {
      const kind = KIND_OF_RULE.get(ruleOf(duplicates[this.duplicate]!))!;
      if ((kinds & (1 << kind)) !== 0) this.duplicateOf[kind] = duplicates[this.duplicate + 1]!;
    }
  }

  /** Sets `duplicateOf` for the next row, and moves `hash` past the row's hashes. */
  private compare({ slots, hashes }: OwnResults, at: number, position: number, sheetRow: number, keptKinds: number): void {
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

  /** `prior`: bits of facts that are missing in the results. */
  private row(results: OwnResults, at: number, sheetRow: number, prior: number): void {
    const { builder, issueBits } = this;
    const { issues } = results;
    let code = results.facts[at]!;
    let who = 0;
    let { issue } = this;
    for (; issue < issues.length && rowOf(issues[issue]!) === at; issue++) {
      const rule = ruleOf(issues[issue]!);
      const field = fieldOf(issues[issue]!);
      builder.add(field, rule);
      code |= issueBits[rule]!;
      who = Math.max(who, this.named(rule, field));
    }
    this.issue = issue;
    if (who > 0 && !this.isSentAnyway(sheetRow)) code |= who;
    const chosen = this.isNotChosen(sheetRow) ? NOT_CHOSEN : 0;
    if (code !== NO_ROW) code = this.withDuplicates(code | prior | chosen);
    builder.endRow(code);
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
