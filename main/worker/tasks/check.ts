/** Checks a whole stored list. */
import { mappingChangeSince } from '../check/check-key.ts';
import { checkAll } from '../check/engine.ts';
import { summaryOf } from '../check/summary.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import { Edits } from '../list/edits.ts';
import { RowBlocks } from '../list/stored-rows.ts';
import { priorScreeningsOf } from '../prior/recent-screenings.ts';
import type { Task } from '../threads/task-context.ts';

export const check: Task<'check'> = async (input, context) => {
  const file = new ProjectFile(input.file, 'write');
  try {
    const edits = new Edits(file);
    file.begin();
    const changed = mappingChangeSince(file, input, edits);
    const { counts, checker } = await checkAll(file, input, () => priorScreeningsOf(input.inputs), edits, changed, input.file, context);
    file.commit();
    return summaryOf(counts, checker.severities, edits, { file, blocks: new RowBlocks(file), records: checker.records });
  } finally {
    file.rollback();
    file.close();
  }
};
