/** Whether a stored check still applies to the current list. */
import { expect, it } from 'vitest';
import { checkKey, checkStatus } from '../../../../main/checking/check-key.ts';
import { STANDARD_CLEANING } from '../../../../shared/mapping/plan.ts';

const mapping = { columns: [], combinations: [], constants: [], cleaning: STANDARD_CLEANING };
const key = checkKey(mapping, '2026-11-19', 'inputs');

it('a list without a stored check has the status "none"', () => {
  expect(checkStatus(null, key)).toBe('none');
});

it('a check is current until the day, the mapping, the inputs, or the program changes', () => {
  expect(checkStatus({ key: { ...key } }, checkKey(structuredClone(mapping), '2026-11-19', 'inputs'))).toBe('current');
  const otherMapping = { ...mapping, cleaning: { ...STANDARD_CLEANING, zipZeros: false } };
  for (const now of [
    checkKey(mapping, '2026-11-20', 'inputs'),
    checkKey(otherMapping, '2026-11-19', 'inputs'),
    checkKey(mapping, '2026-11-19', 'others'),
    { ...key, build: 'another' },
  ])
    expect(checkStatus({ key }, now)).toBe('stale');
});
