/**
 * The check after a change of the mapping: what depends on the changed fields is checked again and merged with the stored check.
 * The result is that of a full check.
 */
import { RULE_INDEX } from '../../../shared/rules/index.ts';
import { FACT_BITS, FACT_MASK, NO_ROW } from '../../../shared/rows/row-facts.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import { CheckGroup, fieldOf, rowOf, ruleOf, sortIssues } from './check-group.ts';
import { COMPARED_SLOTS, DUPLICATE_RULES, isCompared, KEY_KINDS } from './first-holders.ts';
import type { ValidResults } from './full-check.ts';
import { type RecheckScope, COMPARED, type RowChecker, type RowResults } from './row-checker.ts';
import { type KeyChunk, readKeys } from './key-chunks.ts';

const { readiness: READINESS, suppressed: SUPPRESSED } = FACT_BITS;

/** The part of an issue that names its field and its rule. */
const ABOUT = 0xffff;

/** Which kinds of keys are compared again: those that are hashed again, and all where other rows may be suppressed now. */
export function recheckedKinds({ slots, suppressed }: RecheckScope): boolean[] {
  return KEY_KINDS.map((kind) => suppressed || kind.some((slot) => (slots & (1 << slot)) !== 0));
}

/** Rows of a group whose readiness the stored check does not tell. */
interface Untold {
  readonly rows: number[];
  readonly facts: Uint16Array;
}

export class PartialRecheck {
  private readonly file: ProjectFile;
  private readonly again: RecheckScope;
  private readonly whole: RowChecker;
  private readonly kinds: readonly boolean[];
  /** By field and rule: 1 where a stored issue is valid. */
  private readonly isValid = new Uint8Array(ABOUT + 1);
  /** By rule: 1 where it makes a row invalid. */
  private readonly isError: Uint8Array;
  private groups = 0;

  /** `file` holds the stored check; `whole` checks everything of a row, for the few that need it. */
  constructor(file: ProjectFile, again: RecheckScope, whole: RowChecker) {
    this.file = file;
    this.again = again;
    this.whole = whole;
    this.kinds = recheckedKinds(again);
    const { DO_NOT_SCREEN } = RULE_INDEX;
    this.isError = Uint8Array.from(whole.severities, (severity, rule) => (severity === 'error' && rule !== DO_NOT_SCREEN ? 1 : 0));
    for (let about = 0; about <= ABOUT; about++) {
      const rule = ruleOf(about);
      const isAgain = rule === DO_NOT_SCREEN ? again.suppressed : again.scope.concerns(rule, fieldOf(about));
      if (!isAgain) this.isValid[about] = 1;
    }
  }

  /** Merges the results of the next group with what is stored of it. */
  group(blocks: readonly RowBlock[], results: RowResults): { readonly results: RowResults; readonly kept: ValidResults } {
    const check = this.file.read('check', this.groups)!;
    const keys = readKeys(this.file.read('keys', this.groups)!);
    this.groups += 1;
    const stored = new CheckGroup(check);
    const facts = new Uint16Array(stored.rows);
    const { issues, invalid } = this.issues(stored, results);
    const untold: Untold = { rows: [], facts };
    for (let row = 0; row < stored.rows; row++)
      facts[row] = this.facts(row, stored.facts[row]!, results.facts[row]!, invalid[row] === 1, results.same[row] === 1, untold);
    this.tell(blocks, untold);
    const hasKeys = this.again.slots === 0;
    const { slots, hashes } = hasKeys ? keys : this.keys(keys, results, facts);
    return { results: { ...results, facts, issues, slots, hashes }, kept: { check, duplicates: this.duplicates(stored), hasKeys } };
  }

