/** Merges the results of derived rows into the project that they came from. Rows are matched by their sheet row numbers. */
import { createHash } from 'node:crypto';
import { ProjectFile } from '../../store/project-file/index.ts';
import { Edits } from '../list/edits.ts';
import { type Correction, DERIVED_CORRECTIONS, REST_CORRECTIONS } from '../list/stored-edits.ts';
import {
  type ListIndex,
  type Matches,
  NO_PROFILE,
  byListIndex,
  type ProfileNumber,
  type SheetRow,
  type SheetRows,
} from '../list/ordinals.ts';
import { mergedProjects, storeMergedProjects } from '../submit/merged-projects.ts';
import { keepOwnRows } from '../submit/own-rows.ts';
import { measuredRows } from '../submit/sent-list.ts';
import { writeSentRows } from '../submit/sent-rows.ts';
import { MoreProfiles, replaceProfiles } from './more-profiles.ts';
import { lastAnswer, linkedOrderRows, linkedRows, storeLinkedOrderRows, storeLinkedRows } from './result-values.ts';
import { countsOf, listIndexOf, type StoredRowError, ResultFile } from './result-file.ts';
import { writeErrors, writeMatches } from './result-writer.ts';
import type { Task } from '../threads/task-context.ts';

/** Unmatched profiles by content. Each is returned once, because two profiles with the same text are two people. */
class UnmatchedByContent {
  private readonly numbers = new Map<string, ProfileNumber[]>();

  /** `own`: number of the last profile in the project's own answer. Later profiles were added by other projects. */
  constructor(results: ResultFile, own: number) {
    for (const profile of results.unmatchedProfiles()) if (profile > own) this.put(results.profileJson(profile) ?? '', profile);
  }

  put(json: string, profile: ProfileNumber): void {
    const key = UnmatchedByContent.keyOf(json);
    const profiles = this.numbers.get(key);
    if (profiles === undefined) this.numbers.set(key, [profile]);
    else profiles.push(profile);
  }

  private static keyOf(json: string): string {
    return createHash('sha256').update(json).digest('base64');
  }

  /** The number of a profile with this text, which will not be returned again; null if there is none. */
  take(json: string): ProfileNumber | null {
    return this.numbers.get(UnmatchedByContent.keyOf(json))?.pop() ?? null;
  }
}

/** Both lists of sheet rows combined, in sheet order. */
function mergeSorted(some: SheetRows, others: SheetRows): SheetRows {
  const both = byListIndex<SheetRow>(some.length + others.length);
  both.set(some);
  both.set(others, some.length);
  return both.sort();
}

/** Merges the results of another project into those of a project. */
class ResultMerger {
  /** True once the merge has changed anything. */
  changed = false;
  private readonly file: ProjectFile;
  private readonly rows: SheetRows;
  private readonly matches: Matches;
  private readonly more: MoreProfiles;
  /** Sheet rows of this project whose results come from another project. */
  private readonly linked: Set<SheetRow>;
  /** Rows of `linked` that the other project joined by order. */
  private readonly byOrder: Set<SheetRow>;
  private readonly results: ResultFile;
  private readonly errors: Map<ListIndex, readonly StoredRowError[]>;
  private readonly edits: Edits;
  private readonly corrections: Correction[] = [];
  /** Newer texts of profiles that a linked project added earlier, by profile number. */
  private readonly newer = new Map<ProfileNumber, string>();
  /** Number of the last profile in the project's own answer. Later profiles were added by other projects. */
  private readonly own: number;
  /** Null in the first merge of the other project, when none of its profiles has been added yet. */
  private readonly unmatched: UnmatchedByContent | null;

  constructor(file: ProjectFile, derivedRows: SheetRows, repeated: boolean) {
    const results = new ResultFile(file);
    this.file = file;
    this.more = new MoreProfiles(file, results);
    this.linked = linkedRows(file);
    this.edits = new Edits(file);
    this.results = results;
    this.byOrder = linkedOrderRows(file);
    this.own = lastAnswer(file)?.profiles ?? 0;
    this.unmatched = repeated ? new UnmatchedByContent(results, this.own) : null;
    // Rows of a part are not in the list yet. Parts can finish in any order.
    const added = derivedRows.filter((row) => listIndexOf(results.rows, row) < 0);
    if (added.length === 0) {
      this.rows = results.rows;
      this.matches = results.matches.slice();
      this.errors = new Map(results.errors());
      return;
    }
    this.changed = true;
    const rows = mergeSorted(results.rows, added);
    const moved = (index: ListIndex) => (index < 0 ? index : listIndexOf(rows, results.rows[index]!));
    this.rows = rows;
    this.matches = byListIndex<ProfileNumber>(rows.length);
    results.matches.forEach((profile, index) => {
      this.matches[moved(index)] = profile;
    });
    this.errors = new Map(
      [...results.errors()].map(([index, errors]) => [moved(index), errors.map((error) => ({ ...error, index: moved(index) }))]),
    );
    keepOwnRows(file, results.rows, measuredRows(file), rows);
    writeSentRows(file, rows);
    // The index refers to the old list indexes. Without it, an ID is searched for in all rows.
    file.clear('ids');
  }

