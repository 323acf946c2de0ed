/** Filters the rows of a checked list, using only the stored check. */
import { RULE_INDEX, isRuleCode } from '../../../shared/rules/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import type { CheckFilter } from '../../../shared/contract/index.ts';
import { LEFT_OUT_MASK, NO_ROW, decodeFacts } from '../../../shared/rows/index.ts';
import type { CheckGroup } from './check-group.ts';
import { factsTest } from './fact-rules.ts';
import { isAsked } from './named-by-issue.ts';

/** Indexes of the matching rows in the group, in order and without repetition. */
export function matchingRows(group: CheckGroup, filter: CheckFilter): number[] {
  const matches = factsTest(filter);
  if (matches !== null) {
    const rows: number[] = [];
    const { facts } = group;
    // Consecutive rows mostly have the same facts.
    let last = NO_ROW;
    let isMatch = false;
    for (let row = 0; row < facts.length; row++) {
      const code = facts[row]!;
      if (code !== last) isMatch = code !== NO_ROW && matches(decodeFacts(code));
      last = code;
      if (isMatch) rows.push(row);
    }
    return rows;
  }
  if (filter.kind !== 'rule' || !isRuleCode(filter.code)) return [];
  const rule = RULE_INDEX[filter.code];
  return group.rowsWithIssue(rule, filter.field === null ? null : FIELD_INDEX[filter.field]).filter((row) => {
    const code = group.facts[row]!;
    const isOut = (code & LEFT_OUT_MASK) !== 0;
    return isOut === (filter.leftOut === true) && isAsked(rule, code);
  });
}
