import { expect, test } from 'vitest';
import { PersonText, textsIn } from '../../../../main/matching/index.ts';

const ADA = ['C-17', 'Ada', 'Byrne', 'ada@example.org', '12 Fern Rd', '(617) 555-0100'];

test.each([
  ['byrne ada', true],
  ['C-17', true],
  ['Fern Rd', true],
  ['617.555.0100', true],
  ['+1 (617) 555-0100', true],
  ['6175550100', true],
  ['Ada Lovelace', false],
  ['617 555 0199', false],
  // Too few digits to count as a number, so they are words.
  ['12 fern', true],
  ['', false],
])('%s: %s', (text, isFound) => {
  expect(new PersonText(text).in(ADA)).toBe(isFound);
});

test.each([
  ['EC7', false],
  ['4ec7', false],
  ['617 555', false],
  ['2b6ec7d0', true],
  ['2b6ec7d0-1f4e-4c7a-9ec7-0ec76175550a', true],
  ['Ada 2b6ec7d0', true],
])('%s in the identifier of a profile: %s', (text, isFound) => {
  for (const id of ['2b6ec7d0-1f4e-4c7a-9ec7-0ec76175550a', '2b6ec7d01f4e4c7a9ec70ec76175550a'])
    if (id.includes('-') || !text.includes('-')) expect(new PersonText(text).in([id, 'Ada'])).toBe(isFound);
});

test('accents and case do not matter', () => {
  expect(new PersonText('jose nunez').in(['JOSÉ', 'Núñez'])).toBe(true);
});

test('texts are found at any depth', () => {
  expect([...textsIn({ a: ['x', { b: 'y' }], c: 1, d: null })]).toEqual(['x', 'y']);
});
