import { describe, expect, it } from 'vitest';
import { blockerOf, moneyOf } from '../../../../../renderer/screens/cost/cost-sums.ts';
import type { ConnectionView, CostView } from '../../../../../shared/contract/index.ts';
import { cost } from '../../../../fakes/cost-fixtures.ts';
import { connections, LIVE } from '../../../../fakes/connection-fixtures.ts';
import { checkedDraft } from '../../../../fakes/project-fixtures.ts';

const now = Date.now();
const live = connections(now).find(({ id }) => id === LIVE);
if (live === undefined) throw new TypeError('no live connection');

const price = (running: number): CostView =>
  cost({
    project: checkedDraft(now),
    connection: live,
    sendErrors: false,
    again: false,
    within: 0,
    scoreConfiguration: null,
    running: running === 0 ? [] : [{ id: 'other', name: 'Other', credits: running }],
    since: null,
  });
const withBalance = (remaining: number | null): ConnectionView => ({ ...live, credits: { remaining, raw: null, readAt: now } });

describe('the credits of a screening', () => {
  it('are spent after those of running screenings', () => {
    expect(moneyOf(price(10_000), withBalance(24_650))).toMatchObject({ running: 10_000, left: 24_650 - 10_000 - 10_006, missing: 0 });
  });

  it('show the missing amount', () => {
    expect(moneyOf(price(20_000), withBalance(24_650))).toMatchObject({ left: -5356, missing: 5356 });
  });

  it('are unknown for an unknown balance', () => {
    expect(moneyOf(price(0), withBalance(null))).toMatchObject({ left: null, missing: 0 });
  });
});

describe('the blocker of a submission', () => {
  const free = {
    cost: price(0),
    connection: live,
    hasBadSettings: false,
    isRepeat: false,
    isRepeatConfirmed: false,
    isElsewhere: false,
    isElsewhereConfirmed: false,
    isShortfallConfirmed: false,
  };

  it('is null when nothing is wrong', () => {
    expect(blockerOf(free)).toBeNull();
  });

  it('is the first one to fix', () => {
    const all = {
      ...free,
      cost: { ...price(20_000), rowsToSend: 0 },
      connection: { ...live, token: 'none' as const },
      hasBadSettings: true,
      isRepeat: true,
      isElsewhere: true,
    };
    expect(blockerOf(all)).toBe('nothing-to-send');
    expect(blockerOf({ ...all, cost: price(20_000) })).toBe('no-token');
    expect(blockerOf({ ...all, cost: price(20_000), connection: live })).toBe('settings');
    expect(blockerOf({ ...all, cost: price(20_000), connection: live, hasBadSettings: false })).toBe('repeat');
    expect(blockerOf({ ...all, cost: price(20_000), connection: live, hasBadSettings: false, isRepeatConfirmed: true })).toBe('elsewhere');
    const confirmed = { isRepeat: true, isRepeatConfirmed: true, isElsewhere: true, isElsewhereConfirmed: true };
    expect(blockerOf({ ...free, ...confirmed, cost: price(20_000) })).toBe('short');
    expect(blockerOf({ ...free, cost: price(20_000), isShortfallConfirmed: true })).toBeNull();
  });
});
