import type { ProjectView, ResultsView, ScoreColumn } from '../../../shared/contract/index.ts';
import { mergesIntoParent } from '../../../shared/project/index.ts';
import { comparedKey } from '../../../shared/report/index.ts';
import { useConnection, useContractQuery } from '../../api/index.ts';

/** The ID of the project with the results of the whole list, from which parts and fixed rows were derived. */
function listOf({ id, lineage }: ProjectView, all: readonly ProjectView[]): string {
  if (!mergesIntoParent(lineage)) return id;
  const before = all.find((one) => one.id === lineage.of);
  return before === undefined ? lineage.of : listOf(before, all);
}

/**
 * The screenings that a project can be compared with: finished ones over connections of the same account, its baseline first, then the
 * newest. Parts and fixed rows are excluded, because their results are in the list that they came from. They are not compared with this
 * list.
 */
export function comparable(project: ProjectView, all: readonly ProjectView[] | undefined, account: readonly string[]): ProjectView[] {
  const base = project.lineage?.kind === 'baseline' ? project.lineage.of : null;
  const own = listOf(project, all ?? []);
  return (all ?? [])
    .filter(({ id, state, connection, lineage }) => {
      return id !== project.id && id !== own && state.at === 'done' && account.includes(connection.id) && !mergesIntoParent(lineage);
    })
    .toSorted((a, b) => Number(b.id === base) - Number(a.id === base) || (b.processedAt ?? b.createdAt) - (a.processedAt ?? a.createdAt));
}

/** The changes since the most recent earlier results, in the list. */
export interface Since {
  readonly column: ScoreColumn;
  readonly title: string;
}

export function useComparable(project: ProjectView): ProjectView[] {
  const all = useContractQuery('projects.list', {}).data;
  return comparable(project, all, useConnection(project)?.account ?? [project.connection.id]);
}

/** The baseline of a project, which has the scores of people left out as unchanged; undefined without one. */
export function useBaseline({ lineage }: ProjectView): ProjectView | undefined {
  return useContractQuery('projects.list', {}).data?.find(({ id }) => lineage?.kind === 'baseline' && id === lineage.of);
}

/** The column to compare: the chosen one, else the overall score, else the first number in the list. */
export function comparedColumn(results: ResultsView | undefined, chosen: string | null): string | null {
  if (chosen !== null || results === undefined) return chosen;
  return comparedKey(results);
}
