import { expect, it } from 'vitest';
import { RULES } from '../../../../../shared/rules/index.ts';
import type { FieldKey } from '../../../../../shared/fields/table.ts';
import { ruleFieldLabel } from '../../../../../renderer/screens/check/rule-field.ts';

const labelOf = (code: string, ...fields: FieldKey[]) =>
  ruleFieldLabel({
    code,
    title: RULES.find((one) => one.code === code)!.title,
    fields: fields.map((field, at) => ({ field, rows: 1_200 - at })),
  });

it('a rule shows its field exactly when its title does not make it clear', () => {
  expect(labelOf('FIELD_REQUIRED', 'personalPhone')).toBe('Phone');
  expect(labelOf('MATCH_PART_MISSING', 'city')).toBe('City');
  expect(labelOf('PLACEHOLDER_REMOVED', 'street')).toBe('Street');
  expect(labelOf('SERVICE_REFUSED', 'personalEmail')).toBe('E-mail');
  expect(labelOf('EMAIL_FORMAT', 'businessEmail')).toBe('Business e-mail');
  expect(labelOf('EMAIL_FORMAT', 'personalEmail')).toBe('');
  expect(labelOf('ZIP_FOUR_DIGITS', 'postalCode')).toBe('');
  expect(labelOf('FIRST_AND_STREET_MISSING', 'street')).toBe('');
  expect(labelOf('SERVICE_REFUSED')).toBe('');
});

it('a rule on several fields shows each with its rows', () => {
  expect(labelOf('EMAIL_FORMAT', 'personalEmail', 'businessEmail')).toBe('E-mail 1,200, Business e-mail 1,199');
});
