import { expect, it } from 'vitest';
import { FIXES, RULE_SPECS } from '../../../../shared/rules/table.ts';
import { RULE_CODES } from '../../../../shared/rules/codes.ts';

it('a safe fix belongs to a rule that weakens the match, so its gain can be counted in ready rows', () => {
  const safe = RULE_SPECS.flatMap(({ fix, weakens }, rule) => (fix?.safe === true ? [[RULE_CODES[rule], weakens]] : []));
  expect(safe.length).toBeGreaterThan(4);
  expect(safe.filter(([, weakens]) => weakens !== true)).toEqual([]);
});

it('a safe fix is offered for all rows', () => {
  expect(Object.values(FIXES).filter(({ safe, bulk }) => safe && !bulk)).toEqual([]);
});
