import type { OrganizationRules, Rule, RuleCode, Severity } from '../../../shared/rules/index.ts';
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';

/** The severity of a rule, or off. */
export type ChosenSeverity = Severity | 'off';
type OneRule = Pick<Rule, 'severity'> & { readonly code: RuleCode };

export const severityOf = ({ severities }: OrganizationRules, { code, severity }: OneRule): ChosenSeverity => severities[code] ?? severity;

/** The organization rules after making a field required or optional. Keeps fields in the order of the record. */
export function withRequired(rules: OrganizationRules, field: FieldKey, isRequired: boolean): OrganizationRules {
  const wanted = new Set(rules.required);
  if (isRequired) wanted.add(field);
  else wanted.delete(field);
  return { ...rules, required: FIELD_KEYS.filter((key) => wanted.has(key)) };
}

/** The organization rules after setting the severity of a rule. The default severity is not stored. */
export function withSeverity(rules: OrganizationRules, { code, severity }: OneRule, chosen: ChosenSeverity): OrganizationRules {
  const { [code]: _before, ...others } = rules.severities;
  return { ...rules, severities: chosen === severity ? others : { ...others, [code]: chosen } };
}
