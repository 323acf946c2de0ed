/**
 * Counts of what the check found, by group of rows. The sums are the counts of the list; a group whose rows have changed is
 * counted anew and the others stand; and a page of the rows with an issue is found without looking at the rows before it.
 */
import { RULE_INDEX, isRuleCode, type Severity } from '../../../shared/rules/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/table.ts';
import type { CheckFilter } from '../../../shared/contract/index.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import { type FoundGroup, isLeftOut, NO_FIELD, NO_PERSON, READY, REFUSED, BARRED, rowOf, ruleOf, STATE } from './check-group.ts';

/** What is counted of the rows of a group, each row in one of them but for `persons`, `leftOut` and those behind it. */
const COUNTS = [
  'persons',
  'byHand',
  'household',
  'doNotScreen',
  'errors',
  'sameId',
  'ready',
  'thin',
  'leftOut',
  /** Rows that could be sent and were screened before or are on their way elsewhere, without and with errors. */
  'before',
  'beforeWithErrors',
  /** Rows of people who were screened before with other details. */
  'changed',
  /** Rows with an error or a warning. */
  'issues',
  /** Rows that could be sent and have not changed since the screenings that the list is compared with, without and with errors. */
  'unchanged',
  'unchangedWithErrors',
  /** The same, of rows without scores there. */
  'unscored',
  'unscoredWithErrors',
  /** Rows that could be sent and have changed since; then those of them that were screened before as they are now. */
  'changedSince',
  'changedSinceWithErrors',
  'changedBefore',
  'changedBeforeWithErrors',
  /** Those of `before` that are on their way elsewhere, without and with errors. */
  'onItsWay',
  'onItsWayWithErrors',
] as const;
type Count = (typeof COUNTS)[number];
export type Counted = Readonly<Record<Count, number>>;

const AT = Object.fromEntries(COUNTS.map((count, index) => [count, index])) as Readonly<Record<Count, number>>;
/** Where the pairs of a rule and field with their counts begin. */
const PAIRS = COUNTS.length;
/** Counts before new and changed rows were told apart: those of files that do not say how many they have. */
const FORMER_COUNTS = 13;
/** Rules are below this. */
const RULES_MOST = 256;

/** A rule on a field, as one number. */
const pairOf = (rule: number, field: number): number => field * RULES_MOST + rule;
export const ruleOfPair = (pair: number): number => pair % RULES_MOST;
export const fieldOfPair = (pair: number): number => Math.floor(pair / RULES_MOST);

/** The pair that a filter by a rule asks for; -1 for a rule that is not known. */
function pairOfFilter(filter: Extract<CheckFilter, { kind: 'rule' }>): number {
  if (!isRuleCode(filter.code)) return -1;
  return pairOf(RULE_INDEX[filter.code], filter.field === null ? NO_FIELD : FIELD_INDEX[filter.field]);
}

/** Rows by pair of one stretch of findings, which lie in the order of rows: a pair that is twice on a row counts once. */
class PairCounts {
  private readonly rows = new Uint32Array((NO_FIELD + 1) * RULES_MOST);
  private readonly last = new Int32Array((NO_FIELD + 1) * RULES_MOST).fill(-1);
  private readonly seen: number[] = [];

  add(found: number): void {
    const pair = found & 0xffff;
    const row = rowOf(found);
    if (this.rows[pair] === 0) this.seen.push(pair);
    else if (this.last[pair] === row) return;
    this.last[pair] = row;
    this.rows[pair]! += 1;
  }

  /** Pairs in their order, each followed by its rows; the counts begin anew. */
  take(): number[] {
    const taken: number[] = [];
    for (const pair of this.seen.sort((a, b) => a - b)) {
      taken.push(pair, this.rows[pair]!);
      this.rows[pair] = 0;
      this.last[pair] = -1;
    }
    this.seen.length = 0;
    return taken;
  }
}

const pairCounts = new PairCounts();

/** Names the count of a row by what has become of it since the screenings that the list is compared with. */
function countSince(
  state: number,
  before: boolean,
  plus: (count: 'unchanged' | 'unscored' | 'changedSince' | 'changedBefore') => void,
): void {
  const since = state & STATE.since;
  if (since === STATE.unchanged) plus('unchanged');
  else if (since === STATE.unscored) plus('unscored');
  else if (since === STATE.changed) plus(before ? 'changedBefore' : 'changedSince');
}

function countStates(group: FoundGroup, counts: Uint32Array): void {
  const plus = (count: Count) => {
    counts[AT[count]]! += 1;
  };
  for (const state of group.states) {
    if (state === NO_PERSON) continue;
    plus('persons');
    if (isLeftOut(state)) plus('leftOut');
    const readiness = state & STATE.readiness;
    const before = (state & STATE.before) !== 0;
    if ((state & STATE.byHand) !== 0) plus('byHand');
    else if ((state & STATE.household) !== 0) plus('household');
    else if (readiness === BARRED) plus('doNotScreen');
    else if (readiness === REFUSED) {
      plus((state & STATE.sameId) === 0 ? 'errors' : 'sameId');
      if (before) plus('beforeWithErrors');
      countSince(state, before, (count) => plus(`${count}WithErrors`));
    } else {
      plus(readiness === READY ? 'ready' : 'thin');
      if (before) plus('before');
      countSince(state, before, plus);
    }
  }
}

