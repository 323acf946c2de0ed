/** Checks a list: either all rows, or only the rows that an edit affects (`edited-rows.ts`). Both result in the same stored check. */
import { RowBlock } from '../../spreadsheet/index.ts';
import { GROUP_BLOCKS, groupPlace } from '../list/row-groups.ts';
import type { ChangedRows } from '../list/stored-edits.ts';
import { DataRows } from '../list/stored-rows.ts';
import type { CheckDeps, CheckTarget } from './check-target.ts';
import { checkEditedRows } from './edited-rows.ts';
import { mappingChangeSince, storeRecheckBasis } from './recheck-basis.ts';
import { CheckScheduler } from './check-scheduler.ts';
import { StreamedKeys } from './first-holders.ts';
import type { GroupCounts } from './group-counts.ts';
import { GroupWriter } from './group-writer.ts';
import { startRowChecker } from './row-checker-thread.ts';
import { RowChecker } from './row-checker.ts';
import { StoredResults } from './stored-results.ts';
import type { MappingChange } from './unchanged-rows.ts';

/** Shorter lists are checked faster than a helper thread could start. */
export const MIN_ROWS_FOR_HELPER = 20_000;

/** `rows`: the change that an edit, undo or redo has made since the stored check. */
export type Selection = { readonly kind: 'all' } | { readonly kind: 'rows'; readonly changed: ChangedRows };

/**
 * Checks the selected rows with the edits in the file, and writes the check, keys and counts in the open transaction. With `all`, the edits
 * must be committed, because another thread reads them. If only the mapping has changed, checks only what depends on the changed fields.
 */
export async function runCheck(target: CheckTarget, selection: Selection, deps: CheckDeps): Promise<GroupCounts> {
  if (selection.kind === 'rows') {
    checkEditedRows(target, selection.changed, deps);
    return target.counts;
  }
  const changed = mappingChangeSince(target.file, target.request, target.edits);
  if (changed?.fields.size !== 0) await checkAllRows(target, changed, deps);
  return target.counts;
}

/** `changed`: what a change of the mapping affects, compared with the stored check; null to check everything. */
async function checkAllRows(target: CheckTarget, changed: MappingChange | null, { prior, context }: CheckDeps) {
  const { file, request, edits, checker: fullChecker } = target;
  const { sheetLayout } = request;
  const checker = changed === null ? fullChecker : new RowChecker(request, new DataRows(sheetLayout), edits, undefined, changed);
  const stored = checker.scope === null ? null : new StoredResults(file, checker.scope, fullChecker);
  if (stored === null) file.clear('check', 'keys', 'counts');
  target.forget();
  const keys = new StreamedKeys();
  keys.expect(sheetLayout.rows, stored?.keptKinds);
  const writer = new GroupWriter(file, fullChecker, prior, keys);
  let position = 0;
  const scheduler = new CheckScheduler(checker, (blocks, results) => {
    writer.add(stored?.complete(blocks, results) ?? results, groupPlace(blocks, position), stored?.group);
    position += results.facts.length;
    context.progress(position, sheetLayout.rows, 'rows');
  });
  try {
    if (sheetLayout.rows >= MIN_ROWS_FOR_HELPER)
      scheduler.addHelper(startRowChecker(context.startHelper), { request, list: sheetLayout, file: request.file, changed });
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
  storeRecheckBasis(file, request);
  target.counts = writer.finish();
}
