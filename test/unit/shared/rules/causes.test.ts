/** Why a value breaks its rule. */
import { expect, it } from 'vitest';
import { causeOf, causesOf } from '../../../../shared/rules/causes.ts';
import type { RuleCode } from '../../../../shared/rules/codes.ts';

it.each<[RuleCode, string, string]>([
  ['EMAIL_FORMAT', 'ask her', 'No @'],
  ['EMAIL_FORMAT', '(508) 555-0142', 'A phone number'],
  ['EMAIL_FORMAT', 'l.quayle@', 'Nothing after the @'],
  ['EMAIL_FORMAT', 'ann @example.org', 'Space inside'],
  ['EMAIL_FORMAT', 'ann@@example.org', 'Not the form of an address'],
  ['PHONE_FORMAT', 'ann@example.org', 'An email'],
  ['PHONE_FORMAT', 'none', 'No digits'],
  ['PHONE_FORMAT', '555-014', 'Digits are missing'],
  ['PHONE_FORMAT', '1234567890123456', 'Too many digits'],
  ['DATE_UNREADABLE', 'last spring', 'No digits'],
  ['DATE_UNREADABLE', 'FY19', 'Only part of a date'],
  ['AMOUNT_UNREADABLE', 'a lot', 'No digits'],
  ['AMOUNT_UNREADABLE', '$50-100', 'Two amounts'],
  ['AMOUNT_UNREADABLE', '50 (pledge)', 'Digits and words'],
])('%s: “%s” reads “%s”', (code, value, title) => {
  expect(causeOf(code, value)?.title).toBe(title);
});

it('has no cause for a rule with one reason', () => {
  expect([causeOf('TWO_PEOPLE', 'Ann & Bo'), causesOf('TWO_PEOPLE')]).toEqual([null, []]);
});
