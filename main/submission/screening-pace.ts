/** How fast the service was, from the last finished screening over the same connection. */
import type { ScreeningPace } from '../../shared/contract/index.ts';
import type { ProjectRow } from '../store/app-database/app-database.ts';

/** Null before a screening was watched from its start to its end. */
export function screeningPace(project: Pick<ProjectRow, 'id' | 'connectionId'>, all: readonly ProjectRow[]): ScreeningPace | null {
  let last: ScreeningPace | null = null;
  for (const { id, name, connectionId, state, submission } of all) {
    const { startedAt, processedAt } = submission;
    if (id === project.id || connectionId !== project.connectionId || state.at !== 'done') continue;
    if (startedAt === null || processedAt === null || processedAt <= startedAt) continue;
    if (last === null || processedAt > last.at)
      last = { name, at: processedAt, rows: state.body.rows, screeningMs: processedAt - startedAt };
  }
  return last;
}
