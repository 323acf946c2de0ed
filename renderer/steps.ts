/** Which steps of a project can be gone to, and which one it stands at. */
import type { ProjectView } from '../shared/contract.ts';
import { assertNever } from '../shared/errors.ts';
import { STEPS, type Step } from './router.ts';

/** The step that a project stands at: where opening it leads. */
export function stepOf(project: ProjectView): Step {
  const { state } = project;
  switch (state.at) {
    case 'reading':
    case 'unreadable':
      return 'file';
    case 'draft':
      if (project.sheet === null) return 'file';
      return project.readiness === null ? 'columns' : 'check';
    case 'done':
      return 'results';
    case 'preparing':
    case 'creating':
    case 'adding':
    case 'confirming':
    case 'starting':
    case 'processing':
    case 'collecting':
    case 'needs-token':
    case 'paused':
    case 'needs-decision':
    case 'ended':
      return 'progress';
    default:
      return assertNever(state);
  }
}

/** True while the list may still be changed: nothing has been sent. */
export const isDraft = (project: ProjectView): boolean =>
  project.state.at === 'draft' || project.state.at === 'reading' || project.state.at === 'unreadable';

/** The last step that can be gone to. Steps before it stay open, to be changed in a draft and to be looked at after. */
export function furthestStep(project: ProjectView): Step {
  const stands = stepOf(project);
  if (project.state.at !== 'draft') return stands;
  // The check is made when it is first gone to.
  return stands === 'columns' ? 'check' : stands === 'check' ? 'cost' : stands;
}

/** True when a step can be gone to. */
export const isReachable = (project: ProjectView, step: Step): boolean => STEPS.indexOf(step) <= STEPS.indexOf(furthestStep(project));
