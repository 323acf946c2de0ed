import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ColumnsView, ProjectView } from '../../../shared/contract/index.ts';
import { type MappingPlan, planProblems } from '../../../shared/mapping/index.ts';
import { useCommand } from '../../api/index.ts';

/** Changes the shown plan and saves the result. */
export type ChangePlan = (change: (plan: MappingPlan) => MappingPlan) => void;

interface PlanChanges {
  readonly change: ChangePlan;
  /** Sets the source system; null for an unknown one. */
  readonly chooseSystem: (system: string | null) => void;
  readonly error: Error | null;
}

/**
 * Changes of the mapping plan: shown at once, saved one after the other. The page finds problems with the application's own rules, so it
 * need not wait for it.
 */
export function usePlanChanges(project: ProjectView): PlanChanges {
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
  const change = useCallback<ChangePlan>(
    (make) => {
      const shown = shownColumns();
      if (shown !== null) mutate({ id, plan: make(shown.plan) });
    },
    [id, mutate, shownColumns],
  );
  return { change, chooseSystem: (chosen) => system({ id, system: chosen }), error: error ?? systemError };
}
