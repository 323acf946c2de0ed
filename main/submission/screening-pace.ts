/** How fast the service was in the last comparable screening over the same connection. */
import type { ScreeningPace } from '../../shared/contract/index.ts';
import { bodyOf } from '../../shared/project/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';

/** A list that is shorter by more than this factor is not comparable: it spent most of its time waiting for the first poll. */
const MAX_TIMES_SHORTER = 10;

type Screened = Pick<ProjectRow, 'id' | 'name' | 'connectionId' | 'state' | 'submission'>;

/** Null without a finished screening that has at least a tenth of this list's rows. */
export function screeningPace(
  project: Pick<ProjectRow, 'id' | 'connectionId' | 'state' | 'source'>,
  all: readonly Screened[],
): ScreeningPace | null {
  const rows = bodyOf(project.state)?.rows ?? project.source.rows ?? 0;
  let last: ScreeningPace | null = null;
  for (const { id, name, connectionId, state, submission } of all) {
    const { startedAt, processedAt } = submission;
    if (id === project.id || connectionId !== project.connectionId || state.at !== 'done') continue;
    if (startedAt === null || processedAt === null || processedAt <= startedAt) continue;
    if (state.body.rows * MAX_TIMES_SHORTER < rows) continue;
    if (last === null || processedAt > last.at)
      last = { name, at: processedAt, rows: state.body.rows, screeningMs: processedAt - startedAt };
  }
  return last;
}
