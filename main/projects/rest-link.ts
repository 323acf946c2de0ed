import { isPilot } from '../../shared/order/index.ts';
import { isRestOfPilot } from '../../shared/project/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import type { ProjectStore } from './project-store.ts';

/**
 * The link from a rest to its list. The results of a pilot's rest are merged into those of the pilot, unless the rest is sent to another
 * account: its scores are then kept in its own list.
 */
export function restLink(store: ProjectStore, of: ProjectRow, isSameAccount: boolean): NonNullable<ProjectRow['lineage']> {
  const best = store.listState(of).check?.best ?? null;
  const merges = isSameAccount && (isRestOfPilot(of.lineage) || (best !== null && isPilot(best.settings)));
  return { kind: 'baseline', of: of.id, rest: true, ...(merges && { merged: false }) };
}
