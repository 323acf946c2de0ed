/**
 * The check of a list: of all rows, or of those that an edit affects. Both give the same stored check: they share the check of single
 * rows, the assembly of groups and the counts, and differ in the rows they check and in where they look up the first holder of a key.
 */
import { RowBlock } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { CheckRequest } from '../../worker-protocol/index.ts';
import type { Edits } from '../list/edits.ts';
import { GROUP_BLOCKS, groupPlace, type RowGroup, RowGroupCache } from '../list/row-groups.ts';
import { DataRows } from '../list/stored-rows.ts';
import type { TaskContext } from '../threads/task-context.ts';
import { CheckGroup } from './check-group.ts';
import { mappingChangeSince, storeRecheckBasis } from './recheck-basis.ts';
import { CheckScheduler } from './check-scheduler.ts';
import { StreamedKeys } from './first-holders.ts';
import { GroupCounts } from './group-counts.ts';
import { chunkPlace, GroupWriter } from './group-writer.ts';
import { KeySets, MatchKeyIndex, StoredKeys } from './match-key-index.ts';
import type { PriorScreenings } from './prior-screenings.ts';
import { startRowChecker } from './row-checker-thread.ts';
import { RowChecker, type RowInBlock } from './row-checker.ts';
import { StoredResults } from './stored-results.ts';
import type { MappingChange } from './unchanged-rows.ts';

/** Shorter lists are checked before a helper thread is ready. */
export const MIN_ROWS_FOR_HELPER = 20_000;
/** Above this part of the list and this number of rows a check of all rows is quicker. */
const MAX_PART = 1 / 6;
const MIN_ROWS_FOR_PART = 2_000;

/** `rows`: sheet rows that were edited since the stored check. */
export type Selection = { readonly kind: 'all' } | { readonly kind: 'rows'; readonly sheetRows: Iterable<number> };

export interface CheckDeps {
  readonly prior: PriorScreenings;
  readonly context: Pick<TaskContext, 'progress' | 'startHelper' | 'signal'>;
}

/** A stored list in an open transaction. Keeps in memory what the check of some rows reads, for the next edit. */
export class CheckTarget {
  readonly file: ProjectFile;
  readonly request: CheckRequest;
  readonly edits: Edits;
  readonly checker: RowChecker;
  readonly groups: RowGroupCache;
  /** The stored match keys; null until some rows are checked. */
  keys: MatchKeyIndex | null = null;
  private known: GroupCounts | null = null;

  constructor(file: ProjectFile, request: CheckRequest, edits: Edits) {
    this.file = file;
    this.request = request;
    this.edits = edits;
    this.checker = new RowChecker(request, new DataRows(request.sheetLayout), edits);
    this.groups = new RowGroupCache(file, file.places('rows'));
  }

  /** The counts of the last check. */
  get counts(): GroupCounts {
    return (this.known ??= GroupCounts.read(this.file));
  }

  set counts(counts: GroupCounts) {
    this.known = counts;
  }
}

/**
 * Checks the selected rows with the edits that the file holds, and writes check, keys and counts in the open transaction. With `all`
 * the edits must be committed: another thread reads them. After a changed mapping it checks only what depends on the changed fields.
 */
export async function runCheck(target: CheckTarget, selection: Selection, deps: CheckDeps): Promise<GroupCounts> {
  if (selection.kind === 'rows') {
    if (!checkEditedRows(target, new Set(selection.sheetRows), deps)) await checkAllRows(target, null, false, deps);
    return target.counts;
  }
  const changed = mappingChangeSince(target.file, target.request, target.edits);
  if (changed?.fields.size !== 0) await checkAllRows(target, changed, true, deps);
  return target.counts;
}

/** `changed`: what a changed mapping makes different from the stored check; null to check everything. */
async function checkAllRows(target: CheckTarget, changed: MappingChange | null, hasHelper: boolean, { prior, context }: CheckDeps) {
  const { file, request, edits, checker: fullChecker } = target;
  const { sheetLayout } = request;
  const checker = changed === null ? fullChecker : new RowChecker(request, new DataRows(sheetLayout), edits, undefined, changed);
  const stored = checker.scope === null ? null : new StoredResults(file, checker.scope, fullChecker);
  if (stored === null) file.clear('check', 'keys', 'counts');
  target.keys = null;
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
    if (hasHelper && sheetLayout.rows >= MIN_ROWS_FOR_HELPER)
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

/** Checks edited rows, and rows that shared a match key with one before the edit or share one now. False when they are too many. */
function checkEditedRows(target: CheckTarget, sheetRows: ReadonlySet<number>, { prior, context }: CheckDeps): boolean {
  const { file, checker, groups } = target;
  const areTooMany = (rows: number) => rows > MIN_ROWS_FOR_PART && rows > groups.rows * MAX_PART;
  if (areTooMany(sheetRows.size)) return false;
  const keys = (target.keys ??= new MatchKeyIndex(file));
  const edited = groups.locate(sheetRows);
  const touched = new KeySets();
  let located = 0;
  for (const [group, rows] of edited) {
    context.progress(located, sheetRows.size, 'rows');
    context.signal.throwIfAborted();
    located += rows.length;
    const place = groups.group(group);
    const addKeys = () => keys.eachKey(group, rows, (kind, a, b) => touched.add(kind, a, b, 1));
    addKeys();
    file.write('keys', chunkPlace(group, place), keys.replace(group, rows, checker.checkRows(inBlocks(place, rows))));
    addKeys();
  }
  const affected = keys.affectedRows(touched, edited);
  const total = [...affected.values()].reduce((sum, rows) => sum + rows.length, 0);
  if (areTooMany(total)) return false;
  const wanted = new KeySets();
  for (const [group, rows] of affected) keys.eachKey(group, rows, (kind, a, b) => wanted.add(kind, a, b, 1));
  const writer = new GroupWriter(file, checker, prior, new StoredKeys(keys, wanted, groups), target.counts);
  let checked = 0;
  for (const [group, rows] of affected) {
    context.progress(checked, total, 'rows');
    context.signal.throwIfAborted();
    checked += rows.length;
    const place = groups.group(group);
    const stored = new CheckGroup(file.read('check', group)!);
    writer.update(group, checker.checkRows(inBlocks(place, rows)), place, { stored, rows });
  }
  writer.finish();
  return true;
}

/** Rows of a group, given in order, by their blocks. */
function inBlocks({ blocks, counts }: RowGroup, rows: readonly number[]): RowInBlock[] {
  let block = 0;
  let start = 0;
  return rows.map((row) => {
    while (row >= start + counts[block]!) start += counts[block++]!;
    return { block: blocks[block]!, row: row - start };
  });
}
