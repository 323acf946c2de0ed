/** The service projects that this data folder knows. */
import type { ProjectRow } from '../store/app-database/app-database.ts';

/** The service's ID of a project, also while it is paused, waits for the user or is being adopted; null: none yet. */
function remoteIdOf({ state, adopted }: Pick<ProjectRow, 'state' | 'adopted'>): string | null {
  if ('remoteId' in state) return state.remoteId;
  if ('resume' in state && state.resume !== null && 'remoteId' in state.resume) return state.resume.remoteId;
  return adopted?.remoteId ?? null;
}

/** The projects that were sent over these connections, by the service's ID. */
export function byRemoteId(projects: readonly ProjectRow[], connectionIds: ReadonlySet<string>): ReadonlyMap<string, ProjectRow> {
  const known = new Map<string, ProjectRow>();
  for (const project of projects) {
    const remoteId = connectionIds.has(project.connectionId) ? remoteIdOf(project) : null;
    if (remoteId !== null) known.set(remoteId, project);
  }
  return known;
}
