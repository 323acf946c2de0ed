/**
 * Copies rows between projects: refused rows or a part become a list of their own, and their results are merged back. Both projects use the
 * sheet's row numbers, so each row can be found again.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { FIELD_KEYS, type FieldKey, isFieldKey } from '../../../shared/fields/table.ts';
import { createMappedRecord } from '../../../shared/mapping/mapping.ts';
import { RowBlock, RowBlockBuilder } from '../../spreadsheet/core/rowblock.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import type { ProjectFileRef, DerivedRows, ListSource, SubmitOptions } from '../../worker-protocol/list.ts';
import { Edits, JOINED } from '../list/edits.ts';
import { sentRowsAt, sentRows, writeSentRows } from '../submit/encode.ts';
import { RecordReader } from '../list/record-reader.ts';
import { storeLinkedRows, linkedRows } from './earlier-fetch.ts';
import { MoreProfiles } from './more-profiles.ts';
import { countsOf, type StoredRowError, ResultFile } from './result-file.ts';
import { writeErrors, writeMatches } from './result-writer.ts';
import { rowText, type ServiceMessage, writeServiceMessages } from '../list/service-messages.ts';
import type { Task } from '../threads/task-context.ts';

type Correction = [row: number, field: FieldKey, value: string];

/** The corrections that a list has for a row. */
function correctionsOf(edits: Edits, row: number): Correction[] {
  const found: Correction[] = [];
  edits.apply(row, createMappedRecord(), (_draft, field, text) => {
    found.push([row, FIELD_KEYS[field]!, text]);
  });
  return found;
}

function storeCorrections(file: ProjectFile, label: string, corrections: Correction[]): void {
  if (corrections.length > 0) new Edits(file).add(file, { kind: 'correct', label, corrections });
}

/** Refused sheet rows with their row errors. */
function refusedRows(results: ResultFile): Map<number, readonly StoredRowError[]> {
  const refused = new Map<number, readonly StoredRowError[]>();
  results.rows.forEach((row, place) => {
    if (results.outcome(place) === 'refused') refused.set(row, results.errors().get(place) ?? []);
  });
  return refused;
}

/** The sheet rows of one part of the rows to be sent; they have no row errors. */
function partRows(file: ProjectFile, source: ListSource, { choice, from, count }: Extract<DerivedRows, { kind: 'part' }>) {
  const rows = new Map<number, readonly StoredRowError[]>();
  let at = 0;
  for (const { rowNumber } of sentRows(file, source, { ...choice, maxRows: from + count })) if (at++ >= from) rows.set(rowNumber, []);
  return rows;
}

const fieldIndex = (field: string | null) => (field !== null && isFieldKey(field) ? FIELD_KEYS.indexOf(field) : -1);

/** Writes row blocks from copied rows. */
class RowCopier {
  private readonly file: ProjectFile;
  private readonly builder = new RowBlockBuilder();
  private seq = 0;
  private position = 0;

  constructor(file: ProjectFile) {
    this.file = file;
  }

  add(block: RowBlock, row: number): void {
    this.builder.beginRow(block.rowNumber(row), block.rowHidden(row));
    for (let column = 0; column < block.columnCount; column++) {
      const bytes = block.cellBytes(row, column);
      if (bytes.length > 0) this.builder.cellBytes(column, block.kind(row, column), bytes, 0, bytes.length);
    }
    if (this.builder.endRow()) this.flush();
  }

  flush(): void {
    const block = this.builder.finish();
    if (block === null) return;
    const { rowCount } = block;
    this.file.write(
      'rows',
      { seq: this.seq, first: this.position, count: rowCount, low: block.rowNumber(0), high: block.rowNumber(rowCount - 1) },
      block.bytes,
    );
    this.seq += 1;
    this.position += rowCount;
  }
}

