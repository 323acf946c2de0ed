/** The rules behind the rows of a cost: warnings of sent rows, errors of rows that are not sent, and who is sent anyway. */
import type { CostIssues } from '../../../shared/contract/index.ts';
import { RULES, RULE_INDEX, type Severity, rowFactsByRule, weakeningRules } from '../../../shared/rules/index.ts';
import {
  NOT_WORTH,
  type Disposition,
  type NotSent,
  type SendOptions,
  decodeFacts,
  dispositionsBy,
  readinessOf,
} from '../../../shared/rows/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { type CheckGroup, fieldOf, rowOf, ruleOf } from '../check/check-group.ts';
import { namedByIssue } from '../check/named-by-issue.ts';
import type { Edits } from '../list/edits.ts';
import { type RowGroupCache, rowRef } from '../list/row-groups.ts';
import { REPEATS_SENT } from '../list/stored-edits.ts';

/** Sorted by number of rows, highest first. */
const listed = (rowsByRule: Iterable<readonly [rule: number, rows: number]>): CostIssues['warnings'] =>
  Array.from(rowsByRule, ([rule, rows]) => ({ code: RULES[rule]!.code, title: RULES[rule]!.title, rows }))
    .filter(({ rows }) => rows > 0)
    .toSorted((a, b) => b.rows - a.rows);

/** Number of rows by rule. A row counts once per rule, even if the rule is reported on several fields. */
class RowsByRule {
  private readonly rows = new Uint32Array(RULES.length);
  private readonly lastRow = new Int32Array(RULES.length).fill(-1);

  /** `row`: index in the whole list. Issues must be added in the order of rows. */
  add(rule: number, row: number): void {
    if (this.lastRow[rule] === row) return;
    this.lastRow[rule] = row;
    this.rows[rule]! += 1;
  }

  list(): CostIssues['warnings'] {
    return listed(this.rows.entries());
  }
}

/** Rows that the safe fixes would make ready. Each counts only for the most frequent rule that keeps it from being ready. */
class FixableRows {
  private readonly sets = new Map<string, { readonly rules: readonly number[]; rows: number }>();

  add(rules: ReadonlySet<number>): void {
    const key = [...rules].join(' ');
    const set = this.sets.get(key) ?? { rules: [...rules], rows: 0 };
    set.rows += 1;
    this.sets.set(key, set);
  }

  list(): CostIssues['risks']['fixable'] {
    const all = new Map<number, number>();
    for (const { rules, rows } of this.sets.values()) for (const rule of rules) all.set(rule, (all.get(rule) ?? 0) + rows);
    const under = new Map<number, number>();
    for (const { rules, rows } of this.sets.values()) {
      const most = rules.toSorted((a, b) => all.get(b)! - all.get(a)! || a - b)[0];
      if (most !== undefined) under.set(most, (under.get(most) ?? 0) + rows);
    }
    return listed(under);
  }
}

/** The rules about repeats that are sent and charged. Rows that repeat an ID are not sent. */
const REPEATS: readonly number[] = [RULE_INDEX.EMAIL_SHARED, RULE_INDEX.HOUSEHOLD_TWICE];

/** Summary of the issues of one row. */
class RowIssues {
  isWarned = false;
  isRepeated = false;
  /** Bits of the fact `who`. */
  who = 0;
  isObjected = false;
  readonly weakening = new Set<number>();

  begin(): void {
    this.isWarned = false;
    this.isRepeated = false;
    this.who = 0;
    this.isObjected = false;
    this.weakening.clear();
  }
}

/** For each row of a group that has any, its issues and duplicates, encoded as numbers. */
function* rowsOf({ rows, issues, duplicates }: CheckGroup): Generator<readonly [row: number, issues: readonly number[]]> {
  let issue = 0;
  let duplicate = 0;
  for (let row = 0; row < rows; row++) {
    const found: number[] = [];
    for (; issue < issues.length && rowOf(issues[issue]!) === row; issue++) found.push(issues[issue]!);
    for (; duplicate < duplicates.length && rowOf(duplicates[duplicate]!) === row; duplicate += 2) found.push(duplicates[duplicate]!);
    if (found.length > 0) yield [row, found];
  }
}

