/** Commands on a checked list, each undoable as one step. */
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CallProgress, CellEdits, CheckView, CommandName, Input } from '../../../shared/contract/index.ts';
import type { AppError } from '../../../shared/base/index.ts';
import { asAppError, useCommand, useWork } from '../../api/index.ts';

/** The commands that change the list. */
type CheckCommand = Extract<CommandName, `check.${string}`>;

/** The label of the progress while a command runs. */
const LABELS: Readonly<Record<CheckCommand, string>> = {
  'check.edit': 'Saving',
  'check.editCells': 'Saving the cells',
  'check.fix': 'Fixing',
  'check.fixSafe': 'Fixing',
  'check.leaveOut': 'Changing who is sent',
  'check.sendObjected': 'Changing who is sent',
  'check.sendRepeats': 'Sending the repeats',
  'check.merge': 'Merging',
  'check.replace': 'Replacing',
  'check.applyCarriedCorrections': 'Applying the carried corrections',
  'check.undo': 'Undoing',
  'check.redo': 'Redoing',
  'check.takeBack': 'Undoing',
  'check.settle': 'Deciding the repeats',
  'check.keepRepeats': 'Saving',
};

export interface CheckCommands {
  readonly fix: (input: Omit<Input<'check.fix'>, 'id'>) => Promise<CheckView | null>;
  readonly fixSafe: (codes: readonly string[]) => Promise<CheckView | null>;
  /** Changes cells in one step. Settles once the rows show the new texts. */
  readonly edit: (cells: CellEdits, anyway?: boolean) => Promise<CheckView | null>;
  readonly leaveOut: (rows: Input<'check.leaveOut'>['rows'], leaveOut: boolean) => Promise<CheckView | null>;
  /** Merges rows into the first one. */
  readonly merge: (rows: readonly number[]) => Promise<CheckView | null>;
  /** Keeps all rows of a group of repeats. With `keep` false, the group is open again. */
  readonly keepRepeats: (input: Omit<Input<'check.keepRepeats'>, 'id'>) => Promise<CheckView | null>;
  /** Applies the carried corrections. */
  readonly applyCarriedCorrections: () => Promise<CheckView | null>;
  readonly undo: () => Promise<CheckView | null>;
  readonly redo: () => Promise<CheckView | null>;
  /** Restores the cells of an earlier step, by its undo label. */
  readonly takeBack: (label: string) => Promise<CheckView | null>;
  /** Cancels the running command; nothing is changed. */
  readonly stop: () => void;
  /** The label of the running command; null while none runs. */
  readonly doing: string | null;
  /** Progress of the running command; null until its first report. */
  readonly progress: CallProgress | null;
  /** Why the last command failed, unless it was canceled; reset by the next command. */
  readonly error: AppError | null;
}

/**
 * The commands of a project's check. When one fails, `error` is set and the result is null; when it is canceled, `onCanceled` is called.
 */
export function useCheckCommands(id: string, onCanceled: () => void): CheckCommands {
  const queries = useQueryClient();
  const work = useWork();
  const options = { call: work.begin };
  const mutations = {
    'check.editCells': useCommand('check.editCells', undefined, options),
    'check.fix': useCommand('check.fix', undefined, options),
    'check.fixSafe': useCommand('check.fixSafe', undefined, options),
    'check.leaveOut': useCommand('check.leaveOut', undefined, options),
    'check.merge': useCommand('check.merge', undefined, options),
    'check.keepRepeats': useCommand('check.keepRepeats', undefined, options),
    'check.applyCarriedCorrections': useCommand('check.applyCarriedCorrections', undefined, options),
    'check.undo': useCommand('check.undo', undefined, options),
    'check.redo': useCommand('check.redo', undefined, options),
    'check.takeBack': useCommand('check.takeBack', undefined, options),
  };
  const [error, setError] = useState<AppError | null>(null);
  const latest = useRef({ ...mutations, onCanceled });
  useLayoutEffect(() => {
    latest.current = { ...mutations, onCanceled };
  });

  const commands = useMemo(() => {
    const run = async (work: () => Promise<CheckView>): Promise<CheckView | null> => {
      setError(null);
      try {
        return await work();
      } catch (reason) {
        const failure = asAppError(reason);
        if (failure.code === 'CANCELED') latest.current.onCanceled();
        else setError(failure);
        return null;
      }
    };
    return {
      fix: (input: Omit<Input<'check.fix'>, 'id'>) => run(() => latest.current['check.fix'].mutateAsync({ id, ...input })),
      fixSafe: (codes: readonly string[]) => run(() => latest.current['check.fixSafe'].mutateAsync({ id, codes: [...codes] })),
      edit: async (cells: CellEdits, anyway = false) => {
        const after = await run(() => latest.current['check.editCells'].mutateAsync({ id, cells, ...(anyway && { anyway }) }));
        // Wait for the refetched page, so that the cell does not show its old text for a moment.
        await queries.refetchQueries(
          {
            type: 'active',
            predicate: ({ queryKey: [name, input] }) => name === 'check.page' && (input as { readonly id?: string }).id === id,
          },
          { cancelRefetch: false },
        );
        return after;
      },
      leaveOut: (rows: Input<'check.leaveOut'>['rows'], leaveOut: boolean) =>
        run(() => latest.current['check.leaveOut'].mutateAsync({ id, rows, leaveOut })),
      merge: (rows: readonly number[]) => run(() => latest.current['check.merge'].mutateAsync({ id, rows: [...rows] })),
      keepRepeats: (input: Omit<Input<'check.keepRepeats'>, 'id'>) =>
        run(() => latest.current['check.keepRepeats'].mutateAsync({ id, ...input })),
      applyCarriedCorrections: () => run(() => latest.current['check.applyCarriedCorrections'].mutateAsync({ id })),
      undo: () => run(() => latest.current['check.undo'].mutateAsync({ id })),
      redo: () => run(() => latest.current['check.redo'].mutateAsync({ id })),
      takeBack: (label: string) => run(() => latest.current['check.takeBack'].mutateAsync({ id, label })),
    };
  }, [id, queries]);
  const running = (Object.keys(mutations) as (keyof typeof mutations)[]).find((name) => mutations[name].isPending);
  return { ...commands, stop: work.cancel, progress: work.progress, doing: running === undefined ? null : LABELS[running], error };
}
