/**
 * What single rows of a group decide alone, without other rows: from the stored check where an edit leaves their values as they are, so
 * that only rows with changed values are read.
 */
import { type Severity, rowFactsByRule } from '../../../shared/rules/index.ts';
import { FACT_BITS, FACT_MASK, NOT_COMPARED_MASK, NO_ROW } from '../../../shared/rows/index.ts';
import { type CheckGroup, fieldOf, issueOf, rowOf, ruleOf } from './check-group.ts';
import { hashesOf, type KeyChunk } from './key-chunks.ts';
import { COMPARED, type RowResults } from './row-checker.ts';

const { readiness: READINESS } = FACT_BITS;
/** The facts that a row alone decides, and those of earlier screenings; `GroupAssembler` derives the others from the issues. */
const OWN_FACTS = FACT_MASK.suppressed | FACT_MASK.weakness | FACT_MASK.comparison | FACT_MASK.recent;

/** As `RowResults`, with the facts of earlier screenings. */
export type OwnResults = Pick<RowResults, 'facts' | 'issues' | 'slots' | 'hashes'>;

/** Rows of a group in order, and their results. */
export interface CheckedRows {
  readonly rows: readonly number[];
  readonly results: OwnResults;
}

/** A position in results: the next row, and where its issues and hashes begin. */
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

  /** Ends a row; `from`: where its hashes begin in `hashes`. `leftOut`: bits of the facts code. */
  end(facts: number, leftOut: number, slots: number, hashes: Int32Array, from: number): void {
    const code = facts === NO_ROW ? NO_ROW : (facts & ~FACT_MASK.leftOut) | leftOut;
    const isCompared = code !== NO_ROW && (code & NOT_COMPARED_MASK) === 0;
    this.facts.push(code);
    this.slots.push((slots & ~COMPARED) | (isCompared ? COMPARED : 0));
    for (let at = from, end = from + hashesOf(slots) * 2; at < end; at++) this.hashes.push(hashes[at]!);
  }

  /** Adds the next row of other results. `leftOut` null: as there. */
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

/** By rule: 1 where its issue makes the row invalid. A row of somebody who objected is not invalid. */
export function invalidatingRules(severities: readonly (Severity | null)[]): Uint8Array {
  const added = rowFactsByRule(severities);
  return Uint8Array.from(severities, (severity, rule) => (severity === 'error' && added[rule] === 0 ? 1 : 0));
}

export interface RowSource {
  /** The results of rows that were checked; they need not be looked up. */
  readonly fresh: CheckedRows | null;
  /** Why a row of the group is left out now, as bits of a facts code; null: as it is stored. */
  readonly leftOutNow: ((row: number) => number) | null;
  /** Checks a row of which the stored check does not tell the readiness; null when there is no way to. */
  readonly check: ((row: number) => OwnResults) | null;
}

/** Reads results from the stored check. The severities decide what the issues of a row make of it. */
export class StoredRows {
  /** By rule: 1 where it makes a row invalid. */
  private readonly isError: Uint8Array;

  constructor(severities: readonly (Severity | null)[]) {
    this.isError = invalidatingRules(severities);
  }

  /** The results of some rows, given in order; null when a row would have to be checked, and `check` is null. */
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
        // Another row made it invalid, and the stored check does not tell what it is without that one.
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