/** Copies rows of `source` into the new list `target`: heading, cells, corrections, and the service messages of refused rows. */
export const deriveRows: Task<'deriveRows'> = async ({ source, target, which }, context) => {
  const from = new ProjectFile(source.file, 'read');
  const to = new ProjectFile(target, 'create');
  try {
    const taken = which.kind === 'refused' ? refusedRows(new ResultFile(from)) : partRows(from, source, which);
    const edits = new Edits(from);
    const records = new RecordReader(source.plan, edits);
    const copies = new RowCopier(to);
    const messages: ServiceMessage[] = [];
    const corrections: Correction[] = [];
    const heading = source.sheetLayout.headerRow ?? 0;
    to.begin();
    to.clear('rows', 'check', 'findings', 'edits', 'list', 'profiles', 'scores', 'matches', 'rowErrors', 'said');
    for (const { place, bytes } of from.chunks('rows')) {
      context.signal.throwIfAborted();
      const block = new RowBlock(bytes);
      for (let row = 0; row < block.rowCount; row++) {
        const rowNumber = block.rowNumber(row);
        const errors = taken.get(rowNumber);
        if (rowNumber > heading && errors === undefined) continue;
        copies.add(block, row);
        if (errors === undefined || rowNumber <= heading) continue;
        corrections.push(...correctionsOf(edits, rowNumber));
        const draft = records.of(block, row);
        for (const { field, message } of errors) {
          const index = fieldIndex(field);
          messages.push({ row: rowNumber, field: index, words: message, sent: index < 0 ? rowText(draft) : draft.values[index]! });
        }
      }
      context.progress(place.first + place.count, source.sheetLayout.rows, 'rows');
    }
    copies.flush();
    writeServiceMessages(to, messages);
    storeCorrections(to, 'the corrections made before', corrections);
    to.commit();
    return await Promise.resolve({ rows: taken.size });
  } finally {
    to.rollback();
    to.close();
    from.close();
  }
};

/** Binary search for a sheet row in the sent rows, which are in sheet order; -1 when it is not one of them. */
function listIndexOf(rows: Uint32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row ? low : -1;
}

/** IDs of the projects whose results have been merged into a file. */
const MergedProjects = z.array(z.string());

/** Unmatched profiles by content. Each is found once: two profiles with the same text are two people. */
class UnmatchedByContent {
  private readonly numbers = new Map<string, number[]>();

  constructor(results: ResultFile) {
    for (const profile of results.unmatchedProfiles()) {
      const key = UnmatchedByContent.keyOf(results.profileJson(profile) ?? '');
      const found = this.numbers.get(key);
      if (found === undefined) this.numbers.set(key, [profile]);
      else found.push(profile);
    }
  }

  private static keyOf(json: string): string {
    return createHash('sha256').update(json).digest('base64');
  }

  /** The number of a profile with this text, which is not returned again; null when there is none. */
  take(json: string): number | null {
    return this.numbers.get(UnmatchedByContent.keyOf(json))?.pop() ?? null;
  }
}

/** Both lists of sheet rows in one, in sheet order. */
function mergeSorted(some: Uint32Array, others: Uint32Array): Uint32Array {
  const both = new Uint32Array(some.length + others.length);
  both.set(some);
  both.set(others, some.length);
  return both.sort();
}

/** Merges the results of another project into those of a project. */
class ResultMerger {
  /** True once the merge has added anything. */
  changed = false;
  private readonly file: ProjectFile;
  private readonly rows: Uint32Array;
  private readonly matches: Uint32Array;
  private readonly more: MoreProfiles;
  /** Sheet rows of the project whose results come from another project. */
  private readonly linked: Set<number>;
  private readonly errors: Map<number, readonly StoredRowError[]>;
  private readonly edits: Edits;
  private readonly corrections: Correction[] = [];
  /** Null at the first merge of the other project, when none of its profiles is present yet. */
  private readonly unmatched: UnmatchedByContent | null;

  constructor(file: ProjectFile, derivedRows: Uint32Array, repeated: boolean) {
    const results = new ResultFile(file);
    this.file = file;
    this.more = new MoreProfiles(file, results);
    this.linked = new Set(linkedRows(file));
    this.edits = new Edits(file);
    this.unmatched = repeated ? new UnmatchedByContent(results) : null;
    // Rows of a part are not in the list yet. Parts may end in any order.
    const added = derivedRows.filter((row) => listIndexOf(results.rows, row) < 0);
    if (added.length === 0) {
      this.rows = results.rows;
      this.matches = results.matches.slice();
      this.errors = new Map(results.errors());
      return;
    }
    this.changed = true;
    const rows = mergeSorted(results.rows, added);
    const moved = (place: number) => (place < 0 ? place : listIndexOf(rows, results.rows[place]!));
    this.rows = rows;
    this.matches = new Uint32Array(rows.length);
    results.matches.forEach((profile, place) => {
      this.matches[moved(place)] = profile;
    });
    this.errors = new Map(
      [...results.errors()].map(([place, errors]) => [moved(place), errors.map((error) => ({ ...error, place: moved(place) }))]),
    );
    writeSentRows(file, rows);
    // The index refers to the old list indexes; without one, an ID is searched for in all rows.
    file.clear('ids');
  }

