/** The credits before and after a submission. */
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
