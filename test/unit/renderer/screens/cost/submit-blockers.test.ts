import { describe, expect, it } from 'vitest';
import { blockerOf, type Risk } from '../../../../../renderer/screens/cost/submit-blockers.ts';
import { connections, LIVE } from '../../../../fakes/connection-fixtures.ts';
import { cost } from '../../../../fakes/cost-fixtures.ts';
import { checkedDraft } from '../../../../fakes/project-fixtures.ts';

const now = Date.now();
const live = connections(now).find(({ id }) => id === LIVE);
if (live === undefined) throw new TypeError('no live connection');

describe('the blocker of a submission', () => {
  const price = cost({
    project: checkedDraft(now),
    connection: live,
    sendErrors: false,
    resendRecent: false,
    recencyDays: 0,
    scoreConfiguration: null,
    running: [],
    baseline: null,
  });
  const none: Risk = 'none';
  const free = {
    cost: price,
    connection: live,
    policy: null,
    isHeld: false,
    hasNoOrder: false,
    hasInvalidSettings: false,
    isUndeclared: false,
    sentBefore: none,
    sentElsewhere: none,
    lowBalance: none,
  };

  it('is the policy of the organization, even if everything else is in order', () => {
    const limit = (mostRows: number) => ({ source: 'there', problem: null, values: { version: 1 as const, mostRows } });
    expect(blockerOf({ ...free, policy: limit(price.rowsToSend - 1) })).toBe('too-many-rows');
    expect(blockerOf({ ...free, policy: limit(price.rowsToSend) })).toBeNull();
    expect(blockerOf({ ...free, policy: { source: 'there', problem: 'It is not JSON.', values: null } })).toBe('invalid-policy');
  });

  it('is null when nothing is wrong', () => {
    expect(blockerOf(free)).toBeNull();
  });

  it('is the first one to fix', () => {
    const risks = { sentBefore: 'open', sentElsewhere: 'open', lowBalance: 'open' } as const;
    const wrong = { isHeld: false, hasNoOrder: true, hasInvalidSettings: true, isUndeclared: true };
    const all = { policy: null, ...risks, ...wrong, cost: { ...price, rowsToSend: 0 }, connection: { ...live, token: 'none' as const } };
    expect(blockerOf({ ...all, isHeld: true })).toBe('held');
    expect(blockerOf(all)).toBe('nothing-to-send');
    expect(blockerOf({ ...all, cost: price })).toBe('no-token');
    expect(blockerOf({ ...all, cost: price, connection: live })).toBe('no-order');
    expect(blockerOf({ ...all, cost: price, connection: live, hasNoOrder: false })).toBe('invalid-settings');
    expect(blockerOf({ ...free, ...risks, isUndeclared: true })).toBe('undeclared');
    expect(blockerOf({ ...free, ...risks })).toBe('sent-before');
    expect(blockerOf({ ...free, ...risks, sentBefore: 'confirmed' })).toBe('sent-elsewhere');
    expect(blockerOf({ ...free, ...risks, sentBefore: 'confirmed', sentElsewhere: 'confirmed' })).toBe('low-balance');
    expect(blockerOf({ ...free, sentBefore: 'confirmed', sentElsewhere: 'confirmed', lowBalance: 'confirmed' })).toBeNull();
  });
});
