import { describe, expect, it } from 'vitest';
import { shortBounds } from '../../../../shared/report/index.ts';

describe('the bounds of a group of amounts', () => {
  it('a round amount stays as it is', () => {
    expect([25_000, 1_250_000].map(shortBounds.from)).toEqual(['$25K', '$1.25M']);
    expect([25_000, 1_250_000].map(shortBounds.to)).toEqual(['$25K', '$1.25M']);
  });

  it('any other amount is rounded away from the group', () => {
    expect(shortBounds.from(1_059_900)).toBe('$1.05M');
    expect(shortBounds.to(1_050_001)).toBe('$1.06M');
  });
});
