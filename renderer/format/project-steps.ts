/** Which steps of a project are reachable, and which one it is at. */
import type { ProjectView } from '../../shared/contract/index.ts';
import { assertNever } from '../../shared/base/index.ts';
import { isRunning } from '../../shared/project/index.ts';
import { STEPS, type Step, lastStepOf } from '../navigation/index.ts';

const DRAFT_STEPS: readonly Step[] = ['columns', 'check', 'cost'];

function stepOfDraft({ id, sheet, readiness }: ProjectView): Step {
  if (sheet === null) return 'file';
  const visited = lastStepOf(id);
  if (visited !== null && (readiness !== null || visited !== 'cost')) return DRAFT_STEPS.find((step) => step === visited) ?? 'columns';
  return readiness === null ? 'columns' : 'check';
}

/** The step that a project is at; opening the project leads there. */
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

/** The last reachable step. Earlier steps stay open: editable in a draft, read-only afterward. */
export function furthestStep(project: ProjectView): Step {
  if (project.state.at !== 'draft') return stepOf(project);
  if (project.sheet === null) return 'file';
  // Opening the Check step for the first time starts the check.
  return project.readiness === null ? 'check' : 'cost';
}

export const isReachable = (project: ProjectView, step: Step): boolean => STEPS.indexOf(step) <= STEPS.indexOf(furthestStep(project));