  private add(json: string): number {
    this.changed = true;
    return this.more.add(json);
  }

  /** Takes the profile or the row errors of one row. A row that already has a profile keeps it. */
  mergeRow(row: number, json: string | null, refused: readonly StoredRowError[] | undefined, corrections: readonly Correction[]): void {
    const place = listIndexOf(this.rows, row);
    if (place < 0 || this.matches[place] !== 0) return;
    if (json !== null) {
      this.matches[place] = this.unmatched?.take(json) ?? this.add(json);
      this.linked.add(row);
      this.changed = true;
      this.errors.delete(place);
      const known = new Set(correctionsOf(this.edits, row).map((correction) => JSON.stringify(correction)));
      this.corrections.push(...corrections.filter((correction) => !known.has(JSON.stringify(correction))));
    } else if (refused !== undefined) {
      const placed = refused.map((error) => ({ ...error, place }));
      if (JSON.stringify(placed) === JSON.stringify(this.errors.get(place))) return;
      this.errors.set(place, placed);
      this.changed = true;
    }
  }

  /** A profile that matches no row in the other project matches none here either. */
  addUnmatched(json: string): void {
    if (this.unmatched?.take(json) == null) this.add(json);
  }

  finish(): void {
    this.more.finish();
    storeLinkedRows(this.file, this.linked);
    writeMatches(this.file, this.matches);
    writeErrors(this.file, [...this.errors.values()].flat());
    storeCorrections(this.file, JOINED, this.corrections);
  }
}

/**
 * Merges the results of derived rows (profiles, scores, corrections, row errors) into the project they came from. A repeated merge changes
 * nothing, or adds what the other project has fetched since.
 */
export const mergeResults: Task<'mergeResults'> = async ({ source, target }, context) => {
  const from = new ProjectFile(source, 'read');
  const into = new ProjectFile(target, 'write');
  try {
    const merged = MergedProjects.catch([]).parse(into.getValue('joined'));
    const repeated = merged.includes(source.projectId);
    const derived = new ResultFile(from);
    const edits = new Edits(from);
    const errors = derived.errors();
    into.begin();
    const merger = new ResultMerger(into, derived.rows, repeated);
    derived.rows.forEach((row, at) => {
      context.signal.throwIfAborted();
      const profile = derived.matches[at]!;
      merger.mergeRow(row, profile === 0 ? null : derived.profileJson(profile), errors.get(at), correctionsOf(edits, row));
    });
    for (const profile of derived.unmatchedProfiles()) {
      const json = derived.profileJson(profile);
      if (json !== null) merger.addUnmatched(json);
    }
    if (merger.changed || !repeated) {
      merger.finish();
      if (!repeated) into.putValue('joined', [...merged, source.projectId]);
      into.commit();
    } else into.rollback();
    return await Promise.resolve(countsOf(new ResultFile(into)));
  } finally {
    into.rollback();
    into.close();
    from.close();
  }
};

/** The sheet rows that the list would send and that already have a profile in `other`, the project they came from. */
export function rowsScoredIn(file: ProjectFile, other: ProjectFileRef, choice: SubmitOptions): number[] {
  const first = new ProjectFile(other, 'read');
  try {
    const results = new ResultFile(first);
    const scored: number[] = [];
    for (const { block, row } of sentRowsAt(file, choice)) {
      const place = listIndexOf(results.rows, block.rowNumber(row));
      if (place >= 0 && results.matches[place] !== 0) scored.push(block.rowNumber(row));
    }
    return scored;
  } finally {
    first.close();
  }
}
