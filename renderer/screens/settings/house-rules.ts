/** Changes of the house rules, as new values. */
import type { Rule, RuleCode, Severity } from '../../../shared/rules/index.ts';
import type { HouseRules } from '../../../shared/rules/row-checks.ts';
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/table.ts';

/** How grave a rule is, or that it is silent. */
export type Weight = Severity | 'off';
type OneRule = Pick<Rule, 'severity'> & { readonly code: RuleCode };

/** How grave a rule is under the house rules. */
export const severityOf = ({ severities }: HouseRules, { code, severity }: OneRule): Weight => severities[code] ?? severity;

/** The rules with a field required or not; fields stay in the order of the record. */
export function requiring(rules: HouseRules, field: FieldKey, isRequired: boolean): HouseRules {
  const wanted = new Set(rules.required);
  if (isRequired) wanted.add(field);
  else wanted.delete(field);
  return { ...rules, required: FIELD_KEYS.filter((key) => wanted.has(key)) };
}

/** The rules with one as grave as a person says. A rule that is as it comes is not among the changed ones. */
export function weighing(rules: HouseRules, { code, severity }: OneRule, weight: Weight): HouseRules {
  const { [code]: _before, ...others } = rules.severities;
  return { ...rules, severities: weight === severity ? others : { ...others, [code]: weight } };
}
