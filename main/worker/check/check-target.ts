/** A stored list in an open transaction, with data that checks of edited rows keep in memory for the next edit. */
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { CheckRequest } from '../../worker-protocol/index.ts';
import type { Edits } from '../list/edits.ts';
import { RowGroupCache } from '../list/row-groups.ts';
import type { EditStep } from '../list/stored-edits.ts';
import { DataRows } from '../list/stored-rows.ts';
import type { TaskContext } from '../threads/task-context.ts';
import { GroupCounts } from './group-counts.ts';
import type { MatchKeyIndex } from './match-key-index.ts';
import type { CheckedRows } from './own-results.ts';
import type { PriorScreenings } from './prior-screenings.ts';
import { RowChecker } from './row-checker.ts';

/** By group, the results of rows before an edit changed their values, so that undoing the edit need not read the rows. */
export interface ReplacedResults {
  /** The change that the edit made. */
  readonly step: EditStep;
  readonly groups: ReadonlyMap<number, CheckedRows>;
}

export interface CheckDeps {
  readonly prior: PriorScreenings;
  readonly context: Pick<TaskContext, 'progress' | 'startHelper' | 'signal'>;
}

export class CheckTarget {
  readonly file: ProjectFile;
  readonly request: CheckRequest;
  readonly edits: Edits;
  readonly checker: RowChecker;
  readonly groups: RowGroupCache;
  /** The stored match keys; null until some rows are checked. */
  keys: MatchKeyIndex | null = null;
  /** The results that the last edit, undo or redo replaced. */
  replaced: ReplacedResults | null = null;
  private known: GroupCounts | null = null;

  /** `groups`: the stored rows, which edits never change. */
  constructor(file: ProjectFile, request: CheckRequest, edits: Edits, groups = new RowGroupCache(file, file.places('rows'))) {
    this.file = file;
    this.request = request;
    this.edits = edits;
    this.checker = new RowChecker(request, new DataRows(request.sheetLayout), edits);
    this.groups = groups;
  }

  /** The counts of the last check. */
  get counts(): GroupCounts {
    return (this.known ??= GroupCounts.read(this.file));
  }

  set counts(counts: GroupCounts) {
    this.known = counts;
  }

  /** Must be called before everything is checked again. */
  forget(): void {
    this.keys = null;
    this.replaced = null;
  }
}
