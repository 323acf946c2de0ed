import { expect, it } from 'vitest';
import { betterName } from '../../../../shared/view-texts/index.ts';

it.each([
  ['RE_Query_LYBUNT_FY26 (2)', 'LYBUNT FY26'],
  ['Gala guests 2026-03-12', 'Gala guests'],
  ['Gala guests_20260312', 'Gala guests'],
  ['Gala guests_20260312_0915', 'Gala guests'],
  ['Board 03-12-2026', 'Board'],
  ['Board 3.12.26 (1)', 'Board'],
  ['Board March 12, 2026', 'Board'],
  ['export 2026-03-12 Major donors', 'Major donors'],
  ['Major donors - Copy', 'Major donors'],
])('“%s” could be called “%s”', (name, better) => {
  expect(betterName(name)).toBe(better);
});

it.each([
  'Year-end appeal 2026',
  'LYBUNT_FY26',
  'Class of 1998',
  'Query 14',
  '2026-03-12',
  'Export_20260312 (3)'.replace('Export', ''),
  'Donors over 10.000',
  '',
])('“%s” stays', (name) => {
  expect(betterName(name)).toBeNull();
});
