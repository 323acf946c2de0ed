import { Button } from '@mantine/core';
import type { SettleHow } from '../../../shared/contract/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { Dialog, DialogFoot, FailureLine } from '../../kit/index.ts';
import { count, listed, number } from '../../format/index.ts';

const TITLES: Readonly<Record<SettleHow, string>> = { fuller: 'Keep the fuller rows', identical: 'Merge identical rows' };
const EXPLAINED: Readonly<Record<SettleHow, string>> = {
  fuller: 'Of the rows of one person, the one with the most values is sent. The others are left out.',
  identical: 'Rows that differ only in the ID are sent once. Each of them gets the scores.',
};

interface SettleDialogProps {
  readonly id: string;
  readonly code: string;
  readonly how: SettleHow;
  /** `text`: what was done, for the screen reader. */
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** One decision for all repeats of a rule, with a preview. One undo reverts it. */
export function SettleDialog({ id, code, how, onDone, onClose }: SettleDialogProps) {
  const { data: plan, error } = useContractQuery('check.settling', { id, code, how });
  const settle = useCommand('check.settle', () =>
    onDone(`${TITLES[how]}: ${count(plan?.groups ?? 0, 'repeat')} decided, ${count(plan?.rows ?? 0, 'credit')} saved. You can undo this.`),
  );
  const failure = error ?? settle.error;
  return (
    <Dialog onClose={onClose} size={560} title={TITLES[how]}>
      <p className="second">{EXPLAINED[how]}</p>
      {plan === undefined ? (
        <p className="second">Comparing the rows…</p>
      ) : plan.groups === 0 ? (
        <p>No repeat can be decided this way. Review each one yourself.</p>
      ) : (
        <>
          <p>
            <b>
              {count(plan.groups, 'repeat')} decided, {count(plan.rows, 'credit')} saved.
            </b>{' '}
            {plan.left > 0 &&
              `${count(plan.left, 'other')} may be different people. Review ${plan.left === 1 ? 'it' : 'each one'} yourself.`}
          </p>
          <ul className="settle-examples">
            {plan.examples.map(({ name, kept, others }) => (
              <li key={kept}>
                <b>{name === '' ? `Row ${number(kept)}` : name}</b>{' '}
                <span className="second">
                  row {number(kept)} is kept, {others.length === 1 ? 'row' : 'rows'} {listed(others.map(number))}{' '}
                  {how === 'fuller' ? 'left out' : 'merged into it'}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <FailureLine error={failure} />
      <DialogFoot close="Cancel" onClose={onClose}>
        <Button
          disabled={(plan?.groups ?? 0) === 0}
          loading={settle.isPending}
          onClick={() => settle.mutate({ id, code, how })}
          data-autofocus
        >
          {plan === undefined || plan.groups === 0 ? TITLES[how] : `Decide ${count(plan.groups, 'repeat')}`}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
