/** The check of every stored row, and its comparison with the rows before it. */
import { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import type { ProjectFileRef } from '../../worker-protocol/list.ts';
import { FullCheck } from './full-check.ts';
import { groupPlace, GROUP_BLOCKS } from '../list/row-groups.ts';
import { CheckScheduler } from './check-scheduler.ts';
import { Edits } from '../list/edits.ts';
import { recheckScope, RowChecker } from './row-checker.ts';
import { storeCheckKey } from './check-key.ts';
import { DataRows } from '../list/stored-rows.ts';
import type { CheckRequest } from '../../worker-protocol/check.ts';
import type { PriorScreenings } from './prior-screenings.ts';
import { startRowChecker } from './row-checker-thread.ts';
import { recheckedKinds, PartialRecheck } from './partial-recheck.ts';
import type { MappingChange } from './unchanged-rows.ts';
import { GroupCounts } from './group-counts.ts';
import type { TaskContext } from '../threads/task-context.ts';

/** Shorter lists are checked before a helper thread is ready. */
export const MIN_ROWS_FOR_HELPER = 20_000;

/**
 * Checks every stored row with the edits that `file` holds, and writes check, keys and counts within the open transaction. `changed`:
 * what a changed mapping alone makes different from the stored check; null: a full check. `readable`: the file as another thread can
 * open it, null while it holds uncommitted edits.
 */
export async function checkAll(
  file: ProjectFile,
  recipe: CheckRequest,
  prior: () => PriorScreenings,
  edits: Edits,
  changed: MappingChange | null,
  readable: ProjectFileRef | null,
  context: Pick<TaskContext, 'progress' | 'startHelper' | 'signal'>,
): Promise<{ readonly counts: GroupCounts; readonly checker: RowChecker }> {
  const list = new DataRows(recipe.sheetLayout);
  const whole = new RowChecker(recipe, list, edits);
  if (changed?.fields.size === 0) return { counts: GroupCounts.read(file), checker: whole };
  const again = changed === null ? null : recheckScope(changed, recipe.inputs);
  const checker = again === null ? whole : new RowChecker(recipe, list, edits, undefined, again);
  const partial = again === null ? null : new PartialRecheck(file, again, whole);
  file.clear('findings', 'tallies');
  if (partial === null) file.clear('check', 'keys', 'counts');
  const pass = new FullCheck(file, checker, prior(), again === null ? undefined : recheckedKinds(again));
  pass.expect(recipe.sheetLayout.rows);
  let position = 0;
  const scheduler = new CheckScheduler(checker, (blocks, results) => {
    const place = groupPlace(blocks, position);
    if (partial === null) pass.group(results, place);
    else {
      const merged = partial.group(blocks, results);
      pass.group(merged.results, place, merged.kept);
    }
    position += place.rowNumbers.length;
    context.progress(position, recipe.sheetLayout.rows, 'rows');
  });
  try {
    if (readable !== null && recipe.sheetLayout.rows >= MIN_ROWS_FOR_HELPER)
      scheduler.addHelper(startRowChecker(context.startHelper), { recipe, list: recipe.sheetLayout, file: readable, changed });
    let group: RowBlock[] = [];
    for (const { bytes } of file.chunks('rows')) {
      group.push(new RowBlock(bytes));
      if (group.length < GROUP_BLOCKS) continue;
      context.signal.throwIfAborted();
      await scheduler.add(group);
      group = [];
    }
    if (group.length > 0) await scheduler.add(group);
    await scheduler.finish();
  } finally {
    scheduler.end();
  }
  storeCheckKey(file, recipe);
  return { counts: pass.finish(), checker: whole };
}
