import type { ReactNode } from 'react';
import type { ProjectView } from '../../shared/contract/index.ts';
import { canSendFrom, sentRestOf } from '../../shared/project/index.ts';
import { useCommand, useContractQuery } from '../api/index.ts';
import { FailureLine } from '../kit/index.ts';
import { navigate, toProject } from '../navigation/index.ts';

interface ScreenRest {
  /** The list in which these people were sent; null if they were not sent yet. */
  readonly sentIn: ProjectView | null;
  /** Opens `sentIn`, or creates the draft. Null if these people cannot be sent from this computer. */
  readonly button: ReactNode;
  /** Null without a failure. */
  readonly failure: ReactNode;
}

/** Copies the people of a list who were not chosen into a draft, and opens the draft at `step`. */
export function useScreenRest(list: ProjectView, step: 'check' | 'cost'): ScreenRest {
  const { id } = list;
  const screenRest = useCommand('projects.screenRest', (rest, _, isHere) => isHere && navigate(toProject(rest.id, step)));
  const sentIn = sentRestOf(id, useContractQuery('projects.list', {}).data ?? []) ?? null;
  return {
    sentIn,
    button:
      sentIn !== null ? (
        <a className="link" href={toProject(sentIn.id, sentIn.state.at === 'done' ? 'results' : 'progress')}>
          {sentIn.name}
        </a>
      ) : !canSendFrom(list, 'rest') ? null : (
        <button
          type="button"
          className="link"
          aria-disabled={screenRest.isPending}
          onClick={() => screenRest.isPending || screenRest.mutate({ id })}
        >
          Screen the rest
        </button>
      ),
    failure: <FailureLine error={screenRest.error} />,
  };
}
