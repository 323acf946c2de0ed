/** Whether the credits suffice, and what keeps a list from being sent. */
import type { ConnectionView, CostView, CreditsView } from '../../../shared/contract/index.ts';

export interface Money {
  readonly balance: CreditsView | null;
  /** Credits that other work on the connection is about to spend. */
  readonly running: number;
  /** What would be left afterwards; null where the balance is not known. */
  readonly left: number | null;
  /** Credits that are missing; 0 when they suffice or nothing is known. */
  readonly missing: number;
}

/** The sums of a screening: running work is spent before this one. */
export function moneyOf(cost: CostView, connection: ConnectionView | null): Money {
  const balance = connection?.credits ?? cost.balance;
  const running = cost.running.reduce((sum, one) => sum + one.credits, 0);
  const remaining = balance?.remaining ?? null;
  const left = remaining === null ? null : remaining - running - cost.estimate;
  return { balance, running, left, missing: left === null ? 0 : Math.max(0, -left) };
}

/** What stands between a list and its sending, in the order in which it is to be mended. */
export type Hindrance = 'nothing-to-send' | 'no-token' | 'settings' | 'repeat' | 'elsewhere' | 'short';

interface Situation {
  readonly cost: CostView;
  readonly connection: ConnectionView | null;
  readonly hasBadSettings: boolean;
  /** The very list was sent before, and the person has not said that it is meant. */
  readonly isRepeat: boolean;
  readonly saidRepeat: boolean;
  /** Somebody else may have sent the list, and the person has not said that it is meant. */
  readonly isElsewhere: boolean;
  readonly saidElsewhere: boolean;
  readonly saidShort: boolean;
}

/** The first thing to mend before the list can be sent; null when it can. */
export function hindranceOf(situation: Situation): Hindrance | null {
  const { cost, connection, hasBadSettings, isRepeat, saidRepeat, isElsewhere, saidElsewhere, saidShort } = situation;
  if (cost.rowsToSend === 0) return 'nothing-to-send';
  if (connection?.token === 'none') return 'no-token';
  if (hasBadSettings) return 'settings';
  if (isRepeat && !saidRepeat) return 'repeat';
  if (isElsewhere && !saidElsewhere) return 'elsewhere';
  return moneyOf(cost, connection).missing > 0 && !saidShort ? 'short' : null;
}
