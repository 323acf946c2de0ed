/** Which rows of the checked list a filter takes: by what was found in the last check, group by group, without looking at the rows. */
import { isRuleCode, RULE_INDEX, type Severity } from '../../../shared/rules/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/table.ts';
import type { CheckFilter } from '../../../shared/contract/index.ts';
import { type FoundGroup, isLeftOut, NO_FIELD, NO_PERSON, readinessOf, rowOf, ruleOf } from './check-group.ts';

/** Rows of a group that a filter takes, counted within it and in order, each once. The severities are those of the rules by index. */
export function matchingRows(group: FoundGroup, filter: CheckFilter, severities: readonly (Severity | null)[]): number[] {
  switch (filter.kind) {
    case 'rule':
      return isRuleCode(filter.code)
        ? group.rowsWith(RULE_INDEX[filter.code], filter.field === null ? NO_FIELD : FIELD_INDEX[filter.field])
        : [];
    case 'issues':
      return rowsWithIssues(group, severities);
    case 'all':
      return rowsWhere(group, () => true);
    case 'leftOut':
      return rowsWhere(group, isLeftOut);
    case 'readiness':
      return rowsWhere(group, (state) => !isLeftOut(state) && readinessOf(state) === filter.readiness);
  }
}

/** Rows of people whose state is so. */
function rowsWhere(group: FoundGroup, isSo: (state: number) => boolean): number[] {
  const rows: number[] = [];
  for (const [row, state] of group.states.entries()) if (state !== NO_PERSON && isSo(state)) rows.push(row);
  return rows;
}

function rowsWithIssues(group: FoundGroup, severities: readonly (Severity | null)[]): number[] {
  const has = new Uint8Array(group.rows);
  for (const found of group.found) if (severities[ruleOf(found)] !== 'note') has[rowOf(found)] = 1;
  for (let at = 0; at < group.doubles.length; at += 2) {
    const found = group.doubles[at]!;
    if (severities[ruleOf(found)] !== 'note') has[rowOf(found)] = 1;
  }
  const rows: number[] = [];
  for (const [row, is] of has.entries()) if (is === 1) rows.push(row);
  return rows;
}
