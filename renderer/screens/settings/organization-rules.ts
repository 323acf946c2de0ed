import type { Rule, RuleCode, RuleConfiguration, Severity } from '../../../shared/rules/index.ts';
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';

/** The severity of a rule, or off. */
export type ChosenSeverity = Severity | 'off';
type OneRule = Pick<Rule, 'severity'> & { readonly code: RuleCode };

export const severityOf = ({ severities }: RuleConfiguration, { code, severity }: OneRule): ChosenSeverity => severities[code] ?? severity;

/** The rule settings with a field required or not; fields stay in the order of the record. */
export function withRequired(rules: RuleConfiguration, field: FieldKey, isRequired: boolean): RuleConfiguration {
  const wanted = new Set(rules.required);
  if (isRequired) wanted.add(field);
  else wanted.delete(field);
  return { ...rules, required: FIELD_KEYS.filter((key) => wanted.has(key)) };
}

/** The rule settings with one severity set. A rule at its default severity is not stored. */
export function withSeverity(rules: RuleConfiguration, { code, severity }: OneRule, chosen: ChosenSeverity): RuleConfiguration {
  const { [code]: _before, ...others } = rules.severities;
  return { ...rules, severities: chosen === severity ? others : { ...others, [code]: chosen } };
}
