import { expect, it } from 'vitest';
import { RULES } from '../../../../../shared/rules/index.ts';
import type { FieldKey } from '../../../../../shared/fields/table.ts';
import { ruleFieldLabel } from '../../../../../renderer/screens/check/rule-field.ts';

const beside = (code: string, field: FieldKey | null) =>
  ruleFieldLabel({ code, field, title: RULES.find((one) => one.code === code)!.title });

it('a rule shows its field exactly when its title does not make it clear', () => {
  expect(beside('FIELD_REQUIRED', 'personalPhone')).toBe('Phone');
  expect(beside('MATCH_PART_MISSING', 'city')).toBe('City');
  expect(beside('PLACEHOLDER_REMOVED', 'street')).toBe('Street');
  expect(beside('SERVICE_REFUSED', 'personalEmail')).toBe('E-mail');
  expect(beside('EMAIL_FORMAT', 'businessEmail')).toBe('Business e-mail');
  expect(beside('EMAIL_FORMAT', 'personalEmail')).toBe('');
  expect(beside('ZIP_FOUR_DIGITS', 'postalCode')).toBe('');
  expect(beside('FIRST_AND_STREET_MISSING', 'street')).toBe('');
  expect(beside('SERVICE_REFUSED', null)).toBe('');
});
