/** Which notations of another system are the same value as the one that was written. */
import { describe, expect, it } from 'vitest';
import { compareValues } from '../../../../shared/write-back/proof.ts';

describe('a value of another system', () => {
  it.each([
    ['2026-03-02', '3/2/2026'],
    ['2026-03-02', '02.03.2026'],
    ['3/2/2026', '2/3/2026'],
    ['true', 'Yes'],
    ['false', 'no'],
    ['-250', '(250)'],
    ['1250', '$1,250.00'],
    ['$50K  - $100K', '$50K - $100K'],
    ['The arts|Health', 'Health; The arts'],
    ['The arts|Health', 'Health, The arts'],
    ['Top prospect', 'TOP PROSPECT'],
    ['Yes', 'Y'],
    ['true', '1'],
    ['false', '0'],
    ['1', 'Yes'],
    ['0', 'false'],
    ['87', '87.00%'],
    ['1250', 'CAD 1,250.00'],
    ['1250', 'CA$1,250.00'],
    ['2026-11-29', '20261129'],
  ])('%s is there as %s', (wrote, found) => {
    expect(compareValues(wrote, found)).toBe('there');
  });

  it.each([
    ['2026-03-02', '2026-03-03'],
    ['250', '(250)'],
    ['1250', '12.50'],
    ['true', 'No'],
    ['true', '0'],
    ['1', '0'],
    ['1', 'No'],
    ['2', 'Yes'],
    ['2026-11-29', '20261130'],
    ['A, B', 'B, A'],
    // A number that lost digits is another number, not a text that was cut.
    ['4250', '425'],
    ['Top prospect', 'TOP'],
    ['The arts|Health', 'Health|Sea'],
  ])('%s is not %s', (wrote, found) => {
    expect(compareValues(wrote, found)).toBe('different');
  });

  it('is cut when it is the beginning of a text, and missing when nothing is there', () => {
    expect(compareValues('Top prospect', 'Top pros')).toBe('cut');
    expect(compareValues('Property; giving elsewhere', 'Property; giv')).toBe('cut');
    expect(compareValues('Top prospect', ' ')).toBe('missing');
    expect(compareValues('Top prospect', '-')).toBe('missing');
  });
});
