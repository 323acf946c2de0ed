import type { NotSent } from '../../../shared/contract/index.ts';
import { NOT_WORTH, type NotWorth, dispositionText } from '../../../shared/rows/index.ts';
import { useCommand } from '../../api/index.ts';
import { useAnnounce } from '../../kit/index.ts';
import { count } from '../../format/index.ts';

/** True for rows that are left out because a credit would buy nothing. */
export const isNotWorth = (reason: NotSent): reason is NotWorth => (NOT_WORTH as readonly NotSent[]).includes(reason);

/** Sends rows that are left out because a credit would buy nothing, and leaves them out again. */
export function useSendAnyway(id: string) {
  const announce = useAnnounce();
  const kind = useCommand('check.leaveOut');
  const objected = useCommand('check.sendObjected');
  const repeats = useCommand('check.sendRepeats');
  const said = (leaveOut: boolean, rows: number) => announce(leaveOut ? 'Left out again.' : `${count(rows, 'row')} will be sent.`);
  return {
    isBusy: kind.isPending || objected.isPending || repeats.isPending,
    error: kind.error ?? objected.error ?? repeats.error,
    objected,
    /** `rows`: how many rows are left out or sent anyway now. */
    change: (reason: NotWorth, leaveOut: boolean, rows: number) => {
      if (kind.isPending) return;
      const code = dispositionText(reason).query['rule']!;
      kind.mutate(
        { id, rows: { kind: 'rule', code, field: null, leftOut: !leaveOut }, leaveOut },
        { onSuccess: () => said(leaveOut, rows) },
      );
    },
    /** Sends rows that have the ID of an earlier row, each with a new ID. */
    changeRepeats: (leaveOut: boolean, rows: number) => {
      if (!repeats.isPending) repeats.mutate({ id, send: !leaveOut }, { onSuccess: () => said(leaveOut, rows) });
    },
    /** Sends people who asked not to be screened, with a reason; null leaves them out again. */
    changeObjected: (reason: string | null, rows: number, onDone: () => void = () => undefined) => {
      if (objected.isPending) return;
      const onSuccess = () => {
        said(reason === null, rows);
        onDone();
      };
      objected.mutate({ id, reason }, { onSuccess });
    },
  };
}
