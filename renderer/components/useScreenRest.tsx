import type { ReactNode } from 'react';
import { asAppError, useCommand } from '../api/index.ts';
import { FailureLine } from '../kit/index.ts';
import { navigate, toProject } from '../navigation/index.ts';

interface ScreenRest {
  readonly button: ReactNode;
  /** Null without a failure. */
  readonly failure: ReactNode;
}

/** Copies the people who were not chosen in a list into a draft, and opens it at `step`. `id`: of the list. */
export function useScreenRest(id: string, step: 'check' | 'cost'): ScreenRest {
  const screenRest = useCommand('projects.screenRest', (rest) => navigate(toProject(rest.id, step)));
  return {
    button: (
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