/** `severities`: by rule index, as used in the check of the list. */
export function costIssues(
  file: Pick<ProjectFile, 'read'>,
  groups: Pick<RowGroupCache, 'refsOf'>,
  severities: readonly (Severity | null)[],
  { sendErrors, resendRecent }: SendOptions,
  edits: Pick<Edits, 'rowsSentDespiteObjection' | 'reasonOf' | 'correctedBy' | 'leftOutAs'>,
): CostIssues {
  const dispositionOf = dispositionsBy({ sendErrors, resendRecent });
  const isWeakening = weakeningRules(severities);
  const objects = rowFactsByRule(severities);
  const named = namedByIssue(severities);
  const warnings = new RowsByRule();
  const errors = new RowsByRule();
  const fixable = new FixableRows();
  const anyway = new Map<NotSent, number>();
  const has = new RowIssues();
  let [warned, fixed, incomplete, repeated] = [0, 0, 0, 0];
  let first = 0;
  const reader = new CheckGroupReader(file);
  // Rows that repeat an ID are sent if the user decided so. They count as repeats.
  const byId = edits.correctedBy(file, REPEATS_SENT, true).filter(({ row }) => edits.leftOutAs(row) === null);
  const refsById = new Set(byId.length === 0 ? [] : groups.refsOf(new Set(byId.map(({ row }) => row))));

  const count = (row: number, issues: readonly number[], disposition: Disposition) => {
    has.begin();
    for (const issue of issues) {
      const rule = ruleOf(issue);
      const severity = severities[rule];
      if (severity === 'error' && disposition === 'invalid') errors.add(rule, first + row);
      if (disposition !== 'sent') continue;
      if (severity === 'warning') {
        warnings.add(rule, first + row);
        has.isWarned = true;
        if (REPEATS.includes(rule)) has.isRepeated = true;
      }
      if (isWeakening[rule] === true) has.weakening.add(rule);
      if (objects[rule] !== 0) has.isObjected = true;
      has.who = Math.max(has.who, named(rule, fieldOf(issue)));
    }
  };

  for (let at = 0, group = reader.group(0); group !== null; group = reader.group(++at)) {
    for (const [row, issues] of rowsOf(group)) {
      const code = group.facts[row]!;
      const disposition = dispositionOf(code);
      count(row, issues, disposition);
      if (disposition !== 'sent') continue;
      if (has.isRepeated && !refsById.has(rowRef(at, row))) repeated += 1;
      if (has.isWarned) {
        warned += 1;
        const readiness = readinessOf(decodeFacts(code));
        if (readiness === 'incomplete') incomplete += 1;
        if (readiness === 'fixable') {
          fixed += 1;
          fixable.add(has.weakening);
        }
      }
      const reason = has.isObjected ? 'suppressed' : has.who > 0 ? NOT_WORTH.find((who) => decodeFacts(has.who).who === who) : undefined;
      if (reason !== undefined) anyway.set(reason, (anyway.get(reason) ?? 0) + 1);
    }
    first += group.rows;
  }
  if (byId.length > 0) anyway.set('duplicateId', byId.length);
  const reasons = new Set(edits.rowsSentDespiteObjection().flatMap((row) => edits.reasonOf(row) ?? []));
  return {
    warned,
    warnings: warnings.list(),
    errors: errors.list(),
    risks: { fixable: fixable.list(), incomplete, other: warned - fixed - incomplete },
    repeated,
    sentAnyway: Array.from(anyway, ([reason, rows]) => ({ reason, rows })),
    reasons: anyway.has('suppressed') ? [...reasons] : [],
  };
}
