/** The step line of balances, and its summary in words. */
import { describe, expect, it } from 'vitest';
import { balanceLine, balanceSummary } from '../../../../../renderer/screens/connections/balance-line.ts';

const HOUR = 3_600_000;
const seen = (...balances: readonly (readonly [hours: number, remaining: number])[]) =>
  balances.map(([hours, remaining]) => ({ at: hours * HOUR, remaining }));

describe('the line', () => {
  it('keeps a balance until the time of the next one', () => {
    const { path, area, end, lowest, highest } = balanceLine(seen([0, 100], [3, 40], [4, 100]));
    expect(path).toBe('M0 8H750V92H1000V8');
    expect(area).toBe('M0 8H750V92H1000V8V100H0Z');
    expect([end, lowest, highest]).toEqual([{ x: 1000, y: 8 }, 40, 100]);
  });

  it('is level in the middle while nothing changes', () => {
    expect(balanceLine(seen([0, 7], [1, 7])).path).toBe('M0 50H1000V50');
  });

  it('spreads balances of the same time', () => {
    expect(balanceLine(seen([1, 2], [1, 1], [1, 0])).path).toBe('M0 8H500V50H1000V92');
  });

  it('stays in its area with the maximum number of balances', () => {
    const balances = seen(...Array.from({ length: 1000 }, (_, at) => [at * at, (at * 7919) % 1_000_000] as const));
    const numbers = Array.from(balanceLine(balances).path.matchAll(/V([\d.]+)/g), ([, y]) => Number(y));
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(8);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(92);
  });
});

it('the summary describes the balances in words', () => {
  const text = balanceSummary(seen([0, 1200], [3, 40], [4, 900]));
  expect(text).toMatch(/^Credits over time: from 1,200 credits, .*, to 900 credits, .*\. Highest 1,200 credits, lowest 40 credits\.$/);
});
