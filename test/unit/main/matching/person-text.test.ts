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

const UUID = '2b6ec7d0-1f4e-4c7a-9ec7-0ec76175550a';

test.each([
  ['EC7', UUID, false],
  ['4ec7', UUID, false],
  ['617 555', UUID, false],
  ['EC7', UUID.replaceAll('-', ''), false],
  ['2b6ec7d0', UUID, true],
  [UUID, UUID, true],
  ['Ada 2b6ec7d0', UUID.replaceAll('-', ''), true],
])('%s in the identifier %s: %s', (text, id, isFound) => {
  expect(new PersonText(text).in([id, 'Ada'])).toBe(isFound);
});

test('accents and case do not matter', () => {
  expect(new PersonText('jose nunez').in(['JOSÉ', 'Núñez'])).toBe(true);
});

test('texts are found at any depth', () => {
  expect([...textsIn({ a: ['x', { b: 'y' }], c: 1, d: null })]).toEqual(['x', 'y']);
});
