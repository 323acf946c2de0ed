/** Every stored row judged anew, and compared with those before it. */
import { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import type { ProjectFileRef } from '../../worker-protocol/list.ts';
import { CheckPass } from './group-assembler.ts';
import { groupPlace, GROUP_BLOCKS } from '../list/row-groups.ts';
import { Crew } from './check-scheduler.ts';
import { Edits } from '../list/edits.ts';
import { againFor, Judge } from './row-checker.ts';
import { noteCheck } from './check-key.ts';
import { ListRows } from '../list/stored-rows.ts';
import type { CheckRecipe } from '../../worker-protocol/check.ts';
import type { PriorScreenings } from './prior-screenings.ts';
import { startJudge } from './row-checker-thread.ts';
import { kindsAgain, Renewal } from './partial-recheck.ts';
import type { Changed } from './unchanged-rows.ts';
import { Tallies } from './group-counts.ts';
import type { TaskContext } from '../threads/task-context.ts';

/** Lists shorter than this are judged before a second thread is of use. */
export const WORTH_A_SECOND = 20_000;

/**
 * Judges and compares every stored row with the edits that `file` holds; findings, keys and counts are written to it within
 * the transaction that is open. `prior`: opens the earlier screenings of its basis. `changed`: what of the mapping alone is another one than at the check that `file` holds; null: everything
 * is judged. `readable`: the file as another thread can open it, null where it holds what is not committed.
 */
export async function checkAll(
  file: ProjectFile,
  recipe: CheckRecipe,
  prior: () => PriorScreenings,
  edits: Edits,
  changed: Changed | null,
  readable: ProjectFileRef | null,
  context: Pick<TaskContext, 'progress' | 'startHelper' | 'signal'>,
): Promise<{ readonly tallies: Tallies; readonly judge: Judge }> {
  const list = new ListRows(recipe.reading);
  const whole = new Judge(recipe, list, edits);
  if (changed?.fields.size === 0) return { tallies: Tallies.read(file), judge: whole };
  const again = changed === null ? null : againFor(changed, recipe.basis);
  const judge = again === null ? whole : new Judge(recipe, list, edits, undefined, again);
  const renewal = again === null ? null : new Renewal(file, again, whole);
  if (renewal === null) file.clear('findings', 'keys', 'tallies');
  const { people, sent } = prior();
  const pass = new CheckPass(file, judge, people, sent, again === null ? undefined : kindsAgain(again));
  pass.expect(recipe.reading.rows);
  let position = 0;
  const crew = new Crew(judge, (blocks, judged) => {
    const place = groupPlace(blocks, position);
    if (renewal === null) pass.group(judged, place);
    else {
      const renewed = renewal.group(blocks, judged);
      pass.group(renewed.judged, place, renewed.standing);
    }
    position += place.rowNumbers.length;
    context.progress(position, recipe.reading.rows, 'rows');
  });
  try {
    if (readable !== null && recipe.reading.rows >= WORTH_A_SECOND)
      crew.join(startJudge(context.startHelper), { recipe, list: recipe.reading, file: readable, changed });
    let group: RowBlock[] = [];
    for (const { bytes } of file.chunks('rows')) {
      group.push(new RowBlock(bytes));
      if (group.length < GROUP_BLOCKS) continue;
      context.signal.throwIfAborted();
      await crew.add(group);
      group = [];
    }
    if (group.length > 0) await crew.add(group);
    await crew.finish();
  } finally {
    crew.end();
  }
  noteCheck(file, recipe);
  return { tallies: pass.finish(), judge: whole };
}
