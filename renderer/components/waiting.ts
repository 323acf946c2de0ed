/** Which projects wait for the user. The sidebar, the list and its panel share this, so that they count the same projects. */
import type { ProjectView } from '../../shared/contract/index.ts';
import { isMergedInto, isUnfinished } from '../../shared/project/index.ts';
import { type StatusGroup, groupOf } from '../format/index.ts';

/** The key with which a user dismisses the refused rows of a finished project. */
export const refusedRowsKey = (project: Pick<ProjectView, 'id'>): string => `refused:${project.id}`;

/** True while the refused rows are being screened in a separate project, which then shows their state. */
export const areFixedElsewhere = (project: ProjectView, all: readonly ProjectView[]): boolean =>
  all.some((one) => isUnfinished(one.state) && isMergedInto(one, project.id, all));

/** The group of a project among all of them. Refused rows that are fixed in another project, or were dismissed, do not wait. */
export function groupAmong(
  project: ProjectView,
  all: readonly ProjectView[],
  dismissed: ReadonlySet<string>,
  now: number = Date.now(),
): StatusGroup {
  const group = groupOf(project, now);
  if (group !== 'waiting' || project.state.at !== 'done') return group;
  return dismissed.has(refusedRowsKey(project)) || areFixedElsewhere(project, all) ? 'done' : 'waiting';
}
