/**
 * The results that do not depend on other rows, for some rows of a group. They are taken from the stored check if an edit does not change
 * the values, so that only rows with changed values are read.
 */
import { type Severity, rowFactsByRule } from '../../../shared/rules/index.ts';
import { FACT_BITS, FACT_MASK, NOT_COMPARED_MASK, NO_ROW } from '../../../shared/rows/index.ts';
import { type CheckGroup, fieldOf, issueOf, rowOf, ruleOf } from './check-group.ts';
import { hashesOf, type KeyChunk } from './key-chunks.ts';
import { COMPARED, type RowResults } from './row-checker.ts';

const { readiness: READINESS } = FACT_BITS;
/** The facts that depend only on the row, and the facts from earlier screenings. `GroupAssembler` derives the others from the issues. */
const OWN_FACTS = FACT_MASK.suppressed | FACT_MASK.weakness | FACT_MASK.comparison | FACT_MASK.recent;

/** Like `RowResults`, including the facts from earlier screenings. */
export type OwnResults = Pick<RowResults, 'facts' | 'issues' | 'slots' | 'hashes'>;

/** Rows of a group, in order, and their results. */
export interface CheckedRows {
  readonly rows: readonly number[];
  readonly results: OwnResults;
}

/** A position in results: the next row, and the start of its issues and hashes. */
interface Cursor {
  readonly results: OwnResults;
  row: number;
  issue: number;
  hash: number;
}

const cursorOf = (results: OwnResults): Cursor => ({ results, row: 0, issue: 0, hash: 0 });

class ResultsBuilder {
  private readonly facts: number[] = [];
  private readonly issues: number[] = [];
  private readonly slots: number[] = [];
  private readonly hashes: number[] = [];

  issue(field: number, rule: number): void {
    this.issues.push(issueOf(this.facts.length, field, rule));
  }

  /** Completes a row. `from`: start of its hashes in `hashes`. `leftOut`: bits of the facts code. */
  end(facts: number, leftOut: number, slots: number, hashes: Int32Array, from: number): void {
    const code = facts === NO_ROW ? NO_ROW : (facts & ~FACT_MASK.leftOut) | leftOut;
    const isCompared = code !== NO_ROW && (code & NOT_COMPARED_MASK) === 0;
    this.facts.push(code);
    this.slots.push((slots & ~COMPARED) | (isCompared ? COMPARED : 0));
    for (let at = from, end = from + hashesOf(slots) * 2; at < end; at++) this.hashes.push(hashes[at]!);
  }

  /** Adds the next row of other results. `leftOut`: null to keep the bits of that row. */
  take(from: Cursor, leftOut: number | null): void {
    const { facts, issues, slots, hashes } = from.results;
    for (; from.issue < issues.length && rowOf(issues[from.issue]!) === from.row; from.issue++)
      this.issue(fieldOf(issues[from.issue]!), ruleOf(issues[from.issue]!));
    this.end(facts[from.row]!, leftOut ?? facts[from.row]! & FACT_MASK.leftOut, slots[from.row]!, hashes, from.hash);
    from.hash += hashesOf(slots[from.row]!) * 2;
    from.row += 1;
  }

  finish(): OwnResults {
    return {
      facts: Uint16Array.from(this.facts),
      issues: Uint32Array.from(this.issues),
      slots: Uint8Array.from(this.slots),
      hashes: Int32Array.from(this.hashes),
    };
  }
}

/** By rule: 1 if its issues make the row invalid. A row whose person objected is not invalid. */
export function invalidatingRules(severities: readonly (Severity | null)[]): Uint8Array {
  const added = rowFactsByRule(severities);
  return Uint8Array.from(severities, (severity, rule) => (severity === 'error' && added[rule] === 0 ? 1 : 0));
}

export interface RowSource {
  /** Results of rows that were just checked and are not looked up. */
  readonly fresh: CheckedRows | null;
  /** Returns why a row of the group is now left out, as bits of a facts code. Null: as stored. */
  readonly leftOutNow: ((row: number) => number) | null;
  /** Checks a row whose readiness cannot be derived from the stored check; null if that is not possible. */
  readonly check: ((row: number) => OwnResults) | null;
}

/** Reads results from the stored check. The severities determine how issues affect a row. */
export class StoredRows {
  /** By rule: 1 if it makes a row invalid. */
  private readonly isError: Uint8Array;

  constructor(severities: readonly (Severity | null)[]) {
    this.isError = invalidatingRules(severities);
  }

  /** The results of some rows, which must be in order; null if a row must be checked and `check` is null. */
  of(stored: CheckGroup, keys: KeyChunk, rows: readonly number[], { fresh, leftOutNow, check }: RowSource): OwnResults | null {
    const { issues } = stored;
    const builder = new ResultsBuilder();
    const cursor = fresh === null ? null : cursorOf(fresh.results);
    let issue = 0;
    let hash = 0;
    let row = 0;
    for (const wanted of rows) {
      const leftOut = leftOutNow?.(wanted) ?? null;
      if (cursor !== null && fresh!.rows[cursor.row] === wanted) {
        builder.take(cursor, leftOut);
        continue;
      }
      for (; row < wanted; row++) hash += hashesOf(keys.slots[row]!) * 2;
      while (issue < issues.length && rowOf(issues[issue]!) < wanted) issue += 1;
      const was = stored.facts[wanted]!;
      let end = issue;
      let isInvalid = false;
      for (; end < issues.length && rowOf(issues[end]!) === wanted; end++) if (this.isError[ruleOf(issues[end]!)] === 1) isInvalid = true;
      const readiness = isInvalid ? READINESS.invalid : was & FACT_MASK.readiness;
      if (was !== NO_ROW && !isInvalid && readiness !== READINESS.ready && readiness !== READINESS.incomplete) {
        // The row is invalid because of another row. Without that row, its readiness is unknown.
        if (check === null) return null;
        builder.take(cursorOf(check(wanted)), leftOut);
        continue;
      }
      for (; issue < end; issue++) builder.issue(fieldOf(issues[issue]!), ruleOf(issues[issue]!));
      const code = was === NO_ROW ? NO_ROW : (was & OWN_FACTS) | readiness;
      builder.end(code, leftOut ?? was & FACT_MASK.leftOut, keys.slots[wanted]!, keys.hashes, hash);
    }
    return builder.finish();
  }
}
