import { expect, it } from 'vitest';
import { retainedText } from '../../../../shared/view-texts/index.ts';

const LIST = {
  id: 'gala',
  name: 'Gala',
  connection: 'Screening',
  rows: 12,
  screened: '2024-09-20',
  months: 24,
  state: 'planned',
  reason: null,
  announced: null,
  loses: [],
} as const;

it.each([
  ['2026-09-20', 'It is removed on September 20, 2026, 24 months after its screening.'],
  ['2026-09-21', 'It is removed on September 21, 2026, more than 24 months after its screening.'],
  ['2026-09-22', 'It is removed on September 22, 2026.'],
])('a list that is removed on %s: %s', (removed, text) => {
  expect(retainedText({ ...LIST, loses: [], removed }, '2026-09-14')).toBe(text);
});