  private add(json: string): ProfileNumber {
    this.changed = true;
    return this.more.add(json);
  }

  /** Merges the profile or the row errors of one row. A profile from another answer is kept. */
  mergeRow(
    row: SheetRow,
    json: string | null,
    isByOrder: boolean,
    refused: readonly StoredRowError[] | undefined,
    corrections: readonly Correction[],
  ): void {
    const index = listIndexOf(this.rows, row);
    if (index < 0) return;
    const profile = this.matches[index]!;
    if (profile !== 0) {
      if (json !== null && profile > this.own && this.linked.has(row)) this.renew(profile, json);
    } else if (json !== null) {
      this.matches[index] = this.unmatched?.take(json) ?? this.add(json);
      this.linked.add(row);
      this.changed = true;
      // Errors of a row joined by order are kept, because the row is refused again if the join is undone.
      if (!isByOrder) this.errors.delete(index);
      const present = new Set(this.edits.correctionsOf(row).map((correction) => JSON.stringify(correction)));
      this.corrections.push(...corrections.filter((correction) => !present.has(JSON.stringify(correction))));
    } else if (refused !== undefined) {
      const placed = refused.map((error) => ({ ...error, index }));
      if (JSON.stringify(placed) === JSON.stringify(this.errors.get(index))) return;
      this.errors.set(index, placed);
      this.changed = true;
    }
  }

  /** Replaces a profile, which a linked project added, by the current one of that project or of a later project. */
  private renew(profile: ProfileNumber, json: string): void {
    if (this.results.profileJson(profile) === json) return;
    this.newer.set(profile, json);
    this.changed = true;
  }

  /** Adds a profile that matches no row in the other project, and therefore no row here either. */
  addUnmatched(json: string): void {
    if (this.unmatched?.take(json) == null) this.add(json);
  }

  /** Marks a row as joined by order in the other project, or removes that mark. */
  markByOrder(row: SheetRow, isByOrder: boolean): void {
    if (!this.linked.has(row) || this.byOrder.has(row) === isByOrder) return;
    if (isByOrder) this.byOrder.add(row);
    else this.byOrder.delete(row);
    this.changed = true;
  }

  /** Removes the profile of a row that the other project had joined by order, after that join was undone. */
  takeBack(row: SheetRow): void {
    const index = listIndexOf(this.rows, row);
    if (index < 0 || !this.byOrder.delete(row)) return;
    const profile = this.matches[index]!;
    const json = profile === 0 ? null : this.results.profileJson(profile);
    if (json !== null) this.unmatched?.put(json, profile);
    this.matches[index] = NO_PROFILE;
    this.linked.delete(row);
    this.changed = true;
  }

  /** `isRetry`: this list also sent the rows, before they were corrected. */
  finish(isRetry: boolean, signal: AbortSignal): void {
    this.more.finish();
    if (this.newer.size > 0) replaceProfiles(this.file, this.newer, signal);
    storeLinkedRows(this.file, this.linked);
    storeLinkedOrderRows(this.file, this.byOrder);
    writeMatches(this.file, this.matches);
    writeErrors(this.file, [...this.errors.values()].flat());
    const { file, corrections } = this;
    if (corrections.length === 0) return;
    new Edits(file).add(file, { kind: 'correct', label: isRetry ? DERIVED_CORRECTIONS : REST_CORRECTIONS, corrections });
  }
}

/**
 * Merges the results of derived rows (profiles, scores, corrections, row errors) into the project that they came from. Repeating a merge
 * changes nothing, except for results that the other project has fetched since.
 */
export const mergeResults: Task<'mergeResults'> = async ({ source, target, isRetry }, context) => {
  using from = new ProjectFile(source, 'read');
  using into = new ProjectFile(target, 'write');
  const merged = mergedProjects(into);
  const repeated = merged.includes(source.projectId);
  const derived = new ResultFile(from);
  const edits = new Edits(from);
  const errors = derived.errors();
  into.begin();
  const merger = new ResultMerger(into, derived.rows, repeated);
  derived.rows.forEach((row, at) => {
    context.signal.throwIfAborted();
    const profile = derived.matches[at]!;
    const isByOrder = derived.isByOrder(at);
    if (derived.outcome(at) === 'unknown') merger.takeBack(row);
    merger.mergeRow(row, profile === 0 ? null : derived.profileJson(profile), isByOrder, errors.get(at), edits.correctionsOf(row));
    if (profile !== 0) merger.markByOrder(row, isByOrder);
  });
  for (const profile of derived.unmatchedProfiles()) {
    const json = derived.profileJson(profile);
    if (json !== null) merger.addUnmatched(json);
  }
  if (merger.changed || !repeated) {
    merger.finish(isRetry, context.signal);
    if (!repeated) storeMergedProjects(into, [...merged, source.projectId]);
    into.commit();
  } else into.rollback();
  return await Promise.resolve(countsOf(new ResultFile(into)));
};