/** Counts a row of somebody who is on the way elsewhere, unless it could not be sent anyway. */
function countOnItsWay(state: number, counts: Uint32Array): void {
  if (isLeftOut(state)) return;
  counts[(state & STATE.readiness) === REFUSED ? AT.onItsWayWithErrors : AT.onItsWay]! += 1;
}

/** Counts a group. The severities are those of the rules by index; a rule that is silenced is not found at all. */
export function tallyOf(group: FoundGroup, severities: readonly (Severity | null)[]): Uint32Array {
  const counts = new Uint32Array(COUNTS.length);
  countStates(group, counts);
  const withIssues = new Uint8Array(group.rows);
  let issues = 0;
  const note = (found: number) => {
    pairCounts.add(found);
    const row = rowOf(found);
    if (ruleOf(found) === RULE_INDEX.ON_ITS_WAY) countOnItsWay(group.states[row]!, counts);
    if (severities[ruleOf(found)] === 'note' || withIssues[row] === 1) return;
    withIssues[row] = 1;
    issues += 1;
  };
  for (const found of group.found) note(found);
  for (let at = 0; at < group.doubles.length; at += 2) note(group.doubles[at]!);
  counts[AT.issues] = issues;
  const pairs = pairCounts.take();
  for (let at = 0; at < pairs.length; at += 2)
    if (ruleOfPair(pairs[at]!) === RULE_INDEX.SCREENED_CHANGED) counts[AT.changed]! += pairs[at + 1]!;
  const tally = new Uint32Array(PAIRS + pairs.length);
  tally.set(counts);
  tally.set(pairs, PAIRS);
  return tally;
}

function rowsOfPair(tally: Uint32Array, pair: number): number {
  for (let at = PAIRS; at < tally.length; at += 2) if (tally[at] === pair) return tally[at + 1]!;
  return 0;
}

export class Tallies {
  private readonly groups: Uint32Array[] = [];

  /** The tallies that were kept with the last check; none before the first. */
  static read(file: ProjectFile): Tallies {
    const tallies = new Tallies();
    const bytes = file.read('tallies', 0);
    if (bytes === null) return tallies;
    const numbers = new Uint32Array(new Uint8Array(bytes).buffer);
    const counts = file.places('tallies')[0]?.low || FORMER_COUNTS;
    for (let at = 0; at < numbers.length; at += numbers[at]! + 1) {
      const kept = numbers.subarray(at + 1, at + 1 + numbers[at]!);
      const tally = new Uint32Array(PAIRS + kept.length - counts);
      tally.set(kept.subarray(0, counts));
      tally.set(kept.subarray(counts), PAIRS);
      tallies.groups.push(tally);
    }
    return tallies;
  }

  /** `low` of the chunk's place is how many counts a group has before its pairs. */
  write(file: ProjectFile): void {
    const size = this.groups.reduce((sum, tally) => sum + tally.length + 1, 0);
    const numbers = new Uint32Array(size);
    let at = 0;
    for (const tally of this.groups) {
      numbers[at] = tally.length;
      numbers.set(tally, at + 1);
      at += tally.length + 1;
    }
    file.write('tallies', { seq: 0, first: 0, count: this.groups.length, low: COUNTS.length, high: 0 }, new Uint8Array(numbers.buffer));
  }

  get length(): number {
    return this.groups.length;
  }

  set(group: number, tally: Uint32Array): void {
    this.groups[group] = tally;
  }

  /** The sums over the whole list. */
  counted(): Counted {
    const sums = new Float64Array(COUNTS.length);
    for (const tally of this.groups) for (let at = 0; at < COUNTS.length; at++) sums[at]! += tally[at]!;
    return Object.fromEntries(COUNTS.map((count, index) => [count, sums[index]!])) as Counted;
  }

  /** Rows by rule and field over the whole list. */
  pairs(): Map<number, number> {
    const sums = new Map<number, number>();
    for (const tally of this.groups)
      for (let at = PAIRS; at < tally.length; at += 2) sums.set(tally[at]!, (sums.get(tally[at]!) ?? 0) + tally[at + 1]!);
    return sums;
  }

  /** Rows with a rule on a field in one group. */
  ofPair(group: number, pair: number): number {
    return rowsOfPair(this.groups[group]!, pair);
  }

  /** Rows of one group that a filter takes. */
  rows(group: number, filter: CheckFilter): number {
    const tally = this.groups[group]!;
    switch (filter.kind) {
      case 'all':
        return tally[AT.persons]!;
      case 'leftOut':
        return tally[AT.leftOut]!;
      case 'issues':
        return tally[AT.issues]!;
      case 'readiness':
        return filter.readiness === 'refused' ? tally[AT.errors]! + tally[AT.sameId]! : tally[AT[filter.readiness]]!;
      case 'rule':
        return rowsOfPair(tally, pairOfFilter(filter));
    }
  }
}
