import { joinsAnother, type ProjectView } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/queries.ts';

/**
 * The screenings that a project can be compared with: the finished ones over connections of the same account, the one that its list
 * was sent since before all others, then the newest first. Parts and mended rows are none: their results stand in the list they came
 * from.
 */
export function comparable(project: ProjectView, all: readonly ProjectView[] | undefined, account: readonly string[]): ProjectView[] {
  const base = project.link?.kind === 'since' ? project.link.of : null;
  return (all ?? [])
    .filter(({ id, state, connection, link }) => {
      return id !== project.id && state.at === 'done' && account.includes(connection.id) && !joinsAnother(link);
    })
    .toSorted((a, b) => Number(b.id === base) - Number(a.id === base) || (b.processedAt ?? b.createdAt) - (a.processedAt ?? a.createdAt));
}

/** The screenings that a project can be compared with, as the window knows them. */
export function useComparable(project: ProjectView): ProjectView[] {
  const all = useContractQuery('projects.list', {}).data;
  const connection = useContractQuery('connections.list', {}).data?.find(({ id }) => id === project.connection.id);
  return comparable(project, all, connection?.account ?? [project.connection.id]);
}
