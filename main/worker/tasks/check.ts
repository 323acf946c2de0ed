/** Checks a whole stored list. */
import { CheckTarget } from '../check/check-target.ts';
import { runCheck } from '../check/engine.ts';
import { summaryOf } from '../check/summary.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import { Edits } from '../list/edits.ts';
import { RowBlocks } from '../list/stored-rows.ts';
import { priorScreeningsOf } from '../prior/recent-screenings.ts';
import type { Task } from '../threads/task-context.ts';

export const check: Task<'check'> = async (input, context) => {
  const file = new ProjectFile(input.file, 'write');
  try {
    const edits = new Edits(file);
    file.begin();
    const target = new CheckTarget(file, input, edits);
    const counts = await runCheck(target, { kind: 'all' }, { prior: priorScreeningsOf(input.inputs), context });
    file.commit();
    const { severities, records } = target.checker;
    return summaryOf(counts, severities, edits, { file, blocks: new RowBlocks(file), records, appended: input.sheetLayout.appended });
  } finally {
    file.rollback();
    file.close();
  }
};
