import { joinsAnother, type ProjectView } from '../../../shared/contract.ts';

/**
 * The screenings that a project can be compared with: the finished ones over the same connection, the one that its list was sent
 * since before all others, then the newest first. Parts and mended rows are none: their results stand in the list they came from.
 */
export function comparable(project: ProjectView, all: readonly ProjectView[] | undefined): ProjectView[] {
  const base = project.link?.kind === 'since' ? project.link.of : null;
  return (all ?? [])
    .filter(({ id, state, connection, link }) => {
      return id !== project.id && state.at === 'done' && connection.id === project.connection.id && !joinsAnother(link);
    })
    .toSorted((a, b) => Number(b.id === base) - Number(a.id === base) || (b.processedAt ?? b.createdAt) - (a.processedAt ?? a.createdAt));
}
