/** What blocks a submission: defects of the list or connection, and risks that the user has not confirmed. */
import { useState } from 'react';
import type { AppView, ConnectionView, CostView } from '../../../shared/contract/index.ts';

/** A risk of paying twice or too much. It is `open` until the user confirms it. */
export type Risk = 'none' | 'open' | 'confirmed';

/** A confirmation is valid only for the amount that was shown with it. With another amount, the risk is `open` again. */
export function useRisk(exists: boolean, amount: number) {
  const [confirmedAmount, setConfirmedAmount] = useState<number | null>(null);
  const isConfirmed = confirmedAmount === amount;
  const risk: Risk = !exists ? 'none' : isConfirmed ? 'confirmed' : 'open';
  return { risk, isConfirmed, onConfirm: (confirms: boolean) => setConfirmedAmount(confirms ? amount : null) };
}

/** What blocks a submission, in the order in which to fix it. */
export type Blocker =
  | 'held'
  | 'nothing-to-send'
  | 'invalid-policy'
  | 'too-many-rows'
  | 'no-token'
  | 'no-order'
  | 'invalid-settings'
  | 'undeclared'
  | 'sent-before'
  | 'sent-elsewhere'
  | 'low-balance';

interface Situation {
  readonly cost: CostView;
  readonly connection: ConnectionView | null;
  readonly policy: AppView['policy'];
  /** True when only another computer can send the list. */
  readonly isHeld: boolean;
  /** True when the weights give no order. */
  readonly hasNoOrder: boolean;
  readonly hasInvalidSettings: boolean;
  /** True when a field of the record that the organization requires is empty. */
  readonly isUndeclared: boolean;
  /** The same list was sent before. */
  readonly sentBefore: Risk;
  /** Another user may have sent the same list. */
  readonly sentElsewhere: Risk;
  readonly lowBalance: Risk;
}

/** The first blocker of the submission, or null. */
export function blockerOf({
  cost,
  connection,
  policy,
  isHeld,
  hasNoOrder,
  hasInvalidSettings,
  isUndeclared,
  sentBefore,
  sentElsewhere,
  lowBalance,
}: Situation): Blocker | null {
  if (isHeld) return 'held';
  if (cost.rowsToSend === 0) return 'nothing-to-send';
  if (policy?.problem != null) return 'invalid-policy';
  if (cost.rowsToSend > (policy?.values?.mostRows ?? Infinity)) return 'too-many-rows';
  if (connection?.token === 'none') return 'no-token';
  if (hasNoOrder) return 'no-order';
  if (hasInvalidSettings) return 'invalid-settings';
  if (isUndeclared) return 'undeclared';
  if (sentBefore === 'open') return 'sent-before';
  if (sentElsewhere === 'open') return 'sent-elsewhere';
  return lowBalance === 'open' ? 'low-balance' : null;
}
