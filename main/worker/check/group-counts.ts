/**
 * Counts by group: rows per facts code, and rows per rule and field. Their sums are the counts of the list. After an edit only the
 * changed groups are counted, and a page of filtered rows is found without reading the groups before it.
 */
import { RULE_INDEX, isRuleCode } from '../../../shared/rules/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import type { CheckFilter } from '../../../shared/contract/index.ts';
import {
  type FactsCode,
  NO_ROW,
  type RowHistogram,
  countRows,
  decodeFacts,
  histogramOf,
  isLeftOut,
  mergeHistograms,
  readinessOf,
} from '../../../shared/rows/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { numbersOf } from '../list/ordinals.ts';
import { type CheckGroup, fieldOf, issueOf, NO_FIELD, rowOf, ruleOf } from './check-group.ts';
import { isOwnName } from './named-by-issue.ts';
import { FACT_FIELD, FACT_RULE_TESTS, factsTest } from './fact-rules.ts';

/** Rule indexes are below this. */
const RULE_LIMIT = 256;

/** A rule and a field as one number. */
const ruleFieldKey = (rule: number, field: number): number => field * RULE_LIMIT + rule;
export const ruleOfKey = (key: number): number => key % RULE_LIMIT;
export const fieldOfKey = (key: number): number => Math.floor(key / RULE_LIMIT);

/** In place of a field: rows with the rule on any field, and rows that become ready by the safe fix of the rule alone. */
export const ANY_FIELD = NO_FIELD - 1;
export const GAIN = NO_FIELD - 2;
/** In place of a field: rows with a rule that says whom a row names, on the name of their own person. */
export const OWN_NAME = NO_FIELD - 3;

/** The key of a filter by rule; -1 for another filter or an unknown rule. */
function keyOfFilter(filter: CheckFilter): number {
  if (filter.kind !== 'rule' || !isRuleCode(filter.code)) return -1;
  return ruleFieldKey(RULE_INDEX[filter.code], filter.field === null ? ANY_FIELD : FIELD_INDEX[filter.field]);
}

/** Counts rows by rule and field. Issues are added in the order of rows; a repeated key of one row counts once. */
class KeyCounter {
  private readonly rows = new Uint32Array((NO_FIELD + 1) * RULE_LIMIT);
  private readonly last = new Int32Array((NO_FIELD + 1) * RULE_LIMIT).fill(-1);
  private readonly seen: number[] = [];

  add(issue: number): void {
    const key = issue & 0xffff;
    const row = rowOf(issue);
    if (this.rows[key] === 0) this.seen.push(key);
    else if (this.last[key] === row) return;
    this.last[key] = row;
    this.rows[key]! += 1;
  }

  /** Returns sorted keys, each followed by its number of rows, and empties the counter. */
  take(): number[] {
    const taken: number[] = [];
    for (const key of this.seen.sort((a, b) => a - b)) {
      taken.push(key, this.rows[key]!);
      this.rows[key] = 0;
      this.last[key] = -1;
    }
    this.seen.length = 0;
    return taken;
  }
}

const counter = new KeyCounter();

/** In place of the one weakening rule of a row. */
const NONE = -1;
const SEVERAL = -2;
/** True for a row that the safe fixes make ready. */
function isGain(code: number): boolean {
  if (code === NO_ROW) return false;
  const facts = decodeFacts(code);
  return !isLeftOut(facts) && readinessOf(facts) === 'fixable';
}

interface GroupCount {
  readonly histogram: RowHistogram;
  /** Key and number of rows, alternating, sorted by key. */
  readonly byRule: ArrayLike<number>;
}

