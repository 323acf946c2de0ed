/** The order of the project list: sorted by a column, with derived projects below the project that they belong to. */
import type { ProjectView } from '../../../shared/contract/index.ts';
import { mergesIntoParent } from '../../../shared/project/index.ts';

export type SortKey = 'name' | 'rows' | 'changed';

export interface Order {
  readonly by: SortKey;
  readonly descending: boolean;
}

export interface ListedProject {
  readonly project: ProjectView;
  /** True for a derived project below its parent. */
  readonly isBelowParent: boolean;
}

function compare(a: ProjectView, b: ProjectView, by: SortKey): number {
  switch (by) {
    case 'name':
      return a.name.localeCompare(b.name);
    case 'rows':
      return (a.sheet?.rows ?? -1) - (b.sheet?.rows ?? -1);
    case 'changed':
      return a.changedAt - b.changedAt;
  }
}

/** Every project once. A derived project is listed on its own if its parent is not among the projects, for example because of a filter. */
export function listedProjects(projects: readonly ProjectView[], { by, descending }: Order): ListedProject[] {
  const sorted = projects.toSorted((a, b) => compare(a, b, by) * (descending ? -1 : 1));
  const ids = new Set(sorted.map(({ id }) => id));
  const parentOf = ({ lineage }: ProjectView): string | null => (mergesIntoParent(lineage) && ids.has(lineage.of) ? lineage.of : null);
  const byParent = Map.groupBy(sorted, parentOf);
  // Refused rows can be sent in parts, so a derived project can have derived projects too.
  const derivedOf = (id: string): ListedProject[] =>
    (byParent.get(id) ?? []).flatMap((project) => [{ project, isBelowParent: true }, ...derivedOf(project.id)]);
  return (byParent.get(null) ?? []).flatMap((project) => [{ project, isBelowParent: false }, ...derivedOf(project.id)]);
}
