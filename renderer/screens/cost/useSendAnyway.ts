import { useState } from 'react';
import type { NotSent } from '../../../shared/contract/index.ts';
import { NOT_WORTH, type NotWorth, dispositionText } from '../../../shared/rows/index.ts';
import { asAppError, useCommand } from '../../api/index.ts';
import { useAnnounce } from '../../kit/index.ts';
import { count } from '../../format/index.ts';

/** True for rows that are left out because a credit would buy nothing. */
export const isNotWorth = (reason: NotSent): reason is NotWorth => (NOT_WORTH as readonly NotSent[]).includes(reason);

/** Sends rows that are left out because a credit would buy nothing, and leaves them out again. */
export function useSendAnyway(id: string) {
  const [sent, setSent] = useState<Partial<Record<NotWorth, number>>>({});
  const announce = useAnnounce();
  const change = useCommand('check.leaveOut');
  return {
    isBusy: change.isPending,
    error: change.error === null ? null : asAppError(change.error),
    /** Rows that were taken back with this hook. */
    sent: (reason: NotSent): number => (isNotWorth(reason) ? (sent[reason] ?? 0) : 0),
    /** `rows`: the rows of the reason that are left out now. */
    change: (reason: NotWorth, rows: number) => {
      if (change.isPending) return;
      const leaveOut = (sent[reason] ?? 0) > 0;
      const code = dispositionText(reason).query['rule']!;
      change.mutate(
        { id, rows: { kind: 'rule', code, field: null }, leaveOut },
        {
          onSuccess: () => {
            setSent((before) => ({ ...before, [reason]: leaveOut ? 0 : rows }));
            announce(leaveOut ? 'Left out again.' : `${count(rows, 'row')} will be sent.`);
          },
        },
      );
    },
  };
}
