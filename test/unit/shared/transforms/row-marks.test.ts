/** Cells that decide whether a person is screened: death, an objection, and consent. */
import { describe, expect, it } from 'vitest';
import {
  hasDeathWord,
  hasNotToScreen,
  saysAlive,
  saysDeath,
  saysDoNotScreen,
  saysMayScreen,
  saysNoConsent,
} from '../../../../shared/transforms/row-marks.ts';

describe('a column of death', () => {
  it.each([
    '-1',
    '1',
    'Y',
    'yes',
    'TRUE',
    'x',
    '✓',
    'Deceased',
    'is deceased',
    'Inactive - Deceased',
    '†',
    '2019',
    '3/2/2019',
    'Yes - 3/2024',
    'Y (2019)',
  ])('%s says that the person has died', (text) => {
    expect([saysDeath(text), saysAlive(text)]).toEqual([true, false]);
  });

  it.each(['', '0', 'No', 'false', 'alive', 'not deceased', '-', 'N/A', '00/00/0000'])('%j does not', (text) => {
    expect([saysDeath(text), saysAlive(text)]).toEqual([false, true]);
  });

  it.each(['-2', '11', 'Maybe', 'a note about the death of a friend'])('%s says neither', (text) => {
    expect([saysDeath(text), saysAlive(text)]).toEqual([false, false]);
  });
});

describe('a word for death in a column of other things', () => {
  it.each([
    'Individual (Deceased)',
    'Alumnus - deceased',
    'Inactive: Deceased',
    '(deceased)',
    '*** DECEASED ***',
    'deceased - per obit',
    'Deceased (per spouse)',
    'Presumed Deceased',
    'The Late Mr.',
    'Estate of',
    'Est. of Mrs.',
    'Board; Deceased',
  ])('%s says that the person has died', (text) => expect(hasDeathWord(text)).toBe(true));

  it.each([
    'Deceased - spouse',
    'Spouse (Deceased)',
    'Parent deceased',
    'Late',
    'late fee',
    'Late Dr',
    'Estate',
    'Estate of Otto Poe',
    'Estate planning',
    'Not deceased',
    'Yes (2019)',
    'West Deadwood',
  ])('%s does not', (text) => expect(hasDeathWord(text)).toBe(false));
});

describe('a column of objections', () => {
  it.each(['-1', '1', 'Yes', 'by letter', '3/2/2024', 'not to be screened'])('%s keeps the person from being screened', (text) => {
    expect([saysDoNotScreen(text), saysMayScreen(text)]).toEqual([true, false]);
  });

  it.each(['0', 'No', 'FALSE', 'OK', 'may be screened', 'opted in', 'not opted-out'])('%s allows it', (text) => {
    expect([saysDoNotScreen(text), saysMayScreen(text)]).toEqual([false, true]);
  });

  it.each(['', ' ', '-', '–', 'N/A'])('%j says nothing', (text) => {
    expect([saysDoNotScreen(text), saysMayScreen(text)]).toEqual([false, false]);
  });
});

describe('a column of consent', () => {
  it.each(['-1', '1', 'Yes', 'opted in', 'consent given', 'agreed', 'may be screened', '3/2/2024', '', '-', 'N/A'])(
    '%j does not deny it',
    (text) => {
      expect(saysNoConsent(text)).toBe(false);
    },
  );

  it.each(['0', 'No', '-2', 'withdrawn', 'asked by phone', '2024'])('%s denies it', (text) => {
    expect(saysNoConsent(text)).toBe(true);
  });
});

it.each([
  ['Do Not Mail; Do Not Wealth Screen (3/2021)', true],
  ['No prospect research', true],
  ['HIPAA opt-out', true],
  ['No fundraising', true],
  ['Unsubscribed from fundraising', true],
  ['No fundraising emails', false],
  ['Excluded from all fundraising communications', true],
  ['Screening committee', false],
  ['Do Not Mail', false],
  ['Asked us about donor research', false],
])('the codes %s ask not to screen: %s', (codes, expected) => {
  expect(hasNotToScreen(codes)).toBe(expected);
});
