import { expect, it } from 'vitest';
import { alsoInvalid } from '../../../../../renderer/screens/check/rule-causes.ts';

it.each([
  ['MATCH_PART_MISSING', 'warning', 0, ''],
  ['MATCH_PART_MISSING', 'warning', 1, '1 of them also has an error and counts under “Won’t be accepted”.'],
  ['LAST_MISSING', 'warning', 1200, '1,200 of them also have an error and count under “Won’t be accepted”.'],
  ['LAST_MISSING', 'error', 2, ''],
  ['NAME_TITLE', 'warning', 2, ''],
] as const)('of the rows of %s as a %s, says how many also have an error: %i', (code, severity, invalid, text) => {
  expect(alsoInvalid({ code, severity }, { invalid })).toBe(text);
});
