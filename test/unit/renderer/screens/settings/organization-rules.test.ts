import { describe, expect, it } from 'vitest';
import { withRequired, severityOf, withSeverity } from '../../../../../renderer/screens/settings/organization-rules.ts';
import { OrganizationRules, DEFAULT_RULES } from '../../../../../shared/rules/row-checks.ts';

const zip = { code: 'ZIP_FOUR_DIGITS', severity: 'warning' } as const;

describe('organization rules', () => {
  it('keep required fields in the order of the record', () => {
    const both = withRequired(withRequired(DEFAULT_RULES, 'personalEmail', true), 'primaryLast', true);
    expect(both.required).toEqual(['primaryLast', 'personalEmail']);
    expect(withRequired(both, 'personalEmail', true)).toEqual(both);
    expect(withRequired(both, 'primaryLast', false).required).toEqual(['personalEmail']);
  });

  it('set the severity of a rule, turn it off, and drop it at its default', () => {
    expect(severityOf(DEFAULT_RULES, zip)).toBe('warning');
    const strict = withSeverity(DEFAULT_RULES, zip, 'error');
    expect(severityOf(strict, zip)).toBe('error');
    expect(severityOf(withSeverity(strict, zip, 'off'), zip)).toBe('off');
    expect(withSeverity(strict, zip, 'warning')).toEqual(DEFAULT_RULES);
    expect(OrganizationRules.safeParse(strict).success).toBe(true);
  });
});
