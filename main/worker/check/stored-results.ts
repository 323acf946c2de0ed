/**
 * Completes the results of a partial recheck after a change of the mapping. The recheck reads only the fields that may have changed, and
 * the stored check supplies everything else. The completed results equal those of a full check.
 */
import { READ_BY_SAFE_FIXES, RULE_INDEX, type Scope, rowFactsByRule, weakeningRules } from '../../../shared/rules/index.ts';
import { FACT_BITS, FACT_MASK, NOT_COMPARED_MASK, NO_ROW } from '../../../shared/rows/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { StoredGroup } from './group-writer.ts';
import { CheckGroup, fieldOf, issueOf, rowOf, ruleOf, sortIssues } from './check-group.ts';
import { COMPARED_SLOTS, isCompared, kindsWithout } from './first-holders.ts';
import { type KeyChunk, readKeys } from './key-chunks.ts';
import { invalidatingRules } from './own-results.ts';
import { COMPARED, type RowChecker, type RowResults } from './row-checker.ts';

const { readiness: READINESS, weakness: WEAKNESS } = FACT_BITS;
const { NOBODY } = RULE_INDEX;
/** The bits of an issue with its field and rule. */
const FIELD_AND_RULE = 0xffff;

export class StoredResults {
  private readonly file: Pick<ProjectFile, 'read'>;
  private readonly scope: Scope;
  private readonly fullChecker: RowChecker;
  /** By field and rule: 1 if stored issues are still valid. */
  private readonly isValid: Uint8Array;
  /** By rule: 1 if it makes a row invalid. */
  private readonly isError: Uint8Array;
  /** By rule: whether it weakens the match. */
  private readonly isWeakening: readonly boolean[];
  /** By rule: the facts that its issues add to a row. */
  private readonly addedFacts: readonly number[];
  /** True if a safe fix may now have other corrections for a stored issue. */
  private readonly mayFixOtherwise: boolean;
  /** The kinds of match keys, as bits, that are unchanged in every row: both the keys, and which rows are compared. */
  readonly keptKinds: number;
  private groups = 0;

  /** The stored data of the most recently completed group. */
  group: StoredGroup | null = null;

  /** `file`: has the stored check. `fullChecker`: checks the few rows whose readiness neither the scope nor the stored check shows. */
  constructor(file: StoredResults['file'], scope: Scope, fullChecker: RowChecker) {
    this.file = file;
    this.scope = scope;
    this.fullChecker = fullChecker;
    this.keptKinds = scope.suppressed ? 0 : kindsWithout(scope.slots);
    this.isError = invalidatingRules(fullChecker.severities);
    this.isWeakening = weakeningRules(fullChecker.severities);
    this.addedFacts = rowFactsByRule(fullChecker.severities);
    this.mayFixOtherwise = scope.touches(READ_BY_SAFE_FIXES);
    this.isValid = Uint8Array.from({ length: FIELD_AND_RULE + 1 }, (_, one) => (scope.concerns(ruleOf(one), fieldOf(one)) ? 0 : 1));
  }

