/** The projects on the service that this data folder knows. */
import { remoteIdOf } from '../../shared/project/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';

/** The projects that were sent over these connections, by the service's ID. */
export function byRemoteId(projects: readonly ProjectRow[], connectionIds: ReadonlySet<string>): ReadonlyMap<string, ProjectRow> {
  const known = new Map<string, ProjectRow>();
  for (const project of projects) {
    if (!connectionIds.has(project.connectionId)) continue;
    // While a project is being adopted, its state does not have the ID yet.
    const remoteId = remoteIdOf(project.state) ?? project.adopted?.remoteId ?? null;
    if (remoteId !== null) known.set(remoteId, project);
  }
  return known;
}
