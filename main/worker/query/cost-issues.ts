/** The rules behind the rows of a cost: the warnings that go along, and the errors that hold rows back. */
import type { CostIssues } from '../../../shared/contract/index.ts';
import { RULES, type Severity } from '../../../shared/rules/index.ts';
import { type SendOptions, dispositionsBy } from '../../../shared/rows/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { rowOf, ruleOf } from '../check/check-group.ts';

/** Rows by rule. A row counts once per rule, whatever fields the rule is reported on. */
class RowsByRule {
  private readonly rows = new Uint32Array(RULES.length);
  private readonly lastRow = new Int32Array(RULES.length).fill(-1);

  /** `row`: counted over the list. Issues arrive in the order of rows. */
  add(rule: number, row: number): void {
    if (this.lastRow[rule] === row) return;
    this.lastRow[rule] = row;
    this.rows[rule]! += 1;
  }

  /** Most rows first. */
  list(): CostIssues['warnings'] {
    return Array.from(this.rows, (rows, rule) => ({ code: RULES[rule]!.code, title: RULES[rule]!.title, rows }))
      .filter(({ rows }) => rows > 0)
      .toSorted((a, b) => b.rows - a.rows);
  }
}

/** `severities`: by rule index, as the list was checked. */
export function costIssues(
  file: Pick<ProjectFile, 'read'>,
  severities: readonly (Severity | null)[],
  { sendErrors, resendRecent }: SendOptions,
): CostIssues {
  const dispositionOf = dispositionsBy({ sendErrors, resendRecent });
  const warnings = new RowsByRule();
  const errors = new RowsByRule();
  const reader = new CheckGroupReader(file);
  let warned = 0;
  let first = 0;
  for (let at = 0, group = reader.group(0); group !== null; group = reader.group(++at)) {
    const { facts, issues, duplicates } = group;
    const isWarned = new Uint8Array(group.rows);
    const count = (issue: number) => {
      const [row, rule] = [rowOf(issue), ruleOf(issue)];
      const severity = severities[rule];
      if (severity !== 'warning' && severity !== 'error') return;
      const disposition = dispositionOf(facts[row]!);
      if (severity === 'error') {
        if (disposition === 'invalid') errors.add(rule, first + row);
      } else if (disposition === 'sent') {
        warnings.add(rule, first + row);
        isWarned[row] = 1;
      }
    };
    for (const issue of issues) count(issue);
    for (let index = 0; index < duplicates.length; index += 2) count(duplicates[index]!);
    for (const one of isWarned) warned += one;
    first += group.rows;
  }
  return { warned, warnings: warnings.list(), errors: errors.list() };
}
