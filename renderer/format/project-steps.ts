/** Which steps of a project can be gone to, and which one it stands at. */
import type { ProjectView } from '../../shared/contract/index.ts';
import { assertNever } from '../../shared/base/errors.ts';
import { isRunning } from '../../shared/project/project.ts';
import { STEPS, type Step } from '../navigation/router.ts';
import { visitedStep } from '../navigation/last-step.ts';

/** The steps at which a draft can stand. */
const DRAFT_STEPS: readonly Step[] = ['columns', 'check', 'cost'];

function stepOfDraft({ id, sheet, readiness }: ProjectView): Step {
  if (sheet === null) return 'file';
  const visited = visitedStep(id);
  if (visited !== null && (readiness !== null || visited !== 'cost')) return DRAFT_STEPS.find((step) => step === visited) ?? 'columns';
  return readiness === null ? 'columns' : 'check';
}

/** The step that a project stands at: where opening it leads. */
export function stepOf(project: ProjectView): Step {
  const { state } = project;
  if (isRunning(state)) return 'progress';
  switch (state.at) {
    case 'reading':
    case 'unreadable':
      return 'file';
    case 'draft':
      return stepOfDraft(project);
    case 'done':
      return 'results';
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
  if (project.state.at !== 'draft') return stepOf(project);
  if (project.sheet === null) return 'file';
  // The check is made when it is first gone to.
  return project.readiness === null ? 'check' : 'cost';
}

/** True when a step can be gone to. */
export const isReachable = (project: ProjectView, step: Step): boolean => STEPS.indexOf(step) <= STEPS.indexOf(furthestStep(project));
