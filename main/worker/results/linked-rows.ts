/**
 * Rows of one project in another: the refused ones taken out to be mended and sent again, and what came of them put back
 * beside the rest. Row numbers are those of the sheet in both, so that every row is known again.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { FIELD_KEYS, type FieldKey, isFieldKey } from '../../../shared/fields/table.ts';
import { createDraft } from '../../../shared/mapping/mapping.ts';
import { RowBlock, RowBlockBuilder } from '../../spreadsheet/core/rowblock.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import type { ProjectFileRef, DerivedRows, ListRecipe, SendChoice } from '../../worker-protocol/list.ts';
import { Edits, JOINED } from '../list/edits.ts';
import { sentPlaces, sentRows, writeList } from '../submit/encode.ts';
import { Records } from '../list/record-reader.ts';
import { keepLinkedRows, linkedRows } from './earlier-fetch.ts';
import { MoreProfiles } from './more-profiles.ts';
import { countsOf, type KeptError, ResultFile } from './result-file.ts';
import { writeErrors, writeMatches } from './result-writer.ts';
import { rowText, type Said, writeSaid } from '../list/service-messages.ts';
import type { Task } from '../threads/task-context.ts';

type Correction = [row: number, field: FieldKey, value: string];

/** The corrections that a list has on a row. */
function correctionsOf(edits: Edits, row: number): Correction[] {
  const found: Correction[] = [];
  edits.apply(row, createDraft(), (_draft, field, text) => {
    found.push([row, FIELD_KEYS[field]!, text]);
  });
  return found;
}

function keepCorrections(file: ProjectFile, label: string, corrections: Correction[]): void {
  if (corrections.length > 0) new Edits(file).add(file, { kind: 'correct', label, corrections });
}

/** Sheet rows that were refused, with what the service said of each. */
function refusedRows(results: ResultFile): Map<number, readonly KeptError[]> {
  const refused = new Map<number, readonly KeptError[]>();
  results.rows.forEach((row, place) => {
    if (results.outcome(place) === 'refused') refused.set(row, results.errors().get(place) ?? []);
  });
  return refused;
}

/** Sheet rows of a part of those that are sent, none of which the service has said anything of. */
function partRows(file: ProjectFile, source: ListRecipe, { choice, from, count }: Extract<DerivedRows, { kind: 'part' }>) {
  const rows = new Map<number, readonly KeptError[]>();
  let at = 0;
  for (const { rowNumber } of sentRows(file, source, { ...choice, limit: from + count })) if (at++ >= from) rows.set(rowNumber, []);
  return rows;
}

const fieldIndex = (field: string | null) => (field !== null && isFieldKey(field) ? FIELD_KEYS.indexOf(field) : -1);

/** Writes row blocks of rows that are copied out of others. */
class RowCopies {
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

/** Rows of `source` as a list of their own in `target`: heading, cells, corrections, and the service's words on refused ones. */
export const derive: Task<'derive'> = async ({ source, target, which }, context) => {
  const from = new ProjectFile(source.file, 'read');
  const to = new ProjectFile(target, 'create');
  try {
    const taken = which.kind === 'refused' ? refusedRows(new ResultFile(from)) : partRows(from, source, which);
    const edits = new Edits(from);
    const records = new Records(source.plan, edits);
    const copies = new RowCopies(to);
    const said: Said[] = [];
    const corrections: Correction[] = [];
    const heading = source.reading.headerRow ?? 0;
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
          said.push({ row: rowNumber, field: index, words: message, sent: index < 0 ? rowText(draft) : draft.values[index]! });
        }
      }
      context.progress(place.first + place.count, source.reading.rows, 'rows');
    }
    copies.flush();
    writeSaid(to, said);
    keepCorrections(to, 'the corrections made before', corrections);
    to.commit();
    return await Promise.resolve({ rows: taken.size });
  } finally {
    to.rollback();
    to.close();
    from.close();
  }
};

/** Position of a sheet row in the rows that were sent, which stand in the order of the sheet; -1 when it is none of them. */
function placeIn(rows: Uint32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row ? low : -1;
}

/** Which projects' results were put into a file already. */
const Joined = z.array(z.string());

/** Profiles that match no row, found by what they hold. Each is found once: two of the same text are two people. */
class Unmatched {
  private readonly numbers = new Map<string, number[]>();

  constructor(results: ResultFile) {
    for (const profile of results.strangers()) {
      const key = Unmatched.keyOf(results.profileJson(profile) ?? '');
      const found = this.numbers.get(key);
      if (found === undefined) this.numbers.set(key, [profile]);
      else found.push(profile);
    }
  }

  private static keyOf(json: string): string {
    return createHash('sha256').update(json).digest('base64');
  }

  /** The number of a profile of this text, which is not found again; null when there is none. */
  take(json: string): number | null {
    return this.numbers.get(Unmatched.keyOf(json))?.pop() ?? null;
  }
}

