import { describe, expect, it } from 'vitest';
import { requiring, severityOf, weighing } from '../../../renderer/screens/settings/house-rules.ts';
import { HouseRules, NO_HOUSE_RULES } from '../../../shared/rules/row-checks.ts';

const zip = { code: 'ZIP_FOUR_DIGITS', severity: 'warning' } as const;

describe('house rules', () => {
  it('require fields in the order of the record, and no longer', () => {
    const both = requiring(requiring(NO_HOUSE_RULES, 'personalEmail', true), 'primaryLast', true);
    expect(both.required).toEqual(['primaryLast', 'personalEmail']);
    expect(requiring(both, 'personalEmail', true)).toEqual(both);
    expect(requiring(both, 'primaryLast', false).required).toEqual(['personalEmail']);
  });

  it('weigh a rule, silence it, and forget it once it is as it comes', () => {
    expect(severityOf(NO_HOUSE_RULES, zip)).toBe('warning');
    const grave = weighing(NO_HOUSE_RULES, zip, 'error');
    expect(severityOf(grave, zip)).toBe('error');
    expect(severityOf(weighing(grave, zip, 'off'), zip)).toBe('off');
    expect(weighing(grave, zip, 'warning')).toEqual(NO_HOUSE_RULES);
    expect(HouseRules.safeParse(grave).success).toBe(true);
  });
});
