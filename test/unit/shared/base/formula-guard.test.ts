import { describe, expect, test } from 'vitest';
import { looksLikeFormula } from '../../../../shared/base/formula-guard.ts';

describe('texts that a spreadsheet program would read as a formula', () => {
  test.each([
    '=1+1',
    '=HYPERLINK("http://a.example")',
    '=',
    '@SUM(A1)',
    '@',
    '+A1',
    '-A1',
    "+cmd|' /C calc'!A0",
    '-2+3',
    '+1+1',
    '-(',
    '- n/a -',
    '-\t',
    '-=1',
    '--A1',
    '\tx',
    '\rx',
    '\nx',
    '+1*2',
    '-1&A1',
    '+617 555 0100 Mary',
    '-1^2',
    '+49|1',
    '-5;x',
    '＝1+1',
    '＋A1',
    '－A1',
    '＠SUM(A1)',
    `+${'1'.repeat(70)}`,
  ])('include %j', (text) => {
    expect(looksLikeFormula(text)).toBe(true);
  });

  test.each([
    '',
    'plain',
    'a=b',
    ' =1',
    '-',
    '--',
    '- - -',
    '+',
    '+ ',
    '5',
    '-5',
    '+5',
    '-12.50',
    '-1,200.00',
    '-5%',
    '-$1,200.00',
    '-1.5e-7',
    '+1 617 555 0100',
    '+1 (617) 555-0100',
    '+1-617-555-0100',
    '+44 20 7946 0958',
    '+1 617 555 0100 x12',
    '+1 617.555.0100 ext. 4',
    "'=1",
  ])('do not include %j', (text) => {
    expect(looksLikeFormula(text)).toBe(false);
  });
});
