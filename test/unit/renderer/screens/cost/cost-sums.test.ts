import { describe, expect, it } from 'vitest';
import { moneyOf } from '../../../../../renderer/screens/cost/cost-sums.ts';
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
    resendRecent: false,
    recencyDays: 0,
    scoreConfiguration: null,
    running: running === 0 ? [] : [{ id: 'other', name: 'Other', credits: running }],
    baseline: null,
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
