import { expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { readInteger } from '../../../../shared/results/json-values.ts';

it('reads integers from numbers and texts, and nothing else', () => {
  expect(['5', 5, '5.0', 5.5, '', null, true, ' 12 ', '1e3'].map((value) => readInteger(value as Json))).toEqual([
    5,
    5,
    null,
    null,
    null,
    null,
    null,
    12,
    null,
  ]);
});
