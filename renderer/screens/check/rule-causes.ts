/** Why the values of the chosen rule break it, and what its fix does with them. */
import type { CheckFilter, CheckView, Output, RuleCount } from '../../../shared/contract/index.ts';
import { causesOf, isRuleCode } from '../../../shared/rules/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { number } from '../../format/index.ts';
import { isIncomplete } from './issue-texts.ts';

export type RuleCauses = Output<'check.causes'>;

/** True for a rule whose values break it for several reasons. */
export const hasCauses = (code: string): boolean => isRuleCode(code) && causesOf(code).length > 0;

/** The causes of the rule that a filter selects; null without such a rule, if there is nothing to report, and until they are known. */
export function useRuleCauses(
  id: string,
  filter: CheckFilter,
  { rules, invalid }: Pick<CheckView, 'rules' | 'invalid'>,
): RuleCauses | null {
  const code = filter.kind === 'rule' ? filter.code : '';
  const mayBeInvalid = invalid > 0 && rules.some((rule) => rule.code === code && isIncomplete(rule));
  return useContractQuery('check.causes', { id, code }, { enabled: hasCauses(code) || mayBeInvalid }).data ?? null;
}

/**
 * Explains why a rule about incomplete rows has more rows than the strip counts as incomplete: "2 of them also have an error and count
 * under “Won’t be accepted”."; '' for none, and for any other rule.
 */
export const alsoInvalid = (rule: Pick<RuleCount, 'code' | 'severity'>, { invalid }: Pick<RuleCauses, 'invalid'>): string =>
  invalid === 0 || !isIncomplete(rule)
    ? ''
    : `${number(invalid)} of them also ${invalid === 1 ? 'has an error and counts' : 'have an error and count'} under “Won’t be accepted”.`;

/** "Fix 19, blank out 29". */
function fixLabel({ fixed, blanked }: RuleCauses): string {
  const parts = [...(fixed > 0 ? [`fix ${number(fixed)}`] : []), ...(blanked > 0 ? [`blank out ${number(blanked)}`] : [])];
  return parts.join(', ').replace(/^./, (letter) => letter.toUpperCase());
}

/** The check with another label for the chosen rule's fix, if its trial repairs some values and clears others. */
export function withCauses(check: CheckView, filter: CheckFilter, causes: RuleCauses | null): CheckView {
  if (filter.kind !== 'rule' || causes === null || causes.fixed + causes.blanked === 0) return check;
  const rules = check.rules.map((rule) =>
    rule.code === filter.code && rule.fix?.id === 'repairEmail' ? { ...rule, fix: { ...rule.fix, label: fixLabel(causes) } } : rule,
  );
  return { ...check, rules };
}

/** The causes in all fields: "22 no @, 12 a phone number, 7 space inside". */
export function causesText({ fields }: RuleCauses): string {
  const sums = new Map<string, number>();
  for (const { causes } of fields) for (const { title, rows } of causes) sums.set(title, (sums.get(title) ?? 0) + rows);
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .map(([title, rows]) => `${number(rows)} ${title.charAt(0).toLowerCase()}${title.slice(1)}`)
    .join(', ');
}

export const causeTitle = (code: string, key: string): string =>
  (isRuleCode(code) ? causesOf(code).find((cause) => cause.key === key)?.title : undefined) ?? key;
