import { isPilot } from '../../shared/order/index.ts';
import { isRestOfPilot } from '../../shared/project/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import type { ProjectStore } from './project-store.ts';

/**
 * The link of a list with the people who were not chosen in a list. Results of the rest of a pilot are merged into those of the pilot,
 * unless it is sent to another account, whose scores stay in their own list.
 */
export function restLink(store: ProjectStore, of: ProjectRow, isSameAccount: boolean): NonNullable<ProjectRow['lineage']> {
  const best = store.listState(of).check?.best ?? null;
  const merges = isSameAccount && (isRestOfPilot(of.lineage) || (best !== null && isPilot(best.settings)));
  return { kind: 'baseline', of: of.id, rest: true, ...(merges && { merged: false }) };
}
