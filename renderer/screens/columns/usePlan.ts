import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ColumnsView, ProjectView } from '../../../shared/contract/index.ts';
import { planProblems } from '../../../shared/mapping/mapping.ts';
import type { MappingPlan } from '../../../shared/mapping/plan.ts';
import { useClient } from '../../api/client.ts';
import { forgetChecks } from '../../api/queries.ts';

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
  const client = useClient();
  const queries = useQueryClient();
  const { id } = project;
  const shared = {
    mutationKey: ['columns.change', id],
    scope: { id: `columns.change ${id}` },
    onSuccess: (view: ColumnsView) => {
      // The answer to an outdated change would revert the later one on the screen.
      if (queries.isMutating({ mutationKey: ['columns.change', id] }) > 1) return;
      queries.setQueryData(['columns.get', { id }], view);
      // How well templates fit must be computed again.
      void queries.invalidateQueries({ queryKey: ['templates.offers', { id }] });
      // The project view is unchanged, but its check and cost are not.
      forgetChecks(queries);
    },
    onError: () => queries.invalidateQueries({ queryKey: ['columns.get', { id }] }),
  };
  const { mutate, error } = useMutation({ ...shared, mutationFn: (plan: MappingPlan) => client.call('columns.change', { id, plan }) });
  const { mutate: chooseSystem, error: systemError } = useMutation({
    ...shared,
    mutationFn: (system: string | null) => client.call('columns.system', { id, system }),
  });
  const change = useCallback<ChangePlan>(
    (make) => {
      const shown = queries.getQueryData<ColumnsView>(['columns.get', { id }]);
      if (shown === undefined) return;
      const plan = make(shown.plan);
      const problems = planProblems(plan, shown.headers).map((problem) => ({ ...problem, columns: [...problem.columns] }));
      // An answer from before the change would overwrite it.
      void queries.cancelQueries({ queryKey: ['columns.get', { id }] });
      queries.setQueryData<ColumnsView>(['columns.get', { id }], { ...shown, plan, problems });
      mutate(plan);
    },
    [id, mutate, queries],
  );
  return { change, chooseSystem, error: error ?? systemError };
}
