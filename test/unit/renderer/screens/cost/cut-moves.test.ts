import { expect, it } from 'vitest';
import { cutAt } from '../../../../../renderer/screens/cost/cut-moves.ts';

const at = (key: string, isShift: boolean, from: number) => cutAt(key, isShift, from, 120);

it('moves the cut by a decile with an arrow, by a person with Shift, and to the ends', () => {
  expect(at('ArrowRight', false, 60)).toEqual({ at: 72, cut: { kind: 'decile', last: 'F' } });
  expect(at('ArrowLeft', false, 60)).toEqual({ at: 48, cut: { kind: 'decile', last: 'D' } });
  // From within a decile to its ends.
  expect(at('ArrowUp', false, 50)).toEqual({ at: 60, cut: { kind: 'decile', last: 'E' } });
  expect(at('ArrowDown', false, 50)).toEqual({ at: 48, cut: { kind: 'decile', last: 'D' } });
  expect(at('ArrowRight', true, 60)).toEqual({ at: 61, cut: { kind: 'people', people: 61 } });
  expect(at('ArrowLeft', true, 2)).toEqual({ at: 1, cut: { kind: 'people', people: 1 } });
  expect(at('Home', false, 60)).toEqual({ at: 12, cut: { kind: 'decile', last: 'A' } });
  expect(at('End', false, 60)).toEqual({ at: 120, cut: { kind: 'decile', last: 'J' } });
});

it('stays between the first and the last person, and ignores other keys', () => {
  expect([at('ArrowLeft', true, 1), at('ArrowRight', true, 120), at('ArrowRight', false, 120), at('ArrowLeft', false, 12)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect([at('Home', false, 12), at('End', false, 120), at('Tab', false, 60)]).toEqual([null, null, null]);
});
