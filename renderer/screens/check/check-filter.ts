/** Which rows of the checked list are shown, stored in the address. */
import { isFieldKey } from '../../../shared/fields/table.ts';
import { type CheckFilter, type CheckView, Readiness, type RuleCount } from '../../../shared/contract/index.ts';
import type { Search } from '../../navigation/router.ts';

export interface CheckSearch {
  readonly show?: string | undefined;
  readonly rule?: string | undefined;
  readonly field?: string | undefined;
}

/** The filter of an address. Default: the rows with issues, if there are any. */
export function filterOf(search: CheckSearch, check: Pick<CheckView, 'withIssues' | 'rules'>): CheckFilter {
  const { show, rule, field } = search;
  if (show === 'errors') {
    const error = check.rules.find((one) => one.severity === 'error');
    return error === undefined ? { kind: 'all' } : { kind: 'rule', code: error.code, field: null };
  }
  if (rule !== undefined) return { kind: 'rule', code: rule, field: field !== undefined && isFieldKey(field) ? field : null };
  if (show === 'all' || show === 'issues' || show === 'leftOut') return { kind: show };
  const readiness = Readiness.safeParse(show);
  if (readiness.success) return { kind: 'readiness', readiness: readiness.data };
  return { kind: check.withIssues > 0 ? 'issues' : 'all' };
}

/** The filter as part of an address. */
export function searchOf(filter: CheckFilter): Search {
  if (filter.kind === 'readiness') return { show: filter.readiness };
  if (filter.kind !== 'rule') return { show: filter.kind };
  return filter.field === null ? { rule: filter.code } : { rule: filter.code, field: filter.field };
}

/** The rule that a filter selects; null when it selects none, or one without issues. */
export const chosenRule = (filter: CheckFilter, rules: readonly RuleCount[]): RuleCount | null =>
  filter.kind === 'rule' ? (rules.find(({ code }) => code === filter.code) ?? null) : null;