  /** Valid stored issues and fresh ones, in order; `invalid`: 1 for a row with an error among the stored ones. */
  private issues(stored: CheckGroup, results: RowResults): { readonly issues: Uint32Array; readonly invalid: Uint8Array } {
    const { isValid, isError } = this;
    const { issues: fresh, same } = results;
    const issues = new Uint32Array(stored.issues.length + fresh.length);
    const invalid = new Uint8Array(stored.rows);
    let count = 0;
    let next = 0;
    for (let at = 0; at < stored.issues.length; at++) {
      const one = stored.issues[at]!;
      if (isValid[one & ABOUT] === 0 && same[rowOf(one)] !== 1) continue;
      for (; next < fresh.length && rowOf(fresh[next]!) < rowOf(one); next++) issues[count++] = fresh[next]!;
      issues[count++] = one;
      if (isError[ruleOf(one)] === 1) invalid[rowOf(one)] = 1;
    }
    for (; next < fresh.length; next++) issues[count++] = fresh[next]!;
    // Within a row the stored issues lie before the fresh ones.
    for (let first = 0, at = 1; at <= count; at++)
      if (at === count || rowOf(issues[at]!) !== rowOf(issues[first]!)) {
        if (at - first > 1) sortIssues(issues, first, at);
        first = at;
      }
    return { issues: issues.slice(0, count), invalid };
  }

  /** The facts of a row alone; a row whose readiness is unknown is added to `untold`. */
  private facts(row: number, before: number, now: number, isInvalid: boolean, isSame: boolean, untold: Untold): number {
    if (now === NO_ROW) return NO_ROW;
    const wasSuppressed = (before & FACT_MASK.suppressed) === SUPPRESSED.yes && (isSame || !this.again.suppressed);
    const facts = (now & (FACT_MASK.excluded | FACT_MASK.suppressed)) | (wasSuppressed ? SUPPRESSED.yes : SUPPRESSED.no);
    const readiness = now & FACT_MASK.readiness;
    const was = before & FACT_MASK.readiness;
    if (isInvalid || readiness === READINESS.invalid) return facts | READINESS.invalid;
    if (!isSame && this.again.scope.decidesReadiness) return facts | readiness;
    if (was === READINESS.ready || was === READINESS.incomplete) return facts | was;
    // It was invalid for a reason that is not stored as valid: another row had its key, or the rule was checked again.
    untold.rows.push(row);
    return facts;
  }

  private tell(blocks: readonly RowBlock[], { rows, facts }: Untold): void {
    if (rows.length === 0) return;
    const asked = new Set(rows);
    let at = 0;
    const some = blocks
      .flatMap((block) => Array.from({ length: block.rowCount }, (_, row) => ({ block, row })))
      .filter(() => asked.has(at++));
    const results = this.whole.some(some);
    for (const [index, row] of rows.entries()) facts[row] = results.facts[index]!;
  }

  /** The keys of the rows: those that were hashed again, and the stored ones. */
  private keys(stored: KeyChunk, results: RowResults, facts: Uint16Array): KeyChunk {
    const slots = new Uint8Array(stored.slots.length);
    const hashes = new Int32Array(stored.hashes.length + results.hashes.length);
    let count = 0;
    let before = 0;
    let now = 0;
    for (let row = 0; row < slots.length; row++) {
      const was = stored.slots[row]!;
      const is = results.slots[row]!;
      let bits = 0;
      for (let slot = 0; slot < COMPARED_SLOTS; slot++) {
        const bit = 1 << slot;
        const again = results.same[row] !== 1 && (this.again.slots & bit) !== 0;
        if (((again ? is : was) & bit) !== 0) {
          const from = again ? results.hashes : stored.hashes;
          const at = again ? now : before;
          hashes[count++] = from[at]!;
          hashes[count++] = from[at + 1]!;
          bits |= bit;
        }
        if ((was & bit) !== 0) before += 2;
        if ((is & bit) !== 0) now += 2;
      }
      const compared = facts[row] !== NO_ROW && isCompared(is) && (facts[row]! & FACT_MASK.suppressed) === SUPPRESSED.no;
      slots[row] = compared ? bits | COMPARED : bits;
    }
    return { slots, hashes: hashes.slice(0, count) };
  }

  /** By row and kind the sheet row of a stored duplicate, for the kinds that are not compared again. */
  private duplicates({ rows, duplicates }: CheckGroup): Uint32Array {
    const kept = new Uint32Array(rows * KEY_KINDS.length);
    for (let at = 0; at < duplicates.length; at += 2) {
      const rule = ruleOf(duplicates[at]!);
      const kind = DUPLICATE_RULES.findIndex((code) => RULE_INDEX[code] === rule);
      if (this.kinds[kind] === false) kept[rowOf(duplicates[at]!) * KEY_KINDS.length + kind] = duplicates[at + 1]!;
    }
    return kept;
  }
}
