/** Names the fields of a rule whose title does not make them clear. */
import { RULES } from '../../../shared/rules/index.ts';
import { fieldOf } from '../../../shared/fields/table.ts';
import { number } from '../../format/text.ts';
import type { RuleCount } from '../../../shared/contract/index.ts';

/** Their titles already name both fields. */
const NAMED_IN_TITLE = new Set(['FIRST_AND_STREET_MISSING', 'LINES_PARTED']);

/** The labels of the fields with the issue; '' when the rule checks one field only or its title names the field. */
export function ruleFieldLabel({ code, title, fields }: Pick<RuleCount, 'code' | 'title' | 'fields'>): string {
  const checked = RULES.find((one) => one.code === code)?.fields.length;
  if (checked === 1 || NAMED_IN_TITLE.has(code)) return '';
  if (fields.length > 1) return fields.map(({ field, rows }) => `${fieldOf(field).label} ${number(rows)}`).join(', ');
  const label = fields[0] === undefined ? '' : fieldOf(fields[0].field).label;
  return title.toLowerCase().includes(label.toLowerCase()) ? '' : label;
}
