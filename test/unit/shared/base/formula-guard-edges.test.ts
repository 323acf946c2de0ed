/** Edge cases of harmless text after a sign: a phone extension, a power of ten, and the maximum length. */
import { describe, expect, it } from 'vitest';
import { looksLikeFormula } from '../../../../shared/base/formula-guard.ts';

describe('after a sign', () => {
  it.each([
    '-1e7',
    '-1e12',
    '+1E+10',
    '+1.5E-10',
    '+16175550100x12',
    '+1 617 555 0100x123',
    '+1 617 555 0100  ext 4',
    '+1 617 555 0100 ext4',
    '+1 617 555 0100 x  45',
    `-${'1'.repeat(63)}`,
  ])('%j is harmless', (text) => {
    expect(looksLikeFormula(text)).toBe(false);
  });

  it.each([
    `-${'1'.repeat(64)}`,
    '+1 abcx12',
    '+1Ax12',
    '-1e',
    '-1ee7',
    '-1e7x',
    '+1 ext',
    '+1 text 4',
    '-A1x2',
    '+1 617 555 0100 ext.. 4',
    '+1 617 555 0100 xA4',
    '+1!A1',
  ])('%j could be a formula', (text) => {
    expect(looksLikeFormula(text)).toBe(true);
  });
});

it.each(['=', '@', '\t', '\n', '\r'])('%j could start a formula, alone or before other text', (sign) => {
  for (const text of [sign, `${sign}1`, `${sign}5`, `${sign} x`]) expect(looksLikeFormula(text)).toBe(true);
});

it.each(['1=1', "'=1", ' =1', ';=1', '\u00A0=1', 'a@b.example', '1-2', '(5)', '$5', '\v=1', '\u000E', '>', 'A', '?'])(
  '%j does not start a formula',
  (text) => {
    expect(looksLikeFormula(text)).toBe(false);
  },
);
