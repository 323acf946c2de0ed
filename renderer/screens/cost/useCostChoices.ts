import { useIsFetching, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import type { CostView, Input, ProjectView } from '../../../shared/contract/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { count, number } from '../../format/index.ts';

type DraftChanges = Omit<Input<'projects.change'>, 'id'>;
export type ChangeDraft = (changes: DraftChanges) => void;

/** The choices that determine who is sent and what it costs. */
export interface CostChoices {
  readonly sendErrors: boolean;
  readonly resendRecent: boolean;
  /** Days. */
  readonly recencyDays: number;
  /** The ID of the baseline. */
  readonly baselineId: string | null;
  readonly connectionId: string;
}

const CHOICES = ['sendErrors', 'resendRecent', 'recencyDays', 'baselineId', 'connectionId'] as const satisfies (keyof CostChoices)[];

/** True while the cost of the latest choices is being computed. */
export const CountingContext = createContext(false);

const FIGURES = { count, number };
export type Figures = typeof FIGURES;
/** Placeholders for unknown numbers. */
const PLACEHOLDERS: Figures = { count: (_, one, many) => `… ${many ?? `${one}s`}`, number: () => '…' };

/** Formats numbers that depend on the choices; placeholders while they are being computed. */
export const useFigures = (): Figures => (use(CountingContext) ? PLACEHOLDERS : FIGURES);

const NONE: Partial<CostChoices> = {};

const storedChoices = (project: ProjectView, cost: CostView): CostChoices => ({
  sendErrors: cost.sendErrors,
  resendRecent: cost.resendRecent,
  recencyDays: cost.screened.recencyDays,
  baselineId: cost.baseline?.id ?? null,
  connectionId: project.connection.id,
});

/**
 * A draft's choices and their changes, saved one after the other. A choice is shown at once, and replaced when a newer cost arrives or
 * saving it fails. Until then, and while the list changes, `isCounting` is true, and no number of the earlier cost may be shown as final.
 */
export function useCostChoices(project: ProjectView) {
  const { id } = project;
  const queries = useQueryClient();
  const cost = useContractQuery('cost.get', { id });
  const change = useCommand('projects.change', undefined, { scope: 'projects.change' });
  const [chosen, setChosen] = useState(NONE);
  const changing = { mutationKey: ['projects.change'] };
  const counting = { queryKey: ['cost.get', { id }] };
  useIsMutating(changing);
  const editing = useIsMutating({ predicate: ({ options }) => /^(?:check|projects|cost)\./.test(String(options.mutationKey?.[0])) });
  // Causes a render when the computation ends, even if the cost is unchanged.
  const fetching = useIsFetching(counting);
  // Reads the cache, because in a click handler it already includes the change that just started, unlike the hooks.
  const isBusy = () => queries.isMutating(changing) > 0 || queries.isFetching(counting) > 0;
  if (chosen !== NONE && !isBusy()) setChosen(NONE);
  return {
    cost,
    /** Undefined until the cost is loaded. */
    choices: cost.data === undefined ? undefined : { ...storedChoices(project, cost.data), ...chosen },
    isCounting: chosen !== NONE || editing > 0 || fetching > 0,
    error: change.error,
    change: (changes: DraftChanges) => {
      const choices = Object.fromEntries(CHOICES.flatMap((key) => (changes[key] === undefined ? [] : [[key, changes[key]]])));
      change.mutate({ id, ...changes });
      if (Object.keys(choices).length > 0) setChosen((before) => ({ ...before, ...choices }));
    },
  };
}
