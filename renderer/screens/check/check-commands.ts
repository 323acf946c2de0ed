/** Commands on a checked list, each undoable as one step. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { CheckRow, CheckView, Input } from '../../../shared/contract/index.ts';
import { isFieldKey } from '../../../shared/fields/table.ts';
import type { AppError } from '../../../shared/base/errors.ts';
import { asAppError } from '../../api/client.ts';
import { useCommand } from '../../api/queries.ts';

export interface CheckCommands {
  readonly fix: (input: Omit<Input<'check.fix'>, 'id'>) => Promise<CheckView | null>;
  readonly edit: (row: CheckRow, field: string, value: string) => Promise<unknown>;
  readonly leaveOut: (rows: Input<'check.leaveOut'>['rows'], leaveOut: boolean) => Promise<CheckView | null>;
  readonly makeAgain: () => Promise<CheckView | null>;
  readonly undo: () => Promise<CheckView | null>;
  readonly redo: () => Promise<CheckView | null>;
  readonly isBusy: boolean;
  /** Why the last command failed; reset by the next command. */
  readonly error: AppError | null;
}

/** The commands of a project's check. When one fails, `error` is set and the result is null. */
export function useCheckCommands(id: string): CheckCommands {
  const queries = useQueryClient();
  const fix = useCommand('check.fix');
  const edit = useCommand('check.edit');
  const leaveOut = useCommand('check.leaveOut');
  const again = useCommand('check.makeAgain');
  const undo = useCommand('check.undo');
  const redo = useCommand('check.redo');
  const [error, setError] = useState<AppError | null>(null);

  const resultOrNull = useCallback(async <T>(work: Promise<T>): Promise<T | null> => {
    setError(null);
    try {
      return await work;
    } catch (reason) {
      setError(asAppError(reason));
      return null;
    }
  }, []);

  const { mutateAsync: fixAll } = fix;
  const { mutateAsync: editCell } = edit;
  const { mutateAsync: leaveRows } = leaveOut;
  const { mutateAsync: makeAll } = again;
  const { mutateAsync: undoLast } = undo;
  const { mutateAsync: redoLast } = redo;
  return {
    fix: useCallback((input) => resultOrNull(fixAll({ id, ...input })), [resultOrNull, fixAll, id]),
    edit: useCallback(
      async (row, field, value) => {
        if (!isFieldKey(field)) return;
        const kept = await resultOrNull(editCell({ id, row: row.row, field, value }));
        if (kept === null) throw new TypeError('the edit was not kept');
        // Keeps the new text in the cell until its page is reloaded, so that the old text does not flash.
        await queries.refetchQueries(
          {
            type: 'active',
            predicate: ({ queryKey: [name, input] }) => name === 'check.page' && (input as { readonly id?: string }).id === id,
          },
          { cancelRefetch: false },
        );
      },
      [resultOrNull, editCell, queries, id],
    ),
    leaveOut: useCallback((rows, out) => resultOrNull(leaveRows({ id, rows, leaveOut: out })), [resultOrNull, leaveRows, id]),
    makeAgain: useCallback(() => resultOrNull(makeAll({ id })), [resultOrNull, makeAll, id]),
    undo: useCallback(() => resultOrNull(undoLast({ id })), [resultOrNull, undoLast, id]),
    redo: useCallback(() => resultOrNull(redoLast({ id })), [resultOrNull, redoLast, id]),
    isBusy: fix.isPending || edit.isPending || leaveOut.isPending || again.isPending || undo.isPending || redo.isPending,
    error,
  };
}
