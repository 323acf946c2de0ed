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
    // A code with its label.
    ['5', '5 - High'],
    ['4.5', '4.5: Top'],
    ['5', '5 (High)'],
    ['5', 'High (5)'],
    ['A', 'A – Principal'],
    ['MG2', 'MG2 - Major gift'],
    // Codes of HTML.
    ['A & B', 'A &amp; B'],
    ['R&D; The arts', 'R&amp;D; The arts'],
    ["O'Dowd's", 'O&#39;Dowd&amp;#x27;s'],
    // The guard against formulas, which our own CSV files have.
    ['-none-', "'-none-"],
    ['+ High', "'+ High"],
    // Checkboxes.
    ['true', 'X'],
    ['true', '✓'],
    ['true', '☑'],
    ['true', 'Checked'],
    ['true', 'VRAI'],
    ['X', 'true'],
    ['false', '☐'],
    ['false', 'Falsch'],
    // Days and amounts of other countries.
    ['2026-11-29', 'Sunday, November 29, 2026'],
    ['2026-11-29', '29 de noviembre de 2026'],
    ['2026-11-29', '2026. 11. 29.'],
    ['2026-11-29', '26-11-29'],
    ['2026-11-29', '29 novembro 2026'],
    ['2026-03-02', '2 maart 2026'],
    ['2026-11-29', '46355'],
    ['1250', '1.250'],
    ['1250000', '1.250.000,00 €'],
    ['1250000', 'CHF 1’250’000'],
    ['1250000', '1\u{202f}250\u{202f}000 kr'],
    ['1250000', '₹12,50,000'],
    ['1250000', 'R$ 1.250.000,00'],
    ['1250', '1250,-'],
    ['-1250', '1,250.00-'],
    ['-1250', '−1.250'],
    ['1250000', '1.25E+06'],
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
    ['5', '4 - High'],
    ['5', '5 - 10'],
    ['$25K', '$25K - $50K'],
    ['High', 'High - declined'],
    ['no', 'No - declined'],
    ['true', '☐'],
    ['false', 'X'],
    ['1', 'X'],
    ['12.5', '125'],
    ['1.25', '1,250'],
    ['2026-11-29', '46356'],
    ['A & B', 'A &amp; C'],
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
