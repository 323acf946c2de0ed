/** Which field a rule is about, where its title leaves that open. */
import { RULES } from '../../../shared/rules/index.ts';
import { fieldOf } from '../../../shared/fields/table.ts';
import type { RuleCount } from '../../../shared/contract/index.ts';

/** Their titles name the two fields that they look at. */
const SAID = new Set(['FIRST_AND_STREET_MISSING', 'LINES_PARTED']);

/** The label of the field on which a rule was found; empty where the rule looks at one field alone, or its title says it. */
export function fieldBeside({ code, title, field }: Pick<RuleCount, 'code' | 'title' | 'field'>): string {
  const looksAt = RULES.find((one) => one.code === code)?.fields.length;
  if (field === null || looksAt === 1 || SAID.has(code)) return '';
  const { label } = fieldOf(field);
  return title.toLowerCase().includes(label.toLowerCase()) ? '' : label;
}
