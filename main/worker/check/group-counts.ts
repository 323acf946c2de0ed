/**
 * Counts by group: number of rows by facts code, and by rule and field. Their sums are the counts of the list. After an edit, only the
 * changed groups are counted again, and a page of filtered rows can be found without reading the groups before it.
 */
import { RULE_INDEX, isRuleCode } from '../../../shared/rules/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import type { CheckFilter } from '../../../shared/contract/index.ts';
import {
  type FactsCode,
  LEFT_OUT_MASK,
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
import { type CheckGroup, fieldOf, NO_FIELD, rowOf, ruleOf } from './check-group.ts';
import { isAsked, isOwnName } from './named-by-issue.ts';
import { FACT_FIELD, FACT_RULE_TESTS, factsTest } from './fact-rules.ts';

/** Greater than all rule indexes. */
const RULE_LIMIT = 256;

/** Added to the keys of rows that are left out. */
const LEFT_OUT = (NO_FIELD + 1) * RULE_LIMIT;

/** A rule and a field combined in one number. */
const ruleFieldKey = (rule: number, field: number, isOut = false): number => field * RULE_LIMIT + rule + (isOut ? LEFT_OUT : 0);
export const ruleOfKey = (key: number): number => key % RULE_LIMIT;
export const fieldOfKey = (key: number): number => Math.floor((key % LEFT_OUT) / RULE_LIMIT);
/** True for a key that counts rows that are left out. */
export const isLeftOutKey = (key: number): boolean => key >= LEFT_OUT;

/** Used instead of a field: rows with the rule on any field, and rows that become ready by the safe fix of the rule alone. */
export const ANY_FIELD = NO_FIELD - 1;
export const GAIN = NO_FIELD - 2;
/** Used instead of a field: rows that are not left out and have a rule about whom a row names, on the name of the row's own person. */
export const OWN_NAME = NO_FIELD - 3;

/** The key for a filter by rule; -1 for another filter or an unknown rule. */
function keyOfFilter(filter: CheckFilter): number {
  if (filter.kind !== 'rule' || !isRuleCode(filter.code)) return -1;
  const field = filter.field === null ? ANY_FIELD : FIELD_INDEX[filter.field];
  return ruleFieldKey(RULE_INDEX[filter.code], field, filter.leftOut === true);
}

/** Counts rows by rule and field. Keys must be added in the order of rows. A key that repeats in a row counts once. */
class KeyCounter {
  private readonly rows = new Uint32Array(LEFT_OUT * 2);
  private readonly last = new Int32Array(LEFT_OUT * 2).fill(-1);
  private readonly seen: number[] = [];

  add(key: number, row: number): void {
    if (this.rows[key] === 0) this.seen.push(key);
    else if (this.last[key] === row) return;
    this.last[key] = row;
    this.rows[key]! += 1;
  }

  /** Returns the sorted keys, each followed by its number of rows, and resets the counter. */
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

/** Used instead of a rule if a row has no weakening rule, or several. */
const NONE = -1;
const SEVERAL = -2;
/** True for a row that becomes ready by safe fixes. */
function isGain(code: number): boolean {
  if (code === NO_ROW) return false;
  const facts = decodeFacts(code);
  return !isLeftOut(facts) && readinessOf(facts) === 'fixable';
}

interface GroupCount {
  readonly histogram: RowHistogram;
  /** Keys and numbers of rows, alternating, sorted by key. */
  readonly byRule: ArrayLike<number>;
}

/** `isWeakening`: by rule index, see `weakeningRules`. */
export function countGroup(group: CheckGroup, isWeakening: readonly boolean[]): GroupCount {
  const { facts, issues, duplicates } = group;
  for (let at = 0; at < issues.length;) {
    const row = rowOf(issues[at]!);
    const code = facts[row]!;
    const isOut = (code & LEFT_OUT_MASK) !== 0;
    let weakness = NONE;
    for (; at < issues.length && rowOf(issues[at]!) === row; at++) {
      const rule = ruleOf(issues[at]!);
      const field = fieldOf(issues[at]!);
      if (isOut && !isAsked(rule, code)) continue;
      counter.add(ruleFieldKey(rule, field, isOut), row);
      counter.add(ruleFieldKey(rule, ANY_FIELD, isOut), row);
      if (!isOut && isOwnName(rule, field)) counter.add(ruleFieldKey(rule, OWN_NAME), row);
      if (isWeakening[rule] === true) weakness = weakness === NONE || weakness === rule ? rule : SEVERAL;
    }
    if (weakness >= 0 && isGain(code)) counter.add(ruleFieldKey(weakness, GAIN), row);
  }
  for (let at = 0; at < duplicates.length; at += 2) {
    const row = rowOf(duplicates[at]!);
    const isOut = (facts[row]! & LEFT_OUT_MASK) !== 0;
    const rule = ruleOf(duplicates[at]!);
    counter.add(ruleFieldKey(rule, fieldOf(duplicates[at]!), isOut), row);
    counter.add(ruleFieldKey(rule, ANY_FIELD, isOut), row);
  }
  return { histogram: histogramOf(facts), byRule: counter.take() };
}

function rowsOfKey({ byRule }: GroupCount, key: number): number {
  for (let at = 0; at < byRule.length; at += 2) if (byRule[at] === key) return byRule[at + 1]!;
  return 0;
}

export class GroupCounts {
  private readonly groups: GroupCount[] = [];

  /** The counts of the last check; empty before the first check. */
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

  /** Writes for each group, as uint32: number of codes, number of keys, codes and rows alternating, keys and rows alternating. */
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

  /** Number of rows of the list by facts code. */
  histogram(): RowHistogram {
    return mergeHistograms(this.groups.map(({ histogram }) => histogram));
  }

  /** Number of rows of the list by rule and field (or `ANY_FIELD`, `GAIN` or `OWN_NAME`), including rules that are derived from facts. */
  byRule(): Map<number, number> {
    const sums = new Map<number, number>();
    for (const { byRule } of this.groups)
      for (let at = 0; at < byRule.length; at += 2) sums.set(byRule[at]!, (sums.get(byRule[at]!) ?? 0) + byRule[at + 1]!);
    const histogram = this.histogram();
    for (const [rule, applies] of FACT_RULE_TESTS)
      for (const isOut of [false, true]) {
        const rows = countRows(histogram, (facts) => applies(facts) && isLeftOut(facts) === isOut);
        if (rows === 0) continue;
        sums.set(ruleFieldKey(rule, FACT_FIELD, isOut), rows);
        sums.set(ruleFieldKey(rule, ANY_FIELD, isOut), rows);
      }
    return sums;
  }

  /** Number of rows in a group that match a filter by rule or by facts. */
  rows(group: number, filter: CheckFilter): number {
    const count = this.groups[group]!;
    const matches = factsTest(filter);
    return matches === null ? rowsOfKey(count, keyOfFilter(filter)) : countRows(count.histogram, matches);
  }
}
