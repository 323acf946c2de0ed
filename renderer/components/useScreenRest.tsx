import type { ReactNode } from 'react';
import type { ProjectView } from '../../shared/contract/index.ts';
import { canSendFrom } from '../../shared/project/index.ts';
import { asAppError, useCommand } from '../api/index.ts';
import { FailureLine } from '../kit/index.ts';
import { navigate, toProject } from '../navigation/index.ts';

interface ScreenRest {
  /** Null where these people are not sent from this computer. */
  readonly button: ReactNode;
  /** Null without a failure. */
  readonly failure: ReactNode;
}

/** Copies the people who were not chosen in a list into a draft, and opens it at `step`. */
export function useScreenRest(list: ProjectView, step: 'check' | 'cost'): ScreenRest {
  const { id } = list;
  const screenRest = useCommand('projects.screenRest', (rest) => navigate(toProject(rest.id, step)));
  return {
    button: !canSendFrom(list, 'rest') ? null : (
      <button
        type="button"
        className="link"
        aria-disabled={screenRest.isPending}
        onClick={() => screenRest.isPending || screenRest.mutate({ id })}
      >
        Screen the rest
      </button>
    ),
    failure: screenRest.error === null ? null : <FailureLine error={asAppError(screenRest.error)} />,
  };
}
