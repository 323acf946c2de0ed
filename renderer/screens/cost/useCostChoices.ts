import { useIsFetching, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import type { CostView, Input, ProjectView } from '../../../shared/contract/index.ts';
import { useCommand, useContractQuery } from '../../api/queries.ts';
import { count, number } from '../../format/text.ts';

/** Changes of a project's draft. */
type DraftChanges = Omit<Input<'projects.change'>, 'id'>;
export type ChangeDraft = (changes: DraftChanges) => void;

/** What decides who is sent and what it costs, as the page shows it. */
export interface CostChoices {
  readonly sendErrors: boolean;
  readonly again: boolean;
  /** Days. */
  readonly screenedWithin: number;
  /** The screening that the list is compared with. */
  readonly since: string | null;
  readonly connectionId: string;
}

const CHOICES = ['sendErrors', 'again', 'screenedWithin', 'since', 'connectionId'] as const satisfies (keyof CostChoices)[];

/** True while the numbers of the cost are being counted anew. */
export const CountingContext = createContext(false);

const FIGURES = { count, number };
/** Numbers that are not known yet. */
const OPEN_FIGURES: typeof FIGURES = { count: (_, one, many) => `… ${many ?? `${one}s`}`, number: () => '…' };

/** Numbers that hang on the choices of the page, in words: left open while they are being counted. */
export const useFigures = () => (use(CountingContext) ? OPEN_FIGURES : FIGURES);

const NONE: Partial<CostChoices> = {};

const keptChoices = (project: ProjectView, cost: CostView): CostChoices => ({
  sendErrors: cost.sendErrors,
  again: cost.again,
  screenedWithin: cost.screened.within,
  since: cost.since?.id ?? null,
  connectionId: project.connection.id,
});

/**
 * The choices of a draft and their change. What a person chose is shown at once, until a cost has come that was worked out after
 * it; when it could not be kept, what stands is shown again. Until then `isCounting` is true, and no number of the cost as it was
 * before may be shown as if it were final. Choices are told to the application one after the other.
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
  // A cost that comes as it was before draws nothing by itself.
  useIsFetching(counting);
  // Asked of the cache itself: within the event of a click it knows of the change that has just begun, and the hook does not yet.
  const isAtIt = () => queries.isMutating(changing) > 0 || queries.isFetching(counting) > 0;
  if (chosen !== NONE && !isAtIt()) setChosen(NONE);
  return {
    cost,
    /** Undefined until the cost has come. */
    choices: cost.data === undefined ? undefined : { ...keptChoices(project, cost.data), ...chosen },
    isCounting: chosen !== NONE,
    error: change.error,
    change: (changes: DraftChanges) => {
      const choices = Object.fromEntries(CHOICES.flatMap((key) => (changes[key] === undefined ? [] : [[key, changes[key]]])));
      change.mutate({ id, ...changes });
      if (Object.keys(choices).length > 0) setChosen((before) => ({ ...before, ...choices }));
    },
  };
}
