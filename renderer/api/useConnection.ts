import type { ConnectionView, ProjectView } from '../../shared/contract/index.ts';
import { useContractQuery } from './queries.ts';

/** The connection of a project; undefined until it is known, and once it was removed. */
export const useConnection = (project: ProjectView): ConnectionView | undefined =>
  useContractQuery('connections.list', {}).data?.find(({ id }) => id === project.connection.id);