/** Both lists of sheet rows as one, in the order of the sheet. */
function merged(some: Uint32Array, others: Uint32Array): Uint32Array {
  const both = new Uint32Array(some.length + others.length);
  both.set(some);
  both.set(others, some.length);
  return both.sort();
}

/** The results of a project with those of another one put beside them. */
class Joining {
  /** Whether anything came that was not there before. */
  changed = false;
  private readonly file: ProjectFile;
  private readonly rows: Uint32Array;
  private readonly matches: Uint32Array;
  private readonly more: MoreProfiles;
  /** Sheet rows of the project that have their result from another one. */
  private readonly linked: Set<number>;
  private readonly errors: Map<number, readonly KeptError[]>;
  private readonly edits: Edits;
  private readonly corrections: Correction[] = [];
  /** Null when the other project is joined for the first time: none of its profiles is there yet. */
  private readonly unmatched: Unmatched | null;

  constructor(file: ProjectFile, apart: Uint32Array, again: boolean) {
    const results = new ResultFile(file);
    this.file = file;
    this.more = new MoreProfiles(file, results);
    this.linked = new Set(linkedRows(file));
    this.edits = new Edits(file);
    this.unmatched = again ? new Unmatched(results) : null;
    // Rows of a part are not among those that were sent before. Parts may end in any order.
    const added = apart.filter((row) => placeIn(results.rows, row) < 0);
    if (added.length === 0) {
      this.rows = results.rows;
      this.matches = results.matches.slice();
      this.errors = new Map(results.errors());
      return;
    }
    this.changed = true;
    const rows = merged(results.rows, added);
    const moved = (place: number) => (place < 0 ? place : placeIn(rows, results.rows[place]!));
    this.rows = rows;
    this.matches = new Uint32Array(rows.length);
    results.matches.forEach((profile, place) => {
      this.matches[moved(place)] = profile;
    });
    this.errors = new Map(
      [...results.errors()].map(([place, errors]) => [moved(place), errors.map((error) => ({ ...error, place: moved(place) }))]),
    );
    writeList(file, rows);
    // The index does not know the rows that moved; without one, people are looked for in all rows.
    file.clear('ids');
  }

  private add(json: string): number {
    this.changed = true;
    return this.more.add(json);
  }

  /** What came of a row: its profile, or what it was refused for. A row that has a profile keeps it. */
  row(row: number, json: string | null, refused: readonly KeptError[] | undefined, corrections: readonly Correction[]): void {
    const place = placeIn(this.rows, row);
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

  /** A profile that matched no row there matches none here. */
  stranger(json: string): void {
    if (this.unmatched?.take(json) == null) this.add(json);
  }

  finish(): void {
    this.more.finish();
    keepLinkedRows(this.file, this.linked);
    writeMatches(this.file, this.matches);
    writeErrors(this.file, [...this.errors.values()].flat());
    keepCorrections(this.file, JOINED, this.corrections);
  }
}

/**
 * Puts what came of rows that were sent apart beside the other results of the project that they came out of: profiles, scores,
 * corrections, and what was refused. Doing it twice changes nothing; after the other project was fetched again, it adds what came since.
 */
export const join: Task<'join'> = async ({ source, target }, context) => {
  const from = new ProjectFile(source, 'read');
  const into = new ProjectFile(target, 'write');
  try {
    const joined = Joined.catch([]).parse(into.recall('joined'));
    const again = joined.includes(source.projectId);
    const apart = new ResultFile(from);
    const edits = new Edits(from);
    const errors = apart.errors();
    into.begin();
    const joining = new Joining(into, apart.rows, again);
    apart.rows.forEach((row, at) => {
      context.signal.throwIfAborted();
      const profile = apart.matches[at]!;
      joining.row(row, profile === 0 ? null : apart.profileJson(profile), errors.get(at), correctionsOf(edits, row));
    });
    for (const profile of apart.strangers()) {
      const json = apart.profileJson(profile);
      if (json !== null) joining.stranger(json);
    }
    if (joining.changed || !again) {
      joining.finish();
      if (!again) into.keep('joined', [...joined, source.projectId]);
      into.commit();
    } else into.rollback();
    return await Promise.resolve(countsOf(new ResultFile(into)));
  } finally {
    into.rollback();
    into.close();
    from.close();
  }
};

/** Sheet rows of those that a list would send which have a profile in the results of `other`, the project that they came out of. */
export function rowsScoredIn(file: ProjectFile, other: ProjectFileRef, choice: SendChoice): number[] {
  const first = new ProjectFile(other, 'read');
  try {
    const results = new ResultFile(first);
    const scored: number[] = [];
    for (const { block, row } of sentPlaces(file, choice)) {
      const place = placeIn(results.rows, block.rowNumber(row));
      if (place >= 0 && results.matches[place] !== 0) scored.push(block.rowNumber(row));
    }
    return scored;
  } finally {
    first.close();
  }
}
