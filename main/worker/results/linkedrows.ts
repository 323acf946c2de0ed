/**
 * Rows of one project in another: the refused ones taken out to be mended and sent again, and what came of them put back
 * beside the rest. Row numbers are those of the sheet in both, so that every row is known again.
 */
import { z } from 'zod';
import { FIELD_KEYS, type FieldKey, isFieldKey } from '../../../shared/constituent.ts';
import type { Json } from '../../../shared/results/answers.ts';
import { createDraft } from '../../../shared/mapping/mapping.ts';
import type { Counts } from '../../../shared/project/project.ts';
import { RowBlock, RowBlockBuilder } from '../../spreadsheet/rowblock.ts';
import { ProjectFile } from '../../store/projectfile.ts';
import { Edits, JOINED } from '../check/edits.ts';
import { sentRows, writeList } from '../send/encode.ts';
import type { DerivedRows, ListRecipe } from '../messages.ts';
import { Records } from '../records.ts';
import { keepColumnsAgain } from './keptcolumns.ts';
import { type KeptError, ResultFile } from './resultfile.ts';
import { ProfileTexts, writeErrors, writeMatches } from './resultwrites.ts';
import { ScoreBlocks } from './scoreblocks.ts';
import { rowText, type Said, writeSaid } from '../check/servicewords.ts';
import type { Task } from '../task.ts';

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
  const to = new ProjectFile(target, 'write');
  try {
    const taken = which.kind === 'refused' ? refusedRows(new ResultFile(from)) : partRows(from, source, which);
    const edits = new Edits(from);
    const records = new Records(source.plan, edits);
    const copies = new RowCopies(to);
    const said: Said[] = [];
    const corrections: Correction[] = [];
    const heading = source.reading.headerRow ?? 0;
    to.begin();
    to.clear('rows', 'findings', 'edits', 'list', 'profiles', 'scores', 'matches', 'rowErrors', 'said');
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

function concat(first: Uint32Array, second: Uint32Array): Uint32Array {
  const both = new Uint32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** The results of a project with those of another one put beside them. */
class Joining {
  private readonly file: ProjectFile;
  private readonly rows: Uint32Array;
  private readonly matches: Uint32Array;
  private readonly texts: ProfileTexts;
  private readonly scores: ScoreBlocks;
  private readonly errors: Map<number, readonly KeptError[]>;
  private readonly edits: Edits;
  private readonly corrections: Correction[] = [];

  constructor(file: ProjectFile, more: Uint32Array) {
    const results = new ResultFile(file);
    this.file = file;
    // Rows of a later part of the list are not among those that were sent before: they follow them.
    const later = more.filter((row) => row > (results.rows.at(-1) ?? 0));
    this.rows = concat(results.rows, later);
    this.matches = concat(results.matches, new Uint32Array(later.length));
    this.texts = new ProfileTexts(file, results.profiles);
    this.scores = new ScoreBlocks(file, { columns: results.columns, profiles: results.profiles, blocks: file.places('scores').length });
    this.errors = new Map(results.errors());
    this.edits = new Edits(file);
    if (later.length > 0) writeList(file, this.rows);
  }

  private add(json: string): number {
    const number = this.texts.add(json);
    this.scores.add(number, JSON.parse(json) as Json);
    return number;
  }

  /** What came of a row: its profile, or what it was refused for. A row that has a profile keeps it. */
  row(row: number, json: string | null, refused: readonly KeptError[] | undefined, corrections: readonly Correction[]): void {
    const place = placeIn(this.rows, row);
    if (place < 0 || this.matches[place] !== 0) return;
    if (json !== null) {
      this.matches[place] = this.add(json);
      this.errors.delete(place);
      const known = new Set(correctionsOf(this.edits, row).map((correction) => JSON.stringify(correction)));
      this.corrections.push(...corrections.filter((correction) => !known.has(JSON.stringify(correction))));
    } else if (refused !== undefined) {
      const placed = refused.map((error) => ({ ...error, place }));
      this.errors.set(place, placed);
    }
  }

  /** A profile that matched no row there matches none here. */
  stranger(json: string): void {
    this.add(json);
  }

  finish(): void {
    this.texts.finish();
    this.file.keep('scoreColumns', this.scores.finish(this.texts.count));
    const results = new ResultFile(this.file);
    keepColumnsAgain(this.file, results.columns, results.scoreBlocks());
    writeMatches(this.file, this.matches);
    writeErrors(this.file, [...this.errors.values()].flat());
    keepCorrections(this.file, JOINED, this.corrections);
  }
}

/**
 * Puts what came of rows that were sent apart beside the other results of the project that they came out of: profiles, scores,
 * corrections, and what was refused. Doing it twice changes nothing.
 */
export const join: Task<'join'> = async ({ source, target }, context) => {
  const from = new ProjectFile(source, 'read');
  const into = new ProjectFile(target, 'write');
  try {
    const joined = Joined.catch([]).parse(into.recall('joined'));
    if (!joined.includes(source.projectId)) {
      const apart = new ResultFile(from);
      const edits = new Edits(from);
      const errors = apart.errors();
      into.begin();
      const joining = new Joining(into, apart.rows);
      apart.rows.forEach((row, at) => {
        context.signal.throwIfAborted();
        const profile = apart.matches[at]!;
        joining.row(row, profile === 0 ? null : apart.profileJson(profile), errors.get(at), correctionsOf(edits, row));
      });
      for (const profile of apart.strangers()) {
        const json = apart.profileJson(profile);
        if (json !== null) joining.stranger(json);
      }
      joining.finish();
      into.keep('joined', [...joined, source.projectId]);
      into.commit();
    }
    return await Promise.resolve(countsOf(new ResultFile(into)));
  } finally {
    into.rollback();
    into.close();
    from.close();
  }
};

function countsOf(results: ResultFile): Counts {
  const counts = { submitted: results.rows.length, scored: 0, refused: 0, unknown: 0, unmatched: 0 };
  for (let place = 0; place < results.rows.length; place++) counts[results.outcome(place)] += 1;
  return { ...counts, unmatched: results.profiles - counts.scored };
}
