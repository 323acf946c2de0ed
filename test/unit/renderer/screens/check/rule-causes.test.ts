import { expect, it } from 'vitest';
import { alsoInvalid } from '../../../../../renderer/screens/check/rule-causes.ts';

it.each([
  ['warning', 0, ''],
  ['warning', 1, '1 of them also has an error and counts under “Won’t be accepted”.'],
  ['warning', 1200, '1,200 of them also have an error and count under “Won’t be accepted”.'],
  ['error', 2, ''],
] as const)('of the rows of a %s, says how many have an error besides: %i', (severity, invalid, text) => {
  expect(alsoInvalid({ severity }, { invalid })).toBe(text);
});
