import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ColumnsView, ProjectView } from '../../shared/contract/index.ts';
import { type MappingPlan, planProblems } from '../../shared/mapping/index.ts';
import { useCommand } from '../api/index.ts';
import { type UndoSteps, useUndoSteps } from '../kit/index.ts';

/** Changes the shown plan and saves the result. */
export type ChangePlan = (change: (plan: MappingPlan) => MappingPlan) => void;

/** The plan and the source system before a change, or the command that undoes a change of the gifts. */
type PlanStep = { readonly plan: MappingPlan; readonly system: string | null } | { readonly gifts: 'remove' | 'restore' };

export interface PlanChanges {
  readonly change: ChangePlan;
  /** Sets the source system; null for an unknown one. */
  readonly chooseSystem: (system: string | null) => void;
  /** Records the command that undoes a change of the gifts. */
  readonly keepGifts: (undo: 'remove' | 'restore') => void;
  readonly steps: Pick<UndoSteps<PlanStep>, 'canUndo' | 'undo'>;
  readonly error: Error | null;
}

/**
 * Changes of the mapping plan, shown at once and saved one after the other. The page finds problems with the same rules as the application,
 * so that it need not wait for an answer. `hasUndoKey`: whether Ctrl Z undoes changes.
 */
export function usePlanChanges(project: ProjectView, hasUndoKey = true): PlanChanges {
  const queries = useQueryClient();
  const { id } = project;
  const scope = `columns.change ${id}`;
  const shownColumns = useCallback(() => queries.getQueryData<ColumnsView>(['columns.get', { id }]) ?? null, [queries, id]);
  const withPlan = (plan: MappingPlan): ColumnsView | null => {
    const shown = shownColumns();
    if (shown === null) return null;
    const problems = planProblems(plan, shown.headers).map((problem) => ({ ...problem, columns: [...problem.columns] }));
    return { ...shown, plan, problems };
  };
  const { mutate, error } = useCommand('columns.change', undefined, { scope, expect: ({ plan }) => withPlan(plan) });
  const { mutate: system, error: systemError } = useCommand('columns.system', undefined, { scope });
  const { mutate: removeGifts, error: removeError } = useCommand('gifts.remove', undefined, { scope });
  const { mutate: restoreGifts, error: restoreError } = useCommand('gifts.restore', undefined, { scope });
  const steps = useUndoSteps<PlanStep>(
    `columns ${id}`,
    (before) => {
      if ('gifts' in before) {
        if (before.gifts === 'remove') removeGifts({ id });
        else restoreGifts({ id });
        return;
      }
      if (before.system !== (shownColumns()?.system?.id ?? null)) system({ id, system: before.system });
      mutate({ id, plan: before.plan });
    },
    hasUndoKey,
  );
  const { keep } = steps;
  const keepShown = useCallback(({ plan, system: shown }: ColumnsView) => keep({ plan, system: shown === null ? null : shown.id }), [keep]);
  const change = useCallback<ChangePlan>(
    (make) => {
      const shown = shownColumns();
      if (shown === null) return;
      const plan = make(shown.plan);
      if (hashKey([plan]) === hashKey([shown.plan])) return;
      keepShown(shown);
      mutate({ id, plan });
    },
    [id, mutate, shownColumns, keepShown],
  );
  const keepGifts = (gifts: 'remove' | 'restore') => keep({ gifts });
  const chooseSystem = (chosen: string | null) => {
    const shown = shownColumns();
    if (shown !== null) keepShown(shown);
    system({ id, system: chosen });
  };
  return { change, chooseSystem, keepGifts, steps, error: error ?? systemError ?? removeError ?? restoreError };
}
