/** How many people of a list were neither chosen nor sent later. */
import { isRestOfPilot } from '../../shared/project/index.ts';
import { rowsByDisposition } from '../../shared/rows/index.ts';
import { type Lineage, type ProjectStore, sendOptionsOf } from '../projects/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';

/** The number of people who were not chosen in a list, nor in its rests that are now part of its results. */
export function notChosenOf(deps: { readonly store: ProjectStore; readonly lineage: Lineage }, project: ProjectRow): number {
  const rest = deps.lineage.mergedInto(project.id).find(({ lineage }) => lineage?.of === project.id && isRestOfPilot(lineage));
  if (rest !== undefined) return notChosenOf(deps, rest);
  const check = project.wrappedKey === null ? null : deps.store.listState(project).check;
  return check === null ? 0 : rowsByDisposition(check.histogram, sendOptionsOf(project)).notChosen;
}