/** `isWeakening`: by rule, see `weakeningRules`. */
export function countGroup(group: CheckGroup, isWeakening: readonly boolean[]): GroupCount {
  const { facts, issues, duplicates } = group;
  for (let at = 0; at < issues.length;) {
    const row = rowOf(issues[at]!);
    let weakness = NONE;
    for (; at < issues.length && rowOf(issues[at]!) === row; at++) {
      const rule = ruleOf(issues[at]!);
      counter.add(issues[at]!);
      counter.add(issueOf(row, ANY_FIELD, rule));
      if (isOwnName(rule, fieldOf(issues[at]!))) counter.add(issueOf(row, OWN_NAME, rule));
      if (isWeakening[rule] === true) weakness = weakness === NONE || weakness === rule ? rule : SEVERAL;
    }
    if (weakness >= 0 && isGain(facts[row]!)) counter.add(issueOf(row, GAIN, weakness));
  }
  for (let at = 0; at < duplicates.length; at += 2) {
    counter.add(duplicates[at]!);
    counter.add(issueOf(rowOf(duplicates[at]!), ANY_FIELD, ruleOf(duplicates[at]!)));
  }
  return { histogram: histogramOf(facts), byRule: counter.take() };
}

function rowsOfKey({ byRule }: GroupCount, key: number): number {
  for (let at = 0; at < byRule.length; at += 2) if (byRule[at] === key) return byRule[at + 1]!;
  return 0;
}

export class GroupCounts {
  private readonly groups: GroupCount[] = [];

  /** The counts of the last check; empty before the first. */
  static read(file: Pick<ProjectFile, 'read'>): GroupCounts {
    const counts = new GroupCounts();
    const bytes = file.read('counts', 0);
    if (bytes === null) return counts;
    const numbers = numbersOf(bytes);
    for (let at = 0; at < numbers.length;) {
      const [codes, keys] = [numbers[at]!, numbers[at + 1]!];
      const byRuleAt = at + 2 + codes * 2;
      const histogram: [FactsCode, number][] = [];
      for (let pair = at + 2; pair < byRuleAt; pair += 2) histogram.push([numbers[pair] as FactsCode, numbers[pair + 1]!]);
      at = byRuleAt + keys * 2;
      counts.groups.push({ histogram, byRule: numbers.subarray(byRuleAt, at) });
    }
    return counts;
  }

  /** Writes per group, as uint32: number of codes, number of keys, code and rows alternating, key and rows alternating. */
  write(file: Pick<ProjectFile, 'write'>): void {
    const size = this.groups.reduce((sum, { histogram, byRule }) => sum + 2 + histogram.length * 2 + byRule.length, 0);
    const numbers = new Uint32Array(size);
    let at = 0;
    for (const { histogram, byRule } of this.groups) {
      numbers[at++] = histogram.length;
      numbers[at++] = byRule.length / 2;
      for (const pair of histogram) {
        numbers.set(pair, at);
        at += 2;
      }
      numbers.set(byRule, at);
      at += byRule.length;
    }
    file.write('counts', { seq: 0, first: 0, count: this.groups.length, low: 0, high: 0 }, new Uint8Array(numbers.buffer));
  }

  get length(): number {
    return this.groups.length;
  }

  set(group: number, count: GroupCount): void {
    this.groups[group] = count;
  }

  /** Rows of the list by facts code. */
  histogram(): RowHistogram {
    return mergeHistograms(this.groups.map(({ histogram }) => histogram));
  }

  /** Rows of the list by rule and field, `ANY_FIELD` or `GAIN`, including rules that repeat a fact. */
  byRule(): Map<number, number> {
    const sums = new Map<number, number>();
    for (const { byRule } of this.groups)
      for (let at = 0; at < byRule.length; at += 2) sums.set(byRule[at]!, (sums.get(byRule[at]!) ?? 0) + byRule[at + 1]!);
    const histogram = this.histogram();
    for (const [rule, applies] of FACT_RULE_TESTS) {
      const rows = countRows(histogram, applies);
      if (rows === 0) continue;
      sums.set(ruleFieldKey(rule, FACT_FIELD), rows);
      sums.set(ruleFieldKey(rule, ANY_FIELD), rows);
    }
    return sums;
  }

  /** Number of matching rows of one group. */
  rows(group: number, filter: CheckFilter): number {
    const count = this.groups[group]!;
    const matches = factsTest(filter);
    return matches === null ? rowsOfKey(count, keyOfFilter(filter)) : countRows(count.histogram, matches);
  }
}
