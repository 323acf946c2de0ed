import { describe, expect, it } from 'vitest';
import { BalanceHistory } from '../../../../main/connections/balance-history.ts';
import { memorySettings } from '../../../kit/memory-settings.ts';

function history() {
  const settings = memorySettings();
  return { balances: new BalanceHistory(settings), settings };
}

describe('the balance history', () => {
  it('keeps the first and the last time of an unchanged balance', () => {
    const { balances } = history();
    for (const [at, remaining] of [
      [1, 50],
      [2, 50],
      [3, 50],
      [4, 40],
      [5, 50],
    ] as const)
      balances.add('a', { at, remaining });
    expect(balances.of('a')).toEqual([
      { at: 1, remaining: 50 },
      { at: 3, remaining: 50 },
      { at: 4, remaining: 40 },
      { at: 5, remaining: 50 },
    ]);
  });

  it('ignores an answer without a number and keeps the newest 1,000 balances', () => {
    const { balances } = history();
    balances.add('a', { at: 0, remaining: null });
    expect(balances.of('a')).toEqual([]);
    for (let at = 1; at <= 1_005; at++) balances.add('a', { at, remaining: 5_000 - at });
    expect(balances.of('a')).toHaveLength(1_000);
    expect(balances.of('a')[0]).toEqual({ at: 6, remaining: 4_994 });
  });

  it('belongs to one connection, is removed with it, and starts over when it is damaged', () => {
    const { balances, settings } = history();
    balances.add('a', { at: 1, remaining: 5 });
    balances.add('b', { at: 1, remaining: 7 });
    balances.remove('a');
    expect([balances.of('a'), balances.of('b')]).toEqual([[], [{ at: 1, remaining: 7 }]]);
    for (const name of settings.values.keys()) settings.set(name, '{');
    expect(balances.of('b')).toEqual([]);
  });
});
