/** Whether the credits suffice, and what blocks a submission. */
import type { ConnectionView, CostView, CreditsView } from '../../../shared/contract/index.ts';

export interface Money {
  readonly balance: CreditsView | null;
  /** Credits that other runs on the connection are about to spend. */
  readonly running: number;
  /** Credits left afterward; null when the balance is unknown. */
  readonly left: number | null;
  /** Missing credits; 0 when they suffice or the balance is unknown. */
  readonly missing: number;
}

/** Credits after other runs have spent theirs. */
export function moneyOf(cost: CostView, connection: ConnectionView | null): Money {
  const balance = connection?.credits ?? cost.balance;
  const running = cost.running.reduce((sum, one) => sum + one.credits, 0);
  const remaining = balance?.remaining ?? null;
  const left = remaining === null ? null : remaining - running - cost.estimate;
  return { balance, running, left, missing: left === null ? 0 : Math.max(0, -left) };
}

/** What blocks a submission, in the order in which to fix it. */
export type Blocker = 'nothing-to-send' | 'no-token' | 'settings' | 'repeat' | 'elsewhere' | 'short';

interface Situation {
  readonly cost: CostView;
  readonly connection: ConnectionView | null;
  readonly hasBadSettings: boolean;
  /** The same list was sent before. */
  readonly isRepeat: boolean;
  readonly isRepeatConfirmed: boolean;
  /** Another person can have sent the same list. */
  readonly isElsewhere: boolean;
  readonly isElsewhereConfirmed: boolean;
  readonly isShortfallConfirmed: boolean;
}

/** The first blocker of the submission, or null. */
export function blockerOf(situation: Situation): Blocker | null {
  const { cost, connection, hasBadSettings, isRepeat, isRepeatConfirmed, isElsewhere, isElsewhereConfirmed, isShortfallConfirmed } =
    situation;
  if (cost.rowsToSend === 0) return 'nothing-to-send';
  if (connection?.token === 'none') return 'no-token';
  if (hasBadSettings) return 'settings';
  if (isRepeat && !isRepeatConfirmed) return 'repeat';
  if (isElsewhere && !isElsewhereConfirmed) return 'elsewhere';
  return moneyOf(cost, connection).missing > 0 && !isShortfallConfirmed ? 'short' : null;
}
