/** The projects on the service that this data folder knows. */
import { isOtherProject, remoteIdOf, runningOf } from '../../shared/project/index.ts';
import type { RemoteProject } from '../../shared/results/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';

/** The connections of an account. */
interface Reached {
  readonly connectionIds: ReadonlySet<string>;
  /** True if they reached other addresses earlier. The same IDs may then belong to other projects: many services count from 1. */
  readonly hasMoved: boolean;
}

/** True if the name on the service shows that the project with this ID is not the one that was sent from here. */
const isAnother = ({ state }: ProjectRow, name: string | null): boolean => {
  const sent = runningOf(state) ?? state;
  return name !== null && 'remoteId' in sent && isOtherProject(sent, name);
};

/**
 * Returns the function that finds the project of this folder for a project on the service: by its ID and, if the account was reached at other
 * addresses, also by its name.
 */
export function findKnown(
  projects: readonly ProjectRow[],
  { connectionIds, hasMoved }: Reached,
): (remote: Pick<RemoteProject, 'remoteId' | 'name'>) => ProjectRow | undefined {
  const known = Map.groupBy(
    projects.filter(({ connectionId }) => connectionIds.has(connectionId)),
    // While a project is being adopted, its state does not have the ID yet.
    ({ state, adopted }) => remoteIdOf(state) ?? adopted?.remoteId ?? null,
  );
  known.delete(null);
  return ({ remoteId, name }) => known.get(remoteId)?.findLast((project) => !hasMoved || !isAnother(project, name));
}
