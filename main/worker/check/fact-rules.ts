/** Rules that are derived from a fact of a row. They appear in counts and filters like other rules, but are not stored as issues. */
import { RULE_INDEX, type RuleCode, isRuleCode } from '../../../shared/rules/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import type { CheckFilter } from '../../../shared/contract/index.ts';
import { type RowFacts, hasIssueOf, isLeftOut, readinessOf } from '../../../shared/rows/index.ts';

type FactsTest = (facts: RowFacts) => boolean;

/** A test for a value of `recent`. Rows that are unchanged since the baseline are only listed under the rules about the baseline. */
const isRecent =
  (wanted: RowFacts['recent']): FactsTest =>
  ({ recent, comparison }) =>
    recent === wanted && comparison !== 'unchanged' && comparison !== 'unchangedUnscored';

const FACT_RULES = {
  UNCHANGED_SINCE: ({ comparison }) => comparison === 'unchanged',
  UNSCORED_SINCE: ({ comparison }) => comparison === 'unchangedUnscored',
  CHANGED_SINCE: ({ comparison }) => comparison === 'changed',
  NEW_SINCE: ({ comparison }) => comparison === 'new',
  SCREENED_BEFORE: isRecent('screened'),
  ON_ITS_WAY: isRecent('inProgress'),
  SCREENED_CHANGED: isRecent('screenedOtherDetails'),
  NOT_CHOSEN: ({ chosen }) => chosen === 'notThisTime',
} as const satisfies Partial<Record<RuleCode, FactsTest>>;

/** The field on which these rules are shown. */
export const FACT_FIELD = FIELD_INDEX.constituentId;

/** By rule index: a test whether the rule applies to a row. */
export const FACT_RULE_TESTS: ReadonlyMap<number, FactsTest> = new Map(
  Object.entries<FactsTest>(FACT_RULES).map(([code, applies]) => [RULE_INDEX[code as RuleCode], applies]),
);

/** The test for a filter that can be decided by the facts of a row; null for a filter by a rule that is stored as issues. */
export function factsTest(filter: CheckFilter): FactsTest | null {
  switch (filter.kind) {
    case 'all':
      return () => true;
    case 'issues':
      return hasIssueOf;
    case 'leftOut':
      return isLeftOut;
    case 'readiness':
      return (facts) => !isLeftOut(facts) && readinessOf(facts) === filter.readiness;
    case 'rule': {
      const test = isRuleCode(filter.code) ? FACT_RULE_TESTS.get(RULE_INDEX[filter.code]) : undefined;
      if (test === undefined) return null;
      const isOnField = filter.field === null || FIELD_INDEX[filter.field] === FACT_FIELD;
      return (facts) => isOnField && test(facts) && isLeftOut(facts) === (filter.leftOut === true);
    }
  }
}
