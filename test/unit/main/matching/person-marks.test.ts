import { expect, it } from 'vitest';
import { PersonMarks, PersonText } from '../../../../main/matching/index.ts';

const ROSALIND = {
  first: ['Rosalind', 'Rosamunde'],
  last: ['Quayle', 'O’Neill'],
  ids: ['KX-40117', '12', 'P1', '1998'],
  emails: ['rosalind@example.org'],
  phones: ['(508) 555-0117', '774.555.0163 x12'],
  streets: ['12 Larkspur Ln', 'Main'],
};
const marks = new PersonMarks(ROSALIND, new PersonText('Quayle'));

it.each([
  ['Lunch with Rosalind Quayle', 'Lunch with [erased]'],
  ['QUAYLE, Rosalind: lunch', '[erased]: lunch'],
  ['Mrs. Rosalind M. Quayle’s table', 'Mrs. [erased]’s table'],
  ["Rosamunde O'Neill, Rosalind Quayle", '[erased]'],
  ['ID KX-40117, KX-401179', 'ID [erased], KX-401179'],
  ['Rosalind@Example.org', '[erased]'],
  ['+1 508.555.0117 at noon', '+[erased] at noon'],
  ['Call (774) 555-0163, or 774-555-0163 ext. 12', 'Call ([erased], or [erased] ext. 12'],
  ['at 12  larkspur ln.', 'at [erased].'],
])('%s', (text, without) => {
  expect(marks.areIn(text)).toBe(true);
  expect(marks.without(text)).toBe(without);
});

it.each([
  'Rosalind and Henry Quayle',
  'Rosalind',
  'Top 12 of 1998',
  'P1',
  'Main street',
  'Rosalinda Quaylewood',
  '555-0117',
  'Rosalind --- Quayle Hall',
])('%s does not surely mean the person', (text) => {
  expect(marks.areIn(text)).toBe(false);
});

it('a phone number is found with and without the code of the country', () => {
  const abroad = new PersonMarks({ ...ROSALIND, phones: ['+1 508-555-0117'] }, new PersonText('Quayle'));
  expect(abroad.without('Call (508) 555-0117')).toBe('Call ([erased]');
});

it.each([
  ['a first name that is a letter', { first: ['R'] }, 'R. Quayle'],
  ['an extension', { phones: ['0199'] }, 'Call 617-555-0199'],
  ['a short street', { streets: ['1 Elm'] }, 'Table 1 Elm'],
])('%s does not surely mean the person', (_, forms, text) => {
  expect(new PersonMarks({ ...ROSALIND, ...forms }, new PersonText('Quayle')).areIn(text)).toBe(false);
});

it('a text with the words of the search may mean the person, and other words that contain them do not', () => {
  expect(marks.mayBeIn('Thank the Quayles')).toBe(true);
  expect(marks.without('Thank the Quayles')).toBe('Thank the [erased]');
  expect(marks.mayBeIn('Quaylewood')).toBe(false);
  expect(marks.without('Rosalind in Quaylewood')).toBe('Rosalind in Quaylewood');
  const list = new PersonMarks({ first: [], last: [], ids: [], emails: [], phones: [], streets: [] }, new PersonText('Wei Li'));
  expect(list.mayBeIn('List by weight')).toBe(false);
  expect(list.without('Li, Wei and weight')).toBe('[erased] and weight');
  // A short word does not match the beginning of a longer word.
  expect(list.mayBeIn('Wei Lim')).toBe(false);
});

it('no text becomes longer than a text may be', () => {
  const text = `${'Dinner of the whole board and the friends of the museum '.repeat(2)}with Ed Li`;
  const short = new PersonMarks({ ...ROSALIND, first: ['Ed'], last: ['Li'] }, new PersonText('Li'));
  expect(short.without(text).length).toBeLessThanOrEqual(text.length);
  expect(short.without(text)).not.toMatch(/\bLi\b/);
});
