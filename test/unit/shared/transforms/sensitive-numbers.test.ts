import { describe, expect, it } from 'vitest';
import { isCardNumber, isSocialSecurityNumber } from '../../../../shared/transforms/sensitive-numbers.ts';

describe('sensitive numbers', () => {
  it.each([
    ['4111111111111111', true],
    ['4111 1111 1111 1111', true],
    ['4111111111111112', false],
    ['100000000000000', false],
    ['41111111', false],
    ['4111a11111111111', false],
  ])('card number %s: %s', (text, expected) => {
    expect(isCardNumber(text)).toBe(expected);
  });

  it.each([
    ['123-45-6789', true],
    ['000-45-6789', false],
    ['912-45-6789', false],
    ['123456789', false],
    ['123-456-789', false],
  ])('social security number %s: %s', (text, expected) => {
    expect(isSocialSecurityNumber(text)).toBe(expected);
  });
});