  /** Completes the results of the next group. */
  complete(blocks: readonly RowBlock[], fresh: RowResults): RowResults {
    const bytes = this.file.read('check', this.groups)!;
    const stored = new CheckGroup(bytes);
    const keys = this.scope.slots === 0 ? null : this.file.read('keys', this.groups)!;
    this.group = { bytes, check: stored, keys, kinds: this.keptKinds };
    this.groups += 1;
    const facts = new Uint16Array(stored.rows);
    const issues: number[] = [];
    let row = 0;
    let storedAt = 0;
    let freshAt = 0;
    for (const block of blocks)
      for (let inBlock = 0; inBlock < block.rowCount; inBlock++, row++) {
        const isUnchanged = fresh.unchanged[row] === 1;
        const first = issues.length;
        let isInvalid = false;
        let isDecided = true;
        let keptWeakness = false;
        let droppedWeakness = false;
        let keptFacts = 0;
        for (; storedAt < stored.issues.length && rowOf(stored.issues[storedAt]!) === row; storedAt++) {
          const issue = stored.issues[storedAt]!;
          // Anything else that the row lacks was not reported.
          if (!isUnchanged && ruleOf(issue) === NOBODY) isDecided = false;
          const isKept = isUnchanged || this.isValid[issue & FIELD_AND_RULE] === 1;
          if (this.isWeakening[ruleOf(issue)] === true) {
            if (isKept) keptWeakness = true;
            else droppedWeakness = true;
          }
          if (!isKept) continue;
          issues.push(issue);
          keptFacts |= this.addedFacts[ruleOf(issue)]!;
          if (this.isError[ruleOf(issue)] === 1) isInvalid = true;
        }
        for (; freshAt < fresh.issues.length && rowOf(fresh.issues[freshAt]!) === row; freshAt++) {
          const issue = fresh.issues[freshAt]!;
          issues.push(issue);
          if (ruleOf(issue) === NOBODY) isDecided = false;
        }
        const was = stored.facts[row]!;
        // If there were several weaknesses, the stored check does not tell which of them cannot be resolved by a safe fix.
        if (keptWeakness && droppedWeakness && (was & FACT_MASK.weakness) === WEAKNESS.open) isDecided = false;
        if (keptWeakness && !isUnchanged && this.mayFixOtherwise) isDecided = false;
        const weakness = Math.max(keptWeakness ? was & FACT_MASK.weakness : 0, fresh.facts[row]! & FACT_MASK.weakness);
        const code = isDecided ? this.facts(was, fresh.facts[row]!, isInvalid, isUnchanged, keptFacts | weakness) : null;
        if (code === null) {
          const full = this.fullChecker.checkRows([{ block, row: inBlock }]);
          facts[row] = full.facts[0]!;
          issues.length = first;
          for (const issue of full.issues) issues.push(issueOf(row, fieldOf(issue), ruleOf(issue)));
        } else {
          facts[row] = code;
          sortIssues(issues, first, issues.length);
        }
      }
    return { ...fresh, facts, issues: new Uint32Array(issues), ...(keys === null ? {} : this.keys(readKeys(keys), fresh, facts)) };
  }

  /** The facts of a row; null if its readiness is unknown. `others`: facts that need no new check, and the weakness. */
  private facts(before: number, now: number, isInvalid: boolean, isUnchanged: boolean, others: number): number | null {
    if (now === NO_ROW) return NO_ROW;
    const fixed = (now & ~(FACT_MASK.readiness | FACT_MASK.weakness)) | others;
    const readiness = now & FACT_MASK.readiness;
    if (isInvalid || readiness === READINESS.invalid) return fixed | READINESS.invalid;
    if (!isUnchanged && this.scope.decidesReadiness) return fixed | readiness;
    const was = before & FACT_MASK.readiness;
    // The row was invalid for a reason that no valid issue shows: another row had the same key, or the rule was checked again.
    return was === READINESS.ready || was === READINESS.incomplete ? fixed | was : null;
  }

  /** The keys of the rows: newly computed ones, and stored ones. */
  private keys(stored: KeyChunk, fresh: RowResults, facts: Uint16Array): KeyChunk {
    const slots = new Uint8Array(stored.slots.length);
    const hashes: number[] = [];
    let storedAt = 0;
    let freshAt = 0;
    for (let row = 0; row < slots.length; row++) {
      const was = stored.slots[row]!;
      const is = fresh.slots[row]!;
      const hashed = fresh.unchanged[row] === 1 ? 0 : this.scope.slots;
      let bits = (hashed & is) | (~hashed & was & ~COMPARED);
      for (let slot = 0; slot < COMPARED_SLOTS; slot++) {
        const bit = 1 << slot;
        if ((bits & bit) !== 0) {
          if ((hashed & bit) !== 0) hashes.push(fresh.hashes[freshAt]!, fresh.hashes[freshAt + 1]!);
          else hashes.push(stored.hashes[storedAt]!, stored.hashes[storedAt + 1]!);
        }
        if ((was & bit) !== 0) storedAt += 2;
        if ((is & bit) !== 0) freshAt += 2;
      }
      if (facts[row] !== NO_ROW && isCompared(is) && (facts[row]! & NOT_COMPARED_MASK) === 0) bits |= COMPARED;
      slots[row] = bits;
    }
    return { slots, hashes: new Int32Array(hashes) };
  }
}
