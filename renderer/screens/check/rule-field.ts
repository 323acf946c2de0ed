/** Names the field of a rule whose title does not make it clear. */
import { RULES } from '../../../shared/rules/index.ts';
import { fieldOf } from '../../../shared/fields/table.ts';
import type { RuleCount } from '../../../shared/contract/index.ts';

/** Their titles already name both fields. */
const NAMED_IN_TITLE = new Set(['FIRST_AND_STREET_MISSING', 'LINES_PARTED']);

/** The label of the field with the issue; '' when the rule checks one field only or its title names the field. */
export function ruleFieldLabel({ code, title, field }: Pick<RuleCount, 'code' | 'title' | 'field'>): string {
  const looksAt = RULES.find((one) => one.code === code)?.fields.length;
  if (field === null || looksAt === 1 || NAMED_IN_TITLE.has(code)) return '';
  const { label } = fieldOf(field);
  return title.toLowerCase().includes(label.toLowerCase()) ? '' : label;
}
